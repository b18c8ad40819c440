import Diagnosis

extension Program {
  /// The text of `node`: from its first byte to the end of its last token.
  package func span(of node: some SyntaxView) -> SourceSpan {
    let start = node.start
    let source = sources.file(at: start)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: Diagnostics())
      return SourceSpan(start, end(of: node.view, &lexer))
    }
  }

  /// The text of the word or other token at `offset`.
  package func tokenSpan(at offset: UInt32) -> SourceSpan {
    let source = sources.file(at: offset)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: Diagnostics())
      return SourceSpan(offset, lexer.endOfToken(at: offset))
    }
  }

  /// The place of the brace that closes `block`.
  package func closingBrace(of block: BlockView) -> UInt32 {
    let source = sources.file(at: block.start)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: Diagnostics())
      lexer.position = Int(block.start - source.base)
      var depth = 0
      while true {
        let token = lexer.next()
        if token.kind == .openBrace { depth += 1 }
        if token.kind == .closeBrace { depth -= 1 }
        if depth <= 0 || token.kind == .end { return token.start }
      }
    }
  }

  private func end(of node: NodeView, _ lexer: inout Lexer) -> UInt32 {
    var end = lexer.endOfToken(at: node.start)
    guard !node.isLeaf else { return end }
    for child in node.children where child.kind != .block {
      if node.kind == .call, child.role == .at { continue }
      end = max(end, self.end(of: child, &lexer))
    }
    switch node.kind {
    case .directed: return lexer.endOfWord(after: end)
    // The phase is a word behind all other parts.
    case .event where node.flags != 0: return lexer.endOfWord(after: end)
    case .member: return lexer.endOfToken(at: lexer.endOfToken(at: end))
    case .subject where node.flags == SubjectWord.speaker.rawValue:
      return lexer.endOfWord(after: end)
    case .call:
      end = lexer.endOfBracket(after: end)
      if node.flags & Node.mirrored != 0 { end = lexer.endOfToken(at: end) }
      return node.part(.at).map { self.end(of: $0, &lexer) } ?? end
    case .apply, .pose: return lexer.endOfBracket(after: end)
    case .easing where !node.children.isEmpty: return lexer.endOfBracket(after: end)
    // Every other node ends with its last part.
    default: return end
    }
  }
}

extension NodeView {
  /// True if it has no children.
  var isLeaf: Bool {
    switch kind {
    case .label, .number, .string, .truth, .name, .home, .pi, .elapsed, .peak, .tracking,
      .frame, .animate:
      true
    // Its children are asked, and may be none.
    default: false
    }
  }
}

extension Lexer {
  mutating func endOfToken(at offset: UInt32) -> UInt32 {
    position = Int(offset - base)
    return next().end
  }

  /// The end of the word after `offset` and the brackets that close there.
  fileprivate mutating func endOfWord(after offset: UInt32) -> UInt32 {
    position = Int(offset - base)
    var token = next()
    while token.kind == .closeParen { token = next() }
    return token.end
  }

  /// The end of the bracket that closes at or after `offset`.
  fileprivate mutating func endOfBracket(after offset: UInt32) -> UInt32 {
    position = Int(offset - base)
    var token = next()
    if token.kind == .openParen { token = next() }
    return token.kind == .closeParen ? token.end : offset
  }
}

extension Program {
  /// The text from `offset` to the end of the statement that begins there: its line, without a
  /// comment, or up to the brace or semicolon that ends it.
  package func statementSpan(at offset: UInt32) -> SourceSpan {
    let source = sources.file(at: offset)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: Diagnostics())
      lexer.position = Int(offset - source.base)
      var end = lexer.next().end
      while true {
        let token = lexer.next()
        switch token.kind {
        case .end, .semicolon, .openBrace, .closeBrace: return SourceSpan(offset, end)
        default:
          if token.startsLine { return SourceSpan(offset, end) }
          end = token.end
        }
      }
    }
  }
}

// MARK: - Words around a node

extension Program {
  /// The word (or sign) that leads in `node` in what begins at `start`, and the end of the text
  /// before it.
  func leadIn(of node: some SyntaxView, from start: UInt32) -> (word: SourceSpan, end: UInt32) {
    let target = node.start
    return reading(from: start) { lexer in
      var last = lexer.next()
      var end = last.start
      while true {
        let token = lexer.next()
        if token.start >= target || token.kind == .end { return (last.span, end) }
        if token.kind == .openParen { continue }
        end = last.end
        last = token
      }
    }
  }

  /// The first `keyword` at or after `start`.
  func wordSpan(of keyword: Keyword, from start: UInt32) -> SourceSpan {
    reading(from: start) { lexer in
      var token = lexer.next()
      while !token.isKeyword(keyword), token.kind != .end { token = lexer.next() }
      return token.span
    }
  }

  /// The first word in `span` that names the axis number `axis`, or nil.
  package func wordSpan(ofAxis axis: UInt8, in span: SourceSpan) -> SourceSpan? {
    reading(from: span.start) { lexer in
      var token = lexer.next()
      while token.start < span.end, token.kind != .end {
        if token.keyword?.axis == axis { return token.span }
        token = lexer.next()
      }
      return nil
    }
  }

  /// The last token of `node`.
  func lastTokenSpan(of node: some SyntaxView) -> SourceSpan {
    let end = span(of: node).end
    return reading(from: node.start) { lexer in
      var token = lexer.next()
      while token.end < end, token.kind != .end { token = lexer.next() }
      return token.span
    }
  }

  /// What `body` makes of a lexer that reads from `offset` and reports nothing.
  func reading<Result>(from offset: UInt32, _ body: (inout Lexer) -> Result) -> Result {
    let source = sources.file(at: offset)
    return source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes, base: source.base, symbols: symbols, reporter: Diagnostics())
      lexer.position = Int(offset - source.base)
      return body(&lexer)
    }
  }
}
