import Hardware
import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

extension Account {
  /// The account as JSON, for programs: `why.schema.json` has its form.
  package var json: TextBuffer {
    var writer = JSONWriter(.pretty)
    writer.object { write(to: &$0) }
    var text = writer.buffer
    text.write("\n")
    return text
  }

  private func write(to json: inout JSONWriter) {
    json.member("dock_why", 1)
    json.member("profile", profile)
    json.member("atMicroseconds", micro(time))
    json.member("phase", phase.rawValue)
    json.member("startMicroseconds", micro(start))
    json.member("endMicroseconds", end.map(micro))
    if let failure { json.member("failure", failure) }
    if let mode {
      json.object("mode") {
        $0.member("name", mode.name)
        $0.member("sinceMicroseconds", micro(mode.since))
      }
    }
    json.object("motors") {
      $0.member("by", motors.isScript ? "script" : motors.isTracking ? "tracker" : "nobody")
      $0.member("sinceMicroseconds", micro(motors.since))
      $0.member("untilMicroseconds", motors.until.map(micro))
    }
    json.array("axes") { for state in axes { write(state, to: &$0) } }
    json.array("phone") {
      for part in phone {
        $0.object {
          $0.member("part", part.track)
          $0.member("state", part.words)
          write("because", part.cause, to: &$0)
        }
      }
    }
    json.array("waits") {
      for wait in waits {
        $0.object {
          $0.member("for", wait.event)
          write("because", wait.cause, to: &$0)
        }
      }
    }
    json.array("handlers") {
      for handler in handlers {
        $0.object {
          $0.member("event", handler.event)
          $0.member("policy", handler.policy.rawValue)
          if let mode = handler.mode { $0.member("mode", mode) }
          if let since = handler.since { $0.member("sinceMicroseconds", micro(since)) }
          $0.source(handler.line, in: files)
        }
      }
    }
    json.array("faults") {
      for fault in faults {
        $0.object {
          $0.member("fault", fault.name)
          $0.member("sinceMicroseconds", micro(fault.time))
        }
      }
    }
  }

  private func write(_ state: AxisState, to json: inout JSONWriter) {
    json.object {
      $0.member("axis", state.axis.scriptName)
      $0.member("doing", state.doing.rawValue)
      $0.member("positionMillidegrees", Int(Millidegrees.count(in: state.position).rounded()))
      $0.member("speedMillidegrees", Int(Millidegrees.count(in: state.speed).rounded()))
      write("because", state.cause, to: &$0)
      $0.array("together") { for axis in state.together { $0.element(axis.scriptName) } }
      $0.array("limits") { for limit in state.limits { $0.element(limit) } }
      write("next", state.next, to: &$0)
    }
  }

  private func write(_ key: StaticString, _ cause: Cause?, to json: inout JSONWriter) {
    guard let cause else { return }
    json.object(key) {
      $0.member("step", cause.words)
      $0.source(cause.line, in: files)
      $0.member("sinceMicroseconds", micro(cause.start))
      $0.member("untilMicroseconds", cause.end.map(micro))
      $0.array("around") {
        for around in cause.around {
          $0.object {
            $0.member("kind", around.kind.rawValue)
            $0.member("words", around.words)
            $0.source(around.line, in: files)
            guard let event = around.event else { return }
            $0.member("event", event.words)
            $0.member("eventMicroseconds", micro(event.time))
          }
        }
      }
    }
  }

  private func micro(_ nanoseconds: Int) -> Int { Nanoseconds(nanoseconds).nearestMicroseconds }
}
