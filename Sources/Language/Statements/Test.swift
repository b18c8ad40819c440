/// A test: a script of its own, and what is expected of it.
@frozen
public struct TestStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .declaration }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its name.
  @inlinable @inline(__always)
  public var name: StringView { StringView(view.first) }

  /// Its body.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.required(.body)) }
}
