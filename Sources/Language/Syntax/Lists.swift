// Parts in a row: reading takes them away from the front.

/// Axes and the values for them.
@frozen
public struct TargetList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// True if none is left.
  @inlinable @inline(__always)
  public var isEmpty: Bool { nodes.isEmpty }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> TargetView? {
    guard let view = nodes.next() else { return nil }
    return TargetView(view)
  }
}

/// Arguments.
@frozen
public struct ArgumentList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// True if none is left.
  @inlinable @inline(__always)
  public var isEmpty: Bool { nodes.isEmpty }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> ArgumentView? {
    guard let view = nodes.next() else { return nil }
    return ArgumentView(view)
  }
}

/// Expressions.
@frozen
public struct ExpressionList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// True if none is left.
  @inlinable @inline(__always)
  public var isEmpty: Bool { nodes.isEmpty }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> ExpressionView? {
    guard let view = nodes.next() else { return nil }
    return ExpressionView(view)
  }
}
