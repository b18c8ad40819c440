import Motion
import Printing
import Quantities

extension Schedule {
  /// A part of a motion whose own time runs at a rate that changes.
  public struct Warp: Equatable, Sendable {
    /// A change of the rate.
    public struct Change: Equatable, Sendable {
      /// When it begins, in milliseconds after the start of the step.
      public var time: Int32
      /// How long it lasts, in milliseconds.
      public var length: Int32
      /// The rate after it, in hundredths of the rate as planned.
      public var rate: Int32

      /// Creates a change to `rate` at `time`.
      public init(at time: Int32, over length: Int32, to rate: Int32) {
        (self.time, self.length, self.rate) = (time, length, rate)
      }
    }

    /// The step as it was to be.
    public var whole: Step
    /// The motion's own time at the start, in milliseconds; the rate is 100 at first if this is 0,
    /// else 0.
    public var begin: Int32
    /// The changes, in order.
    public var changes: [Change]

    /// Creates the part of `whole` from its own time `begin` on.
    public init(_ whole: Step, from begin: Int32, changes: [Change]) {
      (self.whole, self.begin, self.changes) = (whole, begin, changes)
      self.whole.lateRule = 0
    }
  }

  /// The motion that `step` is a part of, if it is.
  package func warp(of step: Step) -> Warp? {
    step.kind == .warp && step.extra < warps.count ? warps[Int(step.extra)] : nil
  }

  /// True if the own time of the motion that `step` is a part of runs as planned, `time` after the
  /// start of the step.
  package func isAtPace(_ step: Step, at time: Nanoseconds) -> Bool {
    guard let warp = warp(of: step) else { return true }
    let last = warp.changes.last { Nanoseconds(Milliseconds($0.time)) <= time }
    guard let last else { return warp.begin == 0 }
    return last.rate == 100 && Nanoseconds(Milliseconds(last.time + last.length)) <= time
  }

  /// How `axis` moves in `step`, a part of a motion.
  func warped(_ axis: Axis, in step: Step, within limits: AxisLimits) -> Profile? {
    guard let warp = warp(of: step) else { return nil }
    guard warp.whole.kind == .move || warp.whole.kind == .through,
      let whole = profile(of: axis, in: warp.whole, from: 0, within: limits)
    else { return nil }
    let changes = warp.changes.map {
      WarpedMotion.Change(
        at: Milliseconds($0.time).seconds, over: Milliseconds($0.length).seconds,
        to: Double($0.rate) / 100)
    }
    return WarpedMotion(
      whole, from: Milliseconds(warp.begin).seconds, changes: changes,
      length: Milliseconds(step.length).seconds
    ).map { .warped($0) }
  }

  /// A part of a motion in the words of scripts.
  func wordsForWarp(_ step: Step) -> String {
    let part = (warp(of: step)?.begin ?? 0) > 0 ? "resumed" : "paused"
    return "\(targets(of: step, "to", "deg")) over \(step.length.asSeconds), \(part)"
  }

  /// Writes the members of a part of a motion.
  func writeWarp(_ step: Step, to json: inout JSONWriter) {
    guard let warp = warp(of: step) else { return }
    guard warp.whole.kind != .cut, warp.whole.kind != .warp else { return }
    var change = step
    change.extra = 0
    writeAxes(of: change, to: &json)
    json.member("begin", Int(warp.begin))
    json.array("rates") { json in
      for change in warp.changes {
        json.object { json in
          json.member("after", Int(change.time))
          json.member("length", Int(change.length))
          json.member("percent", Int(change.rate))
        }
      }
    }
    json.object("whole") { write(whole: warp.whole, of: step, to: &$0) }
  }
}

extension Schedule.Warp {
  /// True if each of `changes` begins after the last has ended, and the rates are possible.
  static func areInOrder(_ changes: [Change]) -> Bool {
    var end: Int64 = 0
    for change in changes {
      guard Int64(change.time) >= end, change.length >= 0, (0...100).contains(change.rate) else {
        return false
      }
      end = Int64(change.time) + Int64(change.length)
    }
    return true
  }
}

extension StepWriter {
  /// The bytes that a part of a motion takes at most, beside the line itself.
  func capacity(ofWarp step: Step) -> Int {
    guard let warp = schedule.warp(of: step) else { return 0 }
    let isPlain = warp.whole.kind != .warp && warp.whole.kind != .cut
    return 64 + 80 * warp.changes.count + (isPlain ? capacity(for: warp.whole) : 0)
  }

  /// Writes a part of a motion.
  func writeWarp(_ step: Step, to cursor: inout TextCursor) {
    guard let warp = schedule.warp(of: step) else { return cursor.write("warp") }
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
    if warp.whole.kind != .warp, warp.whole.kind != .cut { writeAny(warp.whole, to: &cursor) }
  }
}

extension ScheduleReader {
  /// Reads where a part of a motion leads, where in its own time it begins, how the rate changes,
  /// and what the whole is.
  mutating func readWarp(_ step: inout Step) throws(ScheduleFault) {
    try readTargets(of: &step)
    let place = scanner
    let note = "write where it begins and how its rate changes, as in from 0 at 400+120 to 0%"
    guard scanner.takeWord("from") else { throw place.fault("expected 'from'", note: note) }
    let begin = try scanner.milliseconds("the time in the motion where it begins")
    var changes: [Schedule.Warp.Change] = []
    while scanner.takeWord("at") {
      let time = try scanner.milliseconds("when the rate changes")
      try scanner.expect("+", note)
      let length = try scanner.milliseconds("how long that takes")
      guard scanner.takeWord("to") else { throw scanner.fault("expected 'to'", note: note) }
      changes.append(.init(at: time, over: length, to: try scanner.integer("a rate")))
      try scanner.expect("%", note)
    }
    guard begin >= 0, Schedule.Warp.areInOrder(changes) else {
      throw place.fault("the rate does not change in order", note: note)
    }
    guard scanner.takeWord("of") else { throw scanner.fault("expected 'of'", note: note) }
    try scanner.expect("+", note)
    let planned = try scanner.milliseconds("how long it was to last")
    let whole = try readWhole(
      of: step, length: planned, [.move, .through],
      else: "this is not the whole of the motion", note: "it is a move or a through")
    step.isRelative = whole.isRelative
    step.extra = UInt32(schedule.warps.count)
    schedule.warps.append(Schedule.Warp(whole, from: begin, changes: changes))
  }
}

extension ScheduleLinesOfJSON {
  /// Writes a part of a motion.
  mutating func writeWarp(_ step: JSONValue) throws(JSONFault) {
    try writeChange("warp", step)
    text.write(string: " from \(try step.integer("begin"))")
    for rate in try step.elements("rates") {
      text.write(string: " at \(try rate.integer("after"))+\(try rate.integer("length"))")
      text.write(string: " to \(try rate.integer("percent"))%")
    }
    try writeWhole(of: step)
  }
}
