import Diagnosis
import Vocabulary

/// Sets the framing mode of the tracker.
@frozen
public struct FrameStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The place of the framing mode in its table.
  @inlinable @inline(__always)
  public var mode: UInt8 { view.detail }
}

extension Parser {
  /// Reads a framing mode.
  ///
  ///     frame = "frame" ( "automatic" | "center" | "left" | "right" ) .
  mutating func frame() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    if at(.person) || at(.object), !token.startsLine, term(FramingMode.self, following) != nil {
      let whole = SourceSpan(token.start, following.start)
      report(
        .superfluousWord(
          tokenText, at: token.span, whole: whole, "as in 'frame left'; 'select' says who it is"))
      advance()
    }
    guard let mode = termHere(FramingMode.self) else {
      let report = unknownWord("a framing", FramingMode.spellings, .framing)
      throw fail(isTrial ? report : plain(report))
    }
    advance()
    return add(.frame, at: start, detail: mode.number)
  }
}
