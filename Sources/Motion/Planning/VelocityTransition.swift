/// The changes of one axis from any velocity and acceleration to any others, within limits of
/// acceleration and jerk, wherever they lead.
///
/// Without a limit of jerk the acceleration is one all along, and those at both ends are of no
/// account.
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
  private let units: Units
  private let solution: Solution

  /// How the quickest change is found, and with it the slower ones; in `units`.
  private enum Solution: Sendable {
    /// Within a limit of jerk: what comes first, the problem after it, and its quickest change.
    case smooth(Recovery?, Reach, quickest: VelocityShape)
    /// Without one: from a velocity to another.
    case even(from: Double, to: Double)
  }

  /// True if the acceleration at the start is beyond the limit; it comes back inside at once.
  public var recovers: Bool {
    if case .smooth(.some, _, _) = solution { true } else { false }
  }

  /// Creates the changes from `start` to `velocity` and `acceleration` within `limits`.
  public init(
    from start: MotionState, to velocity: Double, acceleration: Double = 0,
    within limits: AxisLimits
  ) throws(PlanningFailure) {
    let isEven = limits.jerk == .infinity
    units = try isEven ? Units(unlimitedJerk: limits) : Units(limits)
    guard start.isFinite else { throw .start }
    guard velocity.isFinite, acceleration.isFinite else { throw .target }
    (self.start, self.velocity, self.acceleration) = (start, velocity, acceleration)
    let (v1, a1) = (velocity / units.velocity, acceleration / units.acceleration)
    guard abs(a1) <= 1 + 1e-12 else { throw .unreachable }
    var (v0, a0) = (start.velocity / units.velocity, start.acceleration / units.acceleration)
    var length: Double
    if isEven {
      solution = .even(from: v0, to: v1)
      length = abs(v1 - v0)
    } else {
      let recovery =
        Recovery.isOutside(v0, a0, .infinity)
        ? Recovery(velocity: v0, acceleration: a0, top: .infinity) : nil
      if let recovery { (v0, a0) = (recovery.velocity, recovery.acceleration) }
      let quickest = VelocityShape(v0: v0, a0: a0, v1: v1, a1: a1)
      solution = .smooth(
        recovery, Reach(v0: v0, a0: a0, v1: v1, a1: a1, top: .infinity), quickest: quickest)
      length = quickest.length + (recovery?.length ?? 0)
    }
    length *= units.time
    guard v0.isFinite, v1.isFinite, length.isFinite else { throw .range }
    minimumLength = length
  }

  /// The quickest stop from `start`.
  public static func stop(
    from start: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) -> VelocityTransition {
    try VelocityTransition(from: start, to: 0, within: limits)
  }

  /// The position at the end of the quickest change, in degrees.
  public var endPosition: Double {
    switch solution {
    case .smooth(let recovery, _, let quickest):
      start.position + (quickest.pieces.distance + (recovery?.distance ?? 0)) * units.position
    case .even: start.position + (start.velocity + velocity) / 2 * minimumLength
    }
  }

  /// The quickest change.
  public var profile: JerkProfile {
    switch solution {
    case .smooth(let recovery, _, let quickest):
      profile(by: quickest.pieces, after: recovery, lasting: minimumLength)
    case .even(let from, let to): profile(from, to, lasting: minimumLength)
    }
  }

  /// The least possible length that is at least `length` seconds, in seconds.
  ///
  /// A short change between two accelerations of the same sign can last very little longer than it
  /// must, or long enough to lose in between what it gains.
  public func shortestLength(atLeast length: Double) -> Double {
    guard length > minimumLength else { return minimumLength }
    guard case .smooth(let recovery, let reach, _) = solution else { return length }
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
    switch solution {
    case .smooth(let recovery, let reach, _):
      let shape = VelocityShape(
        v0: reach.v0, a0: reach.a0, v1: reach.v1, a1: reach.a1,
        lasting: length / units.time - (recovery?.length ?? 0))
      guard let shape else { throw .length(next: shortestLength(atLeast: length)) }
      return profile(by: shape.pieces, after: recovery, lasting: length)
    case .even(let from, let to):
      return profile(from, to, lasting: length)
    }
  }

  /// The change from one velocity to another with one acceleration.
  private func profile(_ from: Double, _ to: Double, lasting length: Double) -> JerkProfile {
    var pieces = Pieces(velocity: from)
    pieces.lengths[0] = length
    pieces.accelerations[0] = length > 0 ? (to - from) / length : 0
    return profile(by: pieces, after: nil, lasting: length)
  }

  private func profile(
    by pieces: Pieces, after recovery: Recovery?, lasting length: Double
  ) -> JerkProfile {
    let way = pieces.distance + (recovery?.distance ?? 0)
    var all = pieces
    if let recovery { all = pieces.preceded(by: recovery.pieces) ?? pieces }
    return JerkProfile(
      all, from: start.position,
      to: MotionState(
        position: start.position + way * units.position, velocity: velocity,
        acceleration: acceleration),
      in: units, lasting: length)
  }
}
