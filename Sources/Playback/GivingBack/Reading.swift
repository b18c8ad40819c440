import DockKit
import Motion
import Spatial

/// A motion report of a dock.
package struct Reading: Sendable {
  /// The pose, in degrees.
  let pose: PerAxis<Double>
  /// True if nothing moves.
  package let isAtRest: Bool
  /// The error of its motors, if there is one.
  let trouble: (any Error)?

  /// A speed below which motors count as standing, in radians a second (as measured with a real
  /// gimbal).
  private static let standing = 2e-4

  /// What `state` says.
  package init(_ state: DockAccessory.MotionState) {
    let speeds = state.angularVelocities
    pose = state.angularPositions.degrees
    trouble = state.error
    isAtRest =
      abs(speeds.x) < Reading.standing && abs(speeds.y) < Reading.standing
      && abs(speeds.z) < Reading.standing
  }
}
