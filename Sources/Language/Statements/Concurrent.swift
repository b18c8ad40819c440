import Diagnosis

/// Branches that run at once: `together`, `race` or `stagger`.
@frozen
public struct ConcurrentStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// True if the first to end ends the others.
  @inlinable @inline(__always)
  public var isRace: Bool { view.kind == .race }

  /// The time from the beginning of one branch to that of the next.
  @inlinable @inline(__always)
  public var delay: ExpressionView? { view.kind == .stagger ? ExpressionView(view.first) : nil }

  /// The branches; its names and limits apply to all of them.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.kind == .stagger ? view.second : view.first) }
}

extension Parser {
  /// Reads a concurrent statement.
  ///
  ///     concurrent = ( "together" | "race" ) branches | "stagger" expression branches .
  mutating func concurrent(_ keyword: Keyword) throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    let isStagger = keyword == .stagger
    let node = add(isStagger ? .stagger : keyword == .race ? .race : .together, at: start)
    var children = Children(of: node)
    if isStagger {
      children.append(try period(of: keyword), as: .value, in: tree)
    } else if let report = lengthOfBranches(keyword) {
      throw fail(report)
    }
    children.append(try branches(), as: .body, in: tree)
    return node
  }

  /// Reads the time after the word of a `stagger` or an `every`.
  mutating func period(of keyword: Keyword) throws(Unreadable) -> NodeID {
    skipLeadIn(of: keyword)
    if at(.openBrace) { throw fail { $0.missingPeriod(keyword) ?? $0.missingValue() } }
    return try expression()
  }

  /// Reads the branches of a concurrent block.
  ///
  ///     branches = "{" { branch ( line-end | ";" ) } [ branch ] "}" .
  ///     branch   = statement | block .
  mutating func branches() throws(Unreadable) -> NodeID { try block(hasBranches: true) }

  /// Reports a word such as 'by' before the time after `keyword`, and steps past it.
  private mutating func skipLeadIn(of keyword: Keyword) {
    guard at(.word), !token.startsLine, following.kind == .number else { return }
    report(
      .superfluousWord(
        tokenText, at: token.span, whole: SourceSpan(token.start, following.start),
        "a time stands right behind '\(keyword.spelling)'"))
    advance()
  }

  /// The report of a block where the time of `statement` is expected; nil if none stands here.
  private func missingPeriod(_ statement: Keyword) -> Diagnostic? {
    guard at(.openBrace), !token.startsLine else { return nil }
    let (example, note) =
      statement == .every
      ? ("2s", "'every' needs the time from one iteration to the next before its block")
      : ("500ms", "'stagger' needs the time from one start to the next before its block")
    let here = SourceSpan(token.start, token.start)
    if let fixIt = periodBehindBlock(before: here) {
      return .expected("a time", found: "'{'", at: token.span, notes: [note], fixIts: [fixIt])
    }
    return .expected(
      "a time", found: "'{'", at: token.span, notes: [note],
      fixIts: [FixIt("write '\(example) ', for example", here, example + " ")])
  }

  /// The change of the time that stands behind the block that begins here, as in `by 200ms`, to one
  /// at `here`; nil if none does.
  private func periodBehindBlock(before here: SourceSpan) -> FixIt? {
    guard let end = endOfBlock(behind: lastToken(from: reading.start)) else { return nil }
    var ahead = lookahead(from: end)
    let (word, time) = (ahead.next(), ahead.next())
    guard !word.startsLine, word.isKeyword(.by) || word.isKeyword(.every) || word.isKeyword(.at),
      time.kind == .number, time.dimension == .time, nextEnds(behind: time)
    else { return nil }
    let period = text(of: time.span)
    return FixIt(
      "write '\(period)' before the block",
      [FixIt.Edit(here, period + " "), FixIt.Edit(SourceSpan(end, time.end), "")])
  }

  /// The report of a length between the word `statement` and its block, whose branches have lengths
  /// of their own; nil if none stands here.
  private func lengthOfBranches(_ statement: Keyword) -> Diagnostic? {
    guard at(.over) || at(.for) || at(.in), !token.startsLine else { return nil }
    var ahead = lookahead(from: token.end)
    let time = ahead.next()
    let open = ahead.next()
    guard time.kind == .number, time.dimension == .time, open.kind == .openBrace else { return nil }
    let length = text(of: time.span)
    if statement == .race {
      return .expected(
        "'{'", found: describeToken(), at: token.span,
        notes: ["a race ends with its first branch, for example with 'wait \(length)'"],
        fixIts: [
          FixIt(
            "write 'wait \(length)' as a branch",
            [
              FixIt.Edit(SourceSpan(token.start, open.start), ""),
              FixIt.Edit(SourceSpan(open.end, open.end), " wait \(length);"),
            ])
        ])
    }
    var edits = [FixIt.Edit(SourceSpan(token.start, open.start), "")]
    var (depth, words, isWhole): (Int, [Token], Bool) = (1, [], statement == .together)
    while depth > 0 {
      let next = ahead.next()
      if next.kind == .end { return nil }
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      if depth > 1 { isWhole = false }
      let isEnd = next.startsLine || next.kind == .semicolon || depth == 0
      if isEnd, let first = words.first, let last = words.last {
        let isTimed = words.contains { $0.isKeyword(.over) || $0.isKeyword(.at) }
        isWhole = isWhole && !isTimed && (first.keyword?.axis != nil || first.isKeyword(.move))
        edits.append(FixIt.Edit(SourceSpan(last.end, last.end), " over \(length)"))
      }
      if isEnd { words = [] }
      if next.kind != .semicolon, depth > 0 { words.append(next) }
    }
    return .expected(
      "'{'", found: describeToken(), at: token.span,
      notes: ["each branch has its own length, as in 'pan to 30deg right over \(length)'"],
      fixIts: isWhole && edits.count > 1 ? [FixIt("write 'over \(length)' in each", edits)] : [])
  }

  /// The report of a further block after that of `statement`, which began at `start`; nil if that
  /// has no branches.
  func blockBesideBlock(_ statement: Keyword?, from start: UInt32) -> Diagnostic? {
    guard statement == .together || statement == .race || statement == .stagger else { return nil }
    var ahead = lookahead(from: start)
    var first = ahead.next()
    while first.kind != .openBrace { first = ahead.next() }
    let here = SourceSpan(first.start, first.start)
    var edits = [FixIt.Edit(here, "{ "), FixIt.Edit(SourceSpan(previousEnd, token.start), "; ")]
    var (depth, end) = (0, previousEnd)
    ahead = lookahead(from: token.start)
    while true {
      let next = ahead.next()
      if next.kind == .end, depth > 0 { return nil }
      if depth == 0 {
        guard next.kind == .openBrace, !next.startsLine || next.start == token.start else { break }
        if next.start != token.start {
          edits.append(FixIt.Edit(SourceSpan(end, next.start), "; "))
        }
      }
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      end = next.end
    }
    edits.append(FixIt.Edit(SourceSpan(end, end), " }"))
    return Diagnostic(
      .trailingText, "the statement ends before '{'", at: token.span,
      notes: ["its branches stand together in one block, as in 'race { { … }; { … } }'"],
      fixIts: [FixIt("write one block around them", edits)])
  }
}

extension Checker {
  /// Checks a concurrent statement: all branches know the names of the block.
  mutating func check(_ concurrent: ConcurrentStatement) {
    if let delay = concurrent.delay { quantity(delay, .time, as: "what follows 'stagger'") }
    block(concurrent.body, isSequence: false)
    pending.concurrents.append(concurrent)
    // A branch that could not be read is not there.
    guard concurrent.isRace, !reporter.hasErrors else { return }
    let branches = concurrent.body.statements.map(\.statement).filter { !$0.isSetting }
    if branches.count == 1 {
      return report { .loneBranch(at: $0.program.tokenSpan(at: concurrent.start)) }
    }
    guard let branch = branches.first(where: \.takesNoTime) else { return }
    report {
      .branchWithoutTime(
        at: $0.program.statementSpan(at: branch.view.start),
        of: $0.program.tokenSpan(at: concurrent.start))
    }
  }
}

extension Statement {
  /// True if it is over as soon as it begins, whatever happens; a block that is empty may wait to
  /// be written.
  var takesNoTime: Bool {
    if case .log = self { return true }
    if case .change = self { return true }
    if case .face(let face) = self { return face.length == nil }
    guard case .block(let block) = self, !block.statements.isEmpty else { return false }
    return block.statements.allSatisfy(\.statement.takesNoTime)
  }
}

extension Diagnostic {
  fileprivate static func branchWithoutTime(
    at span: SourceSpan, of race: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .branchWithoutTime, "this branch takes no time, so the race is over at once", at: span,
      labels: [Label(race, "ends with its first branch")],
      notes: ["what should happen at its beginning stands above 'race', or in a branch with others"]
    )
  }

  fileprivate static func loneBranch(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .loneBranch, "a race with one branch", at: span,
      notes: [
        "each statement of the block is a branch; '{ … }' makes one branch of several"
      ])
  }
}
