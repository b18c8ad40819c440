import Diagnosis
import Language
import Quantities
import Schedules

extension Scheduler {
  /// Waits until a condition holds, unless it holds already.
  mutating func perform(_ wait: WaitUntilStatement) throws(Halt) {
    let condition = try condition(wait.condition)
    if let holds = condition.known {
      if !holds { throw halt(.neverHolds(at: span(of: wait.condition))) }
      return
    }
    if wait.longest == nil { checkTurnOfWait() }
    // The answer comes with the next cue.
    _ = try ask([condition], for: wait.view)
  }

  /// Begins to wait until `condition` holds; the running task does not go on until it is its turn.
  mutating func beginWait(
    _ wait: WaitUntilStatement, _ condition: Condition
  ) throws(Halt) {
    var end: Instant?
    if let longest = wait.longest {
      end = now + Nanoseconds(nearest: try time(longest, what: "a wait", allowsZero: true))
    }
    if let end, end > longest {
      throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
    }
    let window = events.awaited.count
    events.awaited.append(
      Awaited(
        .state(condition), start: milliseconds, end: end?.milliseconds,
        line: builder.line(of: wait.start), slot: tasks.running.slot, node: wait.id.index))
    tasks.running.wait = ScriptTask.Wait(since: now, end: end, windows: window..<window + 1)
    if let end { tasks.running.now = end }
  }
}

extension Diagnostic {
  fileprivate static func neverHolds(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "this never holds, so the script would wait forever", at: span,
      notes: ["a wait ends by what is read in the show, such as 'person'"])
  }
}
