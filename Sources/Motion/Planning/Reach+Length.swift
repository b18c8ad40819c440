extension Reach {
  /// The phases of the farthest motion that cruises, without the cruise.
  @inline(__always)
  var peak: Phases { CruisingMotion(peakOf: self).phases }

  /// The phases of the quickest change of velocity, wherever it leads.
  var quickest: Phases { phases(of: VelocityShape(v0: v0, a0: a0, v1: v1, a1: a1), side: 1) }

  /// The phases of the quickest change of velocity, `side` being -1 if this is mirrored.
  @inline(__always)
  func phases(of change: VelocityShape, side: Double) -> Phases {
    let middle = side * change.middle
    return change.rises == (side > 0)
      ? Phases(tip: middle, tipHold: change.hold, dip: -a1)
      : Phases(tip: a0, dip: -middle, dipHold: change.hold)
  }

  /// The lengths, an open interval, in which the velocity cannot be changed; nil if there are none.
  ///
  /// Where both accelerations have the same sign and the quickest change is short, a longer one
  /// must get rid of the velocity in between, for which there has to be time.
  var gap: (start: Double, end: Double)? {
    guard a0 * a1 > 0 else { return nil }
    let isUp = v1 - v0 > (a0 + a1) * abs(a1 - a0) / 2
    guard isUp == (a0 > 0) else { return nil }
    let area = isUp ? a0 * a0 + imbalance : a1 * a1 - imbalance
    guard area > 0 else { return nil }
    let (middle, half) = (abs(a0 + a1), 2 * area.magnitudeRoot)
    return (middle - half, middle + half)
  }

  /// The phases of the farthest motion of a length, if it need not cruise.
  @inline(__always)
  func ramps(lasting length: Double) -> Phases {
    let sum = (length + a0 - a1) / 2
    let excess = abs(imbalance)
    let share = excess == 0 ? 0 : excess / sum
    var big = (sum + share) / 2
    var small = (sum - share) / 2
    var (bigHold, smallHold) = (0.0, 0.0)
    if !(big <= 1) {
      big = 1
      small = max(0, 2 * sum - excess).magnitudeRoot - 1
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
    return ramps(lasting: length)
  }

  /// The first length from `start` on, at most `end`, in which the axis gets `distance` far.
  ///
  /// At `start` it must get less far. Nil if there is none up to `end`.
  @inline(__always)
  func first(
    reaching distance: Double, from start: Phases, until end: Double
  ) -> (length: Double, phases: Phases)? {
    var peak = peak
    let (peakLength, peakDistance) = (length(of: peak), self.distance(of: peak))
    var low = length(of: start)
    if min(start.tip, start.dip) < 0 {
      // The slope falls until `turn` and rises after it; the distance may pass a summit before it.
      let turn = min(turn, end, peakLength)
      if low < turn {
        if let found = lengthBefore(turn, reaching: distance, from: low) {
          return (found, ramps(lasting: found))
        }
        low = turn
      }
    }
    if end < peakLength {
      let phases = ramps(lasting: end)
      guard self.distance(of: phases) >= distance else { return nil }
      return root(of: distance, low: low, high: end, at: phases)
    }
    guard distance < peakDistance else {
      peak.cruise = (distance - peakDistance) / top
      let found = peakLength + peak.cruise
      return found <= end ? (found, peak) : nil
    }
    return min(start.tip, start.dip) >= 0
      ? risingRoot(of: distance, from: start, until: peak)
      : root(of: distance, low: low, high: peakLength, at: peak)
  }
}
