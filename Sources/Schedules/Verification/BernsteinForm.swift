/// A polynomial of degree up to 7 by its coefficients in Bernstein's basis of degree 7.
///
/// Its graph lies in the convex hull of the coefficients (Farouki, "The Bernstein polynomial basis:
/// a centennial retrospective", 2012): they bound it without finding where it turns.
struct BernsteinForm {
  private var coefficients: SIMD8<Double>

  private init(_ coefficients: SIMD8<Double>) { self.coefficients = coefficients }

  /// Converts from powers: the share of power k in coefficient i is C(i, k) / C(7, k).
  init(_ polynomial: UnitPolynomial) {
    let c = polynomial.coefficients
    var sum = SIMD8<Double>(repeating: c[0])
    sum += BernsteinForm.column(0, 1, 2, 3, 4, 5, 6, 7) * (c[1] / 7)
    sum += BernsteinForm.column(0, 0, 1, 3, 6, 10, 15, 21) * (c[2] / 21)
    sum += BernsteinForm.column(0, 0, 0, 1, 4, 10, 20, 35) * (c[3] / 35)
    sum += BernsteinForm.column(0, 0, 0, 0, 1, 5, 15, 35) * (c[4] / 35)
    sum += BernsteinForm.column(0, 0, 0, 0, 0, 1, 6, 21) * (c[5] / 21)
    sum += BernsteinForm.column(0, 0, 0, 0, 0, 0, 1, 7) * (c[6] / 7)
    sum[7] += c[7]
    coefficients = sum
  }

  @inline(__always)
  private static func column(
    _ b0: Double, _ b1: Double, _ b2: Double, _ b3: Double, _ b4: Double, _ b5: Double,
    _ b6: Double, _ b7: Double
  ) -> SIMD8<Double> {
    SIMD8(b0, b1, b2, b3, b4, b5, b6, b7)
  }

  /// No value lies below this one.
  var lower: Double { coefficients.min() }
  /// No value lies above this one.
  var upper: Double { coefficients.max() }
  /// The value at the end.
  var last: Double { coefficients[7] }

  /// How often the sign changes along the coefficients; no fewer than there are zeros inside.
  var signChanges: Int {
    var (changes, before) = (0, 0.0)
    for index in 0..<8 where coefficients[index] != 0 {
      if before * coefficients[index].sign.factor < 0 { changes += 1 }
      before = coefficients[index].sign.factor
    }
    return changes
  }

  /// True if the last change of sign is upwards.
  var rises: Bool {
    for index in stride(from: 7, through: 0, by: -1) where coefficients[index] != 0 {
      return coefficients[index] > 0
    }
    return false
  }

  /// The same polynomial over each half of the interval, by de Casteljau's halving.
  var halves: (BernsteinForm, BernsteinForm) {
    var (left, right) = (coefficients, coefficients)
    for level in 1..<8 {
      for index in 0...(7 - level) { right[index] = (right[index] + right[index + 1]) / 2 }
      left[level] = right[0]
    }
    return (BernsteinForm(left), BernsteinForm(right))
  }
}

extension FloatingPointSign {
  /// 1 or -1.
  fileprivate var factor: Double { self == .plus ? 1 : -1 }
}
