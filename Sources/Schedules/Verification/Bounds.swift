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

  /// True if `extremes` are all within.
  func contain(_ extremes: Extremes) -> Bool {
    extremes.lower >= lower && extremes.upper <= upper && extremes.speed <= speed
      && extremes.acceleration <= acceleration && extremes.jerk <= jerk
  }

  /// True if `piece` stays within; by its hull where that is enough, by its extremes elsewhere.
  func contain(_ piece: MotionPiece) -> Bool {
    switch piece.formula {
    case .polynomial(let coefficients, let degree):
      contain(UnitPolynomial(coefficients, degree: min(7, degree)), piece)
    case .curve: contain(Extremes(of: piece))
    }
  }

  /// True if a cubic stays within; by its ends where that is enough, by its extremes elsewhere.
  @inline(__always)
  func contain(_ cubic: SIMD4<Double>, lasting length: Double) -> Bool {
    containEnds(cubic, length) || contain(Extremes(of: MotionPiece(length: length, cubic)))
  }

  /// True if a cubic is within; false also where its position or its speed turns inside.
  @inline(__always)
  private func containEnds(_ c: SIMD4<Double>, _ length: Double) -> Bool {
    let square = length * length
    let (bend, twist) = (2 * c[2], 6 * c[3])
    let (first, last) = (c[1], c[1] + bend + twist / 2)
    let end = c[0] + (c[1] + (c[2] + c[3]))
    let (bent, fast) = (acceleration * square, speed * length)
    return abs(twist) <= jerk * (square * length)
      && abs(bend) <= bent && abs(bend + twist) <= bent
      && abs(first) <= fast && abs(last) <= fast
      && bend * (bend + twist) >= 0 && first * last >= 0
      && c[0] >= lower && end >= lower && c[0] <= upper && end <= upper
  }

  private func contain(_ position: UnitPolynomial, _ piece: MotionPiece) -> Bool {
    let hull = BernsteinForm(position)
    let isInPlace = hull.lower >= lower && hull.upper <= upper
    let velocity = position.derivative
    let bend = velocity.derivative
    let square = piece.length * piece.length
    return (isInPlace || contain(.position, of: piece))
      && (BernsteinForm(velocity).size <= speed * piece.length || contain(.speed, of: piece))
      && (BernsteinForm(bend).size <= acceleration * square || contain(.acceleration, of: piece))
      && (BernsteinForm(bend.derivative).size <= jerk * (square * piece.length)
        || contain(.jerk, of: piece))
  }

  /// True if `quantity` stays within, by its extremes.
  private func contain(_ quantity: Quantity, of piece: MotionPiece) -> Bool {
    let (allowed, range) = (range(of: quantity), Graph(quantity, of: piece).range)
    return range.lower >= allowed.lower && range.upper <= allowed.upper
  }
}

extension BernsteinForm {
  /// No value is larger in size.
  fileprivate var size: Double { max(-lower, upper) }
}
