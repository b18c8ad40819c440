import Motion
import Quantities

/// The motor of one axis as lowering foresees it: it goes to a commanded speed at constant
/// acceleration.
///
/// Degrees and seconds.
struct LoweringMotor {
  /// The position, in degrees.
  var position: Double
  /// The speed, in degrees a second.
  var velocity = 0.0
  /// The commanded speed, in millidegrees a second: what is sent is whole.
  var command: Int32 = 0
  /// How fast speed changes, in degrees a second squared.
  let acceleration: Double

  /// The commanded speed, in degrees a second.
  var target: Double { Millidegrees(command).degrees }

  /// How long it takes from now to the commanded speed, in seconds.
  var ramp: Double { abs(target - velocity) / acceleration }

  /// Advances the motor by `seconds`.
  mutating func advance(by seconds: Double) {
    guard seconds > 0 else { return }
    position = position(after: seconds)
    velocity = ramp <= seconds ? target : velocity + slope * seconds
  }

  /// Where it is after `seconds`.
  func position(after seconds: Double) -> Double {
    guard ramp > seconds else { return position + target * seconds - lag(of: target - velocity) }
    return position + (velocity + slope * seconds / 2) * seconds
  }

  /// The acceleration until it has the commanded speed, in degrees a second squared.
  fileprivate var slope: Double { target < velocity ? -acceleration : acceleration }

  /// How far it falls behind while its speed changes by `change`: the triangle x|x| / 2a.
  func lag(of change: Double) -> Double { change * abs(change) / (2 * acceleration) }

  /// The way it goes from now on.
  var trajectory: Trajectory { Trajectory(self) }

  /// The speed that, commanded now, takes it `distance` degrees in `seconds`; the nearest possible
  /// one where none does.
  ///
  /// With x the change of speed it solves x·t - x|x| / 2a = distance - v·t for |x| <= a·t.
  func speed(covering distance: Double, in seconds: Double) -> Double {
    let excess = distance - velocity * seconds
    let full = acceleration * seconds
    let root = max(0, full * full - 2 * acceleration * abs(excess)).squareRoot()
    return velocity + (excess < 0 ? root - full : full - root)
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

  /// The way of a motor that keeps its command: a parabola, then a line.
  struct Trajectory {
    /// When it has the commanded speed, in seconds.
    let ramp: Double
    private let (position, velocity, halfSlope): (Double, Double, Double)
    private let (origin, target): (Double, Double)

    init(_ motor: LoweringMotor) {
      ramp = motor.ramp
      (position, velocity, halfSlope) = (motor.position, motor.velocity, motor.slope / 2)
      target = motor.target
      origin = motor.position - motor.lag(of: target - motor.velocity)
    }

    /// Where the motor is after `seconds`.
    func position(after seconds: Double) -> Double {
      ramp > seconds
        ? position + (velocity + halfSlope * seconds) * seconds : origin + target * seconds
    }
  }
}
