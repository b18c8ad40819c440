/// A motion of one axis or several to a place, over a distance or through places.
@frozen
public struct MoveStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The number of its axis, 0 for pan; nil if its places are poses.
  @inlinable @inline(__always)
  public var axis: UInt8? { view.kind == .axisMove ? view.detail : nil }

  /// True if it keeps to the straight line.
  @inlinable @inline(__always)
  public var isStraight: Bool { view.flags & Node.straight != 0 }

  /// Its clauses, in the order in which they are written.
  @inlinable @inline(__always)
  public var clauses: MoveClauses { MoveClauses(view.children) }

  /// The axes that it moves: those of poses that are written out, all if one is not.
  public var axes: AxisUse {
    if let axis { return .axes(1 << axis) }
    var axes: UInt8 = 0
    for clause in clauses {
      switch clause {
      case .to(let pose), .by(let pose), .through(let pose):
        guard let pose = pose.pose else { return .axes(AxisUse.all) }
        for target in pose.targets { axes |= 1 << target.axis }
      case .over, .at, .within, .easing: break
      }
    }
    return .axes(axes)
  }
}

/// A clause of a move.
@frozen
public enum MoveClause {
  case to(ExpressionView), by(ExpressionView), through(ExpressionView)
  case over(ExpressionView), at(ExpressionView), within(ExpressionView), easing(EasingView)

  /// The node of what it says.
  var view: NodeView {
    switch self {
    case .to(let value), .by(let value), .through(let value), .over(let value), .at(let value),
      .within(let value):
      value.view
    case .easing(let easing): easing.view
    }
  }
}

/// The clauses of a move.
@frozen
public struct MoveClauses: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> MoveClause? {
    while let view = nodes.next() {
      switch view.role {
      case .to: return .to(ExpressionView(view))
      case .by: return .by(ExpressionView(view))
      case .through: return .through(ExpressionView(view))
      case .over: return .over(ExpressionView(view))
      case .at: return .at(ExpressionView(view))
      case .within: return .within(ExpressionView(view))
      case .easing: return .easing(EasingView(view))
      default: break
      }
    }
    return nil
  }
}
