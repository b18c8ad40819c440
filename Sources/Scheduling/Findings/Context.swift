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
    // What is not shown needs no context, which means a look through the blocks around.
    guard diagnostic.severity == .error, let span = diagnostic.span, findings.reporter.dropped == 0
    else {
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
    var (task, stack) = (tasks.running, evaluator.stack)
    while true {
      add(contextIn: task, stack, of: &span, to: &labels)
      guard task.parent >= 0, let outer = tasks.others[task.parent] else { break }
      (task, stack) = (outer, outer.values)
    }
    return labels + entrance(around: span)
  }

  /// Adds to `labels` the calls and loops of `task`, whose values are `stack`, that are around
  /// `span`, and makes `span` the outermost of the calls.
  private func add(
    contextIn task: ScriptTask, _ stack: ValueStack, of span: inout SourceSpan,
    to labels: inout [Diagnostic.Label]
  ) {
    var base = stack.base
    var calls = task.calls[...]
    var rendition = task.rendition
    for frame in [task.frame] + task.outer.reversed() {
      if frame.kind == .call, let call = calls.popLast() {
        let callee = program.callables[call.callee]
        if holds(callee.block, span) {
          let values = callee.parameters.compactMap {
            parameter(program.parameters[$0], stack, at: base)
          }
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
        let words = turn(frame, stack, at: base)
      {
        labels.append(Diagnostic.Label(program.program.tokenSpan(at: node.start), words))
      }
    }
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
    body.start <= span.start && span.end <= program.program.closingBrace(of: body)
  }

  /// The turn of the loop `frame`, whose values begin at `base` of `stack`; nil if it is none.
  private func turn(_ frame: ScriptTask.Frame, _ stack: ValueStack, at base: Int) -> String? {
    let turn = decimal(frame.turn + 1)
    switch frame.kind {
    case .counting:
      guard case .for(let loop)? = frame.node?.statement else { return nil }
      let name = program.sources.text(of: span(of: loop.label))
      let words = words(
        at: base + Int(loop.label.place.index), of: stack, program.shown[loop.label.id])
      return words.map { "here with \(name) = \($0)" }
        ?? "iteration \(turn) of \(decimal(frame.turns))"
    case .repeating: return "iteration \(turn) of \(decimal(frame.turns))"
    case .every: return "iteration \(turn)"
    case .forever, .whilst: return frame.turn > 0 ? "iteration \(turn)" : nil
    case .task, .block, .call, .fork: return nil
    }
  }

  /// The name and the value of `parameter` in the frame of values at `base` of `stack`; nil if it
  /// is a text.
  private func parameter(
    _ parameter: CheckedProgram.Parameter, _ stack: ValueStack, at base: Int
  ) -> String? {
    words(at: base + Int(parameter.slot), of: stack, parameter.shown).map {
      "\(program.name(of: parameter)) = \($0)"
    }
  }

  /// The value at `place` of `stack`, as `kind` says; nil if it is a text.
  private func words(at place: Int, of stack: ValueStack, _ kind: ShownValue?) -> String? {
    guard let kind else { return nil }
    let values = stack.memory + place
    return kind == .pose
      ? Scheduler.words(for: PerAxis(yaw: values[0], pitch: values[1], roll: values[2]))
      : Scheduler.words(for: values[0], kind)
  }
}
