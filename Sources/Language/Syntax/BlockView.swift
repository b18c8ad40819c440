/// Statements in a row, those of a block or of a file.
@frozen
public struct BlockView: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The statements, each by its node.
  @inlinable @inline(__always)
  public var statements: NodeList { view.children }
}

extension SyntaxView {
  /// The blocks that a statement is made of, those of the choices after its `else` included.
  var blocks: InnerBlocks { InnerBlocks(view.children) }
}

/// The blocks of a statement.
struct InnerBlocks: Sequence, IteratorProtocol {
  private var nodes: NodeList

  init(_ nodes: NodeList) { self.nodes = nodes }

  mutating func next() -> BlockView? {
    while let view = nodes.next() {
      if view.kind == .block { return BlockView(view) }
      if view.kind == .way, let body = view.part(.body) { return BlockView(body) }
      // It is the last of its neighbours.
      if view.kind == .choosing { nodes = view.children }
    }
    return nil
  }
}
