/// A block that is done a number of times.
@frozen
public struct RepeatStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// How often.
  @inlinable @inline(__always)
  public var count: ExpressionView { ExpressionView(view.first) }

  /// Its body.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.second) }
}

/// A block that is done until something else ends it.
@frozen
public struct ForeverStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// Its body.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.first) }
}

/// A block that is done for as long as a condition holds.
@frozen
public struct WhileStatement: StatementView, Sendable {
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
}
