import Diagnosis
import Language
import Motion
import Printing
import Schedules

// Where a finding is inside gestures and loops: which calls and turns lead there, and with which
// values.
extension Scheduler {
  /// Reports `diagnostic` and gives the signal that evaluation cannot go on.
  mutating func halt(_ diagnostic: Diagnostic) -> Halt {
    report(diagnostic)
    return Halt()
  }

  /// True if the code `code` has not been reported for the current statement.
  mutating func isNew(_ code: DiagnosticCode) -> Bool {
    findings.isNew(code, at: tasks.running.origin)
  }

  /// The text of the current statement.
  var statementSpan: SourceSpan { span(ofStatement: tasks.running.origin) }

  /// The text of the statement at `origin`.
  func span(ofStatement origin: UInt32) -> SourceSpan {
    program.program.statementSpan(at: origin)
  }

  /// Reports `diagnostic`; an error with the calls and loops around it.
  mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.motion?.isInCue = tasks.cue > 0
    guard diagnostic.severity == .error, let span = diagnostic.span else {
      return findings.report(diagnostic)
    }
    var located = diagnostic
    let context = context(of: span)
    located.labels += context.prefix(Scheduler.shownContext)
    if context.count > Scheduler.shownContext {
      located.notes.append(
        "\(context.count - Scheduler.shownContext) more calls and loops are around")
    }
    findings.report(located)
  }

  /// How many calls and loops around a finding are shown.
  private static let shownContext = 8

  /// The calls and loops that `span` is inside of, the innermost first.
  func context(of span: SourceSpan) -> [Diagnostic.Label] {
    var labels: [Diagnostic.Label] = []
    var span = span
    var base = evaluator.stack.base
    var calls = tasks.running.calls[...]
    var rendition = rendition
    for frame in [tasks.running.frame] + tasks.running.outer.reversed() {
      if frame.kind == .call, let call = calls.popLast() {
        let callee = program.callables[call.callee]
        if holds(callee.block, span) {
          let values = callee.parameters.compactMap { parameter(program.parameters[$0], at: base) }
          let words =
            (values.isEmpty ? "" : " with \(values.joined(separator: ", "))")
            + (rendition.words.map { ", \($0)" } ?? "")
          if let node = frame.node {
            labels.append(Diagnostic.Label(self.span(of: node), "called here\(words)"))
          }
        }
        if let node = frame.node { (base, span) = (call.values, self.span(of: node)) }
        rendition = call.rendition
      } else if let body = frame.body, let node = frame.node, holds(body, span),
        let words = turn(frame, at: base)
      {
        labels.append(Diagnostic.Label(program.program.tokenSpan(at: node.start), words))
      }
    }
    return labels + entrance(around: span)
  }

  /// The 'go to' that led to the mode that `span` is in, with the pose then; none if there is none.
  private func entrance(around span: SourceSpan) -> [Diagnostic.Label] {
    guard let mode = modes.current, let entrance = modes.entrance, tasks.running.handler == nil,
      holds(program.modes[mode].statement.body, span)
    else { return [] }
    let words = Scheduler.words(for: entrance.pose)
    return [
      Diagnostic.Label(
        self.span(ofStatement: entrance.origin),
        "the mode is entered here" + (words.isEmpty ? "" : ", at \(words)"))
    ]
  }

  private func holds(_ body: BlockView, _ span: SourceSpan) -> Bool {
    let outer = self.span(of: body)
    return outer.start <= span.start && span.end <= outer.end
  }

  /// The turn of the loop `frame`, whose values begin at `base`; nil if it is none.
  private func turn(_ frame: ScriptTask.Frame, at base: Int) -> String? {
    let turn = decimal(frame.turn + 1)
    switch frame.kind {
    case .counting:
      guard case .for(let loop)? = frame.node?.statement else { return nil }
      let name = program.sources.text(of: span(of: loop.label))
      let words = words(at: base + Int(loop.label.place.index), program.shown[loop.label.id])
      return words.map { "here with \(name) = \($0)" }
        ?? "iteration \(turn) of \(decimal(frame.turns))"
    case .repeating: return "iteration \(turn) of \(decimal(frame.turns))"
    case .every: return "iteration \(turn)"
    case .forever, .whilst: return frame.turn > 0 ? "iteration \(turn)" : nil
    case .task, .block, .call, .fork: return nil
    }
  }

  /// The name and the value of `parameter` in the frame of values at `base`; nil if it is a text.
  private func parameter(_ parameter: CheckedProgram.Parameter, at base: Int) -> String? {
    words(at: base + Int(parameter.slot), parameter.shown).map {
      "\(program.name(of: parameter)) = \($0)"
    }
  }

  /// The value at `place` of the stack, as `kind` says; nil if it is a text.
  private func words(at place: Int, _ kind: ShownValue?) -> String? {
    guard let kind else { return nil }
    let values = evaluator.stack.memory + place
    return kind == .pose
      ? Scheduler.words(for: PerAxis(yaw: values[0], pitch: values[1], roll: values[2]))
      : Scheduler.words(for: values[0], kind)
  }
}
