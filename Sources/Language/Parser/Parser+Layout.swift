import Diagnosis

// Blocks without their braces: after a colon and further right, as in Python, or on the same line.

extension Parser {
  /// A block without its first brace.
  struct Layout {
    /// What stands where its '{' is expected: a colon, an arrow, 'then', or nothing.
    var mark: SourceSpan
    /// What is written for its '{'.
    var opening = " {"
    /// Where its last statement ends.
    var end: UInt32
    /// True if its '}' is there.
    var isClosed: Bool
    /// What is written for its '}'.
    var closing: String
  }

  /// How many blocks without their '{' are read in each other: each is searched for its end.
  private static let deepestLayout = 8

  /// The block that stands here without its '{'; nil if none seems to.
  mutating func layout() -> Layout? {
    guard layouts.count < Parser.deepestLayout else { return nil }
    var ahead = lookahead(from: token.start)
    var (next, mark) = (token, SourceSpan(previousEnd, previousEnd))
    ahead.position = Int(token.end - lexer.base)
    while !next.startsLine, let end = leadInOfBlock(next) {
      mark = SourceSpan(mark.start, end)
      ahead.position = Int(end - lexer.base)
      next = ahead.next()
    }
    let head = indentation(at: previousEnd)
    if next.kind == .word, next.startsLine, indentation(at: next.start) > head {
      return indented(behind: mark, from: next, head)
    }
    guard next.kind == .word, !next.startsLine else { return nil }
    let second = ahead.next()
    // A sign after the word makes it a part of a calculation.
    let isStatement =
      next.keyword?.beginsStatement == true
      && (second.startsLine || [.word, .number, .string, .end, .closeBrace].contains(second.kind))
    guard isStatement || isCall(next) else { return nil }
    return line(behind: mark, from: next)
  }

  /// Where what stands at `token` ends, if others begin a block with it; nil if it is nothing such.
  private func leadInOfBlock(_ token: Token) -> UInt32? {
    switch token.kind {
    case .colon: return token.end
    case .minus:
      var ahead = lookahead(from: token.end)
      let next = ahead.next()
      return next.kind == .greater && next.start == token.end ? next.end : nil
    case .word: return ["then", "do", "begin"].contains(text(of: token.span)) ? token.end : nil
    default: return nil
    }
  }

  private func isCall(_ word: Token) -> Bool {
    isDeclared(word.symbol, by: [.gesture, .use]) && lexer.byte(Int(word.end - lexer.base)) == 0x28
  }

  /// The block of the lines from `first` on that stand further right than `head`.
  private func indented(behind mark: SourceSpan, from first: Token, _ head: Int) -> Layout {
    var ahead = lookahead(from: first.start)
    var (end, open) = (first.end, 0)
    while true {
      let token = ahead.next()
      let isOutside = open == 0 && token.startsLine && indentation(at: token.start) <= head
      if token.kind == .end || isOutside {
        let isClosed =
          token.kind == .closeBrace && indentation(at: token.start) == head
          && mark.start == mark.end
        let blanks = String(repeating: " ", count: head)
        return Layout(mark: mark, end: end, isClosed: isClosed, closing: "\n\(blanks)}")
      }
      if token.kind == .openBrace { open += 1 }
      if token.kind == .closeBrace { open -= 1 }
      end = token.end
    }
  }

  /// The block from `first` to the end of its line, or up to an 'else' or a brace that is not its.
  private mutating func line(behind mark: SourceSpan, from first: Token) -> Layout {
    let isInside = isInsideLine(first.start)
    var ahead = lookahead(from: first.start)
    var (end, open, isFirst) = (first.end, 0, true)
    while true {
      let token = ahead.next()
      let isOver =
        token.startsLine && !isFirst || token.kind == .end || token.isKeyword(.else)
        || token.kind == .semicolon && (isInside || isWay(behind: token))
      if open == 0, isOver || token.kind == .closeBrace {
        let isClosed = token.kind == .closeBrace && !isInside
        return Layout(mark: mark, end: end, isClosed: isClosed, closing: " }")
      }
      if token.kind == .openBrace { open += 1 }
      if token.kind == .closeBrace { open -= 1 }
      if token.kind == .end { return Layout(mark: mark, end: end, isClosed: false, closing: " }") }
      end = token.end
      isFirst = false
    }
  }

  /// True if a way on from a wait stands behind `sign`.
  private func isWay(behind sign: Token) -> Bool {
    var ahead = lookahead(from: sign.end)
    let next = ahead.next()
    return isWay(next) && ahead.next().kind != .openParen
  }

  /// The block of the way before this place, whose statements stand here as further lines of the
  /// wait that opens at `open`; nil if none do.
  func layoutInWays(_ open: SourceSpan) -> Layout? {
    let first = at(.semicolon) ? following : token
    guard first.kind == .word, !first.isKeyword(.on), !first.isKeyword(.when),
      first.keyword?.beginsStatement == true || isCall(first),
      !isOutside(first, of: open)
    else { return nil }
    var ahead = lookahead(from: first.start)
    var (last, depth) = (ahead.next(), 0)
    while true {
      let next = ahead.next()
      let isSeparate = next.startsLine || last.kind == .semicolon
      let isOver =
        next.kind == .closeBrace || isSeparate && isWay(next)
        || next.startsLine && isOutside(next, of: open)
      if next.kind == .end || depth == 0 && isOver { break }
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      last = next
    }
    let end = last.kind == .semicolon ? last.start : last.end
    let mark = SourceSpan(previousEnd, first.start)
    // A comment between them would be lost.
    guard end > first.start, !text(of: mark).contains("#") else { return nil }
    return Layout(mark: mark, opening: " { ", end: end, isClosed: false, closing: " }")
  }

  /// True if `token` begins a line that stands no further right than that of the brace at `open`.
  private func isOutside(_ token: Token, of open: SourceSpan) -> Bool {
    token.startsLine && indentation(at: token.start) <= indentation(at: open.start)
  }

  /// True if a block is open on the line of `place`, before it.
  ///
  /// Each place of a long line may ask: the braces before it are counted once.
  private mutating func isInsideLine(_ place: UInt32) -> Bool {
    if place < layouts.countedEnd {
      let before = lexer.bytes[..<Int(place - lexer.base)]
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      (layouts.countedEnd, layouts.openOnLine) = (lexer.base + UInt32(start), 0)
    }
    while layouts.countedEnd < place {
      switch lexer.byte(Int(layouts.countedEnd - lexer.base)) {
      case 0x0A: layouts.openOnLine = 0
      case 0x7B: layouts.openOnLine += 1
      case 0x7D: layouts.openOnLine -= 1
      default: break
      }
      layouts.countedEnd += 1
    }
    return layouts.openOnLine > 0
  }

  /// The report of the braces that are missing around a block.
  func missingBraces(_ layout: Layout) -> Diagnostic {
    let end = SourceSpan(layout.end, layout.end)
    var edits = [FixIt.Edit(layout.mark, layout.opening)]
    if !layout.isClosed { edits.append(FixIt.Edit(end, layout.closing)) }
    return .expected(
      "'{'", found: at(.minus) ? "'->'" : describeToken(), at: place,
      notes: ["the statements to carry out stand in '{ … }'"],
      fixIts: [FixIt(layout.isClosed ? "write '{'" : "write '{' and '}' around it", edits)])
  }

  /// Reads the statements of a block without its '{' into `children`.
  mutating func statements(
    of layout: Layout, into children: inout Children, hasBranches: Bool
  ) {
    while token.end <= layout.mark.end, token.kind != .end { advance() }
    let outer = (layouts.end, layouts.count)
    (layouts.end, layouts.count) = (layout.end, layouts.count + 1)
    defer { (layouts.end, layouts.count) = outer }
    while token.start < layout.end, token.kind != .end, token.kind != .closeBrace {
      if let statement = statementOrSkip(isBranch: hasBranches) {
        children.append(statement, as: .none, in: tree)
      }
    }
    if layout.isClosed { _ = take(.closeBrace) }
  }
}
