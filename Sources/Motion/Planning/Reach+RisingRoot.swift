extension Reach {
  /// The motion of `distance` between two that get less and more far, where the slope rises and
  /// neither tip nor dip is negative.
  ///
  /// Without a hold the distance is a polynomial of the sum of tip and dip, with one of the smaller
  /// of both, with two of the hold; in each it is convex, and Halley's steps from the greater end
  /// fall on its root.
  @inline(__always)
  func risingRoot(
    of distance: Double, from start: Phases, until end: Phases
  ) -> (length: Double, phases: Phases) {
    let isDipBig = imbalance >= 0
    let problem = Rise(
      excess: abs(imbalance), small: isDipBig ? bases.start : bases.end,
      big: isDipBig ? bases.end : bases.start, missing: distance - offset)
    let shape = problem.solve(
      from: isDipBig ? (start.tip, start.dip) : (start.dip, start.tip),
      until: isDipBig ? (end.tip, end.dip) : (end.dip, end.tip))
    let phases =
      isDipBig
      ? Phases(tip: shape.small, tipHold: shape.smallHold, dip: shape.big, dipHold: shape.bigHold)
      : Phases(tip: shape.big, tipHold: shape.bigHold, dip: shape.small, dipHold: shape.smallHold)
    return (length(of: phases), phases)
  }
}

/// The problem of `risingRoot`, put the same whether the tip or the dip is the bigger one.
private struct Rise {
  /// The square of the big one, its hold included, less that of the small one.
  let excess: Double
  /// The bases on the sides of the small and of the big one.
  let small: Double
  let big: Double
  /// The distance that depends on the phases.
  let missing: Double

  struct Shape {
    var small: Double
    var smallHold = 0.0
    var big: Double
    var bigHold = 0.0
  }

  @inline(__always)
  func solve(
    from start: (small: Double, big: Double), until end: (small: Double, big: Double)
  ) -> Shape {
    if end.big < 1 { return free(from: start.small + start.big, until: end.small + end.big) }
    var least = start.small
    if start.big < 1 {
      // Where the bigger one is full: 1 - small² is the excess.
      let small = max(0, 1 - excess).magnitudeRoot
      if distance(small: small, bigHold: 0) >= missing {
        return free(from: start.small + start.big, until: 1 + small)
      }
      least = small
    }
    if end.small < 1 { return held(from: least, until: end.small) }
    return start.small < 1 && distance(small: 1, bigHold: excess) >= missing
      ? held(from: least, until: 1) : full
  }

  /// The distance less the offset, the bigger one being full.
  private func distance(small: Double, bigHold: Double) -> Double {
    2 * self.small * small + big * (2 + bigHold) + small * small * small + 1
      + bigHold * (3 + bigHold) / 2
  }

  /// No hold: with the sum s, small and big are (s ∓ excess / s) / 2, and s solves
  /// s⁴ + 4 (small + big) s² - 4 missing s - excess² = 0, the bases being meant.
  private func free(from low: Double, until high: Double) -> Shape {
    let (second, first, none) = (4 * (small + big), -4 * missing, -excess * excess)
    let sum = root(from: low, until: high) { s in
      let square = s * s
      return (
        (square + second) * square + first * s + none, (4 * square + 2 * second) * s + first,
        12 * square + 2 * second
      )
    }
    let share = excess == 0 ? 0 : excess / sum
    return Shape(small: (sum - share) / 2, big: (sum + share) / 2)
  }

  /// One hold h = s² - 1 + excess, s being the small one.
  private func held(from low: Double, until high: Double) -> Shape {
    let linear = 1.5 + big
    let small = root(from: low, until: high) { s in
      let hold = s * s - 1 + excess
      return (
        distance(small: s, bigHold: hold) - missing,
        s * (2 * (hold + linear) + 3 * s) + 2 * self.small,
        2 * (hold + linear) + 4 * s * s + 6 * s
      )
    }
    return Shape(small: small, big: 1, bigHold: max(0, (small - 1) * (small + 1) + excess))
  }

  /// Two holds that differ by the excess.
  private var full: Shape {
    let linear = small + big + 3 + excess
    let constant = distance(small: 1, bigHold: excess) - missing
    let root = (linear * linear - 4 * constant).magnitudeRoot
    let hold = linear > 0 ? -2 * constant / (linear + root) : (root - linear) / 2
    return Shape(small: 1, smallHold: hold, big: 1, bigHold: hold + excess)
  }

  /// The root of a convex function, given with two derivatives, that is negative at `low` and
  /// positive at `high`.
  @inline(__always)
  private func root(
    from low: Double, until high: Double, of function: (Double) -> (Double, Double, Double)
  ) -> Double {
    var (low, high, place) = (low, high, high)
    for round in 0..<100 {
      let (value, slope, bend) = function(place)
      if value > 0 { high = place } else { low = place }
      let step = -2 * value * slope / (2 * slope * slope - value * bend)
      var next = place + step
      if !(next >= low && next <= high) || round > 20 { next = (low + high) / 2 }
      let isClose = abs(next - place) <= 1e-6 * next
      place = next
      // The error of a step is the third power of the last one's.
      if isClose && round < 20 || !(low < high) { break }
    }
    return place
  }
}
