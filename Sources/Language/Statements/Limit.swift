/// Makes limits narrower until the end of the block.
@frozen
public struct LimitStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .setting }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(named == 0 ? AxisUse.all : named) }

  /// The axes that it names, as bits: pan 1, tilt 2, roll 4.
  @inlinable @inline(__always)
  public var named: UInt8 { view.detail }

  /// What it says of them, in the order in which it is written.
  @inlinable @inline(__always)
  public var bounds: LimitBounds { LimitBounds(view.children) }
}

/// What a `limit` says: a bound of position, of speed, of acceleration or of jerk.
@frozen
public struct LimitBound {
  /// What is limited.
  @frozen
  public enum Quantity {
    case lower, upper, speed, acceleration, jerk
  }

  /// What it limits.
  public let quantity: Quantity
  /// Its value.
  public let value: ExpressionView

  @inlinable
  init(_ quantity: Quantity, _ value: ExpressionView) {
    (self.quantity, self.value) = (quantity, value)
  }
}

/// The bounds of a `limit`.
@frozen
public struct LimitBounds: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable
  public mutating func next() -> LimitBound? {
    guard let view = nodes.next() else { return nil }
    let value = ExpressionView(view)
    switch view.role {
    case .lower: return LimitBound(.lower, value)
    case .upper: return LimitBound(.upper, value)
    case .at: return LimitBound(.speed, value)
    case .acceleration: return LimitBound(.acceleration, value)
    default: return LimitBound(.jerk, value)
    }
  }
}
