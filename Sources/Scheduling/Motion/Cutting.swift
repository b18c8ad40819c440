import Motion
import Quantities
import Schedules

// A motion whose task loses a race, or is replaced, is stopped as quickly as possible.

extension Scheduler {
  /// Brings the axes of the `losers` to rest as quickly as can be.
  ///
  /// The block lasts until they stand; then it takes back their limits.
  mutating func stop(_ losers: [Int]) throws(Halt) {
    let axes = AxisSet.all.members.filter { losers.contains(motors.axes[$0].owner) }
    let end = try stop(axes.reduce(AxisSet.none) { $0.union(AxisSet($1)) })
    for axis in axes { motors.hand(axis, to: tasks.running.slot) }
    if end > milliseconds { tasks.running.now = Instant(Milliseconds(end)) }
  }

  /// Lets the limits of the running task hold for its axes, whatever held for those that have moved
  /// them.
  mutating func takeBackLimits() throws(Halt) {
    var told = builder.limits(motors.heldLimits)
    for axis in AxisSet.all.members where motors.axes[axis].owner == tasks.running.slot {
      told[axis] = builder.limits(limitIndex)[axis]
    }
    try tell(told)
  }

  /// Brings the axes `moving` to rest as quickly as can be, under the limits that the dock holds;
  /// gives when they stand, in milliseconds.
  ///
  /// Those that turn are the running task's from then on.
  mutating func stop(_ moving: AxisSet) throws(Halt) -> Int32 {
    let (start, own) = (now, tasks.running.limits)
    tasks.running.limits = builder.degrees(ofLimits: motors.heldLimits)
    var end = milliseconds
    if let following = motors.following, !following.value.axes.isDisjoint(with: moving) {
      end = try stopFollowing()
    }
    for axis in moving.members {
      if motors.axes[axis].soughtAt == milliseconds {
        // As if it had a step, which is left out.
        motors.forgo(axis)
      } else if motors.axes[axis].movedUntil > milliseconds {
        end = max(end, try cut(motors.axes[axis].step))
      }
      guard motors.axes[axis].movedUntil <= milliseconds, motors.axes[axis].velocity != 0 else {
        continue
      }
      motors.hand(axis, to: tasks.running.slot)
      settle(axis)
      try brake(AxisSet(axis))
      end = max(end, milliseconds)
      tasks.running.now = start
    }
    tasks.running.limits = own
    return end
  }

  /// Cuts off step number `index`; gives when its axes stand, in milliseconds.
  ///
  /// A move that ends sooner than it could be stopped is completed, and so is an animation, which
  /// only the dock can stop.
  mutating func cut(_ index: Int) throws(Halt) -> Int32 {
    let whole = builder.schedule.steps[index]
    guard [.move, .through, .ramp, .warp].contains(whole.kind) else { return whole.end }
    if whole.start >= milliseconds { return forgo(index) }
    // What slows to a stop already soon stands.
    if whole.kind == .warp, builder.schedule.warps[Int(whole.extra)].changes.last?.rate == 0 {
      return whole.end
    }
    var ends = PerAxis<JerkProfile?>(all: nil)
    let elapsed = Milliseconds(milliseconds - whole.start).seconds
    var longest = 0.0
    for axis in whole.axes.members {
      guard let limit = limits[axis],
        let profile = builder.schedule.profile(
          of: axis, in: whole, from: start(of: axis, in: whole), within: limit),
        let stopped = StoppedMotion(profile, after: elapsed, within: limit)
      else { return whole.end }
      ends[axis] = stopped.stop
      longest = max(longest, stopped.length)
    }
    guard let length = Milliseconds.covering(longest) else { return whole.end }
    let isLate = milliseconds == 0 && !overtime.isDisjoint(with: whole.axes)
    if length >= whole.length, whole.kind != .ramp, !isLate { return whole.end }
    var step = whole
    (step.kind, step.easing, step.length) = (.cut, 0, length)
    step.extra = builder.add(Schedule.Cut(whole, after: milliseconds - whole.start))
    // One that has no way to go rests in the step, too.
    for axis in AxisSet.all.members where motors.isBusy(axis, withStep: index, at: milliseconds) {
      motors.occupy(AxisSet(axis), until: step.end)
    }
    for axis in whole.axes.members {
      guard let stop = ends[axis] else { continue }
      step.from[axis] = AxisTracking.millidegrees(start(of: axis, in: whole))
      step.to[axis] = AxisTracking.millidegrees(stop.target.position)
      motors.stand(axis, at: stop.target.position, isAssumed: whole.assumed.contains(axis))
      if builder.schedule.subject(of: whole) != nil { motors.forget(axis) }
      checkReach(axis, stop.target.position)
    }
    builder.replace(index, with: step)
    findings.forgetDelay(of: whole)
    return step.end
  }

  /// Leaves out step number `index`, which begins at this instant; gives that instant.
  private mutating func forgo(_ index: Int) -> Int32 {
    let step = builder.schedule.steps[index]
    // One that has no way to go is not in use for it, either.
    for axis in AxisSet.all.members where motors.isBusy(axis, withStep: index, at: milliseconds) {
      guard step.axes.contains(axis) else {
        motors.forgo(axis)
        continue
      }
      let place = start(of: axis, in: step)
      motors.forgo(axis)
      motors.turn(
        axis, from: place,
        at: builder.schedule.velocity(of: axis, before: step), since: milliseconds, isNew: false)
    }
    builder.drop(index)
    findings.forgetDelay(of: step)
    return milliseconds
  }

  /// Where `axis` was at the start of `step`, which is the last that moved it, in degrees.
  func start(of axis: Axis, in step: Step) -> Double {
    guard step.kind == .ramp else { return Millidegrees(step.from[axis]).degrees }
    let mean = Millidegrees.degrees(in: Double(step.from[axis]) + Double(step.to[axis])) / 2
    return motors.axes[axis].position - Milliseconds.seconds(in: mean * Double(step.length))
  }
}
