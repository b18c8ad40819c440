import Vocabulary

/// How a move progresses: the fraction s(u) of the way at the fraction u of the time.
///
/// s(0) = 0 and s(1) = 1, at rest and without acceleration at both ends; all but `bezier` are made
/// of polynomials.
public enum MotionLaw: Equatable, Sendable {
  /// A curve without numbers.
  case curve(EasingCurve)
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
    case .curve(let curve): curve.state(at: u)
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
    case .curve(let curve): curve.peaks
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
}
