import Diagnosis

extension Parser {
  /// Reads a pure function.
  ///
  ///     function = "function" name "(" [ parameter { "," parameter } ] ")" "=" aim .
  mutating func function() throws(Unreadable) -> NodeID {
    topLevel("function")
    let node = add(.function, at: token.start)
    let word = token.span
    advance()
    var children = Children(of: node)
    children.append(try label("the function's name"), as: .label, in: tree)
    try parameters(&children)
    if at(.openBrace) {
      try blockOfFunction(word)
      tree[node].kind = .gesture
      children.append(try block(), as: .body, in: tree)
      return node
    }
    try expect(.assign, "'='")
    children.append(try aim(), as: .body, in: tree)
    return node
  }

  /// Reports the current block after a function, which `word` begins; it is read as the block of a
  /// gesture unless it gives a value.
  private mutating func blockOfFunction(_ word: SourceSpan) throws(Unreadable) {
    var ahead = lookahead(from: token.end)
    let first = ahead.next()
    let label = Diagnostic.Label(token.span, "a function has no block")
    let isReturn = first.kind == .word && text(of: first.span) == "return"
    guard isReturn || isValue(first, before: ahead) else {
      report(
        .functionWithBlock(
          isGesture: true, at: word, label: label,
          fixIts: [FixIt("write 'gesture'", word, Keyword.gesture.spelling)]))
      return
    }
    var value = isReturn ? [] : [first]
    var next = ahead.next()
    while next.kind != .closeBrace, next.kind != .end, next.kind != .openBrace {
      value.append(next)
      next = ahead.next()
    }
    if value.last?.kind == .semicolon { value.removeLast() }
    var fixIts: [FixIt] = []
    if next.kind == .closeBrace, let from = value.first, let last = value.last {
      fixIts = [
        FixIt(
          "write '= \(text(of: SourceSpan(from.start, last.end)))'",
          [
            FixIt.Edit(SourceSpan(token.start, from.start), "= "),
            FixIt.Edit(SourceSpan(last.end, next.end), ""),
          ])
      ]
    }
    report(.functionWithBlock(isGesture: false, at: token.span, label: label, fixIts: fixIts))
    throw Unreadable()
  }

  /// True if a value, and no statement, begins with `token`, which stands before `ahead`.
  private func isValue(_ token: Token, before ahead: Lexer) -> Bool {
    switch token.kind {
    case .number, .minus, .openParen, .string: return true
    case .word where token.keyword?.beginsStatement != true:
      var ahead = ahead
      return ![.openParen, .assign, .word].contains(ahead.next().kind)
    default: return false
    }
  }
}

extension Diagnostic {
  /// Reports a 'function' with a block, which is a gesture or gives a value with 'return'.
  fileprivate static func functionWithBlock(
    isGesture: Bool, at span: SourceSpan, label: Label, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord,
      isGesture ? "only a 'gesture' moves the dock" : "a function gives one value, after '='",
      at: span, labels: [label],
      notes: [
        isGesture
          ? "a 'function' computes a value, as in 'function half(a: angle) = a / 2'"
          : "as in 'function half(a: angle) = a / 2'"
      ], fixIts: fixIts)
  }
}
