import Diagnosis
import Vocabulary

/// A wait for a time.
@frozen
public struct WaitStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The duration; with `greatest`, the least.
  @inlinable @inline(__always)
  public var length: ExpressionView { ExpressionView(view.first) }

  /// The greatest length, between which and the least it is drawn at random.
  @inlinable @inline(__always)
  public var greatest: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}

extension Parser {
  /// Reads a wait.
  ///
  ///     wait = "wait" expression [ ".." expression ] | wait-for | until-bar | wait-until .
  mutating func wait() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    if !nextEnds(behind: token) {
      let words = restOfLine()
      if let report = rangeInOtherWords(words) ?? eventOrTime(words) { throw fail(report) }
    }
    if take(.for) { return try waitFor(at: start) }
    if at(.while), let report = waitingWhile() { throw fail(report) }
    if at(.until) { return try isBarNext ? waitUntilBar(at: start) : waitUntil(at: start) }
    return try timeOrEvent(at: start)
  }

  /// Reads the time of a wait, which began at `start`, or the event that stands in its place.
  private mutating func timeOrEvent(at start: UInt32) throws(Unreadable) -> NodeID {
    let first = token
    if isEventWithBrackets, try isEventWithoutFor(first) { return try waitFor(at: start) }
    let node = try waitTime(at: start)
    if !isAtEnd, try isEventWithoutFor(first) { return try waitFor(at: start) }
    return node
  }

  /// Reads the time of a wait, which began at `start`.
  mutating func waitTime(at start: UInt32) throws(Unreadable) -> NodeID {
    let first = token
    if let report = waitWithoutEnd() { throw fail(report) }
    let node = add(.wait, at: start)
    var children = Children(of: node)
    children.append(try expression(), as: .value, in: tree)
    if take(.range) { children.append(try expression(), as: .upper, in: tree) }
    if let report = conditionWithoutUntil(first) ?? eventBehindTime(first) { throw fail(report) }
    return node
  }
}

extension Parser {
  /// The report of a range of times in other words, as in `wait 1-3s`, `wait 1s to 3s` and
  /// `wait random 1s and 3s`; nil if `words`, the rest of the line, are none.
  private func rangeInOtherWords(_ words: [Token]) -> Diagnostic? {
    guard !token.startsLine, let last = words.last, nextEnds(behind: last) else { return nil }
    let leading = words.prefix {
      $0.kind == .word && Parser.wordsBeforeRange.contains(text(of: $0.span))
    }
    let range = words.dropFirst(leading.count)
    guard range.count == 3, let least = range.first, let sign = range.dropFirst().first,
      least.kind == .number, least.isBare || least.dimension == .time,
      last.kind == .number, last.dimension == .time
    else { return nil }
    switch sign.kind {
    case .minus where !leading.isEmpty || least.isBare || isRising(least, last): break
    case .range where !leading.isEmpty && !leading.contains { $0.isKeyword(.for) }: break
    case .word where sign.isKeyword(.to): break
    case .word where sign.isKeyword(.or) || !leading.isEmpty && sign.isKeyword(.and): break
    default: return nil
    }
    let unit = least.isBare ? text(of: last.span).drop { !$0.isLetter } : ""
    let ours = "\(text(of: least.span))\(unit) .. \(text(of: last.span))"
    let whole = SourceSpan(token.start, last.end)
    let written = leading.isEmpty ? text(of: sign.span) : text(of: whole)
    return Diagnostic(
      .foreignWord, "'\(written)' is written '\(leading.isEmpty ? ".." : ours)' here", at: whole,
      notes: ["a range is a wait of a random length, drawn anew each time"],
      fixIts: [FixIt("write '\(ours)'", whole, ours)])
  }

  /// The report of an event behind the time of a wait, which begins at `first`, as in
  /// `wait 3s for tap`; nil if none stands here.
  private func eventBehindTime(_ first: Token) -> Diagnostic? {
    guard at(.for), !token.startsLine else { return nil }
    let event = following
    guard !event.startsLine, term(EventKind.self, event) != nil, let last = restOfLine().last,
      nextEnds(behind: last)
    else { return nil }
    let whole = SourceSpan(first.start, last.end)
    let time = text(of: SourceSpan(first.start, previousEnd))
    let ours = "\(text(of: SourceSpan(token.start, last.end))) for at most \(time)"
    return Diagnostic(
      .trailingText, "the statement ends before 'for'", at: token.span,
      notes: ["'wait' alone waits for a time, 'wait for' for an event"],
      fixIts: [FixIt("write '\(ours)'", whole, ours)])
  }

  /// The report of a wait for an event or for a time, as in `wait 3s or tap` and
  /// `wait tap or 3s`; nil if `words`, the rest of the line, are none.
  private func eventOrTime(_ words: [Token]) -> Diagnostic? {
    guard !token.startsLine, words.count < Parser.longestPhrase, let last = words.last,
      nextEnds(behind: last), let place = words.firstIndex(where: { $0.isKeyword(.or) })
    else { return nil }
    let sides = [words[..<place], words[(place + 1)...]]
    guard !sides[1].contains(where: { $0.isKeyword(.or) }),
      let time = sides.first(where: { $0.count == 1 && $0.first?.dimension == .time })?.first,
      let event = sides.first(where: { $0.first.flatMap { term(EventKind.self, $0) } != nil }),
      let (first, end) = event.first.flatMap({ first in event.last.map { (first, $0) } })
    else { return nil }
    let name = text(of: SourceSpan(first.start, end.end))
    let ours = "for \(name) for at most \(text(of: time.span))"
    let whole = SourceSpan(token.start, last.end)
    return Diagnostic(
      .foreignWord, "'\(text(of: whole))' is written '\(ours)' here", at: whole,
      notes: ["a wait for an event has a longest time, 'for at most'"],
      fixIts: [FixIt("write '\(ours)'", whole, ours)])
  }

  /// The report of a wait that is never over, as in `wait forever`; nil if none stands here.
  private func waitWithoutEnd() -> Diagnostic? {
    let isForeign =
      at(.word)
      && ForeignWords.hint(for: tokenText, in: .repetition)?.replacement
        == Keyword.forever.spelling
    guard !token.startsLine, at(.forever) || isForeign, nextEnds(behind: token),
      !isDeclaredAsValue(token.symbol)
    else { return nil }
    return .expected(
      "a time", found: "'\(tokenText)'", at: token.span,
      notes: ["a mode waits for the events of its handlers: 'mode ready { on tap { … } }'"])
  }

  /// What others write between 'wait' and a range of times.
  private static let wordsBeforeRange: Set<String> = [
    "random", "randomly", "between", "from", "for", "about", "anywhere", "somewhere",
  ]

  /// True if the times `least` and `greatest` have one unit, and the first is less: a difference of
  /// two times is a time, too.
  private func isRising(_ least: Token, _ greatest: Token) -> Bool {
    let numbers = [least, greatest].map { Double(text(of: $0.span).prefix { !$0.isLetter }) ?? 0 }
    let units = [least, greatest].map { text(of: $0.span).drop { !$0.isLetter } }
    return units[0] == units[1] && numbers[0] < numbers[1]
  }
}

extension Checker {
  mutating func check(_ wait: WaitStatement) {
    quantity(wait.length, .time, as: "a wait")
    if let greatest = wait.greatest { quantity(greatest, .time, as: "a wait") }
  }
}
