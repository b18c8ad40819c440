import Diagnosis

/// Says whom the tracker follows.
@frozen
public struct SelectStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Whom the tracker follows.
  package var choice: Choice {
    switch view.detail {
    case 0: .none
    case 1: .point(x: ExpressionView(view.first), y: ExpressionView(view.second))
    default: .subject(SubjectView(view))
    }
  }

  package enum Choice {
    case none
    case point(x: ExpressionView, y: ExpressionView)
    case subject(SubjectView)
  }
}

extension Parser {
  /// Reads the choice of a subject.
  ///
  ///     select = "select" ( "none" | "at" expression "," expression | subject ) .
  mutating func select() throws(Unreadable) -> NodeID {
    let node = add(.select, at: token.start)
    advance()
    var children = Children(of: node)
    takeSubjectBelow()
    if take(.none) { return node }
    if take(.at) {
      tree[node].detail = 1
      children.append(try expression(), as: .x, in: tree)
      try expect(.comma, "','")
      children.append(try expression(), as: .y, in: tree)
      return node
    }
    guard at(.person) || at(.object) else {
      throw fail { $0.unknownSubject() }
    }
    tree[node].detail = 2
    try subject(&children)
    return node
  }

  /// The report of a point in the picture here, behind a subject, which has none; nil if no point
  /// stands here.
  func trailingSelect() -> Diagnostic? {
    let rest = restOfLine()
    guard at(.at), rest.count == 4, rest[2].kind == .comma else { return nil }
    let words = restOfLine(from: reading.start)
    let subject = SourceSpan(words[1].start, previousEnd)
    let whole = SourceSpan(words[1].start, token.start)
    return .superfluousWord(
      text(of: subject), at: subject, whole: whole, "who is at the point is selected")
  }

  /// Reports a subject that stands alone in the next line, and goes on with it.
  private mutating func takeSubjectBelow() {
    let gap = SourceSpan(previousEnd, token.start)
    let below: [Keyword] = [.person, .object, .none]
    guard token.startsLine, token.keyword.map(below.contains) == true, nextEnds(behind: token),
      !text(of: gap).contains("#")
    else { return }
    report(
      .expected(
        "'none', 'at', 'person' or 'object'", found: "the end of the line", at: place,
        fixIts: [FixIt("write it in one line", gap, " ")]))
    token.startsLine = false
  }

  /// The report of a subject that does not stand here.
  private func unknownSubject() -> Diagnostic {
    withNameOfPerson(
      unknownWord(
        "'none', 'at', 'person' or 'object'", ["none", "at", "person", "object"], .subject,
        isListed: true), behind: .select)
  }
}

extension Checker {
  mutating func check(_ select: SelectStatement) {
    switch select.choice {
    case .none: break
    case .subject(let subject): note(subject)
    case .point(let x, let y):
      for share in [x, y] { self.share(share, as: "a share of the picture") }
    }
  }
}
