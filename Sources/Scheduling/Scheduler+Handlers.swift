import Language
import Motion

// Handlers are branches of the whole script, beside the show: each call of one is a strand of its
// own, and what becomes of the show is settled when its turn comes.

extension Scheduler {
  /// The slot of the script's statements, in a script with handlers.
  static let showSlot = 1

  /// Makes the script's statements a branch, beside which handlers may run.
  mutating func branchShow() {
    var show = Strand(limits: limits, values: evaluator.stack.branch())
    (show.slot, show.parent, show.path) = (Scheduler.showSlot, strand.slot, [1])
    show.frame.next = strand.frame.next
    strand.frame.next = 0
    strand.fork = Strand.Fork(isRace: false, alive: 1, branches: [show.slot])
    rest()
    others.append(nil)
    strand = show
    evaluator.stack = show.values
  }

  // MARK: - Being called

  /// Takes note of a handler: from now on it may be called for.
  mutating func handle(_ node: UInt32) throws(Halt) {
    guard let handler = program.handlers.first(where: { $0.node == node }) else { return }
    var period = 0.0
    if handler.period != 0 { period = try time(handler.period, what: "the least time between two") }
    var policy = HandlerPolicy.allCases[Int(nodes[Int(node)].detail)]
    if handler.axes == 0, policy == .queued || policy == .ignoring { policy = .alongside }
    var called = CalledHandler(
      handler: handler, event: try event(handler.event), policy: policy, line: line(),
      limitIndex: limitIndex, late: strand.late,
      period: Scheduler.nanoseconds(period), opening: now)
    if compilation.lastCalls.indices.contains(handlers.count),
      let last = compilation.lastCalls[handlers.count]
    {
      called.opening = max(now, Int64(last) * 1_000_000 + called.period)
    }
    handlers.append(called)
    awaitCall(of: handlers.count - 1)
  }

  /// Adds the handler number `index` to what is waited for.
  mutating func awaitCall(of index: Int) {
    let called = handlers[index]
    handlers[index].window = awaited.count
    awaited.append(
      Awaited(
        event: called.event, start: max(0, Scheduler.milliseconds(called.opening)), end: nil,
        line: called.line, policy: called.policy,
        period: Scheduler.milliseconds(called.period), slot: index, node: called.handler.node))
  }

  /// True iff `occurrence` calls for a handler.
  func isCall(_ occurrence: Occurrence) -> Bool {
    guard case .event(let index, _) = occurrence else { return false }
    return awaited.indices.contains(index) && awaited[index].policy != nil
  }

  /// Calls for the handler number `index` at `time`, in nanoseconds.
  mutating func call(_ index: Int, with value: Double, at time: Int64) throws(Halt) -> Reception {
    guard handlers.indices.contains(index), isCallable, let root = others[0] else {
      return .unchanged
    }
    let called = handlers[index]
    evaluator.stack = root.values.branch()
    if called.event.kind == .zoom {
      evaluator.store(value, at: nodes[Int(called.handler.event)].payload)
    }
    var isMeant = true
    do throws(Halt) {
      if called.handler.condition != 0 { isMeant = try self.value(called.handler.condition) != 0 }
    } catch {
      evaluator.stack.free()
      throw error
    }
    if !isMeant || time < called.opening || called.policy == .ignoring && isBusy(called, at: time) {
      evaluator.stack.free()
      return isMeant ? .dropped : .unchanged
    }
    handlers[index].opening = time + called.period
    guard called.phase == .idle else {
      evaluator.stack.free()
      if called.waiting != nil { note(called, at: time, .dropped) }
      handlers[index].waiting = value
      return .begins
    }
    try begin(index, at: time)
    return .begins
  }

  /// Gives the handler number `index` a strand, which begins at `time` with the values at hand.
  private mutating func begin(_ index: Int, at time: Int64) throws(Halt) {
    let limitIndex = handlers[index].limitIndex
    var call = Strand(
      limits: schedule.limits[Int(limitIndex)].map { $0?.inDegrees }, values: evaluator.stack)
    call.slot = try freeSlot()
    (call.parent, call.path, call.now) = (0, [0, index], time)
    (call.limitIndex, call.handler) = (limitIndex, index)
    call.origin = nodes[Int(handlers[index].handler.node)].start
    others[call.slot] = call
    others[0]?.fork?.alive += 1
    others[0]?.fork?.branches.append(call.slot)
    (handlers[index].phase, handlers[index].slot) = (.called, call.slot)
    enqueue(call.slot)
  }

  /// Calls for the first handler that takes `event`, at the end of a show.
  mutating func callAtRest(_ event: WorldEvent) throws(Halt) {
    for index in handlers.indices where handlers[index].event.matches(event) {
      if now < handlers[index].opening { return }
      if try call(index, with: event.value, at: now) != .unchanged { return }
    }
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
    (isCallable, hasMotors, heldLimits, lastEnd) = (false, false, 0, 0)
    axes = compilation.from.map { AxisTracking(position: Double($0) / 1000) }
    schedule.from = compilation.from
    schedule.steps = []
    (schedule.texts, schedule.rectangles) = ([], [])
    (schedule.phoneCalls, schedule.subjects, phone) = ([], [], PhoneTracking())
    recentCalls = (.min / 2, .min / 2)
    evaluator.stack = root.values.branch()
    if handlers[index].event.kind == .zoom {
      evaluator.store(1.0, at: nodes[Int(handlers[index].handler.event)].payload)
    }
    try begin(index, at: 0)
    handlers[index].waiting = nil
    horizon = .max
  }

  /// True iff an axis of `called` is in use at `time`, in nanoseconds, by anything else.
  private func isBusy(_ called: CalledHandler, at time: Int64) -> Bool {
    if handlers.contains(where: { $0.slot >= 0 && $0.handler.axes & called.handler.axes != 0 }) {
      return true
    }
    return isMoving(called.axes, at: Scheduler.milliseconds(time))
  }

  /// True iff one of `wanted` moves at `time`, in milliseconds.
  func isMoving(_ wanted: AxisSet, at time: Int32) -> Bool {
    wanted.members.contains { axes[$0].velocity != 0 || axes[$0].movedUntil > time }
  }

  /// Takes note of how a call of `called` ended at `time`, in nanoseconds.
  mutating func note(_ called: CalledHandler, at time: Int64, _ result: Handling.Result) {
    let end = Scheduler.milliseconds(time)
    let hasBegun = called.phase == .running || called.phase == .returning
    let start = hasBegun ? called.start : end
    handlings.append(handling(of: called, from: start, to: end, result))
  }

  /// The handlers that are being carried out.
  var underWay: [Handling] {
    handlers.filter { $0.phase == .running || $0.phase == .returning }.map {
      handling(of: $0, from: $0.start, to: nil, .done)
    }
  }

  private func handling(
    of called: CalledHandler, from start: Int32, to end: Int32?, _ result: Handling.Result
  ) -> Handling {
    let node = nodes[Int(called.handler.node)]
    let file = program.program.sources.file(at: node.start)
    let next = node.next == 0 ? file.base + UInt32(file.bytes.count) : nodes[Int(node.next)].start
    return Handling(
      line: called.line, start: start, end: end, result: result, axes: called.axes,
      source: node.start..<max(node.start, next))
  }

  /// Lets nobody call for a handler any more.
  mutating func closeHandlers() {
    guard isCallable else { return }
    isCallable = false
    for called in handlers { awaited[called.window].end = milliseconds }
  }

  // MARK: - Being carried out

  /// Goes on with the running strand, that of the handler number `index`, whose blocks are all
  /// closed; true once it is over.
  mutating func proceed(_ index: Int) throws(Halt) -> Bool {
    origin = nodes[Int(handlers[index].handler.node)].start
    switch handlers[index].phase {
    case .called: try meetShow(index)
    case .slowing: try stand(index)
    case .holding: try carryOut(index)
    case .running where try standStill(): break
    case .running where try goBack(): handlers[index].phase = .returning
    default:
      // What is called for once more finds the show as it is.
      if handlers[index].waiting == nil { try carryOn() }
      return true
    }
    if now >= horizon { try yield() }
    return false
  }

  /// Lets the show make way for the handler number `index`, if it can at once.
  private mutating func meetShow(_ index: Int) throws(Halt) {
    let called = handlers[index]
    switch called.policy {
    case _ where pauses.last?.slot == strand.slot: break
    case .alongside: break
    case .replacing: try replaceShow()
    case .pausing: return try pauseShow(index)
    case .queued, .ignoring:
      if isMoving(called.axes, at: milliseconds) { return tryAgain(after: called.axes) }
      return try pauseShow(index)
    }
    handlers[index].phase = .holding
  }

  /// Holds the show for the handler number `index`, if it can at once.
  private mutating func pauseShow(_ index: Int) throws(Halt) {
    // One pause begins when the one before stands.
    if let other = handlers.first(where: { $0.phase == .slowing }) {
      return strand.now = max(now + 1_000_000, others[other.slot]?.now ?? now)
    }
    guard try holdShow() else { return }
    handlers[index].phase = .slowing
    if pauses.last?.slowing == 0 { try stand(index) }
  }

  /// Lets the show's own time stand, for the handler number `index`, and what moves come to rest.
  private mutating func stand(_ index: Int) throws(Halt) {
    handlers[index].phase = .holding
    try holdPhone()
    strand.now += Int64((pauses.last?.slowing ?? 0) / 2) * 1_000_000
  }

  /// Lets the running strand try again when `moving` may have come to rest.
  private mutating func tryAgain(after moving: AxisSet) {
    let start = milliseconds
    let next = ready.last.flatMap { others[$0]?.now } ?? now
    let ends = moving.members.map { axes[$0].movedUntil }.filter { $0 > start }
    let end = ends.min().map { Int64($0) * 1_000_000 } ?? next
    strand.now = max(now + 1_000_000, end)
  }

  /// Begins the block of the handler number `index`.
  private mutating func carryOut(_ index: Int) throws(Halt) {
    let called = handlers[index]
    (handlers[index].phase, handlers[index].start) = (.running, milliseconds)
    if called.policy != .alongside { try tell(schedule.limits[Int(called.limitIndex)]) }
    open(.block, called.handler.body, of: called.handler.node)
    // For its block alone: how the show makes way and carries on is none of its business.
    strand.late = called.late
  }

  /// Brings what the running strand has left turning to rest; false if nothing turns.
  private mutating func standStill() throws(Halt) -> Bool {
    let turning = AxisSet.all.members.filter {
      axes[$0].owner == strand.slot && axes[$0].velocity != 0
    }
    guard !turning.isEmpty else { return false }
    for axis in turning { settle(axis) }
    try brake(turning.reduce(AxisSet.none) { $0.union(AxisSet($1)) })
    return true
  }

  /// Ends the strand at `slot`, of a handler that is over, and calls again if that is wanted.
  mutating func retire(_ slot: Int, _ index: Int) throws(Halt) {
    note(handlers[index], at: now, .done)
    (handlers[index].phase, handlers[index].slot) = (.idle, -1)
    remove(slot)
    guard let value = handlers[index].waiting, let root = others[0] else { return }
    handlers[index].waiting = nil
    evaluator.stack = root.values.branch()
    if handlers[index].event.kind == .zoom {
      evaluator.store(value, at: nodes[Int(handlers[index].handler.event)].payload)
    }
    try begin(index, at: now)
    if let last = pauses.indices.last, pauses[last].slot == slot {
      pauses[last].slot = handlers[index].slot
    }
  }

  /// Forgets the strand at `slot`, which has ended, of a handler or the show.
  private mutating func remove(_ slot: Int) {
    for axis in AxisSet.all.members where axes[axis].owner == slot { axes[axis].owner = 0 }
    phone.hand(from: slot, to: 0)
    others[0]?.fork?.branches.removeAll { $0 == slot }
    others[slot] = nil
    if slot != Scheduler.showSlot { vacant.append(slot) }
  }

  // MARK: - Replacing

  /// Ends all but the running strand, and brings the axes to rest as quickly as can be.
  private mutating func replaceShow() throws(Halt) {
    let losers = (others[0]?.fork?.branches ?? []).filter {
      $0 != strand.slot && others[$0]?.hasEnded == false
    }
    closeHandlers()
    try releaseFace()
    for slot in losers {
      if let index = others[slot]?.handler {
        note(handlers[index], at: now, .preempted)
        (handlers[index].phase, handlers[index].slot) = (.idle, -1)
        handlers[index].waiting = nil
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
}

/// How a script receives an event.
enum Reception {
  /// A cue begins.
  case begins
  /// Nothing comes of it.
  case unchanged
  /// Nothing comes of it, and that is counted.
  case dropped
}

extension CalledHandler {
  /// The axes it moves.
  var axes: AxisSet { AxisSet(rawValue: handler.axes) }
}
