import Diagnosis
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

// A call of a handler is carried out, and what became of it is noted.

extension Scheduler {
  /// Goes on with the running task, that of the handler number `index`, whose blocks are all
  /// closed; true once it is over.
  mutating func proceed(_ index: Int) throws(Halt) -> Bool {
    tasks.running.origin = events.handlers[index].handler.statement.start
    switch events.handlers[index].phase {
    case .called: try makeWay(for: index)
    case .slowing: try pause(for: index)
    case .holding: try carryOut(index)
    case .running where try standStill(): break
    default: if try resume(after: index) { return true }
    }
    if now >= tasks.horizon { try yield() }
    return false
  }

  /// Pauses the show for the handler number `index`, if that is possible at once.
  private mutating func makeWay(for index: Int) throws(Halt) {
    let called = events.handlers[index]
    switch called.policy {
    case .replacing: try replaceShow(for: index)
    case _ where ownPause != nil: break
    case .alongside: break
    // Once what has replaced the show is over, too, there is no place to go back to.
    case _ where tasks.others[Scheduler.showSlot] == nil && heldBranches.isEmpty: break
    case .pausing: return try pause(for: index)
    case .queued, .ignoring:
      guard motors.isMoving(called.axes, at: milliseconds), !followsWithoutEnd else {
        return try pause(for: index)
      }
      return tryAgain(after: called.axes)
    }
    events.handlers[index].phase = .holding
  }

  /// True if the tracker turns axes until its subject is lost: nobody knows how long that is.
  private var followsWithoutEnd: Bool {
    tasks.others.contains { task in
      task?.following != nil && task?.wait.map { $0.end == nil } == true
    }
  }

  /// Lets the running task try again when `moving` may have come to rest.
  private mutating func tryAgain(after moving: AxisSet) {
    let start = milliseconds
    let next = tasks.next?.now ?? now
    let busy = moving.members.map { motors.axes[$0] }.filter { $0.movedUntil > start }
    let end = busy.min { $0.movedUntil < $1.movedUntil }.map { axis in
      // Who has it may go on a part of a millisecond earlier.
      let owner = tasks.others.indices.contains(axis.owner) ? tasks.others[axis.owner] : nil
      guard let owner, owner.now.milliseconds == axis.movedUntil else {
        return Instant(Milliseconds(axis.movedUntil))
      }
      return owner.now
    }
    tasks.running.now = max(now + Scheduler.tick, end ?? next)
  }

  /// Begins the block of the handler number `index`.
  private mutating func carryOut(_ index: Int) throws(Halt) {
    let called = events.handlers[index]
    (events.handlers[index].phase, events.handlers[index].start) = (.running, milliseconds)
    tasks.running.began = now
    tasks.running.limitIndex = events.scriptLimits
    tasks.running.limits = builder.degrees(ofLimits: events.scriptLimits)
    if called.policy != .alongside { try tell(builder.limits(limitIndex)) }
    try makeRoom(for: index)
    visit(called.handler.statement.id)
    open(.block, called.handler.statement.body, of: called.handler.statement.view)
    // For the block alone: the show is paused and resumed by its own rules.
    tasks.running.late = called.late
  }

  /// Brings what the running task has left turning to rest; false if nothing turns.
  private mutating func standStill() throws(Halt) -> Bool {
    let turning = motors.turning(motors.owned(by: tasks.running.slot))
    guard !turning.isEmpty else { return false }
    for axis in turning.members { settle(axis) }
    try brake(turning)
    return true
  }

  /// Ends the task at `slot`, of a handler that is over, and begins the calls that waited for it.
  mutating func retire(_ slot: Int, _ index: Int) throws(Halt) {
    note(events.handlers[index], at: now, .done)
    let next = events.successor(of: index)
    (events.handlers[index].phase, events.handlers[index].slot) = (.idle, -1)
    remove(slot)
    try beginWaiting(at: now)
    if let next { handPause(from: slot, to: events.handlers[next].slot) }
  }

  /// Forgets the task at `slot`, which has ended, of a handler or the show; the one at `heir` has
  /// what it had.
  mutating func remove(_ slot: Int, leavingTo heir: Int = Scheduler.scriptSlot) {
    hand(from: slot, to: heir)
    tasks.others[0]?.fork?.branches.removeAll { $0 == slot }
    if slot == Scheduler.showSlot { tasks.others[slot] = nil } else { tasks.vacate(slot) }
  }

  /// Records how a call of `called` ended at `time`, in nanoseconds.
  mutating func note(_ called: CalledHandler, at time: Instant, _ result: Handling.Result) {
    let end = time.milliseconds
    let hasBegun = called.phase.isUnderWay
    let start = hasBegun ? called.start : end
    events.handlings.append(handling(of: called, from: start, to: end, result))
  }

  /// The handlers that are being carried out.
  var underWay: [Handling] {
    events.handlers.filter(\.phase.isUnderWay).map {
      handling(of: $0, from: $0.start, to: nil, .done)
    }
  }

  private func handling(
    of called: CalledHandler, from start: Int32, to end: Int32?, _ result: Handling.Result
  ) -> Handling {
    let statement = called.handler.statement
    let file = program.program.sources.file(at: statement.start)
    let next = statement.following?.start ?? file.base + UInt32(file.bytes.count)
    var handling = Handling(
      line: called.line, event: called.event, start: start, end: end, result: result)
    handling.hasMadeRoom = called.hasMadeRoom && result != .dropped
    (handling.axes, handling.source) = (called.axes, statement.start..<max(statement.start, next))
    return handling
  }
}

extension CalledHandler {
  /// The axes it moves.
  var axes: AxisSet { AxisSet(rawValue: handler.axes) }
}
