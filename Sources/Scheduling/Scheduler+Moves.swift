import Hardware
import Language
import Motion

/// A move statement, read.
private struct MoveRequest {
  var axes = AxisSet.none
  var targets = PerAxis<Double>(all: 0)
  var isRelative = false
  var points: [PerAxis<Double>] = []
  var isThrough = false
  var over: Double?
  var overNode: UInt32 = 0
  var speed: Double?
  var speedNode: UInt32 = 0
  var within: Double?
  var easing = Easing.plain
  var easingNode: UInt32 = 0
  var isStraight = false
  var targetNode: UInt32 = 0
}

extension Scheduler {
  /// Carries out `pan`, `tilt`, `roll` or `move`.
  mutating func move(_ node: UInt32) throws(Halt) {
    var request = try read(node)
    guard refuseMissing(&request) else { return }
    try take(request.axes)
    try brake(request.axes)
    if request.isThrough { return try through(request) }
    aim(&request)
    try plan(request)
  }

  // MARK: - Reading

  private mutating func read(_ node: UInt32) throws(Halt) -> MoveRequest {
    var request = MoveRequest()
    let statement = nodes[Int(node)]
    request.isStraight = statement.flags & Node.straight != 0
    let axis = statement.kind == .axisMove ? Axis(rawValue: Int(statement.detail)) : nil
    var child = statement.payload
    while child != 0 {
      let part = nodes[Int(child)]
      switch part.role {
      case .to, .by: try target(child, axis, part.role == .by, &request)
      case .through: try waypoint(child, axis, &request)
      case .over:
        request.over = try time(child, what: "the length of a move")
        request.overNode = child
      case .at:
        request.speed = try positive(child, what: "the speed of a move")
        request.speedNode = child
      case .within: request.within = try positive(child, what: "the tolerance")
      case .easing:
        request.easing = try easing(part)
        request.easingNode = child
      default: break
      }
      child = part.next
    }
    return request
  }

  private mutating func target(
    _ node: UInt32, _ axis: Axis?, _ isRelative: Bool, _ request: inout MoveRequest
  ) throws(Halt) {
    request.isRelative = isRelative
    request.targetNode = node
    if let axis {
      request.axes = AxisSet(axis)
      request.targets[axis] = try angle(node)
    } else {
      request.targets = try pose(node)
      request.axes = named(request.targets, isHome: nodes[Int(node)].kind == .home)
    }
  }

  private mutating func waypoint(
    _ node: UInt32, _ axis: Axis?, _ request: inout MoveRequest
  ) throws(Halt) {
    request.isThrough = true
    request.targetNode = node
    var point = PerAxis<Double>(all: .nan)
    if let axis { point[axis] = try angle(node) } else { point = try pose(node) }
    request.axes.formUnion(named(point, isHome: isHome(point)))
    request.points.append(point)
  }

  private func isHome(_ pose: PerAxis<Double>) -> Bool {
    pose.yaw == 0 && pose.pitch == 0 && pose.roll == 0
  }

  /// The axes a pose names; home names those the dock has.
  private func named(_ pose: PerAxis<Double>, isHome: Bool) -> AxisSet {
    var axes = AxisSet.none
    for axis in AxisSet.all.members where !pose[axis].isNaN {
      if limits[axis] == nil, pose[axis] == 0 { continue }
      axes.insert(AxisSet(axis))
    }
    return axes
  }

  private mutating func angle(_ node: UInt32) throws(Halt) -> Double {
    let angle = try value(node)
    if abs(angle) > 1e6 {
      throw halt(
        .outOfRange(
          "an angle reaches up to 1000000deg", at: span(of: node), "that is 2777 turns"))
    }
    return angle
  }

  private mutating func positive(_ node: UInt32, what: String) throws(Halt) -> Double {
    let value = try value(node)
    if value <= 0 {
      throw notPositive(what, value, node, nodes[Int(node)].role == .at ? "deg/s" : "deg")
    }
    return value
  }

  private mutating func easing(_ part: Node) throws(Halt) -> Easing {
    switch part.detail {
    case 0: return .linear
    case 1: return .easeIn
    case 2: return .easeOut
    case 3: return .easeInOut
    case 4: return .smooth
    default: break
    }
    var points: [Double] = []
    var child = part.payload
    while child != 0 {
      // Ten-thousandths, so that the schedule's text carries the curve exactly.
      let point = try value(child)
      if abs(point) > 1000 || points.count % 2 == 0 && !(0...1).contains(point) {
        throw halt(
          .outOfRange(
            points.count % 2 == 0
              ? "the x of a control point lies in 0 .. 1"
              : "the y of a control point lies in -1000 .. 1000",
            at: span(of: child), "'bezier(x1, y1, x2, y2)' takes two control points"))
      }
      points.append((point * 10_000).rounded() / 10_000)
      child = nodes[Int(child)].next
    }
    guard points.count == 4 else { return .plain }
    return .bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
  }

  /// Reports axes the dock lacks and leaves them out; false if nothing is left to do.
  private mutating func refuseMissing(_ request: inout MoveRequest) -> Bool {
    for axis in request.axes.members where limits[axis] == nil {
      if isNew(.missingAxis) {
        reporter.report(.missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
      }
      request.axes.remove(AxisSet(axis))
    }
    return !request.axes.isEmpty || request.over != nil
  }

  /// Turns distances into places.
  private func aim(_ request: inout MoveRequest) {
    for axis in request.axes.members where request.isRelative {
      request.targets[axis] += axes[axis].position
    }
  }

  // MARK: - Planning

  private mutating func plan(_ request: MoveRequest) throws(Halt) {
    var (limits, shortest) = (self.limits, 0.0)
    tighten(&limits, request)
    for axis in request.axes.members {
      guard let limit = limits[axis] else { continue }
      let way =
        Double(AxisTracking.millidegrees(request.targets[axis]) - axes[axis].millidegrees) / 1000
      shortest = max(shortest, request.easing.minimumLength(of: way, within: limit))
    }
    guard shortest.isFinite, let least = Milliseconds.covering(shortest) else {
      if isNew(.curveNotAtRest) { reporter.report(notAtRest(request.easingNode)) }
      return
    }
    var length = least
    if let over = request.over {
      length = self.length(of: over)
      if length < least {
        reportTooShort(request, wanted: length, least: least)
        length = least
      }
    }
    try append(request, limits, length)
  }

  /// Narrows `limits` to the speed of `at` and to a straight path.
  private mutating func tighten(_ limits: inout PerAxis<AxisLimits?>, _ request: MoveRequest) {
    for axis in request.axes.members {
      guard let speed = request.speed, let allowed = limits[axis]?.speed else { continue }
      if speed > allowed * (1 + 1e-9) {
        if isNew(.tooFast) {
          reporter.report(
            .tooFast(
              axis, speed: speed, limit: allowed, at: span(of: request.speedNode),
              literal: literalSpan(in: request.speedNode), time: milliseconds))
        }
      }
      limits[axis]?.speed = min(speed, allowed)
    }
    guard request.isStraight else { return }
    var ways = PerAxis<Double>(all: 0)
    for axis in request.axes.members {
      ways[axis] = request.targets[axis] - axes[axis].position
    }
    limits = limits.straight(along: ways)
  }

  private mutating func append(
    _ request: MoveRequest, _ limits: PerAxis<AxisLimits?>, _ length: Int32
  ) throws(Halt) {
    var step = Step(.move, start: milliseconds)
    step.length = length
    step.easing = try index(of: request.easing)
    var isNeeded = false
    for axis in request.axes.members {
      let from = axes[axis].millidegrees
      let to = AxisTracking.millidegrees(request.targets[axis])
      if from == to, axes[axis].certainty == .known || request.isRelative { continue }
      isNeeded = true
      step.axes.insert(AxisSet(axis))
      if axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
      step.from[axis] = from
      step.to[axis] = to
    }
    if isNeeded {
      try emit(step)
      check(step, request.easing, limits, to: request.targetNode)
    } else if length > 0 {
      var wait = Step(.wait, start: milliseconds)
      wait.length = length
      try emit(wait)
    }
    let over = request.over.map(Scheduler.nanoseconds) ?? 0
    let isAsAsked = request.over != nil && self.length(of: Double(over) / 1e9) == length
    try pass(isAsAsked ? over : Int64(length) * 1_000_000, moving: request.axes)
    for axis in request.axes.members {
      arrive(axis, at: request.targets[axis], isAbsolute: !request.isRelative)
    }
  }

  private mutating func arrive(_ axis: Axis, at target: Double, isAbsolute: Bool) {
    axes[axis].go(to: target)
    if isAbsolute {
      axes[axis].certainty = .known
      axes[axis].absolutes += 1
    }
  }

  private mutating func index(of easing: Easing) throws(Halt) -> UInt8 {
    if let index = schedule.easings.firstIndex(of: easing) { return UInt8(index) }
    guard schedule.easings.count < 256 else {
      throw halt(.tooManyEasings(at: statementSpan))
    }
    schedule.easings.append(easing)
    return UInt8(schedule.easings.count - 1)
  }

  private mutating func reportTooShort(_ request: MoveRequest, wanted: Int32, least: Int32) {
    let over = request.overNode
    let span = program.program.span(of: over)
    let isLiteral = nodes[Int(over)].kind == .number
    if isNew(.tooFast) {
      reporter.report(
        .tooShort(
          wanted: wanted, least: least, at: span, isLiteral: isLiteral, time: milliseconds))
    }
  }

  // MARK: - Waypoints

  private mutating func through(_ request: MoveRequest) throws(Halt) {
    var from = PerAxis<Double>(all: 0)
    for axis in AxisSet.all.members { from[axis] = Double(axes[axis].millidegrees) / 1000 }
    var points: [PerAxis<Double>] = []
    var last = from
    for point in request.points {
      for axis in AxisSet.all.members where !point[axis].isNaN && limits[axis] != nil {
        last[axis] = Double(AxisTracking.millidegrees(point[axis])) / 1000
      }
      points.append(last)
    }
    var limits = self.limits
    tighten(&limits, request)
    do throws(ThroughPlan.Failure) {
      let over = request.over.map { Double(length(of: $0)) / 1000 }
      let plan = try ThroughPlan.plan(
        from: from, points: points, tolerance: request.within, length: over, limits: limits)
      do throws(Halt) { try append(plan, request) } catch { throw .impossible }
    } catch {
      switch error {
      case .tooShort(let shortest):
        reportTooShort(request, wanted: length(of: request.over ?? 0), least: shortest)
      case .impossible:
        if !reporter.hasErrors {
          throw halt(.impossiblePath(at: statementSpan))
        } else {
          throw Halt()
        }
      }
    }
  }

  private mutating func append(_ plan: ThroughPlan, _ request: MoveRequest) throws(Halt) {
    var step = Step(.through, start: milliseconds)
    step.length = plan.length
    step.axes = request.axes
    step.extra = UInt32(schedule.throughs.count)
    for axis in request.axes.members {
      step.from[axis] = axes[axis].millidegrees
      step.to[axis] = AxisTracking.millidegrees(plan.points.last?[axis] ?? 0)
      if axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
    }
    schedule.throughs.append(
      Schedule.Through(
        points: plan.points.map { $0.map(AxisTracking.millidegrees) }, starts: plan.starts,
        lengths: plan.lengths))
    try emit(step)
    for axis in request.axes.members {
      checkPath(axis, plan.peaks(axis))
    }
    try pass(Int64(plan.length) * 1_000_000, moving: request.axes)
    for axis in request.axes.members {
      arrive(axis, at: Double(step.to[axis]) / 1000, isAbsolute: true)
    }
  }
}
