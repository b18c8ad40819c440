import Diagnosis
import Vocabulary

/// A wait for an event, for a time at most, and the blocks after it.
@frozen
public struct WaitForStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The event that it waits for.
  @inlinable @inline(__always)
  public var event: EventView { EventView(view.first) }

  /// How long it waits at most.
  @inlinable @inline(__always)
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// The block if the event has come.
  @inlinable @inline(__always)
  public var found: BlockView? { view.part(.body).map(BlockView.init) }

  /// The block if the time is up.
  @inlinable @inline(__always)
  public var timeout: BlockView? { view.part(.alternative).map(BlockView.init) }

  /// Its `found` and `timeout` blocks, in the order of the text.
  var branches: [Branch] {
    view.children.compactMap { part in
      switch part.role {
      case .body: .found(BlockView(part))
      case .alternative: .timeout(BlockView(part))
      default: nil
      }
    }
  }

  enum Branch {
    case found(BlockView), timeout(BlockView)
  }
}

extension Parser {
  /// Reads a wait for an event, which began at `start`.
  ///
  ///     wait-for = "wait" "for" event [ "for" "at" "most" expression ]
  ///                [ "{" { ( "found" | "timeout" ) block } "}" ] .
  mutating func waitFor(at start: UInt32) throws(Unreadable) -> NodeID {
    if !at(.word) || token.keyword == nil, isLength {
      report(lengthAsEvent())
      return try waitTime(at: start)
    }
    let node = add(.waitFor, at: start)
    var children = Children(of: node)
    let event = token.start
    children.append(try self.event(), as: .none, in: tree)
    if !isAtEnd, let bound = foreignBound {
      let words = SourceSpan(token.start, max(token.end, bound.wordsEnd))
      let whole = SourceSpan(previousEnd, bound.time.start)
      report(.foreignBound(text(of: words), at: words, whole: whole))
      goBack(to: bound.time)
      children.append(try expression(), as: .lasting, in: tree)
    } else if joinsEvents {
      throw try refuseEvents(of: start, from: event)
    } else if take(.for) {
      try atMost()
      children.append(try expression(), as: .lasting, in: tree)
    }
    if at(.openBrace) && !token.startsLine || startsBranch { try branches(&children) }
    return node
  }

  private var startsBranch: Bool { token.isKeyword(.found) || token.isKeyword(.timeout) }

  /// Reads what follows when an event has come or the time is up.
  private mutating func branches(_ children: inout Children) throws(Unreadable) {
    let open = token.span
    if at(.openBrace) { advance() } else { report(missingBlock()) }
    try enter(open)
    while !at(.closeBrace), !at(.end) {
      if token.startsLine, token.keyword?.beginsStatement == true {
        _ = closed(children.parent, open)
        return
      }
      let start = token.start
      do throws(Unreadable) {
        guard startsBranch else {
          throw fail(
            .expected("'found' or 'timeout'", found: describeToken(), at: token.span))
        }
        let role: Node.Role = token.isKeyword(.found) ? .body : .alternative
        advance()
        children.append(try block(), as: role, in: tree)
        _ = take(.semicolon)
      } catch {
        recover(from: start)
      }
    }
    leave()
    if take(.closeBrace) { return }
    throw unclosed(open)
  }

  /// True if a length of time stands here, where an event is expected.
  private var isLength: Bool {
    guard !token.startsLine else { return false }
    switch token.kind {
    case .number, .openParen, .minus: return true
    case .word:
      return following.kind == .openParen
        || isDeclared(token.symbol, by: [.letting, .counting, .parameter])
    default: return false
    }
  }

  /// The report of a length after 'wait for'.
  private func lengthAsEvent() -> Diagnostic {
    let word = SourceSpan(previousEnd - UInt32(Keyword.for.spelling.utf8.count), token.start)
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["a time stands right behind 'wait', without 'for'"],
      fixIts: [FixIt("remove 'for'", word, "")])
  }

  /// Reports the token `first` after 'wait', which is an event or another word for 'for', and goes
  /// back to the event; true if it stands there.
  mutating func isEventWithoutFor(_ first: Token) throws(Unreadable) -> Bool {
    guard first.kind == .word else { return false }
    let word = text(of: first.span)
    if isEvent(first) {
      let here = SourceSpan(first.start, first.start)
      report(
        .expected(
          "'for'", found: "'\(word)'", at: first.span,
          notes: ["'wait' alone waits for a time, 'wait for' for an event"],
          fixIts: [FixIt("write 'for '", here, "for ")]))
      goBack(to: first)
      return true
    }
    guard let ours = ForeignWords.hint(for: word, in: .waiting), token.kind == .word else {
      return false
    }
    guard isEvent(token) || isFiller(token) else {
      throw fail(
        .expected(
          "an event", found: describeToken(), at: token.span,
          notes: ["a script waits for a time or for an event; 'if' tests a condition"]))
    }
    report(.foreignClause(word, ours.replacement, note: ours.explanation, at: first.span))
    return true
  }

  private func isEvent(_ token: Token) -> Bool {
    term(EventKind.self, token) != nil
  }

  /// The time after what others write for 'for at most', if that stands here, and the end of that.
  var foreignBound: (time: Token, wordsEnd: UInt32)? {
    if at(.for), lexer.peekIsWord("at") { return nil }
    var ahead = lookahead(from: token.start)
    var end = previousEnd
    for _ in 0..<8 {
      let next = ahead.next()
      if next.startsLine { return nil }
      switch next.kind {
      case .number: return next.dimension == .time || next.isBare ? (next, end) : nil
      case .comma, .colon, .assign: break
      case .word where ForeignWords.hint(for: text(of: next.span), in: .bound) != nil: break
      default: return nil
      }
      end = next.end
    }
    return nil
  }

  /// Reports a wait for several events, which began at `start`, its first event at `event`.
  private mutating func refuseEvents(
    of start: UInt32, from event: UInt32
  ) throws(Unreadable) -> Unreadable {
    let joint = token
    let (events, isAll, isMixed) = try furtherEvents(from: event)
    var waits = events.map { "wait for \($0)" }
    if isAll { waits = ["together { \(waits.joined(separator: "; ")) }"] }
    if take(.for) {
      try atMost()
      let bound = token.start
      _ = try expression()
      waits.append("wait \(text(of: SourceSpan(bound, previousEnd)))")
    }
    let text = waits.count == 1 ? waits[0] : "race { \(waits.joined(separator: "; ")) }"
    let isWhole = !isMixed && isAtEnd
    report(
      .severalEvents(
        isAll: isAll, at: joint.span,
        fixIts: isWhole ? [FixIt("write '\(text)'", SourceSpan(start, previousEnd), text)] : []))
    return Unreadable()
  }
}

extension Checker {
  /// Checks a wait for an event: the value of the event is known only in `found`.
  mutating func check(_ wait: WaitForStatement) {
    let outer = (scope.mark, frame, isTopLevel)
    isTopLevel = false
    check(wait.event)
    if let longest = wait.longest { quantity(longest, .time, as: "what follows 'at most'") }
    for branch in wait.branches {
      switch branch {
      case .found(let body): block(body)
      case .timeout(let body):
        scope.leave(to: outer.0)
        block(body)
        if wait.longest == nil {
          report { .uselessTimeout(at: $0.program.tokenSpan(at: wait.start)) }
        }
      }
    }
    scope.leave(to: outer.0)
    (frame, isTopLevel) = (outer.1, outer.2)
  }
}

extension Diagnostic {
  /// Reports what others write for 'for at most'; `whole` goes on to the time after it.
  fileprivate static func foreignBound(
    _ found: String, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    .expected(
      "'for at most'", found: "'\(found)'", at: span,
      notes: ["the longest time to wait follows the event, as in 'wait for tap for at most 5s'"],
      fixIts: [FixIt("write 'for at most'", whole, " for at most ")])
  }

  fileprivate static func severalEvents(
    isAll: Bool, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .trailingText, "'wait for' waits for one event", at: span, label: "another event",
      notes: [
        isAll
          ? "'together' ends when everything in it has ended"
          : "'race' ends when the first wait in it ends; each may have a 'found' block"
      ], fixIts: fixIts)
  }

  fileprivate static func uselessTimeout(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingClause, "this waits without a limit, so its 'timeout' never happens", at: span,
      notes: ["say how long it waits, as in 'wait for person for at most 5s'"])
  }
}
