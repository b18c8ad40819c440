import Diagnosis
import Vocabulary

// Comparisons of what only the show knows with a value that it never has.

extension Checker {
  /// Reports `comparison` of a reading or a count with a known number if it never holds, or always;
  /// `known` are the numbers on its two sides.
  mutating func checkBound(of comparison: BinaryView, _ known: (left: Double?, right: Double?)) {
    let sides = [
      (comparison.left, known.right), (comparison.right, known.left),
    ]
    for (index, (side, number)) in sides.enumerated() {
      guard let bounds = bounds(of: side), let number else { continue }
      let symbol = index == 0 ? comparison.symbol : comparison.symbol.exchanged
      guard let holds = bounds.holds(symbol, number) else { continue }
      report { .comparisonBeyond(bounds, holds: holds, at: $0.program.span(of: comparison)) }
    }
  }

  /// Reports `range`, in which a count or a charge is to lie, if it never does, or always; `known`
  /// are the numbers behind its words.
  mutating func checkBound(of range: WithinView, _ known: (first: Double?, second: Double?)) {
    guard let bounds = bounds(of: range.value) else { return }
    guard let first = known.first, let second = known.second else { return }
    let (lower, upper) = range.isNear ? (first - second, first + second) : (first, second)
    guard lower <= upper, let holds = bounds.hold(between: lower, and: upper) else { return }
    report { .comparisonBeyond(bounds, holds: holds, at: $0.program.span(of: range)) }
  }

  /// Between which values `node` lies, which has been checked; nil if it reads nothing, or a truth.
  private func bounds(of node: ExpressionView) -> Bounds? {
    guard let variable = checked.readings[node.id] else { return nil }
    switch variable {
    case .count(let name):
      let count = nameFacts.counts.first { $0.name == name }
      return count.map { Bounds(variable: variable, lower: 0, upper: Double($0.bound)) }
    case .world(.battery), .looking: return Bounds(variable: variable, lower: 0, upper: 1)
    case .angle(_, .pan): return Bounds(variable: variable, lower: -180, upper: 180)
    case .angle(_, .tilt): return Bounds(variable: variable, lower: -90, upper: 90)
    case .world, .presence: return nil
    }
  }

  /// The number that is written out in `node`, or named there with 'let'; nil if it is calculated.
  ///
  /// It is asked before names are resolved.
  func knownNumber(_ node: ExpressionView) -> Double? {
    if let number = node.number { return tree.numbers[number.index] }
    if let name = node.name { return nameFacts.namedNumbers[scope[name.symbol].start] }
    if let directed = node.directed, let direction = directed.direction {
      return knownNumber(directed.value).map { $0 * direction.sign }
    }
    return node.negated?.number.map { -tree.numbers[$0.index] }
  }
}

/// The values that a reading or a count can have, in its base unit.
private struct Bounds {
  let variable: StateVariable
  let lower: Double
  let upper: Double

  /// True of a count, which is always known and whole.
  var isCount: Bool {
    if case .count = variable { return true }
    return false
  }

  /// Whether each value, as `symbol` compares it with `number`, holds; nil if that depends on it.
  ///
  /// What is not known yet holds in no comparison: to compare it with its own end asks whether it
  /// is known.
  func holds(_ symbol: Operator, _ number: Double) -> Bool? {
    let isBeyond = number < lower || number > upper
    let holds: Bool? =
      switch symbol {
      case .equal: isBeyond || isCount && number != number.rounded() ? false : nil
      case .notEqual: isBeyond || isCount && number != number.rounded() ? true : nil
      case .less: number <= lower ? false : number > upper ? true : nil
      case .lessOrEqual: number < lower ? false : number >= upper ? true : nil
      case .greater: number >= upper ? false : number < lower ? true : nil
      case .greaterOrEqual: number > upper ? false : number <= lower ? true : nil
      default: nil
      }
    return holds == true && !isCount && !isBeyond ? nil : holds
  }

  /// True if each value lies between `first` and `last`, false if none does, nil if that depends
  /// on it; what is not known yet lies nowhere.
  func hold(between first: Double, and last: Double) -> Bool? {
    // The angles of pan go on behind the dock.
    if case .angle(_, .pan) = variable { return last - first > upper - lower ? true : nil }
    let isBetween = isCount && first.rounded(.up) > last.rounded(.down)
    if first > upper || last < lower || isBetween { return false }
    guard first <= lower, last >= upper else { return nil }
    return isCount || first < lower || last > upper ? true : nil
  }

  /// That each of them holds, in words: what is not known holds in no comparison.
  var always: String {
    switch variable {
    case .count: "always holds"
    case .world, .presence: "holds at every charge"
    case .looking: "holds however the person looks"
    case .angle: "holds at every angle"
    }
  }

  /// What they are, in words.
  var text: String {
    switch variable {
    case .angle(_, .pan): "'\(variable.name)' lies between 180deg left and 180deg right"
    case .angle: "'\(variable.name)' lies between 90deg up and 90deg down"
    case .count: "'\(variable.name)' is a whole number from 0 to \(Int(upper))"
    case .world, .presence, .looking: "'\(variable.name)' is a share from 0% to 100%"
    }
  }
}

extension Operator {
  /// The comparison that says the same with its sides exchanged.
  fileprivate var exchanged: Operator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}

extension Diagnostic {
  /// Reports a comparison that always `holds`, or never.
  fileprivate static func comparisonBeyond(
    _ bounds: Bounds, holds: Bool, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .outOfRange, "this \(holds ? bounds.always : "never holds")", at: span,
      notes: [bounds.text])
  }
}
