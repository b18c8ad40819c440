import Diagnosis

// What begins a line, but belongs to the statement in the line above.

extension Parser {
  private static let beforeComment = "write it in the line above, before the comment"

  /// The report of `word`, which belongs to the line above: 'mirrored' below its call, 'at' below a
  /// format of the camera, or 'and' and 'or' below what they join to a condition; nil if it is
  /// another one.
  func partOfLineAbove(_ word: Token) -> Diagnostic? {
    let joins = word.isKeyword(.and) || word.isKeyword(.or)
    let isRate = word.isKeyword(.at) && token.kind == .number && token.dimension == .frequency
    guard joins || isRate || word.isKeyword(.mirrored),
      !joins || following(word).keyword?.beginsStatement != true,
      let above = lineAbove(word.start),
      isRate
        ? above.text.starts(with: "camera format".utf8) : joins || above.text.last == 0x29
    else { return nil }
    let spelling = text(of: word.span)
    let note =
      joins
      ? "a condition goes on in the next line if its own line ends in '\(spelling)'"
      : "it stands in the line of its \(isRate ? "format" : "call")"
    // What follows may be broken, too, and is not looked at here.
    let gap = joins ? nil : above.gap
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(spelling)'", at: word.span,
      notes: above.gap == nil ? [Parser.beforeComment] : [note],
      fixIts: gap.map { [FixIt("write it in one line", $0, " ")] } ?? [])
  }

  /// The report of 'for at most', which begins a line at `start` below the wait that it limits; nil
  /// if nothing like that stands here.
  func limitBelowItsWait(at start: UInt32) -> Diagnostic? {
    guard at(.at), !token.startsLine, following.kind == .word, text(of: following.span) == "most",
      let above = lineAbove(start), above.text.starts(with: "wait ".utf8)
    else { return nil }
    var ahead = lookahead(from: following.end)
    let time = ahead.next()
    let isWhole =
      !time.startsLine
      && (time.kind == .number || time.kind == .word && time.keyword?.beginsStatement != true)
    let gap = isWhole ? above.gap : nil
    return Diagnostic(
      .expectedToken, "'for at most' stands in the line of its wait",
      at: SourceSpan(start, following.end),
      notes: above.gap == nil ? [Parser.beforeComment] : [],
      fixIts: gap.map { [FixIt("write it behind the wait", $0, " ")] } ?? [])
  }

  /// The report of a duration such as 'for 2s', which begins a line at `start` below the statement
  /// that lasts so long; nil if nothing like that stands here.
  func durationBelow(at start: UInt32) -> Diagnostic? {
    guard token.kind == .number, token.dimension == .time, !token.startsLine else { return nil }
    let (end, lasting) = (following, ["spin ", "follow ", "until lost"])
    guard end.startsLine || end.kind == .semicolon || end.kind == .end,
      let above = lineAbove(start),
      lasting.contains(where: { above.text.starts(with: $0.utf8) })
    else { return nil }
    return Diagnostic(
      .expectedToken, "'for' stands in the line of what lasts so long",
      at: SourceSpan(start, token.end), notes: above.gap == nil ? [Parser.beforeComment] : [],
      fixIts: above.gap.map { [FixIt("write it in one line", $0, " ")] } ?? [])
  }

  /// The line above `start`, without the blanks around it and a comment at its end, and all that
  /// stands between the two; nil if something else stands before `start` in its line.
  ///
  /// The gap is nil if the line ends in a comment, which would swallow what follows.
  private func lineAbove(
    _ start: UInt32
  ) -> (text: ArraySlice<UInt8>, gap: SourceSpan?)? {
    let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let before = lexer.bytes[..<Int(start - lexer.base)]
    guard let last = before.lastIndex(where: { !isBlank($0) }), before[last...].contains(0x0A)
    else { return nil }
    let line = before[(before[...last].lastIndex(of: 0x0A) ?? -1) + 1...last].drop(while: isBlank)
    let code = Array(line.prefix { $0 != 0x23 })
    let end = code.lastIndex { !isBlank($0) } ?? -1
    let gap = SourceSpan(lexer.base + UInt32(last) + 1, start)
    return (code[...end], code.count < line.count ? nil : gap)
  }
}
