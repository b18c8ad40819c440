import Motion
import Printing

/// The parts that the JSON forms of schedules and of commands share.
extension JSONWriter {
  /// Writes the member `sources`, the names of the source files.
  public mutating func sources(_ files: [String]) {
    array("sources") { json in
      for file in files { json.element(file) }
    }
  }

  /// Writes the member `source`, the place `line` names (as in `Step.line`); nothing where it names
  /// none.
  public mutating func source(_ line: UInt32, in files: [String]) {
    let (file, number) = (Int(line >> 24), Int(line & 0xFF_FFFF))
    guard number != 0, file < files.count else { return }
    object("source") { json in
      json.member("file", files[file])
      json.member("line", number)
    }
  }

  /// Writes the member `limits`, with the axes that have any.
  public mutating func limits(_ limits: PerAxis<Schedule.Limit?>) {
    object("limits") { json in
      for axis in Axis.allCases {
        guard let limit = limits[axis] else { continue }
        json.object(axis.name) { json in
          json.member("lower", limit.lower.map(Int.init))
          json.member("upper", limit.upper.map(Int.init))
          json.member("speed", Int(limit.speed))
          json.member("acceleration", Int(limit.acceleration))
          json.member("jerk", Int(limit.jerk))
        }
      }
    }
  }
}
