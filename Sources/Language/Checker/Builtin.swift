/// The functions of the language.
@frozen
public enum Builtin: UInt8, CaseIterable, Sendable {
  case sin, cos, tan, asin, acos, atan
  case sqrt, floor, ceil, round
  case abs, sign, min, max, clamp, random

  /// The name it is called by.
  package var name: String { String(describing: self) }

  /// All names in the order of the cases; a test compares them with `name`.
  static let names: StaticString =
    "sin cos tan asin acos atan sqrt floor ceil round abs sign min max clamp random"

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .min, .max: 2...16
    case .clamp: 3...3
    case .random: 2...2
    default: 1...1
    }
  }

  /// How the function called `name` is called.
  static func usage(of name: String) -> String {
    switch name {
    case "min", "max": "as in '\(name)(10deg, 20deg)'"
    case "clamp": "as in 'clamp(value, least, greatest)'"
    case "random": "as in 'random(least, greatest)'"
    default: "as in '\(name)(value)'"
    }
  }

  /// The dimension each argument must have; nil if any, the same for all.
  var argument: Dimension? {
    switch self {
    case .sin, .cos, .tan: .angle
    case .asin, .acos, .atan, .sqrt, .floor, .ceil, .round: .number
    case .abs, .sign, .min, .max, .clamp, .random: nil
    }
  }

  /// The dimension of the result, where it is not that of the arguments.
  var result: Dimension? {
    switch self {
    case .sin, .cos, .tan, .sqrt, .floor, .ceil, .round, .sign: .number
    case .asin, .acos, .atan: .angle
    case .abs, .min, .max, .clamp, .random: nil
    }
  }
}
