import Diagnosis
import Language
import Motion
import Schedules
import Vocabulary

// Handlers are branches of the whole script, beside the show: each call of one is a strand of its
// own, and what becomes of the show is settled when its turn comes.

extension Scheduler {
  /// The slot of the script's statements, in a script with handlers.
  static let showSlot = 1

  /// Makes the script's statements a branch, beside which handlers may run.
  mutating func branchShow() {
    var show = Strand(limits: limits, values: evaluator.stack.branch())
    (show.slot, show.parent, show.path) = (Scheduler.showSlot, strand.slot, [1])
    show.frame.rest = strand.frame.rest
    strand.frame.rest = NodeList()
    strand.fork = Strand.Fork(isRace: false, alive: 1, branches: [show.slot])
    rest()
    others.append(nil)
    strand = show
    evaluator.stack = show.values
  }

  // MARK: - Being called

  /// Takes note of a handler: from now on it may be called for.
  mutating func perform(_ statement: HandlerStatement) throws(Halt) {
    guard let handler = program.handlers.first(where: { $0.statement.id == statement.id }) else {
      return
    }
    var period = 0.0
    if let least = statement.period { period = try time(least, what: "the least time between two") }
    var policy = HandlerPolicy.allCases[statement.policyNumber]
    if handler.axes == 0, policy == .queued || policy == .ignoring { policy = .alongside }
    var called = CalledHandler(
      handler: handler, event: try event(statement.event), policy: policy, line: line(),
      late: strand.late,
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
  private mutating func beginWaiting(at time: Int64) throws(Halt) {
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
  private func successor(of index: Int) -> Int? {
    let place = waitingCalls.indices.first {
      waitingCalls[$0].group.contains(index) && mayBegin($0, after: index)
    }
    return place.map { waitingCalls[$0].handler }
  }

  /// Gives the handler number `index` a strand, which begins at `time` with `value`.
  private mutating func begin(_ index: Int, with value: Double, at time: Int64) throws(Halt) {
    try readyValues(of: index, with: value)
    var call = Strand(
      limits: schedule.limits[Int(scriptLimits)].map { $0?.inDegrees }, values: evaluator.stack)
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
    schedule.from = compilation.from
    schedule.steps = []
    (schedule.texts, schedule.rectangles) = ([], [])
    (schedule.phoneCalls, schedule.subjects, phone) = ([], [], PhoneTracking())
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

  /// Takes note of how a call of `called` ended at `time`, in nanoseconds.
  mutating func note(_ called: CalledHandler, at time: Int64, _ result: Handling.Result) {
    let end = Scheduler.milliseconds(time)
    let hasBegun = called.phase.isUnderWay
    let start = hasBegun ? called.start : end
    handlings.append(handling(of: called, from: start, to: end, result))
  }

  /// The handlers that are being carried out.
  var underWay: [Handling] {
    handlers.filter(\.phase.isUnderWay).map {
      handling(of: $0, from: $0.start, to: nil, .done)
    }
  }

  private func handling(
    of called: CalledHandler, from start: Int32, to end: Int32?, _ result: Handling.Result
  ) -> Handling {
    let statement = called.handler.statement
    let file = program.program.sources.file(at: statement.start)
    let next = statement.following?.start ?? file.base + UInt32(file.bytes.count)
    var handling = Handling(line: called.line, start: start, end: end, result: result)
    handling.hasMadeRoom = called.hasMadeRoom && result != .dropped
    (handling.axes, handling.source) = (called.axes, statement.start..<max(statement.start, next))
    return handling
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
    origin = handlers[index].handler.statement.start
    switch handlers[index].phase {
    case .called: try meetShow(index)
    case .slowing: try stand(index)
    case .holding: try carryOut(index)
    case .running where try standStill(): break
    case .running where try goBack(): handlers[index].phase = .returning
    default:
      let isResuming = handlers[index].phase == .resuming
      // The next of its event finds the show as it is.
      guard isResuming || successor(of: index) == nil else { return true }
      guard !isResuming, try runUp() else {
        try carryOn()
        return true
      }
      handlers[index].phase = .resuming
    }
    if now >= horizon { try yield() }
    return false
  }

  /// Lets the show make way for the handler number `index`, if it can at once.
  private mutating func meetShow(_ index: Int) throws(Halt) {
    let called = handlers[index]
    switch called.policy {
    case .replacing: try replaceShow(for: index)
    case _ where pauses.last?.slot == strand.slot: break
    case .alongside: break
    // Once it has been replaced there is no show to hold, and no place to go back to.
    case _ where others[Scheduler.showSlot] == nil: break
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
    strand.now += Int64(pauses.last?.braking ?? 0) * 1_000_000
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
    strand.limitIndex = scriptLimits
    strand.limits = schedule.limits[Int(scriptLimits)].map { $0?.inDegrees }
    if called.policy != .alongside { try tell(schedule.limits[Int(limitIndex)]) }
    try makeRoom(for: index)
    open(.block, called.handler.statement.body, of: called.handler.statement.view)
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

  /// Ends the strand at `slot`, of a handler that is over, and begins the calls that waited for it.
  mutating func retire(_ slot: Int, _ index: Int) throws(Halt) {
    note(handlers[index], at: now, .done)
    let next = successor(of: index)
    (handlers[index].phase, handlers[index].slot) = (.idle, -1)
    remove(slot)
    try beginWaiting(at: now)
    if let next, let last = pauses.indices.last, pauses[last].slot == slot {
      pauses[last].slot = handlers[next].slot
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

  /// Ends all but the running strand, that of the handler number `index`, and brings the axes to
  /// rest as quickly as can be.
  ///
  /// Of the handlers that the same event calls, those further down the script have yet to begin.
  private mutating func replaceShow(for index: Int) throws(Halt) {
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

extension CalledHandler {
  /// The axes it moves.
  var axes: AxisSet { AxisSet(rawValue: handler.axes) }
}
