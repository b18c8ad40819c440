import Diagnosis
import Language
import Motion
import Printing

// The changes that would mend what is found: they look at how a statement is written.

extension Scheduler {
  func span(of node: some SyntaxView) -> SourceSpan { program.program.span(of: node) }

  /// The number in `node`, with or without a direction; nil if it is calculated or has a name.
  func literal(in node: ExpressionView) -> NumberView? {
    node.isPicked ? nil : node.number ?? node.directed?.value.number
  }

  /// The text of the number in `node`; nil if it is calculated or has a name.
  func literalSpan(in node: ExpressionView) -> SourceSpan? {
    literal(in: node).map { span(of: $0) }
  }

  /// The value that `node` gives `axis`: its part of a pose that is written out, or all of it.
  func part(of node: ExpressionView, for axis: Axis) -> ExpressionView {
    guard let pose = node.pose, !node.isPicked else { return node }
    return pose.targets.first { Int($0.axis) == axis.rawValue }?.value ?? node
  }

  /// The exchange of the texts of `first` and `second`.
  func swap(_ first: ExpressionView, _ second: ExpressionView) -> FixIt {
    let (one, other) = (span(of: first), span(of: second))
    return FixIt(
      "exchange the two",
      [
        FixIt.Edit(one, program.sources.text(of: other)),
        FixIt.Edit(other, program.sources.text(of: one)),
      ])
  }

  /// The addition of 'stop' before the statement at `offset`.
  func stop(before offset: UInt32) -> FixIt {
    let (line, start) = program.sources.file(at: offset).line(at: offset)
    let before = line.prefix(Int(offset - start))
    let isFirst = before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let blanks = String(decoding: before, as: UTF8.self)
    return FixIt(
      "write 'stop' before it", SourceSpan(offset, offset), isFirst ? "stop\n" + blanks : "stop; ")
  }

  /// The addition of 'stop' at the end of the script.
  var stopAtEnd: FixIt? {
    // Below a mode nothing is carried out.
    guard compilation.test == nil, program.modes.isEmpty,
      let script = program.sources.files.first
    else { return nil }
    let end = UInt32(script.bytes.count)
    let text = script.bytes.last == 0x0A ? "stop\n" : "\nstop"
    return FixIt("write 'stop' at the end", SourceSpan(end, end), text)
  }

  /// Reports the value of `node`, which is too small: if it is more than zero, a thousandth is the
  /// least.
  mutating func notPositive(
    _ what: String, _ value: Double, _ node: ExpressionView, _ unit: String,
    allowsZero: Bool = false
  ) -> Halt {
    let isWritten = literal(in: node) != nil || node.negated?.kind == .number
    return halt(
      .notPositive(
        what, allowsZero: allowsZero, isLess: value > 0, found: isWritten ? nil : decimal(value),
        unit: unit, at: span(of: node)))
  }

  func evaluation(_ failure: Evaluator.Failure) -> Diagnostic {
    if failure.code == .stepBudget {
      return .stepBudget(evaluator.allowance, at: span(of: failure.node))
    }
    var report = Diagnostic.evaluation(
      failure, isMember: failure.isMember, at: span(of: failure.node))
    let isOwn = program.program.sources.file(at: span(of: failure.node).start).base == 0
    if failure.code == .beatWithoutTempo, compilation.test == nil, isOwn {
      let start = SourceSpan(0, 0)
      report.fixIts = [FixIt("write 'tempo 120bpm' at the beginning", start, "tempo 120bpm\n")]
    }
    return report
  }

  /// The first word of the current statement that names `axis`; the statement if none does.
  func wordSpan(of axis: Axis) -> SourceSpan {
    program.program.wordSpan(ofAxis: UInt8(axis.rawValue), in: statementSpan) ?? statementSpan
  }

  /// The report of the easing `node`, whose curve does not begin and end at rest.
  func notAtRest(_ easing: EasingView) -> Diagnostic {
    let numbers = Array(easing.numbers)
    guard numbers.count == 4 else { return .curveNotAtRest(at: span(of: easing), fixIts: []) }
    // Level ends need the y of the end, and an x that is not that of the end.
    var written = numbers.map { program.program.sources.text(of: span(of: $0)) }
    if Double(written[0]) == 0 { written[0] = "0.1" }
    if Double(written[2]) == 1 { written[2] = "0.9" }
    (written[1], written[3]) = ("0", "1")
    let ours = "bezier(\(written.joined(separator: ", ")))"
    return .curveNotAtRest(
      at: span(of: easing), fixIts: [FixIt("write '\(ours)'", span(of: easing), ours)])
  }

  @inline(never)
  mutating func notWhole(_ value: Double, _ node: ExpressionView) -> Halt {
    let span = span(of: node)
    let text = program.sources.text(of: span)
    let known = literal(in: node) == nil ? decimal(value) : nil
    if value > 0, value == value.rounded() { return halt(.wholeTooLarge(at: span)) }
    return halt(.notWhole(at: span, text: value > 0 ? text : nil, value: known))
  }
}

extension Diagnostic {
  fileprivate static func curveNotAtRest(at span: SourceSpan, fixIts: [FixIt]) -> Diagnostic {
    Diagnostic(
      .curveNotAtRest, "the curve does not begin and end at rest, which no motor can follow",
      at: span,
      notes: ["in 'bezier(x1, y1, x2, y2)', y1 is 0, y2 is 1, x1 is above 0 and x2 below 1"],
      fixIts: fixIts)
  }
}
