/// The motions of one axis from any state to any other, within limits of speed, acceleration and
/// jerk, the latter infinite where it is not limited (see `Trapezoid`).
///
/// The quickest is found in closed form but for one root, of a convex function in a bracket. Not
/// every greater length is possible: an axis that is already near its target and must pass it at
/// speed has either very little time or enough to turn round.
public struct Transition: AxisTransition {
  /// The state at the start, in degrees and seconds; its jerk is of no account.
  public let start: MotionState
  /// The state at the end, in degrees and seconds; its jerk is zero.
  public let target: MotionState
  /// What the axis may do.
  public let limits: AxisLimits
  /// The shortest possible length, in seconds.
  public let minimumLength: Double
  let problem: Problem
  /// The shortest motion, recovery apart; nothing but its length without a limit of jerk.
  let quickest: Extreme

  /// True if the motion begins outside the limits; it comes back inside as fast as possible.
  public var recovers: Bool { problem.recovery != nil }

  /// Creates the motions from `start` to `target` within `limits`.
  ///
  /// Positions are not limited here; see `profile(lasting:)`.
  @inline(__always)
  public init(
    from start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) {
    problem = try Problem(from: start, to: target, within: limits)
    quickest =
      limits.jerk == .infinity
      ? Extreme(length: Trapezoid(problem).minimumLength)
      : problem.reach.quickest(over: problem.way, blur: problem.blur)
    self.start = start
    self.target = target.withoutJerk
    self.limits = limits
    minimumLength = problem.outer(quickest.length)
    guard minimumLength.isFinite else { throw .range }
  }

  /// The quickest motion.
  @inline(__always)
  public var profile: JerkProfile {
    if limits.jerk == .infinity {
      let pieces = Trapezoid(problem).pieces
      return problem.profile(of: pieces, from: start, to: target, lasting: minimumLength)
        ?? JerkProfile(restingAt: target)
    }
    return problem.profile(quickest, from: start, to: target, lasting: minimumLength)
  }

  /// The least possible length that is at least `length` seconds, in seconds.
  public func shortestLength(atLeast length: Double) -> Double {
    guard length > minimumLength else { return minimumLength }
    let wanted = problem.inner(length)
    let found =
      limits.jerk == .infinity
      ? Trapezoid(problem).shortestLength(atLeast: wanted)
      : problem.reach.shortest(over: problem.way, blur: problem.blur, atLeast: wanted).length
    return found > wanted ? problem.outer(found) : length
  }

  /// The motion that lasts `length` seconds.
  ///
  /// Throws `PlanningFailure.length` if there is none.
  @inline(__always)
  public func profile(lasting length: Double) throws(PlanningFailure) -> JerkProfile {
    if abs(length - minimumLength) <= 1e-14 * minimumLength { return profile }
    guard length > minimumLength else { throw .length(next: minimumLength) }
    guard length < .infinity else { throw .range }
    let inner = problem.inner(length)
    let pieces =
      limits.jerk == .infinity
      ? Trapezoid(problem).pieces(lasting: inner)
      : problem.reach.pieces(over: problem.way, lasting: inner, blur: problem.blur)
    if let pieces,
      let profile = problem.profile(of: pieces, from: start, to: target, lasting: length)
    {
      return profile
    }
    throw .length(next: shortestLength(atLeast: length))
  }
}

extension Problem {
  /// The motion by `quickest`, from `start` to `target`.
  @inline(__always)
  fileprivate func profile(
    _ quickest: Extreme, from start: MotionState, to target: MotionState, lasting length: Double
  ) -> JerkProfile {
    let cruising = quickest.cruising(reach)
    guard recovery != nil else {
      return JerkProfile(cruising, from: start, to: target, in: units, lasting: length)
    }
    return profile(of: cruising.pieces, from: start, to: target, lasting: length)
      ?? JerkProfile(restingAt: target)
  }

  /// The motion by `pieces`; nil if they and the recovery before them are too many.
  @inline(__always)
  fileprivate func profile(
    of pieces: Pieces, from start: MotionState, to target: MotionState, lasting length: Double
  ) -> JerkProfile? {
    guard let recovery else {
      return JerkProfile(pieces, from: start.position, to: target, in: units, lasting: length)
    }
    return pieces.preceded(by: recovery.pieces).map {
      JerkProfile($0, from: start.position, to: target, in: units, lasting: length)
    }
  }
}

extension JerkProfile {
  /// Creates the quickest motion from `start` to `target` within `limits`.
  ///
  /// The same as `Transition.profile`, sooner: nothing but the motion is put together.
  public init(
    from start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) {
    if limits.jerk == .infinity {
      self = try JerkProfile(unlimited: start, to: target, within: limits)
      return
    }
    let problem = try Problem(from: start, to: target, within: limits)
    guard let cruising = problem.cruise else {
      let quickest = problem.reach.uncruised(over: problem.way, blur: problem.blur)
      let length = problem.outer(quickest.length)
      guard length.isFinite else { throw .range }
      self = problem.profile(
        quickest, from: start, to: target.withoutJerk, lasting: length)
      return
    }
    let length = problem.outer(cruising.length)
    guard length.isFinite else { throw .range }
    self.init(cruising, from: start, to: target, in: problem.units, lasting: length)
  }
}

extension JerkProfile {
  /// The same without a limit of jerk; apart, so that the other is as fast as if it were alone.
  @inline(never)
  private init(
    unlimited start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) {
    self = try Transition(from: start, to: target, within: limits).profile
  }
}

extension MotionState {
  /// The same with a jerk of zero.
  fileprivate var withoutJerk: MotionState {
    MotionState(position: position, velocity: velocity, acceleration: acceleration)
  }

  /// True if position, velocity and acceleration, and their sum, are finite.
  var isFinite: Bool { (position + velocity + acceleration).isFinite }
}
