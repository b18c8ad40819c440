/// The time law of a CSS `cubic-bezier`: the curve from (0, 0) to (1, 1) with two control points.
///
/// See CSS Easing Functions Level 2. Time is x(p) and progress y(p), cubics in the parameter p, and
/// the law is s(u) = y(p) where x(p) = u. Acceleration jumps at the ends of such a curve, which no
/// motor can do; so the first and the last tenth are instead the polynomials of degree 5 that join
/// rest to the curve, with its position, velocity and acceleration where they meet.
public struct CubicBezier: Equatable, Sendable {
  /// True if the slope of the curve at 0 is 0 and the acceleration there is finite.
  public let startsAtRest: Bool
  /// True if the slope of the curve at 1 is 0 and the acceleration there is finite.
  public let endsAtRest: Bool
  let x: Polynomial
  let y: Polynomial
  /// The way done over the first tenth.
  let head: Polynomial
  /// The way still to go over the last tenth, seen from the end.
  let tail: Polynomial
  /// The parameter at which the curve itself takes over from `head`.
  let start: Double
  /// The parameter at which it gives way to `tail`.
  let end: Double

  /// The part of the time at either end that is smoothed.
  static let smoothed = 0.1

  /// Creates the curve with control points (x1, y1) and (x2, y2); x1 and x2 are clamped to 0...1.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) {
    let (x1, x2) = (min(max(x1, 0), 1), min(max(x2, 0), 1))
    startsAtRest = x1 > 0 && y1 == 0
    endsAtRest = x2 < 1 && y2 == 1
    (x, y) = (CubicBezier.cubic(x1, x2), CubicBezier.cubic(y1, y2))
    start = CubicBezier.parameter(x, at: CubicBezier.smoothed)
    end = CubicBezier.parameter(x, at: 1 - CubicBezier.smoothed)
    head = CubicBezier.joining(CubicBezier.state(x, y, at: start))
    tail = CubicBezier.joining(MotionLaw.mirrored(CubicBezier.state(x, y, at: end)))
  }

  /// The cubic with Bernstein coefficients 0, c1, c2, 1.
  private static func cubic(_ c1: Double, _ c2: Double) -> Polynomial {
    Polynomial(0, 3 * c1, 3 * (c2 - c1) - 3 * c1, 1 - 3 * (c2 - c1))
  }

  /// The polynomial of degree 5 from rest at 0 to `state` in a smoothed part of the time.
  private static func joining(_ state: MotionState) -> Polynomial {
    let way = state.position
    let velocity = state.velocity * smoothed
    let bend = state.acceleration * smoothed * smoothed
    return Polynomial(
      SIMD8(
        0, 0, 0, 10 * way - 4 * velocity + bend / 2, -15 * way + 7 * velocity - bend,
        6 * way - 3 * velocity + bend / 2, 0, 0))
  }

  /// The law and its derivatives at `u` in 0...1.
  ///
  /// Where the curve is vertical the derivatives do not exist; 0 stands for them.
  public func state(at u: Double) -> MotionState {
    let rate = 1 / CubicBezier.smoothed
    if u < CubicBezier.smoothed { return head.state(at: u * rate, rate: rate) }
    if u > 1 - CubicBezier.smoothed {
      return MotionLaw.mirrored(tail.state(at: (1 - u) * rate, rate: rate))
    }
    return CubicBezier.state(x, y, at: parameter(at: u))
  }

  /// The progress and its derivatives by time at the parameter `p` of the curve itself.
  ///
  /// The chain rule, solved for s', s'' and s''' in turn.
  private static func state(_ x: Polynomial, _ y: Polynomial, at p: Double) -> MotionState {
    let (dx, dy) = (x.derivative, y.derivative)
    let (ddx, ddy) = (dx.derivative, dy.derivative)
    let speed = dx.value(at: p)
    guard speed > 0 else { return MotionState(position: y.value(at: p)) }
    let first = dy.value(at: p) / speed
    let second = (ddy.value(at: p) - first * ddx.value(at: p)) / (speed * speed)
    let third =
      ddy.coefficients[1] - 3 * second * speed * ddx.value(at: p) - first * ddx.coefficients[1]
    return MotionState(
      position: y.value(at: p), velocity: first, acceleration: second,
      jerk: third / (speed * speed * speed))
  }

  /// The parameter at which x is `u`.
  func parameter(at u: Double) -> Double { CubicBezier.parameter(x, at: u) }

  private static func parameter(_ x: Polynomial, at u: Double) -> Double {
    if u <= 0 { return 0 }
    if u >= 1 { return 1 }
    var shifted = x
    shifted.coefficients[0] -= u
    return shifted.root(between: 0, and: 1, rising: true)
  }
}

extension CubicBezier {
  /// The extremes of the law, at the roots of its derivatives.
  ///
  /// Acceleration and jerk are infinite for a curve that does not begin and end at rest: no motor
  /// can follow it.
  public var peaks: Peaks {
    var peaks = LegPiece(span: CubicBezier.smoothed, position: head).peaks
    var last = LegPiece(span: CubicBezier.smoothed, position: tail).peaks
    (last.lower, last.upper) = (1 - last.upper, 1 - last.lower)
    peaks.formUnion(last)
    peaks.formUnion(innerPeaks)
    guard startsAtRest && endsAtRest && peaks.speed < .infinity else {
      (peaks.acceleration, peaks.jerk) = (.infinity, .infinity)
      return peaks
    }
    return peaks
  }

  /// The extremes of the curve itself.
  ///
  /// With N = y''x' - y'x'' (whose cubic terms cancel) and M = N'x' - 3Nx'' the derivatives are
  /// y'/x', N/x'³ and M/x'⁵; they turn where N, M and M'x' - 5Mx'' change sign.
  private var innerPeaks: Peaks {
    let (dx, dy) = (x.derivative, y.derivative)
    let (a, b) = (dx.coefficients, dy.coefficients)
    let n = Polynomial(
      b[1] * a[0] - b[0] * a[1], 2 * (b[2] * a[0] - b[0] * a[2]), b[2] * a[1] - b[1] * a[2])
    let m = n.derivative * dx - 3 * (n * dx.derivative)
    let turns = m.derivative * dx - 5 * (m * dx.derivative)
    var peaks = Peaks(restingAt: y.value(at: start))
    visit(dy.signChanges(degree: 2)) { peaks.formUnion(Peaks(restingAt: y.value(at: $0))) }
    peaks.speed = greatest(dy, over: 1, at: n.signChanges(degree: 2))
    peaks.acceleration = greatest(n, over: 3, at: m.signChanges(degree: 3))
    peaks.jerk = greatest(m, over: 5, at: turns.signChanges(degree: 4))
    return peaks
  }

  /// The greatest size of `numerator` divided by the `power`th power of x', which turns at `turns`.
  private func greatest(
    _ numerator: Polynomial, over power: Int, at turns: Polynomial.Points
  ) -> Double {
    let dx = x.derivative
    var greatest = 0.0
    visit(turns) { p in
      let speed = max(0, dx.value(at: p))
      let divisor = (0..<power).reduce(1.0) { product, _ in product * speed }
      greatest = max(greatest, abs(Peaks.ratio(numerator.value(at: p), divisor)))
    }
    return greatest
  }

  /// Calls `body` with those of `turns` that count, with both ends, and with the middle.
  ///
  /// The only vertical tangent inside a curve is that of x1 = 1, x2 = 0, at its middle.
  private func visit(_ turns: Polynomial.Points, _ body: (Double) -> Void) {
    for p in [start, 0.5, end] where p >= start && p <= end { body(p) }
    for index in 0..<turns.count where turns[index] > start && turns[index] < end {
      body(turns[index])
    }
  }
}
