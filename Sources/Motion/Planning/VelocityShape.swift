/// A change of velocity of a given length: to some acceleration, on with that, and to the last one.
///
/// In the units in which the greatest acceleration and jerk are 1.
struct VelocityShape {
  let velocity: Double
  let first: Double
  let last: Double
  /// The acceleration in the middle, and how long it is held.
  let middle: Double
  let hold: Double
  /// True if the middle is above the accelerations at both ends; of the quickest change only.
  let rises: Bool

  /// The quickest change.
  init(v0: Double, a0: Double, v1: Double, a1: Double) {
    rises = v1 - v0 > (a0 + a1) * abs(a1 - a0) / 2
    let side = rises ? 1.0 : -1.0
    let area = max(0, side * (v1 - v0) + (a0 * a0 + a1 * a1) / 2)
    (velocity, first, last) = (v0, a0, a1)
    middle = side * min(1, area).magnitudeRoot
    hold = max(0, area - 1)
  }

  /// Nil if the change cannot last just `length`.
  ///
  /// With the acceleration m in the middle the gain of velocity is m T - (m - a)|m - a| / 2 - (m -
  /// b)|m - b| / 2, which rises with m: a parabola above a and b, one below, a line between.
  init?(v0: Double, a0: Double, v1: Double, a1: Double, lasting length: Double) {
    let (low, high, apart) = (min(a0, a1), max(a0, a1), abs(a1 - a0))
    let gain = v1 - v0
    let middle: Double
    if gain > high * length - apart * apart / 2 {
      middle = VelocityShape.extreme(a0, a1, gain, length)
    } else if gain < low * length + apart * apart / 2 {
      middle = -VelocityShape.extreme(-a0, -a1, -gain, length)
    } else {
      let direct = gain - (a0 + a1) * apart / 2
      middle = length > apart ? max(low, min(high, direct / (length - apart))) : a1
    }
    let hold = length - abs(middle - a0) - abs(a1 - middle)
    guard abs(middle) <= 1 + 1e-12, hold >= -1e-12 * (1 + length) else { return nil }
    (velocity, first, last, rises) = (v0, a0, a1, false)
    self.middle = middle
    self.hold = max(0, hold)
  }

  /// The lesser root of m² - (T + a + b) m + (a² + b²) / 2 + gain; NaN if there is none.
  private static func extreme(
    _ a: Double, _ b: Double, _ gain: Double, _ length: Double
  ) -> Double {
    let half = (length + a + b) / 2
    let product = (a * a + b * b) / 2 + gain
    let square = half * half - product
    // A trace of rounding, where the hold vanishes; both may be small differences of large numbers.
    let trace = 1e-13 * abs(half) * (length + abs(a) + abs(b)) + 1e-15 * (a * a + b * b)
    guard square > 0 else { return square > -trace ? half : .nan }
    let root = square.squareRoot()
    return half > 0 ? product / (half + root) : half - root
  }

  var pieces: Pieces {
    Pieces(
      lengths: SIMD8(abs(middle - first), hold, abs(last - middle), 0, 0, 0, 0, 0),
      accelerations: SIMD8(first, middle, middle, last, last, last, last, last),
      jerks: SIMD8(middle > first ? 1 : -1, 0, last > middle ? 1 : -1, 0, 0, 0, 0, 0),
      velocity: velocity)
  }

  var length: Double { abs(middle - first) + hold + abs(last - middle) }
}

extension Pieces {
  /// How far they lead.
  var distance: Double {
    var velocity = velocity
    var distance = 0.0
    for index in 0..<8 where lengths[index] > 0 {
      let (time, acceleration, jerk) = (lengths[index], accelerations[index], jerks[index])
      distance += time * (velocity + time * (acceleration / 2 + time * jerk / 6))
      velocity += time * (acceleration + time * jerk / 2)
    }
    return distance
  }
}
