import Motion
import Schedules

// A handler takes the place of the show and of all other handlers.

extension Scheduler {
  /// Ends all but the running task, that of the handler number `index`, and brings the axes to
  /// rest as quickly as can be; its block takes back their limits.
  ///
  /// Of the handlers that the same event calls, those further down the script have yet to begin.
  mutating func replaceShow(for index: Int) throws(Halt) {
    let losers = tasks.parts.filter {
      guard $0 != tasks.running.slot, let other = tasks.others[$0], !other.hasEnded else {
        return false
      }
      return other.handler.map { !events.isYetToBegin($0, after: index) } ?? true
    }
    let isInMode = modes.current != nil
    if !isInMode { events.close(at: milliseconds) }
    dropCalls(but: events.handlers[index].occasion)
    try abandonPauses()
    let owing = owing(losers)
    for slot in losers {
      if let index = tasks.others[slot]?.handler {
        note(events.handlers[index], at: now, .preempted)
        (events.handlers[index].phase, events.handlers[index].slot) = (.idle, -1)
      } else if !isInMode {
        events.handlings.append(
          Handling(line: 0, start: min(0, milliseconds), end: milliseconds, result: .preempted))
      }
      cancel(slot)
      tasks.others[0]?.fork?.alive -= 1
    }
    tasks.dequeueEnded()
    try letGo(losers)
    try settle(owing)
    try stop(losers)
    for slot in losers { remove(slot) }
    if isInMode { waitInReplacedMode() }
  }

  /// Ends a performance whose time is up: no handler is called any more, and those in progress end.
  mutating func endPerformance() throws(Halt) {
    events.close(at: milliseconds)
    dropCalls(but: 0)
    try abandonPauses()
    for index in events.handlers.indices where events.handlers[index].phase != .idle {
      note(events.handlers[index], at: now, .preempted)
      (events.handlers[index].phase, events.handlers[index].slot) = (.idle, -1)
    }
  }

  /// Drops the calls in line, but for those by the event number `occasion`; the only call of a
  /// handler may still come.
  private mutating func dropCalls(but occasion: Int) {
    for call in events.waitingCalls where call.occasion != occasion {
      note(events.handlers[call.handler], at: now, .dropped)
      if events.handlers[call.handler].isOnce { callAgain(call.handler) }
    }
    events.waitingCalls.removeAll { $0.occasion != occasion }
  }
}
