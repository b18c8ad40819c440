import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// The times of the policies, worked out by hand from what the dock can do.
@Suite struct HandlerPolicyTests {
  /// What the stand can do with any axis, in degrees and seconds.
  private let acceleration = 720.0
  private let jerk = 14_400.0

  /// The milliseconds in which an even motion of `speed` slows to a stop along its path: its rate
  /// falls as 1 - 3x² + 2x³, in a multiple of eight.
  private func slowing(from speed: Double) -> Int32 {
    let seconds = max(1.5 * abs(speed) / acceleration, (6 * abs(speed) / jerk).squareRoot())
    return Int32((seconds * 1000 / 8).rounded(.up)) * 8
  }

  /// The milliseconds of the quickest stop from an even motion of `speed`.
  private func stopping(from speed: Double) -> Int32 {
    let peak = acceleration * acceleration / jerk
    let seconds =
      abs(speed) < peak
      ? 2 * (abs(speed) / jerk).squareRoot() : abs(speed) / acceleration + acceleration / jerk
    return Int32((seconds * 1000).rounded(.up))
  }

  /// The milliseconds of the quickest way of `degrees` from rest to rest that is too short to
  /// reach the greatest speed.
  private func returning(over degrees: Double) -> Int32 {
    // Half of it gains speed: with as much jerk up as down, or with an even acceleration between.
    let quarter = (degrees / (2 * jerk)).cubeRoot
    let ramp = acceleration / jerk
    let seconds =
      quarter <= ramp
      ? 4 * quarter : ramp + (ramp * ramp + 4 * degrees / acceleration).squareRoot()
    return Int32((seconds * 1000).rounded(.up))
  }

  /// How fast `axis` of `step` is `milliseconds` after its start.
  private func speed(_ playing: Playing, _ step: Step, at milliseconds: Int32) throws -> Double {
    let schedule = playing.cue.schedule
    let limits = try #require(schedule.limits[0].yaw?.inDegrees)
    let profile = schedule.profile(of: .yaw, in: step, from: 0, within: limits)
    return try #require(profile).state(at: Double(milliseconds) / 1000).velocity
  }

  // MARK: - Pausing

  @Test func pausingTakesWhatTheDockNeeds() throws {
    var playing = try Playing(
      "on tap pausing { tilt by 1deg down over 1s; log \"there\" }\npan to 90deg right over 6s")
    let move = try #require(playing.steps(.move).first)
    let length = slowing(from: try speed(playing, move, at: 3000))
    try playing.happen(WorldEvent(.tap), at: 3000)
    let back = returning(over: 1)
    let warps = playing.steps(.warp)
    #expect(warps.map(\.start) == [-3000, length + 1000 + back])
    #expect(warps.map(\.end) == [length, 3000 + length + 1000 + back])
    #expect(playing.steps(.move).map(\.start) == [length, length + 1000])
    #expect(playing.steps(.move).map(\.length) == [1000, back])
    #expect(playing.end() == 6000 + length + 1000 + back)
    #expect(playing.logs.map(\.time) == [3000 + length + 1000])
    #expect(playing.endings.map(\.start) == [3000 + length])
    #expect(playing.endings.map(\.end) == [3000 + length + 1000 + back])
  }

  /// Script time is frozen: every later step is delayed by the duration of the handler.
  @Test(
    arguments: [
      "wait 2s; log \"a\"", "every 1s for 4s { log \"a\" }", "repeat 4 { wait 700ms; log \"a\" }",
      "together { { wait 1s; log \"a\" }; { wait 2s; log \"b\" } }; log \"c\"",
      "stagger 600ms { { wait 1s; log \"a\" }; { wait 1s; log \"b\" }; log \"c\" }",
      "race { { wait 2s; log \"a\" }; { wait 3s; log \"b\" } }; log \"c\"",
      "wait for { button 2; timeout 2s { log \"a\" } }; wait 1s; log \"b\"",
      "repeat 2 { race { wait for button 2; wait 1s } ; log \"a\" }",
      "together { every 500ms for 3s { wait 100ms; log \"a\" }; wait 3s }; log \"b\"",
    ], [500, 999, 1001] as [Int32])
  func whatIsInterruptedHasTheRestLeft(show: String, moment: Int32) throws {
    let text = "on tap pausing { wait 730ms }\n" + show
    var calm = try Playing(text)
    try calm.goOn(until: 20_000)
    _ = calm.end()
    var paused = try Playing(text)
    try paused.happen(WorldEvent(.tap), at: moment)
    try paused.goOn(until: 20_000)
    _ = paused.end()
    let later = calm.logs.map { $0.time + ($0.time > moment ? 730 : 0) }
    #expect(later.contains { $0 > 1730 } && paused.logs.map(\.time) == later)
    #expect(paused.logs.map(\.text) == calm.logs.map(\.text))
  }

  // MARK: - Replacing

  @Test func replacingStopsAsQuicklyAsCanBe() throws {
    var playing = try Playing(
      "on tap replacing { wait 250ms; log \"over\" }\npan to 90deg right over 6s\nlog \"never\"")
    let move = try #require(playing.steps(.move).first)
    let length = stopping(from: try speed(playing, move, at: 3000))
    try playing.happen(WorldEvent(.tap), at: 3000)
    #expect(playing.steps(.cut).map(\.end) == [length])
    #expect(playing.end() == 3000 + length + 250)
    #expect(playing.logs.map(\.text) == ["over"])
    #expect(playing.logs.map(\.time) == [3000 + length + 250])
    #expect(playing.endings.map(\.result) == [.preempted, .done])
  }

  // MARK: - Queued and ignoring

  @Test func oneCallWaitsAndTheNewestTakesItsPlace() throws {
    var playing = try Playing(
      "on tap queued { pan by 5deg left over 1s; log \"x\" }\npan to 30deg right over 2s\nwait 2s")
    for moment: Int32 in [100, 200, 300, 400] {
      try playing.happen(WorldEvent(.tap), at: moment)
    }
    let back = returning(over: 5)
    #expect(playing.end() == 2000 + 2 * (1000 + back) + 2000)
    #expect(playing.logs.map(\.time) == [3000, 4000 + back])
    #expect(playing.endings.filter { $0.result == .done }.map(\.start) == [2000, 3000 + back])
    // The second waits until the third comes, and that one until the fourth.
    #expect(playing.endings.filter { $0.result == .dropped }.map(\.end) == [300, 400])
    #expect(playing.drops == 0)
  }

  @Test func ignoringIsDroppedAsLongAsAnythingUsesItsAxes() throws {
    var playing = try Playing(
      "on tap ignoring { pan by 5deg left over 1s; log \"x\" }\nwait 1s\npan to 30deg right over 2s"
        + "\nwait 9s")
    for moment: Int32 in [0, 999, 2500, 3999, 9000] {
      try playing.happen(WorldEvent(.tap), at: moment)
    }
    _ = playing.end()
    // The first takes a second, and the wait of the show has a second left. The second comes in its
    // midst, the next two while the show moves.
    #expect(playing.logs.map(\.time) == [1000, 10_000] && playing.drops == 3)
  }

  // MARK: - At one instant

  @Test func handlersComeBeforeTheShowAndInTheOrderOfTheScript() throws {
    let text = """
      on tap { wait 500ms; log "first" }
      on flip { wait 500ms; log "second" }
      wait 1500ms
      log "show"
      """
    for events: [WorldEvent] in [
      [WorldEvent(.flip), WorldEvent(.tap)], [WorldEvent(.tap), WorldEvent(.flip)],
    ] {
      var playing = try Playing(text)
      for event in events { try playing.happen(event, at: 1000) }
      #expect(playing.end() == 1500)
      #expect(playing.logs.map(\.text) == ["first", "second", "show"])
    }
  }

  @Test func whatTheShowDoesInThatMillisecondIsDoneBefore() throws {
    var playing = try Playing("on tap { log \"tap\" }\nwait 1s\nlog \"show\"\nwait 1s")
    try playing.happen(WorldEvent(.tap), at: 1000)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["show", "tap"])
  }
}

extension Double {
  fileprivate var cubeRoot: Double {
    var root = self > 1 ? self : 1
    for _ in 0..<60 { root -= (root * root * root - self) / (3 * root * root) }
    return root
  }
}
