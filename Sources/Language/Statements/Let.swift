/// Gives a value a name.
@frozen
public struct LetStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .naming }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .value }

  /// The name that it declares for the rest of its file.
  public var declaredLabel: LabelView? { label }

  /// The name that it declares.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// The value that gets the name.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.second) }
}

extension Parser {
  /// Reads a naming.
  ///
  ///     let = "let" name "=" aim .
  mutating func letting() throws(Unreadable) -> NodeID {
    let node = add(.letting, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("a name"), as: .label, in: tree)
    try expect(.assign, "'='")
    children.append(try aim(), as: .value, in: tree)
    return node
  }
}

extension Checker {
  mutating func check(_ naming: LetStatement) {
    if reportsCount(naming) { return }
    let number = knownNumber(naming.value)
    declareValue(naming.label, expression(naming.value))
    if let number { nameFacts.namedNumbers[naming.label.start] = number }
    if context.isTopLevel, !context.isScript { checked.initializers.append(naming) }
  }
}
