import Diagnosis
import Vocabulary

/// Plays an animation of the system.
@frozen
public struct AnimateStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(AxisUse.all) }

  /// The place of the animation in its table.
  @inlinable @inline(__always)
  public var number: UInt8 { view.detail }
}

extension Parser {
  /// Reads an animation.
  ///
  ///     animate = "animate" ( "wakeup" | "yes" | "no" | "kapow" ) .
  mutating func animate() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    guard let animation = termHere(Animation.self) else { throw fail { $0.unknownAnimation() } }
    advance()
    return add(.animate, at: start, detail: animation.number)
  }

  /// The report of how long an animation is to last; nil if something else follows it.
  func trailingAnimate() -> Diagnostic? {
    at(.for) ? .clauseNotAllowed(tokenText, in: .animate, at: place) : nil
  }

  /// The report of an animation that does not stand here.
  private func unknownAnimation() -> Diagnostic {
    unknownWord("an animation", Animation.spellings, .animation)
  }
}
