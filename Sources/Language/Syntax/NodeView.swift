/// A node of a program by which its parts are read; it lives as long as the program.
///
/// A view is the number of a node and the address of the nodes; views of one kind wrap it and name
/// the parts. Views are for complete trees: the parser does not use them.
@frozen
public struct NodeView: SyntaxView, Hashable, @unchecked Sendable {
  @usableFromInline let nodes: UnsafeMutablePointer<Node>
  /// The number of the node in its tree.
  public let id: NodeID

  @inlinable @inline(__always)
  init(_ nodes: UnsafeMutablePointer<Node>, _ index: UInt32) {
    (self.nodes, id) = (nodes, NodeID(index))
  }

  /// The node itself.
  @inlinable @inline(__always)
  public var view: NodeView { self }

  @inlinable @inline(__always)
  var node: Node { nodes[Int(id.index)] }

  /// The kind of node.
  @inlinable @inline(__always)
  public var kind: Node.Kind { node.kind }

  /// Its axis, verb or mode.
  @inlinable @inline(__always)
  var detail: UInt8 { node.detail }

  @inlinable @inline(__always)
  var flags: UInt8 { node.flags }

  @inlinable @inline(__always)
  func at(_ index: UInt32) -> NodeView { NodeView(nodes, index) }

  @inlinable @inline(__always)
  func found(_ index: UInt32) -> NodeView? { index == 0 ? nil : NodeView(nodes, index) }

  // MARK: - Parts

  /// The first child; the root, which is nothing, if it has none.
  @inlinable @inline(__always)
  var first: NodeView { at(node.payload) }

  /// The right neighbour; the root, which is nothing, if it has none.
  @inlinable @inline(__always)
  var neighbour: NodeView { at(node.sibling) }

  @inlinable @inline(__always)
  var second: NodeView { first.neighbour }

  @inlinable @inline(__always)
  var third: NodeView { second.neighbour }

  @inlinable @inline(__always)
  var firstIfAny: NodeView? { found(node.payload) }

  @inlinable @inline(__always)
  var neighbourIfAny: NodeView? { found(node.sibling) }

  /// The first child with `role`, if there is one.
  @inlinable @inline(__always)
  func part(_ role: Node.Role) -> NodeView? {
    var child = node.payload
    while child != 0 {
      if nodes[Int(child)].role == role { return at(child) }
      child = nodes[Int(child)].sibling
    }
    return nil
  }

  /// The first child with `role`; the root, which is nothing, if an error has kept it out.
  @inlinable @inline(__always)
  func required(_ role: Node.Role) -> NodeView { part(role) ?? at(0) }

  /// The names in front of its other children, and after a text; none of a leaf.
  ///
  /// A tree that is being built may be asked: its nodes have the children that were read so far.
  var declaredNames: some Sequence<LabelView> {
    (isLeaf ? NodeList() : children).lazy.prefix { $0.kind == .label || $0.kind == .string }
      .filter { $0.kind == .label }.map(LabelView.init)
  }

  /// The role of the node in its parent.
  @inlinable @inline(__always)
  var role: Node.Role { node.role }

  /// The children, in order.
  @inlinable @inline(__always)
  public var children: NodeList { NodeList(nodes, node.payload) }

  /// The children after the first.
  @inlinable @inline(__always)
  var furtherChildren: NodeList { NodeList(nodes, first.node.sibling) }
}

/// What is read by way of a node.
public protocol SyntaxView {
  /// The node.
  var view: NodeView { get }
}

extension SyntaxView {
  /// The number of its node.
  @inlinable @inline(__always)
  public var id: NodeID { view.id }

  /// The offset of its first byte in the source map.
  @inlinable @inline(__always)
  public var start: UInt32 { view.node.start }
}

extension StatementView {
  /// The statement after it in its block or file.
  public var following: NodeView? { view.neighbourIfAny }
}

/// Nodes that stand in a row, from one on; reading takes them away.
@frozen
public struct NodeList: Sequence, IteratorProtocol, @unchecked Sendable {
  @usableFromInline let nodes: UnsafeMutablePointer<Node>?
  @usableFromInline var index: UInt32

  @inlinable @inline(__always)
  init(_ nodes: UnsafeMutablePointer<Node>, _ index: UInt32) {
    (self.nodes, self.index) = (nodes, index)
  }

  /// Creates a list of none.
  @inlinable @inline(__always)
  public init() { (nodes, index) = (nil, 0) }

  /// True if none is left.
  @inlinable @inline(__always)
  public var isEmpty: Bool { index == 0 }

  /// The number of the one that comes next; 0 if none is left.
  @inlinable @inline(__always)
  public var position: UInt32 { index }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> NodeView? {
    guard index != 0 else { return nil }
    // Only a list of none has no nodes.
    let view = NodeView(nodes.unsafelyUnwrapped, index)
    index = view.node.sibling
    return view
  }
}
