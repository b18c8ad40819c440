import Testing

@testable import Motion

@Suite("Moves exactly through waypoints") struct PassingTests {
  private let limits = PerAxis<AxisLimits?>(yaw: dockLimits, pitch: dockLimits, roll: nil)
  private let home = PerAxis(all: 0.0)

  private func point(_ yaw: Double, _ pitch: Double) -> PerAxis<Double> {
    PerAxis(yaw: yaw, pitch: pitch, roll: 0)
  }

  private func randomPoints(_ random: inout SplitMix64) -> [PerAxis<Double>] {
    let reach = random.magnitude(0.1, 200)
    return (0..<Int.random(in: 2...8, using: &random)).map { _ in
      point(
        .random(in: -reach...reach, using: &random),
        Bool.random(using: &random) ? 0 : .random(in: -reach...reach, using: &random))
    }
  }

  /// True iff `axis` goes on in its direction at point `index`.
  private func goesOn(_ plan: ThroughPlan, _ axis: Axis, at index: Int) -> Bool {
    plan.delta(index, axis) * plan.delta(index + 1, axis) > 0
  }

  private func check(_ plan: ThroughPlan, _ limits: PerAxis<AxisLimits?>) {
    for axis in [Axis.yaw, .pitch] {
      guard let allowed = limits[axis] else { continue }
      let peaks = plan.peaks(axis)
      #expect(peaks.stretch(within: allowed) <= 1 + 1e-9)
      for index in plan.points.indices {
        let passing = plan.state(axis, at: Double(plan.end(index)) / 1000)
        #expect(abs(passing.position - plan.points[index][axis]) < 1e-9)
        let ends = (plan.origin(index, axis), plan.points[index][axis])
        var last = ends.0
        for step in 0...200 {
          let share = Double(step) / 200
          let time = (Double(plan.starts[index]) + Double(plan.lengths[index]) * share) / 1000
          let state = plan.state(axis, at: time)
          #expect(abs(state.velocity) <= allowed.speed * (1 + 1e-9))
          #expect(abs(state.acceleration) <= allowed.acceleration * (1 + 1e-9))
          #expect(abs(state.jerk) <= allowed.jerk * (1 + 1e-9))
          // Never back on a leg, and so never beyond a waypoint.
          #expect((state.position - last) * (ends.1 - ends.0) >= -1e-9)
          last = state.position
        }
      }
    }
  }

  @Test func theyHoldEveryPointAndLimitAndAreNoLongerThanStops() throws {
    var random = SplitMix64(seed: 71)
    var passed = 0
    for _ in 0..<150 {
      let points = randomPoints(&random)
      let from = point(.random(in: -90...90, using: &random), 0)
      let plan = try ThroughPlan.plan(from: from, points: points, tolerance: nil, limits: limits)
      check(plan, limits)
      let stopping = try ThroughPlan.plan(from: from, points: points, tolerance: 0, limits: limits)
      #expect(plan.length <= stopping.length)
      for index in points.indices.dropLast() {
        for axis in [Axis.yaw, .pitch] where goesOn(plan, axis, at: index) {
          let passing = plan.state(axis, at: Double(plan.end(index)) / 1000)
          #expect(passing.velocity * plan.delta(index, axis) > 0)
          passed += 1
        }
      }
    }
    #expect(passed > 100)
  }

  @Test func oddLimitsHoldToo() throws {
    var random = SplitMix64(seed: 72)
    for _ in 0..<100 {
      let limits = PerAxis<AxisLimits?>(yaw: random.limits(), pitch: random.limits(), roll: nil)
      let points = randomPoints(&random)
      let plan = try ThroughPlan.plan(from: home, points: points, tolerance: nil, limits: limits)
      check(plan, limits)
    }
  }

  @Test func oneStraightWayIsOneMove() throws {
    // Its speed in the middle is that of the axis, and the waypoints cost little.
    let points = (1...9).map { point(Double($0) * 20, 0) }
    let plan = try ThroughPlan.plan(from: home, points: points, tolerance: nil, limits: limits)
    #expect(plan.peaks(.yaw).speed > 85)
    let stopping = try ThroughPlan.plan(from: home, points: points, tolerance: 0, limits: limits)
    #expect(Double(plan.length) < 0.65 * Double(stopping.length))
  }

  @Test func anyLengthFromTheShortestUpIsKept() throws {
    var random = SplitMix64(seed: 73)
    for _ in 0..<60 {
      let points = randomPoints(&random)
      let shortest = try ThroughPlan.plan(
        from: home, points: points, tolerance: nil, limits: limits)
      for factor in [1, 1.001, 1.3, 10] {
        let length = (Double(shortest.length) * factor).rounded() / 1000
        let plan = try ThroughPlan.plan(
          from: home, points: points, tolerance: nil, length: length, limits: limits)
        #expect(plan.length == Int32((length * 1000).rounded()))
        check(plan, limits)
      }
      let less = Double(shortest.length - 1) / 1000
      #expect(throws: ThroughPlan.Failure.tooShort(shortest: shortest.length)) {
        try ThroughPlan.plan(
          from: home, points: points, tolerance: nil, length: less, limits: limits)
      }
    }
  }

  @Test func plansFromFilesAreChecked() throws {
    let points = [point(1, 0), point(2, 0), point(3, 0)]
    func plan(
      _ velocities: [Double], starts: [Int32] = [0, 100, 200], lengths: [Int32] = [100, 100, 100]
    ) -> ThroughPlan? {
      ThroughPlan(
        from: home, points: points, starts: starts, lengths: lengths,
        velocities: velocities.map { PerAxis(yaw: $0, pitch: 0, roll: 0) })
    }
    #expect(plan([1, 2, 0])?.length == 300)
    #expect(plan([1, 2, 3]) == nil)
    #expect(plan([1, 2]) == nil)
    #expect(plan([1, 0, 0], starts: [0, 50, 150]) == nil)
    #expect(plan([0, 1, 0], starts: [0, 50, 150]) != nil)
    #expect(plan([0, 1, 0], starts: [0, 50, 160]) == nil)
    let made = try ThroughPlan.plan(from: home, points: points, tolerance: nil, limits: limits)
    let read = ThroughPlan(
      from: home, points: points, starts: made.starts, lengths: made.lengths,
      velocities: made.velocities)
    #expect(read == made)
  }

  @Test func mixedLegsMeetSmoothly() throws {
    // The first two legs overlap, the third is joined at speed.
    let plan = try #require(
      ThroughPlan(
        from: home, points: [point(10, 0), point(25, 0), point(40, 0)], starts: [0, 800, 1800],
        lengths: [1000, 1000, 900],
        velocities: [0, 12, 0].map { PerAxis(yaw: $0, pitch: 0, roll: 0) }))
    for joint in [800, 1000, 1800] {
      let time = Double(joint) / 1000
      let (a, b) = (plan.state(.yaw, at: time - 1e-9), plan.state(.yaw, at: time + 1e-9))
      #expect(abs(a.position - b.position) < 1e-6 && abs(a.velocity - b.velocity) < 1e-5)
      #expect(abs(a.acceleration - b.acceleration) < 1e-4)
    }
    var seen = Peaks(restingAt: 0)
    for step in 0...20_000 {
      seen.formUnion(Peaks(plan.state(.yaw, at: Double(step) * 2.7 / 20_000)))
    }
    let peaks = plan.peaks(.yaw)
    #expect(isClose(seen.speed, peaks.speed, 1e-6))
    #expect(isClose(seen.acceleration, peaks.acceleration, 1e-5))
    #expect(isClose(seen.jerk, peaks.jerk, 1e-2) && seen.jerk <= peaks.jerk * (1 + 1e-12))
  }
}
