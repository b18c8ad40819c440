/// Brings the names of another file.
@frozen
public struct UseStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .declaration }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The name of the file.
  @inlinable @inline(__always)
  public var file: StringView { StringView(view.first) }

  /// The names that it brings; none if it brings all.
  @inlinable @inline(__always)
  public var labels: LabelList { LabelList(view.furtherChildren) }
}

/// Names.
@frozen
public struct LabelList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// True if none is left.
  @inlinable @inline(__always)
  public var isEmpty: Bool { nodes.isEmpty }

  /// Takes the one that comes next.
  @inlinable
  public mutating func next() -> LabelView? {
    guard let view = nodes.next() else { return nil }
    return LabelView(view)
  }
}
