import Motion
import Schedules
import Spatial

extension Performance {
  /// Has the motors turn at the speeds of `command`.
  mutating func turn(_ command: Command) throws {
    orders.pending = nil
    let speeds = command.vector.map { Double($0) / 1000 }
    try withMotors { try $0.setAngularVelocity(Vector3D(degrees: speeds), &$1) }
    orders.speeds = speeds
    record.peakSpeed.formGreatest(speeds)
  }
}
