import Diagnosis
import Vocabulary

// Blocks behind the event of a wait, as others write them: each is reported with the ways that do
// the same.

extension Parser {
  /// Reports the word 'on' before a way, and steps past it.
  @inline(never)
  mutating func skipOn() {
    let whole = SourceSpan(token.start, following.start)
    report(.superfluousWord("on", at: token.span, whole: whole, "a way begins with its event"))
    advance()
  }

  /// Reports what stands here behind the event at `event`, and is no part of the wait, if that is
  /// known.
  @inline(never)
  mutating func refuseText(behind event: UInt32) throws(Unreadable) {
    if let report = timeInBrackets() { throw fail(report) }
    try refuseName(behind: event)
  }

  /// Reports a name here behind the event at `event`, which does not say who comes.
  @inline(never)
  mutating func refuseName(behind event: UInt32) throws(Unreadable) {
    if let report = nameBehindEvent(event) { throw fail(report) }
  }

  /// The report of a time in brackets behind an event, as in `wait for tap(3s)`; nil if none stands
  /// here.
  func timeInBrackets() -> Diagnostic? {
    guard at(.openParen), !token.startsLine else { return nil }
    let words = restOfLine()
    guard words.count == 3, let last = words.last, last.kind == .closeParen,
      words[1].dimension == .time, nextEnds(behind: last)
    else { return nil }
    let brackets = SourceSpan(token.start, last.end)
    let ours = "for at most \(text(of: words[1].span))"
    return Diagnostic(
      .trailingText, "the statement ends before '('", at: token.span,
      notes: ["the longest time of a wait stands behind 'for at most'"],
      fixIts: [FixIt("write '\(ours)'", brackets, " \(ours)")])
  }

  /// True if a word stands here that once led in what follows a wait.
  var startsBranch: Bool { token.isKeyword(.found) || token.isKeyword(.timeout) }

  /// Reads and reports what follows the wait for the event at `event`, whose node is `way`, with
  /// the longest time at `bound`: a block, or blocks after 'found' and 'timeout'.
  mutating func blocksBehind(
    _ way: NodeID, _ event: SourceSpan, _ bound: SourceSpan?, _ wait: inout Children
  ) throws(Unreadable) {
    let open = token.span
    guard at(.openBrace) else {
      report(missingBlock())
      throw Unreadable()
    }
    let inner = following
    let name = text(of: event)
    let timeout = bound.map { "timeout \(text(of: $0))" }
    guard inner.isKeyword(.found) || inner.isKeyword(.timeout) else {
      var body = Children(behindThoseOf: way, in: tree)
      body.append(try block(), as: .body, in: tree)
      let end = previousEnd
      let late = bound == nil ? boundBehindBlock : nil
      if let late {
        goBack(to: late)
        advance()
        if at(.openBrace) { wait.append(try block(), as: .alternative, in: tree) }
      }
      let clause = late.map { "timeout \(text(of: $0.span))" } ?? timeout
      let rest = clause.map { "; \($0)" } ?? ""
      var edits = [FixIt.Edit(SourceSpan(event.start, open.start), "{ \(name) ")]
      if let late, late.end < previousEnd {
        edits.append(FixIt.Edit(SourceSpan(end, late.end), rest))
        edits.append(FixIt.Edit(SourceSpan(previousEnd, previousEnd), " }"))
      } else {
        edits.append(FixIt.Edit(SourceSpan(end, previousEnd), "\(rest) }"))
      }
      report(.blockBehindWait(at: open, FixIt("write 'wait for { \(name) { … } }'", edits)))
      return
    }
    try branches(way, event, open, timeout, &wait)
  }

  /// The time of what stands here, behind the block of an event, and says how long the wait lasts
  /// at most; nil if nothing such does.
  private var boundBehindBlock: Token? {
    guard !token.startsLine, at(.for) || at(.timeout) || foreignBound != nil else { return nil }
    let rest = restOfLine()
    let time = rest.first { $0.kind == .number }
    guard let time, time.dimension == .time, time.end == rest.last?.end else { return nil }
    return time
  }

  /// Reads and reports blocks after 'found' and 'timeout' in the braces that open at `open`.
  private mutating func branches(
    _ way: NodeID, _ event: SourceSpan, _ open: SourceSpan, _ timeout: String?,
    _ wait: inout Children
  ) throws(Unreadable) {
    let name = text(of: event)
    try enter(open)
    advance()
    var edits = [FixIt.Edit(SourceSpan(event.start, open.end), "{")]
    var (found, late): (Token?, Token?) = (nil, nil)
    while !at(.closeBrace), !at(.end) {
      let start = token
      guard startsBranch else {
        throw fail(.expected("'timeout'", found: describeToken(), at: token.span))
      }
      let isFound = token.isKeyword(.found)
      advance()
      if isFound {
        var body = Children(behindThoseOf: way, in: tree)
        body.append(try block(), as: .body, in: tree)
        found = start
      } else {
        wait.append(try block(), as: .alternative, in: tree)
        late = start
      }
      edits.append(FixIt.Edit(start.span, isFound ? name : timeout ?? "timeout"))
      let end = previousEnd
      let isSeparate = token.startsLine || at(.semicolon) || at(.closeBrace)
      _ = take(.semicolon)
      if !isSeparate { edits.append(FixIt.Edit(SourceSpan(end, end), ";")) }
    }
    leave()
    let end = previousEnd
    guard take(.closeBrace) else { throw unclosed(open) }
    if found == nil { edits[0] = FixIt.Edit(edits[0].span, "{ \(name);") }
    if late == nil, let timeout {
      edits.append(FixIt.Edit(SourceSpan(end, end), "; \(timeout)"))
    }
    if let late, timeout == nil {
      report(.uselessTimeout(at: late.span))
      return
    }
    guard let first = found ?? late else { return }
    report(
      .oldBranches(at: first.span, FixIt("write 'wait for { \(name) { … } … }'", edits)))
  }
}

extension Parser {
  /// The report of a time before an event that ends the wait, too, as in `wait for 3s or tap`; nil
  /// if none stands here.
  func timeBeforeEvent() -> Diagnostic? {
    let rest = restOfLine()
    guard rest.count > 2, rest[0].kind == .number, rest[0].dimension == .time,
      rest[1].isKeyword(.or), term(EventKind.self, rest[2]) != nil, let last = rest.last
    else { return nil }
    let event = text(of: SourceSpan(rest[2].start, last.end))
    let ours = "\(event) for at most \(text(of: rest[0].span))"
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["the longest time to wait follows the event"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(rest[0].start, last.end), ours)])
  }
}

extension Parser {
  /// True if `keyword` stands somewhere between `start` and `end`.
  private func contains(_ keyword: Keyword, from start: UInt32, before end: Token) -> Bool {
    var ahead = lookahead(from: start)
    while true {
      let next = ahead.next()
      if next.start >= end.start || next.kind == .end { return false }
      if next.isKeyword(keyword) { return true }
    }
  }

  /// The report of what stands behind the wait for an event at `start`, and belongs to a way of it;
  /// nil if nothing is known of it.
  func trailingWaitFor(after start: UInt32) -> Diagnostic? {
    let rest = restOfLine()
    guard !token.startsLine, let last = rest.last, rest.count < Parser.longestPhrase else {
      return nil
    }
    let before = lastToken(from: start)
    if before.kind == .closeBrace {
      let time = rest.first { $0.kind == .number }
      guard at(.for) || at(.timeout) || foreignBound != nil, let time, time.end == last.end else {
        return nil
      }
      let last = lastToken(from: start, before: before)
      let blanks = SourceSpan(last.end, before.start)
      guard !text(of: blanks).contains("#") else { return nil }
      let hasOne = contains(.timeout, from: start, before: before)
      return .expected(
        "the end of the statement", found: "'\(tokenText)'", at: token.span,
        notes: [
          hasOne
            ? "the 'timeout' in the braces says how long the wait lasts at most"
            : "in braces the longest time is a way of its own, as in 'timeout 5s'"
        ],
        fixIts: hasOne
          ? []
          : [
            FixIt(
              "make it a way",
              [
                FixIt.Edit(blanks, "; timeout \(text(of: time.span)) "),
                FixIt.Edit(SourceSpan(before.end, time.end), ""),
              ])
          ])
    }
    let words = restOfLine(from: start)
    guard words.count > 2 else { return nil }
    if at(.when), !words.contains(where: { $0.isKeyword(.most) }) {
      let here = SourceSpan(words[2].start, words[2].start)
      return .expected(
        "the end of the statement", found: "'when'", at: token.span,
        notes: ["a condition stands in a way, as in 'wait for { zoom by n when n > 0 }'"],
        fixIts: [
          FixIt(
            "write '{ … }'",
            [FixIt.Edit(here, "{ "), FixIt.Edit(SourceSpan(last.end, last.end), " }")])
        ])
    }
    if tokenText == EventPhase.pressed.rawValue, term(EventKind.self, before)?.operand == .nothing {
      return .superfluous(
        tokenText, at: token.span, whole: SourceSpan(previousEnd, token.end),
        "only a button with a number is pressed and released")
    }
    guard at(.lost), words.count == 4, words[2].isKeyword(.object) else { return nil }
    let ours = "until not object"
    return .expected(
      "the end of the statement", found: "'lost'", at: token.span,
      notes: ["'person lost' is an event; that no object is there is a state"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(words[1].start, last.end), ours)])
  }

  /// The report of an event beside a state in what stands behind 'until' in the wait at `start`, as
  /// in `wait until person or button 1`; nil if there is none.
  func eventBesideState(from start: UInt32) -> Diagnostic? {
    let rest = restOfLine()
    guard let last = rest.last, rest.count < Parser.longestPhrase else { return nil }
    let parts = rest.split { $0.isKeyword(.or) }
    let states: Set<EventKind> = [.person, .object, .charging, .battery]
    let isEvent = parts.map { part in
      term(EventKind.self, part[part.startIndex]).map { !states.contains($0) } == true
        && !isDeclaredAsValue(part[part.startIndex].symbol)
    }
    let isSimple = !rest.contains { [.and, .for].contains($0.keyword) || $0.kind == .openParen }
    guard parts.count > 1, isSimple, let event = isEvent.firstIndex(of: true) else { return nil }
    let waits = zip(parts, isEvent).map { part, isEvent in
      let words = text(of: SourceSpan(part[part.startIndex].start, part[part.endIndex - 1].end))
      return "wait \(isEvent ? "for" : "until") \(words)"
    }
    let ours = "race { \(waits.joined(separator: "; ")) }"
    let first = parts[event][parts[event].startIndex]
    return .expected(
      "a condition", found: "the event '\(text(of: first.span))'", at: first.span,
      notes: ["'until' waits for a state, 'for' waits for an event; a 'race' ends with the first"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, last.end), ours)])
  }
}

// Ways of a wait in other words, or without the braces around what is done.

extension Parser {
  /// Reads the block of a way of the wait that opens at `open`; nil if the way has none.
  mutating func blockOfWay(in open: SourceSpan) throws(Unreadable) -> NodeID? {
    if token.kind == .openBrace { return try block() }
    if let layout = layoutInWays(open), isAtEnd {
      let further = token.startsLine && indentation(at: token.start) > indentation(at: previousEnd)
      if !further { return try block(layout, hasBranches: false) }
    } else if isAtEnd {
      return nil
    }
    return try block()
  }

  /// Reports a statement that stands between the ways of a wait, and steps past it.
  mutating func reportStatementInWays() {
    report(
      .expected(
        "an event or 'timeout'", found: "'\(tokenText)'", at: token.span,
        notes: ["what is done stands in the block of its way, as in 'tap { face happy }'"]))
    recover(from: token.start)
  }

  /// Reports what others write for 'timeout' before a time, and takes it; false if nothing such
  /// stands here.
  mutating func takeInsteadOfTimeout() -> Bool {
    guard let (words, time) = wordsForTimeout else { return false }
    report(
      .foreignClause(
        text(of: words), "timeout", note: "the way for when no event comes is 'timeout 3s { … }'",
        at: words))
    goBack(to: time)
    return true
  }

  /// What others write for 'timeout', and the time behind it, if they stand here.
  var wordsForTimeout: (words: SourceSpan, time: Token)? {
    guard token.kind == .word, !isWay(token) else { return nil }
    var ahead = lookahead(from: token.start)
    var (next, end) = (ahead.next(), token.start)
    while next.kind == .word, isForTimeout(text(of: next.span)) {
      end = next.end
      next = ahead.next()
      if next.startsLine { return nil }
    }
    guard end > token.start, next.kind == .number, next.dimension == .time else { return nil }
    return (SourceSpan(token.start, end), next)
  }

  /// True if `word` leads in the longest time of a wait elsewhere, or is 'timeout' misspelt.
  private func isForTimeout(_ word: String) -> Bool {
    Parser.timeouts.contains(word)
      || Suggestion.nearest(to: word, in: [Keyword.timeout.spelling]) != nil
  }

  /// The words with which others lead in the longest time of a wait.
  private static let timeouts: Set<String> = [
    "after", "else", "otherwise", "default", "within", "in", "for", "at", "most", "max", "wait",
    "or", "until", "over", "if", "nothing", "none",
  ]

  /// Reports an 'if' before the condition of an event, and takes it; false if none stands here, or
  /// if it begins a statement with an 'else'.
  mutating func takeInsteadOfWhen() -> Bool {
    guard at(.if) else { return false }
    var ahead = lookahead(from: token.end)
    var (next, depth) = (ahead.next(), 0)
    while next.kind != .end, depth > 0 || !next.startsLine && next.kind != .semicolon {
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace {
        if depth <= 1 { break }
        depth -= 1
      }
      next = ahead.next()
    }
    if next.kind == .closeBrace, depth == 1, ahead.next().isKeyword(.else) { return false }
    report(
      .foreignClause("if", "when", note: "the condition of an event follows 'when'", at: token.span)
    )
    advance()
    return true
  }
}

extension Diagnostic {
  fileprivate static func blockBehindWait(at span: SourceSpan, _ fixIt: FixIt) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '{'", at: span,
      notes: ["a block belongs to an event in braces"], fixIts: [fixIt])
  }

  fileprivate static func oldBranches(at span: SourceSpan, _ fixIt: FixIt) -> Diagnostic {
    Diagnostic(
      .foreignWord, "what is done is written behind its event", at: span,
      notes: ["each way stands in the braces of 'wait for': its event, and a block"],
      fixIts: [fixIt])
  }

  fileprivate static func uselessTimeout(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingClause, "this waits without a limit, so its 'timeout' never happens", at: span,
      notes: ["say how long it waits, as in 'wait for { person; timeout 5s { face sad } }'"])
  }
}
