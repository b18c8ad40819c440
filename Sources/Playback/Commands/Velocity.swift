import Motion
import Quantities
import Schedules
import Spatial

extension Performance {
  /// Has the motors turn at the speeds of `command`.
  mutating func turn(_ command: Command) throws {
    orders.pending = nil
    try turn(at: command.vector.map { Millidegrees($0).degrees })
  }

  /// Has the motors turn at `speeds`, in degrees a second; axes that follow a subject turn after
  /// that.
  mutating func turn(at speeds: PerAxis<Double>) throws {
    var all = speeds
    if let following = orders.following {
      for axis in following.axes.members { all[axis] = following.speeds[axis] }
    }
    try withMotors { try $0.setAngularVelocity(Vector3D(degrees: all), &$1) }
    orders.speeds = speeds
    record.peakSpeed.formGreatest(all)
  }
}
