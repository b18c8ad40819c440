import Diagnosis

// Statements that people join by a comma, by 'and' or by 'then', as in plain English.

extension Parser {
  /// The greatest number of tokens that are looked at to find out what is meant.
  static let longestPhrase = 64

  /// The tokens from the present one to the end of the statement and of its line, at most
  /// `longestPhrase` of them.
  func restOfLine() -> [Token] { restOfLine(from: token.start) }

  /// The tokens from `start` to the end of the statement and of its line, at most `longestPhrase`
  /// of them.
  func restOfLine(from start: UInt32) -> [Token] {
    var ahead = lookahead(from: start)
    var tokens: [Token] = []
    while tokens.count < Parser.longestPhrase {
      let next = ahead.next()
      if next.startsLine, !tokens.isEmpty { return tokens }
      switch next.kind {
      case .end, .semicolon, .openBrace, .closeBrace: return tokens
      default: tokens.append(next)
      }
    }
    return tokens
  }

  /// The report of what joins the complete statement at `start` to a further one or to a clause;
  /// nil if nothing of that kind stands here.
  func joint(after start: UInt32) -> Diagnostic? {
    let tokens = restOfLine()
    if tokens.count == Parser.longestPhrase { return nil }
    let statement = keyword(at: start)
    let found = "'\(tokenText)'"
    let joints = joints(in: tokens, of: statement)
    guard let first = joints.first, first.span.start == previousEnd else {
      guard at(.comma), tokens.count == 1 else { return nil }
      let isLast = following.kind == .closeBrace || following.startsLine
      return .joinedStatements(
        found, at: token.span, fixIts: isLast ? [FixIt("remove ','", token.span, "")] : [])
    }
    let edits = joints.map { FixIt.Edit($0.span, $0.isClause ? " " : "; ") }
    if first.isClause { return .joinedClause(found, at: token.span, edits: edits) }
    let expected: [Keyword] = [.face, .log, .tracking]
    if statement == .expect, expected.contains(where: { keyword(at: first.span.end) == $0 }) {
      return .joinedStatements(
        found, at: token.span, fixIts: [FixIt("write '; expect'", first.span, "; expect ")])
    }
    if statement == .limit, first.isAxis {
      return .joinedStatements(
        found, at: token.span, fixIts: [FixIt("write '; limit'", first.span, "; limit ")])
    }
    let words = tokens.prefix { $0.start < first.span.end }.map { text(of: $0.span) }
    let inTurn = FixIt("write ';' to do one after the other", edits)
    let isBranch = context.inBranches || reading.form == .branch
    if isBranch, !at(.comma), let last = tokens.last, !joints.contains(where: \.isClause) {
      // Each statement of it would be a branch of its own.
      let (before, after) = words.contains("then") ? ("{ ", " }") : ("together { ", " }")
      let whole =
        [FixIt.Edit(SourceSpan(start, start), before)] + edits
        + [FixIt.Edit(SourceSpan(last.end, last.end), after)]
      return .joinedStatements(
        found, at: token.span, fixIts: [FixIt("write '\(before)…\(after)'", whole)])
    }
    guard !isBranch, !words.contains("then"), statement?.isDone == true, let last = tokens.last
    else {
      return .joinedStatements(
        found, at: token.span, fixIts: [isBranch ? FixIt("write ';'", edits) : inTurn])
    }
    let whole =
      [FixIt.Edit(SourceSpan(start, start), "together { ")] + edits
      + [FixIt.Edit(SourceSpan(last.end, last.end), " }")]
    let atOnce = FixIt("write 'together { … }' to do all at once", whole)
    return .joinedStatements(
      found, at: token.span,
      fixIts: words.contains("while")
        ? [atOnce] : at(.comma) ? [inTurn, atOnce] : [atOnce, inTurn])
  }

  /// What joins two parts of a line.
  private struct Joint {
    /// Its words, with the spaces around them.
    var span: SourceSpan
    /// True if a clause follows it, not a statement.
    var isClause: Bool
    /// True if an axis follows it.
    var isAxis: Bool
  }

  /// What joins statements and clauses in `tokens`, which follow a part of `statement`.
  private func joints(in tokens: [Token], of statement: Keyword?) -> [Joint] {
    var joints: [Joint] = []
    var (open, statement, end) = (0, statement, previousEnd)
    var start: UInt32?
    for (index, token) in tokens.enumerated() {
      if token.kind == .openParen { open += 1 }
      if token.kind == .closeParen { open -= 1 }
      if open == 0, isJoint(token) {
        start = start ?? end
        continue
      }
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if let start, index == 1 || !takesAxes(statement, token),
        let isClause = isClause(token, before: next)
      {
        let span = SourceSpan(start, token.start)
        joints.append(
          Joint(span: span, isClause: isClause, isAxis: token.keyword?.axis != nil))
        if !isClause { statement = token.keyword }
      }
      start = nil
      end = token.end
    }
    return joints
  }

  /// True if `token` is one more axis of `statement`.
  private func takesAxes(_ statement: Keyword?, _ token: Token) -> Bool {
    guard let statement, token.keyword?.axis != nil else { return false }
    return [.ramp, .spin, .stop, .limit].contains(statement)
  }

  /// True if a clause begins with `token`, false if a statement does, nil if neither.
  private func isClause(_ token: Token, before next: Token?) -> Bool? {
    guard token.kind == .word else { return nil }
    if let keyword = token.keyword, Keyword.clauses.contains(keyword) {
      return keyword != .for || next?.kind == .number
    }
    let isStatement =
      token.keyword?.beginsStatement == true || next?.kind == .openParen
      || isDeclared(token.symbol, by: [.gesture, .use])
      || ForeignWords.hint(for: text(of: token.span), in: .statement) != nil
    return isStatement ? false : nil
  }

  private func isJoint(_ token: Token) -> Bool {
    token.kind == .comma
      || token.kind == .word && PlainWords.canLeaveOut(text(of: token.span), .joint)
  }

  /// The report of `word`, the name of a gesture that is called without brackets.
  func callWithoutBrackets(_ word: Token) -> Diagnostic {
    let name = text(of: word.span)
    let rest = token.startsLine ? [] : restOfLine()
    if let count = count(in: rest), let last = rest.last {
      let ours = "repeat \(count) { \(name)() }"
      return Diagnostic(
        .unknownStatement, "no statement begins with '\(name)'", at: word.span,
        notes: ["a gesture is called with brackets; how often stands before its block"],
        fixIts: [FixIt("write '\(ours)'", SourceSpan(word.start, last.end), ours)])
    }
    return .gestureWithoutBrackets(name, at: word.span, edits: callsWithoutBrackets(from: word))
  }

  /// The calls of gestures without brackets that begin with `word`, joined by commas; and the
  /// changes that make statements of them.
  func callsWithoutBrackets(from word: Token) -> [FixIt.Edit] {
    let tokens = restOfLine()
    var edits: [FixIt.Edit] = []
    var (end, index) = (word.end, 0)
    while index + 1 < tokens.count, isJoint(tokens[index]), tokens[index + 1].kind == .word,
      isDeclared(tokens[index + 1].symbol, by: [.gesture, .use])
    {
      edits.append(FixIt.Edit(SourceSpan(end, tokens[index + 1].start), "(); "))
      end = tokens[index + 1].end
      index += 2
    }
    if index == 0 || tokens.count <= index || tokens[index].kind != .openParen {
      edits.append(FixIt.Edit(SourceSpan(end, end), "()"))
    }
    return edits
  }
}

extension Keyword {
  /// True if the statement that it begins does something, and so can be done with others at once.
  fileprivate var isDone: Bool {
    switch self {
    case .pan, .tilt, .roll, .yaw, .pitch, .move, .ramp, .spin, .animate, .face, .eyes, .camera,
      .wait:
      true
    default: isNote
    }
  }
}

extension Diagnostic {
  fileprivate static func joinedStatements(
    _ found: String, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before \(found)", at: span,
      notes: [
        "statements are separated by ';' or stand on lines of their own",
        "what is done at once stands in 'together { … }'",
      ], fixIts: fixIts)
  }

  fileprivate static func joinedClause(
    _ found: String, at span: SourceSpan, edits: [FixIt.Edit]
  ) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before \(found)", at: span,
      notes: ["clauses follow each other without a word or a comma between them"],
      fixIts: [FixIt("write them without \(found)", edits)])
  }
}
