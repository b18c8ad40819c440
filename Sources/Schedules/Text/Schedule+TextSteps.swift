import Hardware
import Motion
import Printing

/// Writes the lines of a schedule's steps.
struct StepWriter {
  private let schedule: Schedule
  /// The easings as they end a line; nothing for `.plain`.
  private let easings: [[UInt8]]
  private let comments: SourceComments
  /// The most bytes any line takes beside its texts, waypoints and limits.
  private let lineCapacity: Int

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

  /// The most bytes the line of `step` takes.
  @inline(__always)
  func capacity(for step: Step) -> Int {
    switch step.kind {
    case .log: lineCapacity + (text(of: step).map(TextCursor.quotedCapacity) ?? 2)
    case .through: lineCapacity + 160 * (through(of: step)?.points.count ?? 0)
    case .warp:
      step.extra < schedule.warps.count
        ? 64 + 80 * schedule.warps[Int(step.extra)].changes.count
          + capacity(ofWhole: schedule.warps[Int(step.extra)].whole) : lineCapacity
    case .cut:
      step.extra < schedule.cuts.count && schedule.cuts[Int(step.extra)].whole.kind != .cut
        ? 64 + capacity(for: schedule.cuts[Int(step.extra)].whole) : lineCapacity
    case .limit: lineCapacity + 400
    case .subject, .phone: lineCapacity + (name(of: step).map(TextCursor.quotedCapacity) ?? 0)
    default: lineCapacity
    }
  }

  private func capacity(ofWhole step: Step) -> Int {
    step.kind == .warp || step.kind == .cut ? lineCapacity : lineCapacity + capacity(for: step)
  }

  /// Writes the line of `step`, and its worst stop if that is given.
  @inline(__always)
  func write(_ step: Step, stop: Schedule.Stop? = nil, to cursor: inout TextCursor) {
    let lineStart = cursor.room
    writeTimes(step.start, step.length, to: &cursor)
    switch step.kind {
    case .move: writeChange("move", of: step, to: &cursor)
    case .ramp: writeChange("ramp", of: step, to: &cursor)
    default: writeRare(step, to: &cursor)
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

  @inline(__always)
  private func writeChange(_ verb: StaticString, of step: Step, to cursor: inout TextCursor) {
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

  /// Writes a move that has a manner.
  private func writeManner(of step: Step, to cursor: inout TextCursor) {
    cursor.write("move")
    if step.isRelative { cursor.write(" by") }
    let manner = schedule.manner(of: step)
    for axis in step.axes.members {
      writeStart(of: axis, step.from[axis], in: step, to: &cursor)
      if manner.velocities[axis] != 0 {
        cursor.write(" at ")
        cursor.write(manner.velocities[axis])
      }
      writeTarget(step.to[axis], to: &cursor)
    }
    if manner.isStraight { cursor.write(" straight") }
    let figures: [(StaticString, Int32?)] = [
      (" speed ", manner.speed), (" acceleration ", manner.acceleration), (" jerk ", manner.jerk),
    ]
    for (word, figure) in figures {
      guard let figure else { continue }
      cursor.write(word)
      cursor.write(figure)
    }
    writeEasing(of: step, to: &cursor)
  }

  /// Writes `axis` and where it starts; after a comma unless it is the first of `step`.
  @inline(__always)
  private func writeStart(
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
  private func writeTarget(_ target: Int32, to cursor: inout TextCursor) {
    cursor.write(" -> ")
    cursor.write(target)
  }

  @inline(__always)
  private func writeEasing(of step: Step, to cursor: inout TextCursor) {
    guard step.easing != 0, step.easing < easings.count else { return }
    cursor.write(bytes: easings[Int(step.easing)])
  }

  /// Writes the steps that are never the many.
  private func writeRare(_ step: Step, to cursor: inout TextCursor) {
    switch step.kind {
    case .take: cursor.write("tracking off")
    case .giveBack: cursor.write("tracking restore")
    case .move: writeChange("move", of: step, to: &cursor)
    case .ramp: writeChange("ramp", of: step, to: &cursor)
    case .through: writeThrough(step, to: &cursor)
    case .cut: writeCut(step, to: &cursor)
    case .warp: writeWarp(step, to: &cursor)
    case .wait: cursor.write("wait")
    case .animate:
      cursor.write("animate ")
      cursor.write(step.word(of: Step.animations))
    case .limit: writeLimits(of: step, to: &cursor)
    case .tracking: cursor.write(step.extra == 0 ? "restore-to off" : "restore-to on")
    case .frame:
      cursor.write("frame ")
      cursor.write(step.word(of: Step.framings))
    case .region: writeRegion(of: step, to: &cursor)
    case .select: writeSubject(of: step, to: &cursor)
    case .log:
      cursor.write("log ")
      cursor.write(quoted: text(of: step) ?? "")
    case .subject: cursor.write(selecting: schedule.subject(of: step))
    case .phone: cursor.write(schedule.phoneCall(of: step))
    }
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

  private func writeCut(_ step: Step, to cursor: inout TextCursor) {
    guard step.extra < schedule.cuts.count else { return cursor.write("cut") }
    let cut = schedule.cuts[Int(step.extra)]
    var change = step
    change.extra = 0
    writeChange("cut", of: change, to: &cursor)
    cursor.write(" at ")
    cursor.write(cut.time)
    cursor.write(" of ")
    cursor.write(cut.whole.length, plus: true)
    cursor.write(byte: UInt8(ascii: " "))
    if cut.whole.kind != .cut { writeRare(cut.whole, to: &cursor) }
  }

  private func writeWarp(_ step: Step, to cursor: inout TextCursor) {
    guard step.extra < schedule.warps.count else { return cursor.write("warp") }
    let warp = schedule.warps[Int(step.extra)]
    var change = step
    change.extra = 0
    writeChange("warp", of: change, to: &cursor)
    cursor.write(" from ")
    cursor.write(warp.begin)
    for change in warp.changes {
      cursor.write(" at ")
      cursor.write(change.time)
      cursor.write(change.length, plus: true)
      cursor.write(" to ")
      cursor.write(change.rate)
      cursor.write(byte: UInt8(ascii: "%"))
    }
    cursor.write(" of ")
    cursor.write(warp.whole.length, plus: true)
    cursor.write(byte: UInt8(ascii: " "))
    if warp.whole.kind != .warp, warp.whole.kind != .cut { writeRare(warp.whole, to: &cursor) }
  }

  private func writeThrough(_ step: Step, to cursor: inout TextCursor) {
    cursor.write("through")
    let through = through(of: step) ?? Schedule.Through(points: [], starts: [], lengths: [])
    for axis in Axis.allCases where step.axes.contains(axis) {
      writeStart(of: axis, step.from[axis], in: step, to: &cursor)
      for (index, point) in through.points.enumerated() {
        writeTarget(point[axis], to: &cursor)
        guard index < through.velocities.count, through.velocities[index][axis] != 0 else {
          continue
        }
        cursor.write(" at ")
        cursor.write(through.velocities[index][axis])
      }
    }
    guard through.velocities.isEmpty else {
      cursor.write(", passing")
      for length in through.lengths {
        cursor.write(byte: UInt8(ascii: " "))
        cursor.write(length)
      }
      return writeEnd(of: step, through, to: &cursor)
    }
    cursor.write(", legs")
    for (start, length) in zip(through.starts, through.lengths) {
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(start)
      cursor.write(length, plus: true)
    }
    writeEnd(of: step, through, to: &cursor)
  }

  private func writeEnd(
    of step: Step, _ through: Schedule.Through, to cursor: inout TextCursor
  ) {
    if let speed = through.speed {
      cursor.write(" speed ")
      cursor.write(speed)
    }
    writeEasing(of: step, to: &cursor)
  }

  private func writeLimits(of step: Step, to cursor: inout TextCursor) {
    cursor.write("limits")
    guard let own = schedule.limits.first, step.extra < schedule.limits.count else { return }
    var separator: StaticString = " "
    for axis in Axis.allCases {
      guard let limit = schedule.limits[Int(step.extra)][axis], limit != own[axis] else { continue }
      cursor.write(separator)
      cursor.write(axis.name)
      cursor.write(limit, unlike: own[axis])
      separator = ", "
    }
    if separator.utf8CodeUnitCount == 1 { cursor.write(" own") }
  }

  private func writeRegion(of step: Step, to cursor: inout TextCursor) {
    let frame = rectangle(of: step)
    cursor.write("region x ")
    cursor.write(frame.x)
    cursor.write(", y ")
    cursor.write(frame.y)
    cursor.write(", width ")
    cursor.write(frame.width)
    cursor.write(", height ")
    cursor.write(frame.height)
  }

  private func writeSubject(of step: Step, to cursor: inout TextCursor) {
    guard step.extra != Step.none else { return cursor.write("select none") }
    let point = rectangle(of: step)
    cursor.write("select at ")
    cursor.write(point.x)
    cursor.write(", ")
    cursor.write(point.y)
  }

  private func name(of step: Step) -> String? {
    step.kind == .phone ? schedule.phoneCall(of: step).name : schedule.subject(of: step).name
  }

  private func text(of step: Step) -> String? {
    step.extra < schedule.texts.count ? schedule.texts[Int(step.extra)] : nil
  }

  private func through(of step: Step) -> Schedule.Through? {
    step.extra < schedule.throughs.count ? schedule.throughs[Int(step.extra)] : nil
  }

  private func rectangle(of step: Step) -> Schedule.Rectangle {
    guard step.extra < schedule.rectangles.count else {
      return .init(x: 0, y: 0, width: 0, height: 0)
    }
    return schedule.rectangles[Int(step.extra)]
  }
}
