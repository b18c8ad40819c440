/// What a test says the run must show.
@frozen
public struct ExpectStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is expected.
  public var expectation: Expected {
    switch view.detail {
    case 1: .pose(near: ExpressionView(view.first), within: ExpressionView(view.second))
    case 2:
      .always(
        axis: view.flags, lower: ExpressionView(view.first), upper: ExpressionView(view.second))
    case 3: .trackingRestored
    default: .condition(ExpressionView(view.first))
    }
  }

  /// What may be expected.
  public enum Expected {
    case condition(ExpressionView)
    case pose(near: ExpressionView, within: ExpressionView)
    /// An axis, by its number from 0, between two bounds.
    case always(axis: UInt8, lower: ExpressionView, upper: ExpressionView)
    case trackingRestored
  }
}
