import Quantities
import Testing

@testable import Motion

@Suite("Moves exactly through waypoints") struct PassingTests {
  private let limits = PerAxis<AxisLimits?>(yaw: dockLimits, pitch: dockLimits, roll: nil)
  private let home = PerAxis(all: 0.0)

  /// When each waypoint is passed, in seconds.
  private func times(_ plan: PassingPlan) -> [Double] {
    var end = 0
    let ends = plan.lengths.map { length in
      end += Int(length)
      return end
    }
    return ends.map { Double($0) / Double(end) * Double(plan.length) / 1000 }
  }

  /// The length of one plain move after the other, in milliseconds.
  private func stopping(
    _ from: PerAxis<Double>, _ points: [PerAxis<Double>], _ limits: PerAxis<AxisLimits?>
  ) -> Int32 {
    zip([from] + points, points).reduce(0) { sum, leg in
      var longest = 0.0
      for axis in [Axis.yaw, .pitch] {
        guard let limit = limits[axis] else { continue }
        let way = leg.1[axis] - leg.0[axis]
        longest = max(longest, RestToRest.minimumLength(of: way, within: limit))
      }
      return sum + (Milliseconds.covering(longest) ?? 0)
    }
  }

  private func check(_ plan: PassingPlan, _ limits: PerAxis<AxisLimits?>) throws {
    let times = times(plan)
    for axis in [Axis.yaw, .pitch] {
      let allowed = try #require(limits[axis])
      let passage = try #require(plan.passage(of: axis, within: allowed))
      let peaks = passage.peaks
      #expect(peaks.stretch(within: allowed) <= 1 + 1e-9)
      for (time, point) in zip(times, plan.points) {
        #expect(abs(passage.state(at: time).position - point[axis]) < 1e-9)
      }
      var before = passage.state(at: 0)
      #expect(before.position == plan.from[axis])
      let count = 3_000
      let beat = passage.length / Double(count)
      for step in 1...count {
        let state = passage.state(at: beat * Double(step))
        #expect(abs(state.velocity) <= peaks.speed * (1 + 1e-9) + 1e-12)
        #expect(abs(state.acceleration) <= peaks.acceleration * (1 + 1e-9) + 1e-9)
        #expect(abs(state.jerk) <= peaks.jerk * (1 + 1e-9) + 1e-9)
        #expect(state.position >= peaks.lower - 1e-9 && state.position <= peaks.upper + 1e-9)
        // Nothing jumps from one moment to the next.
        #expect(
          abs(state.velocity - before.velocity) <= allowed.acceleration * beat * (1 + 1e-6) + 1e-9)
        #expect(
          abs(state.acceleration - before.acceleration)
            <= allowed.jerk * beat * (1 + 1e-6) + 1e-6)
        before = state
      }
    }
  }

  @Test func theyHoldEveryPointAndLimitAndAreNoLongerThanStops() throws {
    var random = SplitMix64(printing: 71)
    var (passed, stopped, saved) = (0, 0, 0.0)
    let count = Thorough.count(200, sample: 40)
    for _ in 0..<count {
      let points = randomPoints(&random)
      let from = point(.random(in: -90...90, using: &random), 0)
      let plan = try PassingPlan.plan(from: from, points: points, limits: limits)
      try check(plan, limits)
      let stops = stopping(from, points, limits)
      #expect(plan.length <= stops)
      saved += 1 - Double(plan.length) / Double(stops)
      for (index, time) in times(plan).enumerated().dropLast() {
        for axis in [Axis.yaw, .pitch] {
          let origin = index == 0 ? plan.from[axis] : plan.points[index - 1][axis]
          let here = plan.points[index][axis]
          let way = here - origin
          guard way * (plan.points[index + 1][axis] - here) > 0 else { continue }
          let speed = plan.passage(of: axis, within: dockLimits)?.state(at: time).velocity ?? 0
          #expect(speed * way > 0 || plan.length == stops)
          passed += speed * way > 0 ? 1 : 0
          stopped += speed * way > 0 ? 0 : 1
        }
      }
    }
    #expect(passed > count / 2 && stopped < passed / 20)
    let percent = 100 * saved / Double(count)
    print("passed \(passed), stopped \(stopped), saved \(percent) percent on average")
  }

  @Test func oddLimitsHoldToo() throws {
    var random = SplitMix64(printing: 72)
    for _ in 0..<100 {
      let limits = PerAxis<AxisLimits?>(yaw: random.limits(), pitch: random.limits(), roll: nil)
      let points = randomPoints(&random)
      guard let plan = try? PassingPlan.plan(from: home, points: points, limits: limits) else {
        continue
      }
      #expect(plan.length <= max(stopping(home, points, limits), Int32(points.count)))
      for axis in [Axis.yaw, .pitch] {
        let allowed = try #require(limits[axis])
        let passage = try #require(plan.passage(of: axis, within: allowed))
        #expect(passage.peaks.stretch(within: allowed) <= 1 + 1e-9)
      }
    }
  }

  @Test func oneStraightWayIsNearlyOneMove() throws {
    let points = (1...9).map { point(Double($0) * 20, 0) }
    let plan = try PassingPlan.plan(from: home, points: points, limits: limits)
    let move = RestToRest.minimumLength(of: 180, within: dockLimits)
    #expect(Double(plan.length) / 1000 < 1.03 * move)
  }

  @Test func aSpeedAndALengthStretchTheWholeEvenly() throws {
    var random = SplitMix64(printing: 73)
    for _ in 0..<Thorough.count(60, sample: 8) {
      let points = randomPoints(&random)
      let shortest = try PassingPlan.plan(from: home, points: points, limits: limits)
      for factor in [1, 1.001, 1.3, 10] {
        let length = (Double(shortest.length) * factor).rounded() / 1000
        let plan = try PassingPlan.plan(
          from: home, points: points, length: length, limits: limits)
        #expect(plan.length == Int32((length * 1000).rounded()))
        try check(plan, limits)
      }
      #expect(throws: ThroughPlan.Failure.tooShort(shortest: shortest.length)) {
        try PassingPlan.plan(
          from: home, points: points, length: Double(shortest.length - 1) / 1000, limits: limits)
      }
      let slow = try PassingPlan.plan(from: home, points: points, speed: 5, limits: limits)
      for axis in [Axis.yaw, .pitch] {
        let peak = slow.passage(of: axis, within: dockLimits)?.peaks.speed ?? .infinity
        #expect(peak <= 5 * (1 + 1e-9))
      }
    }
  }

  @Test func whatCannotBePlannedIsRefused() {
    let none = PerAxis<AxisLimits?>(all: nil)
    var still = dockLimits
    still.speed = 0
    let stuck = PerAxis<AxisLimits?>(all: still)
    for limits in [none, stuck] {
      #expect(throws: ThroughPlan.Failure.impossible) {
        try PassingPlan.plan(from: home, points: [point(1, 0), point(2, 0)], limits: limits)
      }
    }
    for bad in [Double.nan, .infinity, 1e300] {
      #expect(throws: ThroughPlan.Failure.impossible) {
        try PassingPlan.plan(from: home, points: [point(bad, 0), point(1, 0)], limits: limits)
      }
    }
    for speed in [0, -1, .nan, .infinity] as [Double] {
      _ = try? PassingPlan.plan(from: home, points: [point(3, 0)], speed: speed, limits: limits)
    }
  }

  @Test func passagesFromFilesAreChecked() throws {
    func passage(_ velocities: [Double], _ lengths: [Double], _ length: Double) -> ViaPointMotion? {
      ViaPointMotion(
        from: 0, points: [10, 20], velocities: velocities, lengths: lengths, length: length,
        within: dockLimits)
    }
    #expect(passage([20, 0], [1, 1], 2) != nil)
    #expect(passage([20, 0], [1, 1], 1.9) == nil)
    #expect(passage([20, 1], [1, 1], 2) == nil)
    #expect(passage([20], [1, 1], 2) == nil)
    #expect(passage([20, 0], [1, 0], 2) == nil)
    #expect(passage([20, 0], [0.01, 1], 2) == nil)
    #expect(passage([1000, 0], [1, 1], 2) == nil)
    let slow = try #require(passage([20, 0], [1, 1], 4))
    #expect(isClose(slow.state(at: 2).velocity, 10, 1e-9) && slow.length == 4)
    for time in [-1, 0, 4, 5, .nan, .infinity] { _ = slow.state(at: time) }
  }

  @Test func thousandsOfPointsAreOneMotion() throws {
    var random = SplitMix64(printing: 74)
    let points = (0..<2_000).map { _ in
      point(.random(in: -90...90, using: &random), .random(in: -30...30, using: &random))
    }
    let plan = try PassingPlan.plan(from: home, points: points, limits: limits)
    #expect(plan.points.count == 2_000)
    let passage = try #require(plan.passage(of: .yaw, within: dockLimits))
    #expect(passage.peaks.stretch(within: dockLimits) <= 1 + 1e-9)
  }
}
