/// A wait for an event, for a time at most, and what is done then.
@frozen
public struct WaitForStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// Its event.
  @inlinable @inline(__always)
  public var event: EventView { EventView(view.first) }

  /// How long it waits at most.
  @inlinable @inline(__always)
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// What is done once the event has come.
  @inlinable @inline(__always)
  public var found: BlockView? { view.part(.body).map(BlockView.init) }

  /// What is done if it has not come in time.
  @inlinable @inline(__always)
  public var timeout: BlockView? { view.part(.alternative).map(BlockView.init) }

  /// What it says of its end, in the order in which it is written.
  var branches: [Branch] {
    view.children.compactMap { part in
      switch part.role {
      case .body: .found(BlockView(part))
      case .alternative: .timeout(BlockView(part))
      default: nil
      }
    }
  }

  enum Branch {
    case found(BlockView), timeout(BlockView)
  }
}
