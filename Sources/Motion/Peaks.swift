/// The extremes of a motion of one axis.
public struct Peaks: Equatable, Sendable {
  /// The greatest speed, in degrees a second.
  public var speed: Double
  /// The greatest size of the acceleration, in degrees a second squared.
  public var acceleration: Double
  /// The greatest size of the jerk, in degrees a second cubed; infinite where acceleration jumps.
  public var jerk: Double
  /// The least position reached, in degrees.
  public var lower: Double
  /// The greatest position reached, in degrees.
  public var upper: Double

  /// Creates peaks.
  @inlinable
  public init(speed: Double, acceleration: Double, jerk: Double, lower: Double, upper: Double) {
    self.speed = speed
    self.acceleration = acceleration
    self.jerk = jerk
    self.lower = lower
    self.upper = upper
  }

  /// Creates the peaks of an axis that stands still at `position`.
  @inlinable
  public init(restingAt position: Double) {
    self.init(speed: 0, acceleration: 0, jerk: 0, lower: position, upper: position)
  }

  /// Widens these peaks to those of this motion and `other` together.
  @inlinable
  public mutating func formUnion(_ other: Peaks) {
    speed = max(speed, other.speed)
    acceleration = max(acceleration, other.acceleration)
    jerk = max(jerk, other.jerk)
    lower = min(lower, other.lower)
    upper = max(upper, other.upper)
  }

  /// The factor by which the motion must be slowed for its derivatives to be within `limits`.
  ///
  /// At most 1 if they are already. Slowing by k divides speed by k, acceleration by k² and jerk by
  /// k³. Positions play no part. Infinite if no slowing helps.
  @inlinable
  public func stretch(within limits: AxisLimits) -> Double {
    let slowed = max(
      Peaks.ratio(speed, max(0, limits.speed)),
      Peaks.ratio(acceleration, max(0, limits.acceleration)).magnitudeRoot)
    guard limits.jerk != .infinity else { return slowed }
    let excess = Peaks.ratio(jerk, max(0, limits.jerk))
    return excess <= slowed * slowed * slowed ? slowed : excess.cubeRoot
  }

  /// `dividend / divisor`, where nothing is a part of anything: 0 / 0 is 0.
  @inlinable
  static func ratio(_ dividend: Double, _ divisor: Double) -> Double {
    dividend == 0 ? 0 : dividend / divisor
  }
}
