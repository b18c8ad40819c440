import Motion
import Schedules

// A handler takes the place of the show and of all other handlers.

extension Scheduler {
  /// Ends all but the running strand, that of the handler number `index`, and brings the axes to
  /// rest as quickly as can be.
  ///
  /// Of the handlers that the same event calls, those further down the script have yet to begin.
  mutating func replaceShow(for index: Int) throws(Halt) {
    let losers = (others[0]?.fork?.branches ?? []).filter {
      $0 != strand.slot && others[$0]?.hasEnded == false && !isYetToBegin($0, after: index)
    }
    closeHandlers()
    dropCalls(but: handlers[index].occasion)
    try releaseFace()
    for slot in losers {
      if let index = others[slot]?.handler {
        note(handlers[index], at: now, .preempted)
        (handlers[index].phase, handlers[index].slot) = (.idle, -1)
      } else {
        handlings.append(
          Handling(line: 0, start: min(0, milliseconds), end: milliseconds, result: .preempted))
      }
      cancel(slot)
      others[0]?.fork?.alive -= 1
    }
    forgetCancelled()
    try letGo(losers)
    try stop(losers)
    for slot in losers { remove(slot) }
    pauses = []
  }

  /// True if the strand at `slot` is that of a handler further down the script than the one number
  /// `index`, which the same event called and which has not begun.
  private func isYetToBegin(_ slot: Int, after index: Int) -> Bool {
    guard let other = others[slot]?.handler, other > index else { return false }
    return handlers[other].phase == .called && handlers[other].occasion == handlers[index].occasion
  }

  /// Drops the calls in line, but for those by the event number `occasion`.
  private mutating func dropCalls(but occasion: Int) {
    for call in waitingCalls where call.occasion != occasion {
      note(handlers[call.handler], at: now, .dropped)
    }
    waitingCalls.removeAll { $0.occasion != occasion }
  }
}
