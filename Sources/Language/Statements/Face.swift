/// Changes the face.
@frozen
public struct FaceStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What becomes of the face.
  package var change: Change {
    switch FaceChange(rawValue: view.detail) {
    case .next: .next
    case .random: .random
    case .restless:
      .restless(
        every: ExpressionView(view.first),
        greatest: view.first.neighbourIfAny.map(ExpressionView.init))
    case .mood, nil: .mood(Int(view.flags))
    }
  }

  package enum Change {
    /// A mood, by its number.
    case mood(Int)
    case next, random
    /// Changes again and again, after times that are drawn by lot if there is a greatest.
    case restless(every: ExpressionView, greatest: ExpressionView?)
  }

  /// How long the change takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }
}
