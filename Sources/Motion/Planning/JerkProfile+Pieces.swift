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
