import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

// A move to a place, from what is asked to its step.
//
// A scheduler is large, and a method that may not change it is given a copy where the caller may.
// So what every move needs is `mutating` although it changes nothing.

extension Scheduler {
  mutating func plan(_ request: MoveRequest) throws(Halt) {
    var step = step(for: request)
    refuseSpeed(of: request)
    let manner = manner(of: request, step)
    var duration = MoveDuration()
    for axis in step.axes.members { add(axis, of: step, manner, request, to: &duration) }
    guard let least = duration.shortestLength(atLeast: 0) else {
      if duration.isTooLong {
        throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
      }
      if let easing = request.easingNode, isNew(.curveNotAtRest) { report(notAtRest(easing)) }
      return
    }
    step.length = least
    if let over = request.over {
      step.length = self.length(of: over)
      let possible = duration.shortestLength(atLeast: step.length) ?? least
      if possible > step.length {
        if findings.isPlayed {
          let late = Cue.Delay(time: step.start, length: possible - step.length, of: step.axes)
          findings.delays.append(late)
        } else if !request.mayTakeLonger {
          let farthest = farthest(in: step, manner, request)
          reportTooShort(request, wanted: step.length, least: possible, farthest: farthest)
        }
        step.length = possible
      }
    }
    step.easing = try index(of: request.easing)
    if let manner { step.extra = builder.index(of: manner) }
    try append(step, request)
  }

  /// Gives a move that has no time of its own the one that its quickest takes at the pace of the
  /// call.
  @inline(__always)
  mutating func keepPace(of request: inout MoveRequest) {
    if takesPace(request) { request.over = pacedTime(of: request) }
  }

  /// True of a move whose time comes of the pace of the call: at a quick pace one with a speed has
  /// that alone, because it would need more acceleration to be as much quicker.
  @inline(__always)
  func takesPace(_ request: MoveRequest) -> Bool {
    rendition.pace != 1 && request.over == nil && (rendition.pace < 1 || request.speed == nil)
  }

  /// The time of the quickest motion of `request` at the pace of the call, in seconds; nil if there
  /// is none.
  @inline(never)
  private mutating func pacedTime(of request: MoveRequest) -> Double? {
    var written = request
    written.speed = request.speed.map { $0 / rendition.pace }
    let step = step(for: written)
    var manner = manner(of: written, step)
    for axis in step.axes.members {
      let velocity = Double(manner?.velocities[axis] ?? 0) / rendition.pace
      manner?.velocities[axis] = Int32(velocity.rounded())
    }
    var duration = MoveDuration()
    for axis in step.axes.members { add(axis, of: step, manner, written, to: &duration) }
    guard let least = duration.shortestLength(atLeast: 0), least > 0 else { return nil }
    return paced(least)
  }

  // A call of its own: in a loop the places of all three axes would be worked out for every move.
  @inline(never)
  private mutating func add(
    _ axis: Axis, of step: Step, _ manner: Schedule.Manner?, _ request: MoveRequest,
    to duration: inout MoveDuration
  ) {
    guard let limit = limit(of: axis, in: step, manner, at: request.speed) else { return }
    let velocity = manner?.velocities[axis] ?? 0
    duration.add(axis, of: step, at: velocity, request.easing, within: limit)
  }

  /// The step that `request` asks for, but for its length.
  private mutating func step(for request: MoveRequest) -> Step {
    var step = Step(.move, start: milliseconds)
    step.isRelative = request.isRelative
    for axis in request.axes.members { add(axis, of: request, to: &step) }
    return step
  }

  /// Adds what `request` asks of `axis` to `step`, unless it is nothing: where a subject is, what
  /// follows has to fit from anywhere, also if the axis is there by chance.
  @inline(never)
  private mutating func add(_ axis: Axis, of request: MoveRequest, to step: inout Step) {
    let from = motors.axes[axis].millidegrees
    let to = AxisTracking.millidegrees(request.targets[axis])
    let stays = from == to && motors.axes[axis].velocity == 0
    let isAnyPlace = request.subject != nil || motors.axes[axis].certainty != .known
    if stays, !isAnyPlace || request.isRelative { return }
    step.axes.insert(AxisSet(axis))
    if motors.axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
    step.from[axis] = from
    step.to[axis] = to
  }

  /// Reports a speed of `at` that an axis cannot have.
  mutating func refuseSpeed(of request: MoveRequest) {
    guard let speed = request.speed, let node = request.speedNode else { return }
    for axis in request.axes.members {
      guard let allowed = limit(of: axis)?.speed else { continue }
      if speed > allowed * (1 + 1e-9), isNew(.tooFast) {
        report(
          .tooFast(
            axis, speed: speed, limit: allowed, at: span(of: node),
            literal: literalSpan(in: node), pace: rendition.pace, time: milliseconds))
      }
    }
  }

  /// The limits with the speed of `at`.
  mutating func capped(for request: MoveRequest) -> PerAxis<AxisLimits?> {
    var limits = self.limits
    guard let speed = request.speed else { return limits }
    for axis in request.axes.members {
      if let allowed = limits[axis]?.speed { limits[axis]?.speed = min(speed, allowed) }
    }
    return limits
  }

  /// What `axis` may do in `step`, whose manner is `manner`, at no more than `speed`; nil if it is
  /// not there.
  private mutating func limit(
    of axis: Axis, in step: Step, _ manner: Schedule.Manner?, at speed: Double?
  ) -> AxisLimits? {
    guard var limit = limit(of: axis) else { return nil }
    if let speed { limit.speed = min(speed, limit.speed) }
    guard let manner else { return limit }
    return manner.limits(limit, way: step.way(axis), farthest: step.farthestWay)
  }

  /// The manner of a move; nil of most, which have nothing to say.
  private mutating func manner(of request: MoveRequest, _ step: Step) -> Schedule.Manner? {
    let isTurning = step.axes.members.contains { motors.axes[$0].velocity != 0 }
    let isOwn = request.easing.isPlain && (isTurning || request.isStraight)
    guard isOwn || request.speed != nil || request.subject != nil else { return nil }
    var manner = Schedule.Manner()
    (manner.subject, manner.isFound) = (request.subject, request.subject != nil)
    if request.easing.isPlain {
      for axis in step.axes.members { manner.velocities[axis] = motors.axes[axis].velocity }
    }
    if let speed = request.speed { manner.speed = AxisTracking.millidegrees(speed) }
    if request.isStraight, request.easing.isPlain { straighten(&manner, request, step) }
    return manner
  }

  /// Keeps a move of several axes to the straight line.
  private mutating func straighten(
    _ manner: inout Schedule.Manner, _ request: MoveRequest, _ step: Step
  ) {
    let farthest = step.farthestWay
    guard farthest > 0, step.axes.members.count(where: { _ in true }) > 1 else { return }
    let ways = PerAxis(yaw: step.way(.yaw), pitch: step.way(.pitch), roll: step.way(.roll))
    let path = capped(for: request).straight(along: ways.map { Millidegrees(Int($0)).degrees })
    let first = step.axes.members.first { step.way($0).magnitude == farthest.magnitude }
    guard let first, let longest = path[first] else { return }
    manner.isStraight = true
    manner.speed = Scheduler.whole(longest.speed)
    manner.acceleration = Scheduler.whole(longest.acceleration)
    manner.jerk = Scheduler.whole(longest.jerk)
  }

  /// The whole thousandths of a limit, rounded down but for what rounding has taken from it.
  private static func whole(_ limit: Double) -> Int32 {
    Int32(
      max(1, min(Double(Int32.max), (Thousandths.count(in: limit) * (1 + 1e-12)).rounded(.down))))
  }

  private mutating func append(_ step: Step, _ request: MoveRequest) throws(Halt) {
    if step.axes != .none {
      try emit(step)
      if model.velocityLifetime != nil {
        for axis in step.axes.members { checkExpiry(axis) }
      }
      check(step, request.easing, to: request.targetNode)
    } else if step.length > 0 {
      var wait = Step(.wait, start: milliseconds)
      wait.length = step.length
      try emit(wait)
    }
    try pass(length(of: step, asked: request.over), moving: request.axes)
    for axis in request.axes.members {
      motors.arrive(axis, at: request.targets[axis], isAbsolute: !request.isRelative)
    }
  }

  /// How long `step` lasts: the `asked` seconds if it has that length.
  mutating func length(of step: Step, asked: Double?) -> Nanoseconds {
    guard let asked, length(of: asked) == step.length else {
      return Nanoseconds(Milliseconds(step.length))
    }
    return spend(asked)
  }

  mutating func index(of easing: Easing) throws(Halt) -> UInt8 {
    if easing.isPlain { return 0 }
    guard let index = builder.index(of: easing) else {
      throw halt(.tooManyEasings(at: statementSpan))
    }
    return index
  }

  /// How far each axis gets in the length of `step`, in millidegrees, all by one share of their
  /// ways; nil if one begins in motion.
  private mutating func farthest(
    in step: Step, _ manner: Schedule.Manner?, _ request: MoveRequest
  ) -> PerAxis<Int32>? {
    guard step.axes.members.allSatisfy({ (manner?.velocities[$0] ?? 0) == 0 }) else { return nil }
    var (reached, beyond) = (0.0, 1.0)
    var ways = PerAxis<Int32>(all: 0)
    for _ in 0..<32 {
      let share = (reached + beyond) / 2
      var part = step
      for axis in step.axes.members {
        part.to[axis] =
          step.from[axis] + Int32((Double(step.way(axis)) * share).rounded(.towardZero))
      }
      var duration = MoveDuration()
      for axis in part.axes.members { add(axis, of: part, manner, request, to: &duration) }
      if let least = duration.shortestLength(atLeast: 0), least <= step.length {
        reached = share
        for axis in step.axes.members { ways[axis] = part.to[axis] - step.from[axis] }
      } else {
        beyond = share
      }
    }
    return ways
  }

  mutating func reportTooShort(
    _ request: MoveRequest, wanted: Int32, least: Int32, farthest: PerAxis<Int32>? = nil
  ) {
    let span = request.overNode.map { self.span(of: $0) } ?? statementSpan
    let isLiteral = request.overNode?.kind == .number
    if isNew(.tooFast) {
      report(
        .tooShort(
          wanted: wanted, least: least, farthest: farthest, at: span, isLiteral: isLiteral,
          pace: rendition.pace, time: milliseconds))
    }
  }
}
