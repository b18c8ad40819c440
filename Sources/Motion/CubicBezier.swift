/// The time law of a CSS `cubic-bezier`: the curve from (0, 0) to (1, 1) with two control points.
///
/// See CSS Easing Functions Level 2. Time is x(p) and progress y(p), cubics in the parameter p, and
/// the law is s(u) = y(p) where x(p) = u.
public struct CubicBezier: Equatable, Sendable {
  /// True iff the slope at 0 is 0 and the acceleration there is finite.
  public let startsAtRest: Bool
  /// True iff the slope at 1 is 0 and the acceleration there is finite.
  public let endsAtRest: Bool
  let x: Polynomial
  let y: Polynomial

  /// Creates the curve with control points (x1, y1) and (x2, y2); x1 and x2 are clamped to 0...1.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) {
    let (x1, x2) = (min(max(x1, 0), 1), min(max(x2, 0), 1))
    startsAtRest = x1 > 0 && y1 == 0
    endsAtRest = x2 < 1 && y2 == 1
    x = CubicBezier.cubic(x1, x2)
    y = CubicBezier.cubic(y1, y2)
  }

  /// The cubic with Bernstein coefficients 0, c1, c2, 1.
  private static func cubic(_ c1: Double, _ c2: Double) -> Polynomial {
    Polynomial(0, 3 * c1, 3 * (c2 - c1) - 3 * c1, 1 - 3 * (c2 - c1))
  }

  /// The law and its derivatives at `u` in 0...1.
  ///
  /// Where the curve is vertical the derivatives do not exist; 0 stands for them.
  public func state(at u: Double) -> MotionState {
    let p = parameter(at: u)
    let (dx, dy) = (x.derivative, y.derivative)
    let (ddx, ddy) = (dx.derivative, dy.derivative)
    let speed = dx.value(at: p)
    guard speed > 0 else { return MotionState(position: y.value(at: p)) }
    // The chain rule, solved for s', s'' and s''' in turn.
    let first = dy.value(at: p) / speed
    let second = (ddy.value(at: p) - first * ddx.value(at: p)) / (speed * speed)
    let third =
      ddy.coefficients[1] - 3 * second * speed * ddx.value(at: p) - first * ddx.coefficients[1]
    return MotionState(
      position: y.value(at: p), velocity: first, acceleration: second,
      jerk: third / (speed * speed * speed))
  }

  /// The parameter at which x is `u`.
  func parameter(at u: Double) -> Double {
    if u <= 0 { return 0 }
    if u >= 1 { return 1 }
    var shifted = x
    shifted.coefficients[0] -= u
    return shifted.root(between: 0, and: 1, rising: true)
  }

  /// The extremes of the law, at the roots of its derivatives.
  ///
  /// Acceleration is infinite unless the curve starts and ends at rest. Jerk is infinite: the
  /// acceleration jumps at the ends of every cubic but those that are flat there to the second
  /// order.
  public var peaks: Peaks {
    let progress = y.range(turningAt: y.derivative.signChanges(degree: 2))
    let speed = peakSpeed
    let isSmooth = startsAtRest && endsAtRest && speed < .infinity
    return Peaks(
      speed: speed, acceleration: isSmooth ? peakAcceleration : .infinity, jerk: .infinity,
      lower: progress.lower, upper: progress.upper)
  }

  /// The numerator of s'' = (y''x' - y'x'') / x'³; its cubic terms cancel.
  private var bending: Polynomial {
    let (a, b) = (x.derivative.coefficients, y.derivative.coefficients)
    return Polynomial(
      b[1] * a[0] - b[0] * a[1], 2 * (b[2] * a[0] - b[0] * a[2]), b[2] * a[1] - b[1] * a[2])
  }

  /// The greatest |s'|: at an end or where s'' changes sign.
  private var peakSpeed: Double {
    greatest(at: bending.signChanges(degree: 2)) { p in
      Peaks.ratio(y.derivative.value(at: p), max(0, x.derivative.value(at: p)))
    }
  }

  /// The greatest |s''|: at an end or where N'x' - 3Nx'' changes sign, N being the numerator of
  /// s''.
  private var peakAcceleration: Double {
    let dx = x.derivative
    let turns = bending.derivative * dx - 3 * (bending * dx.derivative)
    return greatest(at: turns.signChanges(degree: 3)) { p in
      let speed = max(0, dx.value(at: p))
      return Peaks.ratio(bending.value(at: p), speed * speed * speed)
    }
  }

  private func greatest(at turns: Polynomial.Points, _ figure: (Double) -> Double) -> Double {
    var peak = max(abs(figure(0)), abs(figure(1)))
    // The only vertical tangent inside the curve is that of x1 = 1, x2 = 0, at its middle.
    peak = max(peak, abs(figure(0.5)))
    for index in 0..<turns.count { peak = max(peak, abs(figure(turns[index]))) }
    return peak
  }
}
