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
    let name = tree.strings[mark.name.index]
    if name.isEmpty {
      return report(
        .emptyName(
          of: "mark", at: program.span(of: mark.name),
          "a name says what begins here, as in 'mark \"verse\"'"))
    }
    guard context.current == nil, context.isTopLevel || context.mode != nil && nesting.level == 1
    else {
      return report { $0.misplaced(mark) }
    }
    checked.marks.append(CheckedProgram.Mark(name: name, statement: mark, mode: context.mode))
  }

  /// Reports marks that have the name of one above them.
  mutating func checkMarks() {
    reportSeconds(
      checked.marks.map { ($0.name, program.span(of: $0.statement.name)) }, "mark",
      "a show begins at a mark by its name, so each has its own")
  }

  /// The report of `mark`, which stands where the script may come more than once, or not at all.
  private func misplaced(_ mark: MarkStatement) -> Diagnostic {
    let notes =
      context.isInTest
      ? ["a test plays the script from a mark with 'perform from \"verse\"'"]
      : ["a show begins at a mark, so it is one place that the script comes to"]
    return Diagnostic(
      .misplacedMark, "a mark stands at the top of the script or directly in a mode",
      at: program.span(of: mark), notes: notes, fixIts: moved(mark).map { [$0] } ?? [])
  }

  /// The move of `mark` above the statement of the top, or of the mode, in which it stands; nil if
  /// that is not done just once, or the name would be there twice.
  private func moved(_ mark: MarkStatement) -> FixIt? {
    let name = tree.strings[mark.name.index]
    guard context.current == nil, !context.isInHandler, !context.isInTest,
      !checked.marks.contains(where: { $0.name == name })
    else { return nil }
    func holder(in statements: NodeList) -> NodeView? {
      var found: NodeView?
      for node in statements where node.start <= mark.start { found = node }
      return found
    }
    guard var outer = holder(in: program.statements(ofFile: 0).statements) else { return nil }
    if case .mode(let mode) = outer.statement {
      guard let inner = holder(in: mode.body.statements) else { return nil }
      outer = inner
    }
    // Above a decision, or what stands before it in its block, it would be another place.
    let view = outer.statement.view
    guard context.siblings?.first(where: { $0.start <= mark.start })?.start == mark.start,
      view is ForeverStatement || view is WhileStatement || view is RepeatStatement
        || view is ForStatement || view is EveryStatement || view is ConcurrentStatement
    else { return nil }
    let (whole, file) = (program.span(of: mark), program.sources.file(at: outer.start))
    let start = file.line(at: outer.start).start
    let before = file.bytes[Int(start - file.base)..<Int(outer.start - file.base)]
    let blanks = String(decoding: before, as: UTF8.self)
    let isAlone = blanks.allSatisfy { $0 == " " || $0 == "\t" }
    return FixIt(
      "move it above",
      [
        FixIt.Edit(
          SourceSpan(outer.start, outer.start),
          program.sources.text(of: whole) + (isAlone ? "\n\(blanks)" : "; ")),
        FixIt.Edit(withSeparator(whole), ""),
      ])
  }

  /// The text at `span`, a statement, with what parts it from the next one.
  private func withSeparator(_ span: SourceSpan) -> SourceSpan {
    let file = program.sources.file(at: span.start)
    var end = Int(span.end - file.base)
    func skipBlanks() {
      while end < file.bytes.count, file.bytes[end] == 0x20 || file.bytes[end] == 0x09 { end += 1 }
    }
    skipBlanks()
    if end < file.bytes.count, file.bytes[end] == UInt8(ascii: ";") {
      end += 1
      skipBlanks()
      return SourceSpan(span.start, file.base + UInt32(end))
    }
    let line = file.line(at: span.start).start
    let before = file.bytes[Int(line - file.base)..<Int(span.start - file.base)]
    if before.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), end < file.bytes.count,
      file.bytes[end] == 0x0A
    {
      return SourceSpan(line, file.base + UInt32(end) + 1)
    }
    return span
  }
}
