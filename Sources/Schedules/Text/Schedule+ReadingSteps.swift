import Motion
import Vocabulary

extension ScheduleReader {
  /// Reads one of `words` and returns its number.
  mutating func choice(
    of words: [StaticString], _ what: String
  ) throws(ScheduleFault) -> UInt32 {
    let place = scanner
    let word = scanner.word()
    guard let index = words.firstIndex(where: { $0.spells(word) }) else {
      let list = words.map(\.description).joined(separator: ", ")
      throw place.fault("expected \(what) before \(place.nextText)", note: "write one of \(list)")
    }
    return UInt32(index)
  }

  /// Reads one of the words of `type`.
  mutating func choice<Word: RawRepresentable & CaseIterable>(
    of type: Word.Type, _ what: String
  ) throws(ScheduleFault) -> Word where Word.RawValue == String {
    let place = scanner
    let word = String(decoding: scanner.word(), as: UTF8.self)
    guard let value = Word(rawValue: word) else {
      let list = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw place.fault("expected \(what) before \(place.nextText)", note: "write one of \(list)")
    }
    return value
  }

  /// Reads the axes, where each starts and where it ends.
  mutating func readTargets(of step: inout Step) throws(ScheduleFault) {
    repeat {
      let axis = try start(of: &step)
      try expectArrow()
      step.to[axis] = try scanner.integer("the end position")
    } while scanner.take(",")
  }

  /// Reads an axis and where it starts.
  mutating func start(of step: inout Step) throws(ScheduleFault) -> Axis {
    let place = scanner
    let axis = try axis()
    guard !step.axes.contains(axis) else {
      throw place.fault("'\(axis.name)' is given twice", note: "a step moves an axis once")
    }
    step.axes.insert(AxisSet(axis))
    if scanner.take("~") { step.assumed.insert(AxisSet(axis)) }
    step.from[axis] = try scanner.integer("the start position")
    return axis
  }

  /// Passes the arrow between a start and a target.
  mutating func expectArrow() throws(ScheduleFault) {
    try scanner.expect("->", "write where it starts and ends, as in 0 -> 30000")
  }

  /// Reads the easing at the end of a line; 0, which is plain, if there is none.
  mutating func easing() throws(ScheduleFault) -> UInt8 {
    guard scanner.isAtWord, !scanner.isAt("late") else { return 0 }
    let place = scanner
    guard let name = EasingName(rawValue: String(decoding: scanner.word(), as: UTF8.self)) else {
      let names = EasingName.allCases.map { $0.rawValue + ($0.numbers == .none ? "" : "(...)") }
      throw place.fault(
        "unknown easing \(place.nextText)",
        note: "the easings are \(names.dropLast().joined(separator: ", ")) and "
          + (names.last ?? ""))
    }
    let easing = try self.easing(name)
    if let known = schedule.easings.firstIndex(of: easing) {
      return UInt8(truncatingIfNeeded: known)
    }
    guard let index = UInt8(exactly: schedule.easings.count) else {
      throw place.fault("there are too many easings", note: "a schedule holds at most 256")
    }
    schedule.easings.append(easing)
    return index
  }

  /// Reads the rule for being late at the end of a line; 0, which is to stretch, if there is none.
  mutating func lateRule(of kind: Step.Kind) throws(ScheduleFault) -> UInt8 {
    let start = scanner
    guard scanner.takeWord("late") else { return 0 }
    var rule = LateRule(.stretch)
    if scanner.takeWord("by") { rule.allowance = try scanner.milliseconds("a length") }
    let place = scanner
    rule.policy = try choice(of: LatenessPolicy.self, "the policy")
    guard rule.allowance >= 0, let index = schedule.index(of: rule) else {
      throw place.fault(
        "no such policy for late steps",
        note: "the allowed delay is 0 ms or more, and a schedule has at most 255 policies")
    }
    if kind != .wait, rule.policy.concernsWaits {
      throw start.fault("only a wait can be shorter", note: "write 'late recover' after a wait")
    }
    if kind.movesMotors, !rule.policy.suitsMotors {
      throw start.fault("a late motion can only be delayed", note: "write 'late stop', or nothing")
    }
    return index
  }

  /// Reads the numbers of the easing called `name`.
  private mutating func easing(_ name: EasingName) throws(ScheduleFault) -> Easing {
    switch name {
    case .curve(let curve): .curve(curve)
    case .bezier: try bezier()
    case .spring: try spring()
    }
  }

  private mutating func spring() throws(ScheduleFault) -> Easing {
    let place = scanner
    let note = "write the bounce of a spring as in spring(0.3)"
    try scanner.expect("(", note)
    let bounce = try scanner.decimal()
    try scanner.expect(")", note)
    guard (0...Spring.greatestBounce).contains(bounce) else {
      throw place.fault(
        "this bounce is out of range",
        note: "the bounce of a spring is from 0 to \(Spring.greatestBounce)")
    }
    return .spring(bounce: bounce)
  }

  private mutating func bezier() throws(ScheduleFault) -> Easing {
    let place = scanner
    let note = "write the four numbers of its control points, as in bezier(0.25, 0.1, 0.25, 1)"
    try scanner.expect("(", note)
    let x1 = try scanner.decimal()
    try scanner.expect(",", note)
    let y1 = try scanner.decimal()
    try scanner.expect(",", note)
    let x2 = try scanner.decimal()
    try scanner.expect(",", note)
    let y2 = try scanner.decimal()
    try scanner.expect(")", note)
    guard (0...1).contains(x1), (0...1).contains(x2) else {
      throw place.fault(
        "time would run backwards in this curve",
        note: "the first and the third number of a bezier are from 0 to 1")
    }
    return .bezier(x1: x1, y1: y1, x2: x2, y2: y2)
  }
}
