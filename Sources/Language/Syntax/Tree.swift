/// The nodes of one program: a flat block of memory that grows in place.
///
/// A handle on memory that `ProgramMemory` frees; copies of it cost nothing.
package struct Tree: @unchecked Sendable {
  private struct Storage {
    var nodes: GrowingBlock<Node>
    var numbers: GrowingBlock<Double>
    /// For a hash of a number, where one of that hash was last put; scripts repeat few numbers.
    var lastNumber: UnsafeMutablePointer<UInt32>
    var strings: [String] = []
  }

  private let storage: UnsafeMutablePointer<Storage>

  init(expecting bytes: Int) {
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        nodes: GrowingBlock(expecting: bytes / 8), numbers: GrowingBlock(expecting: bytes / 16),
        lastNumber: .allocate(capacity: 256)))
    storage.pointee.lastNumber.initialize(repeating: 0, count: 256)
  }

  /// Gives the memory back.
  func free() {
    storage.pointee.nodes.free()
    storage.pointee.numbers.free()
    storage.pointee.lastNumber.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The nodes; the root is the first.
  @inline(__always)
  var nodes: UnsafeMutablePointer<Node> { storage.pointee.nodes.start }

  /// The values of the number literals.
  package var numbers: UnsafeMutablePointer<Double> { storage.pointee.numbers.start }

  /// The texts of the string literals.
  package internal(set) var strings: [String] {
    get { storage.pointee.strings }
    nonmutating set { storage.pointee.strings = newValue }
  }

  @inline(__always)
  subscript(node: NodeID) -> Node {
    get { storage.pointee.nodes.start[Int(node.index)] }
    nonmutating set { storage.pointee.nodes.start[Int(node.index)] = newValue }
    nonmutating _modify { yield &storage.pointee.nodes.start[Int(node.index)] }
  }

  @inline(__always)
  func add(_ node: Node) -> NodeID { NodeID(storage.pointee.nodes.append(node)) }

  @inline(__always)
  func add(number: Double) -> UInt32 {
    let hash = Int(truncatingIfNeeded: (number.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 56)
    let last = storage.pointee.lastNumber[hash]
    let numbers = storage.pointee.numbers
    if last < numbers.count, numbers.start[Int(last)].bitPattern == number.bitPattern {
      return last
    }
    let index = storage.pointee.numbers.append(number)
    storage.pointee.lastNumber[hash] = index
    return index
  }

  /// The nodes as views, in the order in which they were read, the root first.
  package var views: some Sequence<NodeView> {
    let nodes = storage.pointee.nodes
    return (0..<UInt32(nodes.count)).lazy.map { NodeView(nodes.start, $0) }
  }

  /// The view of `node`; of use until a node is added.
  package func view(_ node: NodeID) -> NodeView { NodeView(nodes, node.index) }
}

/// Owns the memory of a program's tree and symbols.
final class ProgramMemory: Sendable {
  let tree: Tree
  let symbols: SymbolTable

  init(tree: Tree, symbols: SymbolTable) {
    self.tree = tree
    self.symbols = symbols
  }

  deinit {
    tree.free()
    symbols.free()
  }
}
