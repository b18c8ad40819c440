/// How a move progresses: the fraction s(u) of the way at the fraction u of the time.
///
/// s(0) = 0 and s(1) = 1, at rest and without acceleration at both ends; all but `bezier` are made
/// of polynomials.
public enum TimeLaw: Equatable, Sendable {
  /// See `Easing.smooth`.
  case smooth
  /// See `Easing.easeIn`.
  case easeIn
  /// See `Easing.easeOut`.
  case easeOut
  /// See `Easing.easeInOut`.
  case easeInOut
  /// See `Easing.linear`.
  case linear
  /// See `Easing.bezier`; the curve is large, and kept apart.
  indirect case bezier(CubicBezier)
  /// See `Easing.spring`.
  case spring(Spring)

  /// The law and its three derivatives at `u`; at rest at 0 before and at 1 after the unit
  /// interval.
  @inlinable
  public func state(at u: Double) -> MotionState {
    guard u >= 0 else { return MotionState(position: 0) }
    guard u <= 1 else { return MotionState(position: 1) }
    return switch self {
    case .smooth: TimeLaw.smooth(u)
    case .easeIn: TimeLaw.easeIn(u)
    case .easeOut: TimeLaw.mirrored(TimeLaw.easeIn(1 - u))
    case .easeInOut: TimeLaw.easeInOut(u)
    case .linear: u <= 0.5 ? TimeLaw.linear(u) : TimeLaw.mirrored(TimeLaw.linear(1 - u))
    case .bezier(let curve): curve.state(at: u)
    case .spring(let spring): spring.state(at: u)
    }
  }

  /// The extremes of the law: factors for the peaks of every move that follows it.
  ///
  /// A move of d degrees in T seconds has the peaks d/T, d/T² and d/T³ times these.
  @inlinable
  public var peaks: Peaks {
    switch self {
    case .smooth: TimeLaw.peaks(1.875, 10 / 3.0.squareRoot(), 60)
    case .easeIn, .easeOut:
      TimeLaw.peaks(1296 / 625.0, 1.08 + 2.88 * 6.0.squareRoot(), 120)
    case .easeInOut: TimeLaw.peaks(2.1875, 16.8 / 5.0.squareRoot(), 52.5)
    case .linear: TimeLaw.peaks(10 / 9.0, 50 / 3.0, 2000 / 3.0)
    case .bezier(let curve): curve.peaks
    case .spring(let spring): spring.peaks
    }
  }

  /// The shortest length of a move over `distance` degrees by this law, in seconds.
  ///
  /// Infinite if a limit is not positive, or if the law is a curve that does not begin and end at
  /// rest.
  @inlinable
  public func minimumLength(of distance: Double, within limits: AxisLimits) -> Double {
    guard distance != 0 else { return 0 }
    var peaks = peaks
    let way = abs(distance)
    peaks.speed *= way
    peaks.acceleration *= way
    peaks.jerk *= way
    return peaks.stretch(within: limits)
  }

  @inlinable
  static func peaks(_ speed: Double, _ acceleration: Double, _ jerk: Double) -> Peaks {
    Peaks(speed: speed, acceleration: acceleration, jerk: jerk, lower: 0, upper: 1)
  }
}

extension TimeLaw {
  /// Minimum jerk: s' = 30 u² (1-u)².
  ///
  /// s' peaks at 1/2 (1.875); s'' = 60 u (1-u) (1-2u) where u (1-u) = 1/6 (10/√3); s''' at the
  /// ends.
  @inlinable
  static func smooth(_ u: Double) -> MotionState {
    let w = u * (1 - u)
    return MotionState(
      position: u * u * u * (10 + u * (-15 + 6 * u)), velocity: 30 * w * w,
      acceleration: 60 * w * (1 - 2 * u), jerk: 60 * (1 - 6 * w))
  }

  /// Speed late: s' = 60 u³ (1-u)², the Beta(4, 3) distribution.
  ///
  /// s' peaks at 3/5 (1296/625); s'' = 60 u² (1-u) (3-5u) at (6+√6)/10, where it is -(1.08 +
  /// 2.88√6); s''' = 120 u (3 - 12u + 10u²) at 1 (120), beyond its turns at (4±√6)/10.
  @inlinable
  static func easeIn(_ u: Double) -> MotionState {
    let square = u * u
    let rest = 1 - u
    return MotionState(
      position: square * square * (15 + u * (-24 + 10 * u)),
      velocity: 60 * square * u * rest * rest,
      acceleration: 60 * square * rest * (3 - 5 * u),
      jerk: 120 * u * (3 + u * (-12 + 10 * u)))
  }

  /// Speed in the middle, higher than `smooth`: s' = 140 u³ (1-u)³.
  ///
  /// With w = u (1-u): s' peaks at w = 1/4 (2.1875); s'' = 420 w² (1-2u) at w = 1/5 (16.8/√5);
  /// s''' = 840 w (1-5w) at w = 1/4 (-52.5), beyond its turn at w = 1/10 (42).
  @inlinable
  static func easeInOut(_ u: Double) -> MotionState {
    let w = u * (1 - u)
    return MotionState(
      position: u * u * u * u * (35 + u * (-84 + u * (70 - 20 * u))), velocity: 140 * w * w * w,
      acceleration: 420 * w * w * (1 - 2 * u), jerk: 840 * w * (1 - 5 * w))
  }

  /// Constant speed F between ends of c = 1/10, over which it rises as 3w² - 2w³ with w = u/c.
  ///
  /// Each end covers F c/2, so F (1-c) = 1 and F = 10/9; s'' = 6F/c w (1-w) peaks at 1/2 (1.5 F/c =
  /// 50/3); s''' = 6F/c² (1-2w) at the ends (6F/c² = 2000/3).
  @inlinable
  static func linear(_ u: Double) -> MotionState {
    let (c, speed) = (0.1, 10 / 9.0)
    guard u < c else { return MotionState(position: speed * (u - c / 2), velocity: speed) }
    let w = u / c
    return MotionState(
      position: speed * c * w * w * w * (1 - w / 2), velocity: speed * w * w * (3 - 2 * w),
      acceleration: 6 * speed / c * w * (1 - w), jerk: 6 * speed / (c * c) * (1 - 2 * w))
  }

  /// The state of the law that runs the other way, turned about the middle.
  @inlinable
  static func mirrored(_ state: MotionState) -> MotionState {
    MotionState(
      position: 1 - state.position, velocity: state.velocity, acceleration: -state.acceleration,
      jerk: state.jerk)
  }
}
