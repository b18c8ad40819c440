import Motion

/// Where an axis is and how it moves at an instant, in degrees and seconds.
package struct AxisSample: Equatable {
  package var position: Double
  package var velocity = 0.0
  package var acceleration = 0.0

  package init(position: Double, velocity: Double = 0) {
    self.position = position
    self.velocity = velocity
  }

  /// The moment at the start of `piece`.
  init(startOf piece: MotionPiece) {
    guard case .polynomial(let c, _) = piece.formula else {
      self.init(at: 0, of: piece)
      return
    }
    self.init(startOf: c.lowHalf, rate: 1 / piece.length)
  }

  /// The moment at the end of `piece`.
  init(endOf piece: MotionPiece) {
    guard case .polynomial(let c, let degree) = piece.formula, degree <= 3 else {
      self.init(at: 1, of: piece)
      return
    }
    self.init(endOf: c.lowHalf, rate: 1 / piece.length)
  }

  /// The moment at the start of a polynomial of so many unit intervals a second.
  @inline(__always)
  init(startOf c: SIMD4<Double>, rate: Double) {
    self.init(position: c[0], velocity: c[1] * rate)
    acceleration = 2 * c[2] * rate * rate
  }

  /// The moment at the end of a cubic of so many unit intervals a second.
  @inline(__always)
  init(endOf c: SIMD4<Double>, rate: Double) {
    self.init(
      position: c[0] + (c[1] + (c[2] + c[3])), velocity: (c[1] + 2 * c[2] + 3 * c[3]) * rate)
    acceleration = (2 * c[2] + 6 * c[3]) * rate * rate
  }

  private init(at p: Double, of piece: MotionPiece) {
    if case .polynomial(let c, let degree) = piece.formula {
      let polynomial = UnitPolynomial(c, degree: degree)
      let slope = polynomial.derivative
      let rate = 1 / piece.length
      self.init(position: polynomial.value(at: p), velocity: slope.value(at: p) * rate)
      acceleration = slope.derivative.value(at: p) * rate * rate
    } else {
      self.init(
        position: Graph(.position, of: piece).value(at: p),
        velocity: Graph(.speed, of: piece).value(at: p))
      acceleration = Graph(.acceleration, of: piece).value(at: p)
    }
  }

  /// What differs from `other` by more than rounding in an axis with `limits`; nil if nothing does.
  ///
  /// Rates may differ by a part in 10⁹ of their limit, positions by that part of themselves or
  /// of a degree.
  @inline(__always)
  func differs(from other: AxisSample, within limits: AxisLimits) -> Quantity? {
    let gap = abs(position - other.position)
    if !(gap <= 1e-9 || gap <= 1e-9 * abs(position)) { return .position }
    if !(abs(velocity - other.velocity) <= 1e-9 * limits.speed) { return .speed }
    let jump = abs(acceleration - other.acceleration)
    return jump <= 1e-9 * limits.acceleration ? nil : .acceleration
  }

  /// The moment without the remains of rounding: what is 0 but for them is 0.
  func settled(within limits: AxisLimits) -> AxisSample {
    var settled = self
    if abs(velocity) <= 1e-9 * limits.speed { settled.velocity = 0 }
    if abs(acceleration) <= 1e-9 * limits.acceleration { settled.acceleration = 0 }
    return settled
  }

  /// The value of `quantity`; 0 of the jerk.
  subscript(quantity: Quantity) -> Double {
    switch quantity {
    case .position: position
    case .speed: velocity
    case .acceleration: acceleration
    case .jerk: 0
    }
  }
}
