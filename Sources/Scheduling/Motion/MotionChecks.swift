import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

// The checks before anything moves: every finding names the statement, the time, the axis, the
// value and the limit.

extension Scheduler {
  /// Checks a move, whose target is the expression `target`, against what the accessory and the
  /// limits allow.
  mutating func check(_ step: Step, _ easing: Easing, to target: ExpressionView?) {
    let length = Milliseconds(step.length).seconds
    var isInDeadBand = easing.isPlain
    for axis in step.axes.members where !check(axis, of: step, length, easing, to: target) {
      isInDeadBand = false
    }
    if isInDeadBand, model.deadBand > 0, step.length > 0, step.farthestWay != 0 {
      if isNew(.deadBand) { report(.deadBand(model, at: statementSpan, time: step.start)) }
    }
    if easing.isPlain, tasks.running.parent < 0, !motors.isAnyTurning,
      !step.hasWay(within: model.deadBand)
    {
      checkRate(isAnimation: false)
    }
  }

  /// Checks what `axis` does in a move; true if it goes less far than the motors notice.
  @inline(never)
  private mutating func check(
    _ axis: Axis, of step: Step, _ length: Double, _ easing: Easing, to target: ExpressionView?
  ) -> Bool {
    guard let limit = limit(of: axis) else { return true }
    let from = Millidegrees(step.from[axis]).degrees
    let to = Millidegrees(step.to[axis]).degrees
    if case .plain = easing {
      checkReach(axis, to, at: target, isRelative: step.isRelative)
    } else {
      let peaks = Profile.move(from: from, to: to, length: length, easing: easing, within: limit)
        .peaks
      checkReach(axis, peaks.lower, at: target, isRelative: step.isRelative, of: step)
      checkReach(axis, peaks.upper, at: target, isRelative: step.isRelative, of: step)
    }
    if from != to { checkPace(axis, way: abs(to - from), length, within: limit) }
    return abs(to - from) < model.deadBand
  }

  /// Warns of a move so slow that the motors turn in steps, or not at all.
  private mutating func checkPace(
    _ axis: Axis, way: Double, _ length: Double, within limit: AxisLimits
  ) {
    guard length > 0 else { return }
    let fastest = min(way / length * 2.5, limit.speed)
    if fastest < model.minimumSpeed {
      if isNew(.tooSlow) {
        report(
          .tooSlow(
            axis, speed: way / length, slowest: model.minimumSpeed,
            inSteps: limit.speed >= model.minimumSpeed, at: statementSpan, time: milliseconds))
      }
    }
  }

  /// Checks that an axis stays within its limits of position on a path to known points.
  mutating func checkPath(_ axis: Axis, _ peaks: Peaks) {
    guard let limit = limit(of: axis), !motors.axes[axis].isOutside,
      let position = [peaks.lower, peaks.upper].first(where: { limit.bound(beyond: $0) != nil }),
      let bound = limit.bound(beyond: position)
    else { return }
    motors.note(axis, isOutside: true)
    guard isNew(.positionLimit) else { return }
    report(
      .positionLimit(
        axis, from: nil, position: position, bound: bound, at: statementSpan, isLiteral: false,
        in: rendition, time: milliseconds))
  }

  /// Checks that an axis stays within its limits of position.
  mutating func checkReach(_ axis: Axis, _ peaks: Peaks) {
    checkReach(axis, peaks.lower)
    checkReach(axis, peaks.upper)
  }

  /// Checks that an axis may come to `position`, which the expression `target` says, if it is one.
  ///
  /// What an axis does beyond its limits is reported once, until it is back within them. If the
  /// position is an extreme of `step`, it may lie beyond its target.
  mutating func checkReach(
    _ axis: Axis, _ position: Double, at target: ExpressionView? = nil, isRelative: Bool = true,
    of step: Step? = nil
  ) {
    guard let limit = limit(of: axis) else { return }
    if motors.axes[axis].certainty == .unknown, isRelative {
      return checkRoom(axis, position, limit, of: tasks.running.origin, at: target)
    }
    guard let bound = limit.bound(beyond: position) else {
      if motors.axes[axis].isOutside { motors.note(axis, isOutside: false) }
      return
    }
    if motors.axes[axis].isOutside { return }
    motors.note(axis, isOutside: true)
    guard isNew(.positionLimit) else { return }
    let part = target.map { self.part(of: $0, for: axis) }
    let goal = step.map { $0.target(of: axis, reaching: bound, insteadOf: position) } ?? bound
    let drawsBack = step?.drawsBack(axis, to: position) == true
    report(
      .positionLimit(
        axis, from: isRelative ? motors.axes[axis].position : nil, position: position, bound: bound,
        at: part.map { span(of: $0) } ?? statementSpan,
        isLiteral: !isRelative && goal != nil && part.flatMap { literal(in: $0) } != nil,
        goal: goal, drawsBack: drawsBack, in: rendition, time: milliseconds))
  }

  /// Checks that the excursion of an axis whose position is unknown fits somewhere within its
  /// limits; the statement at `origin` moves it, to what the expression `target` says if there is
  /// one.
  private mutating func checkRoom(
    _ axis: Axis, _ position: Double, _ limit: AxisLimits, of origin: UInt32,
    at target: ExpressionView? = nil
  ) {
    motors.visit(axis, position, within: limit)
    let extent = motors.axes[axis].extent(reaching: position)
    let room = limit.upper - limit.lower
    guard extent > room + 0.0005, !motors.axes[axis].isOutside else { return }
    motors.note(axis, isOutside: true)
    guard findings.isNew(.noRoom, at: origin) else { return }
    report(
      .noRoom(
        axis, extent: extent, room: room,
        at: target.map { span(of: $0) } ?? span(ofStatement: origin), time: milliseconds))
  }

  /// Checks an axis that turns against the end of its range.
  mutating func checkTurning(_ axis: Axis) {
    guard let limit = limit(of: axis) else { return }
    let origin = motors.axes[axis].turnedBy
    let position = motors.axes[axis].position
    if motors.axes[axis].certainty == .unknown {
      return checkRoom(axis, position, limit, of: origin)
    }
    guard let bound = limit.bound(beyond: position), !motors.axes[axis].isOutside else { return }
    motors.note(axis, isOutside: true)
    let late = (position - bound) / Millidegrees(motors.axes[axis].velocity).degrees
    let time =
      milliseconds
      - Int32(
        max(0, min(Double(Schedule.greatestLength), Milliseconds.count(in: late))))
    if findings.isNew(.positionLimit, at: origin) {
      report(.turnsIntoBound(axis, bound: bound, at: span(ofStatement: origin), time: time))
    }
  }

  /// Checks that an axis stands within limits that have just become narrower.
  mutating func checkStanding(_ axis: Axis) {
    guard let limit = limit(of: axis), motors.axes[axis].certainty != .unknown else { return }
    let position = motors.axes[axis].position
    guard let bound = limit.bound(beyond: position), !motors.axes[axis].isOutside else { return }
    motors.note(axis, isOutside: true)
    if isNew(.positionLimit) {
      report(
        .standsOutside(
          axis, position: position, bound: bound, at: statementSpan, time: milliseconds))
    }
  }

  /// Reports axes that still turn where they must stand.
  mutating func refuseTurning(_ place: String, _ fixIt: FixIt?, waits: SourceSpan? = nil) {
    for axis in AxisSet.all.members where motors.axes[axis].velocity != 0 {
      let speed = abs(Millidegrees(motors.axes[axis].velocity).degrees)
      let origin = motors.axes[axis].turnedBy
      let span = span(ofStatement: origin)
      if findings.isNew(.openVelocity, at: origin) {
        report(
          .openVelocity(
            axis, speed: speed, place, at: span, waits: waits, fixIt: fixIt, time: milliseconds))
      }
    }
  }

  /// Warns of a speed held longer than the dock holds it.
  mutating func checkExpiry(_ axis: Axis) {
    guard let lifetime = model.velocityLifetime, motors.axes[axis].velocity != 0 else { return }
    let held = milliseconds - motors.axes[axis].turnedAt
    guard held > lifetime else { return }
    let origin = motors.axes[axis].turnedBy
    if findings.isNew(.velocityExpiry, at: origin) {
      report(
        .velocityExpiry(
          axis, held: Int(held), lifetime: lifetime, model.name, at: span(ofStatement: origin),
          time: motors.axes[axis].turnedAt))
    }
  }

  /// Counts a call of which DockKit takes only so many a second, and warns of one too many.
  mutating func checkRate(isAnimation: Bool) {
    let time = milliseconds
    if motors.isCallTooSoon(at: time) {
      if isNew(.commandRate) {
        report(
          .commandRate(
            model.callsPerSecond, isAnimation: isAnimation, at: statementSpan, time: time))
      }
      if !isAnimation { return }
    }
    motors.noteCall(at: time)
  }
}

extension Step {
  /// The target with which `axis` gets just to `bound`, instead of to `position`, an extreme of its
  /// move; in degrees, whole millidegrees nearer to where it begins.
  ///
  /// By how much a curve overshoots is a share of the way. Nil if the axis would have to turn back,
  /// or not to move, or draws back to that position before it goes.
  fileprivate func target(
    of axis: Axis, reaching bound: Double, insteadOf position: Double
  ) -> Double? {
    let (from, to) = (Millidegrees(self.from[axis]).degrees, Millidegrees(self.to[axis]).degrees)
    guard abs(position - to) > 0.0005 else { return bound }
    if drawsBack(axis, to: position) { return nil }
    let share = (bound - from) / (position - from)
    let way = Millidegrees.count(in: share * (to - from)).rounded(.towardZero)
    guard share > 0 && share <= 1 && way != 0 else { return nil }
    return Millidegrees.degrees(in: Double(self.from[axis]) + way)
  }

  /// True if `axis` gets to `position`, in degrees, before it goes to its target, which lies on the
  /// other side.
  fileprivate func drawsBack(_ axis: Axis, to position: Double) -> Bool {
    let from = Millidegrees(self.from[axis]).degrees
    return (position - from) * (Millidegrees(to[axis]).degrees - from) < 0
  }
}

extension AxisLimits {
  /// The bound that `position` lies beyond by half a millidegree or more; nil if there is none.
  fileprivate func bound(beyond position: Double) -> Double? {
    if position < lower - 0.0005 { return lower }
    return position > upper + 0.0005 ? upper : nil
  }
}

extension Step {
  /// True if an axis moves in it by no more than `deadBand` degrees, which a dock with that dead
  /// band leaves out: such a step is sent as speeds.
  fileprivate func hasWay(within deadBand: Double) -> Bool {
    axes.members.contains { axis in
      let way = Millidegrees(to[axis]).degrees - Millidegrees(from[axis]).degrees
      return way != 0 && abs(way) <= deadBand
    }
  }
}
