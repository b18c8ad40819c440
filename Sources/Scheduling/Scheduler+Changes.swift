import Diagnosis
import Language
import Motion
import Printing
import Schedules

// The changes that would mend what is found: they look at how a statement is written.

extension Scheduler {
  func span(of node: UInt32) -> SourceSpan { program.program.span(of: node) }

  /// The number in `node`, with or without a direction; nil if it is calculated or has a name.
  func literal(in node: UInt32) -> UInt32? {
    let place = nodes[Int(node)]
    if place.kind == .number { return node }
    guard place.kind == .directed, nodes[Int(place.payload)].kind == .number else { return nil }
    return place.payload
  }

  /// The text of the number in `node`; nil if it is calculated or has a name.
  func literalSpan(in node: UInt32) -> SourceSpan? { literal(in: node).map(span(of:)) }

  /// The value that `node` gives `axis`: its part of a pose that is written out, or all of it.
  func part(of node: UInt32, for axis: Axis) -> UInt32 {
    guard nodes[Int(node)].kind == .pose else { return node }
    var part = nodes[Int(node)].payload
    while part != 0 {
      if Int(nodes[Int(part)].detail) == axis.rawValue { return nodes[Int(part)].payload }
      part = nodes[Int(part)].next
    }
    return node
  }

  /// The exchange of the texts of `first` and `second`.
  func swap(_ first: UInt32, _ second: UInt32) -> FixIt {
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
    guard compilation.test == nil, let script = program.sources.files.first else { return nil }
    let end = UInt32(script.bytes.count)
    let text = script.bytes.last == 0x0A ? "stop\n" : "\nstop"
    return FixIt("write 'stop' at the end", SourceSpan(end, end), text)
  }

  /// Reports the value of `node`, which is too small.
  mutating func notPositive(
    _ what: String, _ value: Double, _ node: UInt32, _ unit: String, allowsZero: Bool = false
  ) -> Halt {
    let place = nodes[Int(node)]
    let isWritten =
      literal(in: node) != nil
      || place.kind == .negation && nodes[Int(place.payload)].kind == .number
    return halt(
      .notPositive(
        what, allowsZero: allowsZero, found: isWritten ? nil : decimal(value),
        unit: unit, at: span(of: node)))
  }

  func evaluation(_ failure: Evaluator.Failure) -> Diagnostic {
    if failure.code == .stepBudget {
      return .stepBudget(evaluator.allowance, at: span(of: failure.node))
    }
    return .evaluation(
      failure, isMember: nodes[Int(failure.node)].kind == .member, at: span(of: failure.node))
  }

  /// The first word of the statement at hand that names `axis`; the statement if none does.
  func wordSpan(of axis: Axis) -> SourceSpan {
    program.program.wordSpan(ofAxis: UInt8(axis.rawValue), in: statementSpan) ?? statementSpan
  }

  /// The report of the easing `node`, whose curve does not begin and end at rest.
  func notAtRest(_ node: UInt32) -> Diagnostic {
    let y1 = nodes[Int(nodes[Int(node)].payload)].next
    let y2 = nodes[Int(nodes[Int(y1)].next)].next
    let edits = [(y1, "0"), (y2, "1")].map { FixIt.Edit(span(of: $0.0), $0.1) }
    return .curveNotAtRest(
      at: span(of: node), fixIts: [FixIt("let it begin and end level, at 0 and 1", edits)])
  }
}
