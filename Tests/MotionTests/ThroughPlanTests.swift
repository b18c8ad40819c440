import Quantities
import Testing
import Vocabulary

@testable import Motion

struct ThroughPlanTests {
  private let limits = PerAxis<AxisLimits?>(yaw: dockLimits, pitch: dockLimits, roll: nil)
  private let home = PerAxis(all: 0.0)

  /// Samples the plan and checks limits, tolerance at the corners, and the peaks it claims.
  private func check(_ plan: ThroughPlan, tolerance: Double, _ limits: PerAxis<AxisLimits?>) {
    for axis in Axis.allCases {
      guard let allowed = limits[axis] else { continue }
      let peaks = plan.peaks(axis)
      #expect(peaks.stretch(within: allowed) <= 1 + 1e-9)
      var seen = Peaks(restingAt: plan.from[axis])
      // Between the instants at which legs begin and end: they differ in length by many orders.
      let joints = Set(plan.starts + plan.points.indices.map(plan.end)).sorted()
      for (first, last) in zip(joints, joints.dropFirst()) {
        for step in 0...60 {
          let time = (Double(first) + Double(last - first) * Double(step) / 60) / 1000
          seen.formUnion(Peaks(plan.state(axis, at: time)))
        }
      }
      let extent = abs(peaks.lower) + abs(peaks.upper)
      #expect(seen.speed <= peaks.speed * (1 + 1e-9) && seen.speed >= peaks.speed * 0.99)
      #expect(seen.acceleration <= peaks.acceleration * (1 + 1e-9))
      #expect(seen.acceleration >= peaks.acceleration * 0.99)
      #expect(seen.jerk <= peaks.jerk * (1 + 1e-9))
      #expect(
        seen.lower >= peaks.lower - 1e-12 * extent && seen.upper <= peaks.upper + 1e-12 * extent)
      #expect(
        seen.lower <= peaks.lower + 1e-3 * extent && seen.upper >= peaks.upper - 1e-3 * extent)
      if let last = plan.points.last {
        #expect(
          plan.state(axis, at: Double(plan.length) / 1000) == MotionState(position: last[axis]))
      }
    }
    for index in plan.points.indices.dropLast() {
      let middle = Double(plan.starts[index + 1]) + Double(plan.end(index))
      for axis in [Axis.yaw, .pitch] {
        let miss = plan.state(axis, at: middle / 2000).position - plan.points[index][axis]
        #expect(abs(miss) <= tolerance + 1e-9, "corner \(index)")
      }
    }
  }

  @Test func plansHoldTheirLimitsAndTolerance() throws {
    var random = SplitMix64(printing: 41)
    for _ in 0..<150 {
      let points = randomPoints(&random)
      let tolerance = random.magnitude(1e-3, 30)
      let from = point(.random(in: -90...90, using: &random), 0)
      let plan = try ThroughPlan.plan(
        from: from, points: points, tolerance: tolerance, limits: limits)
      check(plan, tolerance: tolerance, limits)
      let stopping = try ThroughPlan.plan(
        from: from, points: points, tolerance: nil, limits: limits)
      #expect(plan.length <= stopping.length)
    }
  }

  @Test func oddLimitsAndShortLegsHoldToo() throws {
    var random = SplitMix64(printing: 42)
    for _ in 0..<100 {
      let limits = PerAxis<AxisLimits?>(yaw: random.limits(), pitch: random.limits(), roll: nil)
      let points = randomPoints(&random)
      let plan = try ThroughPlan.plan(from: home, points: points, tolerance: 1, limits: limits)
      check(plan, tolerance: 1, limits)
    }
  }

  @Test func anyLengthFromTheShortestUpIsKept() throws {
    var random = SplitMix64(printing: 43)
    for _ in 0..<60 {
      let points = randomPoints(&random)
      let tolerance = random.magnitude(1e-2, 10)
      let shortest = try ThroughPlan.plan(
        from: home, points: points, tolerance: tolerance, limits: limits)
      for extra in [0, 1, 2, 17, 1000, 60_000] as [Int32] {
        let length = shortest.length + extra
        let plan = try ThroughPlan.plan(
          from: home, points: points, tolerance: tolerance, length: Double(length) / 1000,
          limits: limits)
        #expect(plan.length == length)
        check(plan, tolerance: tolerance, limits)
      }
      #expect(throws: ThroughPlan.Failure.tooShort(shortest: shortest.length)) {
        try ThroughPlan.plan(
          from: home, points: points, tolerance: tolerance,
          length: Double(shortest.length - 1) / 1000, limits: limits)
      }
    }
  }

  @Test func withoutToleranceItStopsAtEachPoint() throws {
    let points = [point(-40, 5), point(0, 0), point(40, 5)]
    let plan = try ThroughPlan.plan(from: home, points: points, tolerance: nil, limits: limits)
    for index in points.indices {
      let state = plan.state(.yaw, at: Double(plan.end(index)) / 1000)
      #expect(state.position == points[index].yaw && state.velocity == 0)
    }
    check(plan, tolerance: 0, limits)
    let need = MotionLaw.curve(.smooth).minimumLength(of: 40, within: dockLimits)
    #expect(plan.lengths == Array(repeating: Milliseconds.covering(need) ?? 0, count: 3))
  }

  @Test func withToleranceNothingStopsAndItIsShorter() throws {
    let points = [point(-40, 5), point(0, 0), point(40, 5)]
    let stopping = try ThroughPlan.plan(from: home, points: points, tolerance: nil, limits: limits)
    let plan = try ThroughPlan.plan(from: home, points: points, tolerance: 3, limits: limits)
    #expect(Double(plan.length) < 0.9 * Double(stopping.length))
    // From left wing by home to right wing the pan goes on in one direction.
    for time in stride(from: plan.end(0), to: plan.end(2) - 50, by: 1) {
      #expect(plan.state(.yaw, at: Double(time) / 1000).velocity > 1)
    }
    check(plan, tolerance: 3, limits)
  }

  @Test func repeatedPointsAreDropped() throws {
    let (a, b) = (point(10, 0), point(20, 5))
    let plan = try ThroughPlan.plan(
      from: home, points: [home, a, a, a, b, b], tolerance: 1, limits: limits)
    #expect(plan.points == [a, b])
    let once = try ThroughPlan.plan(from: home, points: [a, b], tolerance: 1, limits: limits)
    #expect(plan == once)
  }

  @Test func nothingToDoTakesNoTimeOrTheTimeGiven() throws {
    for points in [[], [home], [home, home]] {
      let plan = try ThroughPlan.plan(from: home, points: points, tolerance: 1, limits: limits)
      #expect(plan.length == 0 && plan.points.isEmpty)
      #expect(plan.state(.yaw, at: 0.5) == MotionState(position: 0))
      #expect(plan.peaks(.yaw) == Peaks(restingAt: 0))
      let long = try ThroughPlan.plan(
        from: home, points: points, tolerance: 1, length: 2, limits: limits)
      #expect(long.length == 2000)
    }
  }

  @Test func whatCannotBePlannedIsRefused() {
    let none = PerAxis<AxisLimits?>(all: nil)
    var still = dockLimits
    still.speed = 0
    let stuck = PerAxis<AxisLimits?>(all: still)
    for limits in [none, stuck] {
      #expect(throws: ThroughPlan.Failure.impossible) {
        try ThroughPlan.plan(from: home, points: [point(1, 0)], tolerance: 1, limits: limits)
      }
    }
    for bad in [Double.nan, .infinity, 1e300] {
      #expect(throws: ThroughPlan.Failure.impossible) {
        try ThroughPlan.plan(from: home, points: [point(bad, 0)], tolerance: 1, limits: limits)
      }
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-300] as [Double])
  func oddTolerancesAndLengthsNeverTrap(value: Double) {
    let points = [point(1, 0), point(2, 5), point(-7, 3)]
    for length in [nil, 0, -1, 5, 1e9, .infinity, .nan] as [Double?] {
      let plan = try? ThroughPlan.plan(
        from: home, points: points, tolerance: value, length: length, limits: limits)
      for time in [-1, 0, 0.5, .infinity, .nan] { _ = plan?.state(.yaw, at: time) }
    }
  }

  @Test func plansFromFilesAreChecked() throws {
    let points = [point(1, 0), point(2, 0), point(3, 0)]
    func plan(_ starts: [Int32], _ lengths: [Int32], _ length: Int32? = nil) -> ThroughPlan? {
      ThroughPlan(from: home, points: points, starts: starts, lengths: lengths, length: length)
    }
    #expect(plan([0, 50, 100], [100, 100, 100])?.length == 200)
    #expect(plan([0, 50, 100], [100, 100, 100], 250)?.length == 250)
    #expect(plan([0, 50, 100], [100, 100, 100], 150) == nil)
    #expect(plan([0, 50, 99], [100, 100, 100]) == nil)
    #expect(plan([0, 50], [100, 100]) == nil)
    #expect(plan([0, 50, 40], [10, 10, 10]) == nil)
    #expect(plan([0, 50, 100], [100, 0, 100]) == nil)
    #expect(plan([-1, 50, 100], [100, 100, 100]) == nil)
    #expect(plan([0, 50, .max], [100, 100, 100]) == nil)
    let made = try ThroughPlan.plan(from: home, points: points, tolerance: 1, limits: limits)
    #expect(plan(made.starts, made.lengths) == made)
  }

  @Test func thousandsOfPointsAreOneMotion() throws {
    var random = SplitMix64(printing: 44)
    let points = (0..<2_000).map { _ in
      point(.random(in: -90...90, using: &random), .random(in: -30...30, using: &random))
    }
    let plan = try ThroughPlan.plan(from: home, points: points, tolerance: 2, limits: limits)
    #expect(plan.points.count == 2_000)
    #expect(plan.peaks(.yaw).stretch(within: dockLimits) <= 1 + 1e-9)
    #expect(plan.peaks(.pitch).stretch(within: dockLimits) <= 1 + 1e-9)
  }
}
