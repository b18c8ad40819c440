/// A block that begins again and again, on time.
@frozen
public struct EveryStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The time from one turn to the next.
  @inlinable @inline(__always)
  public var period: ExpressionView { ExpressionView(view.first) }

  /// How long it goes on; without it, until something else ends it.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// Its body.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}
