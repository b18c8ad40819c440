import Diagnosis
import Vocabulary

extension Parser {
  /// True if the current token may begin an expression.
  var startsExpression: Bool {
    switch token.kind {
    case .number, .string, .openParen, .minus: !token.startsLine
    case .word: !token.startsLine && (token.keyword?.mayBeginValue ?? true)
    default: false
    }
  }

  /// Reads an expression.
  ///
  ///     expression = "if" expression "then" expression "else" expression | disjunction .
  mutating func expression() throws(Unreadable) -> NodeID {
    var height = 0
    return try expression(&height)
  }

  /// Reads an expression and makes `height` that of its tree, if it is greater.
  private mutating func expression(_ height: inout Int) throws(Unreadable) -> NodeID {
    if at(.if) { return try conditional(&height) }
    return try binary(1, &height)
  }

  private mutating func conditional(_ height: inout Int) throws(Unreadable) -> NodeID {
    try enter(token.span)
    let node = add(.conditional, at: token.start)
    advance()
    var children = Children(of: node)
    var heights = (0, 0, 0)
    let outside = context.inCondition
    context.inCondition = true
    children.append(try expression(&heights.0), as: .condition, in: tree)
    context.inCondition = outside
    if !takeOnAnyLine(.then) { try expect(.then) }
    children.append(try expression(&heights.1), as: .body, in: tree)
    if !takeOnAnyLine(.else) { try expect(.else) }
    children.append(try expression(&heights.2), as: .alternative, in: tree)
    leave()
    try raise(&height, above: max(heights.0, heights.1, heights.2), at: node)
    return node
  }

  /// Reads operands joined by operators that bind at least as tightly as `minimum`.
  ///
  ///     disjunction = conjunction { "or" conjunction } .
  ///     conjunction = comparison { "and" comparison } .
  ///     comparison  = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) side
  ///                 | "within" side ".." side | "near" side "within" sum ] .
  ///     side        = sum [ direction ] .
  ///     sum         = product { ( "+" | "-" ) product } .
  ///     product     = unary { ( "*" | "/" | "%" ) unary } .
  private mutating func binary(_ minimum: Int, _ height: inout Int) throws(Unreadable) -> NodeID {
    var left = try unary(&height)
    while true {
      if minimum <= 3, isAtRange {
        left = try range(of: left, &height)
        continue
      }
      guard let symbol = operatorHere, symbol.precedence >= minimum else { return left }
      if token.kind == .word, !joinsConditions { return left }
      let place = token.span
      if at(.assign) { _ = fail { _ in .assignmentInCondition(at: place) } }
      advance()
      goOnBehindOperator()
      if symbol == .remainder, !startsExpression { try refuseSpacedPercent(left, at: place) }
      var rightHeight = 0
      var right = try binary(symbol.precedence + 1, &rightHeight)
      if symbol.precedence == 3 { right = takingDirection(right) }
      height = max(height, rightHeight) + 1
      if height > Budget.expressionHeight { throw stop { _ in .expressionTooLong(at: place) } }
      let node = add(.binary, at: tree[left].start, detail: symbol.rawValue)
      var operands = Children(of: node)
      operands.append(left, as: .none, in: tree)
      operands.append(right, as: .none, in: tree)
      left = node
      if symbol.precedence == 3, let next = operatorHere, next.precedence == 3 {
        throw fail { $0.chainedComparison(symbol, next, between: right) }
      }
    }
  }

  /// Lets an operand stand in the line below its operator, unless it is a word that begins a
  /// statement.
  private mutating func goOnBehindOperator() {
    guard token.startsLine else { return }
    switch token.kind {
    case .number, .string, .openParen: token.startsLine = false
    case .word where token.keyword.map { $0.mayBeginValue && !$0.beginsStatement } ?? true:
      token.startsLine = false
    default: break
    }
  }

  /// True if the current word begins the range in which a value of a condition is to lie.
  @inline(__always)
  private var isAtRange: Bool {
    guard context.inCondition, !token.startsLine || nesting.parens > 0 else { return false }
    return token.isKeyword(.within) || token.isKeyword(.near)
  }

  /// Reads the range in which `value` is to lie.
  private mutating func range(of value: NodeID, _ height: inout Int) throws(Unreadable) -> NodeID {
    let isNear = at(.near)
    advance()
    let node = add(.within, at: tree[value].start, detail: isNear ? WithinView.near : 0)
    var (children, inner) = (Children(of: node), height)
    children.append(value, as: .value, in: tree)
    children.append(try bound(&inner), as: isNear ? .near : .lower, in: tree)
    if isNear {
      guard take(.within) else { throw fail { $0.missingTolerance() } }
      children.append(try binary(4, &inner), as: .within, in: tree)
    } else {
      try expect(.range, "'..'")
      children.append(try bound(&inner), as: .upper, in: tree)
    }
    try raise(&height, above: inner, at: node)
    return node
  }

  /// Reads a value that something is compared with, which may carry a direction.
  private mutating func bound(_ height: inout Int) throws(Unreadable) -> NodeID {
    var own = 0
    let value = try binary(4, &own)
    height = max(height, own)
    return takingDirection(value)
  }

  /// `value` with the direction that follows it, if one does.
  private mutating func takingDirection(_ value: NodeID) -> NodeID {
    guard let keyword = keywordHere, let direction = Direction(keyword) else { return value }
    let node = add(.directed, at: tree[value].start, detail: direction.rawValue)
    advance()
    directed = SourceSpan(tree[value].start, previousEnd)
    var children = Children(of: node)
    children.append(value, as: .value, in: tree)
    return node
  }

  /// The current operator; a line that begins with one goes on only inside brackets.
  @inline(__always)
  private var operatorHere: Operator? {
    token.startsLine && nesting.parens == 0 ? nil : operatorOnAnyLine
  }

  /// The current operator, wherever it stands.
  @inline(__always)
  var operatorOnAnyLine: Operator? {
    switch token.kind {
    case .plus: return .plus
    case .minus: return .minus
    case .times: return .times
    case .divide: return .divide
    case .remainder: return .remainder
    case .equal: return .equal
    case .assign: return context.inCondition ? .equal : nil
    case .notEqual: return .notEqual
    case .less: return .less
    case .lessOrEqual: return .lessOrEqual
    case .greater: return .greater
    case .greaterOrEqual: return .greaterOrEqual
    case .word: return token.isKeyword(.and) ? .and : token.isKeyword(.or) ? .or : nil
    default: return nil
    }
  }

  /// True if the current 'and' or 'or' joins conditions, rather than events or statements.
  @inline(never)
  private var joinsConditions: Bool {
    if context.inEvent, nesting.parens == 0 { return false }
    let next = following
    if context.inCondition, next.isKeyword(.timeout), isTimeBehind(next) { return false }
    let isReading = context.inCondition && next.isKeyword(.tracking)
    return next.keyword?.beginsStatement != true || isReading
  }

  /// True if a number stands right behind `word`.
  private func isTimeBehind(_ word: Token) -> Bool {
    var ahead = lookahead(from: word.end)
    let next = ahead.next()
    return next.kind == .number && !next.startsLine
  }

  /// Reads an operand with what stands before it.
  ///
  ///     unary = ( "-" | "+" ) unary | "not" comparison
  ///           | primary { "." ( axis | "looking" ) } .
  private mutating func unary(_ height: inout Int) throws(Unreadable) -> NodeID {
    let start = token.start
    switch token.kind {
    case .minus:
      try enterOperand()
      advance()
      let operand = try unary(&height)
      leave()
      let node = add(.negation, at: start, holding: operand.index)
      return node
    case .plus:
      try enterOperand()
      advance()
      let operand = try unary(&height)
      leave()
      return operand
    case .word where token.isKeyword(.not):
      try enterOperand()
      advance()
      goOnBehindOperator()
      let operand = try binary(3, &height)
      leave()
      return add(.not, at: start, holding: operand.index)
    default: break
    }
    var value = try primary(&height)
    while at(.dot) {
      advance()
      if isAtEnd { throw fail { $0.pointAtEnd() } }
      let part = at(.looking) ? MemberView.looking : token.keyword?.axis
      guard let part else { throw fail { $0.missingPart(of: value) } }
      advance()
      value = add(.member, at: start, detail: part, holding: value.index)
      try raise(&height, above: height, at: value)
    }
    return value
  }

  /// Counts `node` on top of operands of height `below`; past the limit everything stops.
  private mutating func raise(
    _ height: inout Int, above below: Int, at node: NodeID
  ) throws(Unreadable) {
    height = max(height, below + 1)
    if height > Budget.expressionHeight {
      throw stop { .expressionTooLong(at: SourceSpan($0.tree[node].start, $0.previousEnd)) }
    }
  }

  /// Reads the smallest operand.
  ///
  ///     primary = number | size | string | "true" | "false" | "home" | "pi" | "elapsed"
  ///             | "peak" axis "speed" | "pose" "(" axis ":" aim { "," axis ":" aim } ")"
  ///             | name [ "(" [ argument { "," argument } ] ")" ] | subject | "(" aim ")" .
  private mutating func primary(_ height: inout Int) throws(Unreadable) -> NodeID {
    if token.startsLine, nesting.parens == 0 { throw fail { $0.missingValue() } }
    switch token.kind {
    case .number:
      let node = number(token.value)
      advance()
      if token.kind == .word, !token.startsLine { try refuseSpacedUnit(node) }
      return node
    case .size:
      let node = add(.size, at: token.start)
      var children = Children(of: node)
      children.append(number(token.value), as: .width, in: tree)
      children.append(number(token.height), as: .height, in: tree)
      advance()
      return node
    case .string:
      let node = add(.string, at: token.start, holding: token.symbol + stringBase)
      advance()
      return node
    case .openParen:
      var value = NodeID.none
      try bracketed { parser throws(Unreadable) in value = try parser.aim(&height) }
      return value
    case .word: return try word(token, &height)
    default: throw fail { $0.missingValue() }
    }
  }

  /// A node for `value`, which the current token says.
  @inline(__always)
  private mutating func number(_ value: Double) -> NodeID {
    let index = tree.add(number: value)
    let node = add(.number, at: token.start, detail: token.dimension.code, holding: index)
    if token.isBare { tree[node].flags = Node.bare }
    if token.beats == 0 { return node }
    return add(.beats, at: token.start, detail: token.beats - 1, holding: node.index)
  }

  private mutating func word(_ word: Token, _ height: inout Int) throws(Unreadable) -> NodeID {
    let isReading = context.readsWorld && word.isKeyword(.tracking)
    if let keyword = word.keyword, !keyword.mayBeginValue, !isReading {
      throw fail { $0.misplaced(keyword) }
    }
    if context.readsWorld, at(.person), let report = lookingInWords(at: token.start) {
      throw fail(report)
    }
    if isAtNamedSubject { return try subject() }
    if context.inCondition, isForeignNot { return try foreignNot(&height) }
    advance()
    if let keyword = word.keyword {
      switch keyword {
      case .true, .false: return add(.truth, at: word.start, detail: keyword == .true ? 1 : 0)
      case .home: return add(.home, at: word.start)
      case .pi: return add(.pi, at: word.start)
      case .elapsed: return add(.elapsed, at: word.start)
      case .pose: return try pose(word, &height)
      case .peak where keywordHere?.axis != nil:
        let axis = token.keyword?.axis ?? 0
        advance()
        guard at(.speed) else {
          throw fail(
            .expected(
              "'speed'", found: describeToken(), at: place,
              notes: ["only speeds have a peak, as in 'peak pan speed'"]))
        }
        advance()
        return add(.peak, at: word.start, detail: axis)
      default: break
      }
    }
    if at(.openParen), !token.followsSpace || nesting.parens > 0 || !token.startsLine {
      return try arguments(add(.apply, at: word.start), of: word, &height)
    }
    return add(.name, at: word.start, holding: word.symbol)
  }

  /// True if the current word is one that others write for 'not', such as 'no'.
  private var isForeignNot: Bool {
    guard token.keyword == nil,
      ForeignWords.hint(for: tokenText, in: .op)?.replacement == Keyword.not.spelling
    else { return false }
    let next = following
    return next.kind == .word && !next.startsLine
      && (next.keyword?.mayBeginValue ?? true) && !isDeclaredAsValue(token.symbol)
  }

  /// Reports the word at hand that others write for 'not', and reads what it reverses.
  @inline(never)
  private mutating func foreignNot(_ height: inout Int) throws(Unreadable) -> NodeID {
    let word = token
    try enter(word.span)
    report(
      .foreignClause(
        tokenText, Keyword.not.spelling, note: "'not' reverses a condition", at: word.span))
    advance()
    let operand = try binary(3, &height)
    leave()
    return add(.not, at: word.start, holding: operand.index)
  }

  private mutating func pose(_ word: Token, _ height: inout Int) throws(Unreadable) -> NodeID {
    let node = add(.pose, at: word.start)
    var children = Children(of: node)
    var seen: UInt8 = 0
    var inner = 0
    guard at(.openParen) else { throw fail { $0.missingPose() } }
    try bracketed { parser throws(Unreadable) in
      while !parser.at(.closeParen) {
        children.append(try parser.poseAxis(of: word, &seen, &inner), as: .value, in: parser.tree)
        if !parser.take(.comma) { break }
      }
    }
    if children.isEmpty {
      throw fail { .emptyPose(at: SourceSpan(word.start, $0.previousEnd)) }
    }
    try raise(&height, above: inner, at: node)
    return node
  }

  private mutating func poseAxis(
    of pose: Token, _ seen: inout UInt8, _ height: inout Int
  ) throws(Unreadable) -> NodeID {
    let word = token
    guard let axis = word.keyword?.axis else { throw fail { $0.missingPoseAxis(in: pose.start) } }
    let isAgain = seen & 1 << axis != 0
    seen |= 1 << axis
    let target = add(.target, at: word.start, detail: axis)
    advance()
    guard take(.colon) else { throw fail { $0.missingPoseColon(in: pose.start) } }
    var parts = Children(of: target)
    var own = 0
    parts.append(try aim(&own), as: .value, in: tree)
    height = max(height, own)
    if isAgain { throw refuseAgain(word) }
    return target
  }

  /// Reads the arguments of a call whose name has been read.
  ///
  ///     argument = [ name ":" ] aim .
  mutating func arguments(_ node: NodeID, of word: Token) throws(Unreadable) -> NodeID {
    var height = 0
    return try arguments(node, of: word, &height)
  }

  private mutating func arguments(
    _ node: NodeID, of word: Token, _ height: inout Int
  ) throws(Unreadable) -> NodeID {
    var children = Children(of: node)
    children.append(
      add(.label, at: word.start, holding: word.symbol), as: .label, in: tree)
    var inner = 0
    try bracketed { parser throws(Unreadable) in
      while !parser.at(.closeParen) {
        children.append(try parser.argument(&inner), as: .none, in: parser.tree)
        if !parser.take(.comma) { break }
      }
    }
    try raise(&height, above: inner, at: node)
    return node
  }

  private mutating func argument(_ height: inout Int) throws(Unreadable) -> NodeID {
    let name = token
    var own = 0
    defer { height = max(height, own) }
    guard name.kind == .word, lexer.peekIsColon else { return try aim(&own) }
    let argument = add(.argument, at: name.start)
    advance()
    advance()
    var parts = Children(of: argument)
    parts.append(add(.label, at: name.start, holding: name.symbol), as: .label, in: tree)
    parts.append(try aim(&own), as: .value, in: tree)
    return argument
  }

  /// Reads a quantity that may carry a direction.
  ///
  ///     aim = expression [ direction ] .
  ///     direction = "left" | "right" | "up" | "down" | "clockwise" | "counterclockwise" .
  mutating func aim() throws(Unreadable) -> NodeID {
    var height = 0
    return try aim(&height)
  }

  private mutating func aim(_ height: inout Int) throws(Unreadable) -> NodeID {
    takingDirection(try expression(&height))
  }

  /// Reads `"(" ... ")"`, inside which line ends are spaces.
  mutating func bracketed(
    _ inside: (inout Parser) throws(Unreadable) -> Void
  ) throws(Unreadable) {
    let open = token
    guard open.kind == .openParen else { throw fail { $0.missingBracket() } }
    try enter(open.span)
    nesting.parens += 1
    advance()
    try inside(&self)
    guard at(.closeParen) else { throw fail { $0.unclosedBracket(open.span) } }
    nesting.parens -= 1
    leave()
    advance()
  }

  /// Reports a unit that stands apart from its number.
  @inline(never)
  private mutating func refuseSpacedUnit(_ number: NodeID) throws(Unreadable) {
    guard tree[number].flags & Node.bare != 0 else { return }
    if let keyword = token.keyword, Direction(keyword) != nil { return }
    let text = tokenText
    var unit = Unit(text)?.symbol
    if unit == nil, token.keyword == nil {
      unit = ForeignWords.hint(for: text, in: .unit)?.replacement
    }
    guard let unit, unit != Unit.x.symbol else { return }
    if let (speed, end) = unitOfSpeed(unit) {
      let digits = self.text(of: SourceSpan(tree[number].start, previousEnd))
      throw fail(.spaceBeforeUnit(digits + speed, at: SourceSpan(tree[number].start, end)))
    }
    let start = tree[number].start
    let digits = lexer.text(Int(start - lexer.base), Int(previousEnd - lexer.base))
    if let (part, first) = fraction(behind: digits, at: start) {
      throw fail(.spaceBeforeUnit(part + unit, at: SourceSpan(first, token.end)))
    }
    throw fail(.spaceBeforeUnit(digits + unit, at: SourceSpan(start, token.end)))
  }

  /// The unit that the current word, the unit `unit`, and a time make that it is divided by, as in
  /// `deg / s`, and where it ends; nil if none does.
  private func unitOfSpeed(_ unit: String) -> (String, UInt32)? {
    var ahead = lookahead(from: token.end)
    let (sign, time) = (ahead.next(), ahead.next())
    guard sign.kind == .divide, time.kind == .word, !sign.startsLine, !time.startsLine,
      ahead.next().kind != .divide
    else { return nil }
    let word = text(of: time.span)
    let second = ForeignWords.hint(for: word, in: .unit)?.replacement ?? word
    let isSpeed = Unit.angles.contains { $0.symbol == unit } && second == Unit.s.symbol
    return isSpeed ? ("\(unit)/\(second)", time.end) : nil
  }

  /// The number that a fraction such as `1/2` means, whose second number, `digits`, stands at
  /// `start`, and where it begins; nil if none does.
  ///
  /// One without an end, or with a long one, stays a fraction.
  private func fraction(behind digits: String, at start: UInt32) -> (String, UInt32)? {
    let number = lastToken(from: reading.start)
    let sign = lastToken(from: reading.start, before: number)
    guard number.start == start, sign.kind == .divide else { return nil }
    let first = lastToken(from: reading.start, before: sign)
    guard first.kind == .number, first.isBare, let numerator = Int(text(of: first.span)),
      let denominator = Int(digits), denominator > 0
    else { return nil }
    if numerator % denominator == 0 { return ("\(numerator / denominator)", first.start) }
    let decimal = "\(Double(numerator) / Double(denominator))"
    let isLong = decimal.utf8.count > 6
    return (isLong ? "\(numerator)/\(denominator) * 1" : decimal, first.start)
  }

  /// Reports a '%' that stands apart from its number.
  @inline(never)
  private mutating func refuseSpacedPercent(
    _ left: NodeID, at span: SourceSpan
  ) throws(Unreadable) {
    guard tree[left].kind == .number, tree[left].flags & Node.bare != 0 else { return }
    let start = tree[left].start
    var ahead = lookahead(from: start)
    let digits = lexer.text(Int(start - lexer.base), Int(ahead.next().end - lexer.base))
    throw fail(.spaceBeforeUnit(digits + "%", at: SourceSpan(start, span.end)))
  }

  /// Reads a condition, in which `=` is surely meant as `==`.
  mutating func condition() throws(Unreadable) -> NodeID {
    (context.inCondition, context.readsWorld) = (true, true)
    let value = try expression()
    (context.inCondition, context.readsWorld) = (false, false)
    return value
  }
}
