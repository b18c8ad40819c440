import Diagnosis

// How a gesture is carried out, in other words than 'mirrored' and 'at' behind its call.

extension Parser {
  /// The report of what stands behind the call of `word`; nil if it is known from elsewhere.
  func mannerInOtherWords(of word: Token) -> Diagnostic? {
    if at(.times) || token.isKeyword(.x), following.kind == .number {
      return severalCalls(of: word, times: text(of: following.span), upTo: following.end)
    }
    guard at(.word) else { return nil }
    let found = tokenText.lowercased()
    if let times = Parser.countWords[found] {
      return severalCalls(of: word, times: times, upTo: token.end)
    }
    if ["mirror", "flipped", "reversed", "inverted", "mirroring"].contains(found) {
      return .trailing(
        tokenText, at: token.span, meant: "mirrored",
        fixIts: [FixIt("write 'mirrored'", token.span, "mirrored")])
    }
    guard let pace = Parser.share(for: found) else { return nil }
    return .trailing(
      tokenText, at: token.span, meant: pace,
      fixIts: [FixIt("write '\(pace)'", token.span, pace)])
  }

  /// The report of a manner, in the `word` that stands before a call, as in `slow nod()` and
  /// `mirrored nod()`; nil if it is none.
  func paceBeforeCall(_ word: Token) -> Diagnostic? {
    let name = following(word)
    let lead = text(of: word.span).lowercased()
    let isMirrored = word.isKeyword(.mirrored) || lead == "mirror"
    let words = isMirrored ? "mirrored" : Parser.share(for: lead)
    guard let pace = words, name.kind == .word, !name.startsLine, let end = endOfCall(name)
    else { return nil }
    return Diagnostic(
      isMirrored ? .unknownStatement : .foreignWord,
      "no statement begins with '\(text(of: word.span))'", at: word.span,
      notes: [
        isMirrored
          ? "'mirrored' stands behind the call of a gesture"
          : "the pace of a gesture stands behind its call"
      ],
      fixIts: [
        FixIt(
          "write '\(pace)' behind the call",
          [
            FixIt.Edit(SourceSpan(word.start, name.start), ""),
            FixIt.Edit(SourceSpan(end, end), " \(pace)"),
          ])
      ])
  }

  /// The report of a block that `word` introduces, as in `mirrored { … }`; nil if it does not.
  func blockOfManner(_ word: Token) -> Diagnostic? {
    let next = following(word)
    let isPace = word.isKeyword(.at) && next.kind == .number && next.dimension == .number
    guard isPace || word.isKeyword(.mirrored) && next.kind == .openBrace else {
      return nil
    }
    let found = text(of: word.span)
    let open = isPace ? following(next) : next
    let manner = isPace ? "at \(text(of: next.span))" : found
    return Diagnostic(
      .unknownStatement, "'\(found)' stands behind the call of a gesture", at: word.span,
      notes: [
        "declare the block with 'gesture', and write "
          + (isPace ? "'name() at 50%'" : "'name() mirrored'")
      ],
      fixIts: open.kind == .openBrace ? gestureOfBlock(at: open, from: word.start, manner) : [])
  }

  /// The changes that put `manner`, which stands from `start` on before the block at `open`, where
  /// it belongs: behind the only call in the block, or at the top behind a gesture of its own.
  private func gestureOfBlock(
    at open: Token, from start: UInt32, _ manner: String
  ) -> [FixIt] {
    guard let close = closing(of: open) else { return [] }
    let first = following(open)
    if first.kind == .word, let end = endOfCall(first) {
      var ahead = lookahead(from: end)
      if ahead.next().end == close {
        return [
          FixIt(
            "write '\(manner)' behind the call",
            [
              FixIt.Edit(SourceSpan(start, first.start), ""),
              FixIt.Edit(SourceSpan(end, close), " \(manner)"),
            ])
        ]
      }
    }
    guard nesting.depth == 0, lexer.base == 0 else { return [] }
    return [
      FixIt(
        "declare the gesture 'part', and call it '\(manner)'",
        [
          FixIt.Edit(SourceSpan(start, open.start), "gesture part() "),
          FixIt.Edit(SourceSpan(close, close), "; part() \(manner)"),
        ])
    ]
  }

  /// The report of the call of `word` that is to be carried out several times.
  private func severalCalls(of word: Token, times: String, upTo end: UInt32) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["'repeat' does a block several times"],
      fixIts: [
        FixIt(
          "write 'repeat \(times) { … }'",
          [
            FixIt.Edit(SourceSpan(word.start, word.start), "repeat \(times) { "),
            FixIt.Edit(SourceSpan(previousEnd, end), " }"),
          ])
      ])
  }

  /// Where the brackets end behind the name `name`, on its line; nil if none do.
  private func endOfCall(_ name: Token) -> UInt32? {
    var ahead = lookahead(from: name.end)
    var (next, open) = (ahead.next(), 0)
    while next.kind != .end, !next.startsLine {
      if next.kind == .openParen { open += 1 }
      if next.kind == .closeParen { open -= 1 }
      if open == 0 { return next.kind == .closeParen ? next.end : nil }
      next = ahead.next()
    }
    return nil
  }

  func following(_ word: Token) -> Token {
    var ahead = lookahead(from: word.end)
    return ahead.next()
  }

  /// The numbers of words that say how often.
  private static let countWords = ["once": "1", "twice": "2", "thrice": "3"]

  /// The clause for `word`, which says how fast a gesture is; nil if it says something else.
  private static func share(for word: String) -> String? {
    switch PlainWords.Pace(word) {
    case .slow: "at 50%"
    case .quick: "at 200%"
    case .smooth, nil: nil
    }
  }
}

extension Diagnostic {
  /// Reports the word at `span`, which stands before the pace that begins at `pace`.
  static func mirroredBehindPace(at span: SourceSpan, pace: UInt32) -> Diagnostic {
    Diagnostic(
      .trailingText, "'mirrored' stands before 'at'", at: span,
      notes: ["as in 'wave() mirrored at 50%'"],
      fixIts: [
        FixIt(
          "exchange the two",
          [
            FixIt.Edit(SourceSpan(pace, pace), "mirrored "),
            FixIt.Edit(SourceSpan(span.start - 1, span.end), ""),
          ])
      ])
  }
}
