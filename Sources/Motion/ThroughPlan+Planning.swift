#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ThroughPlan {
  /// Why a move near waypoints cannot be planned.
  public enum Failure: Error, Equatable, Sendable {
    /// The length asked for is too short; `shortest` milliseconds would do.
    case tooShort(shortest: Int32)
    /// No length will do: an axis that must move has no limits, or it would take over 24 days.
    case impossible
  }

  /// The plan of a move from `from` through `points`, all in degrees.
  ///
  /// Without a `tolerance` it goes exactly through every point, and no axis stops where it does not
  /// turn back. With one it passes every inner waypoint within so many degrees on each axis, in the
  /// middle of the overlap of the legs on either side, where that is quicker. A tolerance that is
  /// not positive makes it stop at each point. Points equal to the one before are dropped. It lasts
  /// `length` seconds, or about as short as these laws and `limits` allow; speed, acceleration and
  /// jerk are within the limits (to a part in 10⁹) over the whole motion, which is checked on the
  /// whole milliseconds returned. Positions are not checked: see `peaks`.
  public static func plan(
    from: PerAxis<Double>, points: [PerAxis<Double>], tolerance: Double?, length: Double? = nil,
    limits: PerAxis<AxisLimits?>
  ) throws(Failure) -> ThroughPlan {
    let planner = try ThroughPlanner(
      from: from, points: points, tolerance: tolerance, limits: limits)
    let near = try planner.shortest()
    let passing = tolerance.map { $0 > 0 } ?? true ? PassingPlanner(planner) : nil
    let exact = passing?.shortest()
    let shortest = min(near.length, exact?.plan.length ?? .max)
    guard let length else { return exact?.plan.length == shortest ? exact?.plan ?? near : near }
    let wanted = (length * 1000).rounded()
    guard wanted >= Double(shortest) else { throw .tooShort(shortest: shortest) }
    guard wanted <= Double(Int32.max) else { throw .impossible }
    if let passing, let exact, tolerance == nil || wanted < Double(near.length) {
      return passing.lasting(Int32(wanted), atLeast: exact)
    }
    return planner.lasting(Int32(wanted), atLeast: near)
  }
}
