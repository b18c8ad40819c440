import Diagnosis

/// The name of a place in the schedule.
@frozen
public struct MarkStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The name, as text.
  @inlinable @inline(__always)
  public var name: StringView { StringView(view.first) }
}

extension Parser {
  /// Reads the name of a place.
  ///
  ///     mark = "mark" string .
  mutating func mark() throws(Unreadable) -> NodeID {
    let node = add(.mark, at: token.start)
    advance()
    guard at(.string), !token.startsLine else {
      throw fail(missingString("the mark's name in quotes"))
    }
    var children = Children(of: node)
    children.append(
      add(.string, at: token.start, holding: token.symbol + stringBase), as: .value, in: tree)
    advance()
    return node
  }
}

extension Checker {
  mutating func check(_ mark: MarkStatement) {
    if tree.strings[mark.name.index].isEmpty {
      report(.emptyName(at: program.span(of: mark.name)))
    }
  }
}

extension Diagnostic {
  /// Reports a mark whose name is the empty text at `span`.
  fileprivate static func emptyName(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected the mark's name in the quotes, found nothing", at: span,
      notes: ["a name says what begins here, as in 'mark \"verse\"'"])
  }
}
