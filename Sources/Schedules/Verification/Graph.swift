import Motion

/// The limited quantities of a motion.
public enum Quantity: Sendable, CaseIterable {
  /// Where the axis is, in degrees.
  case position
  /// How fast it turns, in degrees a second.
  case speed
  /// How fast that changes, in degrees a second squared.
  case acceleration
  /// How fast that changes, in degrees a second cubed.
  case jerk
}

/// One quantity over one piece: `scale` f(p) / g(p)ⁿ for p from 0 to 1.
struct Graph {
  private let scale: Double
  private let numerator: UnitPolynomial
  private let denominator: (UnitPolynomial, power: Int)?
  /// The points at which it may turn, ascending; between them it only rises or only falls.
  let turns: UnitPolynomial.Points

  /// Creates the graph of `quantity` over `piece`.
  init(_ quantity: Quantity, of piece: MotionPiece) {
    switch piece.formula {
    case .polynomial(let coefficients, let degree):
      let position = UnitPolynomial(coefficients, degree: min(max(0, degree), 7))
      self.init(quantity, of: position, rate: 1 / piece.length)
    case .curve(let time, let position):
      self.init(quantity, of: UnitPolynomial(position), over: UnitPolynomial(time))
    }
  }

  private init(_ quantity: Quantity, of position: UnitPolynomial, rate: Double) {
    denominator = nil
    switch quantity {
    case .position: (numerator, scale) = (position, 1)
    case .speed: (numerator, scale) = (position.derivative, rate)
    case .acceleration: (numerator, scale) = (position.derivative.derivative, rate * rate)
    case .jerk:
      numerator = position.derivative.derivative.derivative
      scale = rate * rate * rate
    }
    turns = numerator.derivative.zeros
  }

  /// With x(p) for time and y(p) for position, v = y' / x', a = n / x'³ with n = y'' x' - y' x'',
  /// and the jerk is m / x'⁵ with m = n' x' - 3 n x''.
  private init(_ quantity: Quantity, of position: UnitPolynomial, over time: UnitPolynomial) {
    scale = 1
    let (dx, dy) = (time.derivative, position.derivative)
    let ddx = dx.derivative
    // The cubic terms cancel.
    let n = (dy.derivative * dx - dy * ddx).cut(to: 2)
    let m = n.derivative * dx - 3 * (n * ddx)
    switch quantity {
    case .position: (numerator, denominator, turns) = (position, nil, dy.zeros)
    case .speed:
      (numerator, denominator) = (dy, (dx, power: 1))
      turns = n.zeros.merged(with: dx.zeros)
    case .acceleration:
      (numerator, denominator) = (n, (dx, power: 3))
      turns = m.zeros.merged(with: dx.zeros)
    case .jerk:
      (numerator, denominator) = (m, (dx, power: 5))
      turns = (m.derivative * dx - 5 * (m * ddx)).zeros.merged(with: dx.zeros)
    }
  }

  /// The value at the parameter `p`; infinite where time stands still.
  func value(at p: Double) -> Double {
    guard let (divisor, power) = denominator else { return scale * numerator.value(at: p) }
    if numerator.isZero { return 0 }
    let rate = divisor.value(at: p)
    guard rate > 0 else { return .infinity }
    var value = numerator.value(at: p)
    for _ in 0..<power { value /= rate }
    return value
  }

  /// The least and the greatest value.
  var range: (lower: Double, upper: Double) {
    let (first, last) = (value(at: 0), value(at: 1))
    var range = first < last ? (first, last) : (last, first)
    for index in 0..<turns.count {
      let height = value(at: turns[index])
      if !(height >= range.0) { range.0 = height }
      if !(height <= range.1) { range.1 = height }
    }
    return range
  }

  /// The first parameter at which the value is below `lower` or above `upper`; nil if none is.
  func leaves(_ lower: Double, _ upper: Double) -> Double? {
    func isInside(_ p: Double) -> Bool {
      let height = value(at: p)
      return height >= lower && height <= upper
    }
    if !isInside(0) { return 0 }
    var inside = 0.0
    for index in 0...turns.count {
      let next = index < turns.count ? turns[index] : 1
      if isInside(next) {
        inside = next
        continue
      }
      var outside = next
      for _ in 0..<60 {
        let middle = (inside + outside) / 2
        if isInside(middle) { inside = middle } else { outside = middle }
      }
      return outside
    }
    return nil
  }
}

extension UnitPolynomial {
  fileprivate var isZero: Bool { coefficients == SIMD8(repeating: 0) }

  /// The polynomial without the powers above `degree`.
  fileprivate func cut(to degree: Int) -> UnitPolynomial {
    var cut = UnitPolynomial(coefficients, degree: degree)
    for power in (degree + 1)..<8 { cut.coefficients[power] = 0 }
    return cut
  }
}

extension UnitPolynomial.Points {
  /// These points and `other`, ascending.
  fileprivate func merged(with other: Self) -> Self {
    var (merged, mine, theirs) = (Self(), 0, 0)
    while mine < count || theirs < other.count {
      if theirs == other.count || mine < count && self[mine] <= other[theirs] {
        merged.append(self[mine])
        mine += 1
      } else {
        merged.append(other[theirs])
        theirs += 1
      }
    }
    return merged
  }
}
