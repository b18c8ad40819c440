import Diagnosis

/// A parsed program: the tree of a script and of every file it uses.
///
/// It knows no names' meanings.
public struct Program: Sendable {
  let memory: ProgramMemory
  /// The texts.
  public let sources: SourceMap
  /// The roots of the files, in the order they were read; the script is the first.
  let files: [UInt32]
  /// For each `use` node, the index of the file it names; nil if that could not be read.
  let uses: [UInt32: Int]
  /// The names whose declarations could not be read.
  let lost: LostNames
  /// The indices of the files with statements that could not be read.
  let broken: Set<Int>
  /// True iff it was entered at a prompt, where more may follow.
  let isEntered: Bool

  /// The nodes; they live as long as the program.
  package var tree: Tree { memory.tree }
  /// The words; they live as long as the program.
  var symbols: SymbolTable { memory.symbols }
}

extension Program {
  /// The word of the label `node`.
  package func word(ofLabel node: UInt32) -> String { symbols.text(of: tree[node].payload) }

  /// Calls `body` for each child of `node`, in order.
  @inline(__always)
  package func forEachChild(of node: UInt32, _ body: (UInt32) -> Void) {
    var child = tree[node].payload
    while child != 0 {
      let next = tree[child].next
      body(child)
      child = next
    }
  }
}
