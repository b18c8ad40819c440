import Diagnosis

extension Parser {
  /// Reads a gesture.
  ///
  ///     gesture = "gesture" name "(" [ parameter { "," parameter } ] ")" block .
  mutating func gesture() throws(Unreadable) -> NodeID {
    topLevel("gesture")
    let node = add(.gesture, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("the gesture's name"), as: .label, in: tree)
    try parameters(&children)
    children.append(try block(), as: .body, in: tree)
    return node
  }

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

  /// Reports the block at hand behind a function, which `word` begins; it is read as the block of a
  /// gesture unless it gives a value.
  private mutating func blockOfFunction(_ word: SourceSpan) throws(Unreadable) {
    var ahead = lookahead(from: token.end)
    let first = ahead.next()
    let label = Diagnostic.Label(token.span, "a block does something")
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

  /// Reads parameters.
  ///
  ///     parameter = name [ ":" type ] [ "=" aim ] .
  ///     type      = "angle" | "time" | "speed" | "acceleration" | "number" | "pose"
  ///               | "truth" | "text" .
  private mutating func parameters(_ children: inout Children) throws(Unreadable) {
    let outer = children
    var inner = outer
    try bracketed { parser throws(Unreadable) in
      while !parser.at(.closeParen) {
        if let type = parser.typeBesideName() { throw parser.fail(type) }
        let parameter = parser.add(.parameter, at: parser.token.start)
        var parts = Children(of: parameter)
        parts.append(try parser.label("a parameter's name"), as: .label, in: parser.tree)
        if parser.take(.colon) {
          parser.tree[parameter].detail = try parser.type()
        }
        if parser.take(.assign) {
          parts.append(try parser.aim(), as: .value, in: parser.tree)
        }
        inner.append(parameter, as: .none, in: parser.tree)
        if !parser.take(.comma) { break }
      }
    }
    children = inner
  }

  /// The number of a type in `Type.named`, from 1.
  private mutating func type() throws(Unreadable) -> UInt8 {
    guard at(.word), !token.startsLine || parens > 0 else {
      throw fail(.expected("a type", found: describeToken(), at: place, notes: [Type.note]))
    }
    let span = token.span
    let word = token.keyword
    let text = tokenText
    advance()
    guard let index = Type.named.firstIndex(where: { $0.word == word }) else {
      report(.unknownType(text, at: span))
      return UInt8(Type.named.count) + 1
    }
    return UInt8(index) + 1
  }

  /// Reads the use of another file.
  ///
  ///     use = "use" string [ "(" name { "," name } ")" ] .
  mutating func use() throws(Unreadable) -> NodeID {
    topLevel("use")
    let node = add(.use, at: token.start)
    advance()
    guard at(.string), !token.startsLine else {
      throw fail(missingString("a file name in quotes"))
    }
    var children = Children(of: node)
    children.append(
      add(.string, at: token.start, holding: token.symbol + stringBase), as: .value, in: tree)
    advance()
    if at(.openParen), !token.startsLine {
      try bracketed { parser throws(Unreadable) in
        while !parser.at(.closeParen) {
          children.append(try parser.label("a name"), as: .label, in: parser.tree)
          if !parser.take(.comma) { break }
        }
      }
    }
    uses.append(node)
    return node
  }

  /// Reads a test.
  ///
  ///     test = "test" string block .
  mutating func test() throws(Unreadable) -> NodeID {
    topLevel("test")
    let node = add(.test, at: token.start)
    advance()
    guard at(.string), !token.startsLine else {
      throw fail { $0.missingTestName() }
    }
    var children = Children(of: node)
    children.append(
      add(.string, at: token.start, holding: token.symbol + stringBase), as: .label, in: tree)
    advance()
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads an expectation.
  ///
  ///     expect = "expect" ( "pose" "near" expression "within" expression
  ///            | "always" axis "within" aim ".." aim | "tracking" "restored" | expression ) .
  mutating func expectation() throws(Unreadable) -> NodeID {
    let node = add(.expect, at: token.start)
    advance()
    var children = Children(of: node)
    if keywordHere?.axis != nil { throw refusePoseComparison() }
    if at(.tracking) {
      advance()
      guard take(.restored) else { throw fail { $0.missingRestored() } }
      tree[node].detail = 3
    } else if take(.always) {
      tree[node].detail = 2
      guard let axis = keywordHere?.axis else {
        throw fail(missingAxis())
      }
      tree[node].flags = axis
      advance()
      try expect(.within)
      children.append(try aim(), as: .lower, in: tree)
      try expect(.range, "'..'")
      children.append(try aim(), as: .upper, in: tree)
    } else if at(.pose), lexer.peekIsWord("near") {
      advance()
      try expect(.near)
      tree[node].detail = 1
      children.append(try expression(), as: .near, in: tree)
      guard take(.within) else { throw fail { $0.missingTolerance() } }
      children.append(try expression(), as: .within, in: tree)
    } else if at(.pose), following.kind != .openParen {
      throw refusePoseComparison()
    } else {
      children.append(try condition(), as: .condition, in: tree)
    }
    return node
  }
}
