import Diagnosis
import Motion
import Quantities
import Schedules

extension Scheduler {
  mutating func through(_ request: MoveRequest) throws(Halt) {
    var from = PerAxis<Double>(all: 0)
    for axis in AxisSet.all.members {
      from[axis] = Millidegrees(motors.axes[axis].millidegrees).degrees
    }
    var points: [PerAxis<Double>] = []
    var last = from
    for point in request.points {
      for axis in AxisSet.all.members where !point[axis].isNaN && limit(of: axis) != nil {
        last[axis] = Millidegrees(AxisTracking.millidegrees(point[axis])).degrees
      }
      points.append(last)
    }
    guard points.contains(where: { $0 != from }) else {
      var request = request
      request.targets = from
      return try plan(request)
    }
    do throws(ThroughPlan.Failure) {
      var request = request
      if takesPace(request) {
        var written = request
        written.speed = request.speed.map { $0 / rendition.pace }
        request.over = paced(try plan(written, from, points).length)
      }
      let plan = try plan(request, from, points)
      do throws(Halt) { try append(plan, request) } catch { throw .impossible }
    } catch {
      switch error {
      case .tooShort(let shortest) where findings.isPlayed && request.over != nil:
        let wanted = length(of: request.over ?? 0)
        let late = Cue.Delay(time: milliseconds, length: shortest - wanted, of: request.axes)
        findings.delays.append(late)
        var longer = request
        longer.over = Milliseconds(shortest).seconds
        try through(longer)
      case .tooShort(let shortest):
        reportTooShort(request, wanted: length(of: request.over ?? 0), least: shortest)
      case .impossible:
        if !findings.hasErrors {
          throw halt(.impossiblePath(at: statementSpan))
        } else {
          throw Halt()
        }
      }
    }
  }

  /// The plan exactly through `points`, or the one that cuts corners if it may and is quicker.
  private mutating func plan(
    _ request: MoveRequest, _ from: PerAxis<Double>, _ points: [PerAxis<Double>]
  ) throws(ThroughPlan.Failure) -> WaypointPlan {
    refuseSpeed(of: request)
    let capped = capped(for: request)
    let over = request.over.map { Milliseconds(length(of: $0)).seconds }
    guard let tolerance = request.within else {
      return .exact(
        try .plan(from: from, points: points, speed: request.speed, length: over, limits: limits))
    }
    let exact = try PassingPlan.plan(
      from: from, points: points, speed: request.speed, limits: limits)
    let near = try ThroughPlan.plan(
      from: from, points: points, tolerance: tolerance, limits: capped)
    let isNear =
      near.length < exact.length
      || over.map { Milliseconds.count(in: $0) >= Double(near.length) } ?? false
    guard over != nil else { return isNear ? .near(near) : .exact(exact) }
    guard isNear else {
      return .exact(
        try .plan(from: from, points: points, speed: request.speed, length: over, limits: limits))
    }
    return .near(
      try .plan(from: from, points: points, tolerance: tolerance, length: over, limits: capped))
  }

  private mutating func append(_ plan: WaypointPlan, _ request: MoveRequest) throws(Halt) {
    var through = plan.through
    through.speed = request.speed.map(AxisTracking.millidegrees)
    var step = Step(.through, start: milliseconds)
    step.length = plan.length
    step.axes = request.axes
    step.extra = builder.add(through)
    for axis in request.axes.members {
      step.from[axis] = motors.axes[axis].millidegrees
      step.to[axis] = through.points[through.points.count - 1][axis]
      if motors.axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
    }
    try emit(step)
    for axis in request.axes.members {
      guard let limit = limit(of: axis) else { continue }
      let profile = builder.schedule.profile(of: axis, in: step, from: 0, within: limit)
      if let profile { checkPath(axis, profile.peaks) }
    }
    try pass(length(of: step, asked: request.over), moving: request.axes)
    for axis in request.axes.members {
      motors.arrive(axis, at: Millidegrees(step.to[axis]).degrees, isAbsolute: true)
    }
  }
}

/// A move through waypoints, or near them.
private enum WaypointPlan {
  case exact(PassingPlan)
  case near(ThroughPlan)

  /// How long it lasts, in milliseconds.
  var length: Int32 {
    switch self {
    case .exact(let plan): plan.length
    case .near(let plan): plan.length
    }
  }

  /// The plan as schedules hold it.
  var through: Schedule.Through {
    switch self {
    case .exact(let plan): Schedule.Through(plan)
    case .near(let plan):
      Schedule.Through(
        points: plan.points.map { $0.map(AxisTracking.millidegrees) }, starts: plan.starts,
        lengths: plan.lengths)
    }
  }
}
