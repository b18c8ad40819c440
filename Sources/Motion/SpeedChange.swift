/// The quickest change from one velocity to another under limits of acceleration and jerk.
///
/// Three pieces of constant jerk: acceleration rises, holds and falls; without a limit of jerk it
/// only holds. Given more time than it needs, it is stretched evenly. Its graph is symmetric about
/// its middle, so the mean velocity is the mean of the two ends whatever the length.
public struct SpeedChange: Equatable, Sendable {
  /// Where it begins, in degrees.
  public let position: Double
  /// The velocity before, in degrees a second.
  public let from: Double
  /// The velocity after, in degrees a second.
  public let to: Double
  /// How long it lasts, in seconds.
  public let length: Double
  @usableFromInline let ramp: Double
  /// The extreme acceleration and jerk, signed like the change.
  @usableFromInline let acceleration: Double
  @usableFromInline let jerk: Double

  /// Creates the change from velocity `from` to `to`, `length` seconds long or as short as it can
  /// be.
  ///
  /// A length below `minimumLength` is taken too: the profile is squeezed, and `peaks` exceed
  /// `limits`.
  @inlinable
  public init(
    position: Double, from: Double, to: Double, length: Double? = nil, within limits: AxisLimits
  ) {
    let (ramp, hold) = SpeedChange.phases(of: abs(to - from), within: limits)
    let quickest = 2 * ramp + hold
    let wanted = length ?? quickest
    self.position = position
    self.from = from
    self.to = to
    self.length = wanted > 0 ? wanted : 0
    // Limits that allow no change give no shape either: an even one, whose jerk is infinite.
    self.ramp = quickest > 0 && quickest < .infinity ? ramp * (self.length / quickest) : 0
    acceleration = Peaks.ratio(to - from, self.length - self.ramp)
    jerk = Peaks.ratio(acceleration, self.ramp)
  }

  /// The shortest length of a change by `difference` degrees a second, in seconds.
  ///
  /// Infinite if a limit is not positive.
  @inlinable
  public static func minimumLength(of difference: Double, within limits: AxisLimits) -> Double {
    let (ramp, hold) = phases(of: abs(difference), within: limits)
    return 2 * ramp + hold
  }

  @inlinable
  static func phases(
    of difference: Double, within limits: AxisLimits
  ) -> (ramp: Double, hold: Double) {
    guard difference > 0 else { return (0, 0) }
    guard limits.acceleration > 0, limits.jerk > 0 else { return (0, .infinity) }
    let a = min(limits.acceleration, AxisLimits.ceiling)
    // Without a limit of jerk the ramps are 0.
    let j = limits.jerk < AxisLimits.ceiling ? limits.jerk : .infinity
    guard difference * j > a * a else { return ((difference / j).magnitudeRoot, 0) }
    return (a / j, max(0, difference / a - a / j))
  }

  /// The position at the end, in degrees.
  @inlinable
  public var endPosition: Double { position + (from + to) / 2 * length }

  /// The extremes, in closed form.
  @inlinable
  public var peaks: Peaks {
    var peaks = Peaks(
      speed: max(abs(from), abs(to)), acceleration: abs(acceleration), jerk: abs(jerk),
      lower: min(position, endPosition), upper: max(position, endPosition))
    if from * to < 0 {
      let turn = state(at: reversal).position
      peaks.lower = min(peaks.lower, turn)
      peaks.upper = max(peaks.upper, turn)
    }
    return peaks
  }

  /// When the velocity passes zero, in seconds after the start; only of use if it changes sign.
  @inlinable
  var reversal: Double {
    let rampGain = abs(acceleration) * ramp / 2
    if abs(from) < rampGain { return (2 * abs(from / jerk)).magnitudeRoot }
    if abs(to) < rampGain { return length - (2 * abs(to / jerk)).magnitudeRoot }
    return length / 2 - (from + to) / 2 / acceleration
  }

  /// The state `time` seconds after the start; the velocity is constant before it and after the
  /// end.
  @inlinable
  public func state(at time: Double) -> MotionState {
    guard time >= 0 else { return MotionState(position: position + from * time, velocity: from) }
    guard time < length else {
      return MotionState(position: endPosition + to * (time - length), velocity: to)
    }
    if time < length / 2 {
      let gain = rise(time)
      return MotionState(
        position: position + from * time + gain.position, velocity: from + gain.velocity,
        acceleration: gain.acceleration, jerk: gain.jerk)
    }
    let left = length - time
    let gain = rise(left)
    return MotionState(
      position: endPosition - to * left + gain.position, velocity: to - gain.velocity,
      acceleration: gain.acceleration, jerk: -gain.jerk)
  }

  /// The first half of the change, relative to going on at the old velocity.
  @inlinable
  func rise(_ time: Double) -> MotionState {
    if time < ramp {
      return MotionState(
        position: jerk * time * time * time / 6, velocity: jerk * time * time / 2,
        acceleration: jerk * time, jerk: jerk)
    }
    let past = time - ramp
    let gained = acceleration * ramp / 2
    return MotionState(
      position: gained * ramp / 3 + (gained + acceleration * past / 2) * past,
      velocity: gained + acceleration * past, acceleration: acceleration)
  }
}
