// Calls and their arguments.

/// A call of a function, or of a gesture.
@frozen
public struct CallView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The name that is called.
  @inlinable @inline(__always)
  public var label: CalleeView { CalleeView(view.first) }

  /// Its arguments.
  @inlinable @inline(__always)
  public var arguments: ArgumentList { ArgumentList(view.furtherChildren) }

  /// True if left and right are exchanged in all that it calls.
  @inlinable @inline(__always)
  public var isMirrored: Bool { view.flags & Node.mirrored != 0 }

  /// The pace of all that it calls, as a share of its own.
  @inlinable @inline(__always)
  public var pace: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// The arguments of a function of the language, which carry no names.
  @inlinable @inline(__always)
  public var operands: ExpressionList { ExpressionList(view.furtherChildren) }
}

/// The name of what is called.
@frozen
public struct CalleeView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its symbol; of no use once it is resolved.
  package var symbol: Symbol { view.node.payload }

  /// The callee, after the checker has resolved it.
  @inlinable @inline(__always)
  public var callee: Callee {
    view.detail == NodeView.builtin
      ? .builtin(unsafeBitCast(UInt8(truncatingIfNeeded: view.node.payload), to: Builtin.self))
      : .declared(Int(view.node.payload))
  }

  /// The number of the gesture or function, unless it is a function of the language; -1 of a call
  /// that leads nowhere.
  @inlinable @inline(__always)
  public var index: Int { view.flags & NodeView.resolved == 0 ? -1 : Int(view.node.payload) }

  /// Sets the callee; the checker does this once.
  func resolve(to callee: Callee) {
    switch callee {
    case .declared(let index): view.resolve(0, UInt32(index))
    case .builtin(let builtin): view.resolve(NodeView.builtin, UInt32(builtin.rawValue))
    }
  }
}

/// An argument of a call.
@frozen
public struct ArgumentView: ListedView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  /// Creates the view of `view`, which is one.
  @inlinable @inline(__always)
  public init(_ view: NodeView) { self.view = view }

  /// True if it says which parameter it is for.
  @inlinable @inline(__always)
  public var isNamed: Bool { view.kind == .argument }

  /// The name of its parameter, if it has one.
  @inlinable @inline(__always)
  public var label: LabelView? { isNamed ? LabelView(view.first) : nil }

  /// Its value.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(isNamed ? view.second : view) }

  /// The argument after it, if there is one.
  var next: ArgumentView? {
    view.neighbourIfAny.flatMap { $0.role == .at ? nil : ArgumentView($0) }
  }

  /// The parameter of an argument with a name, after the checker has resolved it.
  @inlinable @inline(__always)
  public var parameter: Int { Int(view.detail) }

  /// Sets the parameter; the checker does this once.
  func resolve(toParameter index: Int) {
    view.nodes[Int(id.index)].detail = UInt8(truncatingIfNeeded: index)
  }
}

/// The arguments of a call; its pace follows them.
@frozen
public struct ArgumentList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// True if none is left.
  var isEmpty: Bool { !contains { _ in true } }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> ArgumentView? {
    guard let view = nodes.next(), view.role != .at else { return nil }
    return ArgumentView(view)
  }
}
