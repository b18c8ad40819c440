import Diagnosis
import Vocabulary

// Readings and counts: what only the show knows.

extension Checker {
  /// Checks that `value` is a truth, which may read what only the show knows.
  mutating func liveTruth(_ value: ExpressionView) {
    _ = reading { $0.truth(value) }
  }

  /// The type that `check` gives of what may read what only the show knows.
  mutating func reading(_ check: (inout Checker) -> Type) -> Type {
    let outer = (context.allowsReadings, context.hasRead)
    (context.allowsReadings, context.hasRead) = (true, false)
    defer { (context.allowsReadings, context.hasRead) = outer }
    return check(&self)
  }

  /// Checks the condition behind `event`: it may read what only the show knows, and the value of
  /// the event, but each part that `and` joins only one of these.
  mutating func check(_ condition: ExpressionView, of event: EventView) {
    var parts: [(node: ExpressionView, usesValue: Bool)] = []
    var rest: ExpressionView? = condition
    while let node = rest {
      let operation = node.binary.flatMap { $0.symbol == .and ? $0 : nil }
      let part = operation?.right ?? node
      parts.append((part, event.label.map { names($0, in: part) } ?? false))
      rest = operation?.left
    }
    let draws = condition.calls
    let found = reporter
    liveTruth(condition)
    guard reporter.isEqual(to: found) else { return }
    for part in parts.reversed() where part.usesValue && checked.live.contains(part.node.id) {
      return report { .mixedCondition(at: $0.program.span(of: part.node)) }
    }
    if !checked.live.contains(condition.id), !draws, !parts.contains(where: \.usesValue) {
      report { .constantCondition(at: $0.program.span(of: condition)) }
    }
  }

  /// True if an expression in `node`, which has not been checked, is the name that `label`
  /// declares.
  private func names(_ label: LabelView, in node: ExpressionView) -> Bool {
    guard let name = node.name else { return node.operands.contains { names(label, in: $0) } }
    let binding = scope[name.symbol]
    return binding.kind == .value && binding.start == label.start
  }

  /// The type of `node`, which reads `variable`.
  mutating func reading(_ node: some SyntaxView, _ variable: StateVariable) -> Type {
    guard context.allowsReadings else {
      report { .readingAsValue(variable, at: $0.program.span(of: node)) }
      return .broken
    }
    if context.isExpecting, variable.changesUntold {
      report { .readingInTest(variable, at: $0.program.span(of: node)) }
      return .broken
    }
    checked.readings[node.id] = variable
    checked.live.insert(node.id)
    context.hasRead = true
    if case .angle(let axis) = variable.unit { return .quantity(.angle, axis: axis.number + 1) }
    return variable.isNumber ? .number : .truth
  }

  /// The type that `check` gives of an operand of `node`, in which nothing may be read: it is
  /// calculated with.
  mutating func withoutReadings(_ check: (inout Checker) -> Type) -> Type {
    let outer = context.allowsReadings
    context.allowsReadings = false
    defer { context.allowsReadings = outer }
    return check(&self)
  }

  /// Gives the type that `check` finds for `node`, and notes whether it reads anything.
  mutating func noting(_ node: ExpressionView, _ check: (inout Checker) -> Type) -> Type {
    guard context.allowsReadings else { return check(&self) }
    let outer = context.hasRead
    context.hasRead = false
    let type = check(&self)
    if context.hasRead { checked.live.insert(node.id) }
    context.hasRead = context.hasRead || outer
    return type
  }
}

extension ExpressionView {
  /// The expressions that it is made of; none of a name or a number.
  fileprivate var operands: [ExpressionView] {
    switch form {
    case .negation(let operand), .not(let operand): [operand]
    case .binary(let operation): [operation.left, operation.right]
    case .within(let range): [range.value, range.first, range.second]
    case .apply(let call): call.arguments.map(\.value)
    case .pose(let pose): pose.targets.map(\.value)
    case .conditional(let choice): [choice.condition, choice.consequence, choice.alternative]
    case .member(let member): [member.pose]
    case .directed(let directed): [directed.value]
    case .number, .beats, .size, .string, .truth, .name, .subject, .home, .pi, .elapsed, .peak,
      .unreadable:
      []
    }
  }

  /// True if it calls a function, which may draw a random number.
  fileprivate var calls: Bool {
    if case .apply = form { return true }
    return operands.contains(where: \.calls)
  }
}

extension Diagnostic {
  /// Reports a part of a condition that joins the value of its event with a reading.
  fileprivate static func mixedCondition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .readingAsValue, "this joins the value of the event with what is known only in the show",
      at: span,
      notes: [
        "behind an event, 'and' joins what is said of its value with what is read, "
          + "as in 'zoom by way when way > 0 and person'"
      ])
  }

  /// Reports a condition behind an event that is the same each time.
  fileprivate static func constantCondition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "nothing in the show can change this", at: span,
      label: "it always holds, or never",
      notes: [
        "a condition behind an event reads its value, a count, or what is known in the show, "
          + "such as 'person'"
      ])
  }

  /// Reports a reading that nothing keeps until a test is judged.
  fileprivate static func readingInTest(
    _ variable: StateVariable, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .readingAsValue, "'\(variable.name)' is not known when the test is judged", at: span,
      notes: [
        "write it with 'log' in the show, and expect the line, as in 'expect log \"20deg right\"'"
      ])
  }

  /// Reports a reading where a value is due.
  fileprivate static func readingAsValue(
    _ variable: StateVariable, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .readingAsValue, "'\(variable.name)' is known only in the show", at: span,
      notes: [
        "it is read in the condition of 'if', 'repeat while', 'wait until', 'when' or 'expect', "
          + "alone or compared with a value, and alone in 'log'"
      ])
  }
}
