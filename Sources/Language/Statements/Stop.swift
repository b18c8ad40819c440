/// Brings axes that turn to rest.
@frozen
public struct StopStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(named == 0 ? AxisUse.all : named) }

  /// The axes that it names, as bits: pan 1, tilt 2, roll 4; 0 if it means all.
  @inlinable @inline(__always)
  public var named: UInt8 { view.detail }

  /// How long it takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.firstIfAny.map(ExpressionView.init) }
}

extension Parser {
  /// Reads a stop.
  ///
  ///     stop = "stop" [ axis { "," axis } ] [ "over" expression ] .
  mutating func stop() throws(Unreadable) -> NodeID {
    let node = add(.stop, at: token.start)
    advance()
    if keywordHere?.axis != nil { tree[node].detail = try axes() }
    var children = Children(of: node)
    if takeOnAnyLine(.over) {
      children.append(try expression(), as: .over, in: tree)
    }
    return node
  }
}

extension Checker {
  mutating func check(_ stop: StopStatement) {
    if let length = stop.length { quantity(length, .time, as: "what follows 'over'") }
  }
}
