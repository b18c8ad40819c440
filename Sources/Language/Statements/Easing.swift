import Vocabulary

/// How a move spends its time.
@frozen
public struct EasingView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The word for the curve.
  public var name: EasingName { EasingName(number: view.detail) ?? .bezier }

  /// What stands in its brackets.
  @inlinable @inline(__always)
  public var numbers: ExpressionList { ExpressionList(view.children) }
}
