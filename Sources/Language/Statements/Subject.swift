/// Whom or what a statement means.
@frozen
public struct SubjectView: SyntaxView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its word.
  package var word: SubjectWord? { SubjectWord(rawValue: view.flags) }

  /// The name, if it has one.
  package var label: LabelView? { view.firstIfAny.map(LabelView.init) }
}
