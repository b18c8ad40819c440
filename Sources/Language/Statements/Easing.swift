/// How a move spends its time.
@frozen
public struct EasingView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Which curve it is, in the order of the grammar.
  @inlinable @inline(__always)
  public var number: UInt8 { view.detail }

  /// True of a `spring`, whose number is its bounce.
  @inlinable @inline(__always)
  public var isSpring: Bool { view.detail == 5 }

  /// What stands in its brackets.
  @inlinable @inline(__always)
  public var numbers: ExpressionList { ExpressionList(view.children) }
}
