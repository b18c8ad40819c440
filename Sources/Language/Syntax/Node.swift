/// One node of the tree, 16 bytes; its children hang on it as a chain.
///
/// All nodes of a program stand in one array in the order they were read. A node's first child is
/// `child`, its right neighbour is `next`; 0 (the root, which is nobody's child) means none.
/// So a million statements are one block of memory, made without an allocation each.
@frozen
package struct Node {
  package enum Kind: UInt8 {
    /// The root; its children are the files.
    case program
    /// A file; its children are its statements.
    case file
    /// A block `{ ... }`; its children are its statements.
    case block

    // Statements. `detail` says which axis, verb or mode.
    case axisMove, poseMove, ramp, spin, stop, wait, animate
    case letting, counting, repeating, choosing, call
    case tracking, frame, region, select, log, limit, lateness, seed, expect
    // Declarations
    case gesture, function, use, test
    // What later versions give a meaning
    case handler, waitFor, together, race, stagger, every, forever, whilst
    case face, eyes, camera, event
    // Scenes: `detail` is the keyword of what happens, `flags` say more of it.
    case scene, arrival, happening, place

    // Parts
    case parameter, argument, easing, target
    /// A name where it is declared; `payload` is its symbol.
    case label
    // Expressions
    case number, size, string, truth, name, home, pi, elapsed, peak
    case negation, not, binary, apply, pose, conditional, member, directed, range

    /// True iff it holds for what follows in its block, and takes no time itself.
    package var isSetting: Bool { self == .letting || self == .limit || self == .lateness }

    /// True iff both are the same; written out so that other modules need not call it.
    @inlinable @inline(__always)
    package static func == (left: Kind, right: Kind) -> Bool {
      unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
    }
  }

  /// What a child is to its parent.
  package enum Role: UInt8 {
    case none
    case to, by, through, over, at, easing, within, lasting
    case lower, upper, acceleration, jerk, step
    case label, value, condition, body, alternative, width, height, x, y, near, when, away

    /// True iff both are the same; written out so that other modules need not call it.
    @inlinable @inline(__always)
    package static func == (left: Role, right: Role) -> Bool {
      unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
    }
  }

  package var kind: Kind
  package var role: Role = .none
  /// The axis, operator, unit or mode (see `Kind`); after checking, of a name, its `Storage`.
  package var detail: UInt8 = 0
  /// Of a statement, bits of its own; of an expression, after checking, the code of its type.
  package var flags: UInt8 = 0
  /// The offset of its first byte in the source map.
  package var start: UInt32
  /// The right neighbour; 0 if none.
  package var next: UInt32 = 0
  /// The first child, or of a leaf: the symbol, or the index of its number or text.
  package var payload: UInt32 = 0
}

/// The operators between two operands.
package enum Operator: UInt8 {
  case or, and
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case plus, minus, times, divide, remainder

  /// True iff it gives a truth.
  var isCondition: Bool { precedence <= 3 }

  /// How tightly it binds; comparisons do not chain.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 3
    case .plus, .minus: 4
    case .times, .divide, .remainder: 5
    }
  }

  var symbol: String {
    switch self {
    case .or: "or"
    case .and: "and"
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .plus: "+"
    case .minus: "-"
    case .times: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}

/// The nodes of one program: a flat block of memory that grows in place.
///
/// A handle on memory that `ProgramMemory` frees; passing it about costs nothing.
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
  package var nodes: UnsafeMutablePointer<Node> { storage.pointee.nodes.start }

  /// The values of the number literals.
  package var numbers: UnsafeMutablePointer<Double> { storage.pointee.numbers.start }

  /// The texts of the string literals.
  package internal(set) var strings: [String] {
    get { storage.pointee.strings }
    nonmutating set { storage.pointee.strings = newValue }
  }

  @inline(__always)
  subscript(index: UInt32) -> Node {
    get { storage.pointee.nodes.start[Int(index)] }
    nonmutating set { storage.pointee.nodes.start[Int(index)] = newValue }
    nonmutating _modify { yield &storage.pointee.nodes.start[Int(index)] }
  }

  @inline(__always)
  func add(_ node: Node) -> UInt32 { storage.pointee.nodes.append(node) }

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

  /// True iff one of the nodes is as `predicate` says.
  func contains(_ predicate: (Node) -> Bool) -> Bool {
    storage.pointee.nodes.elements.contains(where: predicate)
  }

  /// The first node that is as `predicate` says; 0 if none is.
  package func first(where predicate: (Node) -> Bool) -> UInt32 {
    UInt32(storage.pointee.nodes.elements.firstIndex(where: predicate) ?? 0)
  }
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
