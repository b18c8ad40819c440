/// The changes of one axis from any velocity and acceleration to any others, within limits of
/// acceleration and jerk, wherever they lead.
///
/// A stop is such a change. The speed is not limited on the way: it is what is to be changed.
public struct VelocityTransition: AxisTransition {
  /// The state at the start, in degrees and seconds; its jerk is of no account.
  public let start: MotionState
  /// The velocity at the end, in degrees a second.
  public let velocity: Double
  /// The acceleration at the end, in degrees a second squared.
  public let acceleration: Double
  /// The shortest possible length, in seconds.
  public let minimumLength: Double
  let units: Units
  let recovery: Recovery?
  /// The quickest change after the recovery.
  let quickest: VelocityShape
  /// The problem after the recovery.
  let reach: Reach

  /// True iff the acceleration at the start is beyond the limit; it comes back inside at once.
  public var recovers: Bool { recovery != nil }

  /// Creates the changes from `start` to `velocity` and `acceleration` within `limits`.
  public init(
    from start: MotionState, to velocity: Double, acceleration: Double = 0,
    within limits: AxisLimits
  ) throws(PlanningFailure) {
    units = try Units(limits)
    guard start.isFinite else { throw .start }
    guard velocity.isFinite, acceleration.isFinite else { throw .target }
    (self.start, self.velocity, self.acceleration) = (start, velocity, acceleration)
    let (v1, a1) = (velocity / units.velocity, acceleration / units.acceleration)
    guard abs(a1) <= 1 + 1e-12 else { throw .unreachable }
    var (v0, a0) = (start.velocity / units.velocity, start.acceleration / units.acceleration)
    recovery =
      Recovery.isOutside(v0, a0, .infinity)
      ? Recovery(velocity: v0, acceleration: a0, top: .infinity) : nil
    if let recovery { (v0, a0) = (recovery.velocity, recovery.acceleration) }
    guard v0.isFinite, v1.isFinite else { throw .range }
    reach = Reach(v0: v0, a0: a0, v1: v1, a1: a1, top: .infinity)
    quickest = VelocityShape(v0: v0, a0: a0, v1: v1, a1: a1)
    minimumLength = (quickest.length + (recovery?.length ?? 0)) * units.time
    guard minimumLength.isFinite else { throw .range }
  }

  /// The quickest stop from `start`.
  public static func stop(
    from start: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) -> VelocityTransition {
    try VelocityTransition(from: start, to: 0, within: limits)
  }

  /// The position at the end of the quickest change, in degrees.
  public var endPosition: Double {
    start.position + (quickest.pieces.distance + (recovery?.distance ?? 0)) * units.position
  }

  /// The quickest change.
  public var profile: JerkProfile { profile(by: quickest, lasting: minimumLength) }

  /// The least possible length that is at least `length` seconds, in seconds.
  ///
  /// A short change between two accelerations of the same sign can last very little longer than it
  /// must, or long enough to lose in between what it gains.
  public func shortestLength(atLeast length: Double) -> Double {
    guard length > minimumLength else { return minimumLength }
    let inner = length / units.time - (recovery?.length ?? 0)
    guard let gap = reach.gap, inner > gap.start, inner < gap.end else { return length }
    return (gap.end + (recovery?.length ?? 0)) * units.time
  }

  /// The change that lasts `length` seconds, with the least acceleration.
  ///
  /// Throws `PlanningFailure.length` if there is none.
  public func profile(lasting length: Double) throws(PlanningFailure) -> JerkProfile {
    if abs(length - minimumLength) <= 1e-14 * minimumLength { return profile }
    guard length > minimumLength else { throw .length(next: minimumLength) }
    guard length < .infinity else { throw .range }
    let shape = VelocityShape(
      v0: reach.v0, a0: reach.a0, v1: reach.v1, a1: reach.a1,
      lasting: length / units.time - (recovery?.length ?? 0))
    guard let shape else { throw .length(next: shortestLength(atLeast: length)) }
    return profile(by: shape, lasting: length)
  }

  private func profile(by shape: VelocityShape, lasting length: Double) -> JerkProfile {
    var pieces = shape.pieces
    let way = pieces.distance + (recovery?.distance ?? 0)
    if let recovery { pieces = pieces.preceded(by: recovery.pieces) ?? pieces }
    return JerkProfile(
      pieces, from: start.position,
      to: MotionState(
        position: start.position + way * units.position, velocity: velocity,
        acceleration: acceleration),
      in: units, lasting: length)
  }
}
