import DockKit
import Hardware
import Motion
import Quantities
import Schedules
import Spatial

// Recovery after the motors were turned from outside in the middle of a motion.

extension Performance {
  /// The time on the execution's schedule, in milliseconds.
  var localTime: Double { Double(timing.now - timing.delay) / Double(millisecond) }

  /// Pauses the show: gives the motors back, and resumes from the same place on request.
  mutating func hold() throws {
    look()
    let (began, delayed, moment) = (timing.now, timing.delay, localTime)
    let (wasHeld, lateness) = (authority.isHeld, timing.lateness)
    if wasHeld { note(authority.giveBack(.whilePaused, &link)) }
    let rests = try holdPhone()
    tell(.held)
    try link.awaitResumption()
    look()
    tell(.resumed)
    if wasHeld {
      try authority.takeAgain(&link)
      tell(isTracking: false)
      try callTracker()
      try regain(at: moment)
    } else {
      authority.reapply(&link)
    }
    for call in rests { try ask(for: call) }
    look()
    putOff(since: began, delayed, .held)
    // A pause is a wanted delay, and what it takes to go back to the path is a part of it.
    timing.lateness = lateness
  }

  /// Resumes the motions that were in progress at `moment` of the execution's schedule when the
  /// motors were lost.
  ///
  /// An orientation is commanded again, in the time that was left for it. Else the dock goes back
  /// to where it was to be, as the tracker may have turned it meanwhile, and the show waits: a turn
  /// at some speed goes on from there.
  mutating func regain(at moment: Double) throws {
    let (pending, status) = (
      orders.pending, orders.pending.map { link.driver.status(of: $0.motion) }
    )
    if let pending, status == .cancelled, pending.command.kind == .orientation {
      return try command(again: pending, at: moment)
    }
    guard status != .moving else { return }
    let (began, delayed) = (timing.now, timing.delay)
    let place = runUp(at: moment)
    if let reading = link.reading(atRestBy: timing.now + Nanoseconds.second) {
      look()
      try goBack(to: place, from: reading.pose, at: moment)
    }
    if isTurning { try authority.setAngularVelocity(Vector3D(degrees: orders.speeds), &link) }
    look()
    putOff(since: began, delayed, .regained)
  }

  /// True if something has moved the dock since the motors were taken, in this cue or in one
  /// before, by the steps of the cue before number `end`.
  func hasMoved(before end: Int) -> Bool {
    let steps = show.execution.schedule.steps.prefix(end)
    let take = steps.lastIndex { $0.kind == .take }
    if take == nil, show.hadMoved { return true }
    return steps[(take ?? 0)...].contains(where: \.isMotion)
  }

  /// Brings a dock that has turned for too long, and stands at last, to where it should stand at
  /// `time` of the execution; the show waits for that.
  ///
  /// The next moves may be relative, and nothing else would correct the position.
  mutating func rejoin(at time: Int32) throws {
    guard !isTurning else { return }
    orders.isAstray = false
    guard schedule.model.motionStateRate > 0 else { return }
    look()
    let (began, delayed) = (timing.now, timing.delay)
    guard let reading = link.reading(atRestBy: timing.now + Nanoseconds.second) else {
      return
    }
    look()
    if let trouble = reading.trouble { throw trouble }
    var place = reading.pose
    for axis in Axis.allCases where schedule.limits.first?[axis] != nil {
      place[axis] = show.execution.schedule.restingPlace(of: axis, from: time)
    }
    try goBack(to: place, from: reading.pose, at: Double(time))
    look()
    putOff(since: began, delayed, .regained)
  }

  /// Takes note of how far `pose`, at which the motors are given back at `time` of the execution,
  /// is from where they should be: a call that was lost, or motors that were blocked, may have gone
  /// unnoticed.
  ///
  /// A region that turns nothing leaves the dock where it was found.
  mutating func noteMisplacement(of pose: PerAxis<Double>, at time: Int32, _ step: Int) {
    guard hasMoved(before: step + 1) else { return }
    let tolerance = Millidegrees(show.execution.commands.tolerance).degrees
    let least = max(1, schedule.model.deadBand, tolerance)
    var misplacement = PerAxis<Double>(all: 0)
    for axis in Axis.allCases where schedule.limits.first?[axis] != nil {
      let error = pose[axis] - show.execution.schedule.position(of: axis, at: Double(time))
      if abs(error) > least { misplacement[axis] = error }
    }
    record.misplacement = misplacement == PerAxis(all: 0) ? nil : misplacement
  }

  /// Makes the show longer by the time since `began`, less what it got longer by already.
  private mutating func putOff(
    since began: Int, _ delayed: Int, _ reason: Outcome.Stretch.Reason
  ) {
    let late = timing.now - began - (timing.delay - delayed)
    if late > 0 { stretch(by: late, reason) }
  }

  private mutating func command(
    again motion: AwaitedMotion, at moment: Double
  ) throws {
    guard motion.repeats < 3 else { return }
    var motion = motion
    try awaitCallRate()
    let left = max(0, Double(motion.end) - moment) * Double(millisecond)
    motion.repeats += 1
    motion.motion = try authority.setOrientation(
      Vector3D(millidegrees: motion.command.vector), duration: .nanoseconds(Int(left)), &link)
    orders.pending = motion
  }

  /// Turns the dock to `place` if it is elsewhere, within the limits that hold at `moment` of the
  /// execution, and waits until it is there.
  private mutating func goBack(
    to place: PerAxis<Double>, from pose: PerAxis<Double>, at moment: Double
  ) throws {
    var seconds = 0.0
    let held = show.execution.schedule.limits(at: moment)
    // The tracker turns those that follow somebody.
    let followed = orders.following?.axes ?? .none
    for axis in Axis.allCases where !followed.contains(axis) {
      guard let limits = held?[axis]?.inDegrees, limits.speed > 0 else { continue }
      let way = abs(place[axis] - pose[axis])
      if way > 0.02 { seconds = max(seconds, 0.1 + 2 * way / limits.speed) }
    }
    guard seconds > 0 else { return }
    if let held, held != schedule.limits.first {
      // The motors may have been lost before these were set.
      let range = try DockAccessory.Limits(held)
      if authority.limits != range { try authority.setLimits(range, &link) }
    }
    try awaitCallRate()
    var place = place
    for axis in followed.members { place[axis] = pose[axis] }
    let length = Int(Nanoseconds.count(in: min(seconds, 60)))
    let motion = try authority.setOrientation(
      Vector3D(degrees: place), duration: .nanoseconds(length), &link)
    let deadline = timing.now + length + Performance.patience
    try sleepInTime(until: timing.now + length, endsWithSigns: false)
    while link.driver.status(of: motion) == .moving, timing.now < deadline {
      try sleepInTime(until: timing.now + 10 * millisecond, endsWithSigns: false)
    }
    authority.leaveMotion()
  }

  /// Where to start from rest, in degrees, so that the dock is where the plan has it as soon as it
  /// is as fast as the plan has it at `moment`.
  ///
  /// While the dock reaches the speed v at its acceleration a it falls v|v| / 2a behind.
  private func runUp(at moment: Double) -> PerAxis<Double> {
    var place = PerAxis<Double>(all: 0)
    for axis in Axis.allCases where schedule.limits.first?[axis] != nil {
      let speed = orders.speeds[axis]
      let lag = speed * abs(speed) / (2 * max(1, schedule.model.acceleration))
      place[axis] = show.execution.schedule.position(of: axis, at: moment) + lag
    }
    return place
  }

  /// The report of `error`, which ends the show.
  ///
  /// What was waited for may not have come: the show has got as far as the clock says. That the
  /// phone has left the dock is noticed only when the dock is needed: if the show had the motors,
  /// it is told for when it was.
  mutating func failure(for error: any Error) -> Outcome.Failure {
    look()
    let elapsed = show.execution.sourceTime(
      Int32(clamping: max(0, timing.now - timing.delay) / millisecond))
    let moment = show.waitsForEvent ? elapsed : min(show.time, elapsed)
    guard error as? DockKitError == .notConnected else {
      return Outcome.Failure(error, at: showTime(moment), step: step(ofFailureAt: moment))
    }
    let departure = show.departure ?? (showTime(moment), step(underWayAt: moment), true)
    guard departure.isHeld else {
      return Outcome.Failure(
        error, at: showTime(moment), step: step(ofFailureAt: moment), departure: departure.time)
    }
    return Outcome.Failure(
      error, at: departure.time, step: departure.step,
      isAfterRest: schedule.model.has(.idleFlap) && !(departure.step?.isMotion ?? false)
        && timing.now - (authority.lastMove ?? 0) >= Quirk.idleTime * millisecond)
  }

  /// The step that is to be told of what goes wrong at `time` of the cue: that being carried out,
  /// unless it is over by then, or the cue has asked the dock for nothing, and something moves.
  private func step(ofFailureAt time: Int32) -> Step? {
    if let currentStep, time <= currentStep.end { return currentStep }
    return schedule.steps.last { $0.isMotion && $0.isUnderWay(at: time) } ?? currentStep
  }

  /// The last of the steps to begin that are in progress at `time` of the cue, if possible one that
  /// moves the dock; the one being carried out if there is none.
  func step(underWayAt time: Int32) -> Step? {
    schedule.steps.last { $0.isMotion && $0.isUnderWay(at: time) }
      ?? schedule.steps.last { $0.isUnderWay(at: time) } ?? currentStep
  }

  /// Looks at one report of the dock, if there is time for it before `due`; throws what it says is
  /// wrong with the motors.
  mutating func checkMotors(before due: Int = .max) throws {
    let rate = schedule.model.motionStateRate
    guard rate > 0, authority.isHeld, Double(due - timing.now) > 2e9 / rate else { return }
    orders.isAlarmed = false
    let reading = link.reading(atRestBy: timing.now)
    look()
    guard let trouble = reading?.trouble else { return }
    // It is the motion that fails, whatever else is being carried out.
    let moment = show.execution.sourceTime(
      Int32(clamping: max(0, timing.now - timing.delay) / millisecond))
    show.step = schedule.steps.lastIndex { $0.isMotion && $0.isUnderWay(at: moment) } ?? show.step
    throw trouble
  }
}

extension Step {
  /// True if it moves the dock.
  var isMotion: Bool { kind == .animate || !axes.isEmpty }

  fileprivate func isUnderWay(at time: Int32) -> Bool { start <= time && time < end }
}

extension Schedule {
  /// Where `axis` is to come to rest that is told to stand at `time`, in degrees: its last speed is
  /// 0 a little before the end of its motion.
  fileprivate func restingPlace(of axis: Axis, from time: Int32) -> Double {
    let motion = steps.last { $0.axes.contains(axis) && $0.start < time && time < $0.end }
    return position(of: axis, at: Double(motion?.end ?? time))
  }

  /// The limits that hold at `moment` milliseconds.
  fileprivate func limits(at moment: Double) -> PerAxis<Limit?>? {
    let step = steps.last { $0.kind == .limit && Double($0.start) <= moment }
    return step.flatMap { limits(of: $0) } ?? limits.first
  }

  /// Where `axis` is to be at `moment` milliseconds, in degrees.
  fileprivate func position(of axis: Axis, at moment: Double) -> Double {
    var plan = PlanState(before: self)
    for step in steps {
      guard Double(step.start) <= moment else { break }
      let position = plan.position(of: axis, at: step.start)
      if step.axes.contains(axis), Double(step.end) > moment, plan.limits < limits.count,
        let limits = limits[Int(plan.limits)][axis]?.inDegrees,
        let profile = profile(of: axis, in: step, from: position, within: limits)
      {
        return profile.state(at: Milliseconds.seconds(in: moment - Double(step.start))).position
      }
      plan.follow(step)
    }
    return plan.position(of: axis, at: Int32(clampingRounded: moment))
  }
}
