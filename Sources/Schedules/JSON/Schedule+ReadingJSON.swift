import Diagnosis
import Hardware
import Motion
import Printing
import Vocabulary

/// Reads the JSON form of a schedule or a cue sheet, the inverse of `writeJSON`; parameters are as
/// for `readCueSheet`, and `base` is where `bytes` begin among the sources.
func readJSON(
  _ bytes: [UInt8], docks: [DockModel], from base: UInt32, reporting log: inout Diagnostics
) -> ReadFile? {
  do throws(JSONFault) {
    let lines = try ScheduleLinesOfJSON(try JSONReader.read(bytes))
    var found = Diagnostics()
    var reader = ScheduleReader(ScheduleScanner(lines.text.bytes, base: 0), docks: docks)
    var file = reader.read(reporting: &found)
    for fault in found.all {
      let place = lines.place(of: fault.span.map { Int($0.start) } ?? 0)
      log.report(
        Diagnostic(
          fault.code, fault.message, at: SourceSpan(place, from: base), notes: fault.notes))
    }
    file?.complete(from: lines, base: base)
    return file
  } catch {
    log.report(
      Diagnostic(
        .malformedSchedule, error.message, at: SourceSpan(error.place, from: base),
        notes: ["'dock compile --format json' writes such files"]))
    return nil
  }
}

extension ReadFile {
  /// Adds what no line says: the source files, the lines there, and how cues begin; and says where
  /// in the JSON, which begins at `base`, everything stands.
  fileprivate mutating func complete(from lines: ScheduleLinesOfJSON, base: UInt32) {
    func place(_ offset: UInt32) -> UInt32 {
      base + UInt32(lines.place(of: Int(offset)).lowerBound)
    }
    var sourceLines = lines.sourceLines[...]
    for index in cues.indices {
      cues[index].origin = place(cues[index].origin)
      var entry = cues[index].entry
      entry.cue.schedule.files = lines.files
      for step in entry.cue.schedule.steps.indices {
        entry.cue.schedule.steps[step].line = sourceLines.popFirst() ?? 0
        let origin = entry.cue.schedule.steps[step].origin
        entry.cue.schedule.steps[step].origin = place(origin)
      }
      for exit in entry.exits.indices {
        entry.exits[exit].origin = place(entry.exits[exit].origin)
        guard let event = entry.exits[exit].event else { continue }
        entry.cue.awaited[event].line = sourceLines.popFirst() ?? 0
      }
      if !entry.cue.conditions.isEmpty || entry.cue.again != nil {
        entry.cue.conditionsLine = sourceLines.popFirst() ?? 0
      }
      if isSheet, index < lines.beginnings.count {
        cues[index].given = lines.beginnings[index]
        entry.cue.handlings = lines.handlings[index]
      }
      cues[index].entry = entry
    }
  }
}

extension SourceSpan {
  /// The bytes `place` of a file that begins at `base`.
  fileprivate init(_ place: Range<Int>, from base: UInt32) {
    self.init(base + UInt32(place.lowerBound), base + UInt32(place.upperBound))
  }
}

/// The text form of a schedule that was given as JSON, and where each of its lines comes from.
///
/// JSON says the same as text, in other words. So it is not read by rules of its own: each object
/// becomes the line it stands for, which is read and held to the rules as any other.
struct ScheduleLinesOfJSON {
  /// The lines.
  var text = TextBuffer()
  /// Where in `text` each line begins, and the bytes of the JSON it stands for.
  private var lines: [(start: Int, place: Range<Int>)] = []
  /// The source files.
  private(set) var files: [String] = []
  /// The source lines of the steps and of the events that lead on, as in `Step.line`.
  private(set) var sourceLines: [UInt32] = []
  /// How each cue of a cue sheet begins, and the handlers that are carried out in it.
  private(set) var beginnings: [ReadCue.Given] = []
  private(set) var handlings: [[Handling]] = []

  /// Translates `document`.
  init(_ document: JSONValue) throws(JSONFault) {
    let isSheet = document["dock_cues"] != nil
    let cues = isSheet ? try document.elements("cues") : []
    let version = try document.integer(isSheet ? "dock_cues" : "dock_schedule")
    begin(document, "dock-schedule \(version)")
    begin(document, "profile \(try document.word("profile"))")
    for file in try document.elements("sources") { files.append(try file.text) }
    let first = cues.first ?? document
    begin(first, "from \(try first.pose("from"))")
    let own = try document.member("limits")
    for axis in try own.axes { begin(axis.value, "limits \(axis.name) \(try axis.value.limit)") }
    if isSheet {
      for cue in cues { try write(cue: cue) }
    } else {
      try writeSteps(of: document)
      begin(document, "\(try document.integer("length")) end")
    }
    text.write("\n")
  }

  private mutating func writeSteps(of value: JSONValue) throws(JSONFault) {
    for step in try value.elements("steps") {
      sourceLines.append(try line(of: step))
      begin(step, "")
      try writeTimes(of: step)
      try write(step)
      try writeLate(step)
    }
  }

  /// The bytes of the JSON that the line stands for in which byte `offset` of the text is.
  func place(of offset: Int) -> Range<Int> {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? 0..<0 : lines[low - 1].place
  }

  private mutating func begin(_ value: JSONValue, _ words: String) {
    if text.count > 0 { text.write("\n") }
    lines.append((text.count, value.place))
    text.write(string: words)
  }

  private func line(of step: JSONValue) throws(JSONFault) -> UInt32 {
    guard let source = step["source"] else { return 0 }
    let (file, number) = (try source.text("file"), try source.integer("line"))
    guard let index = files.firstIndex(of: file), index < 256, (1...0xFF_FFFF).contains(number)
    else { throw JSONFault("there is no such source", at: source.place) }
    return Step.line(Int(number), inFile: index)
  }
}

// MARK: - Cues

extension ScheduleLinesOfJSON {
  private mutating func write(cue: JSONValue) throws(JSONFault) {
    let sign = try cue.member("sign")
    let words = if case .null = sign.content { "" } else { ": \(try sign.sign)" }
    begin(cue, "cue \(try cue.integer("cue"))\(words)")
    let length = try cue.integer("length")
    beginnings.append(
      ReadCue.Given(
        from: try cue.member("from").wholePose, holdsMotors: try cue.truth("holds_motors"),
        length: length))
    try writeSteps(of: cue)
    for way in try cue.elements("awaits") { try write(way: way) }
    handlings.append(try readHandlings(of: cue))
    let next = try cue.member("goes_on")
    if case .null = next.content {
    } else {
      let time = try next.integer("time")
      if next["if"] != nil || next["again"] != nil { sourceLines.append(try line(of: next)) }
      if next["if"] != nil {
        for way in try next.elements("if") {
          begin(way, "\(time) if \(try way.condition): \(try way.exit)")
        }
      }
      if let again = next["again"] {
        let times = "\(try again.integer("times")) times in loop \(try again.integer("loop"))"
        begin(again, "\(time) \(CueSheet.again) \(times): \(try again.exit)")
      }
      begin(next, "\(time) \(try next.exit)")
    }
    if try cue.truth("ends") { begin(cue, "\(length) end") }
  }

  private mutating func write(way: JSONValue) throws(JSONFault) {
    let start = try way.integer("start")
    let end = try way.member("end")
    var words = "\(start) "
    if case .null = end.content {
    } else {
      let last = try end.integer
      guard last >= start else { throw JSONFault("it ends before it begins", at: end.place) }
      words += "+\(Int(last) - Int(start)) "
    }
    if way["state"] != nil {
      sourceLines.append(try line(of: way))
      return begin(way, "\(words)when \(try way.condition): \(try way.exit)")
    }
    var event = try way.member("event").event
    if way["when"] != nil { event += " when \(try way.condition("when"))" }
    if way["policy"] != nil {
      let period = try way.integer("period")
      words += "on \(event) \(try way.word("policy"))"
      words += period == 0 ? "" : ", at most every \(period)"
      if way["once"] != nil { words += try way.truth("once") ? ", once" : "" }
    } else {
      words += "until \(event)"
    }
    sourceLines.append(try line(of: way))
    begin(way, "\(words): \(try way.exit)")
  }

  private func readHandlings(of cue: JSONValue) throws(JSONFault) -> [Handling] {
    var handlings: [Handling] = []
    for value in try cue.elements("handlings") {
      var handling = Handling(
        line: try line(of: value), start: try value.integer("start"), end: nil, result: .done)
      let end = try value.member("end")
      if case .null = end.content {
      } else {
        let word = try value.word("result")
        guard let result = Handling.Result(rawValue: word) else {
          throw JSONFault("no handler ends like that", at: value.place)
        }
        (handling.end, handling.result) = (try end.integer, result)
      }
      handlings.append(handling)
    }
    return handlings
  }
}

// MARK: - Steps

extension ScheduleLinesOfJSON {
  private mutating func writeTimes(of step: JSONValue) throws(JSONFault) {
    let length = try step.integer("length")
    text.write(string: "\(try step.integer("start"))\(length == 0 ? "" : " +\(length)") ")
  }

  private mutating func writeLate(_ step: JSONValue) throws(JSONFault) {
    guard let late = step["late"] else { return }
    let allowance = late["by"] == nil ? "" : "by \(try late.integer("by")) "
    text.write(string: " late \(allowance)\(try late.word("policy"))")
  }

  /// Writes `verb`, the axes with their starts and targets, the manner and the easing.
  mutating func writeChange(_ verb: String, _ step: JSONValue) throws(JSONFault) {
    text.write(string: verb)
    if verb == "move", step["relative"] != nil, try step.truth("relative") { text.write(" by") }
    if step["back"] != nil { text.write(string: " back \(try step.integer("back"))") }
    var separator = " "
    for (name, axis) in try step.member("axes").axes {
      let velocity = axis["velocity"] == nil ? "" : " at \(try axis.integer("velocity"))"
      text.write(string: "\(separator)\(name) \(try axis.start)\(velocity) -> ")
      if let subject = step["subject"] {
        try subject.writeSubject(to: &text)
      } else {
        text.write(string: "\(try axis.integer("to"))")
      }
      separator = ", "
    }
    if step["straight"] != nil, try step.truth("straight") { text.write(" straight") }
    for name in ["speed", "acceleration", "jerk"] where step[name] != nil {
      text.write(string: " \(name) \(try step.integer(name))")
    }
    if verb == "move" || verb == "ramp" { try writeEasing(step) }
  }

  mutating func writeEasing(_ step: JSONValue) throws(JSONFault) {
    guard let easing = step["easing"] else { return }
    switch easing.content {
    case .text("plain"): return
    case .text: text.write(string: " \(try easing.word)")
    case .array(let numbers):
      var words: [String] = []
      for number in numbers { words.append(try number.number) }
      text.write(string: " \(EasingName.bezier.rawValue)(\(words.joined(separator: ", ")))")
    default:
      let bounce = try easing.member("spring").number
      text.write(string: " \(EasingName.spring.rawValue)(\(bounce))")
    }
  }

  /// Writes the motion that `step` is part of.
  mutating func writeWhole(of step: JSONValue) throws(JSONFault) {
    let whole = try step.member("whole")
    text.write(string: " of +\(try whole.integer("length")) ")
    try write(whole)
  }
}
