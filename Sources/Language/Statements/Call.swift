/// The call of a gesture.
@frozen
public struct CallStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .callee(call.label.index) }

  /// What is called, and with what.
  @inlinable @inline(__always)
  public var call: CallView { CallView(view) }
}
