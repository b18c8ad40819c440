import Printing
import Vocabulary

/// A condition that is decided in the show: it compares what is read there with known values.
public indirect enum Condition: Equatable, Sendable {
  /// It always holds, or never.
  case known(Bool)
  /// The truth that is read holds.
  case reading(StateVariable)
  /// The comparison of two numbers.
  case comparison(Operand, Comparison, Operand)
  /// The other one does not hold.
  case not(Condition)
  /// Both hold.
  case both(Condition, Condition)
  /// One of them holds, or both.
  case either(Condition, Condition)

  /// One side of a comparison.
  public enum Operand: Equatable, Sendable {
    case number(Double)
    case reading(StateVariable)
  }

  /// How two numbers are compared.
  public enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// How deeply conditions that are read from a file may be nested.
  static let greatestHeight = 256
}

/// The state of the world and of the counts of a show at one instant, as conditions read it.
public struct WorldState: Equatable, Sendable {
  /// True while somebody is seen.
  public var isPersonSeen = false
  /// The charge of the dock, from 0 to 1; nil until the dock has told it.
  public var charge: Double?
  /// True while the dock is charged, as far as events tell.
  public var isCharging = false
  /// True while the phone is in the dock.
  public var isDocked = true
  /// True while the camera records.
  public var isRecording = false
  /// The counts that are not zero.
  public var counts: [String: Int] = [:]

  /// Creates the state at the beginning of a show.
  public init() {}

  /// Changes it as `event` tells.
  public mutating func take(_ event: WorldEvent) {
    switch event.kind {
    case .person where event.phase == .lost: isPersonSeen = false
    case .person: isPersonSeen = true
    case .battery:
      // The dock tells its charge as it falls.
      if let now = event.number, now < charge ?? event.value { isCharging = false }
      charge = event.number
    case .charging: isCharging = true
    case .dock: isDocked = true
    case .undock: isDocked = false
    default: break
    }
  }

  /// The number that `variable` reads; of a truth, 1 or 0; nil if it is not known.
  public func value(of variable: StateVariable) -> Double? {
    switch variable {
    case .world(.person): isPersonSeen ? 1 : 0
    case .world(.battery): charge
    case .world(.charging): isCharging ? 1 : 0
    case .world(.docked): isDocked ? 1 : 0
    case .world(.recording): isRecording ? 1 : 0
    case .count(let name): Double(counts[name] ?? 0)
    }
  }
}

extension Condition {
  /// True if it holds in `state`; a comparison with what is not known does not hold.
  public func holds(in state: WorldState) -> Bool {
    switch self {
    case .known(let truth): return truth
    case .reading(let variable): return state.value(of: variable) == 1
    case .comparison(let left, let comparison, let right):
      guard let left = left.value(in: state), let right = right.value(in: state) else {
        return false
      }
      return comparison.holds(left, right)
    case .not(let other): return !other.holds(in: state)
    case .both(let one, let other): return one.holds(in: state) && other.holds(in: state)
    case .either(let one, let other): return one.holds(in: state) || other.holds(in: state)
    }
  }

  /// What it reads, each once, in its order.
  public var variables: [StateVariable] {
    let all: [StateVariable]
    switch self {
    case .known: all = []
    case .reading(let variable): all = [variable]
    case .comparison(let left, _, let right):
      all = [left, right].compactMap { side in
        if case .reading(let variable) = side { variable } else { nil }
      }
    case .not(let other): all = other.variables
    case .both(let one, let other), .either(let one, let other):
      all = one.variables + other.variables
    }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Its truth if it reads nothing; nil if it is decided in the show.
  public var known: Bool? { if case .known(let truth) = self { truth } else { nil } }

  /// This one and `other`, without the parts that are known.
  package func and(_ other: Condition) -> Condition {
    switch (known, other.known) {
    case (false, _), (_, true): self
    case (true, _), (_, false): other
    default: .both(self, other)
    }
  }

  /// This one or `other`, without the parts that are known.
  package func or(_ other: Condition) -> Condition {
    switch (known, other.known) {
    case (true, _), (_, false): self
    case (false, _), (_, true): other
    default: .either(self, other)
    }
  }

  /// The opposite.
  package var negated: Condition { known.map { .known(!$0) } ?? .not(self) }
}

extension Condition.Operand {
  /// The number in `state`; nil if it is not known.
  fileprivate func value(in state: WorldState) -> Double? {
    switch self {
    case .number(let number): number
    case .reading(let variable): state.value(of: variable)
    }
  }
}

extension Condition.Comparison {
  fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

// MARK: - Words

extension Condition: CustomStringConvertible {
  /// The condition as scripts write it, as in `person and taps >= 3`.
  public var description: String { words(inside: 0) }

  /// How tightly it binds: 1 `or`, 2 `and`, 3 `not`, comparisons and readings.
  private var precedence: Int {
    switch self {
    case .either: 1
    case .both: 2
    case .not, .known, .reading, .comparison: 3
    }
  }

  private func words(inside outer: Int) -> String {
    let text: String
    switch self {
    case .known(let truth): text = truth ? "true" : "false"
    case .reading(let variable): text = variable.name
    case .comparison(let left, let comparison, let right):
      let isShare = left.isShare || right.isShare
      text =
        "\(left.words(asShare: isShare)) \(comparison.rawValue) \(right.words(asShare: isShare))"
    case .not(let other):
      if case .reading = other {
        text = "not \(other)"
      } else {
        text = "not (\(other))"
      }
    case .both(let one, let other):
      text = "\(one.words(inside: 2)) and \(other.words(inside: 3))"
    case .either(let one, let other):
      text = "\(one.words(inside: 1)) or \(other.words(inside: 2))"
    }
    return precedence < outer ? "(\(text))" : text
  }
}

extension Condition.Operand {
  /// True if numbers that it is compared with are written as shares.
  fileprivate var isShare: Bool {
    if case .reading(let variable) = self { variable.isShare } else { false }
  }

  fileprivate func words(asShare: Bool) -> String {
    switch self {
    case .number(let number): asShare ? decimal(number * 100) + "%" : decimal(number)
    case .reading(let variable): variable.name
    }
  }
}
