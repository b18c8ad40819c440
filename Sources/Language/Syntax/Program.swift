import Diagnosis

/// A parsed program: the tree of a script and of every file it uses.
///
/// It knows no names' meanings.
public struct Program: Sendable {
  let memory: ProgramMemory
  /// The texts.
  public let sources: SourceMap
  /// The roots of the files, in the order they were read; the script is the first.
  let files: [NodeID]
  /// For each `use` node, the index of the file it names; nil if that could not be read.
  let uses: [NodeID: Int]
  /// The sounds of the `sound` nodes.
  package let sounds: [NodeID: SoundFile]
  /// The names whose declarations could not be read.
  let lost: LostNames
  /// The indices of the files with statements that could not be read.
  let broken: Set<Int>
  /// True if it was entered at a prompt, where more may follow.
  package let isEntered: Bool

  /// The nodes; they live as long as the program.
  package var tree: Tree { memory.tree }
  /// The words; they live as long as the program.
  var symbols: SymbolTable { memory.symbols }
}

extension Program {
  /// The statements of the file number `index`.
  func statements(ofFile index: Int) -> BlockView { BlockView(tree.view(files[index])) }

  /// The word of `label`, which has no place.
  package func word(of label: LabelView) -> String { symbols.text(of: label.symbol) }
}
