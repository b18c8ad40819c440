import Hardware
import Language
import Motion
import Schedules

// Handlers are branches of the whole script, beside the show: each call of one is a strand of its
// own, and what becomes of the show is settled when its turn comes.

extension Scheduler {
  /// The slot of the script's statements, in a script with handlers.
  static let showSlot = 1

  /// Makes the script's statements a branch, beside which handlers may run.
  mutating func branchShow() {
    var show = Strand(limits: limits, values: evaluator.stack.branch())
    (show.slot, show.parent, show.path) = (Scheduler.showSlot, strand.slot, [1])
    show.origin = strand.origin
    show.frame.rest = strand.frame.rest
    strand.frame.rest = NodeList()
    strand.fork = Strand.Fork(isRace: false, alive: 1, branches: [show.slot])
    rest()
    others.append(nil)
    strand = show
    evaluator.stack = show.values
  }

  /// Adds the handler number `index` to what is waited for.
  mutating func awaitCall(of index: Int) {
    let called = handlers[index]
    handlers[index].window = awaited.count
    var call = Awaited(
      event: called.event, start: max(0, Scheduler.milliseconds(called.opening)), end: nil,
      line: called.line, slot: index, node: called.handler.statement.id.index)
    (call.policy, call.period) = (called.policy, Scheduler.milliseconds(called.period))
    awaited.append(call)
  }

  /// True if `occurrence` is only for handlers.
  func isCall(_ occurrence: Occurrence) -> Bool {
    guard case .event(let indices, _) = occurrence else { return false }
    return indices.allSatisfy { awaited.indices.contains($0) && awaited[$0].policy != nil }
  }

  /// Calls for the handlers `indices`, which stand in the order of the script, at `time`, in
  /// nanoseconds; gives those that are called, and those that drop the call.
  ///
  /// All are judged before any of them begins.
  mutating func call(
    _ indices: [Int], with value: Double, at time: Int64
  ) throws(Halt) -> (taken: [Int], dropped: [Int]) {
    var (taken, dropped): ([Int], [Int]) = ([], [])
    guard isCallable else { return (taken, dropped) }
    for index in indices where try isMeant(index, by: value) {
      let called = handlers[index]
      let isRefused =
        time < called.opening || called.policy == .ignoring && isBusy(called, at: time)
      if isRefused { dropped.append(index) } else { taken.append(index) }
    }
    occasions += 1
    let group = taken.filter { handlers[$0].policy != .alongside }
    for index in taken {
      handlers[index].opening = time + handlers[index].period
      wait(for: index, with: value, in: group.contains(index) ? group : [index], at: time)
    }
    try beginWaiting(at: time)
    return (taken, dropped)
  }

  /// True if the condition of the handler number `index` holds for an event that brings `value`.
  private mutating func isMeant(_ index: Int, by value: Double) throws(Halt) -> Bool {
    guard let condition = handlers[index].handler.statement.condition else { return true }
    try readyValues(of: index, with: value)
    do throws(Halt) {
      let isMeant = try self.value(condition) != 0
      evaluator.stack.free()
      return isMeant
    } catch {
      // While strands run, the values at hand are freed with the scheduler.
      if isPaused { evaluator.stack.free() }
      throw error
    }
  }

  /// Makes the values at hand those of the handler number `index`, called with `value`.
  private mutating func readyValues(of index: Int, with value: Double) throws(Halt) {
    guard let root = others[0] else { throw Halt() }
    evaluator.stack = root.values.branch()
    guard let label = handlers[index].handler.statement.event.label else { return }
    evaluator.store(value, at: label)
  }

  /// Puts a call of the handler number `index` in line; an older one of it that has not begun is
  /// dropped, and the new one takes its place.
  private mutating func wait(for index: Int, with value: Double, in group: [Int], at time: Int64) {
    if let place = waitingCalls.firstIndex(where: { $0.handler == index }) {
      note(handlers[index], at: time, .dropped)
      waitingCalls[place].value = value
    } else {
      waitingCalls.append(
        WaitingCall(handler: index, value: value, occasion: occasions, group: group))
    }
  }

  /// Begins the calls that need not wait any longer, in the order of the script.
  mutating func beginWaiting(at time: Int64) throws(Halt) {
    var place = 0
    while place < waitingCalls.count {
      guard mayBegin(place) else {
        place += 1
        continue
      }
      let call = waitingCalls.remove(at: place)
      handlers[call.handler].occasion = call.occasion
      try begin(call.handler, with: call.value, at: time)
    }
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

  /// Gives the handler number `index` a strand, which begins at `time` with `value`.
  private mutating func begin(_ index: Int, with value: Double, at time: Int64) throws(Halt) {
    try readyValues(of: index, with: value)
    var call = Strand(
      limits: builder.degrees(ofLimits: scriptLimits), values: evaluator.stack)
    call.slot = try freeSlot()
    (call.parent, call.path, call.now) = (0, [0, index], time)
    (call.limitIndex, call.handler) = (scriptLimits, index)
    call.origin = handlers[index].handler.statement.start
    others[call.slot] = call
    others[0]?.fork?.alive += 1
    others[0]?.fork?.branches.append(call.slot)
    (handlers[index].phase, handlers[index].slot) = (.called, call.slot)
    enqueue(call.slot)
  }

  /// Calls for the handlers that take `event`, at the end of a show.
  mutating func callAtRest(_ event: WorldEvent) throws(Halt) {
    let called = handlers.indices.filter {
      handlers[$0].event.matches(event) && now >= handlers[$0].opening
    }
    _ = try call(called, with: event.value, at: now)
  }

  /// Calls for the handler number `index` as if there were nothing but it.
  mutating func callAlone(_ index: Int) throws(Halt) {
    guard handlers.indices.contains(index), var root = others[0] else { throw Halt() }
    for slot in root.fork?.branches ?? [] where others[slot]?.hasEnded == false { cancel(slot) }
    forgetCancelled()
    root.fork = Strand.Fork(isRace: false, alive: 0)
    root.now = 0
    others = [root, nil]
    (vacant, ready, awaited, pauses, handlings) = ([], [], [], [], [])
    waitingCalls = []
    (isCallable, hasMotors, heldLimits, lastEnd) = (false, false, 0, 0)
    axes = compilation.from.map { AxisTracking(position: Double($0) / 1000) }
    builder.clear(from: compilation.from)
    phone = PhoneTracking()
    recentCalls = (.min / 2, .min / 2)
    try begin(index, with: 1, at: 0)
    horizon = .max
  }

  /// True if an axis of `called` is in use at `time`, in nanoseconds, by anything else.
  private func isBusy(_ called: CalledHandler, at time: Int64) -> Bool {
    if handlers.contains(where: { $0.slot >= 0 && $0.handler.axes & called.handler.axes != 0 }) {
      return true
    }
    return isMoving(called.axes, at: Scheduler.milliseconds(time))
  }

  /// True if one of `wanted` moves at `time`, in milliseconds.
  func isMoving(_ wanted: AxisSet, at time: Int32) -> Bool {
    wanted.members.contains { axes[$0].velocity != 0 || axes[$0].movedUntil > time }
  }

  /// Lets nobody call for a handler any more.
  mutating func closeHandlers() {
    guard isCallable else { return }
    isCallable = false
    for called in handlers { awaited[called.window].end = milliseconds }
  }
}
