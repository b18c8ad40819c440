/// A block that is done if a condition holds, and what is done if not.
@frozen
public struct IfStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// Its condition.
  @inlinable @inline(__always)
  public var condition: ExpressionView { ExpressionView(view.first) }

  /// Its body.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.second) }

  /// What is done if the condition does not hold.
  @inlinable @inline(__always)
  public var alternative: Alternative {
    guard let part = view.second.neighbourIfAny else { return .none }
    return part.kind == .block ? .block(BlockView(part)) : .choice(IfStatement(part))
  }

  /// What stands behind an `else`.
  @frozen
  public enum Alternative {
    case none, block(BlockView), choice(IfStatement)
  }
}
