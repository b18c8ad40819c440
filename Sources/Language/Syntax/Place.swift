/// The place of the value of a name, which the checker has found.
@frozen
public struct Place: Sendable, Equatable {
  /// True if it is among the values of the files; else it is in the frame of the running body.
  public var isGlobal: Bool
  /// True if it is a pose, which takes three places, one for each axis.
  public var isPose: Bool
  /// Which one it is.
  public var index: UInt32

  /// Creates a place.
  @inlinable @inline(__always)
  public init(isGlobal: Bool, isPose: Bool, index: UInt32) {
    (self.isGlobal, self.isPose, self.index) = (isGlobal, isPose, index)
  }
}

/// The callee of a call, which the checker has found.
@frozen
public enum Callee {
  /// The gesture or function with this index in `CheckedProgram.callables`.
  case declared(Int)
  /// A function of the language.
  case builtin(Builtin)
}

/// The number of a word in the table of symbols.
package typealias Symbol = UInt32

// The writes of the checker into the tree; nothing else changes the tree after parsing.
extension NodeView {
  /// The bit of `flags` that says a name has its place.
  @inlinable static var resolved: UInt8 { 0x40 }
  /// The bits of `detail` of what has its place.
  @inlinable static var global: UInt8 { 1 }
  @inlinable static var pose: UInt8 { 2 }
  /// The bit of `detail` of the label of a call that calls a function of the language.
  @inlinable static var builtin: UInt8 { 1 }

  /// Where its value lives.
  @inlinable @inline(__always)
  var place: Place {
    let detail = node.detail
    return Place(
      isGlobal: detail & NodeView.global != 0, isPose: detail & NodeView.pose != 0,
      index: node.payload)
  }

  func resolve(to place: Place) {
    let detail = (place.isGlobal ? NodeView.global : 0) | (place.isPose ? NodeView.pose : 0)
    resolve(detail, place.index)
  }

  func resolve(_ detail: UInt8, _ payload: UInt32) {
    assert(flags & NodeView.resolved == 0, "a name is resolved once")
    nodes[Int(id.index)].detail = detail
    nodes[Int(id.index)].payload = payload
    nodes[Int(id.index)].flags |= NodeView.resolved
  }

  /// Says that of this pose only the part for one axis is meant.
  func pick() { nodes[Int(id.index)].flags |= Node.picked }
}
