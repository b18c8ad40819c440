/// A polynomial of degree up to 5 over the unit interval, with its exact extremes.
///
/// Stored inline: nothing here allocates.
struct Polynomial: Equatable, Sendable {
  /// The coefficient of each power; the last two are 0.
  var coefficients: SIMD8<Double>

  init(_ coefficients: SIMD8<Double>) { self.coefficients = coefficients }

  /// Creates c0 + c1 w + c2 w² + c3 w³.
  init(_ c0: Double, _ c1: Double, _ c2: Double, _ c3: Double = 0) {
    coefficients = SIMD8(c0, c1, c2, c3, 0, 0, 0, 0)
  }

  func value(at w: Double) -> Double {
    let c = coefficients
    return c[0] + w * (c[1] + w * (c[2] + w * (c[3] + w * (c[4] + w * c[5]))))
  }

  var derivative: Polynomial {
    let c = coefficients
    return Polynomial(SIMD8(c[1], 2 * c[2], 3 * c[3], 4 * c[4], 5 * c[5], 0, 0, 0))
  }

  /// The value and three derivatives at `w`, which runs at `rate` for each unit of time.
  func state(at w: Double, rate: Double) -> MotionState {
    let velocity = derivative
    let acceleration = velocity.derivative
    return MotionState(
      position: value(at: w), velocity: velocity.value(at: w) * rate,
      acceleration: acceleration.value(at: w) * rate * rate,
      jerk: acceleration.derivative.value(at: w) * rate * rate * rate)
  }

  static func * (left: Polynomial, right: Polynomial) -> Polynomial {
    var product = SIMD8<Double>(repeating: 0)
    for i in 0...5 {
      for k in 0...(5 - i) { product[i + k] += left.coefficients[i] * right.coefficients[k] }
    }
    return Polynomial(product)
  }

  static func - (left: Polynomial, right: Polynomial) -> Polynomial {
    Polynomial(left.coefficients - right.coefficients)
  }

  static func * (factor: Double, polynomial: Polynomial) -> Polynomial {
    Polynomial(factor * polynomial.coefficients)
  }
}

extension Polynomial {
  /// Points of the open unit interval in ascending order, at most eight.
  struct Points {
    private var values = SIMD8<Double>(repeating: 0)
    private(set) var count = 0

    subscript(index: Int) -> Double { values[index] }

    mutating func append(_ value: Double) {
      guard count < 8 else { return }
      values[count] = value
      count += 1
    }
  }

  /// The points where the polynomial changes sign, given those where its derivative does.
  ///
  /// Between the latter it is monotone, so each piece has one such point or none. Roots without a
  /// change of sign are no extremes of the integral and are left out.
  func signChanges(between turns: Points) -> Points {
    var roots = Points()
    var (lower, atLower) = (0.0, value(at: 0))
    for index in 0...turns.count {
      let upper = index < turns.count ? turns[index] : 1
      let atUpper = value(at: upper)
      if (atLower < 0 && atUpper > 0) || (atLower > 0 && atUpper < 0) {
        roots.append(root(between: lower, and: upper, rising: atUpper > 0))
      } else if atUpper == 0, upper < 1 {
        roots.append(upper)
      }
      (lower, atLower) = (upper, atUpper)
    }
    return roots
  }

  /// All points where the polynomial changes sign, by way of its derivatives, highest first.
  func signChanges(degree: Int) -> Points {
    guard degree > 1 else { return signChanges(between: Points()) }
    return signChanges(between: derivative.signChanges(degree: degree - 1))
  }

  /// The root in a bracket: Newton's steps, halving where they leave it; at most 64 steps.
  func root(between lower: Double, and upper: Double, rising: Bool) -> Double {
    var (lower, upper) = (lower, upper)
    var guess = (lower + upper) / 2
    let slope = derivative
    for _ in 0..<64 {
      let height = value(at: guess)
      if height == 0 { break }
      if (height < 0) == rising { lower = guess } else { upper = guess }
      var next = guess - height / slope.value(at: guess)
      if !(next > lower && next < upper) { next = (lower + upper) / 2 }
      let step = abs(next - guess)
      guess = next
      if step <= guess * 1e-15 { break }
    }
    return guess
  }

  /// The least and the greatest value on the unit interval, given where the derivative changes
  /// sign.
  func range(turningAt turns: Points) -> (lower: Double, upper: Double) {
    let (first, last) = (value(at: 0), value(at: 1))
    var (least, greatest) = (min(first, last), max(first, last))
    for index in 0..<turns.count {
      let height = value(at: turns[index])
      least = min(least, height)
      greatest = max(greatest, height)
    }
    return (least, greatest)
  }
}
