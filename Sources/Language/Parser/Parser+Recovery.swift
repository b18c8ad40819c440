import Diagnosis

// Recovery from a statement that cannot be read: its error is reported once, the rest is skipped,
// and the names that it declares are remembered, so that one mistake stays one diagnostic.

extension Parser {
  /// Skips the rest of a statement that began at `start`, blocks included.
  ///
  /// Inside brackets it skips ends of lines, up to a line that begins a statement.
  mutating func recover(from start: UInt32) {
    lose(from: start)
    var open = nesting.parens
    nesting.parens = 0
    (context.inCondition, context.readsWorld) = (false, false)
    context.inEvent = false
    let isDeclaration = keyword(at: start)?.isDeclaration == true
    if token.start == start, token.kind != .closeBrace, token.kind != .end { skip(&open) }
    while token.kind != .end {
      if token.kind == .closeBrace, !goesOn(isDeclaration, inBrackets: open > 0) { return }
      if token.startsLine, beginsStatement(inBrackets: open > 0) { return }
      if token.kind == .semicolon, open == 0, !isDeclaration {
        advance()
        return
      }
      skip(&open)
    }
  }

  /// True if the current '}' stands in the midst of a statement, where it closes nothing.
  func goesOn(_ isDeclaration: Bool = false, inBrackets: Bool = false) -> Bool {
    if token.startsLine { return false }
    let next = following
    if next.startsLine || next.isKeyword(.else) { return false }
    switch next.kind {
    case .end, .closeBrace, .semicolon: return false
    case .word: return isDeclaration || !(next.keyword?.beginsStatement ?? !inBrackets)
    default: return true
    }
  }

  /// True if the current '}', in the block that opens at `open`, closes nothing; it is reported.
  ///
  /// A statement goes on after it on its line, and it stands further right than the line of the
  /// brace that it would close, or in the midst of a statement on another line.
  mutating func isStray(from open: SourceSpan) -> Bool {
    if lexer.peekEndsStatement { return false }
    let next = following
    if next.startsLine || next.isKeyword(.else) || isBranch(next) { return false }
    let line = lexer.bytes[Int(open.start - lexer.base)..<Int(token.start - lexer.base)]
    guard line.contains(0x0A) else { return false }
    if token.startsLine, indentation(at: token.start) <= indentation(at: open.start) {
      return false
    }
    report(.unmatchedClosing("}", at: token.span))
    repeat { advance() } while !token.startsLine && token.kind != .end && token.kind != .closeBrace
    return true
  }

  /// True if what follows the current 'else' belongs to one.
  var followsElse: Bool {
    let next = following
    return next.kind == .openBrace || next.isKeyword(.if)
  }

  /// Reports the braces that open at `open` as closed before the current statement; gives `node`.
  mutating func closed(_ node: NodeID, _ open: SourceSpan) -> NodeID {
    let indents = (indentation(at: open.start), indentation(at: token.start))
    report(.unclosedBlock(open, indents.0, before: token.span, indents.1))
    leave()
    return node
  }

  private func isBranch(_ token: Token) -> Bool {
    token.isKeyword(.found) || token.isKeyword(.timeout)
  }

  /// True if what stands here, where a block is expected, seems to be inside of it: a line further
  /// right than the one before, or a line with a '}' of its own.
  var seemsInsideBlock: Bool {
    if token.startsLine {
      return token.kind == .word && indentation(at: token.start) > indentation(at: previousEnd)
    }
    guard token.kind == .word, token.keyword?.beginsStatement ?? true else { return false }
    // The word is one too many before a brace that is there.
    if token.keyword?.beginsStatement != true, following.kind == .openBrace { return false }
    var ahead = lookahead(from: token.end)
    var open = 0
    // Each statement of a long line may ask: none looks further than this.
    for _ in 0..<Parser.longestPhrase {
      let token = ahead.next()
      if token.startsLine || token.kind == .end { return false }
      if token.kind == .openBrace { open += 1 }
      if token.kind == .closeBrace { open -= 1 }
      if open < 0 { return true }
    }
    return false
  }

  /// True if the token at the start of a line begins a statement rather than going on with one.
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
  ///
  /// The word that declares is looked for among the first three of its line. A gesture whose name
  /// is missing may have any.
  mutating func lose(from start: UInt32) {
    var ahead = lookahead(from: start)
    let declares: [Keyword] = [.let, .gesture, .function, .count, .mode, .pose]
    var isDeclaration = false
    for place in 0..<4 {
      let token = ahead.next()
      if place > 0, token.startsLine || token.kind == .end { return }
      if place < 3, token.isKeyword(.use) || token.kind == .string { return loseUsed(&ahead) }
      if place == 1, isDeclaration, token.kind == .openParen { found.lost.isEverything = true }
      guard token.kind == .word else { continue }
      let isCalled = place > 0 && isDeclaration && lexer.byte(Int(token.end - lexer.base)) == 0x28
      if token.keyword?.isReserved != true || isCalled, isDeclaration || ahead.peekIsAssign {
        found.lost.symbols.insert(token.symbol)
        return
      }
      isDeclaration = isDeclaration || place < 3 && token.keyword.map(declares.contains) ?? true
    }
  }

  /// Remembers the names after the file of a broken `use`; without any, that all may be lost.
  private mutating func loseUsed(_ ahead: inout Lexer) {
    var isAny = false
    var token = ahead.next()
    // A `use` has no brace: a statement with a brace is another one, and may be as long as the
    // file.
    while ![.end, .semicolon, .openBrace].contains(token.kind), !token.startsLine {
      if token.kind == .word, token.keyword?.isReserved != true {
        found.lost.symbols.insert(token.symbol)
        isAny = true
      }
      token = ahead.next()
    }
    if !isAny { found.lost.isEverything = true }
  }

  /// A lexer that reads again from `start` and reports nothing.
  func lookahead(from start: UInt32) -> Lexer {
    var lexer = lexer
    lexer.reporter = Diagnostics()
    lexer.strings = []
    lexer.position = Int(start - lexer.base)
    return lexer
  }

  /// The first word of the statement at `start`, if it is one of the language.
  func keyword(at start: UInt32) -> Keyword? {
    var ahead = lookahead(from: start)
    return ahead.next().keyword
  }

  /// Reads again from `former`, a token before the present one or after it.
  mutating func goBack(to former: Token) {
    token = former
    lexer.position = Int(former.end - lexer.base)
  }

  /// The text at `span`, all of it; nothing if it is not of this file.
  func text(of span: SourceSpan) -> String {
    let (start, end) = (Int(span.start) - Int(lexer.base), Int(span.end) - Int(lexer.base))
    guard 0 <= start, start <= end, end <= lexer.bytes.count else { return "" }
    return String(decoding: lexer.bytes[start..<end], as: UTF8.self)
  }

  /// The token after the present one.
  var following: Token {
    var ahead = lookahead(from: token.end)
    return ahead.next()
  }

  // MARK: - Blocks that are never closed

  /// Reports the block at `open`, the innermost that the end of the text has met open, once.
  mutating func unclosed(_ open: SourceSpan) -> Unreadable {
    found.misplaced = []
    let isFirst = !reports.isUnclosed
    reports.isUnclosed = true
    if isFirst { report(unclosedBlock(open)) }
    return Unreadable()
  }

  /// The report of the block at `open`, which the end of the text has met open.
  ///
  /// The brace that is missing is rarely that of this block: the indentation tells better. It is
  /// missing before the first line that stands no further right than the line of its block, though
  /// the statements of the block before it do, or stand in the line of its brace, and before a
  /// declaration that stands no further right.
  /// Where nothing in a declaration is indented, it is missing after its first empty line, or
  /// where the gesture is called.
  private func unclosedBlock(_ open: SourceSpan) -> Diagnostic {
    var ahead = lookahead(from: open.start)
    var blocks: [OpenBlock] = []
    var (indent, parens) = (indentation(at: open.start), 0)
    var (last, head) = (token, keyword(at: lineStart(of: open.start)))
    let declaration = declaration(before: open)
    while true {
      let token = ahead.next()
      if token.kind == .end { break }
      let isLine = token.startsLine && token.start != open.start
      if isLine { indent = indentation(at: token.start) }
      if token.isKeyword(.on), last.kind == .semicolon, let block = blocks.last, block.isHandler {
        // A handler does not stand in one.
        let place = SourceSpan(last.start, last.start)
        return .unclosedBlock(block.brace, behind: place, at: token.span)
      }
      if isLine || [.semicolon, .openBrace, .closeBrace].contains(last.kind) {
        head = token.start == open.start ? head : token.keyword
      }
      let previous = last
      last = token
      if previous.kind == .openBrace, !token.startsLine, !blocks.isEmpty {
        blocks[blocks.count - 1].isInLine = token.kind == .word
      }
      if isLine, parens == 0, let block = blocks.last {
        if block.isInLine, indent <= block.indent, token.kind == .word {
          let place = SourceSpan(previous.end, previous.end)
          return .unclosedBlock(block.brace, behind: place, at: token.span)
        }
        let isInFirst = blocks.count == 1 && block.isFlat && indent == block.indent
        let isBehind =
          isInFirst && token.kind == .word
          && declaration.map { token.symbol == $0.gesture || followsEmptyLine(token) } == true
        if isBehind || block.isLeft(by: token, at: indent) {
          return .unclosedBlock(block.brace, block.indent, before: token.span, indent)
        }
      }
      if isLine, !blocks.isEmpty, token.kind != .closeBrace {
        let isIndented = indent > blocks[blocks.count - 1].indent
        (blocks[blocks.count - 1].isIndented, blocks[blocks.count - 1].isFlat) = (
          isIndented, !isIndented
        )
      }
      switch token.kind {
      case .openParen: parens += 1
      case .closeParen: parens = max(0, parens - 1)
      case .openBrace:
        blocks.append(OpenBlock(brace: token.span, indent: indent, isHandler: head == .on))
      case .closeBrace: _ = blocks.popLast()
      default: break
      }
    }
    return .unclosedBlock(open, end: textEnd, indent: indentation(at: open.start))
  }

  /// The declaration whose block opens at `open`, with the name of a gesture, which cannot call
  /// itself; nil if it is none.
  private func declaration(before open: SourceSpan) -> (gesture: UInt32?, Void)? {
    var ahead = lookahead(from: lineStart(of: open.start))
    let word = ahead.next()
    guard word.keyword?.isDeclaration == true else { return nil }
    let name = ahead.next()
    return (word.isKeyword(.gesture) && name.kind == .word ? name.symbol : nil, ())
  }

  /// True if the line before that of `token` has nothing on it.
  private func followsEmptyLine(_ token: Token) -> Bool {
    let before = lexer.bytes[..<Int(token.start - lexer.base)].reversed()
    return before.prefix { $0 <= 0x20 }.count { $0 == 0x0A } > 1
  }

  /// A block whose end is looked for.
  private struct OpenBlock {
    /// Its brace.
    let brace: SourceSpan
    /// The spaces before the line of its brace.
    let indent: Int
    /// True if it is that of a handler.
    let isHandler: Bool
    /// True if the last line inside stands further right than that of the brace.
    var isIndented = false
    /// True if there is a line inside, and the last does not.
    var isFlat = false
    /// True if its statements begin in the line of its brace.
    var isInLine = false

    /// True if `token`, which stands `indent` spaces to the right and begins a line, follows
    /// the block.
    func isLeft(by token: Token, at indent: Int) -> Bool {
      switch token.kind {
      case .closeBrace: indent < self.indent
      case .word where token.keyword?.isDeclaration == true || token.isKeyword(.on):
        indent <= self.indent
      case .word where token.keyword?.beginsStatement ?? true: isIndented && indent <= self.indent
      default: false
      }
    }
  }

  /// The spaces at the start of the line that holds `offset`, at most 200 bytes before it.
  func indentation(at offset: UInt32) -> Int {
    let end = min(Int(offset - lexer.base), lexer.bytes.count)
    let near = lexer.bytes[max(0, end - 200)..<end]
    let line = near.lastIndex(of: 0x0A).map { $0 + 1 } ?? near.startIndex
    return lexer.bytes[line...].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }

  /// The start of the line that holds `offset`.
  func lineStart(of offset: UInt32) -> UInt32 {
    let before = lexer.bytes[..<Int(offset - lexer.base)]
    return lexer.base + UInt32(before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
  }

  /// The place after the last line of the text, and whether that line has an end.
  private var textEnd: (span: SourceSpan, hasLineEnd: Bool) {
    let count = lexer.bytes.count
    return (lexer.span(count, count), lexer.byte(count - 1) == 0x0A)
  }
}

extension Keyword {
  /// True if the statement that it begins has a block.
  var takesBlock: Bool {
    switch self {
    case .for, .repeat, .if, .choose, .finally, .gesture, .test, .together, .race, .stagger,
      .every, .on, .scene:
      true
    default: false
    }
  }

  /// True if what it begins stands outside of blocks.
  var isDeclaration: Bool {
    [.gesture, .function, .test, .use, .count, .mode].contains(self)
  }

  /// The word that begins statements and is spelled so, if there is one.
  static func statement(_ spelling: String) -> Keyword? {
    allCases.first { $0.spelling == spelling && $0.beginsStatement }
  }

  /// The words that begin statements, and `else`.
  static let statements = allCases.filter(\.beginsStatement).map(\.spelling) + ["else"]
}
