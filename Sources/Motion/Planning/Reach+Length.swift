extension Reach {
  /// The phases of the farthest motion that cruises, without the cruise.
  var peak: Phases {
    let first = Bend(velocity: v0, acceleration: a0, to: top)
    let last = Bend(velocity: v1, acceleration: -a1, to: top)
    return Phases(tip: first.tip, tipHold: first.hold, dip: last.tip, dipHold: last.hold)
  }

  /// The phases of the quickest change of velocity, wherever it leads.
  var quickest: Phases {
    let direct = (a0 + a1) * abs(a1 - a0) / 2
    if v1 - v0 > direct {
      let area = max(0, a1 * a1 - imbalance)
      return Phases(tip: area > 1 ? 1 : area.squareRoot(), tipHold: max(0, area - 1), dip: -a1)
    }
    let area = max(0, a0 * a0 + imbalance)
    return Phases(tip: a0, dip: area > 1 ? 1 : area.squareRoot(), dipHold: max(0, area - 1))
  }

  /// The lengths, an open interval, in which the velocity cannot be changed; nil if there are none.
  ///
  /// Where both accelerations have the same sign and the quickest change is short, a longer one must
  /// get rid of the velocity in between, for which there has to be time.
  var gap: (start: Double, end: Double)? {
    guard a0 * a1 > 0 else { return nil }
    let isUp = v1 - v0 > (a0 + a1) * abs(a1 - a0) / 2
    guard isUp == (a0 > 0) else { return nil }
    let area = isUp ? a0 * a0 + imbalance : a1 * a1 - imbalance
    guard area > 0 else { return nil }
    let (middle, half) = (abs(a0 + a1), 2 * area.squareRoot())
    return (middle - half, middle + half)
  }

  /// The phases of the farthest motion of a length, if it need not cruise.
  func bends(lasting length: Double) -> Phases {
    let sum = (length + a0 - a1) / 2
    let excess = abs(imbalance)
    let share = excess == 0 ? 0 : excess / sum
    var big = (sum + share) / 2
    var small = (sum - share) / 2
    var (bigHold, smallHold) = (0.0, 0.0)
    if !(big <= 1) {
      big = 1
      small = max(0, 2 * sum - excess).squareRoot() - 1
      bigHold = (small - 1) * (small + 1) + excess
      if small > 1 {
        small = 1
        smallHold = sum - 2 - excess / 2
        bigHold = smallHold + excess
      }
    }
    return imbalance >= 0
      ? Phases(tip: small, tipHold: smallHold, dip: big, dipHold: max(0, bigHold))
      : Phases(tip: big, tipHold: max(0, bigHold), dip: small, dipHold: smallHold)
  }

  /// The phases of the farthest motion of a length.
  func phases(lasting length: Double) -> Phases {
    var peak = peak
    let spare = length - self.length(of: peak)
    guard spare < 0 else {
      peak.cruise = spare
      return peak
    }
    return bends(lasting: length)
  }

  /// The first length from `start` on, at most `end`, in which the axis gets `distance` far.
  ///
  /// At `start` it must get less far. Nil if there is none up to `end`.
  func firstLength(reaching distance: Double, from start: Phases, until end: Double) -> Double? {
    let peak = peak
    let (peakLength, peakDistance) = (length(of: peak), self.distance(of: peak))
    var low = length(of: start)
    if min(start.tip, start.dip) < 0 {
      // The slope falls until `turn` and rises after it; the distance may pass a summit before it.
      let turn = min(turn, end, peakLength)
      if low < turn {
        if let found = lengthBefore(turn, reaching: distance, from: low) { return found }
        low = turn
      }
    }
    if end < peakLength {
      let phases = bends(lasting: end)
      guard self.distance(of: phases) >= distance else { return nil }
      return root(of: distance, low: low, high: end, at: phases)
    }
    guard distance < peakDistance else {
      let found = peakLength + (distance - peakDistance) / top
      return found <= end ? found : nil
    }
    return root(of: distance, low: low, high: peakLength, at: peak)
  }

  /// The length at which the slope is least.
  ///
  /// With the smaller of tip and dip s and the bigger b, the slope falls with the length while
  /// s² + 4 s b + b² < 0, or, where b is held at 1, while 4 s + 1 < 0.
  private var turn: Double {
    let excess = abs(imbalance)
    // 2 - √3, and 1 less its square.
    let (ratio, rest) = (0.2679491924311227, 0.9282032302755092)
    let sum =
      excess < rest
      ? (excess / rest).squareRoot() * (1 - ratio)
      : excess < 15.0 / 16 ? 1 - (1 - excess).squareRoot() : (9.0 / 16 + excess) / 2
    return 2 * sum - a0 + a1
  }

  /// The first length before `turn` that reaches `distance`; until then the slope only falls.
  private func lengthBefore(
    _ turn: Double, reaching distance: Double, from start: Double
  ) -> Double? {
    let last = bends(lasting: turn)
    var summit = turn
    if slope(of: last) < 0 {
      guard slope(of: bends(lasting: start)) > 0 else { return nil }
      summit = bisect(start, turn) { slope(of: bends(lasting: $0)) > 0 }
    }
    guard self.distance(of: bends(lasting: summit)) >= distance else { return nil }
    return bisect(start, summit) { self.distance(of: bends(lasting: $0)) < distance }
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
  private func root(
    of distance: Double, low: Double, high: Double, at phases: Phases
  ) -> Double {
    var (low, high, length, phases) = (low, high, high, phases)
    for round in 0..<100 {
      let miss = self.distance(of: phases) - distance
      if miss == 0 { return length }
      if miss > 0 { high = length } else { low = length }
      let (slope, curvature) = (slope(of: phases), curvature(of: phases))
      let square = slope * slope - 2 * curvature * miss
      let step = -2 * miss / (slope + max(0, square).squareRoot())
      if abs(step) <= 1e-15 * length { return length }
      var next = length + step
      if round == 0, square < 0 {
        // Far off; in a third of its length such a motion gets a part in 27 as far.
        let gain = distance - self.distance(of: bends(lasting: low))
        next = min(next, low + (32 * gain).cubeRoot)
      }
      if !(next > low && next < high) || (round > 10 && round % 2 == 0) { next = (low + high) / 2 }
      if !(next > low && next < high) { return next }
      length = next
      if square > 0, abs(step) < 1e-8 * length { return length }
      phases = bends(lasting: length)
    }
    return length
  }
}
