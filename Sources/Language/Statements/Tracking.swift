/// Says what tracking is given back to; `on` gives the motors back at once.
@frozen
public struct TrackingStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { isOn ? .axes(AxisUse.all) : .none }

  /// True of `on`.
  @inlinable @inline(__always)
  public var isOn: Bool { view.detail == 1 }
}
