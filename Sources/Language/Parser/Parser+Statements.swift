extension Parser {
  /// Reads a whole file.
  ///
  ///     script = { statement ( line-end | ";" ) } .
  mutating func file() -> UInt32 {
    let file = add(.file, at: lexer.base)
    var children = Children(of: file)
    while token.kind != .end {
      if token.kind == .closeBrace {
        report(.unmatchedClosing("}", at: token.span))
        advance()
        continue
      }
      if let statement = statementOrSkip() {
        children.append(statement, as: .none, in: tree)
      }
    }
    return file
  }

  /// Reads a block.
  ///
  ///     block = "{" { statement ( line-end | ";" ) } [ statement ] "}" .
  mutating func block() throws(Unreadable) -> UInt32 {
    let open = token.span
    guard at(.openBrace) else {
      throw fail(.expected("'{'", found: describeToken(), at: place))
    }
    try enter(open)
    let outerParens = parens
    parens = 0
    advance()
    let block = add(.block, at: open.start)
    var children = Children(of: block)
    while token.kind != .closeBrace, token.kind != .end {
      if let statement = statementOrSkip() {
        children.append(statement, as: .none, in: tree)
      }
    }
    leave()
    parens = outerParens
    if !take(.closeBrace) {
      report(.unclosed("{", at: open))
      throw Unreadable()
    }
    return block
  }

  private mutating func statementOrSkip() -> UInt32? {
    if take(.semicolon) { return nil }
    let start = token.start
    let outer = depth
    do throws(Unreadable) {
      let statement = try statement()
      try endStatement()
      return statement
    } catch {
      depth = outer
      recover(from: start)
      return nil
    }
  }

  /// Reads one statement.
  ///
  ///     statement = motion | ramp | spin | stop | wait | animate | let | for | repeat | if | call
  ///               | gesture | function | use | test | expect | tracking | frame | region | select | log
  ///               | limit | seed | handler | concurrent | cue | scene .
  private mutating func statement() throws(Unreadable) -> UInt32 {
    let start = token.start
    guard let keyword = token.keyword else { return try callOrUnknown() }
    switch keyword {
    case .pan, .tilt, .roll, .yaw, .pitch:
      advance()
      return try moves(add(.axisMove, at: start, detail: keyword.axis ?? 0))
    case .move:
      advance()
      return try moves(add(.poseMove, at: start))
    case .ramp: return try ramp()
    case .spin: return try spin()
    case .stop: return try stop()
    case .wait: return try wait()
    case .animate: return try animate()
    case .let: return try letting()
    case .for: return try counting()
    case .repeat: return try repeating()
    case .if: return try choosing()
    case .else: throw fail(.elseWithoutIf(at: token.span))
    case .gesture: return try gesture()
    case .function: return try function()
    case .use: return try use()
    case .test: return try test()
    case .expect: return try expectation()
    case .tracking: return try tracking()
    case .frame: return try frame()
    case .region: return try region()
    case .select: return try select()
    case .log: return try log()
    case .limit: return try limit()
    case .seed: return try seed()
    case .on: return try handler()
    case .together, .race, .stagger, .every: return try concurrent(keyword)
    case .face, .eyes, .camera: return try cue(keyword)
    case .scene:
      advance()
      return try holding(.scene, at: start, sceneBlock())
    default: return try callOrUnknown()
    }
  }

  /// A node with one child.
  mutating func holding(
    _ kind: Node.Kind, at start: UInt32, _ child: UInt32, as role: Node.Role = .value
  ) -> UInt32 {
    let node = add(kind, at: start)
    var children = Children(of: node)
    children.append(child, as: role, in: tree)
    return node
  }

  /// Reads the call of a gesture, or explains what the word is not.
  ///
  ///     call = name "(" [ argument { "," argument } ] ")" .
  private mutating func callOrUnknown() throws(Unreadable) -> UInt32 {
    let word = token
    guard word.kind == .word else {
      throw fail(.unexpectedStart("'\(tokenText)'", at: token.span))
    }
    advance()
    guard at(.openParen), !token.startsLine else {
      let text = tree.word(of: word.symbol, in: lexer.symbols)
      report(.unknownStatement(text, followedBy: token, at: word.span))
      throw Unreadable()
    }
    return try arguments(add(.call, at: word.start, detail: 0), of: word)
  }

  // MARK: - Motion

  /// Reads what follows `pan`, `tilt`, `roll` or `move`.
  ///
  ///     motion = ( axis | "move" ) clause { clause } .
  ///     axis   = "pan" | "tilt" | "roll" | "yaw" | "pitch" .
  ///     clause = "to" aim | "by" aim | "through" aim { "," aim } | "over" expression
  ///            | "at" expression | "easing" easing | "straight" | "within" expression .
  private mutating func moves(_ node: UInt32) throws(Unreadable) -> UInt32 {
    var children = Children(of: node)
    var seen: UInt64 = 0
    while let keyword = token.keyword {
      switch keyword {
      case .to: try clause(.to, &seen, &children, aim: true)
      case .by: try clause(.by, &seen, &children, aim: true)
      case .over: try clause(.over, &seen, &children)
      case .at: try clause(.at, &seen, &children)
      case .within: try clause(.within, &seen, &children)
      case .through:
        try once(keyword, &seen)
        repeat {
          advance()
          children.append(try aim(), as: .through, in: tree)
        } while at(.comma)
      case .easing:
        try once(keyword, &seen)
        advance()
        children.append(try easing(), as: .easing, in: tree)
      case .straight:
        try once(keyword, &seen)
        advance()
        tree.nodes[Int(node)].flags |= Node.straight
      default: return try ended(node, seen)
      }
    }
    return try ended(node, seen)
  }

  private mutating func ended(_ node: UInt32, _ seen: UInt64) throws(Unreadable) -> UInt32 {
    let targets: [Keyword] = [.to, .by, .through]
    let count = targets.count { seen >> UInt64($0.rawValue - Keyword.to.rawValue) & 1 == 1 }
    if count == 1 { return node }
    if count > 1 { throw fail(.severalTargets(at: SourceSpan(tree[node].start, previousEnd))) }
    throw fail(
      .missingTarget(at: place, isMove: tree[node].kind == .poseMove, startsValue: startsExpression)
    )
  }

  /// Marks `keyword` as seen; a second one is reported.
  private mutating func once(_ keyword: Keyword, _ seen: inout UInt64) throws(Unreadable) {
    let bit = UInt64(1) << UInt64(keyword.rawValue - Keyword.to.rawValue)
    if seen & bit != 0 { report(.duplicateClause(keyword.spelling, at: token.span)) }
    seen |= bit
  }

  @inline(__always)
  private mutating func clause(
    _ role: Node.Role, _ seen: inout UInt64, _ children: inout Children, aim isAim: Bool = false
  ) throws(Unreadable) {
    if let keyword = token.keyword { try once(keyword, &seen) }
    advance()
    children.append(isAim ? try aim() : try expression(), as: role, in: tree)
  }

  /// Reads a quantity that may carry a direction.
  ///
  ///     aim = expression [ direction ] .
  ///     direction = "left" | "right" | "up" | "down" | "clockwise" | "counterclockwise" .
  mutating func aim() throws(Unreadable) -> UInt32 {
    let value = try expression()
    guard let keyword = keywordHere, let direction = Direction(keyword) else { return value }
    let directed = add(.directed, at: tree[value].start, detail: direction.rawValue)
    advance()
    var children = Children(of: directed)
    children.append(value, as: .value, in: tree)
    return directed
  }

  /// Reads the name of an easing.
  ///
  ///     easing = "linear" | "ease_in" | "ease_out" | "ease_in_out" | "smooth" | "spring"
  ///            | "bezier" "(" expression "," expression "," expression "," expression ")" .
  private mutating func easing() throws(Unreadable) -> UInt32 {
    let easings: [Keyword] = [
      .linear, .ease_in, .ease_out, .ease_in_out, .smooth, .spring, .bezier,
    ]
    guard let keyword = keywordHere, let index = easings.firstIndex(of: keyword) else {
      throw fail(.unknownEasing(token.kind == .word ? tokenText : nil, describeToken(), at: place))
    }
    let node = add(.easing, at: token.start, detail: UInt8(index))
    advance()
    guard keyword == .bezier else { return node }
    var children = Children(of: node)
    try bracketed { parser throws(Unreadable) in
      for index in 0..<4 {
        if index > 0 { try parser.expect(.comma, "','") }
        children.append(try parser.expression(), as: .value, in: parser.tree)
      }
    }
    return node
  }

  /// Reads a ramp.
  ///
  ///     ramp = "ramp" axis "to" aim { "," axis "to" aim } [ "over" expression ] .
  private mutating func ramp() throws(Unreadable) -> UInt32 {
    let node = add(.ramp, at: token.start)
    advance()
    var children = Children(of: node)
    try targets(.to, &children)
    if take(.over) || takeOnNextLine(.over) {
      children.append(try expression(), as: .over, in: tree)
    }
    return node
  }

  /// Reads a spin.
  ///
  ///     spin = "spin" axis "at" aim { "," axis "at" aim } [ "for" expression ] .
  private mutating func spin() throws(Unreadable) -> UInt32 {
    let node = add(.spin, at: token.start)
    advance()
    var children = Children(of: node)
    try targets(.at, &children)
    if take(.for) { children.append(try expression(), as: .lasting, in: tree) }
    return node
  }

  private mutating func targets(
    _ word: Keyword, _ children: inout Children
  ) throws(Unreadable) {
    repeat {
      if children.parent != 0, at(.comma) { advance() }
      guard let axis = keywordHere?.axis else {
        throw fail(.expectedAxis(found: describeToken(), at: place))
      }
      let target = add(.target, at: token.start, detail: axis)
      advance()
      try expect(word)
      var parts = Children(of: target)
      parts.append(try aim(), as: .value, in: tree)
      children.append(target, as: .to, in: tree)
    } while at(.comma)
  }

  private mutating func takeOnNextLine(_ keyword: Keyword) -> Bool {
    guard token.isKeyword(keyword) else { return false }
    advance()
    return true
  }

  /// Reads a stop.
  ///
  ///     stop = "stop" [ axis { "," axis } ] [ "over" expression ] .
  private mutating func stop() throws(Unreadable) -> UInt32 {
    let node = add(.stop, at: token.start)
    advance()
    if keywordHere?.axis != nil { tree.nodes[Int(node)].detail = try axes() }
    var children = Children(of: node)
    if take(.over) || takeOnNextLine(.over) {
      children.append(try expression(), as: .over, in: tree)
    }
    return node
  }

  /// Reads axes as a set of bits.
  mutating func axes() throws(Unreadable) -> UInt8 {
    var bits: UInt8 = 0
    while true {
      guard let axis = keywordHere?.axis else {
        throw fail(.expectedAxis(found: describeToken(), at: place))
      }
      bits |= 1 << axis
      advance()
      guard at(.comma) else { return bits }
      advance()
    }
  }

  /// Reads a wait.
  ///
  ///     wait = "wait" expression [ ".." expression ]
  ///          | "wait" "for" event [ "for" "at" "most" expression ]
  ///            [ "{" { ( "found" | "timeout" ) block } "}" ] .
  private mutating func wait() throws(Unreadable) -> UInt32 {
    let start = token.start
    advance()
    if take(.for) { return try waitFor(at: start) }
    let node = add(.wait, at: start)
    var children = Children(of: node)
    children.append(try expression(), as: .value, in: tree)
    if take(.range) { children.append(try expression(), as: .upper, in: tree) }
    return node
  }

  /// Reads an animation.
  ///
  ///     animate = "animate" ( "wakeup" | "yes" | "no" | "kapow" ) .
  private mutating func animate() throws(Unreadable) -> UInt32 {
    let start = token.start
    advance()
    let animations: [Keyword] = [.wakeup, .yes, .no, .kapow]
    guard let keyword = keywordHere, let index = animations.firstIndex(of: keyword) else {
      throw fail(
        .unknownAnimation(token.kind == .word ? tokenText : nil, describeToken(), at: place))
    }
    advance()
    return add(.animate, at: start, detail: UInt8(index))
  }
}

extension Node {
  /// The bit of `flags` that says a move keeps its path straight.
  package static let straight: UInt8 = 1
}
