import DockKit
import Motion
import Printing
import Schedules

extension CommandWriter {
  /// Writes the limits that are set.
  func writeLimits(_ command: Command, to cursor: inout TextCursor) {
    cursor.write("limits")
    guard let limits = list.limits(of: command) else { return }
    for axis in axes {
      guard let limit = limits[axis] else { continue }
      cursor.write(axis == axes.first ? " " : ", ")
      cursor.write(axis.name)
      cursor.write(byte: UInt8(ascii: " "))
      cursor.writeRange(of: limit)
      cursor.write(" speed ")
      cursor.write(limit.speed)
    }
  }
}

extension CommandList {
  /// The limits that `command` sets, if it does.
  func limits(of command: Command) -> PerAxis<Schedule.Limit?>? {
    command.kind == .limits && command.extra < limits.count ? limits[Int(command.extra)] : nil
  }

  /// Writes the limits that are set.
  func writeLimits(_ command: Command, to json: inout JSONWriter) {
    if let limits = limits(of: command) { json.limits(limits) }
  }
}

extension Performance {
  /// Sets the limits of `command`.
  mutating func limit(_ command: Command, of list: CommandList) throws {
    guard let limits = list.limits(of: command) else { return }
    let range = try DockAccessory.Limits(limits)
    try withMotors { try $0.setLimits(range, &$1) }
  }
}
