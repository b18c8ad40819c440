import Motion
import Printing
import Schedules
import Spatial

extension CommandWriter {
  /// Writes where the axes go, and in which time.
  func writeOrientation(_ command: Command, to cursor: inout TextCursor) {
    writeVector("orientation", command, to: &cursor)
    cursor.write(" over ")
    cursor.write(command.length)
  }
}

extension CommandList {
  /// Writes where the axes go, and in which time.
  func writeOrientation(_ command: Command, to json: inout JSONWriter) {
    write(command.vector, as: "axes", to: &json)
    json.member("length", Int(command.length))
  }
}

extension Performance {
  /// Has the dock go to the pose of `command` by itself.
  mutating func orient(_ command: Command) throws {
    try awaitCallRate()
    let motion = try withMotors {
      try $0.setOrientation(
        Vector3D(millidegrees: command.vector), duration: .milliseconds(command.length), &$1)
    }
    orders.pending = AwaitedMotion(command: command, motion: motion)
    orders.speeds = PerAxis(all: 0)
    notePeak(of: command)
  }

  /// The greatest speeds of the plan behind an orientation call.
  private mutating func notePeak(of command: Command) {
    let index = Int(command.step)
    guard show.execution.schedule.steps.indices.contains(index) else { return }
    let step = show.execution.schedule.steps[index]
    for axis in Axis.allCases where step.axes.contains(axis) {
      guard let limits = schedule.limits.first?[axis]?.inDegrees,
        let profile = schedule.profile(of: axis, in: step, from: 0, within: limits)
      else { continue }
      record.peakSpeed[axis] = max(record.peakSpeed[axis], profile.peaks.speed)
    }
  }
}
