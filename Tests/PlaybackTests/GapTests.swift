import Hardware
import Motion
import Schedules
import Scheduling
import Simulation
import Testing

@testable import Playback
@testable import Rehearsal

/// A process that was stopped, or a machine that slept, while the motors turned.
struct GapTests {
  /// A live performance of `script` in which the wait of number `wait` ends `length` ms late.
  private func played(
    _ script: String, waking wait: Int, after length: Int, for model: DockModel = .stand
  ) throws -> LiveRecord {
    let cue = try #require(firstCue(of: script, for: model))
    return rehearseLive(cue, wall: StagedWall(delays: [wait: length * 1_000_000]))
  }

  /// The first call that the dock gets after the gap in `live`.
  private func firstCall(after live: LiveRecord) -> Trace.Call? {
    for happening in live.happenings {
      guard case .late(_, let time) = happening else { continue }
      for event in live.run.trace.events where event.time >= time {
        if case .call(let call, _) = event.kind { return call }
      }
    }
    return nil
  }

  private static let shows = [
    "ramp pan to 20deg/s right over 500ms\nwait 9s\nramp pan to 0deg/s over 500ms\n",
    "pan to 60deg right over 9s easing smooth\npan to home over 2s\n",
    "together { pan to 40deg left over 8s easing ease_in; tilt to 10deg up over 6s }\n",
  ]

  @Test("the first call after it makes the motors stand", arguments: shows, DockModel.exact)
  func zero(script: String, model: DockModel) throws {
    let plain = try played(script, waking: 0, after: 0, for: model)
    for wait in [3, 5, 8] {
      let live = try played(script, waking: wait, after: 60_000, for: model)
      #expect(firstCall(after: live) == .setAngularVelocity(.zero), "\(model.name) \(wait)")
      let outcome = live.run.outcome
      #expect(outcome.ending == .done && outcome.isStopConfirmed)
      #expect(outcome.stretches.contains { $0.reason == .late && $0.length > 50_000_000_000 })
      // It resumes from its position, and ends at its target.
      let way = try #require(outcome.displacement)
      let planned = try #require(plain.run.outcome.displacement)
      for axis in Axis.allCases {
        #expect(abs(way[axis] - planned[axis]) <= max(0.5, model.deadBand), "\(model.name) \(wait)")
      }
    }
  }

  @Test("a show that may not be late ends with it", arguments: shows)
  func stop(script: String) throws {
    let live = try played("when late by 5s stop\n" + script, waking: 5, after: 60_000)
    #expect(firstCall(after: live) == .setAngularVelocity(.zero))
    guard case .failed(let failure) = live.run.outcome.ending else {
      Issue.record("\(live.run.outcome.ending)")
      return
    }
    #expect(failure.summary.contains("the show is late by"))
    #expect(live.run.outcome.isStopConfirmed && live.run.outcome.isTrackingRestored)
  }

  @Test("what is no longer than a velocity lasts is late as anything is", arguments: DockModel.all)
  func brief(model: DockModel) throws {
    let live = try played(Self.shows[1], waking: 5, after: 1500, for: model)
    #expect(firstCall(after: live) != .setAngularVelocity(.zero))
  }

  @Test("it is repeated to the byte", arguments: shows)
  func replay(script: String) throws {
    let cue = try #require(firstCue(of: script))
    for wait in 2...12 {
      let live = rehearseLive(cue, wall: StagedWall(delays: [wait: 30_000_000_000]))
      let again = rehearse(cue, happenings: live.happenings)
      #expect(again.trace.text == live.run.trace.text, "\(wait)")
    }
  }
}
