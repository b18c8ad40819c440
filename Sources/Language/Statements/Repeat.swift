import Diagnosis
import Vocabulary

/// A block that is done a number of times.
@frozen
public struct RepeatStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// How often.
  @inlinable @inline(__always)
  public var count: ExpressionView { ExpressionView(view.first) }

  /// The statements that it repeats.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.second) }
}

/// A block that is done until something else ends it.
@frozen
public struct ForeverStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The statements that it repeats.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.first) }
}

/// A block that is done for as long as a condition holds.
@frozen
public struct WhileStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The condition.
  @inlinable @inline(__always)
  public var condition: ExpressionView { ExpressionView(view.first) }

  /// The statements that it repeats.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.second) }
}

extension Parser {
  /// Reads a repetition.
  ///
  ///     repeat = "repeat" ( expression | "forever" | "while" expression ) block .
  mutating func repeating() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    if take(.forever) { return try holding(.forever, at: start, block(), as: .body) }
    if at(.openBrace) || at(.for) { return try repeatingInOtherWords(at: start) }
    if at(.every) {
      report(
        .superfluousWord(
          "repeat", at: SourceSpan(start, previousEnd), whole: SourceSpan(start, token.start),
          "'every' repeats its block by itself"))
      return try every()
    }
    if let (report, open) = repetitionUntilEvent(at: start) {
      self.report(report)
      goBack(to: open)
      return try holding(.forever, at: start, block(), as: .body)
    }
    if let report = conditionBehindWord() { throw fail(report) }
    let isWhile = take(.while)
    let node = add(isWhile ? .whilst : .repeating, at: start)
    var children = Children(of: node)
    let first = token
    var value = isWhile ? try condition() : try expression()
    if !isWhile, !at(.openBrace), isCondition(behind: first) {
      tree[node].kind = .whilst
      value = try condition()
    }
    children.append(value, as: .value, in: tree)
    if !isWhile { passTimes(.every, beside: first) }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reports the word `other` and a number here, which say how often and in what period a block is
  /// done together with `number`, and steps past them, if they stand here.
  mutating func passTimes(_ other: Keyword, beside number: Token) {
    let second = following
    guard at(other), !token.startsLine, second.kind == .number, number.kind == .number else {
      return
    }
    let (count, period) = other == .every ? (number, second) : (second, number)
    let behind = following(second)
    let isTimes = !behind.startsLine && ["times", "time"].contains(text(of: behind.span))
    if other == .for, !isTimes { return }
    guard count.isBare, period.dimension == .time, let times = Int(text(of: count.span)) else {
      return
    }
    let digits = text(of: period.span).prefix { $0.isNumber }
    let unit = text(of: period.span).dropFirst(digits.count)
    var example = "every 2s for 10s"
    if let length = Int(digits).map({ $0.multipliedReportingOverflow(by: times) }),
      !length.overflow, unit.allSatisfy(\.isLetter)
    {
      example = "every \(digits)\(unit) for \(length.partialValue)\(unit)"
    }
    report(
      .expected(
        "'{'", found: "'\(tokenText)'", at: token.span,
        notes: ["how long an 'every' goes on follows 'for', as in '\(example)'"]))
    goBack(to: isTimes ? following(behind) : behind)
  }

  /// Reads a repetition that does not say how often, or for how long in other words.
  mutating func repeatingInOtherWords(at start: UInt32) throws(Unreadable) -> NodeID {
    let (word, before) = (token, previousEnd)
    var bound: String?
    if take(.for) || token.kind == .number {
      let first = token.start
      _ = try expression()
      bound = text(of: SourceSpan(first, previousEnd))
    }
    let end = previousEnd
    let body = try block()
    if bound == nil, token.kind == .number, token.isBare, !token.startsLine {
      reportCountBehindBlock(word.span, SourceSpan(before, end))
      throw Unreadable()
    }
    let isWhile = token.isKeyword(.while) && !token.startsLine
    report(
      .repeatWithoutCount(
        bound, at: word.span,
        fixIts: isWhile
          ? []
          : repeatFixes(bound, start, before: SourceSpan(before, end), after: previousEnd)))
    if isWhile { throw Unreadable() }
    return holding(.forever, at: start, body, as: .body)
  }

  /// Reports the number here, behind the block that begins at `open`, and steps past it; it belongs
  /// into `gap`.
  private mutating func reportCountBehindBlock(_ open: SourceSpan, _ gap: SourceSpan) {
    let (number, end) = (tokenText, previousEnd)
    advance()
    if at(.word), !token.startsLine, ["times", "time", "x"].contains(tokenText) { advance() }
    report(
      .repeatWithoutCount(
        nil, at: open,
        fixIts: [
          FixIt(
            "write 'repeat \(number)'",
            [
              FixIt.Edit(gap, " \(number)"), FixIt.Edit(SourceSpan(end, previousEnd), ""),
            ])
        ]))
  }

  /// The report of a loop that is to end with an event, as in `repeat until tap { … }`, and the
  /// beginning of its block; nil if none stands here.
  private func repetitionUntilEvent(at start: UInt32) -> (Diagnostic, Token)? {
    let rest = restOfLine()
    guard at(.until), !token.startsLine, rest.count > 1, let last = rest.last,
      isOccurrence(rest.dropFirst()), let end = endOfBlock(behind: last)
    else { return nil }
    let wait = wait(endedBy: rest.dropFirst())
    let report = Diagnostic.expected(
      "a number, 'forever' or 'while'", found: "'until'", at: token.span,
      notes: ["a race is over as soon as one of its branches is"],
      fixIts: [
        FixIt(
          "write 'race { repeat forever { … }; \(wait) }'",
          [
            FixIt.Edit(SourceSpan(start, last.end), "race { repeat forever"),
            FixIt.Edit(SourceSpan(end, end), "; \(wait) }"),
          ])
      ])
    return (report, following(last))
  }

  /// The report of a 'while' or an 'until' before the block of a loop that has a number or a time;
  /// nil if none stands here.
  func whileBehindNumber() -> Diagnostic? {
    guard at(.while) || at(.until), !token.startsLine else { return nil }
    var ahead = lookahead(from: reading.start)
    let word = ahead.next()
    guard word.isKeyword(.every) || word.isKeyword(.repeat) else { return nil }
    let isEvery = word.isKeyword(.every)
    let rest = restOfLine()
    var fixIts: [FixIt] = []
    if isEvery, rest.count > 1, rest.count < Parser.longestPhrase, let last = rest.last,
      let end = endOfBlock(behind: last)
    {
      let condition = text(of: SourceSpan(rest[1].start, last.end))
      let reversed = rest.count == 2 ? condition : "(\(condition))"
      let wait =
        at(.while) ? "wait until not \(reversed)" : wait(endedBy: rest.dropFirst())
      fixIts = [
        FixIt(
          "write 'race { every … { … }; \(wait) }'",
          [
            FixIt.Edit(SourceSpan(word.start, word.start), "race { "),
            FixIt.Edit(SourceSpan(previousEnd, last.end), ""),
            FixIt.Edit(SourceSpan(end, end), "; \(wait) }"),
          ])
      ]
    }
    return .expected(
      "'{'", found: "'\(tokenText)'", at: token.span,
      notes: [
        isEvery
          ? "a 'race' ends the loop as soon as its wait ends; an 'if' in its block leaves out "
            + "iterations"
          : "'repeat' has a number or 'while'; an 'if' in its block leaves out iterations"
      ], fixIts: fixIts)
  }

  /// The statement that waits until what `words` name has come: an event, or a state.
  func wait(endedBy words: ArraySlice<Token>) -> String {
    let named = text(of: SourceSpan(words.first?.start ?? 0, words.last?.end ?? 0))
    return isOccurrence(words) ? "wait for \(named)" : "wait until \(named)"
  }

  /// True if `words` name an event, as in `battery below 20%`, and no state: `battery < 20%`, or a
  /// reading that is an event, too, such as `person`.
  private func isOccurrence(_ words: ArraySlice<Token>) -> Bool {
    guard let first = words.first, isEvent(first) else { return false }
    return ReadingWord(rawValue: text(of: first.span)) == nil
      || words.contains { $0.isKeyword(.below) || $0.isKeyword(.lost) }
  }

  /// The end of the block that opens behind `token`; nil if none opens there or it is not closed.
  func endOfBlock(behind token: Token) -> UInt32? {
    var ahead = lookahead(from: token.end)
    guard ahead.next().kind == .openBrace else { return nil }
    var depth = 1
    while true {
      let next = ahead.next()
      switch next.kind {
      case .end: return nil
      case .openBrace: depth += 1
      case .closeBrace: depth -= 1
      default: break
      }
      if depth == 0 { return next.end }
    }
  }

  private func repeatFixes(
    _ bound: String?, _ start: UInt32, before: SourceSpan, after end: UInt32
  ) -> [FixIt] {
    guard let bound, bound != "ever" else {
      return [FixIt("write 'forever'", before, " forever")]
    }
    return [
      FixIt(
        "write 'race { repeat forever { … }; wait \(bound) }'",
        [
          FixIt.Edit(SourceSpan(start, before.end), "race { repeat forever"),
          FixIt.Edit(SourceSpan(end, end), "; wait \(bound) }"),
        ])
    ]
  }

  /// The report of another word for 'while' here, behind which no condition stands; nil if none
  /// stands here.
  private func conditionBehindWord() -> Diagnostic? {
    let open = following
    guard at(.word), !token.startsLine, !isDeclaredAsValue(token.symbol), open.kind == .openBrace,
      let ours = ForeignWords.hint(for: tokenText, in: .repetition)?.replacement,
      ours != Keyword.forever.spelling
    else { return nil }
    return .expected(
      "a condition", found: "'{'", at: open.span, notes: ["as in 'repeat \(ours) person { … }'"])
  }

  /// Reports `first`, the word after 'repeat', if it leads in the condition that stands here.
  private mutating func isCondition(behind first: Token) -> Bool {
    guard first.kind == .word, first.end == previousEnd, !token.startsLine, startsExpression,
      let meant = Suggestion.best(
        for: text(of: first.span), in: .repetition, among: [Keyword.while.spelling]),
      meant.replacement != Keyword.forever.spelling
    else { return false }
    let rest = restOfLine()
    guard rest.count < Parser.longestPhrase else { return false }
    let isJoined = rest.contains { $0.isKeyword(.and) || $0.isKeyword(.or) }
    var edits = [FixIt.Edit(first.span, meant.replacement)]
    if meant.replacement != Keyword.while.spelling, isJoined, let last = rest.last {
      edits.append(FixIt.Edit(SourceSpan(token.start, token.start), "("))
      edits.append(FixIt.Edit(SourceSpan(last.end, last.end), ")"))
    }
    report(.misspeltWhile(text(of: first.span), meant, at: first.span, edits: edits))
    return true
  }
}

extension Checker {
  mutating func check(_ loop: RepeatStatement) {
    if let name = loop.count.name, scope[name.symbol].kind == .none {
      unknown(name.symbol, at: program.span(of: name), as: .count)
    } else if !reportsCount(loop) {
      quantity(loop.count, .number, as: "how often a block is repeated")
    }
    block(loop.body)
  }

  mutating func check(_ loop: WhileStatement) {
    liveTruth(loop.condition)
    block(loop.body)
  }
}

extension Statement {
  /// True of a loop that ends only from outside.
  var isEndlessLoop: Bool {
    if case .forever = self { return true }
    if case .every(let every) = self { return every.length == nil }
    return false
  }
}

extension Diagnostic {
  /// Reports a 'repeat' that does not say how often; `bound` is how long others write it lasts.
  fileprivate static func repeatWithoutCount(
    _ bound: String?, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .expectedExpression,
      bound == nil
        ? "how often? expected a number, 'forever' or 'while'"
        : "'repeat' has no length of time", at: span,
      notes: [
        bound == nil
          ? fixIts.isEmpty
            ? "a condition stands before the block: 'repeat while … { … }'"
            : "as in 'repeat 3 { … }' or 'repeat forever { … }'"
          : "a 'race' ends a loop in it"
      ], fixIts: fixIts)
  }

  fileprivate static func misspeltWhile(
    _ word: String, _ meant: Suggestion, at span: SourceSpan, edits: [FixIt.Edit]
  ) -> Diagnostic {
    Diagnostic(
      meant.explanation == nil ? .expectedToken : .foreignWord,
      "expected a number, 'forever' or 'while', found '\(word)'", at: span,
      label: "did you mean '\(meant.replacement)'?", notes: meant.explanation.map { [$0] } ?? [],
      fixIts: [FixIt("write '\(meant.replacement)'", edits)])
  }
}
