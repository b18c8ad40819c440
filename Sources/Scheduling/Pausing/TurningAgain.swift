import Motion
import Quantities
import Schedules

// An axis that turns when the show is paused: it is stopped as quickly as possible, and afterwards
// gains its speed again so that it reaches every position at its script time.

extension PausedScript {
  /// An axis that turned, or changed its speed, when the show was held.
  struct Turn {
    let axis: Axis
    /// Where it was, in degrees, and how fast, in millidegrees a second.
    let position: Double
    var velocity: Int32
    /// The speed that it was to reach, and where, and how many milliseconds were left until then;
    /// 0 if it had that speed.
    let target: Int32
    let end: Double
    let left: Int32
  }

  /// How an axis turns again: from rest at a place over a common time to the speed it had, and on.
  struct RunUp {
    let turn: Turn
    /// Where it begins, in degrees.
    var place: Double
    /// Its speed when the show resumes, in millidegrees a second.
    let velocity: Int32
    /// How long it then takes to reach its target, in milliseconds.
    let rest: Int32
  }

  /// All axes that turn again.
  struct RunUps {
    var axes: [RunUp] = []
    /// How long they take to have the speeds they had, in milliseconds.
    var length: Int32 = 0
    /// The delay of the rest of the show, in milliseconds.
    var delay: Int32 = 0
    /// By how much the turning axes are behind the show's own time when they have their speeds, in
    /// milliseconds.
    var lead: Int32 = 0
  }

  /// When it was held, in milliseconds of its own time.
  var start: Int32 { time - slowing / 2 }

  /// The axes that were turning.
  var turning: AxisSet { turns.reduce(AxisSet.none) { $0.union(AxisSet($1.axis)) } }
}

extension Scheduler {
  /// How `axis` turns at the present time.
  func turn(of axis: Axis) -> PausedScript.Turn {
    let (now, state) = (milliseconds, motors.axes[axis])
    let limit = builder.limits(motors.heldLimits)[axis]?.inDegrees
    if state.movedUntil > now, builder.schedule.steps.indices.contains(state.step), let limit,
      let profile = builder.schedule.profile(
        of: axis, in: builder.schedule.steps[state.step],
        from: start(of: axis, in: builder.schedule.steps[state.step]), within: limit)
    {
      let step = builder.schedule.steps[state.step]
      let moment = profile.state(at: Milliseconds(now - step.start).seconds)
      return PausedScript.Turn(
        axis: axis, position: moment.position,
        velocity: AxisTracking.millidegrees(moment.velocity), target: step.to[axis],
        end: state.position, left: step.end - now)
    }
    let position =
      state.position + Millidegrees(state.velocity).turned(in: Milliseconds(now - state.time))
    return PausedScript.Turn(
      axis: axis, position: position, velocity: state.velocity, target: state.velocity,
      end: position, left: 0)
  }

  /// How the axes of `show` turn again that turned when it was held.
  ///
  /// What moves beside them sets out slowly: they have their speeds later or earlier by what that
  /// takes more or less than to slow down took. What is left of a change of speed may take longer
  /// than it would have, since its beginning is smooth again; then all wait for it.
  ///
  /// The limits are those of the show.
  func runUps(of show: PausedScript) -> PausedScript.RunUps {
    var all = PausedScript.RunUps()
    if show.turns.isEmpty { return all }
    let limits = builder.degrees(ofLimits: show.limits)
    func isOutside(_ up: PausedScript.RunUp) -> Bool {
      limits[up.turn.axis].map { up.place < $0.lower || up.place > $0.upper } ?? false
    }
    all = runUps(of: show, within: limits)
    // Where there is no room to gain the speed it had, an axis changes its speed from rest.
    let narrow = all.axes.filter { isOutside($0) && $0.turn.left > 0 }.map(\.turn.axis)
    if !narrow.isEmpty {
      var slower = show
      for index in slower.turns.indices where narrow.contains(slower.turns[index].axis) {
        slower.turns[index].velocity = 0
      }
      all = runUps(of: slower, within: limits)
    }
    for index in all.axes.indices where isOutside(all.axes[index]) {
      let limit = limits[all.axes[index].turn.axis]
      let place = max(limit?.lower ?? -.infinity, all.axes[index].place)
      all.axes[index].place = min(limit?.upper ?? .infinity, place)
    }
    return all
  }

  /// The same, wherever that leads.
  private func runUps(
    of show: PausedScript, within limits: PerAxis<AxisLimits?>
  ) -> PausedScript.RunUps {
    var all = PausedScript.RunUps()
    let (clock, _) = clock(for: show)
    let behind = (clock.length / clock.slowness - show.slowing) / 2
    (all.lead, all.delay) = (max(0, behind), max(0, -behind))
    var longer: Int32 = 0
    for turn in show.turns where turn.left > 0 {
      let least = length(from: turn.velocity, to: turn.target, within: limits[turn.axis])
      longer = max(longer, least - turn.left - all.lead)
    }
    all.lead += longer
    all.delay += longer
    for turn in show.turns {
      all.length = max(all.length, length(from: 0, to: turn.velocity, within: limits[turn.axis]))
    }
    for turn in show.turns { all.axes.append(runUp(turn, all)) }
    return all
  }

  /// How `turn` turns again, if all do as `all` says.
  private func runUp(_ turn: PausedScript.Turn, _ all: PausedScript.RunUps) -> PausedScript.RunUp {
    let rest = turn.left > 0 ? turn.left + all.lead : 0
    let (slow, fast) = (Millidegrees(turn.velocity).degrees, Millidegrees(turn.target).degrees)
    let left = turn.left > 0 ? (slow + fast) / 2 * Double(rest) : slow * Double(all.lead)
    let way = Milliseconds.seconds(in: slow / 2 * Double(all.length) + left)
    return PausedScript.RunUp(
      turn: turn, place: turn.end - way, velocity: turn.velocity, rest: rest)
  }

  /// The least milliseconds of a change of speed, both in millidegrees a second.
  private func length(from: Int32, to: Int32, within limit: AxisLimits?) -> Int32 {
    guard let limit else { return 0 }
    let change = Millidegrees(to).degrees - Millidegrees(from).degrees
    return Milliseconds.covering(SpeedChange.minimumLength(of: change, within: limit)) ?? 0
  }

  /// Gives the axes their speeds again that turned when the show was held; false if none did.
  mutating func runUp() throws(Halt) -> Bool {
    guard let show = ownPause, show.hadMotors else { return false }
    let all = show.runUps
    guard all.length > 0 else { return false }
    tasks.running.now = now.nextMillisecond
    try tell(builder.limits(show.limits))
    try take(show.turning)
    var step = Step(.ramp, start: milliseconds)
    step.length = all.length
    for up in all.axes where up.velocity != 0 {
      step.axes.insert(AxisSet(up.turn.axis))
      step.to[up.turn.axis] = up.velocity
    }
    guard !step.axes.isEmpty else { return false }
    let first = show.axes[show.turns[0].axis]
    try emit(step, from: first.turnedBy, of: first.owner)
    try pass(Nanoseconds(Milliseconds(step.length)), moving: step.axes)
    for up in all.axes where step.axes.contains(up.turn.axis) {
      let end = up.place + up.turned(in: step.length)
      motors.go(
        up.turn.axis, to: end, turning: up.velocity, by: show.axes[up.turn.axis].turnedBy,
        at: step.end)
    }
    return true
  }

  /// Makes the axes of `show` that were turning turn further; they have their speeds again.
  mutating func turnOn(_ show: PausedScript) throws(Halt) {
    let all = show.runUps
    for up in all.axes {
      let axis = up.turn.axis
      let before = up.place + up.turned(in: all.length)
      motors.turn(axis, from: before, at: up.turn.target, since: milliseconds, isNew: true)
      guard up.rest > 0, up.velocity != up.turn.target else { continue }
      var step = Step(.ramp, start: milliseconds)
      step.length = up.rest
      (step.axes, step.from[axis], step.to[axis]) = (AxisSet(axis), up.velocity, up.turn.target)
      try emit(step, from: show.axes[axis].turnedBy, of: show.axes[axis].owner)
      let mean = Millidegrees.degrees(in: Double(up.velocity) + Double(up.turn.target)) / 2
      let end = before + Milliseconds.seconds(in: mean * Double(up.rest))
      motors.turn(axis, from: end, at: up.turn.target, since: step.end, isNew: true)
      motors.renumber(axis, step: builder.schedule.steps.count - 1)
    }
  }
}

extension PausedScript.RunUp {
  /// How far it turns while it comes to its speed in `length` milliseconds, in degrees.
  fileprivate func turned(in length: Int32) -> Double {
    Milliseconds.seconds(in: Millidegrees(velocity).degrees / 2 * Double(length))
  }
}
