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
    strand.wait = Strand.Wait(
      since: now, end: end, window: awaited.count, statement: wait)
    awaited.append(
      Awaited(
        event: event, start: milliseconds, end: end.map(Scheduler.milliseconds),
        line: builder.line(of: strand.origin), slot: strand.slot, node: wait.id.index))
    if let end { strand.now = end }
    let slot = strand.slot
    rest()
    if end != nil { enqueue(slot) }
    try resumeNext()
  }

  /// Goes on with the strand that has waited for as long as it was to.
  mutating func endWait(isFound: Bool) {
    guard let wait = strand.wait else { return }
    strand.wait = nil
    awaited[wait.window].end = milliseconds
    let body = isFound ? wait.statement.found : wait.statement.timeout
    if let body { open(.block, body, of: wait.statement.view) }
  }
}
