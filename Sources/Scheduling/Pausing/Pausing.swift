import Motion
import Quantities
import Schedules
import Vocabulary

// The show stands still while a handler is carried out: what moves slows to a stop along its path.

extension Scheduler {
  /// The paused script of the running task; nil if there is none.
  var ownPause: PausedScript? {
    pauses.last.flatMap { $0.slot == tasks.running.slot ? $0 : nil }
  }

  /// Makes the task at `other` resume the script that the one at `slot` has paused.
  mutating func handPause(from slot: Int, to other: Int) {
    guard let last = pauses.indices.last, pauses[last].slot == slot else { return }
    pauses[last].slot = other
  }

  /// Forgets what is paused, which is about to be replaced.
  mutating func abandonPauses() throws(Halt) {
    try releaseFace()
    pauses = []
  }

  /// Forgets what is paused of the tasks at `losers`, and the pauses that are theirs.
  mutating func abandonPauses(of losers: Set<Int>) throws(Halt) {
    try releaseFace(of: losers)
    pauses.removeAll { losers.contains($0.slot) }
    for index in pauses.indices {
      pauses[index].abandon(losers, limits: events.scriptLimits)
      // What turned does not turn again: the dock goes to where it stood.
      if let handler = tasks.others[pauses[index].slot]?.handler,
        events.handlers[handler].phase.isUnderWay
      {
        events.handlers[handler].phase = .running
      }
    }
  }

  /// The tasks at `slots`, and all that they hold: what a handler holds ends with it.
  func withHeld(_ slots: [Int]) -> [Int] {
    pauses.reversed().reduce(slots) { all, pause in
      guard all.contains(pause.slot) else { return all }
      return all + pause.tasks.filter { tasks.parts.contains($0) && !all.contains($0) }
    }
  }

  /// Lets the running task, the show of a mode that has just begun, stand still while a handler
  /// above the modes goes on, as the show of the mode before did; false if none does.
  mutating func standStillInMode() -> Bool {
    guard !pauses.isEmpty else { return false }
    let own = Instant(Milliseconds(pauses[0].time))
    evaluator.stack.shiftTempos(by: recounting(since: pauses[0]))
    tasks.lastEnd = max(tasks.lastEnd, now)
    tasks.running.now = own
    tasks.running.isFrozen = true
    pauses[0].tasks.append(tasks.running.slot)
    pauses[0].ready.append(tasks.running.slot)
    rest()
    return true
  }

  /// By how much the tempo above the show is ahead of what it was when `show` was paused, because
  /// cues have begun since then: the times of a show that stands still are its own.
  func recounting(since show: PausedScript) -> Nanoseconds {
    guard let then = show.tempo, let present = tasks.others[0]?.values.tempo else { return .zero }
    return then.origin - present.origin
  }

  /// Pauses the show for the handler number `index`, whose task is the running one.
  ///
  /// This takes one call, or several at later times: if it cannot be paused at once, and while it
  /// slows down. It is paused when the phase of the handler is `holding`.
  mutating func pause(for index: Int) throws(Halt) {
    if events.handlers[index].phase == .slowing { return try stand(index) }
    guard try pauseShow() else { return }
    events.handlers[index].phase = .slowing
    if pauses.last?.slowing == 0 { try stand(index) }
  }

  /// Freezes script time for the handler number `index`, and brings moving axes to rest.
  private mutating func stand(_ index: Int) throws(Halt) {
    events.handlers[index].phase = .holding
    try pausePhone()
    tasks.running.now += Nanoseconds(Milliseconds(pauses.last?.braking ?? 0))
  }

  /// Holds the show, for the running task; false if it cannot stop now: then the task tries
  /// again at a later time, which it has been given.
  private mutating func pauseShow() throws(Halt) -> Bool {
    tasks.running.now = now.nextMillisecond
    let start = milliseconds
    var show = PausedScript(
      slot: tasks.running.slot, axes: motors.axes, standing: motors.axes,
      hadMotors: motors.areTaken, limits: motors.heldLimits)
    show.held = heldAxes
    show.tempo = tasks.others[0]?.values.tempo
    let tops = heldBranches
    var steps: [Int] = []
    for axis in AxisSet.all.members where tops.contains(tasks.branch(of: motors.axes[axis].owner)) {
      guard let index = path(of: axis, at: start) else {
        // Afterwards it gains its present speed first, which must not be too slow for a motor.
        if let time = endOfSettingOut(of: axis, at: start) { return later(time) ?? false }
        if motors.axes[axis].velocity != 0 || motors.axes[axis].movedUntil > start {
          show.turns.append(turn(of: axis))
        }
        continue
      }
      if !steps.contains(index) {
        guard let motion = motion(index, at: start) else { return false }
        steps.append(index)
        show.motions.append(motion)
      }
      show.motions[steps.firstIndex(of: index) ?? 0].axes.insert(AxisSet(axis))
    }
    guard let length = slowing(show.motions, at: start) else { return false }
    guard show.turns.isEmpty || setsOutWhole(show.motions, after: length, at: start) else {
      return false
    }
    try slow(&show, steps, at: start, over: length)
    show.runUps = runUps(of: show)
    freeze(&show, tops, at: start)
    pauses.append(show)
    return true
  }

  /// The number of the step with a path that `axis` is in use for at `start`; nil if there is none.
  private func path(of axis: Axis, at start: Int32) -> Int? {
    let index = motors.axes[axis].step
    guard motors.axes[axis].movedUntil > start, builder.schedule.steps.indices.contains(index)
    else { return nil }
    return builder.schedule.steps[index].kind == .ramp ? nil : index
  }

  /// How long an axis turns before it can be paused, in milliseconds.
  private static let settingOut: Int32 = 20

  /// When `axis`, which began to turn from rest less than 20 ms before `start`, may be paused, in
  /// milliseconds; nil if it may be paused now.
  private func endOfSettingOut(of axis: Axis, at start: Int32) -> Int32? {
    let index = motors.axes[axis].step
    guard motors.axes[axis].movedUntil > start, builder.schedule.steps.indices.contains(index)
    else { return nil }
    let step = builder.schedule.steps[index]
    let time = step.start + Scheduler.settingOut
    return step.kind == .ramp && (step.from[axis] == 0 || step.start == start) && time > start
      ? time : nil
  }

  /// The axes that a pause holds: all but those that handlers move beside the show.
  private var heldAxes: AxisSet {
    AxisSet.all.members.reduce(AxisSet.none) { held, axis in
      let isOwn = events.handlers.contains { $0.policy == .alongside && $0.axes.contains(axis) }
      return isOwn ? held : held.union(AxisSet(axis))
    }
  }

  /// The branches of the script that a pause holds: the show, and handlers that are not alongside.
  var heldBranches: [Int] {
    tasks.parts.filter { slot in
      guard slot != tasks.running.slot, let other = tasks.others[slot], !other.hasEnded,
        !other.isFrozen
      else {
        return false
      }
      return other.handler.map { events.handlers[$0].policy != .alongside } ?? true
    }
  }

  /// Slows the motions of `show` down over `length` milliseconds, and stops what turns.
  private mutating func slow(
    _ show: inout PausedScript, _ steps: [Int], at start: Int32, over length: Int32
  ) throws(Halt) {
    for number in show.motions.indices {
      slow(&show.motions[number], steps[number], at: start, over: length)
    }
    show.following = motors.following
    let end = try stop(show.turning.union(motors.following?.value.axes ?? .none))
    // All that moves slows down alike, so that its motions and its tasks have one time.
    (show.time, show.slowing) = (start + length / 2, length)
    show.braking = max(length / 2, end - show.time)
    show.standing = motors.axes
    tasks.running.now = Instant(Milliseconds(show.time))
  }

  /// Slows the motion that is step number `index` down.
  private mutating func slow(
    _ motion: inout PausedScript.Motion, _ index: Int, at start: Int32, over length: Int32
  ) {
    let whole = builder.schedule.steps[index]
    guard motion.hasBegun else { return leaveOut(index, motion.axes, at: start) }
    var step = whole
    var warp = Schedule.Warp(whole, from: 0, changes: [])
    if whole.kind == .warp { warp = builder.schedule.warps[Int(whole.extra)] }
    warp.changes.append(.init(at: start - whole.start, over: length, to: 0))
    motion.own += length / 2 * motion.rate / 100
    (step.kind, step.easing, step.length) = (.warp, 0, start - whole.start + length)
    step.extra = builder.add(warp)
    motors.occupy(motion.axes, until: step.end)
    for (axis, movement) in zip(step.axes.members, movements(of: motion)) {
      let place = movement.profile.state(at: movement.elapsed).position
      step.to[axis] = AxisTracking.millidegrees(place)
      motors.stand(axis, at: place, isAssumed: whole.assumed.contains(axis))
    }
    builder.replace(index, with: step)
  }

  /// Leaves out step number `index`, which has not begun at `start`.
  private mutating func leaveOut(_ index: Int, _ used: AxisSet, at start: Int32) {
    let step = builder.schedule.steps[index]
    motors.occupy(used, until: start)
    for axis in step.axes.members {
      motors.stand(axis, at: Millidegrees(step.from[axis]).degrees, isAssumed: false)
    }
    builder.drop(index)
  }

  /// Suspends the tasks of the branches `tops`.
  private mutating func freeze(_ show: inout PausedScript, _ tops: [Int], at start: Int32) {
    for slot in tasks.others.indices
    where tasks.others[slot]?.hasEnded == false && slot != tasks.running.slot {
      guard tops.contains(tasks.branch(of: slot)) else { continue }
      show.tasks.append(slot)
      if let wait = tasks.others[slot]?.wait {
        for window in wait.windows {
          show.waits.append((slot, events.awaited[window]))
          events.awaited[window].end = min(events.awaited[window].end ?? start, start)
        }
        tasks.others[slot]?.wait?.windows = 0..<0
      }
      let lastWait = tasks.others[slot]?.lastWait
      if let rest = builder.rest(of: slot, since: lastWait, at: start) {
        show.restLines.append((slot, rest.line))
      }
      if let lastWait { builder.shorten(wait: lastWait, to: start) }
      builder.shorten(restOf: slot, to: start)
      tasks.others[slot]?.lastWait = nil
      tasks.others[slot]?.isFrozen = true
    }
    show.ready = tasks.ready.filter { show.tasks.contains($0) }
    tasks.dequeue(show.ready)
    tasks.lookAhead()
    for axis in AxisSet.all.members where tops.contains(tasks.branch(of: show.axes[axis].owner)) {
      motors.hand(axis, to: tasks.running.slot)
    }
  }
}
