import Hardware
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

// Handlers are branches of the whole script, beside the show: each call of one is a task of its
// own, and what becomes of the show is settled when its turn comes.

extension Scheduler {
  /// The slot of the script as a whole.
  static let scriptSlot = 0
  /// The slot of the script's statements, in a script with handlers.
  static let showSlot = 1

  /// Makes the rest of the script's statements a branch, beside which handlers may run.
  mutating func branchShow() {
    let rest = tasks.running.frame.rest
    tasks.running.frame.rest = NodeList()
    branchShow(of: rest)
  }

  /// Makes `statements` a branch, beside which handlers may run; what the running task has still to
  /// do comes after it.
  mutating func branchShow(of statements: NodeList) {
    var show = ScriptTask(limits: limits, values: evaluator.stack.branch())
    (show.slot, show.parent, show.path) = (Scheduler.showSlot, tasks.running.slot, [1])
    (show.now, show.remainder) = (now, tasks.running.remainder)
    (show.limitIndex, show.late) = (limitIndex, tasks.running.late)
    show.origin = tasks.running.origin
    show.frame.rest = statements
    events.scriptLimits = limitIndex
    hand(from: tasks.running.slot, to: show.slot)
    tasks.running.fork = ScriptTask.Fork(isRace: false, alive: 1, branches: [show.slot])
    rest()
    if tasks.others.count <= show.slot { tasks.others.append(nil) }
    tasks.running = show
    evaluator.stack = show.values
  }

  /// Calls for the handlers `indices`, which stand in the order of the script, at `time`, in
  /// nanoseconds; gives those that are called, and those that drop the call.
  ///
  /// All are judged before any of them begins. A handler whose task is one of `branches` waits for
  /// the event itself: it goes on, and is not called again.
  mutating func call(
    _ indices: [Int], with value: Double, at time: Instant, besides branches: Set<Int> = []
  ) throws(Halt) -> (taken: [Int], dropped: [Int]) {
    var (taken, dropped): ([Int], [Int]) = ([], [])
    guard events.isCallable else { return (taken, dropped) }
    for index in try meant(indices, by: value)
    where !branches.contains(events.handlers[index].slot) {
      let called = events.handlers[index]
      let isRefused =
        time < called.opening || called.policy == .ignoring && isBusy(called, at: time)
      if isRefused { dropped.append(index) } else { taken.append(index) }
    }
    events.occasions += 1
    let group = taken.filter { events.handlers[$0].policy != .alongside }
    for index in taken {
      events.handlers[index].opening = time + events.handlers[index].period
      events.noteCall(of: index)
      wait(for: index, with: value, in: group.contains(index) ? group : [index], at: time)
    }
    try beginWaiting(at: time)
    return (taken, dropped)
  }

  /// Those of the handlers `indices` whose condition holds for an event that brings `value`: those
  /// of the mode, or if there is none, the others.
  private mutating func meant(_ indices: [Int], by value: Double) throws(Halt) -> [Int] {
    var meant: [Int] = []
    for index in indices where try isMeant(index, by: value) { meant.append(index) }
    guard meant.contains(where: { events.handlers[$0].mode != nil }) else { return meant }
    return meant.filter {
      events.handlers[$0].mode != nil || events.handlers[$0].event.kind.endsMotion
    }
  }

  /// True if the condition of the handler number `index` holds for an event that brings `value`.
  private mutating func isMeant(_ index: Int, by value: Double) throws(Halt) -> Bool {
    guard let condition = events.handlers[index].handler.statement.condition else { return true }
    try readyValues(of: index, with: value)
    return try holdsApart(condition)
  }

  /// Makes the current value those of the handler number `index`, called with `value`.
  private mutating func readyValues(of index: Int, with value: Double) throws(Halt) {
    guard let root = tasks.others[0] else { throw Halt() }
    evaluator.stack = root.values.branch()
    guard let label = events.handlers[index].handler.statement.event.label else { return }
    evaluator.store(value, at: label)
  }

  /// Puts a call of the handler number `index` in line; an older one of it that has not begun is
  /// dropped, and the new one takes its place.
  private mutating func wait(for index: Int, with value: Double, in group: [Int], at time: Instant)
  {
    if let place = events.waitingCalls.firstIndex(where: { $0.handler == index }) {
      note(events.handlers[index], at: time, .dropped)
      events.waitingCalls[place].value = value
    } else {
      events.waitingCalls.append(
        WaitingCall(handler: index, value: value, occasion: events.occasions, group: group))
    }
  }

  /// Begins the calls that need not wait any longer, in the order of the script.
  mutating func beginWaiting(at time: Instant) throws(Halt) {
    var place = 0
    while let call = events.nextCall(from: &place) {
      events.handlers[call.handler].occasion = call.occasion
      try begin(call.handler, with: call.value, at: time)
    }
  }

  /// Gives the handler number `index` a task, which begins at `time` with `value`.
  private mutating func begin(_ index: Int, with value: Double, at time: Instant) throws(Halt) {
    try readyValues(of: index, with: value)
    var call = ScriptTask(
      limits: builder.degrees(ofLimits: events.scriptLimits), values: evaluator.stack)
    call.slot = try freeSlot()
    (call.parent, call.path, call.now) = (0, [0, index], time)
    (call.limitIndex, call.handler) = (events.scriptLimits, index)
    call.origin = events.handlers[index].handler.statement.start
    tasks.others[call.slot] = call
    tasks.others[0]?.fork?.alive += 1
    tasks.others[0]?.fork?.branches.append(call.slot)
    (events.handlers[index].phase, events.handlers[index].slot) = (.called, call.slot)
    tasks.enqueue(call.slot)
  }

  /// Calls for the handlers that take `event`, at the end of a show.
  mutating func callAtRest(_ event: WorldEvent) throws(Halt) {
    let called = events.handlers.indices.filter {
      events.handlers[$0].isActive && events.handlers[$0].event.matches(event)
        && now >= events.handlers[$0].opening
        && events.handlers[$0].condition?.holds(in: compilation.world) != false
    }
    _ = try call(called, with: event.value, at: now)
  }

  /// Calls for the handler number `index` as if there were nothing but it; it is number 0 then.
  mutating func callAlone(_ index: Int) throws(Halt) {
    guard events.handlers.indices.contains(index), var root = tasks.others[0] else { throw Halt() }
    for slot in root.fork?.branches ?? [] where tasks.others[slot]?.hasEnded == false {
      cancel(slot)
    }
    tasks.dequeueEnded()
    root.fork = ScriptTask.Fork(isRace: false, alive: 0)
    (root.now, root.frame) = (.start, ScriptTask.Frame(kind: .task))
    tasks.reset(to: root)
    events.noteCall(of: index)
    if !program.modes.isEmpty { modes.standby = (events, finals.ofScript) }
    (pauses, finals) = ([], Finals())
    modes.meetEvent()
    events.silence(allBut: index)
    motors = Motors(at: compilation.from, tracking: motors.wantedTracking)
    builder.clear(from: compilation.from)
    phone = PhoneTracking()
    try begin(0, with: 1, at: .start)
    tasks.ignoreOthers()
  }

  /// True if an axis of `called` is in use at `time`, in nanoseconds, by anything else.
  private func isBusy(_ called: CalledHandler, at time: Instant) -> Bool {
    if events.handlers.contains(where: {
      $0.slot >= 0 && $0.handler.axes & called.handler.axes != 0
    }) {
      return true
    }
    return motors.isMoving(called.axes, at: time.milliseconds)
  }
}
