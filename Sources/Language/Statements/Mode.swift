import Diagnosis

/// A mode: what the script does until something leads to another one.
@frozen
public struct ModeStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .gesture }

  /// Its name.
  public var label: LabelView { LabelView(view.first) }

  /// What is done in it.
  public var body: BlockView { BlockView(view.second) }
}

/// A change to another mode.
@frozen
public struct GoToStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The name of the mode, or `end`.
  public var label: LabelView { LabelView(view.first) }
}

extension Parser {
  /// Reads a mode.
  ///
  ///     mode = "mode" name block .
  mutating func mode() throws(Unreadable) -> NodeID {
    topLevel("mode")
    let node = add(.mode, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("the name of the mode"), as: .label, in: tree)
    // That it stands in a block has been said; it may be no mode at all.
    if nesting.depth > 0, !at(.openBrace) { throw Unreadable() }
    let outer = nesting.isInMode
    nesting.isInMode = nesting.depth == 0
    defer { nesting.isInMode = outer }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads a change to another mode.
  ///
  ///     go = "go" "to" name .
  mutating func going() throws(Unreadable) -> NodeID {
    let node = add(.going, at: token.start)
    advance()
    if at(.home), !token.startsLine { throw fail { $0.goingHome(from: $0.tree[node].start) } }
    guard take(.to) else {
      let here = SourceSpan(token.start, token.start)
      throw fail(
        .expected(
          "'to'", found: describeToken(), at: place,
          notes: ["as in 'go to idle', where 'idle' is a mode"],
          fixIts: at(.word) && !token.startsLine ? [FixIt("write 'to'", here, "to ")] : []))
    }
    if at(.home), !token.startsLine { throw fail { $0.goingHome(from: $0.tree[node].start) } }
    if at(.mode), following.kind == .word, !token.startsLine, !following.startsLine {
      let whole = SourceSpan(token.start, following.start)
      report(
        .superfluousWord(tokenText, at: token.span, whole: whole, "as in 'go to idle'"))
      advance()
    }
    if at(.string), !token.startsLine, !isNameOfMode(nameInString) {
      throw fail { $0.goingToMark() }
    }
    var children = Children(of: node)
    children.append(try label("the name of a mode"), as: .label, in: tree)
    return node
  }
}

extension Parser {
  /// The report of a change of the mode to 'home', which is a pose; it began at `start`.
  private func goingHome(from start: UInt32) -> Diagnostic {
    .expected(
      "a mode", found: "'home'", at: token.span,
      notes: ["'go to' changes the mode; the dock moves with 'move to'"],
      fixIts: [FixIt("write 'move to'", SourceSpan(start, token.start), "move to ")])
  }

  /// The text in the quotes of the current string.
  private var nameInString: String { String(text(of: token.span).dropFirst().dropLast()) }

  /// The report of a change of the mode to a text, which is no mode.
  private func goingToMark() -> Diagnostic {
    .expected(
      "the name of a mode", found: describeToken(), at: token.span,
      notes: [
        "a show goes to no mark: 'mode intro { … }' is what 'go to intro' begins",
        "a test begins at a mark with 'perform from \(text(of: token.span))'",
      ])
  }

  /// What others call a mode, and a change to one.
  private static let modes: Set<String> = ["state", "phase", "behavior", "behaviour"]
  private static let changes: Set<String> = [
    "goto", "enter", "become", "switch", "transition", "start", "begin", "activate",
  ]

  /// The report of a mode or of a change to one in other words, as in `state idle { … }`, whose
  /// first is `word`; nil if it is none.
  func modeInOtherWords(_ word: Token) -> Diagnostic? {
    let text = text(of: word.span).lowercased()
    guard token.kind == .word, !token.startsLine,
      token.keyword?.isReserved != true || token.isKeyword(.to)
    else { return nil }
    if Parser.modes.contains(text), following.kind == .openBrace {
      return Diagnostic(
        .foreignWord, "no statement begins with '\(text)'", at: word.span,
        label: "did you mean 'mode'?",
        notes: ["a mode is what the script does until something leads to another one"],
        fixIts: [FixIt("write 'mode'", word.span, "mode")])
    }
    let hasTo = token.isKeyword(.to) && following.kind == .word && !following.startsLine
    let name = hasTo ? self.text(of: following.span) : tokenText
    let isEnd = nesting.isInMode && name == CheckedProgram.Destination.nameOfEnd
    guard Parser.changes.contains(text), isEnd || isNameOfMode(name) else { return nil }
    let words = SourceSpan(word.start, hasTo ? token.end : word.end)
    return Diagnostic(
      .foreignWord, "no statement begins with '\(text)'", at: word.span,
      label: "did you mean 'go to'?",
      notes: [
        nesting.depth > 0
          ? "'go to' leaves the mode for another one"
          : "'go to' stands in a mode or in a handler; the first mode begins by itself"
      ], fixIts: nesting.depth > 0 ? [FixIt("write 'go to'", words, "go to")] : [])
  }

  /// True if somewhere in this file `name` is the name of a mode.
  private func isNameOfMode(_ name: String) -> Bool {
    guard lexer.reporter.dropped == 0 else { return false }
    var ahead = lookahead(from: lexer.base)
    var last = Token()
    while true {
      let next = ahead.next()
      if next.kind == .end { return false }
      if next.kind == .word, last.isKeyword(.mode), last.startsLine, text(of: next.span) == name {
        return true
      }
      last = next
    }
  }
}

extension Checker {
  /// Reports `move` if it goes to a mode and says no more; false if it does not.
  mutating func reportsMode(_ move: MoveStatement) -> Bool {
    guard !nameFacts.modeNumbers.isEmpty, move.axis == nil, !move.isStraight else { return false }
    let clauses = Array(move.clauses)
    guard clauses.count == 1, case .to(let target) = clauses[0],
      let symbol = target.name?.symbol, scope[symbol].kind == .none,
      var report = modeAsPose(symbol, at: program.span(of: target))
    else { return false }
    let (whole, ours) = (program.statementSpan(at: move.start), "go to \(text(symbol))")
    report.fixIts = [FixIt("write '\(ours)'", whole, ours)]
    self.report(report)
    return true
  }

  /// The report of a pose at `span` that is the name of the mode `symbol`; nil if there is none.
  func modeAsPose(_ symbol: Symbol, at span: SourceSpan) -> Diagnostic? {
    guard nameFacts.modeNumbers[symbol] != nil else { return nil }
    let word = text(symbol)
    return Diagnostic(
      .unknownName, "'\(word)' is a mode, and no place", at: span,
      notes: ["'go to \(word)' changes the mode; the dock moves to a pose"])
  }

  /// Takes note of the modes of the script, which may be gone to above their places.
  mutating func declareModes() {
    for node in program.statements(ofFile: 0).statements {
      guard case .mode(let mode) = node.statement else { continue }
      let symbol = mode.label.symbol
      if let first = nameFacts.modeNumbers[symbol] {
        report(
          .modeTaken(
            text(symbol), at: program.span(of: mode.label),
            first: program.span(of: checked.modes[first].statement.label)))
      } else {
        nameFacts.modeNumbers[symbol] = checked.modes.count
        checked.modes.append(CheckedProgram.Mode(name: text(symbol), statement: mode))
      }
    }
  }

  mutating func check(_ mode: ModeStatement) {
    guard context.isTopLevel, context.isScript else { return }
    if program.isEntered {
      return report { .modeAtPrompt(at: $0.program.tokenSpan(at: mode.start)) }
    }
    let outer = context.mode
    context.mode = nameFacts.modeNumbers[mode.label.symbol]
    block(mode.body)
    context.mode = outer
    pending.lastMode = mode
  }

  mutating func check(_ going: GoToStatement) {
    let isAtTop = context.mode == nil && !context.isInHandler && context.current == nil
    let isEnd = text(going.label.symbol) == CheckedProgram.Destination.nameOfEnd
    if let destination = destination(of: going.label) {
      checked.destinations[going.id] = destination
      pending.goings.append((context.mode, destination))
    } else if !checked.modes.isEmpty || !isAtTop || isEnd {
      checkName(ofMode: going.label)
    }
    if context.current != nil {
      report { .goingAstray("a gesture does not know its caller", at: $0.program.span(of: going)) }
    } else if context.isInSafetyHandler {
      report { .goingWithoutDock(at: $0.program.span(of: going)) }
    } else if isAtTop, isWellFormed, !checked.modes.isEmpty || !isEnd {
      report {
        .goingAstray(
          $0.checked.modes.isEmpty
            ? "this script has no modes, as in 'mode \($0.text(going.label.symbol)) { … }'"
            : "the first mode begins by itself", at: $0.program.span(of: going))
      }
    }
  }

  /// Where a 'go to' leads that names `label`; nil if nothing is called so.
  private func destination(of label: LabelView) -> CheckedProgram.Destination? {
    if let number = nameFacts.modeNumbers[label.symbol] { return .mode(number) }
    let isEnd = text(label.symbol) == CheckedProgram.Destination.nameOfEnd
    return isEnd && !nameFacts.modeNumbers.isEmpty ? .end : nil
  }

  /// Warns of each mode that never begins: no 'go to' in a mode that does leads to it.
  mutating func checkEntrances() {
    guard !checked.modes.isEmpty, isWellFormed, !reporter.hasErrors else { return }
    var (begun, found) = (Set([0]), [0])
    var ways: [Int: [Int]] = [:]
    for going in pending.goings {
      guard case .mode(let target) = going.destination else { continue }
      if let mode = going.mode {
        ways[mode, default: []].append(target)
      } else if begun.insert(target).inserted {
        found.append(target)
      }
    }
    while let mode = found.popLast() {
      for target in ways[mode] ?? [] where begun.insert(target).inserted { found.append(target) }
    }
    for (number, mode) in checked.modes.enumerated() where !begun.contains(number) {
      report { .neverBegun(mode.name, at: $0.program.span(of: mode.statement.label)) }
    }
  }

  /// Reports `label` if no mode is called so.
  mutating func checkName(ofMode label: LabelView) {
    let symbol = label.symbol
    guard nameFacts.modeNumbers[symbol] == nil, !lost.contains(symbol), isWellFormed else { return }
    let known = checked.modes.map(\.name)
    if known.isEmpty, text(symbol) == CheckedProgram.Destination.nameOfEnd {
      return report { .endWithoutModes(at: $0.program.span(of: label)) }
    }
    report {
      .unknownName(
        .unknownName, "there is no mode '\($0.text(symbol))'",
        Suggestion.nearest(to: $0.text(symbol), in: known), known: known,
        remedy: "a mode is declared at the top of the script: 'mode \($0.text(symbol)) { … }'",
        at: $0.program.span(of: label))
    }
  }

  /// Reports `statement`, which stands below a mode and is never done.
  mutating func checkPlace(of statement: Statement) {
    guard let lastMode = pending.lastMode, context.isTopLevel, context.isScript, isWellFormed,
      type(of: statement.view).nature != .declaration
    else { return }
    let view = statement.view
    if view is ModeStatement || view is TestStatement || view is SceneStatement
      || view is LetStatement
    {
      return
    }
    report {
      .belowMode(
        at: $0.program.statementSpan(at: statement.view.view.start),
        doneThere: view is HandlerStatement
          ? "answers in every mode, or into one mode"
          : view is FinallyStatement
            ? "holds in every mode, or into one mode"
            : "is done before the first mode begins, or into a mode",
        first: $0.program.span(of: ($0.checked.modes.first?.statement ?? lastMode).label))
    }
  }
}

extension Diagnostic {
  fileprivate static func goingWithoutDock(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "a handler of 'undock' or 'error' cannot go to a mode", at: span,
      notes: [
        "a mode itself can: 'race { wait for undock; … }' ends what it does, and 'go to' follows"
      ])
  }

  fileprivate static func endWithoutModes(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "'go to end' ends only a script with modes", at: span,
      notes: [
        "any other ends with its last line, or by a handler that replaces the show, as in "
          + "'on tap replacing { }'"
      ])
  }

  fileprivate static func goingAstray(_ why: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "'go to' stands in a mode or in a handler", at: span, notes: [why])
  }

  fileprivate static func neverBegun(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "the mode '\(name)' never begins", at: span, severity: .warning,
      notes: ["the first mode begins by itself; 'go to \(name)' begins this one"])
  }

  fileprivate static func modeTaken(
    _ name: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .nameTaken, "there is a mode '\(name)' already", at: span, label: "the second",
      labels: [Label(first, "the first")], notes: ["each mode has a name of its own"])
  }

  fileprivate static func modeAtPrompt(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "modes are played from a file, not at the prompt", at: span,
      notes: ["'dock run FILE' plays it"])
  }

  fileprivate static func belowMode(
    at span: SourceSpan, doneThere: String, first mode: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .misplacedGoTo, "this is never done: it stands below a mode", at: span,
      labels: [Label(mode, "from here on a mode is in progress")],
      notes: ["put it above the first mode, where it \(doneThere)"])
  }
}
