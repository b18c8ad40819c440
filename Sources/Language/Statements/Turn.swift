/// A change of the speeds of axes: over some time (`ramp`), or at once and then kept (`spin`).
@frozen
public struct TurnStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(targets.reduce(0) { $0 | 1 << $1.axis }) }

  /// True of a `ramp`, false of a `spin`.
  @inlinable @inline(__always)
  public var isRamp: Bool { view.kind == .ramp }

  /// The axes and their speeds.
  @inlinable @inline(__always)
  public var targets: SpeedList { SpeedList(view.children) }

  /// How long it takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? {
    view.part(isRamp ? .over : .lasting).map(ExpressionView.init)
  }
}

/// Axes and the speeds for them, in front of what else a change of speed says.
@frozen
public struct SpeedList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> TargetView? {
    guard let view = nodes.next(), view.kind == .target else { return nil }
    return TargetView(view)
  }
}
