import DockKit
import Hardware
import Motion
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

@testable import Playback

/// The three levels of ending.
struct InterruptionTests {
  private static let pan = "pan to 60deg right over 6s easing smooth\nwait 1s\npan to home over 3s"

  /// The calls of `trace` from `time` on, in milliseconds.
  private func calls(of trace: Trace, from time: Int) -> [Trace.Call] {
    trace.events.compactMap { event in
      guard event.time >= time * 1_000_000, case .call(let call, _) = event.kind else { return nil }
      return call
    }
  }

  @Test("a stop is zero velocity at that instant, rest, and only then the tracker")
  func stop() throws {
    let schedule = try compile(InterruptionTests.pan)
    let run = rehearse(schedule, happenings: [.exit(.interrupt, at: 3_000_500_000)])
    #expect(run.outcome.ending == .cancelled)
    #expect(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
    #expect(run.findings == [])
    let calls = calls(of: run.trace, from: 3001)
    #expect(calls == [.setSystemTracking(true)])
    let zero = run.trace.events.last { $0.kind == .call(.setAngularVelocity(.zero), nil) }
    #expect(zero?.time == 3_000_500_000)
  }

  @Test("a kill waits for nothing, and claims nothing")
  func kill() throws {
    let schedule = try compile(InterruptionTests.pan)
    let run = rehearse(schedule, happenings: [.exit(.kill, at: 3_000_000_000)])
    #expect(run.outcome.ending == .killed)
    #expect(!run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
    #expect(run.trace.end == 3_000_000_000)
    #expect(calls(of: run.trace, from: 3000).first == .setAngularVelocity(.zero))
  }

  @Test("a kill after a stop cuts the wait for rest short")
  func killAfterStop() throws {
    let schedule = try compile(InterruptionTests.pan, for: DockModel.exact[1])
    let run = rehearse(
      schedule,
      happenings: [.exit(.interrupt, at: 3_010_000_000), .exit(.kill, at: 3_020_000_000)])
    #expect(run.outcome.isTrackingRestored)
    #expect(!run.outcome.isStopConfirmed)
    #expect(run.trace.end < 3_100_000_000)
  }

  @Test("a hold gives the motors back, and the show carries on from its place")
  func hold() throws {
    let schedule = try compile(InterruptionTests.pan)
    let plain = rehearse(schedule)
    for cut in [1_500_000_000, 3_020_000_000, 6_500_000_000, 8_000_000_000] {
      let run = rehearse(
        schedule, happenings: [.exit(.suspend, at: cut), .resumed(at: cut + 9_000_000_000)])
      #expect(run.outcome.ending == .done, "\(cut)")
      #expect(run.findings == [], "\(cut)")
      #expect(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
      let held = run.outcome.stretches.first { $0.reason == .held }
      // It may begin with the next report of the dock.
      #expect((held?.length ?? 0) >= 8_900_000_000, "\(cut)")
      // At the end of the first move the dock is where it would have been.
      let place = run.trace.position(of: .yaw, at: run.outcome.time(of: 6000) / 1_000_000)
      let planned = plain.trace.position(of: .yaw, at: plain.outcome.time(of: 6000) / 1_000_000)
      #expect(abs((place ?? 0) - (planned ?? 99)) < 0.1, "\(cut)")
    }
  }

  @Test("what is gentler than what came before changes nothing")
  func gentler() throws {
    let schedule = try compile(InterruptionTests.pan)
    let once = rehearse(schedule, happenings: [.exit(.hangUp, at: 3_000_000_000)])
    let twice = rehearse(
      schedule,
      happenings: [.exit(.hangUp, at: 3_000_000_000), .exit(.suspend, at: 3_000_000_001)])
    #expect(once.trace == twice.trace)
  }

  @Test("a stream of speeds that lost the motors goes back to its place and carries on")
  func brokenStream() throws {
    let schedule = try compile("pan by 60deg right over 6s easing smooth\nwait 1s")
    for time in [2_000_000_000, 3_333_000_000, 5_000_000_000] {
      let run = rehearse(
        schedule, faults: [Fault(.tracking, at: .time(time))])
      #expect(run.outcome.ending == .done && run.outcome.reclaims == 1)
      #expect(run.outcome.stretches.contains { $0.reason == .regained })
      let place = run.trace.position(of: .yaw, at: run.outcome.time(of: 6500) / 1_000_000)
      #expect(abs((place ?? 0) - 60) < 0.1, "\(time)")
      #expect(run.findings == [])
    }
  }

  @Test("a phone that leaves the dock ends the show; tracking is re-applied when it is back")
  func flap() throws {
    let schedule = try compile(InterruptionTests.pan)
    for isTracking in [true, false] {
      let run = rehearse(
        schedule, isTracking: isTracking, faults: [Fault(.flapped, at: .time(2_000_000_000))])
      guard case .failed(let failure) = run.outcome.ending else {
        Issue.record("it has not ended")
        continue
      }
      #expect(failure.error == .notConnected)
      #expect(run.trace.endsTracking == isTracking)
      #expect(run.outcome.isStopConfirmed)
    }
  }

  @Test("blocked motors end the show, and are told")
  func stall() throws {
    let schedule = try compile("pan to 60deg right over 6s\nwait 1s")
    let run = rehearse(schedule, faults: [Fault(.stall, at: .time(2_300_000_000))])
    guard case .failed(let failure) = run.outcome.ending else {
      Issue.record("it has not ended")
      return
    }
    #expect(failure.message == "the motors are blocked")
    #expect(run.outcome.isTrackingRestored)
  }

  @Test("a late call makes what follows late, and nothing is hurried")
  func late() throws {
    let schedule = try compile(InterruptionTests.pan)
    let run = rehearse(schedule, faults: [Fault(.late, at: .call(3))])
    #expect(run.outcome.stretches.filter { $0.reason == .late }.map(\.length) == [300_000_000])
    #expect(run.outcome.ending == .done && run.findings == [])
  }
}
