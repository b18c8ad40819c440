/// A direction in the world, seen from the dock: azimuth and elevation.
///
/// Degrees. The world does not turn with the dock: a person who stands still keeps the direction.
public struct LineOfSight: Equatable, Sendable {
  /// The angle to the right of straight ahead, seen from above; positive is right, as in yaw.
  public var bearing: Double
  /// The angle above the horizon; positive is up, the opposite of pitch.
  public var elevation: Double

  /// Creates a direction of angles in degrees.
  public init(bearing: Double, elevation: Double = 0) {
    self.bearing = bearing
    self.elevation = elevation
  }

  /// Straight ahead of a dock at its home pose.
  public static let ahead = LineOfSight(bearing: 0)

  /// True if both angles are finite numbers.
  public var isFinite: Bool { (bearing + elevation).isFinite }
}

/// The angles at which the motors of a dock stand.
///
/// Degrees, with DockKit's signs: positive yaw is right, positive pitch is down. Yaw counts turns:
/// 370 degrees is not 10.
public struct DockPose: Equatable, Sendable {
  /// The pan angle; positive is right.
  public var yaw: Double
  /// The tilt angle; positive is down.
  public var pitch: Double

  /// Creates a pose of angles in degrees.
  public init(yaw: Double, pitch: Double = 0) {
    self.yaw = yaw
    self.pitch = pitch
  }

  /// The pose with both motors at 0.
  public static let home = DockPose(yaw: 0)

  /// True if both angles are finite numbers.
  public var isFinite: Bool { (yaw + pitch).isFinite }
}

/// A flat upright figure that faces the dock: a face, a body, or an object.
public struct Figure: Equatable, Sendable {
  /// Where its middle is.
  public var direction: LineOfSight
  /// How far away it is, in metres; positive.
  public var distance: Double
  /// How wide it is, in metres.
  public var width: Double
  /// How high it is, in metres.
  public var height: Double

  /// Creates a figure of lengths in metres.
  public init(direction: LineOfSight, distance: Double, width: Double, height: Double) {
    self.direction = direction
    self.distance = distance
    self.width = width
    self.height = height
  }
}
