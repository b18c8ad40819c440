import Motion

/// The motor of one axis as lowering foresees it: it goes to a commanded speed at constant
/// acceleration.
///
/// Degrees and seconds; times are milliseconds.
struct LoweringMotor {
  /// When it is where it is, in milliseconds.
  var time: Int32 = 0
  /// The position, in degrees.
  var position: Double
  /// The speed, in degrees a second.
  var velocity = 0.0
  /// The commanded speed, in millidegrees a second: what is sent is whole.
  var command: Int32 = 0
  /// How fast speed changes, in degrees a second squared.
  let acceleration: Double

  /// Lets it turn until `time`.
  mutating func advance(to time: Int32) {
    let seconds = Double(time - self.time) / 1000
    guard seconds > 0 else { return }
    self.time = time
    let target = Double(command) / 1000
    let change = target - velocity
    if abs(change) <= acceleration * seconds {
      position += target * seconds - lag(of: change)
      velocity = target
    } else {
      let slope = change < 0 ? -acceleration : acceleration
      position += (velocity + slope * seconds / 2) * seconds
      velocity += slope * seconds
    }
  }

  /// How far it falls behind while its speed changes by `change`: the triangle x|x| / 2a.
  func lag(of change: Double) -> Double { change * abs(change) / (2 * acceleration) }

  /// The change of speed that, begun now, moves it `excess` degrees further in `seconds` than its
  /// speed alone does; the greatest possible one where none is enough.
  ///
  /// Solves x·t - x|x| / 2a = excess for |x| <= a·t.
  func change(for excess: Double, in seconds: Double) -> Double {
    let full = acceleration * seconds
    let root = max(0, full * full - 2 * acceleration * abs(excess)).squareRoot()
    return excess < 0 ? root - full : full - root
  }

  /// The speed v that, held for `seconds` and then changed to `final`, covers `distance` more
  /// degrees than `final` alone does from then on; the nearest possible one where none is enough.
  ///
  /// With u the speed now, w the final one and q = 1 / 2a it solves v·t - q(v-u)|v-u| + q(v-w)|v-w|
  /// = distance, which grows with v: a parabola between u and w, and a line on either side.
  func speed(covering distance: Double, in seconds: Double, before final: Double) -> Double {
    // Turned about, so that the final speed is not the lower one.
    let sign = final < velocity ? -1.0 : 1.0
    let (u, w, distance) = (sign * velocity, sign * final, sign * distance)
    let q = 1 / (2 * acceleration)
    let offset = q * (w * w - u * u)
    let slope = 2 * q * (w - u)
    let change = q * (w - u) * (w - u)
    let speed: Double
    if distance < u * seconds - change {
      speed = (distance + offset) / (seconds + slope)
    } else if distance <= w * seconds - change {
      let b = seconds + 2 * q * (u + w)
      let c = q * (u * u + w * w) + distance
      speed = (b - max(0, b * b - 8 * q * c).squareRoot()) / (4 * q)
    } else {
      speed = (distance - offset) / max(seconds - slope, 1e-9)
    }
    let reach = acceleration * seconds
    return sign * max(u - reach, min(u + reach, speed))
  }
}
