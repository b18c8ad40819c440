/// What is done whenever an event comes.
@frozen
public struct HandlerStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its event.
  @inlinable @inline(__always)
  public var event: EventView { EventView(view.first) }

  /// What must hold.
  @inlinable @inline(__always)
  public var condition: ExpressionView? { view.part(.when).map(ExpressionView.init) }

  /// The least time from one occurrence to the next.
  @inlinable @inline(__always)
  public var period: ExpressionView? { view.part(.step).map(ExpressionView.init) }

  /// How it meets what is under way, in the order of the grammar from 1; 0 if it does not say.
  @inlinable @inline(__always)
  public var policyNumber: Int { Int(view.detail) }

  /// Its body.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}
