/// What one axis may do, in degrees and seconds (as everywhere in this module).
public struct AxisLimits: Equatable, Sendable {
  /// The least position, in degrees; -infinity on an axis that turns without end.
  public var lower: Double
  /// The greatest position, in degrees; infinity on an axis that turns without end.
  public var upper: Double
  /// The greatest speed, in degrees a second; positive.
  public var speed: Double
  /// The greatest acceleration, in degrees a second squared; positive.
  public var acceleration: Double
  /// The greatest jerk, in degrees a second cubed; positive, or infinite where it is not limited.
  ///
  /// The acceleration of a quickest motion then jumps, and its velocity is a trapezoid. At such an
  /// instant a state may have the acceleration before it or that after it.
  public var jerk: Double

  /// Creates limits.
  public init(lower: Double, upper: Double, speed: Double, acceleration: Double, jerk: Double) {
    self.lower = lower
    self.upper = upper
    self.speed = speed
    self.acceleration = acceleration
    self.jerk = jerk
  }

  /// Where an axis at `position` goes to look along `angle`, both in degrees: the place with as few
  /// turns as its range allows, or the end of its range.
  package func place(lookingAlong angle: Double, from position: Double) -> Double {
    let near = angle + 360 * ((position - angle) / 360).rounded()
    return near >= lower && near <= upper ? near : max(lower, min(upper, angle))
  }
}
