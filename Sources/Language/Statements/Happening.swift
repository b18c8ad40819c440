/// What happens at a time.
@frozen
public struct HappeningView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its time.
  @inlinable @inline(__always)
  public var time: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// What happens.
  package var keyword: Keyword? { Keyword(rawValue: view.detail) }

  /// Who does it.
  @inlinable @inline(__always)
  public var label: LabelView? { view.part(.label).map(LabelView.init) }

  /// The number of a button, the charge of a battery, or the turn of a dial.
  @inlinable @inline(__always)
  public var value: ExpressionView? { view.part(.value).map(ExpressionView.init) }

  /// Where somebody walks to.
  @inlinable @inline(__always)
  public var place: PlaceView? { view.part(.to).map(PlaceView.init) }

  /// How long a walk takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }

  /// How long a button is held.
  @inlinable @inline(__always)
  public var held: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// True of a look that leaves the camera.
  @inlinable @inline(__always)
  public var isAway: Bool { view.flags == 1 }
}
