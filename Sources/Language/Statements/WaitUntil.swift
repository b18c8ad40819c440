import Diagnosis
import Vocabulary

/// A wait for a state: until a condition holds.
@frozen
public struct WaitUntilStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The condition.
  public var condition: ExpressionView { ExpressionView(view.first) }

  /// How long it waits at most; nil if it has no bound.
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }
}

extension Parser {
  /// Reads a wait for a state from its 'until' on.
  ///
  ///     wait-until = "wait" "until" expression [ "for" "at" "most" expression ] .
  mutating func waitUntil(at start: UInt32) throws(Unreadable) -> NodeID {
    advance()
    if let report = eventBehindUntil(at: start) ?? eventBesideState(from: start) {
      throw fail(report)
    }
    if let report = timeBehindUntil() { throw fail(report) }
    let node = add(.waitUntil, at: start)
    var children = Children(of: node)
    children.append(try condition(), as: .condition, in: tree)
    if try foreignPatience(&children, behind: "condition") == nil, take(.for) {
      try atMost()
      children.append(try expression(), as: .lasting, in: tree)
    }
    return node
  }

  /// The report of a statement that begins with `until`, as in `until person` and, with a block,
  /// `until person { … }`; nil if `word` begins none.
  func untilWithoutWait(_ word: Token) -> Diagnostic? {
    guard word.isKeyword(.until) || text(of: word.span) == "till", !token.startsLine else {
      return nil
    }
    let rest = restOfLine()
    guard let last = rest.last, rest.count < Parser.longestPhrase else { return nil }
    var ahead = lookahead(from: last.end)
    let isLoop = ahead.next().kind == .openBrace
    let ours = isLoop ? "repeat while not" : "wait until"
    let edits = [FixIt.Edit(word.span, ours)] + (isLoop ? brackets(around: rest[...]) : [])
    let report = Diagnostic(
      .foreignWord, "no statement begins with '\(text(of: word.span))'", at: word.span,
      label: "did you mean '\(ours)'?",
      notes: [
        isLoop
          ? "'repeat while' repeats as long as a condition is true"
          : "'wait until' waits for a state, or for a bar or a beat of the tempo"
      ], fixIts: [FixIt("write '\(ours)'", edits)])
    return report.fixIts.allSatisfy { mends($0, report) } ? report : nil
  }

  /// The report of a time, or of a beat with its number, which stands here behind 'until'; nil if
  /// none does.
  private func timeBehindUntil() -> Diagnostic? {
    let until = SourceSpan(previousEnd - UInt32(Keyword.until.spelling.utf8.count), token.start)
    if at(.beat), following.kind == .number, !following.startsLine {
      return .expected(
        "a condition", found: "'beat \(text(of: following.span))'",
        at: SourceSpan(token.start, following.end),
        notes: [
          "only bars have numbers: 'wait until bar 2' and 'wait until next beat' wait for the "
            + "tempo, 'wait 3beats' for a time"
        ])
    }
    if at(.beat) || at(.bar), !isDeclaredAsValue(token.symbol), nextEnds(behind: token) {
      return .expected(
        "a condition", found: "'\(tokenText)'", at: token.span,
        notes: [
          "'wait until' waits for the next bar or beat of the tempo, or for a bar by its number"
        ],
        fixIts: [FixIt("write 'next \(tokenText)'", token.span, "next \(tokenText)")])
    }
    guard token.kind == .number, token.dimension == .time || token.beats != 0, !token.startsLine
    else { return nil }
    guard nextEnds(behind: token) else { return nil }
    return .expected(
      "a condition", found: "'\(tokenText)'", at: token.span,
      notes: ["a time stands right behind 'wait', without 'until'"],
      fixIts: [FixIt("remove 'until'", until, "")])
  }

  /// True if nothing stands behind `token` in its statement.
  func nextEnds(behind token: Token) -> Bool {
    let next = following(token)
    return next.startsLine || [.end, .semicolon, .closeBrace].contains(next.kind)
  }

  /// The report of a 'while' here, behind 'wait'; nil if no condition follows it.
  func waitingWhile() -> Diagnostic? {
    let next = following
    guard next.kind == .word, !next.startsLine else { return nil }
    let note = "'wait until' ends as soon as a condition holds"
    let condition = restOfLine().dropFirst().prefix { !$0.isKeyword(.for) }
    let brackets = brackets(around: condition)
    if !brackets.isEmpty {
      var report = Diagnostic.foreignClause("while", "until not (…)", note: note, at: token.span)
      report.fixIts = [
        FixIt("write 'until not (…)'", [FixIt.Edit(token.span, "until not")] + brackets)
      ]
      return report
    }
    var (word, ours) = (token.span, "until not")
    if next.isKeyword(.not) { (word, ours) = (SourceSpan(word.start, next.end), "until") }
    return .foreignClause(text(of: word), ours, note: note, at: word)
  }

  /// The brackets that `condition` needs behind 'not'; none if it has one part.
  func brackets(around condition: ArraySlice<Token>) -> [FixIt.Edit] {
    guard let first = condition.first, let last = condition.last,
      condition.contains(where: { $0.isKeyword(.and) || $0.isKeyword(.or) })
    else { return [] }
    return [
      FixIt.Edit(SourceSpan(first.start, first.start), "("),
      FixIt.Edit(SourceSpan(last.end, last.end), ")"),
    ]
  }

  /// The report of what stands behind a wait, which begins at `start`; nil if nothing is known of
  /// it.
  func trailingWait(after start: UInt32) -> Diagnostic? {
    var ahead = lookahead(from: start)
    _ = ahead.next()
    let first = ahead.next()
    if at(.until), first.kind == .number, let last = restOfLine().last, last.end > token.end {
      let time = text(of: SourceSpan(first.start, previousEnd))
      let condition = text(of: SourceSpan(token.start, last.end))
      let ours = "wait \(condition) for at most \(time)"
      return .expected(
        "the end of the statement", found: "'until'", at: token.span,
        notes: ["'wait' has a time or a condition; the longest time to wait follows the condition"],
        fixIts: [FixIt("write '\(ours)'", SourceSpan(start, last.end), ours)])
    }
    if first.isKeyword(.for), let report = trailingWaitFor(after: start) { return report }
    guard first.isKeyword(.until) else { return nil }
    let second = ahead.next()
    if at(.for), second.isKeyword(.bar) || second.isKeyword(.next) {
      var report = Diagnostic.trailing("for", at: token.span, fixIts: [])
      report.notes = ["a bar or a beat comes by itself: such a wait has no longest time"]
      return report
    }
    if let sign = signInWords() { return sign }
    let name = lastToken(from: start)
    guard at(.speaking), lastToken(from: start, before: name).isKeyword(.person) else { return nil }
    return .speakerByName(text(of: name.span), at: token.span)
  }

  /// The report of words for '>' or '<' here, behind the charge; nil if none stand here.
  func signInWords() -> Diagnostic? {
    if at(.word), !token.startsLine, tokenText == "is", following.isKeyword(.below),
      lastToken(from: reading.start).isKeyword(.battery)
    {
      return .belowInCondition(at: SourceSpan(token.start, following.end))
    }
    guard at(.word), !token.startsLine, ["above", "over", "exceeds"].contains(tokenText),
      lastToken(from: reading.start).isKeyword(.battery)
    else { return nil }
    return .expected(
      "'>'", found: "'\(tokenText)'", at: token.span,
      notes: ["the charge is compared, as in 'battery > 50%'"],
      fixIts: [FixIt("write '>'", token.span, ">")])
  }

  /// The report of an event that is no state, which stands here behind 'until'; nil if none does.
  private func eventBehindUntil(at start: UInt32) -> Diagnostic? {
    guard at(.word), !token.startsLine, let kind = term(EventKind.self, token),
      !isDeclaredAsValue(token.symbol)
    else { return nil }
    let until = SourceSpan(previousEnd - UInt32(Keyword.until.spelling.utf8.count), previousEnd)
    switch kind {
    case .charging, .object: return nil
    case .person where following.isKeyword(.lost) && !following.startsLine:
      return .lostBehindUntil(at: SourceSpan(token.start, following.end))
    case .person: return nil
    case .battery where !following.isKeyword(.below): return nil
    case .battery:
      return .belowInCondition(at: following.span)
    default: return .eventBehindUntil(kind.rawValue, until: until, at: token.span)
    }
  }
}

extension Parser {
  /// The report of a condition that stands behind 'wait' alone, from `first` to here; nil if none
  /// does.
  func conditionWithoutUntil(_ first: Token) -> Diagnostic? {
    guard first.kind == .word, isAtEnd else { return nil }
    let word = text(of: first.span)
    let isName = first.end == previousEnd
    let isRead = ReadingWord(rawValue: word) != nil
    let isCharge = word == ReadingWord.battery.rawValue
    let isState =
      isName
      ? isRead && !isCharge
      : isRead && !isCharge || first.isKeyword(.not)
        || (isCharge || isDeclared(first.symbol, by: [.count])) && comparesBehind(first)
    let here = SourceSpan(first.start, first.start)
    var fixIts: [FixIt] = []
    if isState { fixIts.append(FixIt("write 'until '", here, "until ")) }
    if isName, let event = EventKind(rawValue: word), !isDeclaredAsValue(first.symbol),
      event.operand == .nothing || event.operand == .phase
    {
      fixIts.append(FixIt("write 'for '", here, "for "))
    }
    guard let fixIt = fixIts.first else { return nil }
    return .expected(
      isState ? "'until'" : "'for'", found: "'\(word)'", at: first.span,
      notes: [
        fixIts.count == 1 && fixIt.edits[0].replacement == "for "
          ? "'wait' alone waits for a time, 'wait for' for an event"
          : "'wait until' waits for a state that may hold already, 'wait for' for an event"
      ], fixIts: fixIts)
  }
}

extension Parser {
  /// True if between `first` and here a value is compared, which makes a condition of a number.
  private func comparesBehind(_ first: Token) -> Bool {
    var ahead = lookahead(from: first.end)
    var next = ahead.next()
    while next.end <= previousEnd, next.kind != .end {
      if isComparison(next.kind) { return true }
      next = ahead.next()
    }
    return false
  }
}

extension Checker {
  mutating func check(_ wait: WaitUntilStatement) {
    liveTruth(wait.condition)
    if !checked.live.contains(wait.condition.id), !reporter.hasErrors {
      report { .nothingToWaitFor(at: $0.program.span(of: wait.condition)) }
    }
    if let longest = wait.longest { quantity(longest, .time, as: "what follows 'at most'") }
  }
}

extension Diagnostic {
  /// Reports 'speaking' behind the name of a person.
  static func speakerByName(_ name: String, at span: SourceSpan) -> Diagnostic {
    .expected(
      "the end of the condition", found: "'speaking'", at: span,
      notes: [
        "'person speaking' holds while anybody speaks, 'person \(name)' while \(name) is there; "
          + "nothing tells whether \(name) speaks"
      ])
  }

  private static let statesAndEvents =
    "'until' is followed by a state that may hold already, 'for' by an event"

  fileprivate static func eventBehindUntil(
    _ event: String, until: SourceSpan, at span: SourceSpan
  ) -> Diagnostic {
    .expected(
      "a condition", found: "the event '\(event)'", at: span,
      notes: [statesAndEvents], fixIts: [FixIt("write 'for'", until, "for")])
  }

  fileprivate static func lostBehindUntil(at span: SourceSpan) -> Diagnostic {
    .expected(
      "a condition", found: "the event 'person lost'", at: span,
      notes: [statesAndEvents], fixIts: [FixIt("write 'not person'", span, "not person")])
  }

  /// Reports a wait whose condition reads nothing.
  fileprivate static func nothingToWaitFor(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "nothing in the show can change this", at: span,
      label: "it holds from the beginning, or never",
      notes: ["a wait ends by what is read in the show, such as 'person', or by a count"])
  }
}
