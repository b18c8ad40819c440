/// A line for the log.
@frozen
public struct LogStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is written, one after the other.
  @inlinable @inline(__always)
  public var values: ExpressionList { ExpressionList(view.children) }
}

extension Parser {
  /// Reads a line for the log.
  ///
  ///     log = "log" expression { "," expression } .
  mutating func log() throws(Unreadable) -> NodeID {
    let node = add(.log, at: token.start)
    advance()
    var children = Children(of: node)
    readsWorld = true
    children.append(try aim(), as: .value, in: tree)
    while take(.comma) { children.append(try aim(), as: .value, in: tree) }
    readsWorld = false
    return node
  }
}

extension Checker {
  mutating func check(_ log: LogStatement) {
    for value in log.values {
      let mayRead = value.name != nil || value.member != nil || value.kind == .subject
      show(value, mayRead ? reading { $0.expression(value) } : expression(value))
    }
  }
}
