#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Two legs that meet at a waypoint.
struct Turn {
  /// How far the first leg goes, in degrees.
  let before: PerAxis<Double>
  /// How far the second leg goes, in degrees.
  let after: PerAxis<Double>
  /// How long they last, in milliseconds.
  let lengths: (before: Double, after: Double)

  /// The overlap of which every other is a share: half of the shorter leg, so that no three legs overlap.
  var largestOverlap: Double { min(lengths.before, lengths.after) / 2 }

  /// How far from the waypoint the axes are in the middle of an overlap, in degrees on the worst axis.
  ///
  /// Half an overlap o is still to go on one leg and done on the other, so by s(1-u) = 1 - s(u) the error
  /// is exactly after s(o / 2 length) - before s(o / 2 length).
  func deviation(overlap: Double) -> Double {
    let left = TimeLaw.smooth(overlap / 2 / lengths.before).position
    let done = TimeLaw.smooth(overlap / 2 / lengths.after).position
    return max(
      abs(after.yaw * done - before.yaw * left),
      abs(after.pitch * done - before.pitch * left),
      abs(after.roll * done - before.roll * left))
  }

  /// The largest overlap, in milliseconds, with a deviation within `tolerance`.
  ///
  /// By halving; should the deviation not be monotone, it may miss a larger one, but never the bound.
  func overlap(tolerance: Double) -> Double {
    if deviation(overlap: largestOverlap) <= tolerance { return largestOverlap }
    var (kept, broken) = (0.0, largestOverlap)
    for _ in 0..<40 {
      let middle = (kept + broken) / 2
      if deviation(overlap: middle) <= tolerance { kept = middle } else { broken = middle }
    }
    return kept
  }

  /// The stretch that both legs need for their sum to be within `limits` during an overlap.
  func stretch(overlap: Double, limits: PerAxis<AxisLimits?>) -> Double {
    var stretch = 0.0
    for axis in Axis.allCases where before[axis] != 0 && after[axis] != 0 {
      guard let limits = limits[axis] else { continue }
      var piece = LegPiece(span: overlap / 1000, origin: 0)
      let (last, first) = (overlap / lengths.before, overlap / lengths.after)
      piece.add(delta: before[axis], phase: 1 - last, share: last)
      piece.add(delta: after[axis], phase: 0, share: first)
      stretch = max(stretch, piece.peaks.stretch(within: limits))
    }
    return stretch
  }
}

/// The overlaps a corner offers, and the stretch each demands.
struct Corner {
  /// The overlaps as shares of the shorter leg, largest first; all 0 where the motion stops.
  private let shares: SIMD8<Double>
  private let stretches: SIMD8<Double>

  /// Creates a corner at which the motion stops.
  init() {
    shares = SIMD8(repeating: 0)
    stretches = SIMD8(repeating: 0)
  }

  /// Creates the corner of a turn.
  init(_ turn: Turn, tolerance: Double, limits: PerAxis<AxisLimits?>) {
    let largest = turn.overlap(tolerance: tolerance)
    let overlaps = largest * SIMD8(1, 0.92, 0.84, 0.72, 0.6, 0.48, 0.36, 0.24)
    var stretches = SIMD8<Double>(repeating: 0)
    if largest > 0 {
      for index in 0..<8 {
        stretches[index] = turn.stretch(overlap: overlaps[index], limits: limits)
      }
    }
    shares = overlaps / min(turn.lengths.before, turn.lengths.after)
    self.stretches = stretches
  }

  /// The largest share that demands no more than `stretch`; nil if all demand more.
  func share(stretch: Double) -> Double? {
    for index in 0..<8 where stretches[index] <= stretch * (1 + 1e-9) { return shares[index] }
    return nil
  }
}
