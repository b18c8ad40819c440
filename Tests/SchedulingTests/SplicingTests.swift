import Motion
import Schedules
import Testing
import Vocabulary

@Suite("Moves of axes that are moving") struct SplicingTests {
  /// The moves of the schedule of `script`, with the profile of each axis.
  private func moves(
    _ script: String, at place: SourceLocation = #_sourceLocation
  ) throws -> [(step: Step, profiles: [(axis: Axis, profile: Profile)])] {
    let compiled = Compiling(script)
    #expect(compiled.errors.isEmpty, "\(script)\(compiled.rendered)", sourceLocation: place)
    let schedule = try #require(compiled.schedule, sourceLocation: place)
    return try schedule.steps.filter { $0.kind == .move }.map { step in
      (
        step,
        try step.axes.members.map { axis in
          let limits = try #require(schedule.limits[0][axis]?.inDegrees)
          let profile = schedule.profile(of: axis, in: step, from: 0, within: limits)
          return (axis, try #require(profile, sourceLocation: place))
        }
      )
    }
  }

  @Test func aMoveGoesOnFromTheSpeedTheAxisHas() throws {
    var random = Chance(seed: 81)
    for _ in 0..<300 {
      let (pan, tilt) = (random.number(-90...90), random.number(-20...20))
      let (far, high) = (random.number(-80...80), random.number(-15...15))
      let over = random.once(in: 2) ? " over \(random.number(3...9))s" : ""
      let script = """
        spin pan at \(pan)deg/s right for 300ms
        spin tilt at \(tilt)deg/s down for 300ms
        move to pose(pan: \(far)deg right, tilt: \(high)deg down)\(over)
        """
      let (step, profiles) = try #require(try moves(script).last)
      #expect(profiles.count == 2)
      for (axis, profile) in profiles {
        let (start, end) = (profile.state(at: 0), profile.state(at: Double(step.length) / 1000))
        #expect(abs(start.position - Double(step.from[axis]) / 1000) < 1e-9)
        #expect(abs(start.velocity - (axis == .yaw ? pan : tilt)) < 1e-9)
        #expect(abs(start.acceleration) < 1e-9)
        #expect(abs(end.position - Double(step.to[axis]) / 1000) < 1e-9)
        #expect(abs(end.velocity) < 1e-9 && abs(profile.length * 1000 - Double(step.length)) < 1e-6)
        let peaks = profile.peaks
        #expect(peaks.speed <= 90 * (1 + 1e-9) && peaks.acceleration <= 720 * (1 + 1e-9))
        #expect(peaks.jerk <= 14_400 * (1 + 1e-9))
      }
    }
  }

  @Test func itIsQuickerThanStoppingFirst() throws {
    let onward = Compiling("spin pan at 40deg/s right for 1s\npan to 90deg right")
    let stopping = Compiling("spin pan at 40deg/s right for 1s\nstop\npan to 90deg right")
    let (one, other) = (try #require(onward.schedule), try #require(stopping.schedule))
    #expect(one.length < other.length - 50)
  }

  @Test func aSpeedForAMoveHoldsOverAllOfIt() throws {
    for script in [
      "pan to 5deg right at 10deg/s", "pan by 200deg left at 10deg/s",
      "move to pose(pan: 8deg left, tilt: 3deg up) at 10deg/s",
      "spin pan at 10deg/s left for 1s\npan to 40deg right at 10deg/s",
    ] {
      for (_, profile) in try #require(try moves(script).last).profiles {
        #expect(profile.peaks.speed <= 10 * (1 + 1e-9), "\(script)")
      }
    }
  }

  @Test func straightIsStraight() throws {
    var random = Chance(seed: 82)
    for _ in 0..<100 {
      let script = """
        limit tilt at 30deg/s acceleration 200deg/s^2 jerk 3000deg/s^3
        pan to \(random.number(-90...90))deg right
        tilt to \(random.number(-30...30))deg down
        move to pose(pan: \(random.number(-90...90))deg right, \
        tilt: \(random.number(-30...30))deg down) straight over 5s
        """
      let (step, profiles) = try #require(try moves(script).last)
      guard profiles.count == 2 else { continue }
      for part in 0...100 {
        let shares = profiles.map { axis, profile in
          let way = Double(step.to[axis] - step.from[axis]) / 1000
          let state = profile.state(at: Double(step.length) / 1000 * Double(part) / 100)
          return (state.position - Double(step.from[axis]) / 1000) / way
        }
        #expect(abs(shares[0] - shares[1]) < 1e-9)
      }
    }
  }

  @Test func aMoveThatCannotGoOnInItsTimeIsNoMotion() throws {
    let compiled = Compiling("spin pan at 40deg/s right for 1s\npan to 90deg right")
    var schedule = try #require(compiled.schedule)
    let index = try #require(schedule.steps.firstIndex { $0.kind == .move })
    let limits = try #require(schedule.limits[0].yaw?.inDegrees)
    for length: Int32 in [0, 1, 300] {
      schedule.steps[index].length = length
      let step = schedule.steps[index]
      #expect(schedule.profile(of: .yaw, in: step, from: 0, within: limits) == nil)
    }
  }

  @Test(
    arguments: [
      "pan to 40deg right over 3s easing smooth", "move to pose(pan: 30deg left) straight",
      "pan through 40deg right, 10deg left", "move to home straight easing linear",
    ])
  func aShapedMoveStopsItsAxesFirst(move: String) throws {
    let compiled = Compiling("spin pan at 40deg/s right for 1s\n" + move)
    let schedule = try #require(compiled.schedule)
    let ramps = schedule.steps.filter { $0.kind == .ramp }
    #expect(ramps.count == 2 && ramps.last?.to.yaw == 0)
  }
}

/// Seeded random numbers for scripts.
private struct Chance {
  private var random: SplitMix64

  init(seed: Int) {
    print("seed \(seed)")
    random = SplitMix64(seed)
  }

  /// A number with one decimal.
  mutating func number(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: (range.lowerBound * 10)...(range.upperBound * 10), using: &random)) / 10
  }

  mutating func once(in count: Int) -> Bool { random.once(in: count) }
}
