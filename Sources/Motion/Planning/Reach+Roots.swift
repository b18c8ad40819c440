extension Reach {
  /// The length at which the slope is least.
  ///
  /// With the smaller of tip and dip s and the bigger b, the slope falls with the length while
  /// s² + 4 s b + b² < 0, or, where b is held at 1, while 4 s + 1 < 0.
  var turn: Double {
    let excess = abs(imbalance)
    // 2 - √3, and 1 less its square.
    let (ratio, rest) = (0.2679491924311227, 0.9282032302755092)
    let sum =
      excess < rest
      ? (excess / rest).magnitudeRoot * (1 - ratio)
      : excess < 15.0 / 16 ? 1 - (1 - excess).magnitudeRoot : (9.0 / 16 + excess) / 2
    return 2 * sum - a0 + a1
  }

  /// The first length before `turn` that reaches `distance`; until then the slope only falls.
  func lengthBefore(
    _ turn: Double, reaching distance: Double, from start: Double
  ) -> Double? {
    let last = ramps(lasting: turn)
    var summit = turn
    if slope(of: last) < 0 {
      guard slope(of: ramps(lasting: start)) > 0 else { return nil }
      summit = bisect(start, turn) { slope(of: ramps(lasting: $0)) > 0 }
    }
    guard self.distance(of: ramps(lasting: summit)) >= distance else { return nil }
    return bisect(start, summit) { self.distance(of: ramps(lasting: $0)) < distance }
  }

  /// The point between `low` and `high` up to which `holds` is true.
  private func bisect(_ low: Double, _ high: Double, while holds: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if holds(middle) { low = middle } else { high = middle }
    }
    return high
  }

  /// The length between `low` and `high` that reaches `distance`, where the slope rises.
  ///
  /// Steps to the root of the parabola that touches the distance, which is the root itself where
  /// both extremes are held; halves the bracket where such a step leaves it. It starts at `high`.
  func root(
    of distance: Double, low: Double, high: Double, at phases: Phases
  ) -> (length: Double, phases: Phases) {
    var (low, high, length, phases) = (low, high, high, phases)
    for round in 0..<100 {
      let miss = self.distance(of: phases) - distance
      if miss == 0 { break }
      if miss > 0 { high = length } else { low = length }
      let (slope, curvature) = (slope(of: phases), curvature(of: phases))
      let square = slope * slope - 2 * curvature * miss
      let step = -2 * miss / (slope + max(0, square).magnitudeRoot)
      if abs(step) <= 1e-15 * length { break }
      var next = length + step
      if round == 0, square < 0 {
        // Far off; in a third of its length such a motion gets a part in 27 as far.
        let gain = distance - self.distance(of: ramps(lasting: low))
        next = min(next, low + (32 * gain).cubeRoot)
      }
      if !(next > low && next < high) || (round > 10 && round % 2 == 0) { next = (low + high) / 2 }
      let isBracketed = next > low && next < high
      length = next
      phases = ramps(lasting: length)
      // The error of the next step is the third power of this one's.
      if !isBracketed || (square > 0 && abs(step) < 1e-8 * length) { break }
    }
    return (length, phases)
  }
}
