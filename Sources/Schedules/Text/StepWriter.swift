import Motion
import Printing
import Vocabulary

/// Writes the lines of a schedule's steps; what each kind says stands in its file of `Steps`.
struct StepWriter {
  let schedule: Schedule
  /// The easings as they end a line; nothing for `.plain`.
  private let easings: [[UInt8]]
  private let comments: SourceComments
  /// The most bytes any line takes beside its texts, waypoints and limits.
  let lineCapacity: Int

  init(_ schedule: Schedule) {
    self.schedule = schedule
    easings = schedule.easings.map(\.suffix)
    comments = SourceComments(schedule.files)
    lineCapacity = easings.reduce(600) { max($0, $1.count + 600) } + comments.capacity
  }

  /// The most bytes a line of no step takes, beside its text.
  var capacity: Int { lineCapacity }

  /// Writes a line that is no step: what `text` says, from `start` on over `length` milliseconds.
  func write(
    _ text: String, start: Int32, length: Int32, line: UInt32, to cursor: inout TextCursor
  ) {
    let lineStart = cursor.room
    writeTimes(start, length, to: &cursor)
    cursor.write(bytes: Array(text.utf8))
    comments.write(line, from: lineStart, to: &cursor)
    cursor.write(byte: 0x0A)
  }

  @inline(__always)
  private func writeTimes(_ start: Int32, _ length: Int32, to cursor: inout TextCursor) {
    cursor.write(start, width: 8)
    if length != 0 {
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(length, width: 7, plus: true)
      cursor.write(byte: UInt8(ascii: " "))
    } else {
      cursor.write("         ")
    }
  }

  /// Writes the line of `step`, and its worst stop if that is given.
  @inline(__always)
  func write(_ step: Step, stop: Schedule.Stop? = nil, to cursor: inout TextCursor) {
    let lineStart = cursor.room
    writeTimes(step.start, step.length, to: &cursor)
    switch step.kind {
    case .move: writeChange("move", of: step, to: &cursor)
    case .ramp: writeChange("ramp", of: step, to: &cursor)
    default: writeAny(step, to: &cursor)
    }
    if step.lateRule != 0 { write(schedule.lateRule(of: step), to: &cursor) }
    comments.write(step.line, from: lineStart, to: &cursor)
    if let stop { write(stop, from: lineStart, to: &cursor) }
    cursor.write(byte: 0x0A)
  }

  /// Writes a line that is no step and has no time, and the worst stop of what stands below it.
  func write(_ heading: String, stop: Schedule.Stop, to cursor: inout TextCursor) {
    let lineStart = cursor.room
    cursor.write(bytes: Array(heading.utf8))
    write(stop, from: lineStart, to: &cursor)
    cursor.write(byte: 0x0A)
  }

  /// Writes a worst stop as a comment, if anything moves; `lineStart` is as in `SourceComments`.
  func write(_ stop: Schedule.Stop, from lineStart: Int, to cursor: inout TextCursor) {
    guard stop.axes != .none else { return }
    cursor.pad(to: SourceComments.column + 6, from: lineStart)
    cursor.write(" # stops in ")
    cursor.write(stop.length)
    var separator: StaticString = ": "
    for axis in stop.axes.members {
      cursor.write(separator)
      cursor.write(axis.name)
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(stop.angles[axis])
      separator = ", "
    }
  }

  /// Writes `verb`, the axes with their starts and targets, and the easing.
  @inline(__always)
  func writeChange(_ verb: StaticString, of step: Step, to cursor: inout TextCursor) {
    if step.extra != 0 { return writeManner(of: step, to: &cursor) }
    cursor.write(verb)
    if step.kind == .move, step.isRelative { cursor.write(" by") }
    let axes = step.axes.rawValue
    if axes & AxisSet.yaw.rawValue != 0 {
      writeStart(of: .yaw, step.from.yaw, in: step, to: &cursor)
      writeTarget(step.to.yaw, to: &cursor)
    }
    if axes & AxisSet.pitch.rawValue != 0 {
      writeStart(of: .pitch, step.from.pitch, in: step, to: &cursor)
      writeTarget(step.to.pitch, to: &cursor)
    }
    if axes & AxisSet.roll.rawValue != 0 {
      writeStart(of: .roll, step.from.roll, in: step, to: &cursor)
      writeTarget(step.to.roll, to: &cursor)
    }
    writeEasing(of: step, to: &cursor)
  }

  /// Writes `axis` and where it starts; after a comma unless it is the first of `step`.
  @inline(__always)
  func writeStart(
    of axis: Axis, _ start: Int32, in step: Step, to cursor: inout TextCursor
  ) {
    let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: axis.rawValue)
    if step.axes.rawValue & (bit - 1) != 0 { cursor.write(byte: UInt8(ascii: ",")) }
    switch axis {
    case .yaw: cursor.write(" yaw ")
    case .pitch: cursor.write(" pitch ")
    case .roll: cursor.write(" roll ")
    }
    if step.assumed.rawValue & bit != 0 { cursor.write(byte: UInt8(ascii: "~")) }
    cursor.write(start)
  }

  @inline(__always)
  func writeTarget(_ target: Int32, to cursor: inout TextCursor) {
    cursor.write(" -> ")
    cursor.write(target)
  }

  @inline(__always)
  func writeEasing(of step: Step, to cursor: inout TextCursor) {
    guard step.easing != 0, step.easing < easings.count else { return }
    cursor.write(bytes: easings[Int(step.easing)])
  }

  /// Writes a rule for being late, as it ends a line.
  private func write(_ rule: LateRule, to cursor: inout TextCursor) {
    cursor.write(" late ")
    if rule.allowance != 0 {
      cursor.write("by ")
      cursor.write(rule.allowance)
      cursor.write(byte: UInt8(ascii: " "))
    }
    cursor.write(string: rule.policy.rawValue)
  }

  /// The line of `step`, as if it began at `start` milliseconds.
  func line(of step: Step, from start: Int32) -> [UInt8] {
    var step = step
    step.start = start
    var text = TextBuffer(capacity: capacity(for: step))
    text.write(atMost: capacity(for: step)) { write(step, to: &$0) }
    return text.bytes
  }
}

extension Schedule {
  /// The lines of the steps that move the motors, as text.
  package var motionLines: [[UInt8]] {
    let moving = steps.filter(\.kind.movesMotors)
    guard !moving.isEmpty else { return [] }
    let writer = StepWriter(self)
    return moving.map { writer.line(of: $0, from: $0.start) }
  }
}
