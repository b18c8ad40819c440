import Motion

// The show stands still while a handler is carried out: what moves slows to a stop along its path,
// and afterwards sets out again from there.

extension Scheduler {
  /// Lengths of changes of rate are multiples of this many milliseconds, so that own times are
  /// whole ones.
  private static let grid: Int32 = 8

  // MARK: - Slowing down

  /// Holds the show, for the running strand; false if it cannot stop now: then the strand tries
  /// again at a later time, which it has been given.
  mutating func holdShow() throws(Halt) -> Bool {
    strand.now = (now + 999_999) / 1_000_000 * 1_000_000
    let start = milliseconds
    var show = HeldShow(
      slot: strand.slot, axes: axes, hadMotors: hasMotors, limits: heldLimits)
    let tops = heldBranches()
    var steps: [Int] = []
    for axis in AxisSet.all.members where tops.contains(branch(of: axes[axis].owner)) {
      if axes[axis].movedUntil > start, schedule.steps.indices.contains(axes[axis].step) {
        let index = axes[axis].step
        guard schedule.steps[index].kind != .ramp else {
          show.turning.insert(AxisSet(axis))
          continue
        }
        if !steps.contains(index) { steps.append(index) }
      } else if axes[axis].velocity != 0 {
        show.turning.insert(AxisSet(axis))
      }
    }
    for index in steps {
      guard let motion = motion(index, at: start) else { return false }
      show.motions.append(motion)
    }
    guard let length = slowing(show.motions, steps, at: start) else { return false }
    try slow(&show, steps, at: start, over: length)
    freeze(&show, tops, at: start)
    pauses.append(show)
    return true
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

  /// The motion number `index` as it stands at `start`; nil if it cannot slow down from there.
  private mutating func motion(_ index: Int, at start: Int32) -> HeldShow.Motion? {
    let step = schedule.steps[index]
    // What begins as the cue does is under way already.
    if step.start == start, start == 0 { return later(1) }
    switch step.kind {
    case .move, .through:
      let goesOn = schedule.manner(of: step).velocities != PerAxis(all: 0)
      if step.start >= start, goesOn { return later(step.start + 1) }
      return HeldShow.Motion(
        whole: step, own: max(0, start - step.start), rate: 100, end: step.end)
    case .warp:
      guard let change = schedule.warps[Int(step.extra)].changes.last, change.rate > 0 else {
        return later(step.end)
      }
      let warp = schedule.warps[Int(step.extra)]
      var motion = HeldShow.Motion(
        whole: warp.whole, own: warp.begin, rate: change.rate, end: step.end)
      if step.start >= start { return motion }
      let steady = start - step.start - change.length
      if steady < 0 { return later(step.start + change.length) }
      let hundredths = (change.length / 2 + steady) * change.rate
      if hundredths % 100 != 0 { return later(start + 1) }
      motion.own += hundredths / 100
      return motion
    default: return later(step.end)
    }
  }

  /// Lets the running strand try again at `time` milliseconds.
  private mutating func later<Value>(_ time: Int32) -> Value? {
    strand.now = max(now + 1_000_000, Int64(time) * 1_000_000)
    return nil
  }

  /// How long `motions` take to slow to a stop, in milliseconds; nil if they cannot yet.
  private mutating func slowing(
    _ motions: [HeldShow.Motion], _ steps: [Int], at start: Int32
  ) -> Int32? {
    var (seconds, delay) = (0.0, 0.0)
    for (motion, index) in zip(motions, steps) where schedule.steps[index].start < start {
      let movements = movements(of: motion)
      let rate = Double(motion.rate) / 100
      guard let found = TimeWarp.soonest(from: rate, to: 0, in: movements) else {
        return later(motion.end)
      }
      seconds = max(seconds, found.length)
      delay = max(delay, found.delay / rate)
    }
    if delay > 0 { return later(start + max(1, Milliseconds.covering(delay) ?? 1)) }
    var length = Scheduler.gridded(seconds)
    for _ in 0..<32 {
      let areGentle = zip(motions, steps).allSatisfy { motion, index in
        schedule.steps[index].start >= start
          || isGentle(motion, from: motion.rate, to: 0, over: length)
      }
      if areGentle { return length }
      length += Scheduler.grid
    }
    return later(motions.map(\.end).min() ?? start)
  }

  private static func gridded(_ seconds: Double) -> Int32 {
    let whole = Milliseconds.covering(seconds) ?? 0
    return (min(whole, 1_000_000) + grid - 1) / grid * grid
  }

  private func movements(of motion: HeldShow.Motion) -> [TimeWarp.Movement] {
    motion.whole.axes.members.compactMap { axis in
      guard let limit = schedule.limits[Int(heldLimits)][axis]?.inDegrees,
        let profile = schedule.profile(of: axis, in: motion.whole, from: 0, within: limit)
      else { return nil }
      return TimeWarp.Movement(profile, limit, at: Double(motion.own) / 1000)
    }
  }

  /// True iff `motion` keeps its limits if its rate changes where it is, in `length` milliseconds.
  private func isGentle(
    _ motion: HeldShow.Motion, from: Int32, to: Int32, over length: Int32
  ) -> Bool {
    let seconds = Double(length) / 1000
    let changes = [
      WarpedMotion.Change(at: 0, over: 0, to: Double(from) / 100),
      WarpedMotion.Change(at: 0, over: seconds, to: Double(to) / 100),
    ]
    return movements(of: motion).allSatisfy { movement in
      let warped = WarpedMotion(
        movement.profile, from: movement.elapsed, changes: changes, length: seconds)
      return (warped?.peaks.stretch(within: movement.limits) ?? 2) <= 1 + 3e-10
    }
  }

  /// Slows the motions of `show` down over `length` milliseconds, and stops what turns.
  private mutating func slow(
    _ show: inout HeldShow, _ steps: [Int], at start: Int32, over length: Int32
  ) throws(Halt) {
    var end = start + length
    for number in show.motions.indices {
      slow(&show.motions[number], steps[number], at: start, over: length)
    }
    end = max(end, try stopTurning(show.turning))
    end = start + (end - start + Scheduler.grid - 1) / Scheduler.grid * Scheduler.grid
    show.time = start + (end - start) / 2
    for axis in AxisSet.all.members {
      show.place[axis] = axes[axis].position
    }
    strand.now = Int64(end) * 1_000_000
  }

  /// Slows the motion that is step number `index` down.
  private mutating func slow(
    _ motion: inout HeldShow.Motion, _ index: Int, at start: Int32, over length: Int32
  ) {
    let whole = schedule.steps[index]
    guard whole.start < start else { return leaveOut(index, at: start) }
    var step = whole
    var warp = Schedule.Warp(whole, from: 0, changes: [])
    if whole.kind == .warp { warp = schedule.warps[Int(whole.extra)] }
    warp.changes.append(.init(at: start - whole.start, over: length, to: 0))
    motion.own += length / 2 * motion.rate / 100
    (step.kind, step.easing, step.length) = (.warp, 0, start - whole.start + length)
    step.extra = UInt32(schedule.warps.count)
    schedule.warps.append(warp)
    schedule.steps[index] = step
    for movement in zip(step.axes.members, movements(of: motion)) {
      let (axis, place) = (movement.0, movement.1.profile.state(at: movement.1.elapsed).position)
      schedule.steps[index].to[axis] = AxisTracking.millidegrees(place)
      axes[axis].position = place
      (axes[axis].velocity, axes[axis].movedUntil) = (0, step.end)
      if whole.assumed.contains(axis) { axes[axis].certainty = .assumed }
    }
  }

  /// Leaves out step number `index`, which has not begun at `start`.
  private mutating func leaveOut(_ index: Int, at start: Int32) {
    let step = schedule.steps[index]
    for axis in step.axes.members {
      axes[axis].position = Double(step.from[axis]) / 1000
      (axes[axis].velocity, axes[axis].movedUntil) = (0, start)
    }
    schedule.steps[index] = Step(.wait, start: step.start)
    hasGaps = true
  }

  /// Brings the axes that turn to rest, as quickly as can be; gives when they stand.
  private mutating func stopTurning(_ turning: AxisSet) throws(Halt) -> Int32 {
    let (start, own) = (now, strand.limits)
    strand.limits = schedule.limits[Int(heldLimits)].map { $0?.inDegrees }
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
      if let wait = others[slot]?.lastWait, schedule.steps[wait].end > start {
        schedule.steps[wait].length = max(0, start - schedule.steps[wait].start)
        hasGaps = true
      }
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

  // MARK: - Carrying on

  /// Lets the dock go back to where the show stands; false if it is there.
  mutating func goBack() throws(Halt) -> Bool {
    guard let show = pauses.last, show.slot == strand.slot, show.hadMotors else { return false }
    let wasTaken = hasMotors
    if !wasTaken { try take(.all) }
    var step = Step(.move, start: milliseconds)
    for axis in AxisSet.all.members where limits[axis] != nil {
      let place = AxisTracking.millidegrees(show.place[axis])
      guard axes[axis].millidegrees != place || !wasTaken else { continue }
      step.axes.insert(AxisSet(axis))
      if axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
      (step.from[axis], step.to[axis]) = (axes[axis].millidegrees, place)
    }
    if step.axes.isEmpty { return false }
    var course = MoveCourse()
    for axis in step.axes.members {
      if let limit = limits[axis] { course.add(axis, of: step, at: 0, .plain, within: limit) }
    }
    step.length = course.shortestLength(atLeast: 0) ?? 0
    try emit(step)
    try pass(Int64(step.length) * 1_000_000, moving: step.axes)
    for axis in step.axes.members { axes[axis].go(to: show.place[axis]) }
    return true
  }

  /// Lets the show carry on that the running strand has held.
  mutating func carryOn() throws(Halt) {
    guard let show = pauses.last, show.slot == strand.slot else { return }
    pauses.removeLast()
    strand.now = (now + 999_999) / 1_000_000 * 1_000_000
    if show.hadMotors { try tell(schedule.limits[Int(show.limits)]) }
    let wasGivenBack = !show.hadMotors && hasMotors
    if wasGivenBack { giveBack() }
    let (clock, rates) = clock(for: show)
    let places = axes
    axes = show.axes
    for axis in AxisSet.all.members { move(axis, to: clock) }
    for (motion, rate) in zip(show.motions, rates) {
      try setOut(motion, from: places, at: rate, by: clock)
    }
    let turned = try turnAgain(show, after: clock.length)
    if wasGivenBack {
      for axis in AxisSet.all.members {
        axes[axis].position = places[axis].position
        axes[axis].forget()
      }
    }
    thaw(show, by: clock, turned)
  }

  /// How the time of `show` goes on, and the rates of its motions, in hundredths.
  private func clock(for show: HeldShow) -> (ShowClock, [Int32]) {
    let under = show.motions.filter { $0.own > 0 && $0.own < $0.whole.length }
    let end = under.reduce(show.time) { max($0, $1.end) }
    var clock = ShowClock(
      own: show.time, start: milliseconds, length: 0, slowness: 1, end: end)
    for slowness: Int32 in [1, 2] {
      clock.slowness = slowness
      if let length = risingLength(of: under, slowness) {
        clock.length = length
        break
      }
    }
    return (clock, show.motions.map { $0.rate / clock.slowness })
  }

  /// How long `motions` take to reach their rate, divided by `slowness`, in milliseconds; nil if
  /// they cannot.
  private func risingLength(of motions: [HeldShow.Motion], _ slowness: Int32) -> Int32? {
    var seconds = 0.0
    for motion in motions {
      let rate = Double(motion.rate / slowness) / 100
      guard let found = TimeWarp.soonest(from: 0, to: rate, in: movements(of: motion)) else {
        return nil
      }
      seconds = max(seconds, found.length)
    }
    var length = Scheduler.gridded(seconds)
    for _ in 0..<32 {
      let areGentle = motions.allSatisfy {
        isGentle($0, from: 0, to: $0.rate / slowness, over: length)
      }
      if areGentle { return length }
      length += Scheduler.grid
    }
    return slowness > 1 ? length : nil
  }

  /// Appends the rest of `motion`.
  private mutating func setOut(
    _ motion: HeldShow.Motion, from places: PerAxis<AxisTracking>, at rate: Int32,
    by clock: ShowClock
  ) throws(Halt) {
    guard motion.own < motion.whole.length else { return }
    var step = motion.whole
    step.start = clock.start
    if motion.own > 0 {
      let end = Scheduler.milliseconds(clock.instant(of: Int64(motion.end) * 1_000_000))
      (step.kind, step.easing, step.length) = (.warp, 0, end - clock.start)
      for axis in step.axes.members { step.from[axis] = places[axis].millidegrees }
      step.extra = UInt32(schedule.warps.count)
      let change = Schedule.Warp.Change(at: 0, over: clock.length, to: rate)
      schedule.warps.append(Schedule.Warp(motion.whole, from: motion.own, changes: [change]))
    }
    let present = origin
    origin = step.origin
    try emit(step)
    origin = present
    for axis in step.axes.members {
      axes[axis].step = schedule.steps.count - 1
      axes[axis].movedUntil = max(axes[axis].movedUntil, step.end)
    }
  }

  /// Counts the times of `axis` as `clock` does.
  private mutating func move(_ axis: Axis, to clock: ShowClock) {
    let until = axes[axis].movedUntil
    let end = clock.instant(of: Int64(until) * 1_000_000)
    axes[axis].movedUntil = until > clock.own ? Scheduler.milliseconds(end) : clock.start
    (axes[axis].time, axes[axis].turnedAt) = (clock.start, clock.start)
  }

  /// Sets the axes turning again that turned when `show` was held, over `length` milliseconds at
  /// least; gives when they have their speeds.
  private mutating func turnAgain(
    _ show: HeldShow, after length: Int32
  ) throws(Halt) -> PerAxis<Int32?> {
    var ends = PerAxis<Int32?>(all: nil)
    for axis in show.turning.members {
      let velocity = show.axes[axis].velocity
      axes[axis].position = show.place[axis]
      guard velocity != 0, let limit = schedule.limits[Int(show.limits)][axis]?.inDegrees else {
        axes[axis].movedUntil = min(axes[axis].movedUntil, milliseconds)
        continue
      }
      let least = SpeedChange.minimumLength(of: Double(velocity) / 1000, within: limit)
      var step = Step(.ramp, start: milliseconds)
      step.length = max(length, Milliseconds.covering(least) ?? 0)
      (step.axes, step.to[axis]) = (AxisSet(axis), velocity)
      let present = origin
      origin = axes[axis].turnedBy
      try emit(step)
      origin = present
      axes[axis].position += Double(velocity) / 2000 * Double(step.length) / 1000
      axes[axis].step = schedule.steps.count - 1
      (axes[axis].time, axes[axis].turnedAt) = (step.end, step.end)
      axes[axis].movedUntil = step.end
      ends[axis] = step.end
    }
    return ends
  }

  /// Lets the strands of `show` go on, none before the axes that it turns have their speeds.
  private mutating func thaw(
    _ show: HeldShow, by clock: ShowClock, _ turned: PerAxis<Int32?>
  ) {
    let far = Int64(max(clock.end, clock.own + clock.length)) * 1_000_000
    let shift = clock.instant(of: far) - far
    for slot in show.strands {
      guard var strand = others[slot] else { continue }
      let before = strand.now
      // One that waits for its branches has no time of its own.
      strand.now = strand.fork == nil ? clock.instant(of: before) : before + shift
      for axis in AxisSet.all.members where axes[axis].owner == slot {
        if let end = turned[axis] { strand.now = max(strand.now, Int64(end) * 1_000_000) }
      }
      strand.goOn(from: strand.now - before, grids: max(shift, strand.now - before))
      if let since = strand.wait?.since, let found = show.waits.first(where: { $0.slot == slot }) {
        var window = found.awaited
        strand.wait?.since = clock.instant(of: since)
        if let end = strand.wait?.end {
          strand.now = clock.instant(of: end)
          strand.wait?.end = strand.now
        }
        window.start = max(clock.start, Scheduler.milliseconds(strand.wait?.since ?? 0))
        window.end = strand.wait?.end.map(Scheduler.milliseconds)
        strand.wait?.window = awaited.count
        awaited.append(window)
      }
      strand.isFrozen = false
      others[slot] = strand
    }
    for slot in show.ready { enqueue(slot) }
    horizon = min(ready.last.flatMap { others[$0]?.now } ?? .max, stopTime)
  }
}

extension Strand {
  /// Counts the turns of its loops from `shift` nanoseconds later on, those on a grid from `grids`.
  fileprivate mutating func goOn(from shift: Int64, grids: Int64) {
    frame.since += frame.kind == .every ? grids : shift
    for index in outer.indices { outer[index].since += outer[index].kind == .every ? grids : shift }
  }
}
