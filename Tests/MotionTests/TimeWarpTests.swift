import Testing
import Vocabulary

@testable import Motion

struct TimeWarpTests {
  private func randomProfile(_ random: inout SplitMix64, _ limits: AxisLimits) -> Profile {
    let distance = random.magnitude(0.1, 400) * (Bool.random(using: &random) ? 1 : -1)
    let slower = Bool.random(using: &random) ? 1 : random.magnitude(1, 4)
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let least = RestToRest.minimumLength(of: distance, within: limits)
      return .move(
        from: 3, to: 3 + distance, length: least * slower, easing: .plain, within: limits)
    case 1:
      let least = Easing.spring(bounce: 0.4).minimumLength(of: distance, within: limits)
      return .move(
        from: 3, to: 3 + distance, length: least * slower, easing: .spring(bounce: 0.4),
        within: limits)
    case 2:
      let (from, to) = (
        Double.random(in: -80...80, using: &random), Double.random(in: -80...80, using: &random)
      )
      let least = SpeedChange.minimumLength(of: to - from, within: limits)
      return .speedChange(position: 0, from: from, to: to, length: least * slower, within: limits)
    case 3:
      return .hold(position: 1, velocity: .random(in: -80...80, using: &random), length: 2)
    default:
      let start = MotionState(position: 0, velocity: .random(in: -80...80, using: &random))
      let ways = try? Transition(
        from: start, to: MotionState(position: distance), within: limits)
      return ways.map { .planned($0.profile) } ?? .hold(position: 0, velocity: 0, length: 1)
    }
  }

  /// Expects `warp` to keep `limits` in `profile`.
  private func check(_ warp: TimeWarp, _ profile: Profile, _ limits: AxisLimits) {
    let count = 2_000
    for index in 0...count {
      let time = warp.length * Double(index) / Double(count)
      let state = warp.state(of: profile, at: time)
      #expect(abs(state.velocity) <= limits.speed * (1 + 1e-9))
      #expect(abs(state.acceleration) <= limits.acceleration * (1 + 1e-9))
      #expect(abs(state.jerk) <= limits.jerk * (1 + 1e-9))
    }
  }

  @Test func warpsKeepEveryLimit() throws {
    var random = SplitMix64(printing: 91)
    var (atOnce, all) = (0, 0)
    for _ in 0..<Thorough.count(400, sample: 50) {
      let profile = randomProfile(&random, dockLimits)
      let now = Double.random(in: 0...profile.length, using: &random)
      let rate = Bool.random(using: &random) ? 0 : Double.random(in: 0...0.9, using: &random)
      let motions = [(profile: profile, limits: dockLimits)]
      let slowing = try #require(TimeWarp.earliest(from: 1, to: rate, at: now, in: motions))
      #expect(slowing.start >= now && slowing.start <= max(now, profile.length))
      check(slowing, profile, dockLimits)
      (atOnce, all) = (atOnce + (slowing.start == now ? 1 : 0), all + 1)
      let there = slowing.start + slowing.ownLength
      if let back = TimeWarp.earliest(from: rate, to: 1, at: there, in: motions) {
        check(back, profile, dockLimits)
      }
    }
    print("\(atOnce) of \(all) began at once")
  }

  @Test func aPausedMotionCanAlwaysGoOn() throws {
    // From a place of rest the rate may have to rise in steps: at a small rate there is room.
    var random = SplitMix64(printing: 92)
    for _ in 0..<Thorough.count(200, sample: 50) {
      let profile = randomProfile(&random, dockLimits)
      let motions = [(profile: profile, limits: dockLimits)]
      let now = Double.random(in: 0...profile.length, using: &random)
      let warp = try #require(TimeWarp.earliest(from: 0, to: 0.5, at: now, in: motions))
      #expect(warp.start == now)
      check(warp, profile, dockLimits)
    }
  }

  @Test func inACruiseItIsAsShortAsItsLawAllows() throws {
    let cruise = Profile.hold(position: 0, velocity: 60, length: 10)
    let warp = try #require(
      TimeWarp.earliest(from: 1, to: 0, at: 2, in: [(cruise, dockLimits)]))
    #expect(warp.start == 2)
    // Limited by acceleration: 1.5 v / w; or by jerk: 6 v / w².
    let least = max(1.5 * 60 / 720, (6 * 60 / 14_400.0).squareRoot())
    #expect(isClose(warp.length, least, 1e-9))
  }

  @Test func aMotionAtItsLimitsIsSlowedOnceItHasRoom() throws {
    let move = RestToRest(from: 0, to: 90, within: dockLimits)
    let brake = move.length - move.phases.ramp - move.phases.hold / 2
    let warp = try #require(
      TimeWarp.earliest(from: 1, to: 0, at: brake, in: [(.plain(move), dockLimits)]))
    #expect(warp.start > brake && warp.start <= move.length)
    // Early in a move it starts within the cruise.
    let early = try #require(
      TimeWarp.earliest(from: 1, to: 0, at: 0.01, in: [(.plain(move), dockLimits)]))
    #expect(early.start < 0.3)
  }

  @Test func derivativesFitTogether() {
    let profile = Profile.move(
      from: 0, to: 40, length: 2, easing: .curve(.smooth), within: dockLimits)
    let warp = TimeWarp(start: 0.4, from: 1, to: 0.2, length: 0.9)
    for index in 1..<200 {
      let (time, h) = (0.9 * Double(index) / 200, 1e-6)
      let (a, b) = (warp.state(of: profile, at: time - h), warp.state(of: profile, at: time + h))
      let middle = warp.state(of: profile, at: time)
      #expect(abs((b.position - a.position) / (2 * h) - middle.velocity) < 1e-4)
      #expect(abs((b.velocity - a.velocity) / (2 * h) - middle.acceleration) < 1e-3)
      #expect(abs((b.acceleration - a.acceleration) / (2 * h) - middle.jerk) < 1e-2)
    }
    #expect(abs(warp.ownTime(at: 0.9).position - (0.4 + warp.ownLength)) < 1e-15)
    #expect(warp.ownTime(at: 0.9).velocity == 0.2 && warp.ownTime(at: 0).velocity == 1)
  }

  @Test func oddNumbersNeverTrap() {
    let odd = [0, -1, 2, .nan, .infinity, -.infinity, 1e300, 1e-300] as [Double]
    let move = Profile.plain(RestToRest(from: 0, to: 10, within: dockLimits))
    for a in odd {
      for b in odd {
        _ = TimeWarp.earliest(from: a, to: b, at: a, in: [(move, dockLimits)])
        let warp = TimeWarp(start: a, from: b, to: a, length: b)
        _ = warp.state(of: move, at: a)
        _ = TimeWarp.shortestLength(from: a, to: b, peaks: move.peaks, within: dockLimits)
        var limits = dockLimits
        (limits.acceleration, limits.jerk) = (a, b)
        _ = TimeWarp.earliest(from: 1, to: 0, at: 0, in: [(move, limits)])
      }
    }
  }
}

extension TimeWarp {
  /// The earliest warp from rate `from` to rate `to` that keeps all limits, in a motion that is at
  /// `now` seconds of its own time; nil if its rate or its limits allow none.
  static func earliest(
    from: Double, to: Double, at now: Double,
    in motions: [(profile: Profile, limits: AxisLimits)]
  ) -> TimeWarp? {
    let movements = motions.map { Movement($0.profile, $0.limits, at: now) }
    let last = motions.reduce(now) { max($0, $1.profile.length) }
    return soonest(from: from, to: to, in: movements).map {
      TimeWarp(start: min(last, now + $0.delay), from: from, to: to, length: $0.length)
    }
  }
}
