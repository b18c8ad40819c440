import Diagnosis

/// A wait for a time.
@frozen
public struct WaitStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The duration; with `greatest`, the least.
  @inlinable @inline(__always)
  public var length: ExpressionView { ExpressionView(view.first) }

  /// The greatest length, between which and the least it is drawn at random.
  @inlinable @inline(__always)
  public var greatest: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}

extension Parser {
  /// Reads a wait.
  ///
  ///     wait = "wait" expression [ ".." expression ] | wait-for | until-bar | wait-until .
  mutating func wait() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    if take(.for) { return try waitFor(at: start) }
    if at(.while), let report = waitingWhile() { throw fail(report) }
    if at(.until) { return try isBarNext ? waitUntilBar(at: start) : waitUntil(at: start) }
    return try waitTime(at: start)
  }

  mutating func waitTime(at start: UInt32) throws(Unreadable) -> NodeID {
    let first = token
    if let report = rangeWithDash() { throw fail(report) }
    let node = add(.wait, at: start)
    var children = Children(of: node)
    children.append(try expression(), as: .value, in: tree)
    if take(.range) { children.append(try expression(), as: .upper, in: tree) }
    if let report = conditionWithoutUntil(first) { throw fail(report) }
    if !isAtEnd, try isEventWithoutFor(first) { return try waitFor(at: start) }
    return node
  }
}

extension Parser {
  /// The report of a range of times that others write with '-', as in `wait 1-3s`; nil if none
  /// stands here.
  private func rangeWithDash() -> Diagnostic? {
    let sign = following
    let most = following(sign)
    guard token.kind == .number, sign.kind == .minus, !sign.startsLine, most.kind == .number,
      most.dimension == .time, nextEnds(behind: most), token.isBare || token.dimension == .time
    else { return nil }
    let (lower, upper) = (tokenText, text(of: most.span))
    let unit = upper.drop { !$0.isLetter }
    let ours = "\(lower)\(token.isBare ? String(unit) : "") .. \(upper)"
    // The difference of two times is a time, too.
    guard token.isBare || lower.drop(while: { !$0.isLetter }) == unit,
      let least = Double(lower.prefix { !$0.isLetter }),
      let greatest = Double(upper.prefix { !$0.isLetter }), least < greatest
    else { return nil }
    let whole = SourceSpan(token.start, most.end)
    return Diagnostic(
      .foreignWord, "'-' is written '..' here", at: whole,
      notes: ["a range is a wait of a random length, drawn anew each time"],
      fixIts: [FixIt("write '\(ours)'", whole, ours)])
  }
}

extension Checker {
  mutating func check(_ wait: WaitStatement) {
    quantity(wait.length, .time, as: "a wait")
    if let greatest = wait.greatest { quantity(greatest, .time, as: "a wait") }
  }
}
