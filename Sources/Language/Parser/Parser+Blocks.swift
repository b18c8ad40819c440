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
        if !onlyCounts() {
          reading = Reading(start: lineStart(of: token.start))
          report(.unmatchedClosing("}", at: token.span))
        }
        advance()
        continue
      }
      if let statement = statementOrSkip() {
        children.append(statement, as: .none, in: tree)
      }
      if !found.misplaced.isEmpty { reportMisplaced() }
    }
    return file
  }

  private mutating func reportMisplaced() {
    for diagnostic in found.misplaced { report(diagnostic) }
    found.misplaced = []
  }

  /// Reads a block; a block before an `else` may lack its `}`.
  ///
  ///     block = "{" { statement ( line-end | ";" ) } [ statement ] "}" .
  mutating func block(
    hasElse: Bool = false, hasBranches: Bool = false
  ) throws(Unreadable) -> NodeID {
    if !at(.openBrace), joinedLines != nil {
      report(missingBlock())
      while token.kind != .openBrace { advance() }
    }
    let open = token.span
    let isOpen = at(.openBrace)
    let outerBranches = context.inBranches
    context.inBranches = hasBranches
    defer { context.inBranches = outerBranches }
    if !isOpen {
      if hasBranches, let report = branchesInLine {
        let failure = fail(report)
        for _ in restOfLine() { advance() }
        throw failure
      }
      if let layout = layout() { return try block(layout, hasBranches: hasBranches) }
      let failure = fail { $0.missingBlock() }
      guard seemsInsideBlock else { throw failure }
    }
    try enter(open)
    let outerParens = nesting.parens
    nesting.parens = 0
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
    nesting.parens = outerParens
    if take(.closeBrace) || token.start >= trialEnd { return block }
    if token.kind == .end { throw isOpen ? unclosed(open) : Unreadable() }
    report(.unclosedBranch(open, before: token.span))
    return block
  }

  /// Reads a block whose '{' is missing, and reports that.
  mutating func block(
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
    let outer = (nesting.depth, reports.isMuted, reading)
    reports.isMuted = false
    reading = Reading(start: start, form: isBranch ? .branch : .statement)
    defer { (reports.isMuted, reading) = (outer.1, outer.2) }
    do throws(Unreadable) {
      let statement = isBranch && at(.openBrace) ? try block() : try statement()
      try endStatement(from: start)
      return statement
    } catch {
      nesting.depth = outer.0
      recover(from: start)
      return nil
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
  /// A misspelt word is read as the one it was meant to be, so that nothing after it is lost.
  mutating func callOrUnknown() throws(Unreadable) -> NodeID {
    let word = token
    if word.kind == .openBrace, isClosed { return try bareBlock(from: word.start) }
    guard word.kind == .word else { throw fail { $0.unexpectedStart() } }
    advance()
    if at(.openParen), !token.startsLine { return try call(of: word) }
    let isBranch = context.inBranches || reading.form == .branch
    let places: PlainWords.Place = isBranch ? [.block, .branch] : .block
    if at(.openBrace), PlainWords.canLeaveOut(text(of: word.span), places), isClosed {
      if !isBranch { return try bareBlock(from: word.start) }
      let whole = SourceSpan(word.start, token.start)
      report(
        .wordBeforeBranch(
          text(of: word.span), isOption: !context.inBranches, at: word.span, whole: whole))
      return try block()
    }
    if onlyCounts() || onlyEchoes(word) { throw Unreadable() }
    let (diagnostic, meant) = unknownStatement(word, followedBy: token)
    report(diagnostic)
    // A lone word at the end of a block does not take the brace that closes it.
    guard let meant, !at(.closeBrace) else { throw Unreadable() }
    reports.isMuted = true
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

  /// Reads and reports a block that no word introduces, with the text before it from `start` on.
  private mutating func bareBlock(from start: UInt32) throws(Unreadable) -> NodeID {
    let open = SourceSpan(start, token.end)
    let isNext = reports.bareEnd == previousEnd
    let echoesBefore = reports.echoes
    let block: NodeID
    reports.bareBlocks += 1
    do throws(Unreadable) {
      block = try self.block()
      reports.bareBlocks -= 1
    } catch {
      reports.bareBlocks -= 1
      throw error
    }
    reports.bareEnd = previousEnd
    let hasNames = tree.view(block).children.contains { $0.statement.isSetting }
    let close = SourceSpan(previousEnd - 1, previousEnd)
    let before = withBlanks(around: open)
    var after = withBlanks(around: close)
    // Between the braces of an empty block the spaces belong to both.
    after.start = max(after.start, before.end)
    if !isNext {
      let canStandAlone = reports.echoes == echoesBefore
      report(
        .bareBlock(at: open, hasNames: hasNames, braces: canStandAlone ? [before, after] : []))
    }
    return block
  }
}
