/// Chooses the lengths of the legs of a `ThroughPlan` that goes exactly through its points, and the
/// velocities with which it passes them.
///
/// An axis that goes on in its direction passes a waypoint with a share, the eagerness, of the
/// harmonic mean of its mean velocities on the legs before and after; one that turns back or stays
/// has none there (as in Fritsch and Butland, "A method for constructing local monotone piecewise
/// cubic interpolants", 1984). That is at most twice the lesser mean, up to which a leg is
/// monotone: no axis ever goes beyond its waypoints. The legs are stretched and shortened towards
/// the lengths that just keep the limits.
struct PassingPlanner {
  private let from: PerAxis<Double>
  private let points: [PerAxis<Double>]
  private let limits: PerAxis<AxisLimits?>
  /// How long each leg must be from rest to rest, in seconds.
  private let needs: [Double]

  /// A plan and the eagerness it was made with.
  struct Passage {
    let plan: ThroughPlan
    let eagerness: Double
  }

  init(_ planner: ThroughPlanner) {
    from = planner.from
    points = planner.points
    limits = planner.limits
    needs = planner.needs.map { $0 / 1000 }
  }

  /// About the shortest plan; nil if there is no waypoint to pass, or it would take over 24 days.
  func shortest() -> Passage? {
    guard points.count > 1 else { return nil }
    var best: Passage?
    for eagerness in [1, 0.75, 0.5, 0.25] {
      guard let plan = settled(fitted(eagerness), eagerness) else { continue }
      if plan.length < best?.plan.length ?? .max {
        best = Passage(plan: plan, eagerness: eagerness)
      }
    }
    return best
  }

  /// A plan of exactly `length` milliseconds, not less than that of `shortest`.
  ///
  /// Where rounding spoils the limits, the shortest plan is used and the axes wait at the end.
  func lasting(_ length: Int32, atLeast shortest: Passage) -> ThroughPlan {
    let lengths = shortest.plan.lengths
    let scale = Double(length) / Double(shortest.plan.length)
    var spread: [Int32] = []
    var (done, end) = (0.0, Int32(0))
    for own in lengths {
      done += Double(own)
      let next = Int32(max(0, min(Double(length), (done * scale).rounded())))
      spread.append(next - end)
      end = next
    }
    if spread.allSatisfy({ $0 > 0 }), let plan = plan(spread, shortest.eagerness),
      plan.length == length, stretches(of: plan).allSatisfy({ $0 <= PassingPlanner.exceedable })
    {
      return plan
    }
    let plan = shortest.plan
    return ThroughPlan(
      from: from, points: points, starts: plan.starts, lengths: lengths,
      velocities: plan.velocities, spanning: length)
  }

  /// The stretch still taken for none: rounding errors.
  private static let exceedable = 1 + 1e-10
}

extension PassingPlanner {
  /// Lengths of the legs that keep the limits, in seconds, about as short as they can be.
  ///
  /// Slowing the whole by k divides all speeds by k, so the greatest stretch of any leg makes every
  /// choice of lengths one that keeps them.
  private func fitted(_ eagerness: Double) -> [Double] {
    var lengths = needs
    var (best, least) = (needs, Double.infinity)
    // The work stays in proportion however many points there are.
    for _ in 0..<max(3, min(16, 40_000 / points.count)) {
      let stretches = stretches(lengths, velocities(lengths, eagerness))
      let greatest = stretches.max() ?? 1
      let total = lengths.reduce(0, +) * greatest
      if total < least { (best, least) = (lengths.map { $0 * greatest }, total) }
      if greatest < 1.005, stretches.allSatisfy({ $0 > 0.99 }) { break }
      for index in lengths.indices {
        lengths[index] = max(ThroughPlanner.shortestLeg / 1000, lengths[index] * stretches[index])
      }
    }
    return best
  }

  /// The plan of `lengths` on whole milliseconds, with legs lengthened until it keeps the limits.
  private func settled(_ lengths: [Double], _ eagerness: Double) -> ThroughPlan? {
    var lengths = lengths
    for _ in 0..<64 {
      let whole = lengths.compactMap { Milliseconds.covering($0) }
      guard whole.count == lengths.count, let plan = plan(whole, eagerness) else { return nil }
      let stretches = stretches(of: plan)
      if stretches.allSatisfy({ $0 <= PassingPlanner.exceedable }) { return plan }
      for index in lengths.indices where stretches[index] > PassingPlanner.exceedable {
        // Not less than a thousandth at a time, so that it ends.
        lengths[index] = Double(whole[index]) / 1000 * max(stretches[index], 1.001)
      }
    }
    return nil
  }

  /// The plan whose legs have `lengths`, in milliseconds; nil if it is over 24 days long.
  ///
  /// Its velocities are whole millidegrees a second, rounded towards 0.
  private func plan(_ lengths: [Int32], _ eagerness: Double) -> ThroughPlan? {
    var starts: [Int32] = []
    var clock: Int32 = 0
    for length in lengths {
      starts.append(clock)
      let (end, isTooLate) = clock.addingReportingOverflow(length)
      guard !isTooLate else { return nil }
      clock = end
    }
    let velocities = velocities(lengths.map { Double($0) / 1000 }, eagerness).map {
      $0.map { ($0 * 1000).rounded(.towardZero) / 1000 }
    }
    return ThroughPlan(
      from: from, points: points, starts: starts, lengths: lengths, velocities: velocities,
      spanning: clock)
  }

  /// The velocities at the points.
  private func velocities(_ lengths: [Double], _ eagerness: Double) -> [PerAxis<Double>] {
    var velocities = Array(repeating: PerAxis(all: 0.0), count: points.count)
    for index in 0..<(points.count - 1) {
      for axis in Axis.allCases {
        let before = way(index, axis) / lengths[index]
        let after = way(index + 1, axis) / lengths[index + 1]
        guard before * after > 0 else { continue }
        velocities[index][axis] = eagerness * 2 / (1 / before + 1 / after)
      }
    }
    return velocities
  }

  /// The factors by which each leg would have to be longer to be just within the limits.
  private func stretches(_ lengths: [Double], _ velocities: [PerAxis<Double>]) -> [Double] {
    lengths.indices.map { index in
      var stretch = 0.0
      for axis in Axis.allCases {
        guard let limits = limits[axis], way(index, axis) != 0 else { continue }
        let length = lengths[index]
        let way = Polynomial(
          way: way(index, axis), startingAt: index == 0 ? 0 : velocities[index - 1][axis] * length,
          endingAt: velocities[index][axis] * length)
        let peaks = LegPiece(span: length, position: way).rates.peaks
        stretch = max(stretch, peaks.stretch(within: limits))
      }
      return stretch
    }
  }

  private func stretches(of plan: ThroughPlan) -> [Double] {
    stretches(plan.lengths.map { Double($0) / 1000 }, plan.velocities)
  }

  /// How far leg `index` goes on `axis`, in degrees.
  private func way(_ index: Int, _ axis: Axis) -> Double {
    points[index][axis] - (index == 0 ? from[axis] : points[index - 1][axis])
  }
}
