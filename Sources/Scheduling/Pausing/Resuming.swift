import Motion
import Quantities
import Schedules
import Vocabulary

// Resuming after a handler: the dock goes back to the position of the show, interrupted motions
// start again, and script time advances.

extension Scheduler {
  /// Resumes what was paused for the handler number `index`, whose task is the running one and
  /// whose block is over; true once it goes on.
  ///
  /// This takes several calls, each when the motion is over that the one before has begun.
  mutating func resume(after index: Int) throws(Halt) -> Bool {
    switch events.handlers[index].phase {
    case .running where try goBack():
      events.handlers[index].phase = .returning
      return false
    case .resuming: try carryOn()
    // The next of its event finds the show as it is.
    case _ where events.successor(of: index) != nil: break
    case _ where try runUp():
      events.handlers[index].phase = .resuming
      return false
    default: try carryOn()
    }
    return true
  }

  /// Moves the dock back to the position of the show; false if it is there already.
  private mutating func goBack() throws(Halt) -> Bool {
    guard let show = ownPause, show.hadMotors else { return false }
    if !motors.areTaken { try take(.all) }
    var (lost, left, kept) = (AxisSet.none, AxisSet.none, AxisSet.none)
    for axis in show.held.members where limits[axis] != nil && !show.axes[axis].isFollowing {
      let place = AxisTracking.millidegrees(show.goal(of: axis))
      let (now, then) = (motors.axes[axis], show.standing[axis])
      let isLost = now.losses > then.losses
      if show.mayStandElsewhere(axis), isLost || now.absolutes > then.absolutes {
        left.insert(AxisSet(axis))
      } else if isLost {
        lost.insert(AxisSet(axis))
      } else if motors.axes[axis].millidegrees != place {
        kept.insert(AxisSet(axis))
      }
    }
    let moved = lost.union(left).union(kept)
    if moved.isEmpty { return false }
    // What was kept is as far from the plan as it was when the show was held.
    let ways = [
      try emitWayBack(of: lost, to: show),
      try emitWayBack(of: left, to: show, named: show.hold),
      try emitWayBack(of: kept, to: show, isRelative: true),
    ].compactMap(\.self)
    let length = ways.map { builder.schedule.steps[$0].length }.max() ?? 0
    try pass(Nanoseconds(Milliseconds(length)), moving: moved)
    for way in ways { keepBusy(withStep: way) }
    for axis in moved.members {
      motors.goBack(axis, to: show.goal(of: axis), as: show.standing[axis])
    }
    return true
  }

  /// Appends the way of `axes` to where `show` was held by its plan, or to where it stood then if
  /// that is kept as the hold `named`, or if it `isRelative`, by the way that leads there from
  /// where they are assumed to be; gives the number of the step, nil if there are none.
  private mutating func emitWayBack(
    of axes: AxisSet, to show: PausedScript, named hold: Int32? = nil, isRelative: Bool = false
  ) throws(Halt) -> Int? {
    guard !axes.isEmpty else { return nil }
    var step = Step(.move, start: milliseconds)
    (step.isRelative, step.axes) = (isRelative, axes)
    var duration = MoveDuration()
    for axis in axes.members {
      if motors.axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
      step.from[axis] = motors.axes[axis].millidegrees
      step.to[axis] = AxisTracking.millidegrees(show.goal(of: axis))
      if let limit = limits[axis] { duration.add(axis, of: step, at: 0, .plain, within: limit) }
    }
    step.length = duration.shortestLength(atLeast: 0) ?? 0
    if hold != nil {
      var manner = Schedule.Manner()
      manner.hold = hold
      step.extra = builder.index(of: manner)
    }
    try emit(step)
    return builder.schedule.steps.count - 1
  }

  /// Takes note that the axes of step number `index` are busy with it until it ends.
  private mutating func keepBusy(withStep index: Int) {
    let step = builder.schedule.steps[index]
    for axis in step.axes.members { motors.renumber(axis, step: index) }
    motors.occupy(step.axes, until: step.end)
  }

  /// Resumes the show that the running task has paused.
  private mutating func carryOn() throws(Halt) {
    guard let show = ownPause else { return }
    pauses.removeLast()
    tasks.running.now = now.nextMillisecond
    if show.hadMotors { try tell(builder.limits(show.limits)) }
    let wasGivenBack = !show.hadMotors && motors.areTaken && !isMovingAlongside
    if wasGivenBack { giveBack() }
    let (clock, rates) = clock(for: show)
    let places = motors.axes
    for axis in show.held.members { restore(axis, of: show, at: clock) }
    for (motion, rate) in zip(show.motions, rates) {
      try setOut(motion, from: places, at: rate, by: clock)
    }
    if !show.hadMotors {
      leave(show.held, at: places, isForgotten: wasGivenBack)
    } else {
      try turnOn(show)
    }
    if let following = show.following {
      let origin = tasks.running.origin
      tasks.running.origin = following.origin
      defer { tasks.running.origin = origin }
      try act(.follow(following.value))
      motors.follow(following.value, by: following.origin, braking: following.braking)
    }
    thaw(show, by: clock)
    try resumePhone(show)
  }

  /// Leaves the axes `held`, of a show that had not taken the motors, at `places`.
  private mutating func leave(
    _ held: AxisSet, at places: PerAxis<AxisTracking>, isForgotten: Bool
  ) {
    for axis in held.members {
      motors.put(axis, at: places[axis].position)
      if isForgotten { motors.forget(axis) }
    }
  }

  /// True if a handler with its own axes is running at the same time as the show.
  private var isMovingAlongside: Bool {
    events.handlers.contains { $0.policy == .alongside && $0.phase != .idle && !$0.axes.isEmpty }
  }

  /// Appends the rest of `motion`.
  private mutating func setOut(
    _ motion: PausedScript.Motion, from places: PerAxis<AxisTracking>, at rate: Int32,
    by clock: ResumeClock
  ) throws(Halt) {
    guard motion.own < motion.whole.length else { return }
    var step = motion.whole
    step.start = clock.start
    if motion.own > 0 {
      let end = clock.instant(of: Instant(Milliseconds(motion.end))).milliseconds
      (step.kind, step.easing, step.length) = (.warp, 0, end - clock.start)
      for axis in step.axes.members { step.from[axis] = places[axis].millidegrees }
      let change = Schedule.Warp.Change(at: 0, over: clock.length, to: rate)
      step.extra = builder.add(
        Schedule.Warp(motion.whole, from: motion.own, changes: [change]))
    }
    let first = Axis.allCases.first(where: motion.axes.contains)
    let owner = first.map { motors.axes[$0].owner }
    try emit(step, from: step.origin, of: owner)
    motors.occupy(motion.axes, withStep: builder.schedule.steps.count - 1, until: step.end)
  }

  /// Gives `axis` back to `show`, whose times go on as `clock` says.
  ///
  /// Without the motors nothing has brought it back, and it stays where it is.
  private mutating func restore(_ axis: Axis, of show: PausedScript, at clock: ResumeClock) {
    var tracking = show.axes[axis]
    guard show.hadMotors else { return motors.hand(axis, to: tracking.owner) }
    // The tracker turns it on from wherever the handler has left it.
    if tracking.isFollowing { tracking.position = motors.axes[axis].position }
    let until = tracking.movedUntil
    let end = clock.instant(of: Instant(Milliseconds(until)))
    tracking.movedUntil = until > clock.own ? end.milliseconds : clock.start
    (tracking.time, tracking.turnedAt) = (clock.start, clock.start)
    motors.restore(axis, as: tracking)
  }

  /// Resumes the tasks of `show`; those whose axes turn resume with their axes.
  private mutating func thaw(_ show: PausedScript, by clock: ResumeClock) {
    let late = Nanoseconds(Milliseconds(milliseconds + show.runUps.lead - show.start))
    let far = Instant(Milliseconds(max(clock.end, clock.own + clock.length)))
    let shift = clock.instant(of: far) - far
    if pauses.isEmpty {
      // The bars above the show have stood still with it.
      let hold = recounting(since: show) + shift
      tasks.others[0]?.values.shiftTempos(by: hold)
    }
    for slot in show.tasks {
      guard var task = tasks.others[slot] else { continue }
      let before = task.now
      // One that waits for its branches has no time of its own.
      task.now = task.fork == nil ? clock.instant(ofTask: before) : before + shift
      let isTurning = show.turning.members.contains { motors.axes[$0].owner == slot }
      if isTurning, task.fork == nil { task.now = before + late }
      task.goOn(from: task.now - before, grids: max(shift, task.now - before))
      if let since = task.wait?.since {
        task.wait?.since = clock.instant(of: since)
        if let end = task.wait?.end {
          task.now = clock.instant(of: end)
          task.wait?.end = task.now
        }
        let first = events.awaited.count
        for (waiting, var window) in show.waits where waiting == slot {
          window.start = max(clock.start, (task.wait?.since ?? .start).milliseconds)
          window.end = task.wait?.end?.milliseconds
          events.awaited.append(window)
        }
        task.wait?.windows = first..<events.awaited.count
      }
      if let line = show.restLines.first(where: { $0.slot == slot })?.line {
        let (start, end) = (clock.start, task.now.milliseconds)
        builder.keep(Provenance.Rest(slot: slot, line: line, start: start, end: end))
      }
      task.isFrozen = false
      tasks.others[slot] = task
    }
    for slot in show.ready { tasks.enqueue(slot) }
    tasks.lookAhead()
  }
}

extension PausedScript {
  /// The position of `axis` when the show resumes, in degrees.
  fileprivate func goal(of axis: Axis) -> Double {
    runUps.axes.first { $0.turn.axis == axis }?.place ?? standing[axis].position
  }
}

extension ScriptTask {
  /// Counts the turns of its loops from `shift` later on, those on a grid from `grids`.
  fileprivate mutating func goOn(from shift: Nanoseconds, grids: Nanoseconds) {
    values.shiftTempos(by: grids)
    frame.since += frame.kind == .every ? grids : shift
    for index in outer.indices { outer[index].since += outer[index].kind == .every ? grids : shift }
  }
}
