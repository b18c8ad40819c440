#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Chooses the lengths and overlaps of the legs of a `ThroughPlan`.
///
/// Each leg gets the time it needs alone, times a common stretch; each corner offers a few overlaps, of
/// which each demands some stretch, for where two legs overlap their derivatives add up. The planner takes
/// the stretch whose largest affordable overlaps make the whole shortest, then rounds to milliseconds.
struct ThroughPlanner {
  let from: PerAxis<Double>
  /// The waypoints, each different from the one before.
  let points: [PerAxis<Double>]
  let tolerance: Double
  let limits: PerAxis<AxisLimits?>
  /// How long each leg must be at least, alone, in milliseconds.
  let needs: [Double]
  /// What happens at each inner waypoint.
  let corners: [Corner]

  /// A leg is at least this long, so that rounding to milliseconds leaves its shape alone.
  static let shortestLeg = 4.0

  init(
    from: PerAxis<Double>, points all: [PerAxis<Double>], tolerance: Double?,
    limits: PerAxis<AxisLimits?>
  ) throws(ThroughPlan.Failure) {
    self.from = from
    self.tolerance = tolerance.map { $0 > 0 ? $0 : 0 } ?? 0
    self.limits = limits
    let points = ThroughPlanner.distinct(all, after: from)
    self.points = points
    needs = try ThroughPlanner.needs(from, points, limits)
    var corners: [Corner] = []
    guard self.tolerance > 0, points.count > 1 else {
      self.corners = Array(repeating: Corner(), count: max(0, points.count - 1))
      return
    }
    corners.reserveCapacity(points.count - 1)
    for index in 1..<points.count {
      let origin = index == 1 ? from : points[index - 2]
      let turn = Turn(
        before: ThroughPlanner.way(origin, points[index - 1]),
        after: ThroughPlanner.way(points[index - 1], points[index]),
        lengths: (needs[index - 1], needs[index]))
      corners.append(Corner(turn, tolerance: self.tolerance, limits: limits))
    }
    self.corners = corners
  }

  private static func distinct(
    _ points: [PerAxis<Double>], after from: PerAxis<Double>
  ) -> [PerAxis<Double>] {
    var distinct: [PerAxis<Double>] = []
    distinct.reserveCapacity(points.count)
    for point in points where point != distinct.last ?? from { distinct.append(point) }
    return distinct
  }

  private static func way(
    _ from: PerAxis<Double>, _ to: PerAxis<Double>
  ) -> PerAxis<Double> {
    PerAxis(yaw: to.yaw - from.yaw, pitch: to.pitch - from.pitch, roll: to.roll - from.roll)
  }

  private static func needs(
    _ from: PerAxis<Double>, _ points: [PerAxis<Double>], _ limits: PerAxis<AxisLimits?>
  ) throws(ThroughPlan.Failure) -> [Double] {
    var needs: [Double] = []
    needs.reserveCapacity(points.count)
    var origin = from
    for point in points {
      let way = way(origin, point)
      var need = shortestLeg
      for axis in Axis.allCases where way[axis] != 0 {
        guard let limits = limits[axis] else { throw .impossible }
        let length = TimeLaw.smooth.minimumLength(of: way[axis], within: limits)
        guard length < 1e7 else { throw .impossible }
        need = max(need, length * 1000)
      }
      needs.append(need)
      origin = point
    }
    return needs
  }
}

extension ThroughPlanner {
  /// A plan and the stretch it was made with.
  struct Candidate {
    let plan: ThroughPlan
    let stretch: Double
  }

  /// How many stretches between 1 and 2 are compared.
  private static let grades = 32

  /// About the shortest plan.
  ///
  /// Two legs at once never need more than twice the time, since each alone is within the limits.
  func shortest() throws(ThroughPlan.Failure) -> Candidate {
    var best = (stretch: 2.0, length: Double.infinity)
    for grade in 0...ThroughPlanner.grades {
      let stretch = 1 + Double(grade) / Double(ThroughPlanner.grades)
      guard let length = length(stretch: stretch), length < best.length else { continue }
      best = (stretch, length)
    }
    return try rounded(stretch: best.stretch)
  }

  /// The plan at the least stretch from `stretch` up that holds on whole milliseconds.
  private func rounded(stretch first: Double) throws(ThroughPlan.Failure) -> Candidate {
    var scale = first
    for _ in 0..<64 {
      guard let plan = plan(scale: scale, overlapsAt: first) else { throw .impossible }
      let excess = excess(of: plan)
      if excess <= 1 { return Candidate(plan: plan, stretch: first) }
      scale *= max(excess, 1.001)
    }
    throw .impossible
  }

  /// A plan of exactly `length` milliseconds, not less than `shortest`.
  ///
  /// With more time the overlaps can be larger. Where rounding spoils that, the shortest plan is used and
  /// the axes wait at the end.
  func lasting(_ length: Int32, atLeast shortest: Candidate) -> ThroughPlan {
    if shortest.plan.length == length || points.isEmpty {
      return shortest.plan.lasting(length)
    }
    var grade = ThroughPlanner.grades
    while grade > 0 {
      let stretch = 1 + Double(grade) / Double(ThroughPlanner.grades)
      if let least = self.length(stretch: stretch), least <= Double(length) {
        if let plan = spread(over: length, overlapsAt: stretch) { return plan }
      }
      grade -= 1
    }
    return spread(over: length, overlapsAt: shortest.stretch) ?? shortest.plan.lasting(length)
  }

  /// A plan of exactly `length` milliseconds with the overlaps of `stretch`; nil if it does not hold.
  private func spread(over length: Int32, overlapsAt stretch: Double) -> ThroughPlan? {
    guard let unit = self.length(stretch: stretch) else { return nil }
    // Rounding lengthens each leg by less than 1 ms and shortens each overlap by less than 2 ms.
    let room = Double(length) - 3 * Double(points.count)
    let scale = max(stretch, room / (unit / stretch))
    guard let plan = plan(scale: scale, overlapsAt: stretch), plan.length <= length else {
      return nil
    }
    let spread = plan.distributing(length - plan.length)
    return excess(of: spread) <= 1 && isWithinTolerance(spread) ? spread : nil
  }

  /// How long the whole is at `stretch`, in milliseconds; nil if a corner demands more.
  private func length(stretch: Double) -> Double? {
    var sum = 0.0
    for index in needs.indices {
      sum += needs[index]
      guard index > 0 else { continue }
      guard let share = corners[index - 1].share(stretch: stretch) else { return nil }
      sum -= share * min(needs[index - 1], needs[index])
    }
    return sum * stretch
  }

  /// The plan on whole milliseconds whose legs last `scale` times what they need.
  private func plan(scale: Double, overlapsAt stretch: Double) -> ThroughPlan? {
    var starts: [Int32] = []
    var lengths: [Int32] = []
    starts.reserveCapacity(points.count)
    lengths.reserveCapacity(points.count)
    var clock: Int32 = 0
    for index in points.indices {
      guard let length = Milliseconds.covering(needs[index] * scale / 1000) else { return nil }
      if index > 0 {
        let share = corners[index - 1].share(stretch: stretch) ?? 0
        let largest = Int32(share * Double(min(length, lengths[index - 1])))
        clock -= overlap(at: index, lengths[index - 1], length, largest: largest)
      }
      starts.append(clock)
      lengths.append(length)
      let (end, isTooLate) = clock.addingReportingOverflow(length)
      guard !isTooLate else { return nil }
      clock = end
    }
    return ThroughPlan(
      from: from, points: points, starts: starts, lengths: lengths, spanning: clock)
  }

  /// The largest overlap before leg `index` up to `largest` that keeps the tolerance, by halving.
  private func overlap(
    at index: Int, _ before: Int32, _ after: Int32, largest: Int32
  ) -> Int32 {
    let turn = turn(at: index, Double(before), Double(after))
    if turn.deviation(overlap: Double(largest)) <= tolerance { return largest }
    var (kept, broken) = (Int32(0), largest)
    while broken - kept > 1 {
      let middle = kept + (broken - kept) / 2
      if turn.deviation(overlap: Double(middle)) <= tolerance {
        kept = middle
      } else {
        broken = middle
      }
    }
    return kept
  }

  private func turn(at index: Int, _ before: Double, _ after: Double) -> Turn {
    let origin = index == 1 ? from : points[index - 2]
    return Turn(
      before: ThroughPlanner.way(origin, points[index - 1]),
      after: ThroughPlanner.way(points[index - 1], points[index]), lengths: (before, after))
  }

  /// The stretch the plan would need beyond its own, less a part in 10¹⁰ for rounding.
  private func excess(of plan: ThroughPlan) -> Double {
    var excess = 0.0
    for axis in Axis.allCases {
      guard let limits = limits[axis] else { continue }
      excess = max(excess, plan.peaks(axis).stretch(within: limits))
    }
    return excess * (1 - 1e-10)
  }

  private func isWithinTolerance(_ plan: ThroughPlan) -> Bool {
    guard points.count > 1 else { return true }
    return (1..<points.count).allSatisfy { index in
      let turn = turn(at: index, Double(plan.lengths[index - 1]), Double(plan.lengths[index]))
      return turn.deviation(overlap: Double(plan.end(index - 1) - plan.starts[index])) <= tolerance
    }
  }
}

extension ThroughPlan {
  /// The same legs in a plan of `length` milliseconds, waiting at the end.
  fileprivate func lasting(_ length: Int32) -> ThroughPlan {
    ThroughPlan(from: from, points: points, starts: starts, lengths: lengths, spanning: length)
  }

  /// The plan with `surplus` milliseconds given evenly to its legs, overlaps unchanged.
  fileprivate func distributing(_ surplus: Int32) -> ThroughPlan {
    var (starts, lengths) = (starts, lengths)
    let count = Int64(points.count)
    for index in points.indices {
      let before = Int32(Int64(surplus) * Int64(index) / count)
      let after = Int32(Int64(surplus) * Int64(index + 1) / count)
      starts[index] += before
      lengths[index] += after - before
    }
    return ThroughPlan(
      from: from, points: points, starts: starts, lengths: lengths, spanning: length + surplus)
  }
}
