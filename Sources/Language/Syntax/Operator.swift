/// The operators between two operands.
@frozen
public enum Operator: UInt8 {
  case or, and
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case plus, minus, times, divide, remainder

  /// True if it gives a truth.
  var isCondition: Bool { precedence <= 3 }

  /// How tightly it binds; comparisons do not chain.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 3
    case .plus, .minus: 4
    case .times, .divide, .remainder: 5
    }
  }

  /// The operator as it is written.
  package var symbol: String {
    switch self {
    case .or: "or"
    case .and: "and"
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .plus: "+"
    case .minus: "-"
    case .times: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}
