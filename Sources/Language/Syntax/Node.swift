#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    case tracking, frame, region, select, log, limit, seed, expect
    // Declarations
    case gesture, function, use, test
    // What later versions give a meaning
    case handler, waitFor, together, race, stagger, every, forever, whilst
    case face, eyes, camera, scene, sceneEvent, event, subject

    // Parts
    case parameter, argument, type, easing, target
    /// A name where it is declared; `payload` is its symbol.
    case label
    // Expressions
    case number, size, string, truth, name, home, pi, elapsed, peak
    case negation, not, binary, apply, pose, conditional, member, directed, range
  }

  /// What a child is to its parent.
  package enum Role: UInt8 {
    case none
    case to, by, through, over, at, easing, within, lasting
    case lower, upper, acceleration, jerk, step
    case label, value, condition, body, alternative, type, width, height, x, y, near, when
  }

  package var kind: Kind
  package var role: Role = .none
  /// The axis, operator, unit or mode; see `Kind`. After checking, of a name: its `Storage`.
  package var detail: UInt8 = 0
  /// Of a statement: bits of its own. Of an expression, after checking: the code of its type.
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
package final class Tree: @unchecked Sendable {
  @exclusivity(unchecked) package private(set) var nodes: UnsafeMutablePointer<Node>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) package private(set) var numbers: UnsafeMutablePointer<Double>
  @exclusivity(unchecked) private(set) var numberCount = 0
  @exclusivity(unchecked) private var numberCapacity: Int
  package internal(set) var strings: [String] = []

  init(expecting bytes: Int) {
    capacity = max(1024, bytes / 8)
    numberCapacity = max(1024, bytes / 16)
    nodes = Tree.memory(of: capacity, replacing: nil)
    numbers = Tree.memory(of: numberCapacity, replacing: nil)
  }

  deinit {
    free(nodes)
    free(numbers)
  }

  @inline(__always)
  subscript(index: UInt32) -> Node {
    get { nodes[Int(index)] }
    set { nodes[Int(index)] = newValue }
  }

  @inline(__always)
  func add(_ node: Node) -> UInt32 {
    if count == capacity { growNodes() }
    nodes[count] = node
    count += 1
    return UInt32(truncatingIfNeeded: count - 1)
  }

  @inline(__always)
  func add(number: Double) -> UInt32 {
    if numberCount == numberCapacity { growNumbers() }
    numbers[numberCount] = number
    numberCount += 1
    return UInt32(truncatingIfNeeded: numberCount - 1)
  }

  @inline(never)
  private func growNodes() {
    capacity += capacity / 2
    nodes = Tree.memory(of: capacity, replacing: nodes)
  }

  @inline(never)
  private func growNumbers() {
    numberCapacity += numberCapacity / 2
    numbers = Tree.memory(of: numberCapacity, replacing: numbers)
  }

  /// Memory for `capacity` elements; large blocks are moved by the system without being copied.
  private static func memory<Element>(
    of capacity: Int, replacing old: UnsafeMutablePointer<Element>?
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }
}

extension Node {
  /// True iff a checked name or label holds a pose, which takes three places in its frame.
  package var holdsPose: Bool { flags == Type.Kind.pose.rawValue }

  /// True iff a checked name or label lives among the values of the files.
  @inlinable
  @inline(__always)
  package var isGlobal: Bool { detail == 1 }

  /// The operator of a `binary` node.
  @inlinable
  @inline(__always)
  package var symbol: Operator { unsafeBitCast(detail, to: Operator.self) }
}
