import Motion
import Schedules

// The show stands still while a handler is carried out: what moves slows to a stop along its path.

extension Scheduler {
  /// Lets the show make way for the handler number `index`, if it can at once.
  mutating func meetShow(_ index: Int) throws(Halt) {
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
  mutating func stand(_ index: Int) throws(Halt) {
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

  /// Holds the show, for the running strand; false if it cannot stop now: then the strand tries
  /// again at a later time, which it has been given.
  mutating func holdShow() throws(Halt) -> Bool {
    strand.now = (now + 999_999) / 1_000_000 * 1_000_000
    let start = milliseconds
    var show = HeldShow(
      slot: strand.slot, axes: axes, hadMotors: hasMotors, limits: heldLimits)
    show.held = heldAxes
    let tops = heldBranches()
    var steps: [Int] = []
    for axis in AxisSet.all.members where tops.contains(branch(of: axes[axis].owner)) {
      guard let index = path(of: axis, at: start) else {
        if axes[axis].velocity != 0 || axes[axis].movedUntil > start {
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
    let index = axes[axis].step
    guard axes[axis].movedUntil > start, builder.schedule.steps.indices.contains(index) else {
      return nil
    }
    return builder.schedule.steps[index].kind == .ramp ? nil : index
  }

  /// The axes that a pause holds: all but those that handlers move beside the show.
  private var heldAxes: AxisSet {
    AxisSet.all.members.reduce(AxisSet.none) { held, axis in
      let isOwn = handlers.contains { $0.policy == .alongside && $0.axes.contains(axis) }
      return isOwn ? held : held.union(AxisSet(axis))
    }
  }

  /// The branches of the script that a pause holds: the show, and handlers that are not alongside.
  private func heldBranches() -> [Int] {
    (others[0]?.fork?.branches ?? []).filter { slot in
      guard slot != strand.slot, let other = others[slot], !other.hasEnded, !other.isFrozen else {
        return false
      }
      return other.handler.map { handlers[$0].policy != .alongside } ?? true
    }
  }

  /// The branch of the script that the strand at `slot` is part of.
  func branch(of slot: Int) -> Int {
    var slot = slot
    while let parent = others[slot]?.parent, parent > 0 { slot = parent }
    return slot
  }

  /// The branch of the script that the running strand is part of.
  var ownBranch: Int { branch(of: strand.parent > 0 ? strand.parent : strand.slot) }

  /// Slows the motions of `show` down over `length` milliseconds, and stops what turns.
  private mutating func slow(
    _ show: inout HeldShow, _ steps: [Int], at start: Int32, over length: Int32
  ) throws(Halt) {
    for number in show.motions.indices {
      slow(&show.motions[number], steps[number], at: start, over: length)
    }
    let end = try stopTurning(show.turning)
    // All that moves slows down alike, so that its motions and its strands have one time.
    (show.time, show.slowing) = (start + length / 2, length)
    show.braking = max(length / 2, end - show.time)
    for axis in AxisSet.all.members {
      show.place[axis] = axes[axis].position
    }
    strand.now = Int64(show.time) * 1_000_000
  }

  /// Slows the motion that is step number `index` down.
  private mutating func slow(
    _ motion: inout HeldShow.Motion, _ index: Int, at start: Int32, over length: Int32
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
    for axis in motion.axes.members { axes[axis].movedUntil = step.end }
    for (axis, movement) in zip(step.axes.members, movements(of: motion)) {
      let place = movement.profile.state(at: movement.elapsed).position
      step.to[axis] = AxisTracking.millidegrees(place)
      (axes[axis].position, axes[axis].velocity) = (place, 0)
      if whole.assumed.contains(axis) { axes[axis].certainty = .assumed }
    }
    builder.replace(index, with: step)
  }

  /// Leaves out step number `index`, which has not begun at `start`.
  private mutating func leaveOut(_ index: Int, _ used: AxisSet, at start: Int32) {
    let step = builder.schedule.steps[index]
    for axis in used.members { axes[axis].movedUntil = start }
    for axis in step.axes.members {
      (axes[axis].position, axes[axis].velocity) = (Double(step.from[axis]) / 1000, 0)
    }
    builder.drop(index)
  }

  /// Brings the axes that turn to rest, as quickly as can be; gives when they stand.
  private mutating func stopTurning(_ turning: AxisSet) throws(Halt) -> Int32 {
    let (start, own) = (now, strand.limits)
    strand.limits = builder.degrees(ofLimits: heldLimits)
    var end = milliseconds
    for axis in turning.members {
      if axes[axis].movedUntil > milliseconds { end = max(end, try cut(axes[axis].step)) }
      guard axes[axis].movedUntil <= milliseconds, axes[axis].velocity != 0 else { continue }
      axes[axis].owner = strand.slot
      settle(axis)
      try brake(AxisSet(axis))
      end = max(end, milliseconds)
      strand.now = start
    }
    strand.limits = own
    return end
  }

  /// Lets the strands of the branches `tops` stand still.
  private mutating func freeze(_ show: inout HeldShow, _ tops: [Int], at start: Int32) {
    for slot in others.indices where others[slot]?.hasEnded == false && slot != strand.slot {
      guard tops.contains(branch(of: slot)) else { continue }
      show.strands.append(slot)
      if let wait = others[slot]?.wait {
        show.waits.append((slot, awaited[wait.window]))
        awaited[wait.window].end = min(awaited[wait.window].end ?? start, start)
        others[slot]?.wait?.window = -1
      }
      if let wait = others[slot]?.lastWait { builder.shorten(wait: wait, to: start) }
      others[slot]?.lastWait = nil
      others[slot]?.isFrozen = true
    }
    show.ready = ready.filter { show.strands.contains($0) }
    ready.removeAll { show.strands.contains($0) }
    horizon = min(ready.last.flatMap { others[$0]?.now } ?? .max, stopTime)
    for axis in AxisSet.all.members where tops.contains(branch(of: show.axes[axis].owner)) {
      axes[axis].owner = strand.slot
    }
  }
}
