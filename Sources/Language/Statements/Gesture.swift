/// The declaration of a gesture or of a function.
@frozen
public struct CallableStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .declaration }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// True of a gesture, false of a function.
  @inlinable @inline(__always)
  public var isGesture: Bool { view.kind == .gesture }

  /// Its label.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// Its parameters.
  @inlinable @inline(__always)
  public var parameters: ParameterList { ParameterList(view.furtherChildren) }

  /// What a gesture does.
  @inlinable @inline(__always)
  public var block: BlockView { BlockView(view.required(.body)) }

  /// What a function gives.
  @inlinable @inline(__always)
  public var expression: ExpressionView { ExpressionView(view.required(.body)) }
}

/// A parameter of a gesture or function.
@frozen
public struct ParameterView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its label.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// The number of its type in `Type.named`, from 1; 0 if it does not say.
  @inlinable @inline(__always)
  public var typeNumber: Int { Int(view.detail) }

  /// Its default.
  @inlinable @inline(__always)
  public var value: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}

/// Parameters.
@frozen
public struct ParameterList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable
  public mutating func next() -> ParameterView? {
    guard let view = nodes.next(), view.kind == .parameter else { return nil }
    return ParameterView(view)
  }
}
