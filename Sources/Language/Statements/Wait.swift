/// Lets time pass.
@frozen
public struct WaitStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// How long; the least if there is a greatest.
  @inlinable @inline(__always)
  public var length: ExpressionView { ExpressionView(view.first) }

  /// The greatest length, between which and the least it is drawn by lot.
  @inlinable @inline(__always)
  public var greatest: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}
