/// Plays an animation of the system.
@frozen
public struct AnimateStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(AxisUse.all) }

  /// Which animation it is, in the order of the grammar.
  @inlinable @inline(__always)
  public var number: UInt8 { view.detail }
}
