import Motion

/// Brings one axis to a goal that moves: the controller.
///
/// The speed of the goal, and a correction of the error that fades exponentially when it is small
/// and by steady braking when it is great (the square-root controller of flight controllers). The
/// change to that speed is the quickest within acceleration and jerk, and is not made if the dock
/// could not stop inside its range after it.
struct Aim: Equatable, Sendable {
  /// Which share of the acceleration braking is planned with: the rest is for the jerk limit.
  static let braking = 0.6
  /// The speed of a goal below which a dock may rest, in degrees a second: the filter's estimate of
  /// somebody who stands is within 3 of zero (two standard deviations).
  static let restSpeed = 4.0
  /// How far inside its range an axis stays, in degrees: what the motors are off in a step.
  static let margin = 0.5
  /// By how much a motor that brakes is behind what it is asked for, in seconds: it takes up the
  /// change of one picture to the next in about two pictures at 30 a second.
  static let lag = 0.06

  /// The velocity planned for the end of the last step, in degrees a second.
  private(set) var velocity = 0.0
  /// The acceleration planned for the end of the last step, in degrees a second squared.
  private(set) var acceleration = 0.0
  /// True while the dock rests because the error is small.
  private(set) var isResting = true

  /// What is asked of an axis.
  struct Goal: Equatable {
    /// Where it is to be, in degrees.
    var position: Double
    /// How fast that place moves, in degrees a second.
    var velocity: Double
  }

  /// The velocity to ask for, in degrees a second, in a step of `time` seconds from `position` on.
  ///
  /// Without a goal the axis comes to a stop.
  mutating func step(
    from position: Double, to goal: Goal?, over time: Double, style: TrackingStyle,
    within limits: AxisLimits
  ) -> Double {
    var limits = limits
    limits.speed = min(limits.speed, style.speed)
    limits.acceleration = min(limits.acceleration, style.acceleration)
    limits.jerk = min(limits.jerk, style.jerk)
    let start = MotionState(position: position, velocity: velocity, acceleration: acceleration)
    let wanted = goal.map { speed(from: position, to: $0, style: style, within: limits) } ?? 0
    let profile = change(from: start, to: wanted, over: time, within: limits)
    guard let profile else {
      // Only numbers that cannot be computed with come here.
      (velocity, acceleration) = (0, 0)
      return 0
    }
    let end = profile.state(at: time)
    (velocity, acceleration) = (end.velocity, end.acceleration)
    if time >= profile.length { acceleration = 0 }
    return end.velocity
  }

  /// Forgets the motion: the dock stands.
  mutating func rest() { self = Aim() }

  /// The speed with which the error fades.
  private mutating func speed(
    from position: Double, to goal: Goal, style: TrackingStyle, within limits: AxisLimits
  ) -> Double {
    let place = min(max(goal.position, limits.lower + Aim.margin), limits.upper - Aim.margin)
    let error = place - position
    let speed = place == goal.position ? goal.velocity : 0
    // Two thresholds, so that it does not flicker.
    let zone = isResting ? style.deadZone : style.deadZone / 2
    isResting = abs(error) <= zone && (isResting || abs(speed) < Aim.restSpeed)
    if isResting { return 0 }
    let correction = Aim.correction(
      of: error, response: style.response, braking: Aim.braking * limits.acceleration)
    return min(max(speed + correction, -limits.speed), limits.speed)
  }

  /// The speed of an error that fades in the time constant `response`, or by `braking`.
  ///
  /// Where both meet they have the same speed and slope.
  static func correction(of error: Double, response: Double, braking: Double) -> Double {
    let linear = braking * response * response
    guard abs(error) > linear else { return error / response }
    let speed = (2 * braking * (abs(error) - linear / 2)).squareRoot()
    return error < 0 ? -speed : speed
  }

  /// The change of `start` to the velocity `wanted`, or to a lesser one from which it can still
  /// stop within the range.
  private func change(
    from start: MotionState, to wanted: Double, over time: Double, within limits: AxisLimits
  ) -> JerkProfile? {
    var share = 1.0
    while share > 0.05 {
      if let change = try? VelocityTransition(from: start, to: share * wanted, within: limits),
        Aim.canStop(after: change.profile, at: time, within: limits)
      {
        return change.profile
      }
      share /= 2
    }
    return try? VelocityTransition.stop(from: start, within: limits).profile
  }

  /// True if the first `time` seconds of `profile` and the quickest stop after them stay inside.
  private static func canStop(
    after profile: JerkProfile, at time: Double, within limits: AxisLimits
  ) -> Bool {
    let (lower, upper) = (limits.lower + margin, limits.upper - margin)
    guard lower > -.infinity || upper < .infinity else { return true }
    var state = profile.state(at: time)
    state.position += lag * state.velocity
    guard let stop = try? VelocityTransition.stop(from: state, within: limits).profile else {
      return false
    }
    // Outside already, it may come back.
    let peaks = stop.peaks
    let isInside = peaks.upper <= upper && peaks.lower >= lower
    let comesBack =
      state.velocity < 0
      ? peaks.upper > upper && peaks.lower >= lower
      : peaks.lower < lower && peaks.upper <= upper
    return isInside || comesBack && state.velocity != 0
  }
}
