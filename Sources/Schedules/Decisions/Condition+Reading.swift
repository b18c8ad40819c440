import Vocabulary

// Conditions of cue sheets, as text has them.

extension ScheduleReader {
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
    let place = scanner
    let left = try side()
    guard let comparison = comparison() else {
      guard case .reading(let variable) = left, !variable.isNumber else {
        throw place.fault(
          "expected a truth before \(place.nextText)",
          note: "write a reading such as 'person', or compare two numbers")
      }
      return .reading(variable)
    }
    let right = try side()
    for case .reading(let variable) in [left, right] where !variable.isNumber {
      throw place.fault(
        "'\(variable.name)' is true or false, and no number", note: "write it alone")
    }
    return .comparison(left, comparison, right)
  }

  private mutating func comparison() -> Condition.Comparison? {
    if scanner.take("==") { return .equal }
    if scanner.take("!=") { return .notEqual }
    if scanner.take("<=") { return .lessOrEqual }
    if scanner.take(">=") { return .greaterOrEqual }
    if scanner.take("<") { return .less }
    return scanner.take(">") ? .greater : nil
  }

  /// Reads a number, a share, or the name of what is read.
  private mutating func side() throws(ScheduleFault) -> Condition.Operand {
    guard scanner.isAtIdentifier else {
      let number = try scanner.decimal()
      return .number(scanner.take("%") ? number / 100 : number)
    }
    return .reading(StateVariable(scanner.identifier()))
  }
}
