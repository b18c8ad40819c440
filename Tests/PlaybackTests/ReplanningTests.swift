import Hardware
import Motion
import Rehearsal
import Schedules
import Simulation
import Testing

@testable import Playback

/// Shows on a dock that stands elsewhere than they assume.
struct ReplanningTests {
  /// Shows that end at 50 degrees to the right, and what their second region moves the dock by
  /// before that.
  private static let ends = [
    "pan by 10deg right over 1s; pan to 50deg right over 2s",
    "pan to 50deg right over 2s",
    "pan by 10deg right over 1s easing smooth; pan to 50deg right over 2s easing smooth",
    "pan by 10deg right over 1s; wait for button 2 for at most 1s; pan to 50deg right over 2s",
    "repeat 3 { pan by 10deg right over 1s; pan to 50deg right over 2s }",
    "together { { pan by 10deg right over 1s; pan to 50deg right over 2s }; wait 1s }",
    "race { pan by 40deg right over 4s; wait 1s }; pan to 50deg right over 2s",
    "ramp pan to 10deg/s right over 1s; pan to 50deg right over 2s",
    "pan to 80deg right over 4s; pan by 30deg left over 1s",
    "pan by 10deg right over 4s; pan by 10deg left over 1s; pan to 50deg right over 2s",
  ]

  @Test("a move to a place ends there, wherever it begins", arguments: ends, [0, 3, 5, 6, 7])
  func places(show: String, press: Int) throws {
    let script = """
      pan to 30deg right over 1s
      tracking on
      wait 3s
      on button 1 pausing { tilt by 5deg up over 300ms; tilt by 5deg down over 300ms }
      \(show)
      wait 100ms
      """
    let presses = press > 0 ? [Happening.button(1, at: Double(press) + 0.03)] : []
    let run = try CueShow(script, presses + [.end(at: 60)]).run
    let time = run.outcome.length / 1_000_000
    #expect(run.findings.map(\.text) == [])
    let end = try #require(run.trace.position(of: .yaw, at: time - 50))
    #expect(abs(end - 50) < 0.02, "\(end)")
  }

  @Test(
    "wherever the dock stands, a show that goes home ends there", arguments: DockModel.all.indices)
  func anywhere(model: Int) throws {
    let model = DockModel.all[model]
    var random = SplitMix64(7)
    let schedule = try compile(
      """
      limit pan to 200deg left .. 200deg right
      pan by 15deg right over 1s easing smooth
      pan by 15deg left over 500ms
      animate yes
      tilt to 8deg up over 800ms easing smooth
      move to pose(pan: 30deg left, tilt: 10deg down) over 2s
      tracking on
      wait 1s
      pan by 10deg left over 700ms
      move to home over 2s
      """, for: model)
    for _ in 0..<Thorough.count(100, sample: 40) {
      let pose = PerAxis<Int32>(
        yaw: random.number(-170_000...170_000), pitch: random.number(-38_000...27_000), roll: 0)
      let rehearsal = rehearse(schedule, from: pose)
      #expect(rehearsal.outcome.ending == .done, "\(pose)")
      #expect(rehearsal.findings.map(\.text) == [], "\(pose)")
      let end = rehearsal.outcome.time(of: schedule.length) / 1_000_000
      for axis in [DockAxis.yaw, .pitch] {
        let position = try #require(rehearsal.trace.position(of: axis, at: end))
        #expect(abs(position) < 0.012, "\(pose), \(axis)")
      }
    }
  }

  @Test(
    "a path goes exactly through its waypoints from wherever it begins",
    arguments: ["over 8s", "within 3deg over 8s", "within 3deg", "at 30deg/s"], [-120, 20, 40, 50])
  func through(clause: String, start: Int32) throws {
    let schedule = try compile(
      """
      let wing = pose(pan: 40deg right, tilt: 5deg up)
      move through wing, home, pose(pan: 40deg left, tilt: 0deg) \(clause)
      """)
    var told: [Step] = []
    let pose = PerAxis<Int32>(yaw: start * 1000, pitch: 0, roll: 0)
    let run = rehearse(schedule, from: pose) {
      if case .began(_, let step) = $0.kind, !step.axes.isEmpty { told.append(step) }
    }
    #expect(run.findings.map(\.text) == [])
    #expect(run.outcome.misplacement == nil)
    #expect(told.map(\.from.yaw) == [start * 1000] && told.first?.kind == .through)
    #expect(told.map(schedule.words(for:)).first?.hasPrefix("move through 3 poses") == true)
    let end = run.outcome.time(of: schedule.length) / 1_000_000
    // Where it turns back it is there; each axis may be off by a tenth of a degree.
    let wing = (0...end).map { time in
      let yaw = run.trace.position(of: .yaw, at: time) ?? .nan
      let pitch = run.trace.position(of: .pitch, at: time) ?? .nan
      return max(abs(yaw - 40), abs(pitch + 5))
    }
    #expect(try #require(wing.min()) < 0.15)
    #expect(abs((run.trace.position(of: .yaw, at: end) ?? .nan) + 40) < 0.012)
    if clause == "at 30deg/s" {
      #expect(try #require(run.trace.peakSpeed(of: .yaw, in: 0...end)) < 31)
    }
  }

  @Test("a path that is cut off or held goes on from where it began", arguments: [7.5, 8.5, 9.5])
  func throughInPart(press: Double) throws {
    let cut = """
      pan to 60deg left over 2s
      tracking on
      wait 5s
      race { pan through 20deg right, 0deg over 4s; wait for button 1 }
      wait 1s
      """
    let held = """
      on button 1 pausing { tilt by 5deg up over 300ms; tilt by 5deg down over 300ms }
      pan to 60deg left over 2s
      tracking on
      wait 5s
      pan through 20deg right, 0deg over 4s
      wait 1s
      """
    for script in [cut, held] {
      let show = try CueShow(script, [.button(1, at: press), .end(at: 30)])
      #expect(show.run.findings.map(\.text) == [])
      #expect(show.run.outcome.misplacement == nil)
      // From home, to which the tracker has turned the dock.
      // It comes to rest on its way.
      let time = Int(press * 1000) + 90
      let places = (7100...time).compactMap { show.run.trace.position(of: .yaw, at: $0) }
      #expect(places.allSatisfy { $0 > -0.1 && $0 < 20.1 }, "\(script)")
      // Up to 9 s it goes to the right.
      let isOnward = zip(places, places.dropFirst()).allSatisfy { $1 > $0 - 0.001 }
      #expect(isOnward || press > 9, "\(script)")
    }
  }

  @Test("limits and what tracking is given back to hold in a region that is planned again")
  func surroundings() throws {
    let schedule = try compile(
      """
      limit pan to 60deg left .. 60deg right at 30deg/s
      tracking off
      wait 1s
      pan to 50deg right over 3s
      wait 1s
      """)
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: -50_000, pitch: 0, roll: 0))
    #expect(rehearsal.findings.map(\.text) == [])
    #expect(rehearsal.outcome.stretches.map(\.reason).contains(.replanned))
    #expect(rehearsal.outcome.isTrackingRestored)
    let peak = rehearsal.trace.peakSpeed(of: .yaw, in: 0...5400) ?? 0
    #expect(peak > 29 && peak < 30.001)
  }

  @Test("a speed that a move names holds from wherever it begins")
  func speed() throws {
    let schedule = try compile(
      """
      tracking off
      wait 1s
      pan to 30deg right at 20deg/s
      wait 1s
      """)
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: -90_000, pitch: 0, roll: 0))
    #expect(rehearsal.findings.map(\.text) == [])
    let end = rehearsal.trace.end / 1_000_000
    let peak = rehearsal.trace.peakSpeed(of: .yaw, in: 0...end) ?? 0
    // The sent speed brings the motor back onto the plan: now and then it is a little greater.
    #expect(peak > 19.9 && peak < 20.5, "\(peak)")
    #expect(abs((rehearsal.trace.position(of: .yaw, at: end) ?? 0) - 30) < 0.01)
  }

  @Test("a straight move is straight from wherever it begins")
  func straight() throws {
    let schedule = try compile(
      """
      tracking off
      wait 1s
      move to pose(pan: 40deg right, tilt: 10deg up) straight
      wait 1s
      """)
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: -80_000, pitch: 20_000, roll: 0))
    #expect(rehearsal.findings.map(\.text) == [])
    var farthest = 0.0
    for time in stride(from: 0, through: rehearsal.trace.end / 1_000_000, by: 5) {
      let yaw = try #require(rehearsal.trace.position(of: .yaw, at: time))
      let pitch = try #require(rehearsal.trace.position(of: .pitch, at: time))
      // 120 degrees to the right and 30 up.
      farthest = max(farthest, abs((pitch - 20) + (yaw + 80) / 4))
    }
    // Each axis may be off by a tenth of a degree.
    #expect(farthest < 0.13, "\(farthest)")
  }

  @Test("a move that goes on from a velocity does so from wherever it begins", arguments: -9...9)
  func splice(start: Int) throws {
    let schedule = try compile(
      """
      ramp pan to 30deg/s right over 1s
      pan to 90deg right
      wait 1s
      """)
    // The turn is relative; from some of these places it leads beyond the target.
    let yaw = Int32(start * 20_000)
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: yaw, pitch: 0, roll: 0))
    #expect(rehearsal.outcome.ending == .done)
    #expect(rehearsal.findings.map(\.text) == [])
    let end = try #require(rehearsal.trace.position(of: .yaw, at: rehearsal.trace.end / 1_000_000))
    #expect(abs(end - 90) < 0.012, "\(end)")
  }

  @Test(
    "a move whose curve goes beyond its ends is not stopped by a limit, and ends at its place",
    arguments: ["spring", "spring(0.5)", "spring(0.9)", "anticipate"], -2...2)
  func overshoot(easing: String, start: Int) throws {
    let first = "pan to 19deg right over 4s easing \(easing)"
    for first in [first, "race { \(first); wait 3s }"] {
      let schedule = try compile(
        """
        limit pan to 20deg left .. 20deg right
        tracking off
        wait 1s
        \(first)
        pan to 17deg right over 4s easing \(easing)
        wait 1s
        """, from: PerAxis(yaw: 18_500, pitch: 0, roll: 0))
      let run = rehearse(schedule, from: PerAxis(yaw: Int32(start * 9500), pitch: 0, roll: 0))
      #expect(run.findings.map(\.text) == [])
      #expect(run.outcome.misplacement == nil)
      let end = try #require(run.trace.position(of: .yaw, at: run.trace.end / 1_000_000))
      #expect(abs(end - 17) < 0.012, "\(first): \(end)")
    }
  }
}
