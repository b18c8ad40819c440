/// Gives a value a name.
@frozen
public struct LetStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .naming }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its label.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.first) }

  /// Its value.
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
    declareValue(naming.label, expression(naming.value))
    if isTopLevel, !isScript { initializers.append(naming) }
  }
}
