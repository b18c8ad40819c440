/// Says where the eyes look.
@frozen
public struct EyesStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its change.
  package var change: EyesChange? { EyesChange(rawValue: view.detail) }

  /// Whom they follow, if they do.
  package var subject: SubjectView { SubjectView(view) }
}
