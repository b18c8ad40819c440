import Diagnosis
import Vocabulary

/// A wait for one of some events, for a time at most, and the blocks after it.
@frozen
public struct WaitForStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The events that it waits for, in the order of the text; the first that fits is taken.
  public var ways: [WayView] {
    view.children.compactMap { $0.kind == .way ? WayView($0) : nil }
  }

  /// True if its ways stand in braces.
  public var hasBraces: Bool { view.detail != 0 }

  /// How long it waits at most.
  @inlinable @inline(__always)
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// The block if the time is up.
  @inlinable @inline(__always)
  public var timeout: BlockView? { view.part(.alternative).map(BlockView.init) }
}

/// One of the events that a wait is for, and what is done if it comes.
@frozen
public struct WayView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The event.
  @inlinable @inline(__always)
  public var event: EventView { EventView(view.first) }

  /// The condition; if it is false, the wait goes on.
  @inlinable @inline(__always)
  public var condition: ExpressionView? { view.part(.when).map(ExpressionView.init) }

  /// What is done if the event has come.
  @inlinable @inline(__always)
  public var body: BlockView? { view.part(.body).map(BlockView.init) }
}

extension Parser {
  /// Reads a wait for events, which began at `start`.
  ///
  ///     wait-for = "wait" "for" ( event [ "for" "at" "most" expression ] | ways ) .
  mutating func waitFor(at start: UInt32) throws(Unreadable) -> NodeID {
    if !at(.word) || token.keyword == nil, isLength { return try waitForTime(at: start) }
    let node = add(.waitFor, at: start)
    var children = Children(of: node)
    if at(.openBrace) && !token.startsLine || isInsideWays {
      tree[node].detail = 1
      try ways(&children)
      return node
    }
    let event = token.start
    let way = holding(.way, at: event, try self.event(), as: .none)
    children.append(way, as: .none, in: tree)
    let eventEnd = previousEnd
    var bound: SourceSpan?
    if let foreign = try foreignPatience(&children, behind: "event") {
      bound = foreign
    } else if joinsEvents {
      throw try refuseEvents(of: start, from: event)
    } else {
      try refuseText(behind: event)
      if take(.for) {
        try atMost()
        bound = try patience(&children)
      }
    }
    if at(.openBrace) && !token.startsLine || startsBranch {
      try blocksBehind(way, SourceSpan(event, eventEnd), bound, &children)
    }
    return node
  }

  /// True if a way stands here, on a line of its own, and the brace before it is missing.
  private var isInsideWays: Bool { token.startsLine && seemsInsideBlock && isAtWay }

  /// True if a way stands here, on the line of the one before it.
  private var startsWay: Bool { !token.startsLine && isAtWay }

  private var isAtWay: Bool { isWay(token) }

  /// True if `token` begins a way.
  func isWay(_ token: Token) -> Bool {
    term(EventKind.self, token) != nil || token.isKeyword(.timeout)
  }

  /// Reads what others write for 'for at most' and the time behind it, and reports that; gives the
  /// text of the time, nil if none stands here.
  ///
  /// - Parameter what: what is waited for.
  mutating func foreignPatience(
    _ wait: inout Children, behind what: String
  ) throws(Unreadable) -> SourceSpan? {
    guard !isAtEnd, let foreign = foreignBound else { return nil }
    let words = SourceSpan(token.start, max(token.end, foreign.wordsEnd))
    var edits = [FixIt.Edit(SourceSpan(previousEnd, foreign.time.start), " for at most ")]
    var ahead = lookahead(from: foreign.time.end)
    let (at, most) = (ahead.next(), ahead.next())
    let isLate = at.isKeyword(.at) && most.isKeyword(.most) && !at.startsLine
    if isLate { edits.append(FixIt.Edit(SourceSpan(foreign.time.end, most.end), "")) }
    report(.foreignBound(text(of: words), behind: what, at: words, edits: edits))
    goBack(to: foreign.time)
    let bound = try patience(&wait)
    if isLate, self.at(.at) { try atMost() }
    return bound
  }

  /// Reports a time after 'wait for' in the wait at `start`, and reads it.
  ///
  /// It is apart from `waitFor`, as the functions below are apart from `way`, so that waits in each
  /// other take less of the stack.
  @inline(never)
  private mutating func waitForTime(at start: UInt32) throws(Unreadable) -> NodeID {
    if let report = timeBeforeEvent() ?? eventsByNumber(from: start) { throw fail(report) }
    report(lengthAsEvent())
    return try waitTime(at: start)
  }

  /// Reports what stands here in the place of a way that begins with its event, if that is known.
  @inline(never)
  private mutating func refuseBeginning() throws(Unreadable) {
    if isTimeAlone { throw fail(.timeAsWay(tokenText, at: token.span)) }
    guard at(.else) || at(.word) && ["otherwise", "default"].contains(tokenText) else { return }
    throw fail(
      .expected(
        "an event or 'timeout'", found: "'\(tokenText)'", at: token.span,
        notes: ["the way for when no event comes has a time, as in 'timeout 5s { … }'"]))
  }

  /// Reports the longest time at `bound`, which belongs to a way of its own, behind the event that
  /// ends at `end`; `isSecond` if there is such a way.
  @inline(never)
  private mutating func reportBound(_ bound: SourceSpan, behind end: UInt32, isSecond: Bool) {
    let edits = [
      FixIt.Edit(SourceSpan(end, bound.end), ""),
      FixIt.Edit(SourceSpan(previousEnd, previousEnd), "; timeout \(text(of: bound))"),
    ]
    report(.boundOfWay(at: SourceSpan(end, bound.end), edits: isSecond ? [] : edits))
  }

  /// The report of a name here, behind the event at `event`, which does not say who comes; nil if
  /// none stands here.
  func nameBehindEvent(_ event: UInt32) -> Diagnostic? {
    let word = text(of: SourceSpan(event, previousEnd))
    guard word == Keyword.person.spelling || word == Keyword.object.spelling, at(.word),
      !token.startsLine, !hasMeaningBehindSubject(token)
    else { return nil }
    let name = tokenText
    let start = lastToken(from: reading.start, before: lastToken(from: reading.start))
    let isWait = start.isKeyword(.for)
    let condition = "when \(word) \(name)"
    let isHandler = keyword(at: reading.start) == .on && following.kind == .openBrace
    return .expected(
      isWait ? "the end of the statement" : "'{'", found: "'\(name)'", at: token.span,
      notes: [
        "an event does not say who comes; "
          + (isHandler
            ? "'\(condition)' asks whether that one is there"
            : "'wait until \(word) \(name)' waits until that one is there")
      ],
      fixIts: isWait
        ? [FixIt("write 'until'", start.span, "until")]
        : isHandler ? [FixIt("write '\(condition)'", token.span, condition)] : [])
  }

  /// Reads how long a wait lasts at most; gives its text.
  private mutating func patience(_ wait: inout Children) throws(Unreadable) -> SourceSpan {
    let start = token.start
    wait.append(try expression(), as: .lasting, in: tree)
    return SourceSpan(start, previousEnd)
  }

  /// Reads the ways on from a wait.
  ///
  ///     ways = "{" { way ( line-end | ";" ) } [ way ] "}" .
  private mutating func ways(_ wait: inout Children) throws(Unreadable) {
    let open = token.span
    if !at(.openBrace) { report(missingBlock()) }
    try enter(open)
    let outerParens = nesting.parens
    nesting.parens = 0
    defer { nesting.parens = outerParens }
    if at(.openBrace) { advance() }
    var (isEmpty, hasTimeout) = (true, false)
    while !at(.closeBrace), !at(.end) {
      if take(.semicolon) { continue }
      if token.isKeyword(.when), !following.isKeyword(.late) {
        report(.conditionAlone(at: token.span))
        recover(from: token.start)
        continue
      }
      if token.startsLine, token.keyword?.beginsStatement == true, !token.isKeyword(.on),
        wordsForTimeout == nil
      {
        if indentation(at: token.start) <= indentation(at: open.start) {
          _ = closed(wait.parent, open)
          return
        }
        reportStatementInWays()
        continue
      }
      let start = token.start
      token.startsLine = false
      isEmpty = false
      do throws(Unreadable) {
        try way(&wait, &hasTimeout, in: open)
        if endsWithSemicolon {
          // The block of the way was read without its braces, with the sign behind it.
        } else if startsWay {
          report(.joinedWay(tokenText, at: token.span, after: previousEnd))
        } else if at(.comma), !token.startsLine {
          report(.commaBehindWay(at: token.span))
          advance()
        } else {
          try endStatement(from: start)
        }
      } catch {
        recover(from: start)
      }
    }
    leave()
    guard take(.closeBrace) else { throw unclosed(open) }
    if isEmpty { report(.noWays(at: SourceSpan(open.start, previousEnd))) }
  }

  /// Reads one way on from a wait.
  ///
  ///     way = event [ "when" expression ] [ block ] | "timeout" expression [ block ] .
  private mutating func way(
    _ wait: inout Children, _ hasTimeout: inout Bool, in open: SourceSpan
  ) throws(Unreadable) {
    if at(.on) { skipOn() }
    let first = token
    if take(.timeout) || takeInsteadOfTimeout() {
      if hasTimeout { throw fail { _ in .secondTimeout(at: first.span) } }
      hasTimeout = true
      skipWordBeforeTimeout()
      wait.append(try expression(), as: .lasting, in: tree)
      if let block = try blockOfWay(in: open) {
        wait.append(block, as: .alternative, in: tree)
      }
      return
    }
    try refuseBeginning()
    let event = try self.event()
    if joinsEvents {
      wait.append(holding(.way, at: first.start, event, as: .none), as: .none, in: tree)
      return try joinedWays(from: first.start)
    }
    let eventEnd = previousEnd
    var bound: SourceSpan?
    if at(.for), !token.startsLine { bound = try boundOfWay() }
    try refuseName(behind: first.start)
    let way = holding(.way, at: first.start, event, as: .none)
    wait.append(way, as: .none, in: tree)
    var children = Children(behindThoseOf: way, in: tree)
    if take(.when) || takeInsteadOfWhen() {
      children.append(try condition(), as: .when, in: tree)
    }
    if bound == nil || at(.openBrace), let block = try blockOfWay(in: open) {
      children.append(block, as: .body, in: tree)
    }
    guard let bound else { return }
    reportBound(bound, behind: eventEnd, isSecond: hasTimeout)
    hasTimeout = true
  }

  /// True if a time stands here in the place of a way.
  private var isTimeAlone: Bool {
    let next = following.kind
    return token.kind == .number && token.dimension == .time
      && (next == .openBrace || next == .closeBrace)
  }

  /// Reports a word before the time of a timeout, as in `timeout after 5s`, and steps past it.
  private mutating func skipWordBeforeTimeout() {
    let time = following
    guard at(.word), !token.startsLine, !isDeclaredAsValue(token.symbol), time.kind == .number,
      !time.startsLine
    else { return }
    report(
      .superfluousWord(
        tokenText, at: token.span, whole: SourceSpan(token.start, time.start),
        "as in 'timeout 5s { … }'"))
    advance()
  }

  /// Reads the longest time behind the event of a way; gives its text.
  private mutating func boundOfWay() throws(Unreadable) -> SourceSpan {
    advance()
    if take(.at) { _ = take(.most) }
    let start = token.start
    _ = try expression()
    return SourceSpan(start, previousEnd)
  }

  /// Reports several events of one way, which began at `start`; each becomes a way.
  private mutating func joinedWays(from start: UInt32) throws(Unreadable) {
    let joint = token.span
    let (events, isAll, isMixed) = try furtherEvents(from: start)
    let eventsEnd = previousEnd
    if take(.when) { _ = try condition() }
    if at(.openBrace) { _ = try block() }
    let rest = text(of: SourceSpan(eventsEnd, previousEnd))
    let ways = events.map { $0 + rest }.joined(separator: "; ")
    let fixIt = FixIt("write a way for each", SourceSpan(start, previousEnd), ways)
    report(.joinedWays(at: joint, fixIts: isAll || isMixed ? [] : [fixIt]))
  }

  /// True if a length of time stands here, where an event is expected.
  private var isLength: Bool {
    guard !token.startsLine else { return false }
    switch token.kind {
    case .number, .openParen, .minus: return true
    case .word:
      if following.kind == .openParen { return !isEventWithBrackets }
      return !isEvent(token) && isDeclared(token.symbol, by: [.letting, .counting, .parameter])
    default: return false
    }
  }

  /// True if an event with brackets behind it stands here, as in `wait for tap(3s)`, and not the
  /// call of a function that has the name of an event.
  var isEventWithBrackets: Bool {
    at(.word) && following.kind == .openParen && isEvent(token)
      && !isDeclared(token.symbol, by: [.function])
  }

  /// The report of a length after 'wait for'.
  private func lengthAsEvent() -> Diagnostic {
    let word = SourceSpan(previousEnd - UInt32(Keyword.for.spelling.utf8.count), token.start)
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["a time stands right behind 'wait', without 'for'"],
      fixIts: [FixIt("remove 'for'", word, "")])
  }

  /// The report of a number of events, as in `wait for 2 taps`, in the statement at `start`; nil if
  /// none stands here.
  private func eventsByNumber(from start: UInt32) -> Diagnostic? {
    let next = following
    guard token.kind == .number, token.isBare, next.kind == .word, !next.startsLine else {
      return nil
    }
    let word = text(of: next.span)
    let event =
      EventKind(rawValue: word)
      ?? ForeignWords.hint(for: word, in: .event).flatMap { EventKind(rawValue: $0.replacement) }
    guard let event, event.operand == .nothing || event.operand == .phase else { return nil }
    let ours = "repeat \(tokenText) { wait for \(event.rawValue) }"
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["a wait is over with the first event"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, next.end), ours)])
  }

  /// Reports the token `first` after 'wait', which is an event or another word for 'for', and goes
  /// back to the event; true if it stands there.
  mutating func isEventWithoutFor(_ first: Token) throws(Unreadable) -> Bool {
    guard first.kind == .word else { return false }
    let word = text(of: first.span)
    if isEvent(first) {
      let here = SourceSpan(first.start, first.start)
      report(
        .expected(
          "'for'", found: "'\(word)'", at: first.span,
          notes: ["'wait' alone waits for a time, 'wait for' for an event"],
          fixIts: [FixIt("write 'for '", here, "for ")]))
      goBack(to: first)
      return true
    }
    guard let ours = ForeignWords.hint(for: word, in: .waiting), token.kind == .word else {
      return false
    }
    guard isEvent(token) || isFiller(token) else {
      throw fail(
        .expected(
          "an event", found: describeToken(), at: token.span,
          notes: ["a script waits for a time or for an event; 'if' tests a condition"]))
    }
    report(.foreignClause(word, ours.replacement, note: ours.explanation, at: first.span))
    return true
  }

  /// True if `token` is the name of an event.
  func isEvent(_ token: Token) -> Bool {
    term(EventKind.self, token) != nil
  }

  /// True if the token behind the present one is one more number of the button before it.
  private var isNumberOfButton: Bool {
    let next = following
    return next.kind == .number && next.isBare && isBehindNumberOfButton
  }

  /// True if the number of a button stands before the present token.
  private var isBehindNumberOfButton: Bool {
    let number = lastToken(from: reading.start)
    let word = lastToken(from: reading.start, before: number)
    return number.isBare && text(of: word.span) == EventKind.button.rawValue
  }

  /// The time after what others write for 'for at most', if that stands here, and the end of that.
  var foreignBound: (time: Token, wordsEnd: UInt32)? {
    if at(.for) && lexer.peekIsWord("at") || joinsEvents && isNumberOfButton { return nil }
    if at(.comma), following.isKeyword(.wait) { return nil }
    if token.kind == .number, token.isBare, isBehindNumberOfButton { return nil }
    var ahead = lookahead(from: token.start)
    var end = previousEnd
    for _ in 0..<8 {
      let next = ahead.next()
      if next.startsLine { return nil }
      switch next.kind {
      case .number: return next.dimension == .time || next.isBare ? (next, end) : nil
      case .comma, .colon, .assign: break
      case .word where ForeignWords.hint(for: text(of: next.span), in: .bound) != nil: break
      default: return nil
      }
      end = next.end
    }
    return nil
  }

  /// Reports a wait for several events, which began at `start`, its first event at `event`.
  private mutating func refuseEvents(
    of start: UInt32, from event: UInt32
  ) throws(Unreadable) -> Unreadable {
    let joint = token
    let (events, isAll, isMixed) = try furtherEvents(from: event)
    var waits = events
    if isAll { waits = events.map { "wait for \($0)" } }
    var bound: String?
    if take(.for) {
      try atMost()
      let start = token.start
      _ = try expression()
      bound = self.text(of: SourceSpan(start, previousEnd))
    }
    var text = "together { \(waits.joined(separator: "; ")) }"
    if isAll {
      if let bound { text = "race { \(text); wait \(bound) }" }
    } else {
      if let bound { waits.append("timeout \(bound)") }
      text = "wait for { \(waits.joined(separator: "; ")) }"
    }
    let isWhole = !isMixed && isAtEnd
    report(
      .severalEvents(
        isAll: isAll, at: joint.span,
        fixIts: isWhole ? [FixIt("write '\(text)'", SourceSpan(start, previousEnd), text)] : []))
    return Unreadable()
  }
}

extension Checker {
  /// Checks a wait for events: the value of an event is known only in its way.
  mutating func check(_ wait: WaitForStatement) {
    let outer = (scope.mark, frameSize.now, context.isTopLevel)
    context.isTopLevel = false
    if let longest = wait.longest {
      quantity(longest, .time, as: "what follows '\(wait.hasBraces ? "timeout" : "at most")'")
    }
    let ways = wait.ways
    for (index, way) in ways.enumerated() {
      check(way.event)
      if let condition = way.condition { check(condition, of: way.event) }
      if let body = way.body { block(body) }
      scope.leave(to: outer.0)
      let earlier = ways[..<index].first { $0.condition == nil && isSame($0.event, way.event) }
      if let earlier {
        report {
          .wayTaken(at: $0.program.span(of: way.event), by: $0.program.span(of: earlier.event))
        }
      }
    }
    if wait.hasBraces, ways.isEmpty, wait.longest != nil {
      report { .onlyTimeout(at: $0.program.tokenSpan(at: wait.start)) }
    }
    if let timeout = wait.timeout { block(timeout) }
    scope.leave(to: outer.0)
    (frameSize.now, context.isTopLevel) = (outer.1, outer.2)
  }
}

extension Diagnostic {
  /// Reports what others write for 'for at most'; `edits` write that.
  fileprivate static func foreignBound(
    _ found: String, behind what: String, at span: SourceSpan, edits: [FixIt.Edit]
  ) -> Diagnostic {
    .expected(
      "'for at most'", found: "'\(found)'", at: span,
      notes: ["the longest time to wait follows the \(what), as in 'wait for tap for at most 5s'"],
      fixIts: [FixIt("write 'for at most'", edits)])
  }

  fileprivate static func severalEvents(
    isAll: Bool, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .trailingText,
      isAll ? "'wait for' waits for one event" : "several events stand in braces", at: span,
      label: "another event",
      notes: [
        isAll
          ? "'together' ends when everything in it has ended"
          : "the wait ends with the first of them; each may have a block of its own"
      ], fixIts: fixIts)
  }

  private static let example = "as in 'wait for { tap { face happy }; timeout 5s }'"

  fileprivate static func noWays(at span: SourceSpan) -> Diagnostic {
    .expected("an event in the braces", found: "none", at: span, notes: [example])
  }

  fileprivate static func conditionAlone(at span: SourceSpan) -> Diagnostic {
    .expected(
      "an event or 'timeout'", found: "'when'", at: span,
      notes: ["a condition stands behind its event, as in 'zoom by n when n > 0 { … }'"])
  }

  fileprivate static func commaBehindWay(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the way ends before ','", at: span,
      notes: ["ways are separated by ';' or stand on lines of their own"],
      fixIts: [FixIt("write ';'", span, ";")])
  }

  fileprivate static func onlyTimeout(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingClause, "this waits for no event", at: span, notes: ["'wait' alone waits for a time"])
  }

  fileprivate static func timeAsWay(_ time: String, at span: SourceSpan) -> Diagnostic {
    .expected(
      "an event", found: "'\(time)'", at: span,
      notes: ["the way for when no event comes begins with 'timeout'"],
      fixIts: [FixIt("write 'timeout '", SourceSpan(span.start, span.start), "timeout ")])
  }

  fileprivate static func secondTimeout(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "'timeout' is given twice", at: span, label: "the second",
      notes: ["a wait has one longest time"])
  }

  fileprivate static func joinedWays(at span: SourceSpan, fixIts: [FixIt]) -> Diagnostic {
    .expected(
      "'{', ';' or a new line", found: "another event", at: span,
      notes: ["each event is a way of its own; several ways may call the same gesture"],
      fixIts: fixIts)
  }

  fileprivate static func joinedWay(
    _ found: String, at span: SourceSpan, after end: UInt32
  ) -> Diagnostic {
    Diagnostic(
      .trailingText, "the way ends before '\(found)'", at: span,
      notes: ["a way ends with its line, or with ';'"],
      fixIts: [FixIt("write ';' before it", SourceSpan(end, span.start), "; ")])
  }

  fileprivate static func boundOfWay(at span: SourceSpan, edits: [FixIt.Edit]) -> Diagnostic {
    .expected(
      "'{', ';' or a new line", found: "'for'", at: span,
      notes: ["the longest time is a way of its own, as in 'timeout 5s'"],
      fixIts: edits.isEmpty ? [] : [FixIt("make it a way", edits)])
  }

  fileprivate static func wayTaken(at span: SourceSpan, by first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "this way is never taken", at: span, label: "the same event",
      labels: [Label(first, "takes it first")],
      notes: ["the first way that fits is taken; a 'when' behind it leaves the event to the next"])
  }
}
