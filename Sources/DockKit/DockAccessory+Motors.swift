import Spatial

extension DockAccessory {
  /// A trajectory built into the dock.
  public enum Animation: Hashable, Sendable {
    /// Wakes up: rises towards the centre.
    case wakeup
    /// Nods.
    case yes
    /// Shakes the head.
    case no
    /// Tilts quickly and swings back like a pendulum.
    case kapow
  }

  /// Turns at `angularVelocity` radians a second until the next command, or until the firmware
  /// drops it.
  ///
  /// Throws `notConnected`, `invalidParameter` if it is not finite, `notSupportedByDevice` if it
  /// turns an axis the dock lacks, and `notSupported` while system tracking is on.
  public nonisolated(nonsending) func setAngularVelocity(_ angularVelocity: Vector3D) async throws {
    try driver.setAngularVelocity(angularVelocity)
  }

  /// Turns to the pose `rotation` (radians), or by that angle if `relative`, in `duration`.
  ///
  /// If `duration` is too short for the motors (the default always is), the motion takes the
  /// shortest possible time. Throws as `setAngularVelocity`, and `frameRateTooHigh` if called more
  /// than twice a second, `animate` counted.
  public nonisolated(nonsending) func setOrientation(
    _ rotation: Vector3D, duration: Duration = .seconds(0), relative: Bool = false
  ) async throws -> Progress {
    try turn(rotation, duration, relative)
  }

  /// As `setOrientation` of a vector, with pitch, yaw and roll out of `rotation` as Euler angles
  /// xyz.
  public nonisolated(nonsending) func setOrientation(
    _ rotation: Rotation3D, duration: Duration = .seconds(0), relative: Bool = false
  ) async throws -> Progress {
    try turn(DockAccessory.vector(rotation), duration, relative)
  }

  /// As the asynchronous form.
  @available(*, deprecated, message: "use the asynchronous form")
  public func setOrientation(
    _ rotation: Vector3D, duration: Duration = .seconds(0), relative: Bool = false
  ) throws -> Progress {
    try turn(rotation, duration, relative)
  }

  /// As the asynchronous form.
  @available(*, deprecated, message: "use the asynchronous form")
  public func setOrientation(
    _ rotation: Rotation3D, duration: Duration = .seconds(0), relative: Bool = false
  ) throws -> Progress {
    try turn(DockAccessory.vector(rotation), duration, relative)
  }

  /// Plays `motion`, which ends where it began.
  ///
  /// Throws as `setOrientation`; `notSupportedByDevice` if the dock lacks the axis that would move.
  public nonisolated(nonsending) func animate(motion: Animation) async throws -> Progress {
    MotionProgress(of: try driver.animate(motion), driver: driver)
  }

  private func turn(
    _ rotation: Vector3D, _ duration: Duration, _ relative: Bool
  ) throws(DockKitError) -> Progress {
    let motion = try driver.setOrientation(rotation, duration: duration, relative: relative)
    return MotionProgress(of: motion, driver: driver)
  }

  private static func vector(_ rotation: Rotation3D) -> Vector3D {
    let angles = rotation.eulerAngles(order: .xyz)
    return Vector3D(x: angles.x.radians, y: angles.y.radians, z: angles.z.radians)
  }
}
