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
    let node = add(.wait, at: start)
    var children = Children(of: node)
    children.append(try expression(), as: .value, in: tree)
    if take(.range) { children.append(try expression(), as: .upper, in: tree) }
    if let report = conditionWithoutUntil(first) { throw fail(report) }
    if !isAtEnd, try isEventWithoutFor(first) { return try waitFor(at: start) }
    return node
  }
}

extension Checker {
  mutating func check(_ wait: WaitStatement) {
    quantity(wait.length, .time, as: "a wait")
    if let greatest = wait.greatest { quantity(greatest, .time, as: "a wait") }
  }
}
