import Diagnosis
import Language
import Schedules

extension Scheduler {
  /// Begins to wait for an event.
  mutating func perform(_ wait: WaitForStatement) throws(Halt) {
    let event = try event(wait.event)
    var end: Int64?
    if let longest = wait.longest {
      end = now + Scheduler.nanoseconds(try time(longest, what: "a wait", allowsZero: true))
    }
    if let end, end > longest {
      throw halt(.scheduleTooLong(Int(longest / 1_000_000), at: statementSpan))
    }
    tasks.running.wait = ScriptTask.Wait(
      since: now, end: end, window: events.awaited.count, statement: wait)
    events.awaited.append(
      Awaited(
        event: event, start: milliseconds, end: end.map(Scheduler.milliseconds),
        line: builder.line(of: tasks.running.origin), slot: tasks.running.slot, node: wait.id.index)
    )
    if let end { tasks.running.now = end }
    let slot = tasks.running.slot
    rest()
    if end != nil { tasks.enqueue(slot) }
    try resumeNext()
  }

  /// Goes on with the task that has waited for as long as it was to.
  mutating func endWait(isFound: Bool) {
    guard let wait = tasks.running.wait else { return }
    tasks.running.wait = nil
    events.awaited[wait.window].end = milliseconds
    guard let statement = wait.statement else { return }
    if let body = isFound ? statement.found : statement.timeout {
      open(.block, body, of: statement.view)
    }
  }
}
