/// The motions of several axes from any states to any others that begin and end together.
public struct JointTransition: Sendable {
  /// The transition of each axis by itself; nil for an axis that takes no part.
  public let axes: PerAxis<Transition?>
  /// True if all axes keep to one straight line.
  ///
  /// They can if velocities and accelerations at both ends point along it, as they do at rest.
  public let isStraight: Bool

  /// Creates the motions from `start` to `target` within `limits`, if `straight` on one line.
  ///
  /// An axis without a state at both ends, or without limits, takes no part.
  public init(
    from start: PerAxis<MotionState?>, to target: PerAxis<MotionState?>,
    within limits: PerAxis<AxisLimits?>, straight: Bool = false
  ) throws(PlanningFailure) {
    axes = PerAxis(
      yaw: try Transition(from: start.yaw, to: target.yaw, within: limits.yaw),
      pitch: try Transition(from: start.pitch, to: target.pitch, within: limits.pitch),
      roll: try Transition(from: start.roll, to: target.roll, within: limits.roll))
    isStraight = straight && axes.line != nil
  }

  /// The shortest possible length, in seconds.
  public var minimumLength: Double { shortestLength(atLeast: 0) }

  /// The least possible length that is at least `length` seconds, in seconds.
  public func shortestLength(atLeast length: Double) -> Double {
    let line = isStraight ? axes.line : nil
    return line?.shortestLength(atLeast: length) ?? axes.shortestLength(atLeast: length)
  }

  /// The motions of all axes, as soon as can be from `length` seconds on.
  @inline(__always)
  public func profiles(
    atLeast length: Double = 0
  ) throws(PlanningFailure) -> PerAxis<JerkProfile?> {
    guard isStraight, let line = axes.line else { return try axes.profiles(atLeast: length) }
    let profile = try line.profile(lasting: line.shortestLength(atLeast: length))
    return axes.map { axis in axis.map { profile.along($0) } }
  }
}

extension Transition {
  /// Nil if a state or the limits are.
  @inline(__always)
  fileprivate init?(
    from start: MotionState?, to target: MotionState?, within limits: AxisLimits?
  ) throws(PlanningFailure) {
    guard let start, let target, let limits else { return nil }
    self = try Transition.planned(from: start, to: target, within: limits)
  }

  /// The same as `init`, but not to be inlined: one copy of it serves three axes best.
  @inline(never)
  private static func planned(
    from start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) -> Transition {
    try Transition(from: start, to: target, within: limits)
  }

  fileprivate var delta: Double { target.position - start.position }
}

extension PerAxis where Value == Transition? {
  /// The transition from 0 to 1 of the way that all axes share; nil if they share none.
  fileprivate var line: Transition? {
    var limits = AxisLimits(
      lower: 0, upper: 1, speed: .infinity, acceleration: .infinity, jerk: .infinity)
    var longest: Transition?
    for axis in Axis.allCases {
      guard let transition = self[axis], transition.delta != 0 else { continue }
      let way = abs(transition.delta)
      limits.speed = min(limits.speed, transition.limits.speed / way)
      limits.acceleration = min(limits.acceleration, transition.limits.acceleration / way)
      limits.jerk = min(limits.jerk, transition.limits.jerk / way)
      if way > abs(longest?.delta ?? 0) { longest = transition }
    }
    guard let longest else { return nil }
    let (start, target) = (longest.start.shares(of: longest), longest.target.shares(of: longest))
    for axis in Axis.allCases {
      guard let transition = self[axis] else { continue }
      guard transition.start.keeps(to: start, transition),
        transition.target.keeps(to: target, transition)
      else { return nil }
    }
    return try? Transition(
      from: MotionState(
        position: 0, velocity: start.velocity, acceleration: start.acceleration),
      to: MotionState(
        position: 1, velocity: target.velocity, acceleration: target.acceleration),
      within: limits)
  }
}

extension MotionState {
  /// Velocity and acceleration as shares of the way of `transition`.
  fileprivate func shares(of transition: Transition) -> MotionState {
    MotionState(
      position: 0, velocity: velocity / transition.delta,
      acceleration: acceleration / transition.delta)
  }

  /// True if velocity and acceleration are `shares` of the way of `transition`, rounding apart.
  fileprivate func keeps(to shares: MotionState, _ transition: Transition) -> Bool {
    abs(velocity - shares.velocity * transition.delta) <= 1e-12 * transition.limits.speed
      && abs(acceleration - shares.acceleration * transition.delta)
        <= 1e-12 * transition.limits.acceleration
  }
}

extension JerkProfile {
  /// The motion of the axis of `transition` if this is how the shared way is spent.
  fileprivate func along(_ transition: Transition) -> JerkProfile {
    JerkProfile(self, times: transition.delta, from: transition.start, to: transition.target)
  }
}
