import Quantities
import Vocabulary

/// Chooses the lengths and overlaps of the legs of a `ThroughPlan`.
///
/// Each leg gets the time it needs alone. Where two overlap their derivatives add up: each corner
/// offers overlaps and says by how much both legs must be stretched for each. The legs then get the
/// greater stretch of their two corners, are rounded to milliseconds, and lengthened where that was
/// not enough.
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
        let length = MotionLaw.curve(.smooth).minimumLength(of: way[axis], within: limits)
        guard length < 1e7 else { throw .impossible }
        need = max(need, Milliseconds.count(in: length))
      }
      needs.append(need)
      origin = point
    }
    return needs
  }
}

extension ThroughPlanner {
  /// A plan before it is rounded.
  struct Draft {
    /// How long each leg lasts, in milliseconds.
    var lengths: [Double]
    /// The overlap at each corner, as a share of the shorter leg.
    let shares: [Double]
  }

  /// The draft that takes each corner by the offer chosen.
  private func draft(_ offer: (Corner) -> Corner.Offer) -> Draft {
    var draft = Draft(lengths: needs, shares: corners.map { offer($0).share })
    for index in needs.indices {
      let before = index > 0 ? offer(corners[index - 1]).stretch : 1
      let after = index < corners.count ? offer(corners[index]).stretch : 1
      draft.lengths[index] *= max(before, after)
    }
    return draft
  }

  /// About the shortest plan; never longer than one that stops at every waypoint.
  func shortest() throws(ThroughPlan.Failure) -> ThroughPlan {
    let stop = Corner().quickest
    let stopping = settled(draft { _ in stop })
    let rounded = settled(draft(\.quickest))
    guard let plan = rounded?.plan ?? stopping?.plan else { throw .impossible }
    guard let other = stopping?.plan, other.length < plan.length else { return plan }
    return other
  }

  /// A plan of exactly `length` milliseconds, not less than those of `shortest`.
  ///
  /// Takes the largest overlaps there is time for. Where rounding spoils that, the shortest plan is
  /// used and the axes wait at the end.
  func lasting(_ length: Int32, atLeast shortest: ThroughPlan) -> ThroughPlan {
    guard shortest.length < length, !points.isEmpty else { return shortest.lasting(length) }
    return spread(draft(\.roundest), over: length) ?? spread(draft(\.quickest), over: length)
      ?? shortest.lasting(length)
  }

  /// A plan of exactly `length` milliseconds made from `draft`; nil if it does not hold.
  private func spread(_ draft: Draft, over length: Int32) -> ThroughPlan? {
    guard let (settled, tight) = settled(draft), tight.length <= length else { return nil }
    // Rounding lengthens each leg by less than 1 ms and shortens each overlap by less than 2 ms.
    let room = Double(length) - 3 * Double(points.count)
    let scale = max(1, room / Double(tight.length))
    let wide = Draft(lengths: settled.lengths.map { $0 * scale }, shares: settled.shares)
    guard let plan = plan(wide), plan.length <= length else { return nil }
    let spread = plan.distributing(length - plan.length)
    return excess(of: spread) <= 1 && isWithinTolerance(spread) ? spread : nil
  }

  /// `draft` with legs lengthened until it holds on whole milliseconds, and its plan; nil if it
  /// never does.
  private func settled(_ draft: Draft) -> (draft: Draft, plan: ThroughPlan)? {
    var draft = draft
    var isSettled = draft.shares.map { $0 == 0 }
    for _ in 0..<64 {
      guard let plan = plan(draft) else { return nil }
      let growth = growth(in: plan, unless: &isSettled)
      guard growth.contains(where: { $0 > 1 }) else {
        return excess(of: plan) <= 1 ? (draft, plan) : nil
      }
      for index in growth.indices { draft.lengths[index] *= growth[index] }
    }
    return nil
  }

  /// The factors by which the legs of `plan` must grow for the sums in its overlaps to hold.
  private func growth(in plan: ThroughPlan, unless isSettled: inout [Bool]) -> [Double] {
    var growth = Array(repeating: 1.0, count: points.count)
    for index in isSettled.indices where !isSettled[index] {
      let (before, after) = (Double(plan.lengths[index]), Double(plan.lengths[index + 1]))
      let overlap = Double(plan.end(index) - plan.starts[index + 1])
      let turn = turn(at: index + 1, before, after)
      let stretch = overlap > 0 ? turn.stretch(overlap: overlap, limits: limits) : 0
      isSettled[index] = stretch <= ThroughPlanner.exceedable
      guard !isSettled[index] else { continue }
      // Not less than a thousandth at a time, so that it ends.
      growth[index] = max(growth[index], stretch, 1.001)
      growth[index + 1] = max(growth[index + 1], stretch, 1.001)
    }
    for index in isSettled.indices where growth[index] > 1 || growth[index + 1] > 1 {
      isSettled[index] = plan.end(index) == plan.starts[index + 1]
    }
    return growth
  }

  /// The stretch still taken for none: rounding errors.
  private static let exceedable = 1 + 1e-10

  /// The plan of `draft` on whole milliseconds.
  private func plan(_ draft: Draft) -> ThroughPlan? {
    var starts: [Int32] = []
    var lengths: [Int32] = []
    starts.reserveCapacity(points.count)
    lengths.reserveCapacity(points.count)
    var clock: Int32 = 0
    for index in points.indices {
      let seconds = Milliseconds.seconds(in: draft.lengths[index])
      guard let length = Milliseconds.covering(seconds) else { return nil }
      if index > 0 {
        let largest = Int32(draft.shares[index - 1] * Double(min(length, lengths[index - 1])))
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

  /// The stretch the plan would need, less what is forgiven for rounding: at most 1 if it holds.
  private func excess(of plan: ThroughPlan) -> Double {
    var excess = 0.0
    for axis in Axis.allCases {
      guard let limits = limits[axis] else { continue }
      excess = max(excess, plan.peaks(axis).stretch(within: limits))
    }
    return excess / ThroughPlanner.exceedable
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
