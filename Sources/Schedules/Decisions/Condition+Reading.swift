import Vocabulary

// Conditions of cue sheets, as text has them.

extension ScheduleReader {
  /// Reads what is decided when a cue goes on: a condition, or the option that a choice takes.
  mutating func decision() throws(ScheduleFault) -> Condition {
    if let taken = try taken() { return taken }
    return try condition()
  }

  /// Reads a condition as scripts write it, which is decided in the show.
  mutating func condition() throws(ScheduleFault) -> Condition {
    var height = 0
    return try disjunction(&height)
  }

  private mutating func disjunction(_ height: inout Int) throws(ScheduleFault) -> Condition {
    var condition = try conjunction(&height)
    while scanner.takeWord("or") {
      condition = .either(condition, try conjunction(&height))
      try count(&height)
    }
    return condition
  }

  private mutating func conjunction(_ height: inout Int) throws(ScheduleFault) -> Condition {
    var condition = try conditionOperand(&height)
    while scanner.takeWord("and") {
      condition = .both(condition, try conditionOperand(&height))
      try count(&height)
    }
    return condition
  }

  /// Counts one more part; the recursion of a file that somebody wrote is bounded.
  private func count(_ height: inout Int) throws(ScheduleFault) {
    height += 1
    guard height <= Condition.greatestHeight else {
      throw scanner.fault(
        "the condition has too many parts", note: "it has at most \(Condition.greatestHeight)")
    }
  }

  private mutating func conditionOperand(_ height: inout Int) throws(ScheduleFault) -> Condition {
    try count(&height)
    if scanner.take("(") {
      let condition = try disjunction(&height)
      try scanner.expect(")", "close the bracket")
      return condition
    }
    if scanner.takeWord("not") { return .not(try conditionOperand(&height)) }
    if scanner.takeWord("true") { return .known(true) }
    if scanner.takeWord("false") { return .known(false) }
    return try comparison()
  }

  /// Reads the option that a choice takes, as in `choice 1 is 2 of 3`; nil if something else comes.
  private mutating func taken() throws(ScheduleFault) -> Condition? {
    var rest = scanner
    guard rest.takeWord("choice"), rest.isAtDigit else { return nil }
    scanner = rest
    let note = "write it as in 'if choice 1 is 2 of 3: cue 4', or with weights 'of 3:1'"
    let number = try scanner.integer("the number of the choice")
    var seed: UInt64 = 0
    if scanner.takeWord("seed") { seed = try scanner.seed() }
    var place = scanner
    let taken = scanner.takeWord("after") ? try scanner.integer("how many it has taken") : 0
    guard (0...Choice.mostTaken).contains(Int(taken)) else {
      throw place.fault("no choice takes so many before the show", note: note)
    }
    try scanner.expect("is", note)
    place = scanner
    let option = try scanner.integer("the number of the option")
    try scanner.expect("of", note)
    var numbers = [try scanner.decimal()]
    while scanner.isAtRatio, scanner.take(":") { numbers.append(try scanner.decimal()) }
    let isWeighted = numbers.count > 1
    let count = isWeighted ? numbers.count : Int(exactly: numbers[0]) ?? 0
    guard number > 0, (2...CueSheet.limit).contains(count), (1...count).contains(Int(option)),
      !isWeighted || numbers.allSatisfy(Choice.weightRange.contains)
    else { throw place.fault("there is no such option", note: note) }
    let choice = Choice(
      number: Int(number), count: count, weights: isWeighted ? numbers : [], seed: seed,
      taken: Int(taken))
    return .taken(choice, Int(option) - 1)
  }

  /// Reads a truth that is read in the show, or a comparison of numbers.
  private mutating func comparison() throws(ScheduleFault) -> Condition {
    let place = scanner
    let left = try side()
    if scanner.takeWord("within") {
      let lower = try side()
      try scanner.expect("..", "write both ends, as in 'taps within 2 .. 4'")
      let upper = try side()
      try compare([left, lower, upper], at: place)
      return .within(left.operand, lower.operand, upper.operand)
    }
    if scanner.takeWord("near") {
      let near = try side()
      guard scanner.takeWord("within") else {
        throw scanner.fault(
          "expected 'within' before \(scanner.nextText)",
          note: "write how near, as in 'person.pan near 20deg right within 3deg'")
      }
      let tolerance = try side()
      try compare([left, near, tolerance], at: place)
      return .near(left.operand, near.operand, tolerance.operand)
    }
    guard let symbol = comparisonSymbol() else {
      guard let variable = left.operand.variable, !variable.isNumber else {
        throw place.fault(
          "expected a truth before \(place.nextText)",
          note: "write a reading such as 'person', or compare two numbers")
      }
      return .reading(variable)
    }
    let right = try side()
    try compare([left, right], at: place)
    return .comparison(left.operand, symbol, right.operand)
  }

  private mutating func comparisonSymbol() -> Condition.Comparison? {
    if scanner.take("==") { return .equal }
    if scanner.take("!=") { return .notEqual }
    if scanner.take("<=") { return .lessOrEqual }
    if scanner.take(">=") { return .greaterOrEqual }
    if scanner.take("<") { return .less }
    return scanner.take(">") ? .greater : nil
  }

  /// Holds the `sides` of a comparison at `place` to numbers of one kind.
  private func compare(_ sides: [Side], at place: ScheduleScanner) throws(ScheduleFault) {
    for variable in sides.compactMap(\.operand.variable) where !variable.isNumber {
      throw place.fault(
        "'\(variable.name)' is true or false, and no number", note: "write it alone")
    }
    let axes = sides.compactMap(\.axis)
    guard sides.allSatisfy({ $0.isAngle == sides[0].isAngle }),
      axes.allSatisfy({ $0 == axes[0] }), !sides[0].isAngle || !axes.isEmpty
    else {
      throw place.fault(
        "this compares numbers of different kinds",
        note: "compare an angle with one of its axis, as in 'person.pan > 20deg right'")
    }
  }

  /// One side of a comparison, as it is written.
  private struct Side {
    var operand: Condition.Operand
    var isAngle = false
    /// The axis of an angle, as in `Direction.axis`; nil if it is not said.
    var axis: UInt8?
  }

  /// Reads a number, a share, an angle, or the name of what is read.
  private mutating func side() throws(ScheduleFault) -> Side {
    if scanner.isAtIdentifier {
      let variable = try variable()
      guard case .angle(let axis) = variable.unit else { return Side(operand: .reading(variable)) }
      return Side(operand: .reading(variable), isAngle: true, axis: axis.number)
    }
    let number = try scanner.decimal()
    if scanner.take("%") { return Side(operand: .number(number / 100)) }
    guard scanner.takeWord("deg") else { return Side(operand: .number(number)) }
    var rest = scanner
    let word = String(decoding: rest.word(), as: UTF8.self)
    guard let direction = Direction(spelling: word) else {
      return Side(operand: .number(number), isAngle: true)
    }
    scanner = rest
    return Side(operand: .number(number * direction.sign), isAngle: true, axis: direction.axis)
  }

  /// Reads the name of what is read, as in `taps`, `person ada` or `person.pan`.
  mutating func variable() throws(ScheduleFault) -> StateVariable {
    let word = scanner.identifier()
    guard word == "person" || word == "object" else { return StateVariable(word) }
    let subject: WorldSubject
    if word == "person", scanner.takeWord("speaking") {
      subject = .speaker
    } else {
      let name = subjectName()
      subject = word == "person" ? .person(name) : .object(name)
    }
    guard scanner.take(".") else { return StateVariable(subject, nil) }
    let place = scanner
    guard let part = SubjectPart(rawValue: scanner.identifier()), part.isRead(of: subject) else {
      let words = SubjectPart.allCases.filter { $0.isRead(of: subject) }.map { "'\($0.rawValue)'" }
      throw place.fault(
        "expected what to read before \(place.nextText)",
        note: "write " + words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
    }
    return StateVariable(subject, part)
  }

  /// Reads the name of whom or what is meant; nil if another word of the line comes next.
  private mutating func subjectName() -> String? {
    guard scanner.isAtIdentifier else { return nil }
    var rest = scanner
    let name = rest.identifier()
    guard !WorldSubject.wordsBehind.contains(name), HandlerPolicy(rawValue: name) == nil else {
      return nil
    }
    scanner = rest
    return name
  }
}

extension WorldSubject {
  /// The words that may follow it in a line, and so are no name.
  fileprivate static let wordsBehind = ["and", "or", "within", "near"]
}
