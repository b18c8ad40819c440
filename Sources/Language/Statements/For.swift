/// A block that is done once for each number of a range.
@frozen
public struct ForStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// What it counts with.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// Where it begins.
  @inlinable @inline(__always)
  public var lower: ExpressionView { ExpressionView(view.second) }

  /// Where it ends.
  @inlinable @inline(__always)
  public var upper: ExpressionView { ExpressionView(view.third) }

  /// By how much it counts.
  @inlinable @inline(__always)
  public var step: ExpressionView? {
    let part = view.third.neighbour
    return part.role == .step ? ExpressionView(part) : nil
  }

  /// What is done.
  @inlinable @inline(__always)
  public var body: BlockView {
    let part = view.third.neighbour
    return BlockView(part.role == .step ? part.neighbour : part)
  }
}
