import Testing

@testable import Language

/// A tree can be asked for names while it is being built.
@Suite struct TreeTests {
  /// What a leaf holds is no number of a node, whatever it is a leaf of.
  @Test(arguments: [Node.Kind.label, .number, .string, .truth, .name, .frame])
  func aLeafDeclaresNothing(kind: Node.Kind) {
    let tree = Tree(expecting: 0)
    defer { tree.free() }
    _ = tree.add(Node(kind: .program, start: 0))
    _ = tree.add(Node(kind: .label, start: 0, holding: 7))
    let leaf = tree.add(Node(kind: kind, start: 0, holding: 1))
    #expect(Array(tree.view(leaf).declaredNames).isEmpty)
  }

  /// A declaration whose name has been read, and one whose name is still to come.
  @Test func aDeclarationHasTheNamesReadSoFar() {
    let tree = Tree(expecting: 0)
    defer { tree.free() }
    _ = tree.add(Node(kind: .program, start: 0))
    let count = tree.add(Node(kind: .count, start: 0))
    #expect(Array(tree.view(count).declaredNames).isEmpty)
    var children = Children(of: count)
    children.append(tree.add(Node(kind: .label, start: 0, holding: 7)), as: .label, in: tree)
    #expect(tree.view(count).declaredNames.map(\.symbol) == [7])
  }
}
