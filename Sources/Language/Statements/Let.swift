/// Gives a value a name.
@frozen
public struct LetStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .naming }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its label.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// Its value.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.second) }
}
