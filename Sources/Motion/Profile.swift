import Quantities

/// The motion of one axis over one step.
public enum Profile: Equatable, Sendable {
  /// Constant velocity, in degrees a second, from `position` degrees, over `length` seconds.
  case hold(position: Double, velocity: Double, length: Double)
  /// The quickest jerk-limited move, stretched evenly.
  case plain(RestToRest)
  /// A move by a time law.
  case eased(EasedMove)
  /// A change of velocity.
  case change(SpeedChange)
  /// A move near waypoints.
  case through(ThroughPlan, Axis)
  /// A motion that is cut off and brought to rest.
  indirect case stopped(StoppedMotion)
  /// A motion that slows to a stop along its path, or sets out again.
  indirect case warped(WarpedMotion)
  /// A motion from any state to any other; it is large, and kept apart from the others.
  indirect case planned(JerkProfile)
  /// A move exactly through waypoints.
  case passing(ViaPointMotion)

  /// The move from `from` to `to` degrees in `length` seconds, or as quick as `limits` allow.
  @inlinable
  public static func move(
    from: Double, to: Double, length: Double? = nil, easing: Easing, within limits: AxisLimits
  ) -> Profile {
    guard let law = easing.law else {
      return .plain(RestToRest(from: from, to: to, length: length, within: limits))
    }
    let length = length ?? law.minimumLength(of: to - from, within: limits)
    return .eased(EasedMove(from: from, to: to, length: length, law: law))
  }

  /// The change from velocity `from` to `to`, degrees a second, in `length` seconds or as quick as
  /// can be.
  @inlinable
  public static func speedChange(
    position: Double, from: Double, to: Double, length: Double? = nil, within limits: AxisLimits
  ) -> Profile {
    .change(SpeedChange(position: position, from: from, to: to, length: length, within: limits))
  }

  /// The motion from `start` to `target`, at either without acceleration, in `length` seconds.
  ///
  /// Nil if there is none of that length. From rest to rest it is the plain move.
  public static func between(
    _ start: MotionState, _ target: MotionState, length: Double, within limits: AxisLimits
  ) -> Profile? {
    if start.velocity == 0, target.velocity == 0 {
      return .plain(
        RestToRest(from: start.position, to: target.position, length: length, within: limits))
    }
    do throws(PlanningFailure) {
      let ways = try Transition(from: start, to: target, within: limits)
      // Whole milliseconds forgive a part in 10¹²; see `Milliseconds`.
      let possible = ways.shortestLength(atLeast: length)
      guard possible <= length * (1 + 2e-12) else { return nil }
      return .planned(try ways.profile(lasting: possible))
    } catch {
      return nil
    }
  }

  /// How long it lasts, in seconds.
  @inlinable
  public var length: Double {
    switch self {
    case .hold(_, _, let length): length
    case .plain(let move): move.length
    case .eased(let move): move.length
    case .change(let change): change.length
    case .through(let plan, _): Milliseconds(plan.length).seconds
    case .stopped(let motion): motion.length
    case .warped(let motion): motion.length
    case .planned(let motion): motion.length
    case .passing(let passage): passage.length
    }
  }

  /// The state `time` seconds after the start; after the end the last velocity goes on.
  @inlinable
  public func state(at time: Double) -> MotionState {
    switch self {
    case .hold(let position, let velocity, _):
      MotionState(position: position + velocity * time, velocity: velocity)
    case .plain(let move): move.state(at: time)
    case .eased(let move): move.state(at: time)
    case .change(let change): change.state(at: time)
    case .through(let plan, let axis): plan.state(axis, at: time)
    case .stopped(let motion): motion.state(at: time)
    case .warped(let motion): motion.state(at: time)
    case .planned(let motion): motion.state(at: time)
    case .passing(let passage): passage.state(at: time)
    }
  }

  /// The state at the end.
  @inlinable
  public var end: MotionState { state(at: length) }

  /// The extremes from start to end.
  @inlinable
  public var peaks: Peaks {
    switch self {
    case .hold(let position, let velocity, let length):
      Peaks(
        speed: abs(velocity), acceleration: 0, jerk: 0,
        lower: min(position, position + velocity * length),
        upper: max(position, position + velocity * length))
    case .plain(let move): move.peaks
    case .eased(let move): move.peaks
    case .change(let change): change.peaks
    case .through(let plan, let axis): plan.peaks(axis)
    case .stopped(let motion): motion.peaks
    case .warped(let motion): motion.peaks
    case .planned(let motion): motion.peaks
    case .passing(let passage): passage.peaks
    }
  }
}
