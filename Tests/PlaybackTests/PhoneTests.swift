import DockKit
import Hardware
import Schedules
import Simulation
import Synchronization
import Testing

@testable import Playback
@testable import Rehearsal

/// The phone's part in a show.
struct PhoneTests {
  private static let show = """
    face happy over 300ms
    together { pan to 30deg right over 2s; { wait 1s; eyes left; camera zoom 2x over 500ms } }
    select person ada
    face sad
    """

  /// A phone that writes down what it is asked for, and refuses one thing.
  private final class Listener: Phone {
    let calls = Mutex<[PhoneCall]>([])

    nonisolated(nonsending) func perform(_ call: PhoneCall) async throws {
      calls.withLock { $0.append(call) }
      if call == .look(.left) { throw DockKitError.cameraTCCMissing }
    }
  }

  @Test("it is asked at its times, and the trace says so")
  func times() async throws {
    let run = await rehearse(try compile(Self.show))
    let events: [(Int, PhoneCall)] = run.trace.events.compactMap { event in
      if case .phone(let call) = event.kind { (event.time / 1_000_000, call) } else { nil }
    }
    #expect(events.map(\.0) == [0, 1300, 1300, 2300])
    #expect(
      events.map(\.1) == [
        .face(.happy, over: 300), .look(.left), .zoom(2000, over: 500), .face(.sad, over: 0),
      ])
    #expect(run.outcome.ending == .done)
    #expect(run.findings.isEmpty)
  }

  @Test("what it refuses, and who is not there, is told and is not the end")
  func refusals() async throws {
    let dock = SimulatedDock(DockWorld(.stand))
    let manager = DockAccessoryManager()
    let accessory = manager.attach(dock)
    let phone = Listener()
    let refused = Mutex<[DockKitError?]>([])
    let outcome = await play(
      Cue(try compile(Self.show)), on: accessory, manager: manager, clock: dock.clock, phone: phone
    ) { event in
      guard case .refused(let failure) = event.kind else { return }
      refused.withLock { $0.append(failure.error) }
    }
    #expect(outcome.ending == .done)
    #expect(phone.calls.withLock { $0.count } == 4)
    #expect(refused.withLock { $0 } == [.cameraTCCMissing, .noSubjectFound])
  }

  @Test("a show that none of it moves takes no motors and makes no call")
  func motors() async throws {
    let run = await rehearse(try compile("face joy over 2s; camera photo; eyes blink"))
    #expect(run.outcome.length == 2_000_000_000)
    #expect(run.trace.events.allSatisfy { if case .phone = $0.kind { true } else { false } })
  }

  @Test("a script that only changes what tracking is given back to is given back, too")
  func trackingAlone() async throws {
    let result = await sweep(
      Cue(try compile("tracking on\nframe left\nface joy\nwait 8s")))
    #expect(result.first == nil)
    #expect(result.faults > 0)
  }
}
