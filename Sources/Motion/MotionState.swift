/// Where an axis is and how it moves at one instant.
///
/// Degrees and seconds; on a time law over the unit interval both are fractions of the whole.
public struct MotionState: Equatable, Sendable {
  /// The position, in degrees.
  public var position: Double
  /// The velocity, in degrees a second.
  public var velocity: Double
  /// The acceleration, in degrees a second squared.
  public var acceleration: Double
  /// The jerk, in degrees a second cubed; where it jumps, its value just after.
  public var jerk: Double

  /// Creates a state; a state of a position alone is at rest.
  @inlinable
  public init(
    position: Double, velocity: Double = 0, acceleration: Double = 0, jerk: Double = 0
  ) {
    self.position = position
    self.velocity = velocity
    self.acceleration = acceleration
    self.jerk = jerk
  }

  /// True if it stands and goes on standing.
  package var isAtRest: Bool { velocity == 0 && acceleration == 0 }
}
