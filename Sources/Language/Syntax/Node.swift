/// One node of the tree, 16 bytes; its children are a linked list.
///
/// All nodes of a program stand in one array in the order they were read. A node's first child is
/// `payload`, its right neighbour is `sibling`; 0 (the root, which is no child of another node)
/// means none. So a million statements are one block of memory, made without an allocation each.
///
/// Only this folder reads the fields: everybody else reads a node through a view of its kind.
@frozen
public struct Node {
  /// The role of a child in its parent.
  @frozen
  public enum Role: UInt8 {
    case none
    case to, by, through, over, at, easing, within, lasting
    case lower, upper, acceleration, jerk, step
    case label, value, condition, body, alternative, width, height, x, y, near, when, away

    /// True if both are the same; written out so that other modules need not call it.
    @inlinable @inline(__always)
    public static func == (left: Role, right: Role) -> Bool {
      unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
    }
  }

  @usableFromInline var kind: Kind
  @usableFromInline var role: Role = .none
  /// The axis, operator, unit or mode (see `Kind`); after checking, of a name, see `Place`.
  @usableFromInline var detail: UInt8 = 0
  /// Of a statement or a number, bits of its own; after checking, of a name, see `Place`.
  @usableFromInline var flags: UInt8 = 0
  /// The offset of its first byte in the source map.
  @usableFromInline var start: UInt32
  /// The right neighbour; 0 if none.
  @usableFromInline var sibling: UInt32 = 0
  /// The first child, or of a leaf: the symbol, or the index of its number or text.
  @usableFromInline var payload: UInt32 = 0

  @inline(__always)
  init(kind: Kind, detail: UInt8 = 0, start: UInt32, holding payload: UInt32 = 0) {
    (self.kind, self.detail, self.start, self.payload) = (kind, detail, start, payload)
  }

  /// The bit of `flags` that says a move keeps its path straight.
  @inlinable static var straight: UInt8 { 1 }
  /// The bit of `flags` that says a call exchanges left and right.
  @inlinable static var mirrored: UInt8 { 1 }
  /// The bit of a number's `flags` that says it carries no unit.
  @inlinable static var bare: UInt8 { 1 }
  /// The bit of an expression's `flags` that says it is a pose of which one axis is meant.
  @inlinable static var picked: UInt8 { 0x80 }
}

extension Node.Kind {
  /// True if both are the same; written out so that other modules need not call it.
  @inlinable @inline(__always)
  public static func == (left: Self, right: Self) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }
}

/// The number of a node in its tree.
@frozen
public struct NodeID: Hashable, Sendable {
  /// Its place in the order of reading; 0 is the root.
  public let index: UInt32

  /// The node number `index`.
  @inlinable @inline(__always)
  public init(_ index: UInt32) { self.index = index }

  /// The root, which is no child of another node; it stands for "no node".
  @inlinable @inline(__always)
  static var none: NodeID { NodeID(0) }
}
