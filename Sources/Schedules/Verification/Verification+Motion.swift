import Hardware
import Motion
import Quantities

extension Verification {
  /// Follows `axis` through `step`, a motion of it.
  mutating func follow(_ step: Step, _ index: Int, _ axis: Axis, _ own: AxisLimits) {
    if axes[axis].time > Int(step.start) {
      let busy = Finding.Kind.stillMoving(until: Int32(clamping: axes[axis].time))
      report(Finding(busy, step: index, axis: axis, time: step.start))
    } else {
      pass(axis, until: Int(step.start))
    }
    let isElsewhere = start(step, index, axis)
    defer { if let isElsewhere { report(isElsewhere) } }
    let start = axes[axis].moment
    let limit = allowance(of: axis, in: step, own)
    let profile = schedule.profile(of: axis, in: step, from: start.position, within: own)
    guard let profile else {
      let kind = step.kind == .through ? Finding.Kind.legsOutOfOrder : .cannotGoOn
      var finding = Finding(kind, step: index, axis: axis, time: step.start)
      if step.kind == .move { finding.shortest = shortestLength(of: step) }
      report(finding)
      return arrive(axis, after: step, index, start)
    }
    let bounds = bounds(of: axis, limit)
    if step.kind == .warp || step.kind == .cut { setOut(axis, by: profile) }
    var check = MotionCheck(from: axes[axis].moment, limits: limit, bounds: bounds)
    profile.forEachPiece { check.follow($0) }
    let goal = check.moment.goal(of: step, axis)
    if !check.isClean || axes[axis].isLost || goal.differs(from: check.moment, within: limit) != nil
    {
      judge(profile, of: step, index, axis, limit, from: axes[axis].moment)
    }
    arrive(axis, after: step, index, goal)
  }

  /// Lets `axis` turn on until `end` milliseconds.
  mutating func pass(_ axis: Axis, until end: Int) {
    let state = axes[axis]
    guard end > state.time, let limit = limits[axis] else { return }
    axes[axis].time = end
    let steady = AxisSample(position: state.moment.position, velocity: state.moment.velocity)
    axes[axis].moment = steady
    if let jump = steady.differs(from: state.moment, within: limit) {
      let before = state.moment[jump]
      report(
        Finding(
          .jump(jump), step: state.turnedBy, axis: axis, time: Int32(clamping: state.time),
          value: 0, limit: before))
    }
    guard steady.velocity != 0 else { return }
    let length = Milliseconds(end - state.time).seconds
    axes[axis].moment.position += steady.velocity * length
    var check = MotionCheck(from: steady, limits: limit, bounds: bounds(of: axis, limit))
    check.follow(length, SIMD4(steady.position, steady.velocity * length, 0, 0))
    guard !check.isClean || state.isLost else { return }
    let turn = Profile.hold(
      position: steady.position, velocity: steady.velocity, length: length)
    let step = Step(.wait, start: Int32(clamping: state.time))
    judge(turn, of: step, state.turnedBy, axis, limit, from: steady)
  }

  /// Holds an axis to the limits that begin to hold.
  mutating func verifyStanding(_ axis: Axis, _ index: Int) {
    guard let limit = limits[axis], axes[axis].time <= Int(schedule.steps[index].start) else {
      return
    }
    let (moment, time) = (axes[axis].moment, schedule.steps[index].start)
    if abs(moment.velocity) > limit.speed * Bounds.forgiven {
      report(
        Finding(
          .beyond(.speed), step: index, axis: axis, time: time, value: abs(moment.velocity),
          limit: limit.speed))
    }
    guard !axes[axis].isLost else { return }
    let bounds = Bounds(limit, slack: Bounds.slack + axes[axis].slack)
    let isOutside = moment.position < bounds.lower || moment.position > bounds.upper
    if isOutside, !axes[axis].isOutside {
      report(
        Finding(
          .beyond(.position), step: index, axis: axis, time: time, value: moment.position,
          limit: moment.position < limit.lower ? limit.lower : limit.upper))
    }
    axes[axis].isOutside = isOutside
  }

  // MARK: - Start and end

  /// Takes `axis` to be where `step` starts; returns what is wrong with that.
  private mutating func start(_ step: Step, _ index: Int, _ axis: Axis) -> Finding? {
    var state = axes[axis]
    defer { axes[axis] = state }
    let isFirst = !state.hasMoved
    state.hasMoved = true
    guard step.kind != .ramp else { return nil }
    let from = Millidegrees(step.from[axis]).degrees
    let isAssumed = step.assumed.contains(axis)
    let isThere = abs(from - state.moment.position) <= Bounds.slack + state.slack
    let position = state.moment.position
    if !isThere { state.settle(at: from) }
    if !isAssumed { state.isLost = false }
    state.moment.position = from
    guard !isThere, !(isFirst && isAssumed) else { return nil }
    return Finding(
      .startsElsewhere, step: index, axis: axis, time: step.start, value: from, limit: position)
  }

  /// Takes `axis` to be where exactly a motion sets out that was interrupted: a schedule says so in
  /// millidegrees.
  private mutating func setOut(_ axis: Axis, by profile: Profile) {
    let exact = profile.state(at: 0).position
    guard abs(exact - axes[axis].moment.position) <= 2 * Bounds.slack else { return }
    axes[axis].moment.position = exact
  }

  private mutating func arrive(_ axis: Axis, after step: Step, _ index: Int, _ goal: AxisSample) {
    guard let limit = limits[axis] else { return }
    axes[axis].arrive(at: goal, after: step, index, within: limit)
    // What follows a move to a subject has to fit wherever that is.
    if schedule.subject(of: step) != nil { axes[axis].lose() }
    // And what follows a way back has to fit from where the dock stood.
    if schedule.holdBehind(step) != nil { axes[axis].lose() }
    unwind(axis)
  }

  /// Notes that the cable of `axis` is no longer wound up, if it is not.
  mutating func unwind(_ axis: Axis) {
    guard axes[axis].isWound else { return }
    let winding = axes[axis].moment.position - unwound[axis]
    if abs(winding) <= cables[axis] { axes[axis].isWound = false }
  }

  // MARK: - Bounds

  /// What `axis` may do in `step`: what its limits allow, and no more than the step says itself.
  ///
  /// An axis that goes on from a velocity may come from above the speed that the step says.
  func allowance(of axis: Axis, in step: Step, _ own: AxisLimits) -> AxisLimits {
    guard step.kind == .move, step.extra != 0 else { return own }
    let manner = schedule.manner(of: step)
    guard manner.velocities[axis] == 0 else { return own }
    let said = manner.limits(own, way: step.way(axis), farthest: step.farthestWay)
    var both = own
    both.speed = min(own.speed, said.speed)
    both.acceleration = min(own.acceleration, said.acceleration)
    both.jerk = min(own.jerk, said.jerk)
    return both
  }

  /// The bounds that hold for the next motion of `axis`; none of position while it is known to be
  /// outside or not known to be anywhere.
  ///
  /// It changes nothing; it is `mutating` so that all of this is not copied for every step.
  mutating func bounds(of axis: Axis, _ limit: AxisLimits) -> Bounds {
    var bounds = Bounds(limit, slack: Bounds.slack + axes[axis].slack)
    if axes[axis].isLost || axes[axis].isOutside {
      (bounds.lower, bounds.upper) = (-.infinity, .infinity)
    }
    guard !axes[axis].isWound else { return bounds }
    bounds.lower = max(bounds.lower, unwound[axis] - cables[axis])
    bounds.upper = min(bounds.upper, unwound[axis] + cables[axis])
    return bounds
  }
}

extension Verification {
  /// Says what is wrong with a motion that is not clean.
  private mutating func judge(
    _ profile: Profile, of step: Step, _ index: Int?, _ axis: Axis, _ limit: AxisLimits,
    from start: AxisSample
  ) {
    var bounds = Bounds(limit, slack: Bounds.slack + axes[axis].slack)
    if axes[axis].isLost || axes[axis].isOutside {
      (bounds.lower, bounds.upper) = (-.infinity, .infinity)
    }
    for breach in MotionCheck.breaches(of: profile, from: start, limits: limit, bounds: bounds) {
      report(breach, of: step, index, axis, limit)
    }
    verifyEnd(profile, of: step, index, axis, limit, from: start)
    verifyRoom(profile, of: step, index, axis, limit)
    verifyCable(profile, of: step, index, axis)
  }

  private mutating func report(
    _ breach: MotionCheck.Breach, of step: Step, _ index: Int?, _ axis: Axis, _ limit: AxisLimits
  ) {
    let isStart = breach.time == 0 && breach.quantity == .speed
    var finding = Finding(
      breach.before == nil
        ? .beyond(breach.quantity) : isStart ? .startsAtOtherSpeed : .jump(breach.quantity),
      step: index, axis: axis, time: step.start.later(by: breach.time), value: breach.value,
      limit: breach.before ?? limit.most(of: breach.quantity, toward: breach.value))
    if breach.before == nil {
      if breach.quantity == .position {
        axes[axis].isOutside = true
      } else {
        finding.shortest = shortestLength(of: step)
      }
    }
    report(finding)
  }

  /// Holds a motion to ending where its step says.
  private mutating func verifyEnd(
    _ profile: Profile, of step: Step, _ index: Int?, _ axis: Axis, _ limit: AxisLimits,
    from start: AxisSample
  ) {
    guard step.kind != .wait else { return }
    var end = start
    profile.forEachPiece { end = AxisSample(endOf: $0) }
    let goal = end.goal(of: step, axis)
    guard let jump = goal.differs(from: end, within: limit) else { return }
    report(
      Finding(
        .jump(jump), step: index, axis: axis, time: step.start.later(by: profile.length),
        value: goal[jump], limit: end[jump]))
  }

  /// Holds an axis that nobody knows the place of to the room between its limits.
  private mutating func verifyRoom(
    _ profile: Profile, of step: Step, _ index: Int?, _ axis: Axis, _ limit: AxisLimits
  ) {
    guard axes[axis].isLost, let extremes = Extremes(of: profile) else { return }
    let (taken, given) = (
      axes[axis].roam(extremes.lower, extremes.upper), limit.upper - limit.lower
    )
    let target = Millidegrees(step.to[axis]).degrees
    // A move to a place within the limits may be one to a known place: then all before is void.
    let isPlace = step.kind == .move || step.kind == .through
    if isPlace, target >= limit.lower, target <= limit.upper {
      return axes[axis].settle(at: target)
    }
    guard taken > given + 2 * Bounds.slack, !axes[axis].isOutside else { return }
    axes[axis].isOutside = true
    report(
      Finding(
        .noRoom, step: index, axis: axis, time: step.start, value: taken, limit: given))
  }

  /// Warns of an endless axis that winds up its cable.
  private mutating func verifyCable(
    _ profile: Profile, of step: Step, _ index: Int?, _ axis: Axis
  ) {
    let (cable, origin) = (cables[axis], unwound[axis])
    guard cable < .infinity, !axes[axis].isWound else { return }
    let breach = MotionCheck.excess(.position, of: profile, origin - cable, origin + cable)
    guard let breach else { return }
    axes[axis].isWound = true
    report(
      Finding(
        .woundUp, step: index, axis: axis, time: step.start.later(by: breach.time),
        value: breach.value - origin, limit: cable))
  }
}

extension Int32 {
  /// The millisecond that is `seconds` later, the nearest.
  fileprivate func later(by seconds: Double) -> Int32 {
    let time = Double(self) + Milliseconds.count(in: seconds).rounded()
    return Int32(Swift.max(0, Swift.min(Double(Int32.max), time)))
  }
}

extension AxisLimits {
  /// The limit of `quantity` that `value` is beyond.
  fileprivate func most(of quantity: Quantity, toward value: Double) -> Double {
    switch quantity {
    case .position: value < lower ? lower : upper
    case .speed: speed
    case .acceleration: acceleration
    case .jerk: jerk
    }
  }
}
