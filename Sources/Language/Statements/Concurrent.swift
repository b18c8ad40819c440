/// Several things that are done at once: `together`, `race` or `stagger`.
@frozen
public struct ConcurrentStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// True if the first to end ends the others.
  @inlinable @inline(__always)
  public var isRace: Bool { view.kind == .race }

  /// The time from the beginning of one branch to that of the next.
  @inlinable @inline(__always)
  public var delay: ExpressionView? { view.kind == .stagger ? ExpressionView(view.first) : nil }

  /// The branches; what it names and limits holds for all of them.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.kind == .stagger ? view.second : view.first) }
}
