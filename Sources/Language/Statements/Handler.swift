import Diagnosis
import Vocabulary

/// A handler of an event.
@frozen
public struct HandlerStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .handler }

  /// The event that it handles.
  @inlinable @inline(__always)
  public var event: EventView { EventView(view.first) }

  /// The condition; if it is false, the event is ignored.
  @inlinable @inline(__always)
  public var condition: ExpressionView? { view.part(.when).map(ExpressionView.init) }

  /// The least time from one occurrence to the next.
  @inlinable @inline(__always)
  public var period: ExpressionView? { view.part(.step).map(ExpressionView.init) }

  /// True if it is called at most once.
  public var isOnce: Bool { view.flags == 1 }

  /// The policy for a motion in progress; `alongside` if there is none.
  public var policy: HandlerPolicy { HandlerPolicy(number: view.detail) ?? .alongside }

  /// The block.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}

/// What may stand between the event of a handler and its block, in the order of the grammar.
private enum HandlerClause: Int {
  case condition, pace, policy

  init?(_ keyword: Keyword?) {
    switch keyword {
    case .when: self = .condition
    case .once, .at, .every: self = .pace
    default:
      guard let keyword, HandlerPolicy(keyword) != nil else { return nil }
      self = .policy
    }
  }
}

extension Parser {
  /// Reads a handler.
  ///
  ///     handler = "on" event [ "when" expression ] [ "once" | "at" "most" "every" expression ]
  ///               [ "pausing" | "replacing" | "queued" | "ignoring" ] block .
  mutating func handler() throws(Unreadable) -> NodeID {
    let isInTest = nesting.testDepth > 0 && nesting.depth == nesting.testDepth
    if !isInTest, !nesting.isInMode || nesting.depth != 1 { topLevel("on") }
    let node = add(.handler, at: token.start)
    advance()
    var children = Children(of: node)
    let first = token.start
    children.append(try event(), as: .none, in: tree)
    if joinsEvents { return try handlerOfSeveral(node, &children, from: first) }
    if takeInsteadOfWhen() { children.append(try condition(), as: .when, in: tree) }
    try clauses(of: node, &children)
    readPolicyOnNextLine(node)
    if at(.for) { throw fail(lengthOfPress()) }
    if let report = countBehindEvent(first) { throw fail(report) }
    if let report = nameBehindEvent(first) ?? stateBehindOn(first) ?? lengthOfPressInWords()
      ?? policyInOtherWords()
    {
      throw fail(report)
    }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reports a policy that begins the next line, and reads it as if it stood in the line of the
  /// event.
  private mutating func readPolicyOnNextLine(_ node: NodeID) {
    guard token.startsLine, let policy = term(HandlerPolicy.self, token), policy != .alongside,
      following.kind == .openBrace || isPolicy(following), joinedLines != nil
    else { return }
    report(missingBlock())
    tree[node].detail = policy.number
    while isPolicy(token) { advance() }
  }

  /// The report of a word here, behind the block of the handler at `start`, that stands before it,
  /// as in `on tap { … } once`; nil if none stands here.
  func clauseBehindHandler(_ start: UInt32) -> Diagnostic? {
    guard keyword(at: start) == .on, let open = openingBrace(from: start),
      nextEnds(behind: token), at(.once) || isPolicy(token)
    else { return nil }
    return .trailing(
      tokenText, at: token.span,
      fixIts: [
        FixIt(
          "write '\(tokenText)' before the block",
          [
            FixIt.Edit(SourceSpan(open, open), "\(tokenText) "),
            FixIt.Edit(SourceSpan(previousEnd, token.end), ""),
          ])
      ])
  }

  /// The report of a word here that stands behind the event, as in `on once tap { … }`; nil if none
  /// stands here.
  func clauseBeforeEvent() -> Diagnostic? {
    let event = following
    guard lastToken(from: reading.start).isKeyword(.on), at(.once) || isPolicy(token),
      !event.startsLine, term(EventKind.self, event) != nil,
      let open = openingBrace(from: event.end)
    else { return nil }
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["'\(tokenText)' stands behind the event of a handler"],
      fixIts: [
        FixIt(
          "write '\(tokenText)' before the block",
          [
            FixIt.Edit(SourceSpan(token.start, event.start), ""),
            FixIt.Edit(SourceSpan(open, open), "\(tokenText) "),
          ])
      ])
  }

  /// True if `token` is the policy of a handler.
  func isPolicy(_ token: Token) -> Bool {
    let policy = term(HandlerPolicy.self, token)
    return policy != nil && policy != .alongside
  }

  /// Where the first brace behind `start` opens, if that is in the same statement; nil otherwise.
  private func openingBrace(from start: UInt32) -> UInt32? {
    var ahead = lookahead(from: start)
    var next = ahead.next()
    while next.kind != .openBrace {
      next = ahead.next()
      if next.startsLine || [.end, .semicolon, .closeBrace].contains(next.kind) { return nil }
    }
    return next.start
  }

  /// The report of how often the event at `first` is to come, as in `on tap 3 times { … }`; nil if
  /// nothing such stands here.
  private func countBehindEvent(_ first: UInt32) -> Diagnostic? {
    let rest = restOfLine()
    guard !token.startsLine, let count = count(in: rest), let last = rest.last else { return nil }
    let event = text(of: SourceSpan(first, previousEnd))
    let isDoubleTap = event == EventKind.tap.rawValue && count == 2
    let ours = EventKind.doubleTap.rawValue
    return .expected(
      "'{'", found: describeToken(), at: SourceSpan(token.start, last.end),
      notes: [
        "a handler is called with each event; a count counts them, as in "
          + "'on tap when taps < \(count) { add 1 to taps }'"
      ],
      fixIts: isDoubleTap
        ? [FixIt("write '\(ours)'", SourceSpan(first, last.end), ours)] : [])
  }

  /// The report of the word at hand, behind an event, with what has the time of a press.
  private func lengthOfPress() -> Diagnostic {
    .expected("'{'", found: describeToken(), at: token.span, notes: [Parser.longPress])
  }

  /// The report of a word here, behind a button, that asks for a long press, as in
  /// `on button 1 held { … }`; nil if none stands here.
  private func lengthOfPressInWords() -> Diagnostic? {
    guard at(.word), !token.startsLine, Parser.lengths.contains(tokenText),
      restOfLine(from: reading.start).contains(where: isButton)
    else { return nil }
    return lengthOfPress()
  }

  /// The report of a word here, before a button, that asks for a long press, as in
  /// `on long button 1 { … }`; nil if none stands here.
  func longPressBeforeEvent() -> Diagnostic? {
    guard at(.word), !token.startsLine, Parser.lengths.contains(tokenText), isButton(following)
    else { return nil }
    return .expected(
      "an event", found: describeToken(), at: token.span, notes: [Parser.longPress])
  }

  private func isButton(_ token: Token) -> Bool { term(EventKind.self, token) == .button }

  /// The words with which others ask for a long press.
  private static let lengths: Set<String> = [
    "long", "hold", "held", "holding", "longpress", "down",
  ]

  private static let longPress =
    "an event is an instant; to ask how long a button is held: "
    + "'on button 1 { wait for { button 1 released; timeout 2s { … } } }'"

  /// The report of a comparison or of an angle behind the event at `event`; nil if neither stands
  /// here.
  private func stateBehindOn(_ event: UInt32) -> Diagnostic? {
    guard at(.dot) || isComparison, !token.startsLine else { return nil }
    let rest = restOfLine()
    guard let last = rest.last else { return nil }
    let state = text(of: SourceSpan(event, last.end))
    let value = lastToken(from: event)
    if isComparison, text(of: SourceSpan(event, value.start)).hasPrefix(EventKind.zoom.rawValue) {
      let ours = " when \(text(of: value.span))"
      return .expected(
        "'{'", found: "'\(tokenText)'", at: token.span,
        notes: ["what the value of the event has to be follows 'when'"],
        fixIts: [FixIt("write '\(ours.dropFirst())'", SourceSpan(value.end, value.end), ours)])
    }
    return .expected(
      "'{'", found: "'\(tokenText)'", at: token.span,
      notes: [
        "a handler answers an event, and this is a state: 'wait until \(state)' waits for it, and "
          + "'if' asks whether it holds"
      ])
  }

  /// Reads on in a handler of several events, the first of them at `first`, and reports it.
  private mutating func handlerOfSeveral(
    _ node: NodeID, _ children: inout Children, from first: UInt32
  ) throws(Unreadable) -> NodeID {
    let (joint, end) = (token, previousEnd)
    let events = try furtherEvents(from: first)
    let rest = previousEnd
    try clauses(of: node, &children)
    children.append(try block(), as: .body, in: tree)
    let body = text(of: SourceSpan(rest, previousEnd))
    var fixIts: [FixIt] = []
    if !events.isAll, !events.isMixed, !events.texts.contains(where: { $0.hasPrefix("zoom") }) {
      let others = events.texts.dropFirst().map { "\non \($0)\(body)" }.joined()
      let place = SourceSpan(previousEnd, previousEnd)
      fixIts = [
        FixIt(
          "write a handler for each",
          [FixIt.Edit(SourceSpan(end, rest), ""), FixIt.Edit(place, others)])
      ]
    }
    report(.severalHandled(at: joint.span, fixIts: fixIts))
    return node
  }

  /// Reads the clauses of a handler, in whatever order; what stands too far after is reported.
  private mutating func clauses(of node: NodeID, _ children: inout Children) throws(Unreadable) {
    var given: [(kind: HandlerClause, span: SourceSpan)] = []
    while let kind = HandlerClause(keywordHere) {
      let word = token
      try clause(kind, of: node, &children)
      if let first = given.first(where: { $0.kind == kind }) {
        throw refuseAgain(word, kind, behind: first.span)
      }
      given.append((kind, SourceSpan(word.start, previousEnd)))
    }
    let due = given.sorted { $0.kind.rawValue < $1.kind.rawValue }
    let wrong = zip(given, due).filter { $0.kind != $1.kind }
    guard let (here, late) = wrong.first else { return }
    let edits = wrong.map { FixIt.Edit($0.span, text(of: $1.span)) }
    report(
      .lateClause(words(of: late), before: words(of: here), at: late.span, moving: edits))
  }

  private mutating func clause(
    _ kind: HandlerClause, of node: NodeID, _ children: inout Children
  ) throws(Unreadable) {
    switch kind {
    case .condition:
      advance()
      children.append(try condition(), as: .when, in: tree)
    case .pace where at(.once) && following.isKeyword(.every) && !following.startsLine:
      let every = following
      report(
        .expected(
          "'at most every'", found: "'once every'", at: SourceSpan(token.start, every.end),
          fixIts: [
            FixIt(
              "write 'at most every'", SourceSpan(token.start, every.end), "at most every")
          ]))
      advance()
      advance()
      children.append(try expression(), as: .step, in: tree)
    case .pace where take(.once): tree[node].flags = 1
    case .pace:
      let start = token.start
      if at(.every) { report(.bareEvery(at: token.span)) } else { try atMost() }
      if at(.once), following.isKeyword(.every) {
        let whole = SourceSpan(token.start, following.start)
        report(.superfluousWord("once", at: token.span, whole: whole, "as in 'at most every 5s'"))
        advance()
      } else if at(.once) {
        report(.mostOnce(at: SourceSpan(start, token.start)))
        return try clause(kind, of: node, &children)
      }
      try expect(.every)
      children.append(try expression(), as: .step, in: tree)
    case .policy:
      tree[node].detail = token.keyword.flatMap { HandlerPolicy($0) }?.number ?? 0
      advance()
    }
  }

  /// The report of a handler that begins with `once`, as in `once tap { … }`; nil if `word` begins
  /// none.
  func handlerInOtherWords(_ word: Token) -> Diagnostic? {
    guard word.isKeyword(.once), !token.startsLine, term(EventKind.self, token) != nil else {
      return nil
    }
    var ahead = lookahead(from: token.start)
    var (last, next) = (token, ahead.next())
    while next.kind != .openBrace, next.kind != .end {
      if next.startsLine, next.start != token.start { return nil }
      (last, next) = (next, ahead.next())
    }
    guard next.kind == .openBrace else { return nil }
    return Diagnostic(
      .unknownStatement, "no statement begins with 'once'", at: word.span,
      label: "did you mean 'on'?", notes: ["'once' stands behind the event of a handler"],
      fixIts: [
        FixIt(
          "write 'on', and 'once' behind the event",
          [
            FixIt.Edit(word.span, "on"), FixIt.Edit(SourceSpan(last.end, last.end), " once"),
          ])
      ])
  }

  /// The report of a handler with its policy in front, as in `pausing on tap { … }`; nil if `word`
  /// begins none.
  func policyBeforeHandler(_ word: Token) -> Diagnostic? {
    let policy = text(of: word.span)
    guard HandlerPolicy.written.contains(where: { $0.rawValue == policy }), at(.on),
      let last = restOfLine().last
    else { return nil }
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(policy)'", at: word.span,
      label: "stands before the block of a handler",
      notes: ["as in 'on tap pausing { … }'"],
      fixIts: [
        FixIt(
          "write '\(policy)' before the block",
          [
            FixIt.Edit(SourceSpan(word.start, token.start), ""),
            FixIt.Edit(SourceSpan(last.end, last.end), " \(policy)"),
          ])
      ])
  }

  /// The report of a policy in another form of its word, as in `on tap pause { … }`; nil if none
  /// stands here.
  private func policyInOtherWords() -> Diagnostic? {
    guard at(.word), !token.startsLine, following.kind == .openBrace else { return nil }
    let forms = ["paus", "replac", "queu", "ignor"]
    let word = tokenText.lowercased()
    guard let stem = forms.firstIndex(where: word.hasPrefix), word.count <= forms[stem].count + 3
    else { return nil }
    let policy = HandlerPolicy.written[stem].rawValue
    return .expected(
      "'\(policy)'", found: "'\(tokenText)'", at: token.span,
      notes: ["a handler is 'pausing', 'replacing', 'queued' or 'ignoring'"],
      fixIts: [FixIt("write '\(policy)'", token.span, policy)])
  }

  /// Reports the clause that begins with the token `word` and ends here as one too many.
  private mutating func refuseAgain(
    _ word: Token, _ kind: HandlerClause, behind first: SourceSpan
  ) -> Unreadable {
    let whole = withBlanks(before: word.start)
    let clause = words(of: (kind, word.span))
    if kind == .policy {
      report(.severalPolicies(at: word.span, whole: whole))
    } else if clause != words(of: (kind, first)) {
      report(.severalPaces(clause, at: word.span, whole: whole))
    } else {
      report(.duplicateClause(clause, at: word.span, whole: whole, startsLine: false))
    }
    return Unreadable()
  }

  /// What leads in a clause, or is all of it.
  private func words(of clause: (kind: HandlerClause, span: SourceSpan)) -> String {
    switch clause.kind {
    case .condition: "when"
    case .pace: text(of: clause.span) == "once" ? "once" : "at most every"
    case .policy: text(of: clause.span)
    }
  }
}

extension Checker {
  /// Checks a handler: the value of its event is known only to its condition and its block.
  mutating func check(_ statement: HandlerStatement) {
    let outer = (scope.mark, frameSize.now, context.isTopLevel)
    context.isTopLevel = false
    var handler = CheckedProgram.Handler(statement: statement, mode: context.mode)
    let going = pending.goings.count
    (context.isInHandler, context.isInSafetyHandler) = (true, statement.event.kind.endsMotion)
    defer { (context.isInHandler, context.isInSafetyHandler) = (false, false) }
    let found = reporter
    if let period = statement.period {
      quantity(period, .time, as: "what follows 'at most every'")
    }
    check(statement.event)
    if let condition = statement.condition { check(condition, of: statement.event) }
    handler.isBroken = !reporter.isEqual(to: found)
    block(statement.body)
    handler.destination = pending.goings.dropFirst(going).first?.destination
    scope.leave(to: outer.0)
    (frameSize.now, context.isTopLevel) = (outer.1, outer.2)
    if context.isInTest {
      testParts.handlers.append(handler)
    } else {
      checked.handlers.append(handler)
    }
    if let others = lateHandlersBehind, !pending.hasLateHandlers {
      pending.hasLateHandlers = true
      // Of one behind a loop without end it is said that the loop is in its way.
      if isBehindLoop(statement) || !reporter.isEqual(to: found) { return }
      report(.lateHandler(at: program.span(of: statement.event), others))
    }
  }

  /// True if a loop without end stands above `handler` in the script.
  private func isBehindLoop(_ handler: HandlerStatement) -> Bool {
    program.statements(ofFile: 0).statements
      .prefix { $0.start < handler.view.start }.contains(where: \.statement.isEndlessLoop)
  }

  /// The places of the handlers behind the one at hand if the script does nothing there and waits
  /// for nothing; nil if it does, of what is entered at a prompt, which goes on, and if something
  /// could not be read.
  private var lateHandlersBehind: [SourceSpan]? {
    guard context.isTopLevel, checked.modes.isEmpty, !program.isEntered, !reporter.hasErrors,
      var rest = context.present
    else { return nil }
    var spans: [SourceSpan] = []
    _ = rest.next()
    while let node = rest.next() {
      if case .handler(let handler) = node.statement {
        spans.append(program.span(of: handler.event))
        continue
      }
      let view = node.statement.view
      if type(of: view).nature == .action, view.outlineKind != .scene { return nil }
    }
    return spans
  }
}

extension Diagnostic {
  /// Reports a handler for the event at `span`, behind which the script ends, but for `others`.
  fileprivate static func lateHandler(at span: SourceSpan, _ others: [SourceSpan]) -> Diagnostic {
    Diagnostic(
      .lateHandler, "the script ends here, so this handler is never called", at: span,
      labels: others.map { Diagnostic.Label($0, "nor is this one") },
      notes: [
        "put it above the statements during which it should run, or add a 'wait' after it",
        "a mode waits for the handlers in it: 'mode ready { on tap { … } }'",
      ])
  }

  /// Reports a further event of a handler.
  fileprivate static func severalHandled(at span: SourceSpan, fixIts: [FixIt]) -> Diagnostic {
    Diagnostic(
      .expectedToken, "a handler answers one event", at: span, label: "another event",
      notes: ["several handlers can call the same gesture"], fixIts: fixIts)
  }

  /// Reports a clause of a handler that belongs before another; `edits` move it there.
  fileprivate static func lateClause(
    _ clause: String, before other: String, at span: SourceSpan, moving edits: [FixIt.Edit]
  ) -> Diagnostic {
    Diagnostic(
      .expectedToken, "'\(clause)' belongs before '\(other)'", at: span,
      label: "too late in the line",
      notes: ["as in 'on zoom by way when way > 0 at most every 1s pausing { … }'"],
      fixIts: [FixIt("write it before '\(other)'", edits)])
  }

  /// Reports an `every` in a handler, which is short for `at most every`.
  fileprivate static func bareEvery(at span: SourceSpan) -> Diagnostic {
    .expected(
      "'at most every'", found: "'every'", at: span,
      notes: ["an event calls a handler, and 'at most every' limits how often"],
      fixIts: [FixIt("write 'at most every'", SourceSpan(span.start, span.start), "at most ")])
  }

  /// Reports the `at most` at `span` before a `once`.
  fileprivate static func mostOnce(at span: SourceSpan) -> Diagnostic {
    .expected(
      "'once'", found: "'at most once'", at: span,
      fixIts: [FixIt("write 'once'", span, "")])
  }

  /// Reports `once` behind `at most every`, or that behind it; `whole` is the second `clause` with
  /// the spaces before it.
  fileprivate static func severalPaces(
    _ clause: String, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "a handler has one of 'once' and 'at most every'", at: span,
      label: "the second of them", fixIts: [FixIt("remove '\(clause)'", whole, "")])
  }

  /// Reports a second policy of a handler; `whole` is that word with the spaces before it.
  fileprivate static func severalPolicies(at span: SourceSpan, whole: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "a handler has one of 'pausing', 'replacing', 'queued' and 'ignoring'",
      at: span, label: "the second policy", fixIts: [FixIt("remove it", whole, "")])
  }
}
