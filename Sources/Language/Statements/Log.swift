/// A line for the log.
@frozen
public struct LogStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is written, one behind the other.
  @inlinable @inline(__always)
  public var values: ExpressionList { ExpressionList(view.children) }
}
