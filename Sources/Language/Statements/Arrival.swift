import Vocabulary

/// Where somebody or something is to be seen, from a time on.
@frozen
public struct ArrivalView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// From when on; from the beginning if it does not say.
  @inlinable @inline(__always)
  public var time: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// True of a person, false of an object.
  @inlinable @inline(__always)
  public var isPerson: Bool { view.detail == 0 }

  /// Its label.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.required(.label)) }

  /// Its place.
  @inlinable @inline(__always)
  public var place: PlaceView { PlaceView(view.required(.to)) }
}

/// A place, as seen from the dock at home.
@frozen
public struct PlaceView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its parts, in the order in which they are written.
  package var parts: [Part] {
    view.children.map { part in
      guard part.role == .value else { return .distance(ExpressionView(part)) }
      let isUpright = DirectedView(part).direction.map { $0 == .up || $0 == .down } ?? false
      return isUpright ? .height(ExpressionView(part)) : .side(ExpressionView(part))
    }
  }

  package enum Part {
    /// How far to the side it lies, how high, and how far away.
    case side(ExpressionView), height(ExpressionView), distance(ExpressionView)
  }
}
