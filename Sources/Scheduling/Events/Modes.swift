import Diagnosis
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

// Modes: the show is always in one, and 'go to' leaves all of it for another.

/// In which mode the show is.
struct ModeState {
  /// The number of the mode; nil before the first one.
  var current: Int?
  /// The start of the 'go to' that led to it, and where the axes were then, in degrees, and not a
  /// number where nobody knows; nil of the first mode and of one that is tried out alone.
  var entrance: (origin: UInt32, pose: PerAxis<Double>)?
  /// The start of the 'go to' that is carried out.
  var origin: UInt32?
  /// The modes that have begun at one instant, and that instant; nil if none has.
  private(set) var visited: Set<Int> = []
  private(set) var instant: Instant?
  /// How often each mode has begun.
  private var beginnings: [Int: Double] = [:]
  /// The numbers of the cues in which the modes began last.
  private(set) var cues: [Int: Int] = [:]
  /// True once the show ends whatever may lead on.
  var isOver = false
  /// True once a 'go to' has led to the end: no mode waits any more, and no other one leads on.
  var hasEnded = false
  /// True while something is tried out that ends where it leads to another mode.
  var isTrial = false
  /// Where a handler leads that is tried out alone; nil if it has no 'go to'.
  var pending: CheckedProgram.Destination?
  /// The events of the whole script, and what it owes when it is over, while one handler is tried
  /// out alone.
  var standby: (events: Events, finals: Finals)?

  /// Takes note that mode `number` begins at `time`; false if it has begun at that
  /// instant before.
  mutating func begin(_ number: Int, at time: Instant) -> Bool {
    if time != instant { (visited, instant) = ([], time) }
    current = number
    beginnings[number, default: 0] += 1
    return visited.insert(number).inserted
  }

  /// How often mode `number` has begun `turns` turns of a loop later than here; `later` is one turn
  /// ahead.
  ///
  /// Nil if it does not begin once in a turn.
  func beginnings(ofMode number: Int, after turns: Int, ofWhich later: ModeState) -> Int? {
    let (here, there) = (beginnings[number] ?? 0, later.beginnings[number] ?? 0)
    return there - here == 1 ? Int(here) + turns : nil
  }

  /// Forgets which modes have begun: an event leads on.
  mutating func meetEvent() { (visited, instant, cues) = ([], nil, [:]) }

  /// Takes note that mode `number` begins in the cue `cue`; true if it has begun in it before.
  mutating func isAgain(_ number: Int, in cue: Int) -> Bool {
    cues.updateValue(cue, forKey: number) == cue
  }

  /// Counts its times from `time` on.
  mutating func shift(by time: Nanoseconds) {
    instant = instant == .start + time ? .start : nil
  }
}

extension Scheduler {
  /// Begins the first mode, upon which the script has come, or the one to which a 'go to' has led;
  /// nothing below it is come upon.
  mutating func perform(_ mode: ModeStatement) throws(Halt) {
    tasks.running.frame.rest = NodeList()
    finals.handToScript()
    if modes.current == nil, let number = goal?.mode {
      if goal?.mark == nil { reachGoal() } else { try enter(number) }
      return
    }
    guard let number = program.modes.firstIndex(where: { $0.statement.id == mode.id }) else {
      return
    }
    try enter(number)
  }

  /// Leaves the mode for another one, or ends the script.
  mutating func perform(_ going: GoToStatement) throws(Halt) {
    guard let destination = program.destinations[going.id], !modes.hasEnded else { return }
    modes.origin = going.start
    // Each call of a handler comes from an event: what it leads to is no circle.
    let branch = tasks.others[tasks.ownBranch]
    if tasks.running.handler != nil || branch?.handler != nil { modes.meetEvent() }
    if modes.isTrial {
      rest()
      return tasks.pause()
    }
    if modes.standby != nil {
      // What follows is another cue.
      modes.pending = destination
      return endPortion(.mode)
    }
    try leaveMode(for: destination)
    if standStillInMode() { try resumeNext() }
  }

  /// Goes on from a handler that was tried out alone to where it leads.
  mutating func goOnFromTrial() throws(Halt) {
    guard let destination = modes.pending, let standby = modes.standby else { return }
    (modes.pending, modes.standby) = (nil, nil)
    modes.meetEvent()
    if let slot = tasks.dequeue() { resume(slot) }
    (events, finals) = standby
    (events.awaited, events.handlings, events.waitingCalls) = ([], [], [])
    for index in events.handlers.indices {
      (events.handlers[index].phase, events.handlers[index].slot) = (.idle, -1)
    }
    keepWaiting()
    tasks.running.handler = nil
    try endMode()
    try takeBackLimits()
    // Wherever the event comes, the dock holds what the script has set above its modes.
    motors.heldLimits = events.scriptLimits
    if motors.heldLimits != 0 { try world(.limit, extra: motors.heldLimits) }
    try enter(destination)
    rest()
    tasks.enqueue(tasks.running.slot)
  }

  /// Begins the mode to which a 'go to' leads as the running task, or ends the script with it.
  private mutating func enter(_ destination: CheckedProgram.Destination) throws(Halt) {
    switch destination {
    case .mode(let number): try enter(number)
    case .end: modes.hasEnded = true
    }
  }

  /// Begins mode `number` as the running task, which is the show's.
  mutating func enter(_ number: Int) throws(Halt) {
    let mode = program.modes[number].statement
    guard modes.begin(number, at: now) else { throw halt(.modesInNoTime(at: statementSpan)) }
    // What the mode before has left is stopped under the limits that held for it.
    try takeBackLimits()
    noteEntrance()
    tasks.running.origin = mode.start
    visit(mode.body.id)
    try leave(.mode, program.modes[number].name)
    open(.block, mode.body, of: mode.view)
    if modes.isAgain(number, in: tasks.cue) { pauseMode(number) }
  }

  /// Takes note of the 'go to' that has led to the mode, and of where the axes are.
  private mutating func noteEntrance() {
    var pose = PerAxis(all: Double.nan)
    for axis in AxisSet.all.members
    where limit(of: axis) != nil && motors.axes[axis].certainty != .unknown {
      pose[axis] = motors.axes[axis].position
    }
    modes.entrance = modes.origin.map { ($0, pose) }
    modes.origin = nil
  }

  /// Ends the cue if nothing but the modes goes on, which lead from one to another without an end:
  /// mode `number` begins in the next one.
  private mutating func pauseMode(_ number: Int) {
    guard mayPause else { return }
    _ = modes.isAgain(number, in: tasks.cue + 1)
    rest()
    tasks.enqueue(tasks.running.slot)
    tasks.pause()
  }

  /// Begins mode `number` as if nothing had been before, from a pose that nobody knows.
  mutating func enterAlone(_ number: Int) throws(Halt) {
    guard var root = tasks.others[0] else { throw Halt() }
    for slot in root.fork?.branches ?? [] where tasks.others[slot]?.hasEnded == false {
      cancel(slot)
    }
    tasks.dequeueEnded()
    root.fork = ScriptTask.Fork(isRace: false, alive: 0)
    (root.now, root.frame) = (.start, ScriptTask.Frame(kind: .task))
    tasks.reset(to: root)
    (pauses, finals) = ([], finals.ofScript)
    (events.awaited, events.handlings, events.waitingCalls) = ([], [], [])
    for index in events.handlers.indices {
      (events.handlers[index].phase, events.handlers[index].slot) = (.idle, -1)
      if events.handlers[index].mode != nil { events.handlers[index].isActive = false }
    }
    motors = Motors(at: compilation.from, tracking: motors.wantedTracking)
    builder.clear(from: compilation.from)
    phone = PhoneTracking()
    modes.meetEvent()
    var show = newShow
    show.now = .start
    tasks.running = show
    evaluator.stack = show.values
    addShow()
    try enter(number)
    rest()
    tasks.enqueue(Scheduler.showSlot)
    tasks.ignoreOthers()
  }

  /// Ends the mode, and goes on as `destination` says when the axes stand: until then, events may
  /// come.
  private mutating func leaveMode(for destination: CheckedProgram.Destination) throws(Halt) {
    let start = now
    try endMode()
    if now == start { return try enter(destination) }
    if case .mode(let number) = destination {
      tasks.running.first = program.modes[number].statement.view
    } else {
      try enter(destination)
    }
  }

  /// Ends all that the mode has in hand, the running task among it; the show's task is a new one,
  /// and running.
  private mutating func endMode() throws(Halt) {
    let own = tasks.running.parent > 0 ? tasks.ownBranch : tasks.running.slot
    let next = newShow
    rest()
    let losers = withHeld(
      (tasks.others[0]?.fork?.branches ?? []).filter { slot in
        guard let task = tasks.others[slot], !task.hasEnded else { return false }
        if slot == tasks.others[0]?.fork?.timer { return false }
        return slot == own || task.handler.map { isOfMode(events.handlers[$0]) } ?? true
      })
    let family = family(of: losers)
    finals.handToScript()
    let owing = owing(losers)
    tasks.running = next
    evaluator.stack = next.values
    closeHandlersOfMode()
    try abandonPauses(of: family)
    for slot in losers {
      if let index = tasks.others[slot]?.handler {
        note(events.handlers[index], at: now, slot == own ? .done : .preempted)
        (events.handlers[index].phase, events.handlers[index].slot) = (.idle, -1)
      }
      cancel(slot)
      tasks.others[0]?.fork?.alive -= 1
    }
    tasks.dequeueEnded()
    try letGo(losers)
    try settle(owing)
    try stop(losers)
    for slot in losers { remove(slot, leavingTo: tasks.running.slot) }
    addShow()
    try beginWaiting(at: now)
    // Calls that have waited for this begin beside the mode.
    tasks.lookAhead()
    evaluator.stack = tasks.running.values
  }

  /// True if `called` is a handler of the mode, or does its block in place of what the mode did.
  private func isOfMode(_ called: CalledHandler) -> Bool {
    called.mode != nil || called.policy == .replacing && called.phase != .called
  }

  /// A task for the show that has nothing to do yet, under what the script has set above its modes.
  private var newShow: ScriptTask {
    var next = ScriptTask(
      limits: builder.degrees(ofLimits: events.scriptLimits),
      values: tasks.others[0]?.values.branch() ?? evaluator.stack.branch())
    (next.slot, next.parent, next.path) = (Scheduler.showSlot, 0, [1])
    (next.now, next.limitIndex) = (now, events.scriptLimits)
    next.origin = tasks.running.origin
    return next
  }

  /// Makes the script wait for the task of the show, too.
  private mutating func addShow() {
    tasks.others[0]?.fork?.branches.append(Scheduler.showSlot)
    tasks.others[0]?.fork?.alive += 1
  }

  /// Lets the mode, whose show a handler has replaced, wait for what leads on.
  mutating func waitInReplacedMode() {
    guard modeWaits, tasks.others[Scheduler.showSlot] == nil else { return }
    var show = newShow
    let next = events.awaited.count
    show.wait = ScriptTask.Wait(since: now, end: nil, windows: next..<next)
    tasks.others[Scheduler.showSlot] = show
    addShow()
  }

  /// Lets no event call for a handler of the mode any more.
  private mutating func closeHandlersOfMode() {
    for index in events.handlers.indices
    where events.handlers[index].mode != nil && events.handlers[index].isActive {
      events.handlers[index].isActive = false
      let window = events.handlers[index].window
      guard events.awaited.indices.contains(window) else { continue }
      // One that is to wait after its last call drops events until here, and never opens.
      events.awaited[window].start = min(milliseconds, events.awaited[window].start)
      events.awaited[window].end = milliseconds
    }
    events.waitingCalls.removeAll { events.handlers[$0.handler].mode != nil }
  }

  /// True if the mode, all of which is done, waits for what leads on: a handler of its own, or one
  /// above the modes that goes to another.
  var modeWaits: Bool {
    guard modes.current != nil, !modes.isOver, !modes.hasEnded, events.isCallable else {
      return false
    }
    return events.handlers.contains { $0.isActive && ($0.mode != nil || $0.handler.leadsOn) }
  }

  /// Lets the mode end now, all of which is done, if the handler that has just ended was the last
  /// thing that it waited for.
  mutating func endIdleMode() {
    guard let wait = tasks.others[Scheduler.showSlot]?.wait, wait.isOfMode, !modeWaits,
      events.handlers.allSatisfy({ $0.slot < 0 }), events.waitingCalls.isEmpty
    else { return }
    let end = now
    tasks.others[Scheduler.showSlot]?.wait = nil
    tasks.others[Scheduler.showSlot]?.now = end
    tasks.dequeue([Scheduler.showSlot])
    tasks.enqueue(Scheduler.showSlot)
  }

  /// Rests until something leads on to another mode.
  mutating func waitInMode() throws(Halt) {
    let next = events.awaited.count
    tasks.running.wait = ScriptTask.Wait(since: now, end: nil, windows: next..<next)
    rest()
    try resumeNext()
  }
}

extension Diagnostic {
  fileprivate static func modesInNoTime(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .endlessLoop, "this comes back to a mode that has just begun, and takes no time", at: span,
      notes: ["let a mode on the way move something, 'wait', or wait for an event"])
  }
}
