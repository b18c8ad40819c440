import Hardware
import Language
import Motion

// What is checked before anything moves: every finding names the statement, the time, the axis, the
// value and the limit.

extension Scheduler {
  /// Checks a move against what the accessory and the limits allow.
  mutating func check(_ step: Step, _ easing: Easing, _ limits: PerAxis<AxisLimits?>) {
    let length = Double(step.length) / 1000
    var isInDeadBand = easing == .plain
    for axis in step.axes.members {
      guard let limit = limits[axis] else { continue }
      let from = Double(step.from[axis]) / 1000
      let to = Double(step.to[axis]) / 1000
      if case .plain = easing {
        checkReach(axis, to, isTarget: true)
      } else {
        let peaks = Profile.move(from: from, to: to, length: length, easing: easing, within: limit)
          .peaks
        checkReach(axis, peaks)
      }
      if abs(to - from) >= model.deadBand { isInDeadBand = false }
      if from != to { checkPace(axis, way: abs(to - from), length, easing) }
    }
    if isInDeadBand, model.deadBand > 0, step.length > 0 {
      if isNew(.deadBand) { reporter.report(.deadBand(model, at: statementSpan, time: step.start)) }
    }
    if easing == .plain, !AxisSet.all.members.contains(where: { axes[$0].velocity != 0 }) {
      checkRate(isAnimation: false)
    }
  }

  /// Warns of a move so slow that the motors stand still.
  private mutating func checkPace(_ axis: Axis, way: Double, _ length: Double, _ easing: Easing) {
    guard length > 0 else { return }
    let fastest = way / length * 2.5
    if fastest < model.minimumSpeed {
      if isNew(.tooSlow) {
        reporter.report(
          .tooSlow(
            axis, speed: way / length, least: model.minimumSpeed, at: statementSpan,
            time: milliseconds))
      }
    }
  }

  /// Checks that an axis stays within its limits of position.
  mutating func checkReach(_ axis: Axis, _ peaks: Peaks) {
    checkReach(axis, peaks.lower, isTarget: false)
    checkReach(axis, peaks.upper, isTarget: false)
  }

  mutating func checkReach(_ axis: Axis, _ position: Double, isTarget: Bool) {
    guard let limit = limits[axis] else { return }
    if position >= limit.lower - 0.0005, position <= limit.upper + 0.0005 { return }
    if axes[axis].certainty == .unknown, !isTarget || fitsSomewhere(axis, position, limit) {
      return
    }
    let bound = position < limit.lower ? limit.lower : limit.upper
    if isNew(.positionLimit) {
      reporter.report(
        .positionLimit(
          axis, position: position, bound: bound, at: statementSpan, time: milliseconds))
    }
  }

  /// True iff the excursion of an axis whose position is unknown fits within its limits somewhere.
  private func fitsSomewhere(_ axis: Axis, _ position: Double, _ limit: AxisLimits) -> Bool {
    let tracking = axes[axis]
    let way = position - tracking.position
    let lowest = min(tracking.lowest, tracking.lowest + way)
    let highest = max(tracking.highest, tracking.highest + way)
    return highest - lowest <= limit.upper - limit.lower
  }

  /// Checks an axis that turns against the end of its range.
  mutating func checkTurning(_ axis: Axis) {
    guard let limit = limits[axis] else { return }
    let position = axes[axis].position
    if position >= limit.lower - 0.0005, position <= limit.upper + 0.0005 { return }
    if axes[axis].certainty == .unknown,
      axes[axis].highest - axes[axis].lowest <= limit.upper - limit.lower
    {
      return
    }
    let bound = position < limit.lower ? limit.lower : limit.upper
    let late = (position - bound) / (Double(axes[axis].velocity) / 1000)
    let time = milliseconds - Int32(max(0, min(1e9, late * 1000)))
    let span = program.program.statementSpan(at: axes[axis].turnedBy)
    let key = origin
    origin = axes[axis].turnedBy
    if isNew(.positionLimit) {
      reporter.report(.turnsIntoBound(axis, bound: bound, at: span, time: time))
    }
    origin = key
  }

  /// Checks that an axis stands within limits that have just become narrower.
  mutating func checkStanding(_ axis: Axis) {
    guard let limit = limits[axis], axes[axis].certainty != .unknown else { return }
    let position = axes[axis].position
    if position >= limit.lower - 0.0005, position <= limit.upper + 0.0005 { return }
    let bound = position < limit.lower ? limit.lower : limit.upper
    if isNew(.positionLimit) {
      reporter.report(
        .standsOutside(
          axis, position: position, bound: bound, at: statementSpan, time: milliseconds))
    }
  }

  /// Reports axes that still turn where they must stand.
  mutating func refuseTurning(_ place: String) {
    for axis in AxisSet.all.members where axes[axis].velocity != 0 {
      let speed = abs(Double(axes[axis].velocity)) / 1000
      let span = program.program.statementSpan(at: axes[axis].turnedBy)
      origin = axes[axis].turnedBy
      if isNew(.openVelocity) {
        reporter.report(.openVelocity(axis, speed: speed, place, at: span, time: milliseconds))
      }
    }
  }

  /// Warns of a speed held longer than the dock holds it.
  mutating func checkExpiry(_ axis: Axis) {
    guard let lifetime = model.velocityLifetime, axes[axis].velocity != 0 else { return }
    let held = milliseconds - axes[axis].turnedAt
    guard held > lifetime else { return }
    let outer = origin
    origin = axes[axis].turnedBy
    if isNew(.velocityExpiry) {
      reporter.report(
        .velocityExpiry(
          axis, held: Int(held), lifetime: lifetime, model.name, at: statementSpan,
          time: axes[axis].turnedAt))
    }
    origin = outer
  }

  /// Counts a call of which DockKit takes only so many a second, and warns of one too many.
  mutating func checkRate(isAnimation: Bool) {
    let time = milliseconds
    if time - recentCalls.0 < 1000 {
      if isNew(.commandRate) {
        reporter.report(
          .commandRate(
            model.callsPerSecond, isAnimation: isAnimation, at: statementSpan, time: time))
      }
      if !isAnimation { return }
    }
    recentCalls = (recentCalls.1, time)
  }

  /// Warns of a gesture that comes back almost, but not quite, to where it began.
  mutating func checkDrift(
    of callee: CheckedProgram.Callable, since before: PerAxis<AxisTracking>
  ) {
    for axis in AxisSet.all.members {
      let after = axes[axis]
      let travel = after.travel - before[axis].travel
      guard travel > 0, after.absolutes == before[axis].absolutes, after.velocity == 0,
        before[axis].velocity == 0
      else { continue }
      let net = after.position - before[axis].position
      guard abs(net) >= 0.0015, abs(net) < travel / 5 else { continue }
      if isNew(.netDrift) {
        reporter.report(
          .netDrift(
            axis, program.name(of: callee), net: net, travel: travel, at: statementSpan,
            time: milliseconds))
      }
    }
  }
}
