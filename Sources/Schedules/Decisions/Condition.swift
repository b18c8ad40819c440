import Motion
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
  /// The first number lies between the others, or is one of them.
  case within(Operand, Operand, Operand)
  /// The first number is no further from the second than the third says.
  case near(Operand, Operand, Operand)
  /// The choice takes the option with this index.
  case taken(Choice, Int)
  /// The other one does not hold.
  case not(Condition)
  /// Both hold.
  case both(Condition, Condition)
  /// One of them holds, or both.
  case either(Condition, Condition)

  /// A number that is compared; an angle is in degrees from home.
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
  /// True while system tracking is on.
  public var isTracking = false
  /// Those who were looked for and are there.
  public var subjects: [WorldSubject: Subject] = [:]
  /// The counts that are not zero.
  public var counts: [String: Int] = [:]
  /// What choices have taken.
  public var packs = Packs()

  /// What is known of somebody or something that is there.
  public struct Subject: Equatable, Sendable {
    /// The angles from home at which the axes look there, in degrees; nil of those not known.
    public var angles: PerAxis<Double?>
    /// How sure the phone is that the person looks at the camera, from 0 to 1; nil while it does
    /// not see a face.
    public var looking: Double?

    /// Creates what is known of it.
    public init(angles: PerAxis<Double?>, looking: Double? = nil) {
      (self.angles, self.looking) = (angles, looking)
    }
  }

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
    case .world(.tracking): isTracking ? 1 : 0
    case .world(.object): subjects[.object(nil)] == nil ? 0 : 1
    case .presence(let subject): subjects[subject] == nil ? 0 : 1
    case .angle(let subject, let axis): subjects[subject].flatMap { $0.angles[Axis(axis)] }
    case .looking(let subject): subjects[subject]?.looking
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
    case .within(let value, let lower, let upper):
      guard let value = value.value(in: state), let lower = lower.value(in: state),
        let upper = upper.value(in: state)
      else { return false }
      return turns(of: value, from: lower) <= upper
    case .near(let value, let place, let tolerance):
      guard let value = value.value(in: state), let place = place.value(in: state),
        let tolerance = tolerance.value(in: state)
      else { return false }
      return turns(of: value, from: place - tolerance) <= place + tolerance
    case .taken(let choice, let option): return state.packs.last(of: choice) == option
    case .not(let other): return !other.holds(in: state)
    case .both(let one, let other): return one.holds(in: state) && other.holds(in: state)
    case .either(let one, let other): return one.holds(in: state) || other.holds(in: state)
    }
  }

  /// `value`, or of an angle the first that is the same place and not below `lower`; infinite if
  /// it is below that.
  private func turns(of value: Double, from lower: Double) -> Double {
    guard case .angle = unit else { return value >= lower ? value : .infinity }
    return value + 360 * ((lower - value) / 360).rounded(.up)
  }

  /// What it reads, each once, in its order.
  public var variables: [StateVariable] {
    let all: [StateVariable]
    switch self {
    case .known, .taken: all = []
    case .reading(let variable): all = [variable]
    case .comparison, .within, .near: all = operands.compactMap(\.variable)
    case .not(let other): all = other.variables
    case .both(let one, let other), .either(let one, let other):
      all = one.variables + other.variables
    }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The numbers that it compares; none if it compares nothing itself.
  private var operands: [Operand] {
    switch self {
    case .comparison(let left, _, let right): [left, right]
    case .within(let value, let first, let second), .near(let value, let first, let second):
      [value, first, second]
    case .known, .reading, .taken, .not, .both, .either: []
    }
  }

  /// The choice that decides whether it holds; nil if none does.
  public var choice: Choice? { if case .taken(let choice, _) = self { choice } else { nil } }

  /// The unit of the numbers that it compares.
  private var unit: ReadingUnit { operands.lazy.compactMap(\.variable).first?.unit ?? .plain }

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

  /// What it reads; nil if it is known.
  package var variable: StateVariable? {
    if case .reading(let variable) = self { variable } else { nil }
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
    case .not, .known, .reading, .taken, .comparison, .within, .near: 3
    }
  }

  private func words(inside outer: Int) -> String {
    let text: String
    switch self {
    case .known(let truth): text = truth ? "true" : "false"
    case .reading(let variable): text = variable.name
    case .taken(let choice, let option): text = choice.words(taking: option)
    case .comparison(let left, let comparison, let right):
      text = "\(left.words(in: unit)) \(comparison.rawValue) \(right.words(in: unit))"
    case .within(let value, let lower, let upper):
      text = "\(value.words(in: unit)) within \(lower.words(in: unit)) .. \(upper.words(in: unit))"
    case .near(let value, let place, let tolerance):
      let distance = tolerance.words(in: unit, isDistance: true)
      text = "\(value.words(in: unit)) near \(place.words(in: unit)) within \(distance)"
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
  /// The number as scripts write it in `unit`; an angle that `isDistance` has no direction.
  func words(in unit: ReadingUnit, isDistance: Bool = false) -> String {
    switch (self, unit) {
    case (.reading(let variable), _): variable.name
    case (.number(let number), .plain): decimal(number)
    case (.number(let number), .share): decimal(number * 100) + "%"
    case (.number(let number), .angle(let axis)):
      isDistance ? decimal(number) + "deg" : Axis(axis).directed(degrees: number)
    }
  }
}

extension Axis {
  /// The axis that turns the view so.
  package init(_ axis: ViewAxis) { self = axis == .pan ? .yaw : .pitch }
}

extension [Condition] {
  /// What is said of these conditions of a cue, of which the one with the index `index` is the
  /// first that holds; none does if that is their number.
  package func outcome(_ index: Int) -> String {
    if let choice = first?.choice { return "choose \(index + 1) of \(choice.count)" }
    return index < count ? "if \(self[index]): it holds" : "if \(self[count - 1]): it does not hold"
  }
}
