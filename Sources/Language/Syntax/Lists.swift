/// A view that a list can make of a node.
public protocol ListedView: SyntaxView {
  /// Creates the view of `view`, a node of its kind.
  init(_ view: NodeView)
}

/// Parts of one kind that stand in a row; reading takes them away from the front.
@frozen
public struct ViewList<View: ListedView>: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// True if none is left.
  @inlinable @inline(__always)
  public var isEmpty: Bool { nodes.isEmpty }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> View? {
    guard let view = nodes.next() else { return nil }
    return View(view)
  }
}

/// Axes and the values for them.
public typealias TargetList = ViewList<TargetView>
/// Expressions, one after the other.
public typealias ExpressionList = ViewList<ExpressionView>
/// Names, where they are declared.
public typealias LabelList = ViewList<LabelView>
