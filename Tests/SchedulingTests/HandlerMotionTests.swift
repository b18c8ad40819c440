import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// A paused motion takes its planned path; with cases in which it once did not.
@Suite struct HandlerMotionTests {
  private let tap = WorldEvent(.tap)

  // MARK: - The same motion

  /// The show's own motions are the same with and without a pause: to the millidegree where they
  /// are not interrupted, and in their own time where they are.
  @Test(arguments: 0..<60 as Range<Int>)
  func whatRemainsIsTheSameMotion(seed: Int) throws {
    var random = SplitMix64(seed)
    var moves: [String] = []
    for _ in 0..<4 {
      let (pan, tilt) = (
        Int.random(in: -90...90, using: &random), Int.random(in: 0...9, using: &random)
      )
      moves.append(
        [
          "pan to \(pan)deg right", "pan to \(pan)deg right over 8s easing smooth",
          "move to pose(pan: \(pan)deg right, tilt: \(tilt)deg down) over 9s",
          "pan through \(pan / 2)deg left, \(pan)deg right over 20s",
        ].randomElement(using: &random) ?? "")
    }
    let text = "on tap pausing {\npan by 9deg left over 1s }\n" + moves.joined(separator: "\n")
    let calm = try Playing(text)
    var paused = try Playing(text)
    let moment = Int32.random(in: 1..<calm.cue.schedule.length, using: &random)
    try paused.happen(tap, at: moment)
    let (planned, whole) = (calm.whole(), paused.whole())
    for axis in [Axis.yaw, .pitch] {
      let (mine, its) = (planned.motions(of: axis), whole.motions(of: axis))
      #expect(mine == its, "seed \(seed) at \(moment)\n\(text)")
    }
    for step in whole.steps where step.kind == .warp { try expectOwnTime(of: step, in: whole) }
  }

  /// Holds `step`, a warp, to being where its motion is at its own time, added up in small parts.
  private func expectOwnTime(of step: Step, in schedule: Schedule) throws {
    let warp = schedule.warps[Int(step.extra)]
    for axis in step.axes.members {
      let limits = try #require(schedule.limits[0][axis]?.inDegrees)
      let bent = try #require(schedule.profile(of: axis, in: step, from: 0, within: limits))
      let even = try #require(schedule.profile(of: axis, in: warp.whole, from: 0, within: limits))
      var own = Double(warp.begin) / 1000
      for part in 0..<Int(step.length) {
        let time = Double(part) / 1000
        let gap = bent.state(at: time).position - even.state(at: min(own, even.length)).position
        #expect(abs(gap) < 1e-6)
        own += warp.rate(at: time + 0.0005) / 1000 + warp.bend(at: time + 0.0005) / 24e9
      }
    }
  }

  // MARK: - Once wrong

  /// A motion that is almost at a limit has next to no room to slow down: it goes on until it has,
  /// and never longer than it would have.
  @Test func aCallInAnyMillisecondOfAQuickMove() throws {
    for moment: Int32 in stride(from: 1, to: 875, by: Thorough.step(1, sample: 9)) {
      var playing = try Playing(
        "on tap pausing { tilt by 5deg down over 1s }\npan to 63deg right\nwait 1s")
      try playing.happen(tap, at: moment)
      let start = try #require(playing.cue.handlings.first?.start)
      #expect(start <= max(875 - moment, 0) + 8, "at \(moment)")
      #expect(playing.whole().findings().isEmpty, "at \(moment)")
    }
  }

  /// A show that has not taken the motors yet is where the handler has left the dock.
  @Test func aHandlerBeforeTheFirstMove() throws {
    var playing = try Playing(
      "on tap pausing { pan to 80deg left over 2s }\nwait 500ms\nspin pan at 2deg/s left for 1s\n"
        + "stop\nmove to pose(pan: 60deg right) over 4s")
    try playing.happen(tap, at: 160)
    let moves = playing.steps(.move)
    #expect(moves.map(\.from.yaw) == [0, -82_000] && moves.map(\.to.yaw) == [-80_000, 60_000])
    #expect(playing.steps(.giveBack).map(\.start) == [2000, moves[1].end])
    #expect(playing.whole().findings().isEmpty)
  }

  /// A motion that begins in the very millisecond of a call goes on for another, and slows down;
  /// one that is replaced does not begin.
  @Test(arguments: [("replacing", 0), ("pausing", 1)])
  func aCallAsAMotionBegins(policy: String, count: Int) throws {
    var playing = try Playing(
      "on tap \(policy) { wait 1s }\npan to 30deg right over 2s\npan to 10deg right over 2s")
    try playing.happen(tap, at: 2000)
    let begun = playing.cue.schedule.steps.filter { $0.start == 0 && !$0.axes.isEmpty }
    #expect(begun.count == count && begun.allSatisfy { $0.kind == .warp && $0.length > 0 })
    #expect(playing.whole().findings().isEmpty)
  }

  /// An axis that a move names and that need not move is in use for it all the same.
  @Test func anAxisThatNeedNotMoveIsInUse() throws {
    var playing = try Playing(
      "on tap pausing { pan by 9deg left over 1s }\npan to 50deg right\n"
        + "move to pose(pan: 50deg right, tilt: 20deg down) straight over 5s\nwait 1s")
    try playing.happen(tap, at: 2000)
    try playing.happen(tap, at: 2200)
    let whole = playing.whole()
    #expect(whole.findings().isEmpty, "\(whole.findings())")
    // To slow down takes 24 ms of the show, to set out again another 24: once, not for each call.
    let back = try #require(playing.steps(.move).last?.length)
    #expect(playing.end() == 6731 + 2 * 24 + 2 * (1000 + back))
    #expect(playing.endings.map(\.result) == [.done, .done])
  }

  /// A motion slows down for as long as what turns beside it takes to stop, so that the show has
  /// one time: it carries on to where it was to go.
  @Test(arguments: [727, 1500, 4000])
  func whatTurnsAndWhatMovesSlowDownAlike(time: Int32) throws {
    var playing = try Playing(
      """
      on tap pausing { tilt to 5deg up over 1s }
      ramp pan to 46deg/s left over 200ms
      tilt to 18.6deg down over 6.2s easing ease_in_out
      stop
      """)
    try playing.happen(tap, at: time + 200)
    let stop = try #require(playing.steps(.ramp).first { $0.to.yaw == 0 })
    let block = try #require(playing.steps(.move).first { $0.to.pitch == -5000 })
    #expect(block.start >= stop.end)
    let warp = try #require(playing.steps(.warp).last)
    let changes = playing.cue.schedule.warps[Int(warp.extra)].changes
    let own = playing.cue.schedule.warps[Int(warp.extra)].begin
    #expect(own + warp.length - (changes.first?.length ?? 0) / 2 == 6200)
    #expect(playing.whole().findings().isEmpty)
  }

  /// A motion that sets out again may be cut off before it has its rate.
  @Test func aWarpIsCutOff() throws {
    var playing = try Playing(
      """
      on tap pausing { tilt by 5deg down over 1s }
      race { pan by 23deg left over 3s; wait 1054ms }
      """)
    try playing.happen(tap, at: 978)
    let cut = try #require(playing.steps(.cut).first)
    #expect(playing.cue.schedule.cuts[Int(cut.extra)].whole.kind == .warp)
    #expect(playing.whole().findings().isEmpty)
  }

  /// A pause does not include the axes that a handler moves at the same time as the show.
  @Test func aHandlerBesideAPause() throws {
    var playing = try Playing(
      "on button 1 { tilt to 20deg down over 3s; wait 5s; tilt to 0deg down over 2s }\n"
        + "on tap pausing { pan by 5deg left over 1s }\npan to 60deg right over 6s")
    try playing.happen(WorldEvent(.button, .pressed, number: 1), at: 500)
    try playing.happen(tap, at: 2500)
    let tilts = playing.whole().steps.filter { $0.axes == AxisSet(.pitch) }
    #expect(tilts.map(\.start) == [500, 8500] && tilts.map(\.length) == [3000, 2000])
    #expect(tilts.map(\.to.pitch) == [20_000, 0])
    #expect(playing.whole().findings().isEmpty)
  }
}

extension Schedule {
  /// A motion as it was to be.
  fileprivate struct Motion: Equatable {
    let kind: Step.Kind
    let (from, to, length): (Int32, Int32, Int32)
  }

  /// The motions of `axis` by the show, which stands from the third line on, in order.
  fileprivate func motions(of axis: Axis) -> [Motion] {
    var motions: [Motion] = []
    for step in steps where step.axes.contains(axis) && step.line > 2 {
      let whole = step.kind == .warp ? warps[Int(step.extra)].whole : step
      let motion = Motion(
        kind: whole.kind, from: whole.from[axis], to: whole.to[axis], length: whole.length)
      let goesOn = step.kind == .warp && warps[Int(step.extra)].begin > 0
      if !goesOn || motions.last != motion { motions.append(motion) }
    }
    return motions
  }
}

extension Schedule.Warp {
  /// The rate `time` seconds after the start.
  fileprivate func rate(at time: Double) -> Double {
    var rate = begin == 0 ? 1.0 : 0
    for change in changes where time > Double(change.time) / 1000 {
      let x = min(1, (time - Double(change.time) / 1000) / max(1e-9, Double(change.length) / 1000))
      rate += (Double(change.rate) / 100 - rate) * x * x * (3 - 2 * x)
    }
    return rate
  }

  /// By how much the rate bends then, a second and a second.
  fileprivate func bend(at time: Double) -> Double {
    (rate(at: time + 1e-4) + rate(at: time - 1e-4) - 2 * rate(at: time)) * 1e8
  }
}
