import Diagnosis
import Hardware
import Motion
import Playback
import Schedules
import Simulation
import Testing

@testable import Rehearsal

/// Pausing handlers above a show whose dock is not where it was assumed to be: the tracker has
/// turned it before the show takes the motors.
@Suite struct HoldTests {
  /// Ada is at 15deg right, from where the pan turns 20deg, which the tap pauses half way.
  private func play(
    _ handlers: String, _ show: String = "pan by 20deg right over 4s; wait 1s",
    happening more: String = ""
  ) throws -> RunRecord {
    let (run, _, _) = try PersonTests.run(
      """
      scene {
          person ada at 15deg right, 2m away
          at 5s tap
          \(more)
      }
      \(handlers)
      wait 3s
      \(show)
      """)
    return run
  }

  private func yaw(_ run: RunRecord, _ seconds: Double) -> Double {
    run.trace.position(of: .yaw, at: Int(seconds * 1000)) ?? .nan
  }

  /// Checks that the show of `run` has begun where the dock stood, and ended `way` from there.
  private func expect(_ run: RunRecord, goes way: Double = 20) {
    let last = Double(run.outcome.length) / 1e9
    #expect(abs(yaw(run, last) - yaw(run, 3) - way) < 0.15, "\(yaw(run, 3)) \(yaw(run, last))")
    #expect(abs(yaw(run, 3) - 15) < 2)
    #expect(run.findings == [] && run.outcome.ending == .done)
  }

  @Test(
    "the dock goes back to where it stood, wherever it was planned to stand",
    arguments: [
      "follow person for 2s",
      "follow person with pan for 2s",
      "race { follow person until lost; wait 1s }",
      "tracking on; wait 1s",
      "pan to 40deg right; wait 1s",
      "pan to person; wait 1s",
      "pan through 40deg right, 30deg right; wait 1s",
      "follow person for 1s; tracking on; wait 1s",
      "tilt by 10deg up; follow person for 1s; pan to 10deg left",
      "pan by 5deg left; follow person for 1s; follow person for 1s; pan by 5deg left",
      "pan by 5deg left",
      "pan to 40deg right over 1s; race { wait for button 1; wait 4s }",
      "wait for button 1",
    ])
  func goesBack(block: String) throws {
    let run = try play("on tap pausing { \(block) }", happening: "at 8s press button 1")
    expect(run)
    // What is left of the pan begins where it was paused.
    let left = try #require(run.trace.extremes(of: .yaw, in: (last(run) - 2990)...last(run)))
    #expect(abs(left.lowerBound - yaw(run, 5.05)) < 0.3, "\(left) \(yaw(run, 5.05))")
  }

  private func last(_ run: RunRecord) -> Int { Int(run.outcome.length / 1_000_000) }

  @Test(
    "a handler above a handler goes back to where that stood, and that to where the show did",
    arguments: [
      ("pan by 5deg right over 2s; wait 1s", "follow person for 1s"),
      ("pan by 5deg right over 2s; wait 1s", "pan to 40deg right over 1s"),
      ("follow person for 1s; pan by 5deg left over 4s", "tracking on; wait 1s"),
      ("follow person for 4s; pan by 5deg left over 1s", "pan to 40deg right over 1s"),
      ("pan to 40deg right over 3s; pan by 5deg right over 1s", "follow person for 1s"),
      ("tracking on; wait 4s", "pan to 40deg right over 1s; follow person for 1s"),
    ], [6.0, 6.5, 7.1, 8.4, 9.2, 9.21])
  func nested(blocks: (outer: String, inner: String), time: Double) throws {
    let run = try play(
      "on tap pausing { \(blocks.outer) }\non button 1 pausing { \(blocks.inner) }",
      happening: "at \(Int(time * 1000))ms press button 1")
    expect(run)
  }

  @Test("the way back is made under the limits of the show, and not those of the handler")
  func limits() throws {
    let run = try play(
      "on tap pausing { limit pan to 10deg left .. 15deg right; tracking on; wait 1s }")
    expect(run)
  }

  @Test("the way back is paused itself, and goes on to where the show stood")
  func wayBack() throws {
    let run = try play(
      """
      limit pan at 10deg/s
      on tap pausing { follow person for 2s }
      on button 1 pausing { pan to 20deg left over 3s; follow person for 1s }
      """, happening: "at 7500ms press button 1")
    expect(run)
  }

  @Test("a handler that begins at the end of the way back goes back to where that led")
  func behindWayBack() throws {
    let run = try play(
      """
      on tap pausing { pan to 15deg right over 1s }
      on button 1 pausing { pan to 10deg left over 1s }
      """, "spin pan at 5deg/s right; wait 4s; stop; wait 1s",
      happening: "at 6150ms press button 1")
    expect(run, goes: 20.19)
  }

  @Test(
    "an event in the millisecond in which the motors are taken finds the dock on its way",
    arguments: ["tilt to 0deg", "move to home"])
  func asTheMotorsAreTaken(move: String) throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene {
          person ada at 15deg right, 10deg up, 2m away
          at 3s tap
      }
      on tap pausing { pan to 40deg right over 1s }
      wait 3s
      \(move)
      pan by 20deg right over 4s
      """)
    let end = Int(run.outcome.length) / 1_000_000
    let tilt = try #require(run.trace.position(of: .pitch, at: end))
    #expect(abs(tilt) < 0.02, "\(tilt)")
    #expect(run.findings == [] && run.outcome.ending == .done)
  }

  @Test("each pause of a show keeps its own places")
  func again() throws {
    let run = try play(
      "on tap pausing { follow person for 1s }\non button 1 pausing { pan to 40deg right over 1s }",
      happening: "at 8s press button 1; at 11s tap")
    expect(run)
  }

  @Test("moves to a place go to their place afterwards", arguments: [0, 1])
  func places(tail: Int) throws {
    let show = [
      "pan to 20deg right over 4s; wait 1s", "pan by 20deg right over 4s; pan to 5deg left",
    ]
    let run = try play("on tap pausing { follow person for 2s }", show[tail])
    #expect(abs(yaw(run, Double(run.outcome.length) / 1e9) - [20, -5][tail]) < 0.1)
    #expect(run.findings == [] && run.outcome.ending == .done)
  }

  @Test("a task that a race ends is no longer gone back for, and the dock stands where it stood")
  func race() throws {
    let run = try play(
      "on tap pausing { follow person for 2s }",
      "race { pan by 20deg right over 4s; wait for button 1 }; pan by 5deg right over 1s",
      happening: "at 6s press button 1")
    #expect(run.findings == [] && run.outcome.ending == .done)
  }

  @Test("a handler that another replaces leaves nothing behind")
  func replaced() throws {
    let run = try play(
      """
      on tap pausing { follow person for 4s }
      on button 1 replacing { pan to 10deg right over 1s; pan by 5deg right over 1s }
      """, happening: "at 6s press button 1")
    #expect(abs(yaw(run, Double(run.outcome.length) / 1e9) - 15) < 0.1)
    #expect(run.findings == [] && run.outcome.ending == .done)
  }

  @Test(
    "a way back leads as far from its place as the dock was off its plan, within the limits",
    arguments: [(0, 20), (30_000, 45), (-20_000, 0)] as [(Int32, Double)])
  func byHand(place: Int32, end: Double) throws {
    let text = """
      dock-schedule 2
      profile stand
      0 tracking off
      0 hold 1
      0 +1000 move pitch ~0 -> 10000
      1000 +2000 move back 1 pitch 10000 -> \(place)
      3000 +500 wait
      3500 +1000 move by pitch ~\(place) -> \(place - 5000)
      4500 +500 wait
      5000 tracking restore
      5000 end
      """
    var (sources, log) = (SourceMap(), Diagnostics())
    let schedule = readSchedule(
      Array(text.utf8), name: "x", sources: &sources, reporting: &log)
    let run = rehearse(try #require(schedule), from: PerAxis(yaw: 0, pitch: 20_000, roll: 0))
    let pitch = { (time: Int) in run.trace.position(of: .pitch, at: time) ?? .nan }
    #expect(abs(pitch(1000) - 10) < 0.1 && abs(pitch(3400) - end) < 0.1, "\(pitch(3400))")
    #expect(abs(pitch(4900) - end + 5) < 0.1, "\(pitch(4900))")
    #expect(run.findings.map(\.text) == [] && log.all.isEmpty)
  }
}
