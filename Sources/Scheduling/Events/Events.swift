import Language
import Quantities
import Schedules

/// The waits and the handlers of the script.
struct Events {
  /// The events waited for since the cue began.
  var awaited: [Awaited] = []
  /// The handlers come upon, in the order of the script.
  var handlers: [CalledHandler] = []
  /// The results of calls of handlers in this cue.
  var handlings: [Handling] = []
  /// The calls of handlers that have not begun, in the order in which they may.
  var waitingCalls: [WaitingCall] = []
  /// How many events have called for any handler.
  var occasions = 0
  /// False once no handler can be called for any more: the show is over.
  private(set) var isCallable = true
  /// The limits that the script has stated outside of its blocks, which hold for its handlers, too,
  /// as an index of `Schedule.limits`.
  var scriptLimits: UInt32 = 0

  /// True if `occurrence` is only for handlers.
  func isCall(_ occurrence: Occurrence) -> Bool {
    guard case .event(let indices, _) = occurrence else { return false }
    return indices.allSatisfy { awaited.indices.contains($0) && awaited[$0].policy != nil }
  }

  /// Adds the handler number `index` to what is waited for from `time` on, in nanoseconds.
  mutating func awaitCall(of index: Int, at time: Instant) {
    let called = handlers[index]
    handlers[index].window = awaited.count
    var call = Awaited(
      event: called.event, start: max(0, called.opening.milliseconds), end: nil,
      line: called.line, slot: index, node: called.handler.statement.id.index)
    (call.policy, call.period) = (called.policy, called.period.nearestMilliseconds)
    (call.isOnce, call.dropsBefore) = (called.isOnce, called.opening > time)
    call.condition = called.condition
    awaited.append(call)
  }

  /// Takes note that the handler number `index` is called: one that is called once waits no more.
  mutating func noteCall(of index: Int) {
    if handlers[index].isOnce { handlers[index].isActive = false }
  }

  /// True if a handler above the modes could lead to another one, was called once, and no other one
  /// there can: a mode that is done may be the end now.
  var hasSpentExit: Bool {
    let exits = handlers.filter { $0.mode == nil && $0.handler.leadsOn }
    return !exits.isEmpty && !exits.contains(where: \.isActive)
  }

  /// Stops all calls of handlers, from `time` on, in milliseconds.
  mutating func close(at time: Int32) {
    guard isCallable else { return }
    isCallable = false
    // A mode that is tried out alone awaits none of them.
    for called in handlers where called.isActive && awaited.indices.contains(called.window) {
      awaited[called.window].end = time
    }
  }

  /// Forgets what is waited for, what waits and what has been; nobody can call for a handler.
  mutating func silence() {
    (awaited, handlings, waitingCalls, isCallable) = ([], [], [], false)
  }

  /// As `silence`, and forgets all handlers but the one number `index`.
  mutating func silence(allBut index: Int) {
    silence()
    handlers = [handlers[index]]
  }

  // MARK: - Calls in line

  /// Takes the next call out of line that need not wait any longer, of those from `place` on.
  mutating func nextCall(from place: inout Int) -> WaitingCall? {
    while place < waitingCalls.count {
      if mayBegin(place) { return waitingCalls.remove(at: place) }
      place += 1
    }
    return nil
  }

  /// True if the call at `place` in line need not wait for another one, once the handler number
  /// `over` is over.
  private func mayBegin(_ place: Int, after over: Int = -1) -> Bool {
    let group = waitingCalls[place].group
    return group.allSatisfy { $0 == over || handlers[$0].phase == .idle }
      && !waitingCalls[..<place].contains { group.contains($0.handler) }
  }

  /// The handler whose call begins when the one number `index` is over, and to which it leaves the
  /// show as it is; nil if there is none.
  func successor(of index: Int) -> Int? {
    let place = waitingCalls.indices.first {
      waitingCalls[$0].group.contains(index) && mayBegin($0, after: index)
    }
    return place.map { waitingCalls[$0].handler }
  }

  /// True if handler `other` stands below handler `index` in the script, was called by the same
  /// event and has not begun.
  func isYetToBegin(_ other: Int, after index: Int) -> Bool {
    other > index && handlers[other].phase == .called
      && handlers[other].occasion == handlers[index].occasion
  }
}
