import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Schedules
import Scheduling
import Simulation
import Vocabulary

/// A performance in a form in which it can be repeated to the byte: all of a report about it.
///
/// The schedule is what is repeated, or the script compiled again if it makes decisions. The
/// hashes say that nobody has changed them since.
public struct Recording: Equatable, Sendable {
  /// A text, with its name.
  public struct Source: Equatable, Sendable {
    /// The name of its file.
    public let name: String
    /// What is in it.
    public let bytes: [UInt8]

    /// Creates a text.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// A part of a script, by the numbers of its marks.
  public struct Part: Equatable, Sendable {
    /// The mark where it begins, and the one where it ends; nil for the beginning and the end of
    /// the script.
    public let start, stop: Int?

    init?(_ start: Int?, _ stop: Int?) {
      guard start != nil || stop != nil else { return nil }
      (self.start, self.stop) = (start, stop)
    }
  }

  /// The schedule, as text, or the cue sheet; nothing of a script that makes decisions.
  public let schedule: [UInt8]
  /// How a script that makes decisions was compiled; nil of a schedule.
  public let compiling: Compiling?
  /// The part of the script that was played; nil of all of it.
  public let part: Part?
  /// The dock, if it is one that somebody has described; nil for one that everybody has.
  public let dock: DockModel?
  /// The scripts it was compiled from.
  public let sources: [Source]
  /// The sounds that they play.
  public let sounds: [SoundFile]
  /// The seed they were compiled with.
  public let seed: UInt64
  /// Whether system tracking was on before.
  public let isTracking: Bool
  /// How far the motors could be from the plan, in millidegrees.
  public let tolerance: Int32
  /// Who was around the dock.
  public let company: Company
  /// What went wrong with the dock.
  public let faults: [Fault]
  /// What came from outside.
  public let happenings: [Happening]
  /// The hash of the trace.
  public let trace: UInt64

  /// Creates the recording of a performance of `cue` and all that followed it, which left `trace`.
  public init(
    of cue: Cue, compiledFor compilation: Compilation, from sources: SourceMap,
    sounds: [SoundFile] = [], isTracking: Bool,
    within tolerance: Int32 = CommandList.defaultTolerance, company: Company = Company(),
    faults: [Fault], happenings: [Happening], trace: Trace
  ) {
    var text: [UInt8] = []
    dock = cue.schedule.model.isBuiltIn ? nil : cue.schedule.model
    compiling = cue.rest == nil || cue.isOfSheet ? nil : Compiling(compilation)
    if cue.isOfSheet {
      text = sources.files.first.map { Array($0.bytes) } ?? []
    } else if compiling == nil {
      cue.schedule.writeText { text += $0.bytes }
    }
    schedule = text
    self.sources = zip(sources.namesFromScript, sources.files).map { name, file in
      Source(name: name, bytes: Array(file.bytes))
    }
    part = Part(compilation.start, compilation.stop)
    self.sounds = sounds
    seed = compilation.seed
    self.isTracking = isTracking
    self.tolerance = tolerance
    self.company = company
    self.faults = faults
    self.happenings = happenings
    self.trace = Recording.hash(trace)
  }

  /// Carries out `cue`, which is the recording's own, once more.
  public func replay(
    _ cue: Cue, reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
  ) -> RunRecord {
    rehearse(
      cue, isTracking: isTracking, company: company, within: tolerance, faults: faults,
      happenings: happenings, reporting: report)
  }

  /// The hash of `trace` as it is printed.
  public static func hash(_ trace: Trace) -> UInt64 {
    var text = TextBuffer()
    trace.write(to: &text)
    return hash(text.bytes)
  }

  /// The FNV-1a hash of `bytes`, with 64 bits (its constants are those of its authors).
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

// MARK: - Writing

extension Recording {
  /// The recording as text.
  public var text: TextBuffer {
    var writer = Writer()
    writer.write("dock-recording 2")
    writer.write("seed \(seed)")
    writer.write("tracking \(isTracking ? "on" : "off")")
    writer.write("within \(tolerance)")
    writer.write(compiling?.line ?? "")
    writer.write(part?.line ?? "")
    writer.write(company.lines)
    for fault in faults { writer.write(fault.line) }
    for happening in happenings { writer.write(happening.line) }
    writer.write("trace \(hexadecimal(trace))")
    if let profile = dock?.profile.bytes { writer.write("profile", profile) }
    for source in sources { writer.write("source", source.bytes, " \(source.name)") }
    for sound in sounds {
      writer.write("sound \(sound.wave.frames) \(sound.wave.rate) \(sound.name)")
    }
    writer.write("schedule", schedule)
    return writer.end()
  }
}

/// Writes the lines of a recording, and at the end the hash of each, by which it is found out which
/// of them has been changed.
private struct Writer {
  private var text = TextBuffer()
  private var checks: [String] = []

  /// Writes `lines`.
  mutating func write(_ lines: String) {
    for line in lines.split(separator: "\n") {
      var safe = TextBuffer()
      safe.write(sanitizedLine: String(line))
      checks.append(Recording.check(safe.bytes))
      text.write(bytes: safe.bytes)
      text.write("\n")
    }
  }

  /// Writes the line of a text, which says how long it is, and the text.
  mutating func write(_ word: String, _ bytes: [UInt8], _ name: String = "") {
    write("\(word) \(bytes.count) \(hexadecimal(Recording.hash(bytes)))\(name)")
    text.write(bytes: bytes)
    text.write("\n")
  }

  /// Writes the last line; returns all of it.
  mutating func end() -> TextBuffer {
    let line = checks.joined(separator: " ")
    text.write(string: "checks \(line) \(Recording.check(Array(line.utf8)))\n")
    return text
  }
}

extension Recording {
  /// What is written down of a line, to find out whether it has been changed.
  fileprivate static func check(_ line: some Sequence<UInt8>) -> String {
    String(hexadecimal(hash(line)).suffix(8))
  }
}

extension Fault {
  fileprivate var line: String {
    switch moment {
    case .call(let number): "fault \(kind.name) call \(number)\n"
    case .time(let time): "fault \(kind.name) time \(time)\n"
    }
  }
}

extension Happening {
  fileprivate var line: String {
    switch self {
    case .exit(let exit, let time): "exit \(exit.rawValue) time \(time)\n"
    case .exitAfter(let exit, let calls, let phoneCalls):
      "exit \(exit.rawValue) call \(calls)\(phoneCalls > 0 ? " phone \(phoneCalls)" : "")\n"
    case .resumed(let time): "resumed \(time)\n"
    case .late(let deadline, let time): "late \(deadline) \(time)\n"
    case .event(let event, let time):
      "event \(event.kind.rawValue) \(event.phase.rawValue) "
        + "\(event.number.map { "\($0)" } ?? "-") \(event.value) \(time)\n"
    }
  }
}

/// `value` with 16 hexadecimal digits.
private func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

// MARK: - Reading

extension Recording {
  /// What is wrong with a text that should be a recording.
  public struct Flaw: Error, Equatable {
    /// The number of the line, from 1.
    public let line: Int
    /// What is wrong there, as a sentence without its end.
    public let message: String
  }

  /// Reads `bytes`; nil if they are not a recording, whole and unchanged.
  public init?(_ bytes: [UInt8]) {
    do { try self.init(reading: bytes) } catch { return nil }
  }

  /// Reads `bytes`; throws if they are not a recording, whole and unchanged.
  public init(reading bytes: [UInt8]) throws(Flaw) {
    var reader = Reader(bytes)
    let first = reader.words()
    guard first?.first == "dock-recording" else {
      throw Flaw(line: 1, message: "this is not a recording")
    }
    guard first == ["dock-recording", "2"] else {
      throw Flaw(line: 1, message: "this is a recording of another version of dock")
    }
    while reader.schedule == nil {
      guard let words = reader.words() else { throw reader.flaw("the rest is missing") }
      guard reader.read(words) else {
        throw reader.flaw(
          Reader.sections.contains(words.first ?? "")
            ? "the text below this line is not what was recorded" : "this line cannot be read")
      }
    }
    try reader.check()
    guard let schedule = reader.schedule, let trace = reader.trace else {
      throw reader.flaw("the trace is missing")
    }
    self.schedule = schedule
    self.trace = trace
    compiling = reader.compiling
    dock = reader.dock
    part = reader.part
    guard compiling == nil || schedule.isEmpty && !reader.sources.isEmpty else {
      throw reader.flaw("the script is missing")
    }
    sources = reader.sources
    sounds = reader.sounds
    seed = reader.seed
    isTracking = reader.isTracking
    tolerance = reader.tolerance
    company = reader.company.company
    faults = reader.faults
    happenings = reader.happenings
  }
}

private struct Reader {
  /// The lines that are followed by a text.
  static let sections: Set = ["profile", "source", "schedule"]

  private var rest: ArraySlice<UInt8>
  /// The number of the last line, and of the next one, from 1.
  private var line = (last: 1, next: 1)
  /// What `Recording.check` says of each line so far, and where it stands.
  private var checks: [(check: String, line: Int)] = []
  var seed: UInt64 = 0
  var isTracking = true
  var tolerance = CommandList.defaultTolerance
  var company = CompanyReader()
  var faults: [Fault] = []
  var happenings: [Happening] = []
  var sources: [Recording.Source] = []
  var sounds: [SoundFile] = []
  var schedule: [UInt8]?
  var compiling: Recording.Compiling?
  var part: Recording.Part?
  var dock: DockModel?
  var trace: UInt64?

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The words of the next line; nil at the end.
  mutating func words() -> [String]? {
    guard !rest.isEmpty else { return nil }
    let text = rest.prefix { $0 != 0x0A }
    rest = rest.dropFirst(text.count + 1)
    line = (line.next, line.next + 1)
    checks.append((Recording.check(text), line.last))
    return String(decoding: text, as: UTF8.self).split(separator: " ").map(String.init)
  }

  /// `message` about the last line.
  func flaw(_ message: String) -> Recording.Flaw {
    Recording.Flaw(line: line.last, message: message)
  }

  /// Reads the last line, and compares it with the others; throws if one has been changed.
  mutating func check() throws(Recording.Flaw) {
    let found = checks
    guard let words = words(), words.first == "checks", words.count > 1 else {
      throw flaw("the last line, which begins with 'checks', is missing")
    }
    let known = words.dropFirst().dropLast()
    guard Recording.check(Array(known.joined(separator: " ").utf8)) == words.last else {
      throw flaw("this line has been changed since the run was recorded")
    }
    for (found, known) in zip(found, known) where found.check != known {
      throw Recording.Flaw(
        line: found.line,
        message: "this line has been changed since the run was recorded")
    }
    guard found.count == known.count else {
      throw flaw("there are \(found.count) lines, and \(known.count) were recorded")
    }
    guard rest.isEmpty else { throw flaw("more text follows the last line") }
  }

  /// Takes in a line of `words` and what belongs to it; false if it is not right.
  mutating func read(_ words: [String]) -> Bool {
    if let isRight = company.read(words) { return isRight }
    switch (words.first, words.count) {
    case ("seed", 2):
      guard let seed = UInt64(words[1]) else { return false }
      self.seed = seed
    case ("tracking", 2):
      isTracking = words[1] == "on"
      return isTracking || words[1] == "off"
    case ("within", 2):
      guard let tolerance = Int32(words[1]), tolerance > 0 else { return false }
      self.tolerance = tolerance
    case ("compile", 8):
      compiling = Recording.Compiling(words[1...])
      return compiling != nil
    case ("part", 3):
      part = Recording.Part(reading: words)
      return part != nil
    case ("fault", 4): return readFault(words)
    case ("exit", 4): return readExit(words)
    case ("exit", 6) where words[2] == "call" && words[4] == "phone": return readExit(words)
    case ("resumed", 2): return add(time(words[1]).map { .resumed(at: $0) })
    case ("late", 3):
      guard let deadline = time(words[1]) else { return false }
      return add(time(words[2]).map { .late(deadline: deadline, time: $0) })
    case ("event", 6): return readEvent(words)
    case ("trace", 2):
      trace = UInt64(words[1], radix: 16)
      return trace != nil
    case ("schedule", 3):
      schedule = section(words)
      return schedule != nil
    case ("profile", 3):
      dock = section(words).flatMap(DockProfile.init)?.model
      return dock != nil
    case ("source", 4...):
      guard let bytes = section(words) else { return false }
      let name = words[3...].joined(separator: " ")
      sources.append(Recording.Source(name: name, bytes: bytes))
    case ("sound", 4...):
      guard let frames = UInt64(words[1]), let rate = UInt32(words[2]),
        let wave = WaveFile(frames: frames, rate: rate)
      else { return false }
      let name = words[3...].joined(separator: " ")
      sounds.append(SoundFile(name: name, wave: wave))
    default: return false
    }
    return true
  }

  private mutating func readFault(_ words: [String]) -> Bool {
    guard let kind = Fault.Kind.named(words[1]), let number = time(words[3]) else { return false }
    faults.append(Fault(kind, at: words[2] == "call" ? .call(number) : .time(number)))
    return true
  }

  private mutating func readExit(_ words: [String]) -> Bool {
    guard let exit = Exit(rawValue: words[1]), let number = time(words[3]) else { return false }
    guard words[2] == "call" else { return add(.exit(exit, at: number)) }
    let phoneCalls = words.count > 4 ? time(words[5]) : 0
    return add(phoneCalls.map { .exitAfter(exit, calls: number, phoneCalls: $0) })
  }

  private mutating func readEvent(_ words: [String]) -> Bool {
    guard let kind = AwaitedEvent.Kind(rawValue: words[1]),
      let phase = AwaitedEvent.Phase(rawValue: words[2]),
      let value = Double(words[4]), let time = time(words[5])
    else { return false }
    let number = Double(words[3])
    guard number != nil || words[3] == "-" else { return false }
    return add(.event(WorldEvent(kind, phase, number: number, value: value), at: time))
  }

  private mutating func add(_ happening: Happening?) -> Bool {
    guard let happening else { return false }
    happenings.append(happening)
    return true
  }

  /// The number of nanoseconds, or of calls, that `word` says; nil if it says none.
  ///
  /// No run lasts 31 years, and sums of such times do not overflow.
  private func time(_ word: String) -> Int? {
    guard let number = Int(word), (0...1_000_000_000_000_000_000).contains(number) else {
      return nil
    }
    return number
  }

  /// The bytes after a line that says how many they are, and their hash; nil if they are others.
  private mutating func section(_ words: [String]) -> [UInt8]? {
    guard let count = Int(words[1]), count >= 0, count < rest.count else { return nil }
    let bytes = Array(rest.prefix(count))
    rest = rest.dropFirst(count + 1)
    line.next += bytes.count { $0 == 0x0A } + 1
    return Recording.hash(bytes) == UInt64(words[2], radix: 16) ? bytes : nil
  }
}
