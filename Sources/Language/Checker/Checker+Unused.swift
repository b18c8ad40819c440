import Diagnosis
import Vocabulary

// What a script declares and does not use.

extension Checker {
  /// Warns of the gestures of the script that nothing calls, and of its counts that nothing reads,
  /// or that nothing changes.
  ///
  /// A script that does nothing by itself is there for others to use, and so are its gestures.
  mutating func checkUnused() {
    guard !reporter.hasErrors, !program.isEntered else { return }
    if checked.callables.isEmpty, nameFacts.counts.isEmpty { return }
    let statements = program.statements(ofFile: 0).statements
    let isPlayed = statements.contains { node in
      let view = node.statement.view
      return type(of: view).nature == .action && view.outlineKind != .scene
    }
    let called = Set(checked.callables.filter { $0.isCalled && $0.isGesture }.map(\.block.id))
    let (read, changed) = (Set(checked.readings.values), Set(checked.counts.values.map(\.name)))
    for node in statements {
      let statement = node.statement
      if case .gesture(let gesture) = statement, isPlayed, !called.contains(gesture.block.id) {
        report(.neverCalled(text(gesture.label.symbol), at: program.span(of: gesture.label)))
      }
      if case .count(let count) = statement {
        let name = text(count.label.symbol)
        if !read.contains(.count(name)) {
          report(.neverRead(name, at: program.span(of: count.label)))
        } else if !changed.contains(name) {
          report(.neverChanged(name, at: program.span(of: count.label)))
        }
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func neverChanged(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unused, "nothing changes the count '\(name)': it is always 0", at: span,
      notes: ["change it with 'add 1 to \(name)' or 'set \(name) to 1'"])
  }

  fileprivate static func neverCalled(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unused, "nothing calls the gesture '\(name)'", at: span,
      notes: ["call it with '\(name)(…)', or remove it"])
  }

  fileprivate static func neverRead(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unused, "nothing reads the count '\(name)'", at: span,
      notes: ["a count is read in a condition, as in 'if \(name) > 2', or with 'log \(name)'"])
  }
}
