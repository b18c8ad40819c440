/// A polynomial of degree up to 7 over the unit interval, and where it turns.
///
/// The verifier's own: nothing here is taken from what plans motions. Nothing allocates.
struct UnitPolynomial {
  /// The coefficient of each power; those above `degree` are 0.
  var coefficients: SIMD8<Double>
  var degree: Int

  init(_ coefficients: SIMD8<Double>, degree: Int) {
    self.coefficients = coefficients
    self.degree = degree
  }

  /// Creates a cubic.
  init(_ coefficients: SIMD4<Double>) {
    self.init(SIMD8(lowHalf: coefficients, highHalf: SIMD4(repeating: 0)), degree: 3)
  }

  @inline(__always)
  func value(at w: Double) -> Double {
    let c = coefficients
    if degree <= 3 { return c[0] + w * (c[1] + w * (c[2] + w * c[3])) }
    let upper = c[4] + w * (c[5] + w * (c[6] + w * c[7]))
    return c[0] + w * (c[1] + w * (c[2] + w * (c[3] + w * upper)))
  }

  var derivative: UnitPolynomial {
    let c = coefficients
    let slope = SIMD8(c[1], 2 * c[2], 3 * c[3], 4 * c[4], 5 * c[5], 6 * c[6], 7 * c[7], 0)
    return UnitPolynomial(slope, degree: max(0, degree - 1))
  }

  static func * (factor: Double, polynomial: UnitPolynomial) -> UnitPolynomial {
    UnitPolynomial(factor * polynomial.coefficients, degree: polynomial.degree)
  }

  static func - (left: UnitPolynomial, right: UnitPolynomial) -> UnitPolynomial {
    UnitPolynomial(left.coefficients - right.coefficients, degree: max(left.degree, right.degree))
  }

  /// The product; its degree must not exceed 7.
  static func * (left: UnitPolynomial, right: UnitPolynomial) -> UnitPolynomial {
    var product = UnitPolynomial(SIMD8(repeating: 0), degree: min(7, left.degree + right.degree))
    for i in 0...left.degree {
      for k in 0...right.degree where i + k <= 7 {
        product.coefficients[i + k] += left.coefficients[i] * right.coefficients[k]
      }
    }
    return product
  }
}

extension UnitPolynomial {
  /// Points of the open unit interval, at most eight, ascending.
  struct Points {
    private var values = SIMD8<Double>(repeating: 0)
    private(set) var count = 0

    subscript(index: Int) -> Double { values[index] }

    /// Adds `point` if it lies inside; one more than eight is not kept.
    mutating func append(_ point: Double) {
      guard point > 0, point < 1, count < 8 else { return }
      values[count] = point
      count += 1
    }
  }

  /// The zeros inside the unit interval; where several lie too close to be told apart, one of them.
  ///
  /// In closed form up to degree 2. Above it by the rule of Descartes on the coefficients in
  /// Bernstein's basis: no change of sign, no zero; one change, one zero; else the interval is
  /// halved (Collins and Akritas, "Polynomial real root isolation using Descartes' rule of signs",
  /// 1976).
  var zeros: Points {
    var points = Points()
    let c = coefficients
    switch degree {
    case 0: break
    case 1: points.append(-c[0] / c[1])
    case 2: appendQuadraticZeros(to: &points)
    default: isolate(BernsteinForm(self), from: 0, to: 1, halvings: 44, into: &points)
    }
    return points
  }

  /// Without cancellation: the larger root by the formula, the other by their product.
  private func appendQuadraticZeros(to points: inout Points) {
    let (a, b, c) = (coefficients[2], coefficients[1] / 2, coefficients[0])
    let square = b * b - a * c
    guard square >= 0 else { return }
    let q = -(b + (b < 0 ? -square.squareRoot() : square.squareRoot()))
    let (one, other) = (q / a, c / q)
    points.append(one < other ? one : other)
    points.append(one < other ? other : one)
  }

  private func isolate(
    _ form: BernsteinForm, from lower: Double, to upper: Double, halvings: Int,
    into points: inout Points
  ) {
    let changes = form.signChanges
    if changes == 0 { return }
    let middle = (lower + upper) / 2
    if changes == 1 { return points.append(zero(from: lower, to: upper, rising: form.rises)) }
    if halvings == 0 { return points.append(middle) }
    let (left, right) = form.halves
    isolate(left, from: lower, to: middle, halvings: halvings - 1, into: &points)
    if left.last == 0 { points.append(middle) }
    isolate(right, from: middle, to: upper, halvings: halvings - 1, into: &points)
  }

  /// The only zero between two points, to about 10⁻¹³: eight halvings, which get away from an end
  /// whose own zero is lost in rounding, then the false position; at most 120 steps.
  ///
  /// An end that stays put counts for half the next time (the rule of Illinois). A turn need not be
  /// known better: there the value changes with the square of the distance.
  private func zero(from lower: Double, to upper: Double, rising: Bool) -> Double {
    var (low, high) = (lower, upper)
    let sign: Double = rising ? 1 : -1
    var (below, above) = (min(0, sign * value(at: low)), max(0, sign * value(at: high)))
    var (guess, wasBelow) = ((low + high) / 2, false)
    for step in 0..<120 {
      let height = sign * value(at: guess)
      if height == 0 { return guess }
      let isBelow = height < 0
      if isBelow { (low, below) = (guess, height) } else { (high, above) = (guess, height) }
      if step > 0, isBelow == wasBelow { if isBelow { above /= 2 } else { below /= 2 } }
      wasBelow = isBelow
      var next = low + (high - low) * (below / (below - above))
      if step < 8 || step % 8 == 7 || !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - guess) <= 1e-13 || high - low <= 1e-13 { return next }
      guess = next
    }
    return guess
  }
}
