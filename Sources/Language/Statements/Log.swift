import Diagnosis
import Vocabulary

/// A line for the log.
@frozen
public struct LogStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is written, one after the other.
  @inlinable @inline(__always)
  public var values: ExpressionList { ExpressionList(view.children) }
}

extension Parser {
  /// Reads a line for the log.
  ///
  ///     log = "log" aim { "," aim } .
  mutating func log() throws(Unreadable) -> NodeID {
    let node = add(.log, at: token.start)
    advance()
    var children = Children(of: node)
    context.readsWorld = true
    children.append(try aim(), as: .value, in: tree)
    while take(.comma) { children.append(try aim(), as: .value, in: tree) }
    context.readsWorld = false
    return node
  }

  /// The report of what does not follow the values of a line for the log; nil if nothing is known
  /// of it.
  func trailingLog(after start: UInt32) -> Diagnostic? {
    if let keyword = token.keyword, keyword.axis != nil, !token.startsLine, nextEnds(behind: token)
    {
      return .axisAsValue(keyword, at: token.span)
    }
    if at(.string), let report = valuesInString(from: start) { return report }
    guard startsExpression else { return nil }
    let gap = SourceSpan(previousEnd, token.start)
    return .expected(
      "','", found: "'\(tokenText)'", at: token.span,
      notes: ["',' separates what is written, as in 'log \"way \", 30deg'"],
      fixIts: [FixIt("write ','", gap, ", ")])
  }

  /// The report of the string here, which stands behind a letter, as in `log f"n {n}"`; nil if it
  /// stands behind anything else.
  private func valuesInString(from start: UInt32) -> Diagnostic? {
    let letter = lastToken(from: start)
    guard letter.kind == .word, letter.end == token.start, !isDeclaredAsValue(letter.symbol) else {
      return nil
    }
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["a string holds no values: they stand behind it, as in 'log \"way \", 30deg'"],
      fixIts: [FixIt("remove '\(text(of: letter.span))'", letter.span, "")])
  }
}

extension Checker {
  /// Reports the sum `value` of a text and something else, as others join what is written; false if
  /// it is none.
  private mutating func reportsJoinedTexts(_ value: ExpressionView) -> Bool {
    var (parts, rest) = ([value], value)
    while let sum = rest.binary, sum.symbol == .plus {
      parts.replaceSubrange(0..<1, with: [sum.left, sum.right])
      rest = sum.left
    }
    guard parts.count > 1, let text = parts.first(where: { $0.kind == .string }) else {
      return false
    }
    let spans = parts.map(program.span)
    let edits = zip(spans, spans.dropFirst()).map { one, next in
      FixIt.Edit(SourceSpan(one.end, next.start), ", ")
    }
    let isPlain = edits.allSatisfy {
      program.sources.text(of: $0.span).filter { $0 != " " } == Operator.plus.symbol
    }
    report {
      var report = Diagnostic.wrongOperand(
        Operator.plus.symbol, .text, at: $0.program.span(of: text))
      if isPlain { report.fixIts = [FixIt("write ',' for '+'", edits)] }
      return report
    }
    return true
  }

  mutating func check(_ log: LogStatement) {
    for value in log.values where !reportsJoinedTexts(value) {
      let mayRead = value.name != nil || value.member != nil || value.kind == .subject
      show(value, mayRead ? reading { $0.expression(value) } : expression(value))
    }
  }
}
