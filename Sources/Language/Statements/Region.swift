/// The part of the picture that the tracker looks at.
@frozen
public struct RegionStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its x.
  @inlinable @inline(__always)
  public var x: ExpressionView { ExpressionView(view.first) }

  /// Its y.
  @inlinable @inline(__always)
  public var y: ExpressionView { ExpressionView(view.second) }

  /// Its width.
  @inlinable @inline(__always)
  public var width: ExpressionView { ExpressionView(view.third) }

  /// Its height.
  @inlinable @inline(__always)
  public var height: ExpressionView { ExpressionView(view.third.neighbour) }
}
