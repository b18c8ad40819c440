/// Sets the state of tracking after the motors are given back; `on` gives them back at once.
@frozen
public struct TrackingStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { isOn ? .axes(AxisUse.all) : .none }

  /// True of `on`.
  @inlinable @inline(__always)
  public var isOn: Bool { view.detail == 1 }
}

extension Parser {
  /// Reads where tracking is given back to.
  ///
  ///     tracking = "tracking" ( "on" | "off" ) .
  mutating func tracking() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    return add(.tracking, at: start, detail: try power() ? 1 : 0)
  }

  /// Reads `on` or `off`.
  mutating func power() throws(Unreadable) -> Bool {
    let isOn = take(.on)
    if !isOn, !take(.off) {
      throw fail(unknownWord("'on' or 'off'", ["on", "off"], .power, isListed: true))
    }
    return isOn
  }
}
