import DockKit
import Motion
import Spatial

/// What a dock said of its motion.
package struct Reading: Sendable {
  /// The pose, in degrees.
  let pose: PerAxis<Double>
  /// True if nothing moves.
  package let isAtRest: Bool
  /// What the dock says is wrong with its motors, if anything.
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
