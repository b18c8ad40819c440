import Diagnosis

// What is never done: it stands behind a statement that nothing comes out of.

extension Checker {
  /// Reports the first of `statements`, which are done one after the other, that stands behind a
  /// loop without an end, a 'go to', or a statement whose ways all lead to such.
  mutating func checkReach(of statements: NodeList) {
    var end: NodeView?
    for node in statements {
      let statement = node.statement
      guard let last = end else {
        if leadsNowhere(statement) { end = node }
        continue
      }
      // Who begins a show at a mark behind the loop is told that none comes to it.
      if case .mark = statement { return }
      if case .goTo = last.statement {
        guard isWellFormed else { return }
        return report { .behindGoing(at: $0.program.statementSpan(at: node.start)) }
      }
      guard statement.isCarriedOut, isWellFormed else { continue }
      return report { $0.unreached(node, behind: last) }
    }
  }

  /// True if what stands behind `statement` is never done, whatever happens in the show.
  ///
  /// What a gesture calls in its turn is not looked at.
  private mutating func leadsNowhere(_ statement: Statement, inGesture: Bool = false) -> Bool {
    if statement.isEndlessLoop { return true }
    switch statement {
    case .goTo: return context.mode != nil || context.isInHandler
    case .block(let block): return leadsNowhere(block, inGesture)
    case .if(let choice): return leadsNowhere(choice, inGesture)
    case .choose(let choice):
      for option in choice.options where !leadsNowhere(option.statement, inGesture: inGesture) {
        return false
      }
      return true
    case .waitFor(let wait):
      let blocks = wait.ways.map(\.body) + (wait.longest == nil ? [] : [wait.timeout])
      for block in blocks {
        guard let block, leadsNowhere(block, inGesture) else { return false }
      }
      return true
    case .concurrent(let concurrent):
      let branches = concurrent.body.statements.map(\.statement).filter { !$0.isSetting }
      // A race ends with any of its branches, the others with all of them.
      for branch in branches
      where leadsNowhere(branch, inGesture: inGesture) != concurrent.isRace {
        return !concurrent.isRace
      }
      return concurrent.isRace && !branches.isEmpty
    case .call(let call):
      let callee = call.call.label.index
      guard !inGesture, checked.callables.indices.contains(callee) else { return false }
      if let known = nameFacts.endlessGestures[callee] { return known }
      nameFacts.endlessGestures[callee] = leadsNowhere(checked.callables[callee].block, true)
      return nameFacts.endlessGestures[callee] == true
    case .move, .ramp, .spin, .stop, .wait, .animate, .let, .for, .repeat, .forever, .while, .every,
      .finally, .gesture, .function, .use, .test, .tracking, .frame, .region, .select, .follow,
      .log, .mark, .sound, .limit, .late, .tempo, .untilBar, .waitUntil, .seed, .handler, .face,
      .eyes, .camera, .mode, .count, .change, .perform, .expect, .scene:
      return false
    }
  }

  private mutating func leadsNowhere(_ block: BlockView, _ inGesture: Bool) -> Bool {
    for node in block.statements where leadsNowhere(node.statement, inGesture: inGesture) {
      return true
    }
    return false
  }

  private mutating func leadsNowhere(_ choice: IfStatement, _ inGesture: Bool) -> Bool {
    var choice = choice
    while leadsNowhere(choice.body, inGesture) {
      switch choice.alternative {
      case .none: return false
      case .block(let block): return leadsNowhere(block, inGesture)
      case .choice(let next): choice = next
      }
    }
    return false
  }

  /// The warning of `node`, which stands behind `last`, out of which nothing comes.
  private func unreached(_ node: NodeView, behind last: NodeView) -> Diagnostic {
    let word = program.tokenSpan(at: last.start)
    let end =
      last.statement.isEndlessLoop
      ? "this loop never ends by itself"
      : "no way leads out of this: each goes on for ever, or to another mode"
    if case .handler(let handler) = node.statement {
      return .handlerBehind(at: program.span(of: handler.event), end, word)
    }
    let span = program.statementSpan(at: node.start)
    guard last.statement.isEndlessLoop else {
      return .behind(end, word, at: span, note: "put it above that, or give one of the ways an end")
    }
    if case .mode = node.statement {
      return .behind(
        end, word, at: span,
        note: "put the loop into the modes, as a branch of each, or say how long it lasts")
    }
    let isEvery = program.sources.text(of: word) == Keyword.every.spelling
    return .behind(
      end, word, at: span,
      note: isEvery
        ? "put it above the loop, or say how long the loop lasts: 'every 1s for 5s { … }'"
        : "put it above the loop, or end the loop: 'race { repeat forever { … }; wait 5s }'")
  }
}

extension Statement {
  /// True if it does something, or lets something be done, from where it stands on.
  fileprivate var isCarriedOut: Bool {
    if view is TestStatement || view is SceneStatement || view is LetStatement { return false }
    return type(of: view).nature != .declaration
  }
}

extension Diagnostic {
  /// Reports a statement behind a 'go to'.
  fileprivate static func behindGoing(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "this is never done", at: span, label: "stands behind 'go to'",
      notes: ["'go to' leaves the mode; put this above it, or where it leads"])
  }

  /// Warns of a statement behind the one whose word is `last`, which has no end, as `why` says.
  fileprivate static func behind(
    _ why: String, _ last: SourceSpan, at span: SourceSpan, note: String
  ) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "this is never done", at: span, severity: .warning,
      labels: [Label(last, why)], notes: [note])
  }

  /// Warns of a handler of the event at `span` behind the statement whose word is `last`, which has
  /// no end, as `why` says.
  fileprivate static func handlerBehind(
    at span: SourceSpan, _ why: String, _ last: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .lateHandler, "this handler is never called", at: span, labels: [Label(last, why)],
      notes: ["a handler is active from its line on: put it above that"])
  }
}
