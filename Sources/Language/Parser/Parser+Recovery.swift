// What is done with a statement that cannot be read: its fault is reported once, the rest of it is
// skipped, and the names it declares are remembered, so that one slip stays one diagnostic.

extension Parser {
  /// Skips the rest of a statement that began at `start`, blocks included.
  ///
  /// Inside brackets it goes on past the ends of lines, up to a line that begins a statement.
  mutating func recover(from start: UInt32) {
    lose(from: start)
    var open = parens
    parens = 0
    inCondition = false
    if token.start == start, token.kind != .closeBrace, token.kind != .end { skip(&open) }
    while token.kind != .end, token.kind != .closeBrace {
      if token.startsLine, beginsStatement(inBrackets: open > 0) { return }
      if token.kind == .semicolon, open == 0 {
        advance()
        return
      }
      skip(&open)
    }
  }

  /// True iff the token at the start of a line begins a statement rather than going on with one.
  private func beginsStatement(inBrackets: Bool) -> Bool {
    guard token.kind == .word else { return false }
    guard let keyword = token.keyword else { return !inBrackets }
    if inBrackets { return keyword.beginsStatement && !lexer.peekIsColon }
    return keyword.beginsStatement || !keyword.isReserved
  }

  /// Skips a token, or a whole block from its brace to the one that closes it.
  private mutating func skip(_ open: inout Int) {
    if token.kind == .openParen { open += 1 }
    if token.kind == .closeParen, open > 0 { open -= 1 }
    guard token.kind == .openBrace else { return advance() }
    var braces = 0
    repeat {
      if token.kind == .openBrace { braces += 1 }
      if token.kind == .closeBrace { braces -= 1 }
      advance()
    } while braces > 0 && token.kind != .end
    if token.kind == .openBrace || token.kind == .closeBrace { token.startsLine = true }
  }

  /// Remembers the name that the broken statement at `start` declares, if it declares one.
  mutating func lose(from start: UInt32) {
    var ahead = lookahead(from: start)
    let first = ahead.next()
    let second = ahead.next()
    guard first.kind == .word else { return }
    if first.isKeyword(.use) { return loseUsed(&ahead) }
    if second.kind == .word, second.keyword?.isReserved != true {
      let declares: [Keyword] = [.let, .gesture, .function]
      if first.keyword.map(declares.contains) ?? true { lost.symbols.insert(second.symbol) }
    } else if second.kind == .assign, first.keyword == nil {
      lost.symbols.insert(first.symbol)
    }
  }

  /// Remembers the names in the brackets of a broken `use`; without brackets, that any may be lost.
  private mutating func loseUsed(_ ahead: inout Lexer) {
    var token = ahead.next()
    while token.kind != .openParen {
      if token.kind == .end || token.startsLine {
        lost.isEverything = true
        return
      }
      token = ahead.next()
    }
    while token.kind != .end, token.kind != .closeParen, !token.startsLine {
      if token.kind == .word { lost.symbols.insert(token.symbol) }
      token = ahead.next()
    }
  }

  /// A lexer that reads again from `start` and reports nothing.
  func lookahead(from start: UInt32) -> Lexer {
    var lexer = lexer
    lexer.reporter = Diagnostics()
    lexer.position = Int(start - lexer.base)
    return lexer
  }

  /// The first word of the statement at `start`, if it is one of the language.
  func keyword(at start: UInt32) -> Keyword? {
    var ahead = lookahead(from: start)
    return ahead.next().keyword
  }

  /// The token after the present one.
  var following: Token {
    var ahead = lookahead(from: token.end)
    return ahead.next()
  }

  // MARK: - Blocks that are never closed

  /// Reports the block at `open`, the innermost that the end of the text has met open, once.
  mutating func unclosed(_ open: SourceSpan) -> Unreadable {
    misplaced = []
    if !isUnclosed { report(unclosedBlock(open)) }
    isUnclosed = true
    return Unreadable()
  }

  /// The report of the block at `open`, which the end of the text has met open.
  ///
  /// The brace that is missing is rarely that of this block: the indentation tells better. Where a
  /// '}' stands further left than the line of the block it closes, or a declaration no further
  /// right than the line of the block it is in, the '}' is missing before it.
  private func unclosedBlock(_ open: SourceSpan) -> Diagnostic {
    var ahead = lookahead(from: open.start)
    var blocks: [(brace: SourceSpan, indent: Int)] = []
    var indent = indentation(at: open.start)
    while true {
      let token = ahead.next()
      if token.kind == .end { break }
      if token.startsLine, token.start != open.start { indent = indentation(at: token.start) }
      switch token.kind {
      case .openBrace: blocks.append((token.span, indent))
      case .closeBrace:
        if let last = blocks.last, token.startsLine, last.indent > indent {
          return .unclosedBlock(last.brace, before: token.span, indent: last.indent)
        }
        _ = blocks.popLast()
      case .word where token.startsLine && token.keyword?.isDeclaration == true:
        if let last = blocks.last, last.indent >= indent {
          return .unclosedBlock(last.brace, before: token.span, indent: last.indent)
        }
      default: break
      }
    }
    return .unclosedBlock(open, end: textEnd, indent: indentation(at: open.start))
  }

  /// The blanks at the start of the line that holds `offset`, at most 200 bytes before it.
  private func indentation(at offset: UInt32) -> Int {
    let end = Int(offset - lexer.base)
    let near = lexer.bytes[max(0, end - 200)..<end]
    let line = near.lastIndex(of: 0x0A).map { $0 + 1 } ?? near.startIndex
    return lexer.bytes[line...].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  /// The place behind the last line of the text, and whether that line has an end.
  private var textEnd: (span: SourceSpan, hasLineEnd: Bool) {
    let count = lexer.bytes.count
    return (lexer.span(count, count), lexer.byte(count - 1) == 0x0A)
  }
}

extension Keyword {
  /// True iff a statement begins with it.
  var beginsStatement: Bool { rawValue <= Keyword.scene.rawValue }

  /// True iff what it begins stands outside of blocks.
  var isDeclaration: Bool {
    self == .gesture || self == .function || self == .test || self == .use
  }

  /// The words that begin statements, and `else`.
  static let statements = allCases.filter(\.beginsStatement).map(\.spelling) + ["else"]
}
