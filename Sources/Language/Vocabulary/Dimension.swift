/// What a quantity measures: exponents of angle, time and length, packed in a byte.
///
/// Angle is a dimension of its own, so `30deg` and `30` never mix.
struct Dimension: Equatable {
  /// Bits 0-2: time exponent + 4; bits 3-4: angle exponent + 1; bits 5-6: length exponent + 1.
  let code: UInt8

  init(code: UInt8) { self.code = code }

  /// Creates a dimension, or nil if an exponent is past what the language can name.
  init?(angle: Int, time: Int, length: Int = 0) {
    guard (-1...2).contains(angle), (-4...3).contains(time), (-1...2).contains(length) else {
      return nil
    }
    code = UInt8(time + 4 | (angle + 1) << 3 | (length + 1) << 5)
  }

  private init(_ angle: Int, _ time: Int, _ length: Int) {
    code = UInt8(time + 4 | (angle + 1) << 3 | (length + 1) << 5)
  }

  var time: Int { Int(code & 7) - 4 }
  var angle: Int { Int(code >> 3 & 3) - 1 }
  var length: Int { Int(code >> 5 & 3) - 1 }

  static let number = Dimension(0, 0, 0)
  static let angle = Dimension(1, 0, 0)
  static let time = Dimension(0, 1, 0)
  static let speed = Dimension(1, -1, 0)
  static let acceleration = Dimension(1, -2, 0)
  static let jerk = Dimension(1, -3, 0)
  static let frequency = Dimension(0, -1, 0)
  static let length = Dimension(0, 0, 1)

  /// The dimension of a product, or nil if it is past what the language can name.
  func multiplied(by other: Dimension) -> Dimension? {
    Dimension(
      angle: angle + other.angle, time: time + other.time, length: length + other.length)
  }

  /// The dimension of a quotient, or nil if it is past what the language can name.
  func divided(by other: Dimension) -> Dimension? {
    Dimension(
      angle: angle - other.angle, time: time - other.time, length: length - other.length)
  }

  /// The name people use, with its article: `an angle`, `a time`.
  var name: String {
    switch self {
    case .number: "a number"
    case .angle: "an angle"
    case .time: "a time"
    case .speed: "a speed"
    case .acceleration: "an acceleration"
    case .jerk: "a jerk"
    case .frequency: "a rate"
    case .length: "a distance"
    default: "a quantity in \(unit)"
    }
  }

  /// The name of several, as in `angles`.
  var plural: String {
    switch self {
    case .angle: "angles"
    case .time: "times"
    case .speed: "speeds"
    default: "quantities"
    }
  }

  /// A unit in which it can be written, as in `deg/s^2`.
  var unit: String {
    let above = [("deg", angle), ("s", time), ("m", length)].filter { $0.1 > 0 }
    let below = [("deg", angle), ("s", time), ("m", length)].filter { $0.1 < 0 }
    func power(_ part: (String, Int)) -> String {
      abs(part.1) == 1 ? part.0 : "\(part.0)^\(abs(part.1))"
    }
    let numerator =
      above.isEmpty ? (below.isEmpty ? "" : "1") : above.map(power).joined(separator: "*")
    return ([numerator] + below.map(power)).joined(separator: "/")
  }
}
