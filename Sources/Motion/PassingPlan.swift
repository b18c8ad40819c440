import Quantities

/// A move exactly through waypoints, at none of which an axis stops unless it turns back there or
/// stopping at each is quicker.
///
/// An axis that goes on in its direction passes a waypoint with a share, the eagerness, of the
/// harmonic mean of its mean velocities on the legs before and after; one that turns back or stays
/// has none there (as in Fritsch and Butland, "A method for constructing local monotone piecewise
/// cubic interpolants", 1984). The legs between are as quick as the limits allow, all axes
/// together.
public struct PassingPlan: Equatable, Sendable {
  /// Where it begins, in degrees.
  public let from: PerAxis<Double>
  /// The waypoints, in degrees, each different from the one before; the last is where it ends.
  public let points: [PerAxis<Double>]
  /// How long each leg lasts, in milliseconds, if the whole is not stretched.
  public let lengths: [Int32]
  /// The velocity at each waypoint, in degrees a second, if the whole is not stretched.
  ///
  /// It is 0 at the last.
  public let velocities: [PerAxis<Double>]
  /// How long the whole lasts, in milliseconds; the legs are stretched to it evenly.
  public let length: Int32

  /// The motion of `axis`; nil if its limits do not allow the legs.
  public func passage(of axis: Axis, within limits: AxisLimits) -> ViaPointMotion? {
    ViaPointMotion(
      from: from[axis], points: points.map { $0[axis] }, velocities: velocities.map { $0[axis] },
      lengths: lengths.map { Milliseconds($0).seconds }, length: Milliseconds(length).seconds,
      within: limits)
  }

  /// The plan of a move from `from` through `points`, all in degrees.
  ///
  /// Points equal to the one before are dropped. It lasts `length` seconds, or about as short as
  /// `limits` and the greatest `speed`, in degrees a second, allow. It is never longer than one
  /// plain move after the other. Positions are not checked.
  public static func plan(
    from: PerAxis<Double>, points: [PerAxis<Double>], speed: Double? = nil,
    length: Double? = nil, limits: PerAxis<AxisLimits?>
  ) throws(ThroughPlan.Failure) -> PassingPlan {
    let planner = PassingPlanner(from: from, points: points, limits: limits)
    guard let quickest = planner.shortest() else { throw .impossible }
    var stretch = 1.0
    for axis in Axis.allCases {
      guard let speed, let limit = limits[axis] else { continue }
      guard let passage = quickest.passage(of: axis, within: limit) else { throw .impossible }
      stretch = max(stretch, passage.peaks.speed / max(0, speed))
    }
    let least = Milliseconds.covering(Milliseconds(quickest.length).seconds * stretch)
    guard let least else { throw .impossible }
    guard let length else { return quickest.lasting(least) }
    let wanted = Milliseconds.count(in: length).rounded()
    guard wanted >= Double(least) else { throw .tooShort(shortest: least) }
    guard wanted <= Double(Int32.max) else { throw .impossible }
    return quickest.lasting(Int32(wanted))
  }

  private func lasting(_ length: Int32) -> PassingPlan {
    PassingPlan(
      from: from, points: points, lengths: lengths, velocities: velocities, length: length)
  }
}

/// Chooses the lengths of the legs of a `PassingPlan`, and the velocities between them.
private struct PassingPlanner {
  let from: PerAxis<Double>
  /// The waypoints, each different from the one before.
  let points: [PerAxis<Double>]
  let limits: PerAxis<AxisLimits?>

  init(from: PerAxis<Double>, points all: [PerAxis<Double>], limits: PerAxis<AxisLimits?>) {
    self.from = from
    self.limits = limits
    var points: [PerAxis<Double>] = []
    for point in all where point != points.last ?? from { points.append(point) }
    self.points = points
  }

  /// About the shortest plan; nil if an axis cannot move, or it would take over 24 days.
  func shortest() -> PassingPlan? {
    let resting = Array(repeating: PerAxis(all: 0.0), count: points.count)
    guard let stopping = plan(resting) else { return nil }
    var best = stopping
    guard points.count > 1 else { return best }
    for eagerness in [1.5, 1, 0.7, 0.4, 0.1, 0.01] {
      var mean = stopping.lengths
      // The velocities rise as the legs become shorter, and settle. The work stays in proportion
      // however many points there are.
      for _ in 0..<max(2, min(12, 20_000 / points.count)) {
        guard let plan = plan(velocities(mean, eagerness)), plan.lengths != mean else { break }
        let isFirst = best.velocities == resting
        if plan.length < best.length || isFirst && plan.length == best.length { best = plan }
        mean = plan.lengths
      }
    }
    return best
  }

  /// The plan that passes the points at `velocities`, whole millidegrees a second; nil if there is
  /// none.
  private func plan(_ velocities: [PerAxis<Double>]) -> PassingPlan? {
    var lengths: [Int32] = []
    lengths.reserveCapacity(points.count)
    var clock: Int32 = 0
    for index in points.indices {
      guard let length = length(of: index, velocities) else { return nil }
      let (end, isTooLate) = clock.addingReportingOverflow(length)
      guard !isTooLate else { return nil }
      lengths.append(length)
      clock = end
    }
    return PassingPlan(
      from: from, points: points, lengths: lengths, velocities: velocities, length: clock)
  }

  /// The least length of leg `index`, in milliseconds.
  private func length(of index: Int, _ velocities: [PerAxis<Double>]) -> Int32? {
    var ways = PerAxis<Transition?>(all: nil)
    for axis in Axis.allCases {
      let start = MotionState(
        position: origin(index)[axis], velocity: index == 0 ? 0 : velocities[index - 1][axis])
      let target = MotionState(position: points[index][axis], velocity: velocities[index][axis])
      if start == target, start.velocity == 0 { continue }
      guard let limits = limits[axis] else { return nil }
      ways[axis] = try? Transition(from: start, to: target, within: limits)
      guard ways[axis] != nil else { return nil }
    }
    var length = max(1, Milliseconds.covering(ways.shortestLength()) ?? 0)
    for _ in 0..<16 {
      let seconds = ways.shortestLength(atLeast: Milliseconds(length).seconds)
      guard let next = Milliseconds.covering(seconds) else { return nil }
      if next <= length { return length }
      length = next
    }
    return nil
  }

  /// The velocities at the points, whole millidegrees a second, if the legs last `lengths`.
  private func velocities(_ lengths: [Int32], _ eagerness: Double) -> [PerAxis<Double>] {
    var velocities = Array(repeating: PerAxis(all: 0.0), count: points.count)
    for index in 0..<(points.count - 1) {
      for axis in Axis.allCases {
        let before = Milliseconds.perSecond(way(index, axis) / Double(lengths[index]))
        let after = Milliseconds.perSecond(way(index + 1, axis) / Double(lengths[index + 1]))
        guard before * after > 0, let top = limits[axis]?.speed else { continue }
        let velocity = eagerness * 2 / (1 / before + 1 / after)
        let size = min(abs(velocity), 1.5 * abs(before), 1.5 * abs(after), top)
        let whole = Millidegrees.degrees(in: Millidegrees.count(in: size).rounded(.down))
        velocities[index][axis] = velocity > 0 ? whole : -whole
      }
    }
    return velocities
  }

  private func origin(_ index: Int) -> PerAxis<Double> { index == 0 ? from : points[index - 1] }

  /// How far leg `index` goes on `axis`, in degrees.
  private func way(_ index: Int, _ axis: Axis) -> Double {
    points[index][axis] - origin(index)[axis]
  }
}
