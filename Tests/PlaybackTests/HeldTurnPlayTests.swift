import Hardware
import Motion
import Playback
import Schedules
import Simulation
import Testing

@testable import Rehearsal

/// An axis that turns while its show is paused: by the measure of a dock, no part of its path is
/// skipped.
struct HeldTurnPlayTests {
  private static let shows = [
    """
    ramp pan to 20deg/s right over 2s
    wait 1s
    ramp pan to 0deg/s over 1s
    """,
    """
    spin pan at 30deg/s right for 1s; spin pan at 10deg/s left for 2s; stop over 1s
    """,
    """
    spin pan at 15deg/s left
    tilt to 20deg down over 2s
    tilt to 5deg up over 2s easing smooth
    stop
    """,
  ]

  @Test(
    "it may be paused at the very instant at which a change of its speed begins",
    arguments: [
      ("ramp pan to 40deg/s right over 2s; stop pan", 42.12),
      ("spin pan at 40deg/s right for 1s; stop pan", 40),
      (
        "limit pan to 10deg left .. 60deg right; ramp pan to 40deg/s right over 2s; stop pan", 42.12
      ),
    ])
  func pausedAsItBegins(turn: String, place: Double) throws {
    for block in ["log \"called\"", "tilt by 9deg up over 1s", "wait 1s"] {
      let script = "on button 1 pausing { \(block) }\nwait 1s\n\(turn)"
      for time in [0.999, 1, 1.001] {
        let show = try CueShow(script, [.button(1, at: time)], isTracking: false)
        #expect(show.run.findings.map(\.text) == [])
        let end = try #require(show.run.outcome.displacement)
        #expect(abs(end.yaw - place) < 0.02, "\(turn), \(block), \(time): \(end)")
      }
    }
  }

  @Test(arguments: shows, [0.0125, 0.5, 1.01, 1.5, 2.999, 3.5])
  func itComesToTheSamePlace(show: String, time: Double) throws {
    for block in ["tilt by 10deg up over 1s", "pan by 20deg left over 2s"] {
      let script = "on button 1 pausing { \(block) }\n" + show
      for model in DockModel.all where model.velocityLifetime == nil {
        let calm = try CueShow(script, [], isTracking: false, for: model)
        let held = try CueShow(
          script, [.button(1, at: time)], isTracking: false, for: model)
        #expect(held.run.findings.map(\.text) == [])
        #expect(held.run.outcome.ending == .done && held.run.outcome.isStopConfirmed)
        let worst = held.worstError
        let stated = Double(held.run.outcome.tolerance) / 1000
        #expect(worst.degrees <= stated, "\(stated), \(worst): \(held.told)")
        let (goal, place) = (
          try #require(calm.run.outcome.displacement), try #require(held.run.outcome.displacement)
        )
        for axis in [Axis.yaw, .pitch] {
          #expect(abs(goal[axis] - place[axis]) <= 2 * stated, "\(axis) of \(model.name)")
        }
      }
    }
  }
}
