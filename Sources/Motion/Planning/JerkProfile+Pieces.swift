extension JerkProfile {
  /// The motion by `pieces` from `position`, in degrees, to `target`.
  @inline(__always)
  init(
    _ pieces: Pieces, from position: Double, to target: MotionState, in units: Units,
    lasting length: Double
  ) {
    let (lengths, jerks, accelerations) = (pieces.lengths, pieces.jerks, pieces.accelerations)
    let gains = lengths * (accelerations + lengths * jerks * 0.5)
    let velocities = gains.sums(from: pieces.velocity)
    let ways =
      units.position * lengths
      * (velocities + lengths * (accelerations * 0.5 + lengths * (jerks * (1 / 6.0))))
    let positions = ways.sums(from: position)
    self.lengths = lengths * units.time
    starts = self.lengths.sums(from: 0)
    self.length = length
    // A speed that is off by a rounding error adds up over days of cruising.
    let miss = target.position - (positions[7] + ways[7])
    let drift = abs(miss) > 1e-10 && length > 0 ? miss / length : 0
    self.positions = positions + starts * drift
    self.velocities = velocities * units.velocity + drift
    self.accelerations = accelerations * units.acceleration
    self.jerks = jerks * units.jerk
    self.target = target
  }

  /// The motion by `cruising` from `start` to `target`.
  ///
  /// Known from both its ends, so that it begins and ends exactly.
  @inline(__always)
  init(
    _ cruising: CruisingMotion, from start: MotionState, to target: MotionState, in units: Units,
    lasting length: Double
  ) {
    let (ramps, sides) = (cruising.ramps, cruising.sides)
    // The last bend is one in reversed time.
    let turned = sides * SIMD2(1, -1)
    let places = SIMD2(start.position, target.position)
    let (distances, changes) = (ramps.distances, ramps.velocities)
    let tips = places + turned * units.position * distances.tip
    let falls = places + turned * units.position * distances.fall
    let ends = places + turned * units.position * distances.end
    let speeds = sides * units.velocity
    let velocities = (
      tip: speeds * changes.tip, fall: speeds * changes.fall, end: speeds * changes.end
    )
    let cruise = cruising.cruise * units.time
    // A speed that is off by a rounding error adds up over days of cruising.
    var middle = velocities.end[0]
    let way = ends[1] - ends[0]
    if abs(way - middle * cruise) > 1e-10, cruise > 0 { middle = way / cruise }
    let (rises, holds) = (ramps.rise * units.time, ramps.hold * units.time)
    let lasts = cruising.falls * units.time
    lengths = SIMD8(rises[0], holds[0], lasts[0], cruise, lasts[1], holds[1], rises[1], 0)
    starts = lengths.sums(from: 0)
    self.length = length
    positions = SIMD8(
      start.position, tips[0], falls[0], ends[0], ends[1], falls[1], tips[1], target.position)
    self.velocities = SIMD8(
      start.velocity, velocities.tip[0], velocities.fall[0], middle, velocities.end[1],
      velocities.fall[1], velocities.tip[1], target.velocity)
    let most = turned * units.acceleration * ramps.tip
    accelerations = SIMD8(
      start.acceleration, most[0], most[0], 0, 0, most[1], most[1], target.acceleration)
    let jerk = sides * units.jerk
    jerks = SIMD8(jerk[0], 0, -jerk[0], 0, -jerk[1], 0, jerk[1], 0)
    self.target = target
  }

  /// No motion at all.
  init(restingAt target: MotionState) {
    (length, self.target) = (0, target)
    (starts, lengths, jerks, accelerations) = (.zero, .zero, .zero, .zero)
    (positions, velocities) = (
      SIMD8(repeating: target.position), SIMD8(repeating: target.velocity)
    )
  }

  /// The motion of `other`, `factor` times as far, from `start` to `target`.
  init(_ other: JerkProfile, times factor: Double, from start: MotionState, to target: MotionState)
  {
    (length, starts, lengths) = (other.length, other.starts, other.lengths)
    positions = start.position + other.positions * factor
    velocities = other.velocities * factor
    accelerations = other.accelerations * factor
    jerks = other.jerks * factor
    self.target = target
  }
}

extension SIMD8<Double> {
  /// `start` and the sums of it and of all lanes but the last, one after the other.
  ///
  /// By pairs, so that fewer sums wait for others.
  @inline(__always)
  fileprivate func sums(from start: Double) -> SIMD8<Double> {
    let pairs = evenHalf + oddHalf
    let second = start + pairs[0]
    let third = second + pairs[1]
    let firsts = SIMD4(start, second, third, third + pairs[2])
    let seconds = firsts + evenHalf
    return SIMD8(
      firsts[0], seconds[0], firsts[1], seconds[1], firsts[2], seconds[2], firsts[3], seconds[3])
  }
}
