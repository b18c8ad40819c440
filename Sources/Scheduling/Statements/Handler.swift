import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

extension Scheduler {
  /// Registers a handler: from now on it may be called.
  mutating func perform(_ statement: HandlerStatement) throws(Halt) {
    let known = events.handlers.firstIndex { $0.handler.statement.id == statement.id }
    if modes.current != nil, let known { return callAgain(known) }
    guard let handler = declaration(of: statement), try mayBeCalled(statement) else { return }
    var period = 0.0
    if let least = statement.period { period = try time(least, what: "the least time between two") }
    var policy = statement.policy
    if handler.axes == 0, policy == .queued || policy == .ignoring { policy = .alongside }
    var called = CalledHandler(
      handler: handler, event: try event(statement.event), policy: policy,
      line: builder.line(of: tasks.running.origin),
      late: tasks.running.late,
      condition: try statement.condition.map { condition throws(Halt) in
        try liveCondition(behind: condition)
      } ?? nil,
      period: Nanoseconds(nearest: period), opening: now)
    if compilation.lastCalls.indices.contains(events.handlers.count),
      let last = compilation.lastCalls[events.handlers.count]
    {
      called.opening = max(now, Instant(Milliseconds(last)) + called.period)
      called.isActive = !called.isOnce
    }
    if statement.period == nil, !called.isOnce {
      checkRepeats(of: called.event.kind, at: statement.event)
    }
    events.handlers.append(called)
    if called.isActive { events.awaitCall(of: events.handlers.count - 1, at: now) }
  }

  /// Lets events call again for the handler number `index`: its mode has begun anew, or its only
  /// call was dropped.
  mutating func callAgain(_ index: Int) {
    events.handlers[index].isActive = true
    events.handlers[index].opening = now
    events.awaitCall(of: index, at: now)
  }

  /// The handler that `statement` declares.
  private func declaration(of statement: HandlerStatement) -> CheckedProgram.Handler? {
    guard let test = compilation.test else {
      // They stand in the order in which they are come upon, but for those of modes.
      let rest = modes.current == nil ? program.handlers.dropFirst(events.handlers.count) : []
      return rest.first { $0.statement.id == statement.id }
        ?? program.handlers.first { $0.statement.id == statement.id }
    }
    return (program.tests[test].handlers + program.handlers).first {
      $0.statement.id == statement.id
    }
  }

  /// Makes what follows in a test the show of its handlers; false if `statement` waits until the
  /// test plays the script, which is the show then.
  private mutating func mayBeCalled(_ statement: HandlerStatement) throws(Halt) -> Bool {
    guard let test = compilation.test, tasks.running.slot == 0 else { return true }
    if program.tests[test].performance != nil {
      waitingHandlers.append(statement)
      return false
    }
    branchShow()
    return true
  }

  /// Warns of a handler for events of `kind` if the dock sends them again and again.
  private mutating func checkRepeats(of kind: EventKind, at event: EventView) {
    let repetitions = model.quirks.compactMap(\.repetition)
    guard let repetition = repetitions.first(where: { $0.event == kind }), isNew(.repeatedEvent)
    else { return }
    report(.repeatedEvent(repetition, model.name, at: program.program.span(of: event)))
  }
}

extension Diagnostic {
  /// Reports a handler at `span` for the event that the dock `name` repeats, as `repetition`
  /// says.
  fileprivate static func repeatedEvent(
    _ repetition: Quirk.Repetition, _ name: String, at span: SourceSpan
  ) -> Diagnostic {
    let word = repetition.event.rawValue
    return Diagnostic(
      .repeatedEvent, "the '\(name)' sends '\(word)' again \(repetition.occasion)", at: span,
      label: "called each time",
      notes: ["write a block that may run again, and limit its calls with 'at most every'"])
  }
}
