import Diagnosis
import Hardware
import Motion

/// Reads a compiled schedule, or reports what is wrong with it and returns nil.
///
/// As `readCueSheet`, for what is no cue sheet.
public func readSchedule(
  _ bytes: [UInt8], name: String, docks: [DockModel] = DockModel.all, sources: inout SourceMap,
  reporting log: inout Diagnostics
) -> Schedule? {
  let read = readCueSheet(bytes, name: name, docks: docks, sources: &sources, reporting: &log)
  guard let sheet = read else { return nil }
  if sheet.straight == nil { log.report(.isCueSheet(sheet)) }
  return sheet.straight
}

/// Reads a schedule or a cue sheet line by line.
struct ScheduleReader {
  var scanner: ScheduleScanner
  /// The schedule, or that of the current cue.
  var schedule = Schedule(model: .stand, files: [])
  /// The cues up to the current one; empty for a schedule.
  var cues: [ReadCue] = []
  private(set) var version = Int32(Schedule.textVersion)
  private var hasFailed = false
  /// The head of the file.
  private var head: Schedule?
  private var hasProfile = false
  private var hasStart = false
  private var limited = AxisSet.none

  /// The docks that it may name.
  private let docks: [DockModel]

  init(_ scanner: ScheduleScanner, docks: [DockModel]) {
    (self.scanner, self.docks) = (scanner, docks)
  }

  /// Reads the whole text; nil if there was an error.
  mutating func read(reporting log: inout Diagnostics) -> ReadFile? {
    guard readVersion(reporting: &log) else { return nil }
    var isOpen = true
    while scanner.advance() {
      do throws(ScheduleFault) {
        guard isOpen else { throw ScheduleFault.afterEnd(scanner) }
        isOpen = try readLine()
      } catch {
        report(error, to: &log)
      }
    }
    if isOpen, hasProfile {
      do throws(ScheduleFault) {
        guard !cues.isEmpty else { throw ScheduleFault.cutOff(scanner) }
        try closeCue()
      } catch {
        report(error, to: &log)
      }
    }
    guard !hasFailed else { return nil }
    guard cues.isEmpty else { return ReadFile(cues: cues, isSheet: true, version: version) }
    if version < 2 { schedule.inferRelativeMoves() }
    return ReadFile(
      cues: [ReadCue(CueSheet.Entry(cue: Cue(schedule), sign: nil, line: 0), at: 0)],
      isSheet: false, version: version)
  }

  private mutating func report(_ fault: ScheduleFault, to log: inout Diagnostics) {
    hasFailed = true
    log.report(fault.diagnostic)
  }

  /// Reads the first line; nothing else makes sense unless it is understood.
  private mutating func readVersion(reporting log: inout Diagnostics) -> Bool {
    do throws(ScheduleFault) {
      guard scanner.advance(), scanner.takeWord("dock-schedule") else {
        throw ScheduleFault.notASchedule(scanner)
      }
      let span = scanner.nextSpan
      version = try scanner.integer("the version")
      guard version <= Schedule.textVersion else { throw ScheduleFault.newer(version, at: span) }
      guard version > 0 else { throw ScheduleFault.notASchedule(scanner) }
      try expectEnd()
      return true
    } catch {
      report(error, to: &log)
      return false
    }
  }

  /// Reads one line; false if it is the last.
  private mutating func readLine() throws(ScheduleFault) -> Bool {
    guard scanner.isAtDigit || !cues.isEmpty && scanner.isAtNumber else {
      try readHeader()
      return true
    }
    guard try isKnownDock(scanner) else { return true }
    return try readBody()
  }

  /// True if the dock is known; where it is not because of an earlier line, that is said already.
  private func isKnownDock(_ line: ScheduleScanner) throws(ScheduleFault) -> Bool {
    guard hasProfile || hasFailed else { throw ScheduleFault.noProfile(line) }
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
      return try readHeading(start)
    } else {
      throw ScheduleFault.unknownHeader(start)
    }
    guard schedule.steps.isEmpty, cues.isEmpty else { throw ScheduleFault.lateHeader(start) }
    if !hasFailed { try expectEnd() }
  }

  /// Reads the line above a cue, and makes that the one at hand.
  private mutating func readHeading(_ start: ScheduleScanner) throws(ScheduleFault) {
    guard try isKnownDock(start) else { return }
    if cues.isEmpty, !schedule.steps.isEmpty { throw ScheduleFault.lateHeader(start) }
    let head = head ?? schedule
    self.head = head
    var fault: ScheduleFault?
    do throws(ScheduleFault) {
      if !cues.isEmpty { try closeCue() }
    } catch {
      fault = error
    }
    schedule = head
    var cue = Cue(head)
    cue.isLast = false
    cues.append(ReadCue(.init(cue: cue, sign: nil, line: 0), at: scanner.lineStart))
    if let fault { throw fault }
    try readNumberAndSign()
    try expectEnd()
  }

  private mutating func readProfile(_ start: ScheduleScanner) throws(ScheduleFault) {
    guard !hasProfile else { throw ScheduleFault.twice("profile", start) }
    let place = scanner
    let name = try scanner.name()
    guard let model = docks.first(where: { $0.name == name }) else {
      throw ScheduleFault.unknownProfile(place, among: docks)
    }
    let files = schedule.files
    let from = schedule.from
    schedule = Schedule(model: model, files: files)
    schedule.from = from
    hasProfile = true
  }

  private mutating func readStart(_ start: ScheduleScanner) throws(ScheduleFault) {
    guard !hasStart else { throw ScheduleFault.twice("from", start) }
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
    guard !limited.contains(axis) else { throw ScheduleFault.twice("limits \(axis.name)", start) }
    guard let own = schedule.limits[0][axis] else { throw ScheduleFault.missingAxis(axis, place) }
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

  func expectEnd() throws(ScheduleFault) {
    guard scanner.isAtEnd else {
      throw scanner.fault(
        "unexpected \(scanner.nextText)", note: "a line holds one thing; a comment begins with '#'")
    }
  }

  private mutating func readBody() throws(ScheduleFault) -> Bool {
    let lineStart = scanner.lineStart
    let place = scanner.nextSpan
    let start = try scanner.milliseconds("a time")
    let written = scanner.take("+") ? try scanner.milliseconds("a length") : nil
    if !cues.isEmpty, try readWayOn(start: start, length: written) { return true }
    let length = written ?? 0
    if cues.isEmpty, scanner.takeWord("end") {
      try expectEnd()
      schedule.length = start
      return false
    }
    guard start + length <= Schedule.greatestLength else { throw ScheduleFault.tooLong(place) }
    var step = try readStep(start: start, length: length)
    step.lateRule = try lateRule(of: step.kind)
    try expectEnd()
    step.origin = lineStart
    step.line = scanner.place(in: schedule.files) ?? 0
    schedule.steps.append(step)
    return true
  }
}

extension ScheduleFault {
  fileprivate static func notASchedule(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "this is not a compiled schedule",
      note:
        "its first line is 'dock-schedule \(Schedule.textVersion)'; make one with 'dock compile'"
    )
  }

  fileprivate static func newer(_ version: Int32, at span: SourceSpan) -> ScheduleFault {
    ScheduleFault(
      code: .scheduleVersion,
      message: "version \(version) of schedules is newer than version \(Schedule.textVersion)",
      span: span, note: "compile the script with this dock, or use the newer one")
  }

  fileprivate static func afterEnd(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault("there is text after the end", note: "'end' is the last line of a schedule")
  }

  fileprivate static func cutOff(_ scanner: ScheduleScanner) -> ScheduleFault {
    ScheduleFault(
      message: "the schedule is cut off: it has no 'end'",
      span: SourceSpan(scanner.lineStart, scanner.lineStart), note: "compile the script again")
  }

  fileprivate static func unknownHeader(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "unknown line \(scanner.nextText)",
      note: "a line begins with a time, or with 'profile', 'source', 'from', 'limits' or 'cue'")
  }

  fileprivate static func lateHeader(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault("\(scanner.nextText) stands after the first step", note: "move it to the top")
  }

  fileprivate static func noProfile(_ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault(
      "nothing says for which dock this is", note: "write 'profile stand' as the second line")
  }

  fileprivate static func unknownProfile(
    _ scanner: ScheduleScanner, among docks: [DockModel]
  ) -> ScheduleFault {
    let names = docks.map(\.name).joined(separator: ", ")
    return scanner.fault(
      "unknown dock \(scanner.nextText)",
      note: "the docks are \(names); '--profile FILE' adds your own")
  }

  fileprivate static func twice(_ what: String, _ scanner: ScheduleScanner) -> ScheduleFault {
    scanner.fault("'\(what)' is given twice", note: "remove this line")
  }

  fileprivate static func missingAxis(_ axis: Axis, _ scanner: ScheduleScanner) -> ScheduleFault {
    ScheduleFault(
      code: .unsafeSchedule, message: "the dock has no \(axis.name) axis",
      span: scanner.nextSpan, note: "compile the script for this dock")
  }

  fileprivate static func tooLong(_ span: SourceSpan) -> ScheduleFault {
    ScheduleFault(
      code: .unsafeSchedule, message: "the step ends too late", span: span,
      note: "a schedule is at most \(Schedule.greatestLength) ms long")
  }
}

extension ScheduleFault {
  /// The fault as it is reported.
  var diagnostic: Diagnostic {
    Diagnostic(code, message, at: span, notes: [note], fixIts: fixIts)
  }
}
