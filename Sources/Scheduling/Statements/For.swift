import Diagnosis
import Language
import Schedules

extension Scheduler {
  mutating func perform(_ loop: ForStatement) throws(Halt) {
    if loop.isList { return try performList(loop) }
    let (from, to) = (loop.lower, loop.upper)
    let first = try value(from)
    let last = try value(to)
    let by = loop.step
    var step = last < first ? -1.0 : 1.0
    if let by {
      step = try value(by)
      if step == 0 { throw emptyStep(by) }
    } else if last < first {
      return warnOfNoTurns(from, to, by: nil, hasStep: false)
    }
    // A part in a million of a step is forgiven, so that 0 .. 1 by 0.1 has its eleven turns.
    let turns = ((last - first) / step + 1e-6).rounded(.down) + 1
    if turns < 1, step < 0, let by { return warnOfNoTurnsDown(from, to, by: by) }
    if turns < 1 { return warnOfNoTurns(from, to, by: by, hasStep: by != nil) }
    open(.counting, loop.body, of: loop.view)
    tasks.running.frame.turns = turns
    tasks.running.frame.first = first
    tasks.running.frame.step = step
    evaluator.store(first, at: loop.label)
    try begin(loop.view)
  }

  /// Begins a loop through the values of a list.
  private mutating func performList(_ loop: ForStatement) throws(Halt) {
    open(.counting, loop.body, of: loop.view)
    tasks.running.frame.turns = Double(loop.values.reduce(0) { count, _ in count + 1 })
    tasks.running.frame.values = loop.values
    try nameValue(of: loop)
    try begin(loop.view)
  }

  /// Gives the name of `loop` the value for its present turn.
  mutating func nameValue(of loop: ForStatement) throws(Halt) {
    let frame = tasks.running.frame
    guard loop.isList else {
      return evaluator.store(frame.first + frame.turn * frame.step, at: loop.label)
    }
    guard let value = tasks.running.frame.values.next() else { return }
    evaluator.store(value, at: loop.label)
    if evaluator.failure != nil { throw failed(value) }
  }

  /// Warns of a loop that runs no turn if its range is written in numbers: one that is calculated
  /// may well hold nothing.
  @inline(never)
  private mutating func warnOfNoTurns(
    _ from: ExpressionView, _ to: ExpressionView, by step: ExpressionView?, hasStep: Bool
  ) {
    guard literal(in: from) != nil, literal(in: to) != nil, isNew(.loopWithoutTurns) else { return }
    let start = step.flatMap { literal(in: $0) }.map { span(of: $0).start }
    report(
      .loopWithoutTurns(
        at: span(of: from).union(span(of: to)),
        minus: start.map { SourceSpan($0, $0) }, swap: swap(from, to), hasStep: hasStep))
  }

  /// Warns of a loop that counts down through a range that goes up.
  @inline(never)
  private mutating func warnOfNoTurnsDown(
    _ from: ExpressionView, _ to: ExpressionView, by step: ExpressionView
  ) {
    guard literal(in: from) != nil, literal(in: to) != nil, isNew(.loopWithoutTurns) else { return }
    let sign = span(of: step).start
    report(
      .loopDownwards(
        at: span(of: from).union(span(of: to)),
        minus: step.negated == nil ? nil : SourceSpan(sign, sign + 1), swap: swap(from, to)))
  }

  @inline(never)
  private mutating func emptyStep(_ node: ExpressionView) -> Halt {
    halt(.emptyStep(at: span(of: node)))
  }
}
