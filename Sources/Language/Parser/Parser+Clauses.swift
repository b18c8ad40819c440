import Diagnosis
import Vocabulary

// Parts of clauses that several statements share.

extension Parser {
  /// Reads axes as a set of bits.
  mutating func axes() throws(Unreadable) -> UInt8 {
    var bits: UInt8 = 0
    while true {
      guard let axis = keywordHere?.axis else {
        throw fail { $0.missingAxis() }
      }
      bits |= 1 << axis
      advance()
      guard at(.comma) || joinsAxes() else { return bits }
      advance()
    }
  }

  /// Reports the current word that joins a further axis, as a comma should; false if none does.
  mutating func joinsAxes() -> Bool {
    guard !token.startsLine, at(.and) || at(.plus), following.keyword?.axis != nil else {
      return false
    }
    let whole = SourceSpan(previousEnd, following.start)
    report(.joinedList(tokenText, at: token.span, whole: whole))
    return true
  }

  /// Takes `keyword` if it is here, also at the beginning of a line; false if it is not.
  mutating func takeOnAnyLine(_ keyword: Keyword) -> Bool {
    guard token.isKeyword(keyword) else { return false }
    advance()
    return true
  }

  /// Reads what leads in a bound: `at most`.
  mutating func atMost() throws(Unreadable) {
    try expect(.at)
    try expect(.most)
  }

  /// Reports the clause that begins with the token `word` and ends here as one too many.
  mutating func refuseAgain(_ word: Token, isOther: Bool = false) -> Unreadable {
    refuseAgain(word.keyword, at: word.start, startsLine: word.startsLine, isOther: isOther)
  }

  @inline(never)
  mutating func refuseAgain(
    _ keyword: Keyword?, at start: UInt32, startsLine: Bool, isOther: Bool
  ) -> Unreadable {
    let text = keyword?.spelling ?? ""
    let whole = withBlanks(before: start)
    let span = SourceSpan(start, start + UInt32(text.utf8.count))
    if keyword == .to, let words = directionBehindTo(at: start) {
      report(.foreignClause(self.text(of: words.span), words.replacement, at: words.span))
      return Unreadable()
    }
    report(
      isOther
        ? severalTargets(at: span, whole: whole)
        : .duplicateClause(
          text, at: span, whole: whole, startsLine: startsLine && nesting.parens == 0))
    return Unreadable()
  }

  /// The words from the 'to' at `start` on that say no more than a direction, as in `to the left`,
  /// and that direction; nil if they are others.
  private func directionBehindTo(at start: UInt32) -> (span: SourceSpan, replacement: String)? {
    var ahead = lookahead(from: start)
    _ = ahead.next()
    var next = ahead.next()
    while PlainToken(next, in: lexer).isFiller { next = ahead.next() }
    guard let keyword = next.keyword, Direction(keyword) != nil, next.end <= previousEnd
    else { return nil }
    return (SourceSpan(start, next.end), keyword.spelling)
  }

  /// The report of a second target of a move: of one in plain words, as in
  /// `pan to the right by 30deg`, with the statement that is meant.
  private func severalTargets(at span: SourceSpan, whole: SourceSpan) -> Diagnostic {
    var report = Diagnostic.severalTargets(at: span, whole: whole)
    var ahead = lookahead(from: reading.start)
    _ = ahead.next()
    // What is removed must leave a place: articles are none.
    if ahead.next().isKeyword(.to), PlainToken(ahead.next(), in: lexer).isFiller {
      report.fixIts = []
    }
    return report
  }
}
