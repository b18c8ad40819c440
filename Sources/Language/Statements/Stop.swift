import Diagnosis

/// Brings axes that turn to rest.
@frozen
public struct StopStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(named == 0 ? AxisUse.all : named) }

  /// The axes that it names, as bits: pan 1, tilt 2, roll 4; 0 if it means all.
  @inlinable @inline(__always)
  public var named: UInt8 { view.detail }

  /// How long it takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.firstIfAny.map(ExpressionView.init) }
}

extension Parser {
  /// Reads a stop.
  ///
  ///     stop = "stop" [ axis { "," axis } ] [ "over" expression ] .
  mutating func stop() throws(Unreadable) -> NodeID {
    let node = add(.stop, at: token.start)
    advance()
    if keywordHere?.axis != nil { tree[node].detail = try axes() }
    var children = Children(of: node)
    if takeOnAnyLine(.over) {
      children.append(try expression(), as: .over, in: tree)
    }
    return node
  }

  /// The report of the word that does not follow a stop; nil if nothing is known of it.
  func trailingStop(after start: UInt32) -> Diagnostic? {
    guard token.kind == .word else { return nil }
    let word = tokenText.lowercased()
    if ForeignWords.allAxes.contains(word) { return superfluous("'stop' alone stops all axes") }
    if ["show", "script", "program"].contains(word) { return endOfShow(from: start) }
    guard token.keyword?.axis != nil else { return nil }
    if lastToken(from: start).keyword?.axis == nil { return axisBehindTime(from: start) }
    let gap = SourceSpan(previousEnd, token.start)
    return .trailing(tokenText, at: token.span, fixIts: [FixIt("write ', '", gap, ", ")])
  }

  /// The report of the show, which is to be stopped by the statement at `start`.
  private func endOfShow(from start: UInt32) -> Diagnostic {
    let whole = SourceSpan(start, token.end)
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: [
        "'stop' brings axes to rest; a script ends with its last line, or in a mode with "
          + "'go to end'"
      ], fixIts: nesting.isInMode ? [FixIt("write 'go to end'", whole, "go to end")] : [])
  }

  /// The report of the axis here, behind the time in which the statement at `start` stops.
  private func axisBehindTime(from start: UInt32) -> Diagnostic {
    let stop = SourceSpan(start, start + UInt32(Keyword.stop.spelling.utf8.count))
    let ours = "stop \(tokenText)\(text(of: SourceSpan(stop.end, previousEnd)))"
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["axes stand right behind 'stop'"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, token.end), ours)])
  }
}

extension Checker {
  mutating func check(_ stop: StopStatement) {
    if let length = stop.length { quantity(length, .time, as: "what follows 'over'") }
  }
}
