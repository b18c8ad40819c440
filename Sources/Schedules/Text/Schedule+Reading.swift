import Diagnosis
import Hardware
import Motion

/// Reads the text form of a schedule, or reports what is wrong with it and returns nil.
///
/// The inverse of `Schedule.writeText`: what that writes reads back as the same schedule, but for
/// the offsets into the source, which become the offsets of the lines read, and the expectations,
/// which text does not carry. Carriage returns, blank lines, comments and spaces at will are
/// accepted. Every malformed line is reported once; a well-formed schedule is then held to its own
/// limits.
///
/// The JSON form is read, too: what begins with `{` is taken for it.
public func readSchedule(
  _ bytes: [UInt8], name: String, sources: inout SourceMap, reporting log: inout Diagnostics
) -> Schedule? {
  let used = sources.files.last.map { Int($0.base) + $0.bytes.count + 1 } ?? 0
  guard used + bytes.count < SourceMap.capacity else {
    log.report(.init(.sourceTooLarge, "\(name) is too large", at: nil))
    return nil
  }
  let base = sources.files.count
  sources.add(name: name, bytes: bytes)
  let start = sources.files[base].base
  if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
    return readJSONSchedule(bytes, from: start, in: sources, reporting: &log)
  }
  var reader = ScheduleReader(ScheduleScanner(bytes, base: start))
  guard let schedule = reader.read(reporting: &log) else { return nil }
  return schedule.isSafe(from: sources, reporting: &log) ? schedule : nil
}

/// Reads a schedule line by line.
struct ScheduleReader {
  var scanner: ScheduleScanner
  var schedule = Schedule(model: .stand, files: [])
  private var version = Int32(Schedule.textVersion)
  private var hasFailed = false
  private var isCueSheet = false
  private var hasProfile = false
  private var hasStart = false
  private var limited = AxisSet.none

  init(_ scanner: ScheduleScanner) { self.scanner = scanner }

  mutating func read(reporting log: inout Diagnostics) -> Schedule? {
    guard readVersion(reporting: &log) else { return nil }
    var isOpen = true
    while scanner.advance() {
      do throws(ScheduleFault) {
        guard isOpen else { throw Fault.afterEnd(scanner) }
        isOpen = try readLine()
      } catch {
        report(error, to: &log)
        // What else is in one is no schedule either.
        if isCueSheet { return nil }
      }
    }
    if isOpen, hasProfile { report(Fault.cutOff(scanner), to: &log) }
    if version < 2 { schedule.inferRelativeMoves() }
    return hasFailed ? nil : schedule
  }

  private mutating func report(_ fault: ScheduleFault, to log: inout Diagnostics) {
    hasFailed = true
    log.report(fault.diagnostic)
  }

  /// Reads the first line; nothing else makes sense unless it is understood.
  private mutating func readVersion(reporting log: inout Diagnostics) -> Bool {
    do throws(ScheduleFault) {
      guard scanner.advance(), scanner.takeWord("dock-schedule") else {
        throw Fault.notASchedule(scanner)
      }
      let span = scanner.nextSpan
      version = try scanner.integer("the version")
      guard version <= Schedule.textVersion else { throw Fault.newer(version, at: span) }
      guard version > 0 else { throw Fault.notASchedule(scanner) }
      try expectEnd()
      return true
    } catch {
      report(error, to: &log)
      return false
    }
  }

  /// Reads one line; false if it is the last.
  private mutating func readLine() throws(ScheduleFault) -> Bool {
    guard scanner.isAtDigit else {
      try readHeader()
      return true
    }
    guard try isKnownDock(scanner) else { return true }
    return try readBody()
  }

  /// True iff the dock is known; where it is not because of an earlier line, that is said already.
  private func isKnownDock(_ line: ScheduleScanner) throws(ScheduleFault) -> Bool {
    guard hasProfile || hasFailed else { throw Fault.noProfile(line) }
    return hasProfile
  }

  private mutating func readHeader() throws(ScheduleFault) {
    let start = scanner
    if scanner.takeWord("profile") {
      try readProfile(start)
    } else if scanner.takeWord("source") {
      schedule.files.append(try scanner.name())
    } else if scanner.takeWord("from") {
      try readStart(start)
    } else if scanner.takeWord("limits") {
      try readOwnLimits(start)
    } else if scanner.takeWord("cue") {
      isCueSheet = true
      throw Fault.cueSheet(start)
    } else {
      throw Fault.unknownHeader(start)
    }
    guard schedule.steps.isEmpty else { throw Fault.lateHeader(start) }
    if !hasFailed { try expectEnd() }
  }

  private mutating func readProfile(_ start: ScheduleScanner) throws(ScheduleFault) {
    guard !hasProfile else { throw Fault.twice("profile", start) }
    let place = scanner
    let name = try scanner.name()
    guard let model = DockModel.named(name) else { throw Fault.unknownProfile(place) }
    let files = schedule.files
    let from = schedule.from
    schedule = Schedule(model: model, files: files)
    schedule.from = from
    hasProfile = true
  }

  private mutating func readStart(_ start: ScheduleScanner) throws(ScheduleFault) {
    guard !hasStart else { throw Fault.twice("from", start) }
    hasStart = true
    if scanner.takeWord("home") { return }
    repeat {
      let axis = try axis()
      schedule.from[axis] = try scanner.integer("an angle")
    } while scanner.take(",")
  }

  private mutating func readOwnLimits(_ start: ScheduleScanner) throws(ScheduleFault) {
    guard try isKnownDock(start) else { return }
    let place = scanner
    let axis = try axis()
    guard !limited.contains(axis) else { throw Fault.twice("limits \(axis.name)", start) }
    guard let own = schedule.limits[0][axis] else { throw Fault.missingAxis(axis, place) }
    limited.insert(AxisSet(axis))
    schedule.limits[0][axis] = try limit(like: own)
  }

  /// Reads one axis' part of a set of limits; what it does not say is as in `own`.
  mutating func limit(like own: Schedule.Limit) throws(ScheduleFault) -> Schedule.Limit {
    var limit = own
    if scanner.takeWord("any") {
      (limit.lower, limit.upper) = (nil, nil)
    } else if !scanner.isAtWord {
      limit.lower = scanner.isAt("..") ? nil : try scanner.integer("a position")
      try scanner.expect("..", "write a range of positions, as in -45000..45000")
      limit.upper = scanner.isAtNumber ? try scanner.integer("a position") : nil
    }
    if scanner.takeWord("speed") { limit.speed = try scanner.integer("a speed") }
    if scanner.takeWord("acceleration") {
      limit.acceleration = try scanner.integer("an acceleration")
    }
    if scanner.takeWord("jerk") { limit.jerk = try scanner.integer("a jerk") }
    return limit
  }

  /// Reads the name of an axis.
  mutating func axis() throws(ScheduleFault) -> Axis {
    let place = scanner
    let word = scanner.word()
    guard let axis = Axis.allCases.first(where: { $0.name.spells(word) }) else {
      throw place.fault(
        "expected an axis before \(place.nextText)", note: "the axes are yaw, pitch and roll")
    }
    return axis
  }

  private func expectEnd() throws(ScheduleFault) {
    guard scanner.isAtEnd else {
      throw scanner.fault(
        "unexpected \(scanner.nextText)", note: "a line holds one thing; a comment begins with '#'")
    }
  }

  private mutating func readBody() throws(ScheduleFault) -> Bool {
    let lineStart = scanner.lineStart
    let span = scanner.nextSpan
    let start = try scanner.integer("a time")
    let length = scanner.take("+") ? try scanner.integer("a length") : 0
    if scanner.takeWord("end") {
      try expectEnd()
      schedule.length = start
      return false
    }
    guard Int(start) + Int(length) <= Int32.max else { throw Fault.tooLong(span) }
    var step = try readStep(start: start, length: length)
    step.lateRule = try lateRule(of: step.kind)
    try expectEnd()
    step.origin = lineStart
    step.line = scanner.place(in: schedule.files) ?? 0
    schedule.steps.append(step)
    return true
  }
}

private enum Fault {
  static func notASchedule(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "this is not a compiled schedule",
      note:
        "its first line is 'dock-schedule \(Schedule.textVersion)'; make one with 'dock compile'"
    )
  }

  static func newer(_ version: Int32, at span: SourceSpan) -> ScheduleFault {
    ScheduleFault(
      code: .scheduleVersion,
      message: "version \(version) of schedules is newer than version \(Schedule.textVersion)",
      span: span, note: "compile the script with this dock, or use the newer one")
  }

  static func afterEnd(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault("there is text after the end", note: "'end' is the last line of a schedule")
  }

  static func cutOff(_ scanner: ScheduleScanner) -> ScheduleFault {
    ScheduleFault(
      message: "the schedule is cut off: it has no 'end'",
      span: SourceSpan(scanner.lineStart, scanner.lineStart), note: "compile the script again")
  }

  static func unknownHeader(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "unknown line \(scanner.nextText)",
      note: "a line begins with a time, or with 'profile', 'source', 'from' or 'limits'")
  }

  static func cueSheet(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "this is a cue sheet, which only its script can play",
      note: "what a cue holds depends on when its event comes; run the script instead")
  }

  static func lateHeader(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault("\(scanner.nextText) stands after the first step", note: "move it to the top")
  }

  static func noProfile(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "nothing says for which dock this is", note: "write 'profile stand' as the second line")
  }

  static func unknownProfile(_ scanner: ScheduleScanner) -> ScheduleFault {
    let names = DockModel.all.map(\.name).joined(separator: ", ")
    return scanner.fault("unknown dock \(scanner.nextText)", note: "the docks are \(names)")
  }

  static func twice(_ what: String, _ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault("'\(what)' is given twice", note: "remove this line")
  }

  static func missingAxis(_ axis: Axis, _ scanner: ScheduleScanner) -> ScheduleFault {
    ScheduleFault(
      code: .unsafeSchedule, message: "the dock has no \(axis.name) axis",
      span: scanner.nextSpan, note: "compile the script for this dock")
  }

  static func tooLong(_ span: SourceSpan) -> ScheduleFault {
    ScheduleFault(
      code: .unsafeSchedule, message: "the step ends too late", span: span,
      note: "a schedule is at most \(Int32.max) ms long")
  }
}

extension ScheduleFault {
  /// The fault as it is reported.
  var diagnostic: Diagnostic {
    Diagnostic(code, message, at: span, notes: [note], fixIts: fixIts)
  }
}
