/// How the dock follows: how soon, how smoothly, and what it leaves alone.
public struct TrackingStyle: Equatable, Sendable {
  /// The greatest speed, in degrees a second.
  public var speed: Double
  /// The greatest acceleration, in degrees a second squared.
  public var acceleration: Double
  /// The greatest jerk, in degrees a second cubed.
  public var jerk: Double
  /// The time constant in which an error of the framing fades, in seconds.
  public var response: Double
  /// The error up to which a dock at rest stays at rest, in degrees.
  public var deadZone: Double

  /// Creates a style; numbers that are not positive are brought to the least useful ones.
  public init(
    speed: Double, acceleration: Double, jerk: Double, response: Double, deadZone: Double
  ) {
    func least(_ value: Double, _ least: Double) -> Double { value > least ? value : least }
    self.speed = least(speed, 0.1)
    self.acceleration = least(acceleration, 1)
    self.jerk = least(jerk, 1)
    self.response = least(response, 0.02)
    self.deadZone = least(deadZone, 0)
  }

  // The words are those of phone gimbals' apps. The limits of `balanced` are what a table-top stand
  // is assumed to have; `gentle` has a third of its acceleration and a sixth of its jerk, and its
  // speed still overtakes a walker at 2 m. `responsive` leaves the limits to the dock.

  /// Slow and soft, for one who stands or sits, and for pictures that are to look calm.
  public static let gentle = TrackingStyle(
    speed: 60, acceleration: 240, jerk: 2400, response: 0.35, deadZone: 2)
  /// Keeps a walker in the frame: the usual style.
  public static let balanced = TrackingStyle(
    speed: 90, acceleration: 720, jerk: 14_400, response: 0.12, deadZone: 1)
  /// All that the dock can do.
  public static let responsive = TrackingStyle(
    speed: 360, acceleration: 2880, jerk: 57_600, response: 0.08, deadZone: 0.5)
}
