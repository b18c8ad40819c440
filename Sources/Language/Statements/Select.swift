/// Says whom the tracker follows.
@frozen
public struct SelectStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Whom it means.
  package var choice: Choice {
    switch view.detail {
    case 0: .none
    case 1: .point(x: ExpressionView(view.first), y: ExpressionView(view.second))
    default: .subject(SubjectView(view))
    }
  }

  package enum Choice {
    case none, point(x: ExpressionView, y: ExpressionView), subject(SubjectView)
  }
}
