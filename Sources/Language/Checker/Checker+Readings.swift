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
    let outer = (allowsReadings, hasRead)
    (allowsReadings, hasRead) = (true, false)
    defer { (allowsReadings, hasRead) = outer }
    return check(&self)
  }

  /// The type of `name`, which reads `variable`.
  mutating func reading(_ name: NameView, _ variable: StateVariable) -> Type {
    guard allowsReadings else {
      report { .readingAsValue(variable, at: $0.program.span(of: name)) }
      return .broken
    }
    readings[name.id] = variable
    live.insert(name.id)
    hasRead = true
    return variable.isNumber ? .number : .truth
  }

  /// The type that `check` gives of an operand of `node`, in which nothing may be read: it is
  /// calculated with.
  mutating func withoutReadings(_ check: (inout Checker) -> Type) -> Type {
    let outer = allowsReadings
    allowsReadings = false
    defer { allowsReadings = outer }
    return check(&self)
  }

  /// Gives the type that `check` finds for `node`, and notes whether it reads anything.
  mutating func noting(_ node: ExpressionView, _ check: (inout Checker) -> Type) -> Type {
    guard allowsReadings else { return check(&self) }
    let outer = hasRead
    hasRead = false
    let type = check(&self)
    if hasRead { live.insert(node.id) }
    hasRead = hasRead || outer
    return type
  }
}

extension Diagnostic {
  /// Reports a reading where a value is due.
  fileprivate static func readingAsValue(
    _ variable: StateVariable, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .readingAsValue, "'\(variable.name)' is known only in the show", at: span,
      notes: [
        "it is read in the condition of 'if', 'repeat while' or 'wait until', alone or compared "
          + "with a value, and alone in 'log'"
      ])
  }
}
