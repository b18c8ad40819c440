/// What the world may bring.
@frozen
public struct EventView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The word it begins with.
  package var keyword: Keyword? { Keyword(rawValue: view.detail) }

  /// What more it says of a button or a person.
  package var phase: Phase {
    switch (keyword, view.flags) {
    case (.button, 1): .pressed
    case (.button, 2): .released
    case (.person, 1): .lost
    case (.person, 2): .speaking
    default: .any
    }
  }

  package enum Phase {
    case any, pressed, released, lost, speaking
  }

  /// The number of a button, or the charge of a battery.
  package var value: ExpressionView { ExpressionView(view.first) }

  /// The name for what a zoom brings.
  package var label: LabelView? { keyword == .zoom ? view.firstIfAny.map(LabelView.init) : nil }
}
