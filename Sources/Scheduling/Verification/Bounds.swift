import Motion

/// The limits of one axis with what the verifier forgives: where they end, and no quantity beyond.
///
/// A part in 10⁹ of a rate, and half a millidegree of a position, which is what a schedule cannot
/// say.
struct Bounds {
  /// How much more than its limit a rate may be, as a factor.
  static let forgiven = 1 + 1e-9
  /// How far beyond its limits a position may be, in degrees.
  static let slack = 0.0005

  var lower: Double
  var upper: Double
  let speed: Double
  let acceleration: Double
  let jerk: Double

  init(_ limits: AxisLimits, slack: Double) {
    lower = limits.lower - slack
    upper = limits.upper + slack
    speed = limits.speed * Bounds.forgiven
    acceleration = limits.acceleration * Bounds.forgiven
    jerk = limits.jerk * Bounds.forgiven
  }

  /// The values that `quantity` may have.
  func range(of quantity: Quantity) -> (lower: Double, upper: Double) {
    switch quantity {
    case .position: (lower, upper)
    case .speed: (-speed, speed)
    case .acceleration: (-acceleration, acceleration)
    case .jerk: (-jerk, jerk)
    }
  }

  /// True iff `extremes` are all within.
  func contain(_ extremes: Extremes) -> Bool {
    extremes.lower >= lower && extremes.upper <= upper && extremes.speed <= speed
      && extremes.acceleration <= acceleration && extremes.jerk <= jerk
  }

  /// True iff `piece` stays within; in closed form where it is a cubic, by its hull where that is
  /// enough, and by its extremes elsewhere.
  func contain(_ piece: MotionPiece) -> Bool {
    guard case .polynomial(let c, let degree) = piece.formula else {
      return contain(Extremes(of: piece))
    }
    let isWithin =
      degree <= 3 ? containCubic(c, piece.length) : containHull(c, degree, piece.length)
    return isWithin || contain(Extremes(of: piece))
  }

  /// True if a cubic is within; false also where its position or its speed turns inside.
  @inline(__always)
  private func containCubic(_ c: SIMD8<Double>, _ length: Double) -> Bool {
    let square = length * length
    let (bend, twist) = (2 * c[2], 6 * c[3])
    let (first, last) = (c[1], c[1] + bend + twist / 2)
    let end = c[0] + (c[1] + (c[2] + c[3]))
    return abs(twist) <= jerk * (square * length)
      && max(abs(bend), abs(bend + twist)) <= acceleration * square
      && max(abs(first), abs(last)) <= speed * length
      && bend * (bend + twist) >= 0 && first * last >= 0
      && min(c[0], end) >= lower && max(c[0], end) <= upper
  }

  private func containHull(_ c: SIMD8<Double>, _ degree: Int, _ length: Double) -> Bool {
    let position = UnitPolynomial(c, degree: degree)
    let hull = BernsteinForm(position)
    guard hull.lower >= lower, hull.upper <= upper else { return false }
    let velocity = position.derivative
    guard BernsteinForm(velocity).size <= speed * length else { return false }
    let square = length * length
    let bend = velocity.derivative
    guard BernsteinForm(bend).size <= acceleration * square else { return false }
    return BernsteinForm(bend.derivative).size <= jerk * (square * length)
  }
}

extension BernsteinForm {
  /// No value is larger in size.
  fileprivate var size: Double { max(-lower, upper) }
}
