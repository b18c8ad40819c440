import DockKit
import Motion
import Quantities
import Schedules
import Spatial

// The one place where the degrees of schedules become the radians of DockKit, and back; and the
// numbers of schedules DockKit's own names.

private let degree = Double.pi / 180

extension Vector3D {
  /// Pitch, yaw and roll, as DockKit orders them, of `degrees`.
  init(degrees: PerAxis<Double>) {
    self.init(x: degrees.pitch * degree, y: degrees.yaw * degree, z: degrees.roll * degree)
  }

  /// Pitch, yaw and roll, as DockKit orders them, of `millidegrees`.
  init(millidegrees: PerAxis<Int32>) {
    self.init(degrees: millidegrees.map { Millidegrees($0).degrees })
  }

  /// The vector in degrees.
  var degrees: PerAxis<Double> {
    PerAxis(yaw: y / degree, pitch: x / degree, roll: z / degree)
  }
}

extension DockAccessory.Limits {
  /// DockKit's form of `limits`; throws `invalidParameter` where one leaves no room.
  init(_ limits: PerAxis<Schedule.Limit?>) throws {
    self.init(
      yaw: try limits.yaw.map(Limit.init), pitch: try limits.pitch.map(Limit.init),
      roll: try limits.roll.map(Limit.init))
  }
}

extension DockAccessory.Limits.Limit {
  fileprivate init(_ limit: Schedule.Limit) throws {
    let bounds = limit.inDegrees
    guard bounds.lower < bounds.upper else { throw DockKitError.invalidParameter }
    try self.init(
      positionRange: bounds.lower * degree..<bounds.upper * degree,
      maximumSpeed: bounds.speed * degree)
  }
}

extension CGRect {
  /// The part of the picture that schedules count in thousandths of its sides.
  init(_ rectangle: Schedule.Rectangle) {
    self.init(
      x: Thousandths(rectangle.x).number, y: Thousandths(rectangle.y).number,
      width: Thousandths(rectangle.width).number, height: Thousandths(rectangle.height).number)
  }
}
