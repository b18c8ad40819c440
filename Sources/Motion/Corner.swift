import Quantities

/// Two legs that meet at a waypoint.
struct Turn {
  /// How far the first leg goes, in degrees.
  let before: PerAxis<Double>
  /// How far the second leg goes, in degrees.
  let after: PerAxis<Double>
  /// How long they last, in milliseconds.
  let lengths: (before: Double, after: Double)

  /// The overlap of which every other is a share: half of the shorter leg, so that no three legs
  /// overlap.
  var largestOverlap: Double { min(lengths.before, lengths.after) / 2 }

  /// How far from the waypoint the axes are in the middle of an overlap, in degrees on the worst
  /// axis.
  ///
  /// Half an overlap o is still to go on one leg and done on the other, so by s(1-u) = 1 - s(u) the
  /// error is exactly after s(o / 2 length) - before s(o / 2 length).
  func deviation(overlap: Double) -> Double {
    let left = MotionLaw.smooth(overlap / 2 / lengths.before).position
    let done = MotionLaw.smooth(overlap / 2 / lengths.after).position
    return max(
      abs(after.yaw * done - before.yaw * left),
      abs(after.pitch * done - before.pitch * left),
      abs(after.roll * done - before.roll * left))
  }

  /// The largest overlap, in milliseconds, with a deviation within `tolerance`.
  ///
  /// By halving; should the deviation not be monotone, it may miss a larger one, but never the
  /// bound.
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
      var piece = LegPiece(span: Milliseconds.seconds(in: overlap), origin: 0)
      let (last, first) = (overlap / lengths.before, overlap / lengths.after)
      piece.add(delta: before[axis], phase: 1 - last, share: last)
      piece.add(delta: after[axis], phase: 0, share: first)
      stretch = max(stretch, piece.rates.peaks.stretch(within: limits))
    }
    return stretch
  }
}

/// How a corner can be taken: overlaps as shares of the shorter leg, 0 where the motion stops.
struct Corner {
  /// The overlap that saves most time.
  private(set) var quickest = Offer(share: 0, stretch: 1)
  /// The largest overlap within the tolerance.
  private(set) var roundest = Offer(share: 0, stretch: 1)

  /// An overlap, and the stretch of both legs that keeps their sum within the limits.
  struct Offer {
    let share: Double
    let stretch: Double
  }

  /// Creates a corner at which the motion stops.
  init() {}

  /// Creates the corner of a turn.
  ///
  /// Where two short legs go the same way on an axis their jerks add up, and a small overlap can
  /// cost more time than it saves: then the quickest way is to stop.
  init(_ turn: Turn, tolerance: Double, limits: PerAxis<AxisLimits?>) {
    let (before, after) = turn.lengths
    let largest = turn.overlap(tolerance: tolerance)
    guard largest > 0 else { return }
    var mostSaved = 0.0
    for step in 0..<8 {
      let part = 1 - Double(step) / 10
      let overlap = largest * part
      let stretch = max(1, turn.stretch(overlap: overlap, limits: limits))
      let offer = Offer(share: overlap / min(before, after), stretch: stretch)
      if step == 0 { roundest = offer }
      // Half, since most legs are stretched by two corners.
      let saved = stretch * overlap - (stretch - 1) * (before + after) / 2
      if saved > mostSaved { (mostSaved, quickest) = (saved, offer) }
      // An overlap smaller than one that is free saves less.
      if stretch == 1 { break }
    }
  }
}
