/// What happens around the dock.
@frozen
public struct SceneStatement: StatementView, Sendable {
  /// Its node.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// What it is to its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Its lines.
  @inlinable @inline(__always)
  public var lines: SceneLines { SceneLines(view.first.children) }
}

/// A line of a scene.
public enum SceneLine {
  case seed(SeedStatement), arrival(ArrivalView), happening(HappeningView)

  /// The offset of its first byte in the source map.
  public var start: UInt32 {
    switch self {
    case .seed(let seed): seed.start
    case .arrival(let arrival): arrival.start
    case .happening(let happening): happening.start
    }
  }
}

/// The lines of a scene.
public struct SceneLines: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  public mutating func next() -> SceneLine? {
    guard let view = nodes.next() else { return nil }
    switch view.kind {
    case .seed: return .seed(SeedStatement(view))
    case .arrival: return .arrival(ArrivalView(view))
    default: return .happening(HappeningView(view))
    }
  }
}
