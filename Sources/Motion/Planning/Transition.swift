/// The motions of one axis from any state to any other, within limits of speed, acceleration and
/// jerk.
///
/// The quickest is found in closed form but for one root, of a convex function in a bracket. Not
/// every greater length is possible: an axis that is already near its target and must pass it at
/// speed has either very little time or enough to turn round.
public struct Transition: AxisTransition {
  /// The state at the start, in degrees and seconds; its jerk is of no account.
  public let start: MotionState
  /// The state at the end, in degrees and seconds; its jerk is zero.
  public let target: MotionState
  /// What the axis may do.
  public let limits: AxisLimits
  /// The shortest possible length, in seconds.
  public let minimumLength: Double
  let units: Units
  /// The problem after the recovery.
  let reach: Reach
  /// How far to go, and what of it is not worth a different motion.
  let way: Double
  let blur: Double
  let recovery: Recovery?
  /// The shortest motion, recovery apart.
  let quickest: Extreme

  /// True iff the motion begins outside the limits; it comes back inside as fast as possible.
  public var recovers: Bool { recovery != nil }

  /// Creates the motions from `start` to `target` within `limits`.
  ///
  /// Positions are not limited here; see `profile(lasting:)`.
  @inline(__always)
  public init(
    from start: MotionState, to target: MotionState, within limits: AxisLimits
  ) throws(PlanningFailure) {
    units = try Units(limits)
    guard start.isFinite else { throw .start }
    guard target.isFinite else { throw .target }
    self.start = start
    self.target = MotionState(
      position: target.position, velocity: target.velocity, acceleration: target.acceleration)
    self.limits = limits
    let top = limits.speed / units.velocity
    var (v0, a0) = (start.velocity / units.velocity, start.acceleration / units.acceleration)
    let (v1, a1) = (target.velocity / units.velocity, target.acceleration / units.acceleration)
    // Time reversed, it must be possible to come from there.
    guard !Recovery.isOutside(v1, -a1, top) else { throw .unreachable }
    var way = (target.position - start.position) / units.position
    recovery =
      Recovery.isOutside(v0, a0, top)
      ? Recovery(velocity: v0, acceleration: a0, top: top) : nil
    if let recovery {
      (v0, a0) = (recovery.velocity, recovery.acceleration)
      way -= recovery.distance
    }
    guard way.isFinite, top.isNormal, v0.isFinite else { throw .range }
    let reach = Reach(v0: v0, a0: a0, v1: v1, a1: a1, top: top)
    let blur = (abs(start.position) + abs(target.position)) / units.position * 4e-16
    quickest = reach.quickest(over: way, blur: blur)
    (self.reach, self.way, self.blur) = (reach, way, blur)
    minimumLength = (quickest.length + (recovery?.length ?? 0)) * units.time
    guard minimumLength.isFinite else { throw .range }
  }

  /// The quickest motion.
  public var profile: JerkProfile {
    let pieces = quickest.pieces(reach)
    guard recovery != nil else { return profile(by: pieces, lasting: minimumLength) }
    return profile(of: pieces, lasting: minimumLength) ?? JerkProfile(restingAt: target)
  }

  /// The least possible length that is at least `length` seconds, in seconds.
  public func shortestLength(atLeast length: Double) -> Double {
    guard length > minimumLength else { return minimumLength }
    let wanted = inner(length)
    let found = reach.shortest(over: way, blur: blur, atLeast: wanted).length
    return found > wanted ? outer(found) : length
  }

  /// The motion that lasts `length` seconds.
  ///
  /// Throws `PlanningFailure.length` if there is none.
  @inline(__always)
  public func profile(lasting length: Double) throws(PlanningFailure) -> JerkProfile {
    if abs(length - minimumLength) <= 1e-14 * minimumLength { return profile }
    guard length > minimumLength else { throw .length(next: minimumLength) }
    guard length < .infinity else { throw .range }
    if let pieces = reach.pieces(over: way, lasting: inner(length), blur: blur),
      let profile = profile(of: pieces, lasting: length)
    {
      return profile
    }
    throw .length(next: shortestLength(atLeast: length))
  }

  /// A motion of at least `length` seconds that keeps to the positions that the limits allow.
  ///
  /// The quickest if it does, else one that takes up to eight times as long and so is gentler or
  /// brakes first; not always the shortest of those. Throws `PlanningFailure.bounds` with the
  /// extremes of the quickest if none was found.
  public func boundedProfile(
    atLeast length: Double = 0
  ) throws(PlanningFailure) -> JerkProfile {
    let quickest = try profile(lasting: shortestLength(atLeast: length))
    if quickest.peaks.isInside(limits) { return quickest }
    for quarters in 5...32 {
      let wanted = shortestLength(atLeast: quickest.length * Double(quarters) / 4)
      let slower = try profile(lasting: wanted)
      if slower.peaks.isInside(limits) { return slower }
    }
    throw .bounds(quickest.peaks)
  }

  /// The length after the recovery of a motion that lasts `length` seconds, and the reverse.
  private func inner(_ length: Double) -> Double {
    length / units.time - (recovery?.length ?? 0)
  }

  private func outer(_ length: Double) -> Double {
    (length + (recovery?.length ?? 0)) * units.time
  }

  /// Nil if the recovery and the motion after it have too many pieces.
  @inline(__always)
  private func profile(of pieces: Pieces, lasting length: Double) -> JerkProfile? {
    guard let recovery else { return profile(by: pieces, lasting: length) }
    return pieces.preceded(by: recovery.pieces).map { profile(by: $0, lasting: length) }
  }

  @inline(__always)
  private func profile(by pieces: Pieces, lasting length: Double) -> JerkProfile {
    JerkProfile(pieces, from: start.position, to: target, in: units, lasting: length)
  }
}

extension Peaks {
  /// True iff all positions are within those of `limits`, rounding apart.
  fileprivate func isInside(_ limits: AxisLimits) -> Bool {
    lower >= limits.lower - 1e-9 && upper <= limits.upper + 1e-9
  }
}

extension MotionState {
  /// True iff position, velocity and acceleration, and their sum, are finite.
  var isFinite: Bool { (position + velocity + acceleration).isFinite }
}
