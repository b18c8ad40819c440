import Diagnosis
import Vocabulary

// Waits in a mode that never lead on: at their event a handler above the modes leaves the mode.

extension Checker {
  /// Warns of each wait in a mode for an event at which a handler above the modes leaves it first.
  mutating func checkWaits() {
    guard !reporter.hasErrors, !checked.modes.isEmpty else { return }
    let leaving = checked.handlers.filter { $0.mode == nil && $0.statement.leavesAtOnce }
    if leaving.isEmpty { return }
    for (number, mode) in checked.modes.enumerated() {
      let own = checked.handlers.filter { $0.mode == number }
      for way in ways(in: mode.statement.body) {
        let isOfWay = { (handler: CheckedProgram.Handler) in
          isSame(handler.statement.event, way.event)
        }
        guard let handler = leaving.first(where: isOfWay), !own.contains(where: isOfWay) else {
          continue
        }
        report { $0.waitThatIsLeft(way, handler.statement, mode) }
      }
    }
  }

  /// What the waits in `mode` wait for, but not those of its handlers.
  private func ways(in mode: BlockView) -> [WayView] {
    var (ways, rest) = ([WayView](), [mode.view])
    while let node = rest.popLast() {
      if node.isLeaf { continue }
      for child in node.children where child.kind != .handler {
        if child.kind == .way { ways.append(WayView(child)) }
        rest.append(child)
      }
    }
    return ways
  }

  /// True if `one` and `other` are written as the same event.
  func isSame(_ one: EventView, _ other: EventView) -> Bool {
    guard one.kind == other.kind, one.writtenPhase == other.writtenPhase else { return false }
    switch one.kind.operand {
    case .number, .share:
      guard let first = one.value.number, let second = other.value.number else {
        return text(of: one.value) == text(of: other.value)
      }
      return tree.numbers[first.index] == tree.numbers[second.index]
    case .name, .phase, .nothing: return true
    }
  }

  private func text(of value: ExpressionView) -> String {
    program.sources.text(of: program.span(of: value))
  }

  private func waitThatIsLeft(
    _ way: WayView, _ handler: HandlerStatement, _ mode: CheckedProgram.Mode
  ) -> Diagnostic {
    let event = program.sources.text(of: program.span(of: way.event))
    let start = mode.statement.body.start + 1
    return Diagnostic(
      .waitThatIsLeft, "this wait never leads on: '\(event)' leaves the mode first",
      at: program.span(of: way.event),
      labels: [
        Diagnostic.Label(
          program.span(of: handler.event), "this handler goes to a mode at the same event")
      ],
      notes: [
        "a handler in the mode takes the place of those above the modes, and may do what "
          + "follows the wait; or let the wait be for another event"
      ],
      fixIts: [
        FixIt(
          "write 'on \(event) {}' in '\(mode.name)'", SourceSpan(start, start),
          " on \(event) {};")
      ])
  }
}

extension HandlerStatement {
  /// True if each call of it goes to a mode, and before that takes no time.
  fileprivate var leavesAtOnce: Bool {
    guard condition == nil, period == nil, !isOnce, policy != .ignoring, policy != .queued else {
      return false
    }
    for node in body.statements {
      let statement = node.statement
      if case .goTo = statement { return true }
      guard statement.takesNoTime else { return false }
    }
    return false
  }
}

extension EventView {
  /// The phase; of a button without one that it is pressed.
  fileprivate var writtenPhase: EventPhase {
    kind == .button && phase == .any ? .pressed : phase
  }
}
