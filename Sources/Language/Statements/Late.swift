/// The policy for late steps, until the end of the block.
@frozen
public struct LateStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .setting }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its policy.
  package var policy: LatenessWord? { LatenessWord(rawValue: view.detail) }

  /// How late a step may be.
  @inlinable @inline(__always)
  public var allowance: ExpressionView? { view.firstIfAny.map(ExpressionView.init) }
}
