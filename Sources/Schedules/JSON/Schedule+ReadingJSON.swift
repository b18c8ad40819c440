import Diagnosis
import Motion
import Printing

/// Reads the JSON form of a schedule, the inverse of `Schedule.writeJSON`; parameters are as for
/// `readSchedule`, and `base` is where `bytes` begin among the sources.
func readJSONSchedule(
  _ bytes: [UInt8], from base: UInt32, in sources: SourceMap, reporting log: inout Diagnostics
) -> Schedule? {
  do throws(JSONFault) {
    let lines = try ScheduleLinesOfJSON(try JSONReader.read(bytes))
    var found = Diagnostics()
    var reader = ScheduleReader(ScheduleScanner(lines.text.bytes, base: 0))
    var read = reader.read(reporting: &found)
    for fault in found.all {
      let place = lines.place(of: fault.span.map { Int($0.start) } ?? 0)
      log.report(
        Diagnostic(
          fault.code, fault.message, at: SourceSpan(place, from: base), notes: fault.notes))
    }
    guard read != nil else { return nil }
    read?.files = lines.files
    for (index, line) in lines.sourceLines.enumerated() {
      let offset = Int(read?.steps[index].origin ?? 0)
      read?.steps[index].line = line
      read?.steps[index].origin = base + UInt32(lines.place(of: offset).lowerBound)
    }
    return read?.isSafeJSON(in: sources, reporting: &log) == true ? read : nil
  } catch {
    log.report(
      Diagnostic(
        .malformedSchedule, error.message, at: SourceSpan(error.place, from: base),
        notes: ["'dock compile --format json' of a script without decisions writes one"]))
    return nil
  }
}

extension Schedule {
  /// As `isSafe`, without the edits of lines, of which JSON has others.
  fileprivate func isSafeJSON(in sources: SourceMap, reporting log: inout Diagnostics) -> Bool {
    var found = Diagnostics()
    let isSafe = isSafe(from: sources, reporting: &found)
    for var diagnostic in found.all {
      diagnostic.fixIts = []
      log.report(diagnostic)
    }
    return isSafe
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
  private(set) var text = TextBuffer()
  /// Where in `text` each line begins, and the bytes of the JSON it stands for.
  private var lines: [(start: Int, place: Range<Int>)] = []
  /// The source files.
  private(set) var files: [String] = []
  /// The source lines of the steps, as in `Step.line`.
  private(set) var sourceLines: [UInt32] = []

  /// Translates `document`.
  init(_ document: JSONValue) throws(JSONFault) {
    if let version = document["dock_cues"] {
      throw JSONFault("this is a cue sheet, which only its script can play", at: version.place)
    }
    let version = try document.integer("dock_schedule")
    begin(document, "dock-schedule \(version)")
    begin(document, "profile \(try document.word("profile"))")
    for file in try document.elements("sources") { files.append(try file.text) }
    begin(document, "from \(try document.pose("from"))")
    let own = try document.member("limits")
    for axis in try own.axes { begin(axis.value, "limits \(axis.name) \(try axis.value.limit)") }
    for step in try document.elements("steps") {
      sourceLines.append(try line(of: step))
      begin(step, "")
      try writeTimes(of: step)
      try write(step)
      try writeLate(step)
    }
    begin(document, "\(try document.integer("length")) end")
    text.write("\n")
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

  private mutating func write(quoted words: String) {
    text.write(" ")
    text.write(atMost: TextCursor.quotedCapacity(words)) { $0.write(quoted: words) }
  }

  private func line(of step: JSONValue) throws(JSONFault) -> UInt32 {
    guard let source = step["source"] else { return 0 }
    let (file, number) = (try source.text("file"), try source.integer("line"))
    guard let index = files.firstIndex(of: file), index < 256, (1...0xFF_FFFF).contains(number)
    else { throw JSONFault("there is no such source", at: source.place) }
    return Step.line(Int(number), inFile: index)
  }
}

// MARK: - Steps

extension ScheduleLinesOfJSON {
  private mutating func writeTimes(of step: JSONValue) throws(JSONFault) {
    let length = try step.integer("length")
    text.write(string: "\(try step.integer("start"))\(length == 0 ? "" : " +\(length)") ")
  }

  /// Writes what `step` does.
  private mutating func write(_ step: JSONValue) throws(JSONFault) {
    let verb = try step.word("do")
    switch verb {
    case "tracking_off": text.write("tracking off")
    case "tracking_restore": text.write("tracking restore")
    case "move", "ramp": try writeChange(verb, step)
    case "through": try writeThrough(step)
    case "cut": try writeCut(step)
    case "warp": try writeWarp(step)
    case "animate": text.write(string: "animate \(try step.word("animation"))")
    case "limits": try writeLimits(step)
    case "restore_to": text.write(string: "restore-to \(try step.truth("on") ? "on" : "off")")
    case "frame": text.write(string: "frame \(try step.word("framing"))")
    case "region":
      let region = try step.member("region")
      var words: [String] = []
      for name in ["x", "y", "width", "height"] {
        words.append("\(name) \(try region.integer(name))")
      }
      text.write(string: "region \(words.joined(separator: ", "))")
    case "select": try writeSelection(step)
    case "log":
      text.write("log")
      write(quoted: try step.text("text"))
    case "face", "eyes", "camera":
      text.write(string: verb)
      try writePhone(step)
    default: text.write(string: verb)
    }
  }

  private mutating func writeLate(_ step: JSONValue) throws(JSONFault) {
    guard let late = step["late"] else { return }
    let allowance = late["by"] == nil ? "" : "by \(try late.integer("by")) "
    text.write(string: " late \(allowance)\(try late.word("policy"))")
  }

  private mutating func writeChange(_ verb: String, _ step: JSONValue) throws(JSONFault) {
    text.write(string: verb)
    if verb == "move", step["relative"] != nil, try step.truth("relative") { text.write(" by") }
    var separator = " "
    for (name, axis) in try step.member("axes").axes {
      let velocity = axis["velocity"] == nil ? "" : " at \(try axis.integer("velocity"))"
      text.write(
        string: "\(separator)\(name) \(try axis.start)\(velocity) -> \(try axis.integer("to"))")
      separator = ", "
    }
    if step["straight"] != nil, try step.truth("straight") { text.write(" straight") }
    for name in ["speed", "acceleration", "jerk"] where step[name] != nil {
      text.write(string: " \(name) \(try step.integer(name))")
    }
    if verb == "move" || verb == "ramp" { try writeEasing(step) }
  }

  private mutating func writeEasing(_ step: JSONValue) throws(JSONFault) {
    guard let easing = step["easing"] else { return }
    switch easing.content {
    case .text("plain"): return
    case .text: text.write(string: " \(try easing.word)")
    case .array(let numbers):
      var words: [String] = []
      for number in numbers { words.append(try number.number) }
      text.write(string: " bezier(\(words.joined(separator: ", ")))")
    default: text.write(string: " spring(\(try easing.member("spring").number))")
    }
  }

  private mutating func writeThrough(_ step: JSONValue) throws(JSONFault) {
    let legs = try step.elements("legs")
    let isPassing = legs.contains { $0["velocity"] != nil }
    text.write("through ")
    for (name, axis) in try step.member("axes").axes {
      text.write(string: "\(name) \(try axis.start)")
      for leg in legs {
        text.write(string: " -> \(try leg.member("to").integer(name))")
        guard let velocity = leg["velocity"] else { continue }
        let value = try velocity.integer(name)
        if value != 0 { text.write(string: " at \(value)") }
      }
      text.write(", ")
    }
    text.write(isPassing ? "passing" : "legs")
    for leg in legs {
      let length = try leg.integer("length")
      text.write(string: isPassing ? " \(length)" : " \(try leg.integer("start"))+\(length)")
    }
    try writeEasing(step)
  }

  private mutating func writeCut(_ step: JSONValue) throws(JSONFault) {
    try writeChange("cut", step)
    text.write(string: " at \(try step.integer("after"))")
    try writeWhole(of: step)
  }

  private mutating func writeWarp(_ step: JSONValue) throws(JSONFault) {
    try writeChange("warp", step)
    text.write(string: " from \(try step.integer("begin"))")
    for rate in try step.elements("rates") {
      text.write(string: " at \(try rate.integer("after"))+\(try rate.integer("length"))")
      text.write(string: " to \(try rate.integer("percent"))%")
    }
    try writeWhole(of: step)
  }

  private mutating func writeWhole(of step: JSONValue) throws(JSONFault) {
    let whole = try step.member("whole")
    text.write(string: " of +\(try whole.integer("length")) ")
    try write(whole)
  }

  private mutating func writeLimits(_ step: JSONValue) throws(JSONFault) {
    let axes = try step.member("limits").axes
    var words: [String] = []
    for axis in axes { words.append("\(axis.name) \(try axis.value.limit)") }
    text.write(string: "limits \(words.isEmpty ? "own" : words.joined(separator: ", "))")
  }

  // MARK: - The phone

  private mutating func writeSelection(_ step: JSONValue) throws(JSONFault) {
    text.write("select ")
    if let subject = step["subject"] { return try writeSubject(subject) }
    let point = try step.member("at")
    if case .null = point.content { return text.write("none") }
    text.write(string: "at \(try point.integer("x")), \(try point.integer("y"))")
  }

  private mutating func writeSubject(_ subject: JSONValue) throws(JSONFault) {
    text.write(string: try subject.words("who"))
    if subject["name"] != nil { write(quoted: try subject.text("name")) }
  }

  private mutating func writePhone(_ step: JSONValue) throws(JSONFault) {
    for (name, word) in [("mood", ""), ("look", ""), ("zoom", " zoom"), ("zoom_by", " zoom by")] {
      guard let value = step[name] else { continue }
      let isNumber = name.hasPrefix("zoom")
      text.write(string: "\(word) \(isNumber ? String(try value.integer) : try value.word)")
    }
    if step["action"] != nil { text.write(string: " \(try step.words("action"))") }
    if let subject = step["follow"] {
      text.write(" follow ")
      try writeSubject(subject)
    }
    for name in ["format", "crop"] {
      guard let size = step[name] else { continue }
      let (width, height) = (try size.integer("width"), try size.integer("height"))
      let rate = size["rate"] == nil ? "" : " at \(try size.integer("rate"))"
      text.write(string: " \(name) \(width)x\(height)\(rate)")
    }
    if step["every"] != nil {
      let pause = try step.elements("every")
      guard pause.count == 2 else {
        throw JSONFault("expected the least and the greatest pause", at: step.place)
      }
      text.write(string: " every \(try pause[0].integer)..\(try pause[1].integer)")
      text.write(string: " seed \(try step.integer("seed"))")
    }
    if step["over"] != nil, case let length = try step.integer("over"), length != 0 {
      text.write(string: " over \(length)")
    }
  }
}

// MARK: - Values

extension JSONValue {
  /// The member `name`, which must be there.
  fileprivate func member(_ name: String) throws(JSONFault) -> JSONValue {
    guard let member = self[name] else { throw JSONFault("there is no '\(name)'", at: place) }
    return member
  }

  fileprivate var integer: Int32 {
    get throws(JSONFault) {
      guard case .number(let digits) = content, let number = Int32(digits) else {
        throw JSONFault("expected a whole number", at: place)
      }
      return number
    }
  }

  /// A number as it is written.
  fileprivate var number: String {
    get throws(JSONFault) {
      guard case .number(let digits) = content else {
        throw JSONFault("expected a number", at: place)
      }
      return String(digits)
    }
  }

  fileprivate var text: String {
    get throws(JSONFault) {
      guard case .text(let text) = content else { throw JSONFault("expected a text", at: place) }
      return text
    }
  }

  /// A text that is one word, as the lines of a schedule have them.
  fileprivate var word: String {
    get throws(JSONFault) {
      let word = try text
      let isWord = word.utf8.allSatisfy {
        $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
          || $0 == 0x2D
      }
      guard isWord, !word.isEmpty else { throw JSONFault("expected a word", at: place) }
      return word
    }
  }

  fileprivate func integer(_ name: String) throws(JSONFault) -> Int32 { try member(name).integer }

  fileprivate func text(_ name: String) throws(JSONFault) -> String { try member(name).text }

  fileprivate func word(_ name: String) throws(JSONFault) -> String { try member(name).word }

  /// The words of which the member `name` makes one, as in `record_start`.
  fileprivate func words(_ name: String) throws(JSONFault) -> String {
    String(try word(name).map { $0 == "_" ? " " : $0 })
  }

  fileprivate func truth(_ name: String) throws(JSONFault) -> Bool {
    let member = try member(name)
    guard case .truth(let truth) = member.content else {
      throw JSONFault("expected true or false", at: member.place)
    }
    return truth
  }

  fileprivate func elements(_ name: String) throws(JSONFault) -> [JSONValue] {
    let member = try member(name)
    guard case .array(let elements) = member.content else {
      throw JSONFault("expected an array", at: member.place)
    }
    return elements
  }

  /// The members of an object that are named after axes, in their order.
  fileprivate var axes: [(name: String, value: JSONValue)] {
    get throws(JSONFault) {
      guard case .object(let members) = content else {
        throw JSONFault("expected an object", at: place)
      }
      let names = Axis.allCases.map(\.name.description)
      if let other = members.first(where: { !names.contains($0.name) }) {
        throw JSONFault("'\(other.name)' is no axis", at: other.value.place)
      }
      return names.compactMap { name in members.first { $0.name == name } }
    }
  }

  fileprivate func pose(_ name: String) throws(JSONFault) -> String {
    var words: [String] = []
    for axis in try member(name).axes { words.append("\(axis.name) \(try axis.value.integer)") }
    return words.isEmpty ? "home" : words.joined(separator: ", ")
  }

  /// Where an axis starts.
  fileprivate var start: String {
    get throws(JSONFault) {
      let isAssumed = self["assumed"] == nil ? false : try truth("assumed")
      return (isAssumed ? "~" : "") + String(try integer("from"))
    }
  }

  /// What an axis may do.
  fileprivate var limit: String {
    get throws(JSONFault) {
      var range = ""
      for (name, separator) in [("lower", ".."), ("upper", "")] {
        let bound = try member(name)
        if case .null = bound.content {} else { range += String(try bound.integer) }
        range += separator
      }
      var words = range == ".." ? "any" : range
      for name in ["speed", "acceleration", "jerk"] { words += " \(name) \(try integer(name))" }
      return words
    }
  }
}
