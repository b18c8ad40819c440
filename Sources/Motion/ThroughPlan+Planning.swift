import Quantities

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
  /// It passes every inner waypoint within `tolerance` degrees on each axis, in the middle of the
  /// overlap of the legs on either side, and stops only where that is quicker; without a tolerance
  /// it stops at each (see `PassingPlan` for one that does not). Points equal to the one before are
  /// dropped. It lasts `length` seconds, or about as short as these laws and `limits` allow; speed,
  /// acceleration and jerk are within the limits (to a part in 10⁹) over the whole motion, which is
  /// checked on the whole milliseconds returned. Positions are not checked: see `peaks`.
  public static func plan(
    from: PerAxis<Double>, points: [PerAxis<Double>], tolerance: Double?, length: Double? = nil,
    limits: PerAxis<AxisLimits?>
  ) throws(Failure) -> ThroughPlan {
    let planner = try ThroughPlanner(
      from: from, points: points, tolerance: tolerance, limits: limits)
    let shortest = try planner.shortest()
    guard let length else { return shortest }
    let wanted = Milliseconds.count(in: length).rounded()
    guard wanted >= Double(shortest.length) else {
      throw .tooShort(shortest: shortest.length)
    }
    guard wanted <= Double(Int32.max) else { throw .impossible }
    return planner.lasting(Int32(wanted), atLeast: shortest)
  }
}
