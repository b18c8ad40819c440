import Diagnosis
import Hardware
import Motion
import Printing
import Vocabulary

/// Reads a cue sheet or a schedule, as text or JSON, or reports what is wrong with it and returns
/// nil.
///
/// The inverse of `CueSheet.writeText` and of `Schedule.writeText`: what these write reads back as
/// the same cues, but for the offsets into the source, which become those of the lines read, and
/// the expectations, which are not written. Carriage returns, blank lines, comments and spaces at
/// will are accepted; what begins with `{` is taken for JSON. Every malformed line is reported
/// once; what is well formed is then held to its own limits, and each cue to what leads to it. A
/// schedule is a sheet of one cue. A dock that it names is one of `docks`.
public func readCueSheet(
  _ bytes: [UInt8], name: String, docks: [DockModel] = DockModel.all, sources: inout SourceMap,
  reporting log: inout Diagnostics
) -> CueSheet? {
  let used = sources.files.last.map { Int($0.base) + $0.bytes.count + 1 } ?? 0
  guard used + bytes.count < SourceMap.capacity else {
    log.report(.init(.sourceTooLarge, "\(name) is too large", at: nil))
    return nil
  }
  let base = sources.files.count
  sources.add(name: name, bytes: bytes)
  let start = sources.files[base].base
  let isJSON = bytes.withoutByteOrderMark.first { $0 > 0x20 } == UInt8(ascii: "{")
  var reader = ScheduleReader(ScheduleScanner(bytes, base: start), docks: docks)
  let file =
    isJSON
    ? readJSON(bytes, docks: docks, from: start, reporting: &log) : reader.read(reporting: &log)
  guard let file else { return nil }
  guard file.isSheet else {
    let schedule = file.cues[0].entry.cue.schedule
    let isSafe = schedule.isSafe(
      schedule.findings(), in: sources, offersEdits: !isJSON, reporting: &log)
    return isSafe ? CueSheet(schedule) : nil
  }
  var verification = CueSheetVerification(file, in: sources, offersEdits: !isJSON)
  verification.run()
  for diagnostic in verification.found.all { log.report(diagnostic) }
  guard !verification.found.hasErrors else { return nil }
  return CueSheet(read: verification.cues.map(\.entry), version: file.version)
}

extension CueSheet {
  /// True if `bytes` are those of a schedule or a cue sheet, as text or JSON, and not of a script;
  /// their beginning tells, or the name of their file: one that was written only in part is no
  /// script.
  package static func isWritten(in bytes: [UInt8], named name: String) -> Bool {
    if name.hasSuffix(".cues") || name.hasSuffix(".json") { return true }
    let text = bytes.withoutByteOrderMark
    var rest = text.drop { $0 <= 0x20 }
    while rest.first == UInt8(ascii: "#") {
      rest = rest.drop { $0 != 0x0A }.drop { $0 <= 0x20 }
    }
    if rest.starts(with: "dock-schedule".utf8) { return true }
    // No script begins with a brace and a quote.
    rest = text.drop { $0 <= 0x20 }
    guard rest.popFirst() == UInt8(ascii: "{") else { return false }
    return rest.first { $0 > 0x20 } == UInt8(ascii: "\"")
  }

  /// Creates the sheet of `entries`, which were read and follow each other as their exits say.
  fileprivate init(read entries: [Entry], version: Int32) {
    self.init()
    knowsExactExits = version >= 2
    let sheet = PlayedSheet(entries)
    self.entries = entries
    var handlers: Set<HandlerPlace> = []
    for index in entries.indices {
      self.entries[index].cue.rest = sheet.rest(of: index)
      for (place, exit) in entries[index].exits.enumerated() {
        guard let awaited = exit.event.map({ entries[index].cue.awaited[$0] }),
          awaited.policy != nil
        else { continue }
        let handler = HandlerPlace(
          cue: exit.target, line: exit.target > 0 ? 0 : awaited.line, words: awaited.signWords)
        self.entries[index].exits[place].isRepeated = !handlers.insert(handler).inserted
      }
    }
  }
}

/// What tells a handler from others in a sheet: its cue, and of one whose cue is not shown, where
/// it stands and what it handles.
private struct HandlerPlace: Hashable {
  let cue: Int
  let line: UInt32
  let words: String
}

// MARK: - Whether it can be played

extension CueSheet {
  /// True if an event calls for a handler in any of its cues.
  public var hasHandlers: Bool {
    entries.contains { $0.cue.awaited.contains { $0.policy != nil } }
  }

  /// The first cue, to be played, which the others follow; nil if they cannot be played, which is
  /// reported.
  ///
  /// What depends on more than a sheet can say is not played in another way than its script: it is
  /// refused. A sheet that lacks cues is played with a warning; an event that leads to one of these
  /// ends the show.
  public func firstCue(reporting log: inout Diagnostics) -> Cue? {
    if straight != nil { return entries.first?.cue }
    if let obstacle {
      log.report(obstacle)
      return nil
    }
    let missing = exits.filter { $0.exit.target == 0 }
    if let first = missing.first {
      log.report(
        Diagnostic(
          .incompleteSheet,
          missing.count == 1
            ? "the cue sheet is not complete: an exit of cue \(first.cue) leads to a cue not shown"
            : "the cue sheet is not complete: \(missing.count) exits lead to cues not shown",
          at: SourceSpan(line: first.exit.origin),
          notes: ["a run that comes to one of them ends there, and gives the motors back"]))
    }
    return entries.first?.cue
  }

  /// Why the sheet cannot be played; nil if it can.
  private var obstacle: Diagnostic? {
    if let handler = exits.first(where: { policy(of: $0) != nil }) {
      let count = Set(exits.filter { policy(of: $0) != nil }.map(line)).count
      let others = count == 1 ? "" : " and \(count - 1) more"
      return Diagnostic(
        .unplayableSheet,
        "handlers cannot be played from a cue sheet: 'on \(name(of: handler))'\(others)",
        at: SourceSpan(line: handler.exit.origin),
        notes: [
          "what a handler does depends on what is under way when it is called",
          "run the script instead",
        ])
    }
    if !knowsExactExits {
      return Diagnostic(
        .unplayableSheet,
        "a cue sheet of version 1 does not say which of its exits are exact",
        at: SourceSpan(line: exits.first?.exit.origin ?? Step.none),
        notes: ["compile the script again"])
    }
    guard let example = exits.first(where: { !$0.exit.isExact }) else { return nil }
    let what =
      example.exit.event == nil
      ? "what follows cue \(example.cue) is not the same each time"
      : "what follows '\(name(of: example))' in cue \(example.cue) is not the same each time"
    return Diagnostic(
      .unplayableSheet, what, at: SourceSpan(line: example.exit.origin),
      notes: [
        "it depends on when the event comes, on what it brings, on chance, or on what went before",
        "run the script instead",
      ])
  }

  /// All exits, and the numbers of the cues they lead from.
  private var exits: [(cue: Int, exit: Exit)] {
    entries.indices.flatMap { index in entries[index].exits.map { (index + 1, $0) } }
  }

  private func policy(of exit: (cue: Int, exit: Exit)) -> HandlerPolicy? {
    exit.exit.event.flatMap { entries[exit.cue - 1].cue.awaited[$0].policy }
  }

  private func line(of exit: (cue: Int, exit: Exit)) -> UInt32 {
    exit.exit.event.map { entries[exit.cue - 1].cue.awaited[$0].line } ?? 0
  }

  private func name(of exit: (cue: Int, exit: Exit)) -> String {
    exit.exit.event.map { entries[exit.cue - 1].cue.awaited[$0].description } ?? "time"
  }
}

extension Diagnostic {
  /// A cue sheet is given where a schedule is expected.
  static func isCueSheet(_ sheet: CueSheet) -> Diagnostic {
    Diagnostic(
      .malformedSchedule, "this is a cue sheet and not a schedule",
      at: sheet.entries.first?.exits.first.map { SourceSpan(line: $0.origin) },
      notes: ["a schedule has no cues"])
  }
}

extension SourceSpan {
  /// The place at `offset`, where a line begins.
  init(line offset: UInt32) { self.init(offset, offset) }
}
