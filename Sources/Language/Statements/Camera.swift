/// What the camera does.
@frozen
public struct CameraStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its change.
  package var change: CameraChange? { CameraChange(rawValue: view.detail) }

  /// The factor of a zoom, or the size of a format or a crop.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }

  /// The pictures a second of a format.
  @inlinable @inline(__always)
  public var rate: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// How long a zoom takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }
}
