/// Begins the random numbers anew.
@frozen
public struct SeedStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its value.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }
}
