import Diagnosis

extension Parser {
  /// Reads a whole file.
  ///
  ///     script = { statement ( line-end | ";" ) } .
  mutating func file() -> NodeID {
    let file = add(.file, at: lexer.base)
    var children = Children(of: file)
    while token.kind != .end {
      if token.kind == .closeBrace {
        reading = Reading(start: lineStart(of: token.start))
        report(.unmatchedClosing("}", at: token.span))
        advance()
        continue
      }
      if let statement = statementOrSkip() {
        children.append(statement, as: .none, in: tree)
      }
      if !misplaced.isEmpty { reportMisplaced() }
    }
    return file
  }

  private mutating func reportMisplaced() {
    for diagnostic in misplaced { report(diagnostic) }
    misplaced = []
  }

  /// Reads a block; one with an `else` to come may lack its `}` before it.
  ///
  ///     block = "{" { statement ( line-end | ";" ) } [ statement ] "}" .
  mutating func block(
    hasElse: Bool = false, hasBranches: Bool = false
  ) throws(Unreadable) -> NodeID {
    let open = token.span
    let isOpen = at(.openBrace)
    let outerBranches = inBranches
    inBranches = hasBranches
    defer { inBranches = outerBranches }
    if !isOpen {
      if let layout = layout() { return try block(layout, hasBranches: hasBranches) }
      let failure = fail(missingBlock())
      guard seemsInsideBlock else { throw failure }
    }
    try enter(open)
    let outerParens = parens
    parens = 0
    if isOpen { advance() }
    let block = add(.block, at: open.start)
    var children = Children(of: block)
    while token.kind != .closeBrace || isStray(from: open), token.kind != .end,
      token.start < trialEnd
    {
      if hasElse, token.isKeyword(.else), followsElse { break }
      if let statement = statementOrSkip(isBranch: hasBranches) {
        children.append(statement, as: .none, in: tree)
      }
    }
    leave()
    parens = outerParens
    if take(.closeBrace) || token.start >= trialEnd { return block }
    if token.kind == .end { throw isOpen ? unclosed(open) : Unreadable() }
    report(.unclosedBranch(open, before: token.span))
    return block
  }

  /// Reads a block whose '{' is missing, and reports that.
  private mutating func block(
    _ layout: Layout, hasBranches: Bool
  ) throws(Unreadable) -> NodeID {
    report(missingBraces(layout))
    try enter(token.span)
    let block = add(.block, at: token.start)
    var children = Children(of: block)
    statements(of: layout, into: &children, hasBranches: hasBranches)
    leave()
    return block
  }

  mutating func statementOrSkip(isBranch: Bool = false) -> NodeID? {
    if take(.semicolon) { return nil }
    let start = token.start
    let outer = (depth, isMuted, reading)
    isMuted = false
    reading = Reading(start: start, form: isBranch ? .branch : .statement)
    defer { (isMuted, reading) = (outer.1, outer.2) }
    do throws(Unreadable) {
      let statement = isBranch && at(.openBrace) ? try block() : try statement()
      try endStatement(from: start)
      return statement
    } catch {
      depth = outer.0
      recover(from: start)
      return nil
    }
  }

  /// Reads one statement.
  ///
  ///     statement = motion | ramp | spin | stop | wait | animate | let | for | repeat | if | call
  ///               | gesture | function | use | test | expect | tracking | frame | region | select
  ///               | log | limit | lateness | seed | handler | concurrent | every | face | eyes
  ///               | camera | scene .
  private mutating func statement() throws(Unreadable) -> NodeID {
    guard let keyword = token.keyword else { return try callOrUnknown() }
    return try statement(keyword, at: token.start)
  }

  /// Reads the statement that begins with `keyword`, or with a word that is taken for it.
  mutating func statement(
    _ keyword: Keyword, at start: UInt32
  ) throws(Unreadable) -> NodeID {
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
    case .else: throw fail { .elseWithoutIf(at: $0.token.span) }
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
    case .together, .race, .stagger: return try concurrent(keyword)
    case .every: return try every()
    case .face: return try face()
    case .eyes: return try eyes()
    case .camera: return try camera()
    case .scene: return try scene()
    case .when: return try lateness()
    default: return try callOrUnknown()
    }
  }

  /// A node with one child.
  mutating func holding(
    _ kind: Node.Kind, at start: UInt32, _ child: NodeID, as role: Node.Role = .value
  ) -> NodeID {
    let node = add(kind, at: start)
    var children = Children(of: node)
    children.append(child, as: role, in: tree)
    return node
  }

  /// Reads the call of a gesture, or explains what the word is not.
  ///
  /// A misspelt word is read as the one it was meant to be, so that nothing behind it is lost.
  private mutating func callOrUnknown() throws(Unreadable) -> NodeID {
    let word = token
    if word.kind == .openBrace, isClosed { return try bareBlock(from: word.start) }
    guard word.kind == .word else { throw fail { $0.unexpectedStart() } }
    advance()
    if at(.openParen), !token.startsLine { return try call(of: word) }
    if at(.openBrace), PlainWords.canLeaveOut(text(of: word.span), .block), isClosed {
      if !inBranches { return try bareBlock(from: word.start) }
      let whole = SourceSpan(word.start, token.start)
      report(.wordBeforeBranch(text(of: word.span), at: word.span, whole: whole))
      return try block()
    }
    let (diagnostic, meant) = unknownStatement(word, followedBy: token)
    report(diagnostic)
    guard let meant else { throw Unreadable() }
    isMuted = true
    token = word
    lexer.position = Int(word.end - lexer.base)
    return try statement(meant, at: word.start)
  }

  /// True if the block that opens here is closed.
  private var isClosed: Bool {
    var ahead = lookahead(from: token.start)
    var open = 0
    repeat {
      let next = ahead.next()
      if next.kind == .openBrace { open += 1 }
      if next.kind == .closeBrace { open -= 1 }
      if next.kind == .end { return false }
    } while open > 0
    return true
  }

  /// Reads a block that belongs to no word of ours, and reports it with what begins at `start`.
  private mutating func bareBlock(from start: UInt32) throws(Unreadable) -> NodeID {
    let open = SourceSpan(start, token.end)
    let block = try block()
    let hasNames = tree.view(block).children.contains { $0.statement.isSetting }
    let close = SourceSpan(previousEnd - 1, previousEnd)
    let before = withBlanks(around: open)
    var after = withBlanks(around: close)
    // Between the braces of an empty block the blanks belong to both.
    after.start = max(after.start, before.end)
    report(.bareBlock(at: open, hasNames: hasNames, braces: [before, after]))
    return block
  }
}
