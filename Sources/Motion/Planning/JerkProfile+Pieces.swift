extension JerkProfile {
  /// The motion by `pieces` from `position`, in degrees, to `target`.
  @inline(__always)
  init(
    _ pieces: Pieces, from position: Double, to target: MotionState, in units: Units,
    lasting length: Double
  ) {
    let (lengths, jerks, accelerations) = (pieces.lengths, pieces.jerks, pieces.accelerations)
    let gains = lengths * (accelerations + lengths * jerks * 0.5)
    let v0 = pieces.velocity
    let v1 = v0 + gains[0]
    let v2 = v1 + gains[1]
    let v3 = v2 + gains[2]
    let v4 = v3 + gains[3]
    let v5 = v4 + gains[4]
    let v6 = v5 + gains[5]
    let velocities = SIMD8(v0, v1, v2, v3, v4, v5, v6, v6 + gains[6])
    let ways =
      units.position * lengths
      * (velocities + lengths * (accelerations * 0.5 + lengths * (jerks * (1 / 6.0))))
    let p1 = position + ways[0]
    let p2 = p1 + ways[1]
    let p3 = p2 + ways[2]
    let p4 = p3 + ways[3]
    let p5 = p4 + ways[4]
    let p6 = p5 + ways[5]
    let p7 = p6 + ways[6]
    let times = lengths * units.time
    let t2 = times[0] + times[1]
    let t3 = t2 + times[2]
    let t4 = t3 + times[3]
    let t5 = t4 + times[4]
    let t6 = t5 + times[5]
    let t7 = t6 + times[6]
    starts = SIMD8(0, times[0], t2, t3, t4, t5, t6, t7)
    self.length = length
    self.lengths = times
    // A speed that is off by a rounding error adds up over days of cruising.
    let miss = target.position - (p7 + ways[7])
    let drift = abs(miss) > 1e-10 && length > 0 ? miss / length : 0
    positions = SIMD8(position, p1, p2, p3, p4, p5, p6, p7) + starts * drift
    self.velocities = velocities * units.velocity + drift
    self.accelerations = accelerations * units.acceleration
    self.jerks = jerks * units.jerk
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
