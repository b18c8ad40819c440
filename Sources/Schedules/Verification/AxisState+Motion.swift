import Motion
import Quantities

extension AxisState {
  /// Follows `axis`, whose state this is, through `step` if it moves as most do and breaks no rule.
  ///
  /// Most are ramps and plain moves, where the motion before has come to: pieces of constant jerk,
  /// looked at without a profile in between. Where anything is amiss, or takes a closer look, it
  /// returns false and has changed nothing.
  mutating func glide(
    _ axis: Axis, through step: Step, _ index: Int, within limits: AxisLimits, _ bounds: Bounds
  ) -> Bool {
    guard step.kind == .ramp || step.kind == .move && step.easing == 0 && step.extra == 0,
      isReady(at: Int(step.start))
    else { return false }
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    let length = Milliseconds(step.length).seconds
    var start = moment
    if step.kind == .move {
      guard abs(from - start.position) <= Bounds.slack + slack else { return false }
      start.position = from
    }
    var check = MotionCheck(from: start, limits: limits, bounds: bounds)
    if step.kind == .move {
      let move = RestToRest(from: from, to: to, length: length, within: limits)
      move.forEachCubic { check.follow($0, $1) }
    } else {
      let change = SpeedChange(
        position: start.position, from: from, to: to, length: length, within: limits)
      change.forEachCubic { check.follow($0, $1) }
    }
    let goal = check.moment.goal(of: step, axis)
    guard check.isClean, goal.differs(from: check.moment, within: limits) == nil else {
      return false
    }
    hasMoved = true
    arrive(at: goal, after: step, index, within: limits)
    return true
  }

  /// Notes that it comes to `goal` by `step`.
  mutating func arrive(
    at goal: AxisSample, after step: Step, _ index: Int, within limits: AxisLimits
  ) {
    moment = goal.settled(within: limits)
    time = max(time, Int(step.start) + Int(step.length))
    turnedBy = index
    // A place said in millidegrees is half of one from where it was meant to be, and rounded again
    // when it is said again.
    slack = step.kind == .ramp || step.kind == .cut || step.kind == .warp ? 0.001 : 0
    guard isOutside else { return }
    let bounds = Bounds(limits, slack: Bounds.slack + slack)
    if goal.position >= bounds.lower, goal.position <= bounds.upper { isOutside = false }
  }
}

extension AxisSample {
  /// How `axis`, which comes to this by `step`, is to be at its end.
  func goal(of step: Step, _ axis: Axis) -> AxisSample {
    if step.kind == .cut || step.kind == .warp { return self }
    var goal = self
    let value = Millidegrees(step.to[axis]).degrees
    if step.kind == .ramp { goal.velocity = value } else { goal.position = value }
    return goal
  }
}
