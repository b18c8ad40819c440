extension Parser {
  /// True iff the current token may begin an expression.
  var startsExpression: Bool {
    switch token.kind {
    case .number, .string, .openParen, .minus: !token.startsLine
    case .word: !token.startsLine && (token.keyword.map { !$0.isReserved } ?? true)
    default: false
    }
  }

  /// Reads an expression.
  ///
  ///     expression = "if" expression "then" expression "else" expression | disjunction .
  mutating func expression() throws(Unreadable) -> UInt32 {
    if at(.if) { return try conditional() }
    var height = 0
    return try binary(1, &height)
  }

  private mutating func conditional() throws(Unreadable) -> UInt32 {
    try enter(token.span)
    let node = add(.conditional, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try expression(), as: .condition, in: tree)
    try expect(.then)
    children.append(try expression(), as: .body, in: tree)
    try expect(.else)
    children.append(try expression(), as: .alternative, in: tree)
    leave()
    return node
  }

  /// Reads operands joined by operators that bind at least as tightly as `minimum`.
  ///
  ///     disjunction = conjunction { "or" conjunction } .
  ///     conjunction = comparison { "and" comparison } .
  ///     comparison  = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ] .
  ///     sum         = product { ( "+" | "-" ) product } .
  ///     product     = unary { ( "*" | "/" | "%" ) unary } .
  private mutating func binary(_ minimum: Int, _ height: inout Int) throws(Unreadable) -> UInt32 {
    var left = try unary(&height)
    while let symbol = operatorHere, symbol.precedence >= minimum {
      let place = token.span
      if at(.assign) { report(.assignmentInCondition(at: place)) }
      advance()
      var rightHeight = 0
      let right = try binary(symbol.precedence + 1, &rightHeight)
      height = max(height, rightHeight) + 1
      if height > Budget.expressionHeight { throw tooHigh(at: place) }
      let node = add(.binary, at: tree[left].start, detail: symbol.rawValue)
      tree.nodes[Int(node)].payload = left
      tree.nodes[Int(left)].next = right
      left = node
      if symbol.precedence == 3, let next = operatorHere, next.precedence == 3 {
        throw fail(.chainedComparison(symbol.symbol, next.symbol, at: token.span))
      }
    }
    return left
  }

  private mutating func tooHigh(at span: SourceSpan) -> Unreadable {
    report(.expressionTooLong(at: span))
    halted = true
    lexer.position = lexer.bytes.count
    token = lexer.next()
    return Unreadable()
  }

  /// The operator at hand; a line that begins with one goes on only inside brackets.
  @inline(__always)
  private var operatorHere: Operator? {
    if token.startsLine, parens == 0 { return nil }
    switch token.kind {
    case .plus: return .plus
    case .minus: return .minus
    case .times: return .times
    case .divide: return .divide
    case .remainder: return .remainder
    case .equal: return .equal
    case .assign: return inCondition ? .equal : nil
    case .notEqual: return .notEqual
    case .less: return .less
    case .lessOrEqual: return .lessOrEqual
    case .greater: return .greater
    case .greaterOrEqual: return .greaterOrEqual
    case .word: return token.isKeyword(.and) ? .and : token.isKeyword(.or) ? .or : nil
    default: return nil
    }
  }

  /// Reads an operand with what stands before it.
  ///
  ///     unary = ( "-" | "+" ) unary | "not" comparison | primary { "." axis } .
  private mutating func unary(_ height: inout Int) throws(Unreadable) -> UInt32 {
    let start = token.start
    switch token.kind {
    case .minus:
      try enter(token.span)
      advance()
      let operand = try unary(&height)
      leave()
      let node = add(.negation, at: start, payload: operand)
      return node
    case .plus:
      try enter(token.span)
      advance()
      let operand = try unary(&height)
      leave()
      return operand
    case .word where token.isKeyword(.not):
      try enter(token.span)
      advance()
      let operand = try binary(3, &height)
      leave()
      return add(.not, at: start, payload: operand)
    default: break
    }
    var value = try primary()
    while at(.dot) {
      advance()
      guard let axis = token.keyword?.axis else {
        throw fail(.expectedAxis(found: describeToken(), at: place))
      }
      advance()
      value = add(.member, at: start, detail: axis, payload: value)
      height += 1
      if height > Budget.expressionHeight { throw tooHigh(at: SourceSpan(start, previousEnd)) }
    }
    return value
  }

  /// Reads the smallest operand.
  ///
  ///     primary = number | size | string | "true" | "false" | "home" | "pi" | "elapsed"
  ///             | "peak" axis "speed" | "pose" "(" axis ":" aim { "," axis ":" aim } ")"
  ///             | name [ "(" [ argument { "," argument } ] ")" ] | "(" aim ")" .
  private mutating func primary() throws(Unreadable) -> UInt32 {
    let first = token
    if first.startsLine, parens == 0 { throw fail(.expectedExpression(describeToken(), at: place)) }
    switch first.kind {
    case .number:
      advance()
      if token.kind == .word, first.isBare, !token.startsLine { try refuseSpacedUnit(first) }
      return number(first.value, first)
    case .size:
      advance()
      let node = add(.size, at: first.start)
      var children = Children(of: node)
      children.append(number(first.value, first), as: .width, in: tree)
      children.append(number(first.height, first), as: .height, in: tree)
      return node
    case .string:
      advance()
      return add(.string, at: first.start, payload: first.symbol + stringBase)
    case .openParen:
      var value: UInt32 = 0
      try bracketed { parser throws(Unreadable) in value = try parser.aim() }
      return value
    case .word: return try word(first)
    default: throw fail(.expectedExpression(describeToken(), at: place))
    }
  }

  @inline(__always)
  private mutating func number(_ value: Double, _ token: Token) -> UInt32 {
    let index = tree.add(number: value)
    let node = add(.number, at: token.start, detail: token.dimension.code, payload: index)
    if token.isBare { tree.nodes[Int(node)].flags = Node.bare }
    return node
  }

  private mutating func word(_ word: Token) throws(Unreadable) -> UInt32 {
    advance()
    if let keyword = word.keyword {
      switch keyword {
      case .true, .false: return add(.truth, at: word.start, detail: keyword == .true ? 1 : 0)
      case .home: return add(.home, at: word.start)
      case .pi: return add(.pi, at: word.start)
      case .elapsed: return add(.elapsed, at: word.start)
      case .pose: return try pose(word)
      case .peak where keywordHere?.axis != nil:
        let axis = token.keyword?.axis ?? 0
        advance()
        try expect(.speed)
        return add(.peak, at: word.start, detail: axis)
      default:
        if keyword.isReserved { throw misplaced(word, keyword) }
      }
    }
    if at(.openParen), !token.followsSpace || parens > 0 || !token.startsLine {
      return try arguments(add(.apply, at: word.start), of: word)
    }
    return add(.name, at: word.start, payload: word.symbol)
  }

  private mutating func misplaced(_ word: Token, _ keyword: Keyword) -> Unreadable {
    report(.keywordAsValue(keyword.spelling, at: word.span))
    return Unreadable()
  }

  private mutating func pose(_ word: Token) throws(Unreadable) -> UInt32 {
    let node = add(.pose, at: word.start)
    var children = Children(of: node)
    guard at(.openParen) else {
      throw fail(.expected("'('", found: describeToken(), at: place))
    }
    try bracketed { parser throws(Unreadable) in
      var seen: UInt8 = 0
      while !parser.at(.closeParen) {
        guard let axis = parser.token.keyword?.axis else {
          throw parser.fail(.expectedAxis(found: parser.describeToken(), at: parser.place))
        }
        if seen & 1 << axis != 0 {
          parser.report(.duplicateClause(parser.tokenText, at: parser.token.span))
        }
        seen |= 1 << axis
        let target = parser.add(.target, at: parser.token.start, detail: axis)
        parser.advance()
        try parser.expect(.colon, "':'")
        var parts = Children(of: target)
        parts.append(try parser.aim(), as: .value, in: parser.tree)
        children.append(target, as: .value, in: parser.tree)
        if !parser.take(.comma) { break }
      }
    }
    if tree[node].payload == 0 { throw fail(.emptyPose(at: SourceSpan(word.start, previousEnd))) }
    return node
  }

  /// Reads the arguments of a call whose name has been read.
  ///
  ///     argument = [ name ":" ] aim .
  mutating func arguments(_ node: UInt32, of word: Token) throws(Unreadable) -> UInt32 {
    var children = Children(of: node)
    children.append(
      add(.label, at: word.start, payload: word.symbol), as: .label, in: tree)
    try bracketed { parser throws(Unreadable) in
      while !parser.at(.closeParen) {
        children.append(try parser.argument(), as: .none, in: parser.tree)
        if !parser.take(.comma) { break }
      }
    }
    return node
  }

  private mutating func argument() throws(Unreadable) -> UInt32 {
    let name = token
    guard name.kind == .word, lexer.peekIsColon else { return try aim() }
    let argument = add(.argument, at: name.start)
    advance()
    advance()
    var parts = Children(of: argument)
    parts.append(add(.label, at: name.start, payload: name.symbol), as: .label, in: tree)
    parts.append(try aim(), as: .value, in: tree)
    return argument
  }

  /// Reads `"(" ... ")"`, inside which line ends are blanks.
  mutating func bracketed(
    _ inside: (inout Parser) throws(Unreadable) -> Void
  ) throws(Unreadable) {
    let open = token
    guard open.kind == .openParen else {
      throw fail(.expected("'('", found: describeToken(), at: place))
    }
    try enter(open.span)
    parens += 1
    advance()
    try inside(&self)
    parens -= 1
    leave()
    if at(.closeParen) {
      advance()
    } else if token.kind == .end || token.kind == .openBrace || token.kind == .closeBrace {
      throw fail(.unclosed("(", at: open.span))
    } else {
      throw fail(.expected("')'", found: describeToken(), at: place))
    }
  }

  /// Reports a unit that stands apart from its number.
  private mutating func refuseSpacedUnit(_ number: Token) throws(Unreadable) {
    guard token.keyword == nil || token.isKeyword(.turn) else { return }
    let text = tokenText
    let unit = Unit.allCases.first { $0.symbol == text }?.symbol ?? ForeignWords.unit(text)
    guard let unit else { return }
    let digits = lexer.text(Int(number.start - lexer.base), Int(number.end - lexer.base))
    let span = number.span.union(token.span)
    throw fail(.spaceBeforeUnit(digits + unit, at: span))
  }
}

extension Node {
  /// The bit of a number's `flags` that says it carries no unit.
  static let bare: UInt8 = 1
}
