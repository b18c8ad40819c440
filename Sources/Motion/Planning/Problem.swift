/// The way of one axis from one state to another, in units of its own.
struct Problem {
  let units: Units
  /// What comes first if the axis begins outside the limits.
  let recovery: Recovery?
  /// The rest, after the recovery; without a limit of jerk that of a `Trapezoid`.
  let reach: Reach
  /// How far to go, and what of it is not worth a different motion.
  let way: Double
  let blur: Double

  /// Throws if the numbers cannot be computed with, or the target cannot be come to.
  @inline(__always)
  init(
    from start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) {
    if limits.jerk == .infinity {
      self = try Problem(unlimited: start, to: target, within: limits)
      return
    }
    units = try Units(limits)
    guard start.isFinite else { throw .start }
    guard target.isFinite else { throw .target }
    let inverse = units.inverse
    let top = limits.speed * inverse.velocity
    var (v0, a0) = (start.velocity * inverse.velocity, start.acceleration * inverse.acceleration)
    let (v1, a1) = (target.velocity * inverse.velocity, target.acceleration * inverse.acceleration)
    // Time reversed, it must be possible to come from there.
    guard !Recovery.isOutside(v1, -a1, top) else { throw .unreachable }
    var way = (target.position - start.position) * inverse.position
    if Recovery.isOutside(v0, a0, top) {
      let found = Recovery(velocity: v0, acceleration: a0, top: top)
      (v0, a0) = (found.velocity, found.acceleration)
      way -= found.distance
      recovery = found
    } else {
      recovery = nil
    }
    guard way.isFinite, top.isNormal, v0.isFinite else { throw .range }
    reach = Reach(v0: v0, a0: a0, v1: v1, a1: a1, top: top)
    blur = (abs(start.position) + abs(target.position)) * inverse.position * 4e-16
    self.way = way
  }

  /// The problem without a limit of jerk, in which the accelerations at both ends do not count.
  @inline(never)
  private init(
    unlimited start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) {
    units = try Units(unlimitedJerk: limits)
    guard start.isFinite else { throw .start }
    guard target.isFinite else { throw .target }
    let top = limits.speed / units.velocity
    let (v0, v1) = (start.velocity / units.velocity, target.velocity / units.velocity)
    guard abs(v1) <= top * (1 + 1e-12),
      abs(target.acceleration) <= limits.acceleration * (1 + 1e-12)
    else { throw .unreachable }
    let recovery = abs(v0) > top * (1 + 1e-12) ? Recovery(braking: v0, to: top) : nil
    way = (target.position - start.position) / units.position - (recovery?.distance ?? 0)
    blur = (abs(start.position) + abs(target.position)) / units.position * 4e-16
    reach = Reach(v0: recovery?.velocity ?? v0, a0: 0, v1: v1, a1: 0, top: top)
    guard way.isFinite, top.isNormal, v0.isFinite else { throw .range }
    self.recovery = recovery
  }

  /// The quickest motion if it cruises at the greatest speed and the axis begins inside the limits.
  @inline(__always)
  var cruise: CruisingMotion? {
    guard recovery == nil else { return nil }
    let side = Double(signOf: way, magnitudeOf: 1)
    guard var cruising = reach.facing(side).cruise(over: side * way) else { return nil }
    cruising.sides *= side
    cruising.velocity *= side
    return cruising
  }

  /// The length in seconds of a motion that lasts `length` after the recovery, and the reverse.
  @inline(__always)
  func outer(_ length: Double) -> Double { (length + (recovery?.length ?? 0)) * units.time }

  func inner(_ length: Double) -> Double { length / units.time - (recovery?.length ?? 0) }
}
