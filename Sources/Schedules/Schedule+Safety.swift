#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Diagnosis
import Motion
import Quantities

extension Schedule {
  /// Reports `found`, which breaks the rules, at the lines of the steps; true if it may be played
  /// all the same.
  ///
  /// This is the last look at a schedule that anybody may have edited; see `findings`. A fix that
  /// edits a line is offered where lines are what was read.
  func isSafe(
    _ found: [Finding], in sources: SourceMap, offersEdits: Bool, reporting log: inout Diagnostics
  ) -> Bool {
    var isSafe = true
    for finding in found {
      // A read step carries the offset of its own line.
      let origin = (finding.step.map { steps[$0] } ?? steps.last)?.origin ?? 0
      let line = sources.file(at: origin).line(at: origin)
      let span = SourceSpan(line.start, line.start + UInt32(line.bytes.count))
      var diagnostic = finding.unsafe(at: span, in: self, written: line.bytes)
      if !offersEdits { diagnostic.fixIts = [] }
      log.report(diagnostic)
      if !finding.isWarning { isSafe = false }
    }
    return isSafe
  }
}

extension Finding {
  /// The diagnostic of a finding in a schedule file, at its line.
  fileprivate func unsafe(
    at span: SourceSpan, in schedule: Schedule, written line: ArraySlice<UInt8>
  ) -> Diagnostic {
    if kind == .woundUp { return woundUp(at: span) }
    var notes = [note]
    if let shortest { notes = ["the shortest length within the limits is \(shortest) ms"] }
    return Diagnostic(
      .unsafeSchedule, message, at: span, notes: notes,
      fixIts: lengthening(schedule, line, at: span.start).map { [$0] } ?? [],
      motion: motion)
  }

  /// The warning about an endless axis that winds up its cable.
  package func woundUp(at span: SourceSpan) -> Diagnostic {
    let axis = axis ?? .yaw
    let (value, limit) = (value ?? 0, limit ?? 0)
    let back = axis.directed(degrees: value < 0 ? limit : -limit)
    return Diagnostic(
      .woundUp,
      "\(axis.scriptName) comes to be \(axis.directed(degrees: value)) of where it began, "
        + "which winds up a cable",
      at: span,
      notes: ["turn \(back) in between; without a cable it does no harm"],
      motion: Diagnostic.Motion(
        time: Int(time), axis: axis.name.description, called: axis.scriptName,
        value: Finding.thousandths(value), limit: Finding.thousandths(value < 0 ? -limit : limit),
        unit: "deg"))
  }

  /// The longer length, written in place of the one in the line; nil if it would run into what
  /// follows.
  private func lengthening(
    _ schedule: Schedule, _ line: ArraySlice<UInt8>, at start: UInt32
  ) -> FixIt? {
    guard let shortest, let step, let plus = line.firstIndex(of: UInt8(ascii: "+")) else {
      return nil
    }
    let end = Int(schedule.steps[step].start) + Int(shortest)
    let next = step + 1 < schedule.steps.count ? schedule.steps[step + 1].start : schedule.length
    guard Int(next) >= end else { return nil }
    let digits = line[(plus + 1)...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    let first = start + UInt32(digits.startIndex - line.startIndex)
    let written = SourceSpan(first, first + UInt32(digits.count))
    return FixIt("write '+\(shortest)'", written, String(shortest))
  }

  /// The numbers, if there are any.
  package var motion: Diagnostic.Motion? {
    guard let axis, value != nil || limit != nil else { return nil }
    return Diagnostic.Motion(
      time: Int(time), axis: axis.name.description, value: value.flatMap(Finding.thousandths),
      limit: limit.flatMap(Finding.thousandths), unit: unit)
  }

  private static func thousandths(_ value: Double) -> Int? {
    Int(exactly: Thousandths.count(in: value).rounded())
  }

  private var unit: String {
    switch kind {
    case .beyond(let quantity), .jump(let quantity): quantity.unit
    case .startsAtOtherSpeed, .stillTurning: "deg/s"
    default: "deg"
    }
  }

  private func text(_ value: Double?) -> String {
    value.flatMap(Finding.thousandths).map(String.init) ?? "another"
  }

  /// The message, in the words of schedule files.
  package var message: String {
    let name = axis?.name.description ?? "the axis"
    return switch kind {
    case .beyond(let quantity): "the \(quantity) of \(name) goes beyond its limit"
    case .jump(let quantity): "the \(quantity) of \(name) jumps"
    case .noRoom: "\(name) has not as much room between its limits"
    case .woundUp: "\(name) winds up its cable"
    case .startsElsewhere: "\(name) is at \(text(limit)) when this starts, not at \(text(value))"
    case .startsAtOtherSpeed:
      "\(name) turns at \(text(limit)) when this starts, not at \(text(value))"
    case .stillTurning: "\(name) is still turning"
    case .stillMoving(let until): "\(name) is still moving until \(until) ms"
    case .cannotGoOn: "\(name) cannot go on from its speed and arrive in this time"
    case .missingAxis: "the dock has no \(name) axis"
    case .limitsAllowNothing: "the limits of \(name) allow nothing"
    case .limitsTooWide: "the limits of \(name) are wider than the dock's"
    default: orderMessage
    }
  }

  private var orderMessage: String {
    switch kind {
    case .timeGoesBack(let from): "time goes back from \(from) ms to \(time) ms"
    case .negativeLength: "the length is negative"
    case .endsAfterTheEnd(let end): "a step ends at \(end) ms, after the end of the schedule"
    case .takenTwice: "the motors are taken twice"
    case .notTaken: "the motors are not taken"
    case .givenBackUntaken: "the motors are given back without being taken"
    case .neverGivenBack: "the motors are never given back"
    case .movesNothing: "the step moves nothing"
    case .legsOutOfOrder: "the legs are not in order"
    default: "this is not inside the picture"
    }
  }

  /// The remedy, or the rule.
  private var note: String {
    switch kind {
    case .beyond: "compile the script again, or give the step more time or less to do"
    case .jump: "compile the script again; a motion has no jumps"
    case .noRoom: "it does not fit from any starting position"
    case .startsElsewhere: "positions are millidegrees; a step starts where the one before it ended"
    case .startsAtOtherSpeed:
      "speeds are millidegrees a second; a step starts as the one before it ended"
    case .stillTurning: "ramp it to 0 first"
    case .stillMoving: "one step at a time moves an axis"
    case .cannotGoOn: "give it more time, or stop it first"
    case .missingAxis: "compile the script for this dock"
    case .limitsAllowNothing:
      "the range must not be empty; speed, acceleration and jerk must be above 0"
    case .limitsTooWide: "limits can only narrow what the dock allows"
    default: orderNote
    }
  }

  private var orderNote: String {
    switch kind {
    case .timeGoesBack: "steps stand in the order of their start"
    case .negativeLength: "write 0 or more milliseconds"
    case .endsAfterTheEnd: "the last line gives the end of the schedule"
    case .takenTwice: "write 'tracking restore' in between"
    case .notTaken: "write 'tracking off' before the first motion"
    case .givenBackUntaken: "remove this line"
    case .neverGivenBack: "write 'tracking restore' before the end"
    case .movesNothing: "name an axis"
    case .legsOutOfOrder: "a leg ends before the next but one begins, and within the step"
    default: "the picture is 1000 wide and 1000 high; a region is not empty"
    }
  }
}

extension Quantity {
  /// Its name in a sentence.
  package var article: String {
    switch self {
    case .position: "a position"
    case .speed: "a speed"
    case .acceleration: "an acceleration"
    case .jerk: "a jerk"
    }
  }

  /// The unit of its values.
  package var unit: String {
    switch self {
    case .position: "deg"
    case .speed: "deg/s"
    case .acceleration: "deg/s^2"
    case .jerk: "deg/s^3"
    }
  }
}
