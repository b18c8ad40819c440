import Motion
import Printing
import Quantities

extension Schedule {
  /// A motion that does not come to its end.
  public struct Cut: Equatable, Sendable {
    /// The step as it was to be.
    public var whole: Step
    /// When it is cut off, in milliseconds after its start.
    public var time: Int32

    /// Creates the cut of `whole` after `time` milliseconds.
    public init(_ whole: Step, after time: Int32) {
      (self.whole, self.time) = (whole, time)
      self.whole.lateRule = 0
    }
  }

  /// The motion that `step` cuts off, if it does.
  package func cut(of step: Step) -> Cut? {
    step.kind == .cut && step.extra < cuts.count ? cuts[Int(step.extra)] : nil
  }

  /// How `axis` moves in `step`, until it is brought to rest.
  func stopped(
    _ axis: Axis, in step: Step, from position: Double, within limits: AxisLimits
  ) -> Profile? {
    guard let cut = cut(of: step), cut.whole.kind != .cut else { return nil }
    let whole = profile(of: axis, in: cut.whole, from: position, within: limits)
    guard let whole, cut.time >= 0, cut.time <= cut.whole.length else { return nil }
    return StoppedMotion(
      whole, after: Milliseconds(cut.time).seconds, length: Milliseconds(step.length).seconds,
      within: limits
    ).map { .stopped($0) }
  }

  /// A motion that is cut off, in the words of scripts.
  func wordsForCut(_ step: Step) -> String {
    "\(targets(of: step, "to", "deg")) over \(step.length.asSeconds), cut short"
  }

  /// Writes the members of a motion that is cut off.
  func writeCut(_ step: Step, to json: inout JSONWriter) {
    guard let cut = cut(of: step), cut.whole.kind != .cut else { return }
    var change = step
    change.extra = 0
    writeAxes(of: change, to: &json)
    json.member("after", Int(cut.time))
    json.object("whole") { write(whole: cut.whole, of: step, to: &$0) }
  }
}

extension StepWriter {
  /// The bytes that a motion that is cut off takes at most, beside the line itself.
  func capacity(ofCut step: Step) -> Int {
    guard let cut = schedule.cut(of: step), cut.whole.kind != .cut else { return 0 }
    return 64 + capacity(for: cut.whole)
  }

  /// Writes a motion that is cut off.
  func writeCut(_ step: Step, to cursor: inout TextCursor) {
    guard let cut = schedule.cut(of: step) else { return cursor.write("cut") }
    var change = step
    change.extra = 0
    writeChange("cut", of: change, to: &cursor)
    cursor.write(" at ")
    cursor.write(cut.time)
    cursor.write(" of ")
    cursor.write(cut.whole.length, plus: true)
    cursor.write(byte: UInt8(ascii: " "))
    if cut.whole.kind != .cut { writeAny(cut.whole, to: &cursor) }
  }
}

extension ScheduleReader {
  /// Reads where a motion that is cut off leads, when, how long it was to last, and what it was.
  mutating func readCut(_ step: inout Step) throws(ScheduleFault) {
    try readTargets(of: &step)
    let place = scanner
    let note = "write when it is cut off and how long it was to last, as in at 400 of +1000"
    guard scanner.takeWord("at") else { throw place.fault("expected 'at'", note: note) }
    let time = try scanner.milliseconds("when it is cut off")
    guard scanner.takeWord("of") else { throw scanner.fault("expected 'of'", note: note) }
    try scanner.expect("+", note)
    let planned = try scanner.milliseconds("how long it was to last")
    guard time >= 0, time <= planned else {
      throw place.fault("it is not cut off while it lasts", note: note)
    }
    let whole = try readWhole(
      of: step, length: planned, [.move, .ramp, .through, .warp],
      else: "this is not the motion that is cut off",
      note: "it is a move, a ramp, a through or a warp")
    step.isRelative = whole.isRelative
    step.extra = UInt32(schedule.cuts.count)
    schedule.cuts.append(Schedule.Cut(whole, after: time))
  }
}

extension ScheduleLinesOfJSON {
  /// Writes a motion that is cut off.
  mutating func writeCut(_ step: JSONValue) throws(JSONFault) {
    try writeChange("cut", step)
    text.write(string: " at \(try step.integer("after"))")
    try writeWhole(of: step)
  }
}
