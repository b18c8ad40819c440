import ArgumentParser
import Diagnosis
import Language
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling

/// `dock compile`: prints what a script compiles to.
struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Print the timed schedule of a script.",
    discussion: """
      Each line is a step: its start and length in milliseconds, angles in millidegrees, and the \
      line of the script. A script that waits for events, handles them or never ends becomes \
      several cues. A cue has the steps up to a decision, and the cue to which each event leads; \
      'like cue 2' is only an example of what may follow. 'dock run' can play what is printed, \
      except cues with handlers or examples. The same script gives the same bytes everywhere. \
      Nothing is printed if there is an error.
      """)

  /// How the result is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv, swift
  }

  @Argument(
    help: "The script, schedule or cue sheet; '-' is standard input.", completion: .file())
  var file: String

  @Flag(help: "Print the calls to the accessory instead of the steps.")
  var commands = false

  @Flag(help: "Add to each step the longest time and distance that a stop in it takes.")
  var stops = false

  @Option(
    help: ArgumentHelp(
      "The greatest distance of a motor from its plan, as in '0.1deg'. (default: \(PathError()))",
      valueName: "angle"),
    transform: PathError.init(reading:))
  var tolerance = PathError()

  @Option(help: "The form of the result.")
  var format = Format.text

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var part: PartOptions

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if commands, stops { throw ValidationError("'--stops' is for steps, not for '--commands'") }
    if format == .swift, stops { throw ValidationError("'--stops' is not for '--format swift'") }
    if format == .csv, commands || stops {
      throw ValidationError(
        "'--format csv' has one row a step; leave out '\(commands ? "--commands" : "--stops")'")
    }
  }

  func run() throws {
    let reporter = Reporter(color)
    if tolerance != PathError(), !commands, format != .swift {
      Console.sayUnused(["--tolerance"], because: "it is for '--commands' and '--format swift'")
    }
    let (sheet, sources) = try options.cueSheet(of: file, part: part, reporter)
    if format == .swift { try checkSwift(sheet, sources, reporter) }
    guard let output, output != "-" else { return try write(sheet, to: .standard) }
    try ResultFile.write(to: output) { try write(sheet, to: $0) }
  }

  private func write(_ sheet: CueSheet, to file: OutputFile) throws {
    if let schedule = sheet.straight { return try write(schedule, to: file) }
    let limit = tolerance.millidegrees
    switch (commands, format) {
    case (_, .swift): throw ExitStatus.bug
    case (false, .text): try sheet.writeText(stops: stops) { try file.write($0) }
    case (false, .json): try sheet.writeJSON(stops: stops) { try file.write($0) }
    case (_, .csv): try sheet.writeCSV { try file.write($0) }
    case (true, .text): try sheet.writeCommands(within: limit) { try file.write($0) }
    case (true, .json): try sheet.writeCommandsJSON(within: limit) { try file.write($0) }
    }
  }

  private func write(_ schedule: Schedule, to file: OutputFile) throws {
    let known = stops ? schedule.stops() : []
    switch (commands, format) {
    case (_, .swift): try file.write(commands(of: schedule).swift(named: typeName))
    case (false, .text): try schedule.writeText(stops: known) { try file.write($0) }
    case (false, .json): try schedule.writeJSON(stops: known) { try file.write($0) }
    case (_, .csv): try schedule.writeCSV { try file.write($0) }
    case (true, .text): try commands(of: schedule).writeText { try file.write($0) }
    case (true, .json): try commands(of: schedule).writeJSON { try file.write($0) }
    }
  }

  /// The name of the type in a Swift file: that of the file if it can be one, else `Show`.
  private var typeName: String {
    let file = (output ?? "").split(separator: "/").last ?? ""
    let name = file.prefix { $0 != "." }
    let isName = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
    }
    guard isName, let first = name.utf8.first, first | 0x20 >= 0x61 else { return "Show" }
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Reports why `sheet` cannot be a Swift file, if it cannot.
  ///
  /// - Throws: `ExitStatus.findings` then.
  private func checkSwift(
    _ sheet: CueSheet, _ sources: SourceMap, _ reporter: Reporter
  ) throws {
    let obstacle = sheet.straight.map { commands(of: $0).swiftObstacle } ?? sheet.swiftObstacle
    guard let obstacle else { return }
    var found = Diagnostics()
    found.report(.noSwiftForm(of: file, because: obstacle, in: sources))
    try reporter.report(found, in: sources)
    throw ExitStatus.findings
  }

  private func commands(of schedule: Schedule) -> CommandList {
    lower(schedule, within: tolerance.millidegrees)
  }
}

extension Diagnostic {
  /// The script at `path` cannot be a Swift file.
  fileprivate static func noSwiftForm(
    of path: String, because obstacle: CommandList.SwiftObstacle, in sources: SourceMap
  ) -> Diagnostic {
    let (file, line) = (Int(obstacle.line >> 24), Int(obstacle.line & 0xFFFFFF))
    // Of what was compiled before, only the lines of its script are known.
    let isScript =
      sources.files.first.map { !CueSheet.isWritten(in: $0.bytes, named: $0.name) } ?? false
    let span = isScript && file < sources.files.count ? sources.files[file].span(ofLine: line) : nil
    let place = span == nil && line > 0 ? " in line \(line)" : ""
    return Diagnostic(
      .noSwiftForm, "'\(path)' cannot be a Swift file: \(obstacle.reason)\(place)", at: span,
      notes: (obstacle.remedy.map { [$0] } ?? [])
        + ["an app can play the script itself, with DockPlayer: Documentation/OnADock.md"])
  }
}

/// The first cue of a file, which the others follow, and what belongs to it.
struct FirstCue {
  /// The cue.
  let cue: Cue
  /// The files that it was compiled from; none if it was compiled before.
  let sources: SourceMap
  /// The sounds of its script.
  let sounds: [SoundFile]
  /// The scene of its script; nil if that has none.
  let scene: Rehearsal.Scene?
  /// What it was compiled for.
  let compilation: Compilation
}

extension CompilationOptions {
  /// The first cue of the script at `path`; a schedule is one, and a cue sheet has one.
  ///
  /// What is found goes to `reporter`. If it `keepsProvenance`, schedules say why steps are there.
  ///
  /// - Throws: `ExitStatus.findings` if there are errors.
  func firstCue(
    of path: String, part: PartOptions? = nil,
    keepingProvenance keepsProvenance: Bool = false, _ reporter: Reporter
  ) throws -> FirstCue {
    var (compilation, sounds) = (compilation, [SoundFile]())
    compilation.keepsProvenance = keepsProvenance
    let compiled = try compile(path, reporter, plays: true) { script, found in
      let scene = script.scene(reporting: &found)
      sounds = script.sounds
      compilation = try part?.compilation(compilation, of: script) ?? compilation
      let cue = script.firstCue(for: compilation, isPlayed: true, reporting: &found)
      return cue.map { ($0, scene) }
    } reading: { sheet, found in
      try part?.refusePart(ofSchedule: path)
      return sheet.firstCue(reporting: &found).map { ($0, nil) }
    }
    return FirstCue(
      cue: compiled.result.0, sources: compiled.sources, sounds: sounds,
      scene: compiled.result.1, compilation: compilation)
  }

  /// The cues of the script at `path`, or of a `part` of it, and its texts; a schedule is one cue.
  ///
  /// If it `isOlder`, the options need not speak of it, but of what it is compared with.
  ///
  /// - Throws: `ExitStatus.findings` if there are errors.
  func cueSheet(
    of path: String, part: PartOptions? = nil, isOlder: Bool = false, _ reporter: Reporter
  ) throws -> (sheet: CueSheet, sources: SourceMap) {
    let compiled = try compile(path, reporter, plays: false, isOlder: isOlder) { script, found in
      let compilation = try part?.compilation(compilation, of: script) ?? compilation
      return script.cueSheet(for: compilation, reporting: &found)
    } reading: { sheet, _ in
      try part?.refusePart(ofSchedule: path)
      return sheet
    }
    return (compiled.result, compiled.sources)
  }

  private func compile<Result>(
    _ path: String, _ reporter: Reporter, plays: Bool, isOlder: Bool = false,
    _ make: (Script, inout Diagnostics) throws -> Result?,
    reading take: (CueSheet, inout Diagnostics) throws -> Result?
  ) throws -> (result: Result, sources: SourceMap) {
    var input = try Input(path, bounds, reporter)
    try input.refuseOtherUse(reporter)
    if input.isScene {
      Console.say(
        "error: '\(path)' is a scene: 'dock run --scene \(path) SCRIPT' plays a script in it")
      throw ExitStatus.usage
    }
    var found = Diagnostics()
    var sources = SourceMap()
    let result: Result?
    if input.isSchedule {
      let sheet = read(input, sources: &sources, reporting: &found)
      let mayBeEndless = plays && sheet.map { $0.straight == nil } ?? false
      if !isOlder {
        Console.sayUnused(
          compiling.filter { !mayBeEndless || $0 != Bounds.lengthOption },
          onCompiled: input.file.name)
      }
      result = try sheet.flatMap { try take($0, &found) }
    } else {
      let script = input.script()
      (found, sources) = (script.diagnostics, script.sources)
      result = try make(script, &found)
    }
    try reporter.report(found, in: sources)
    if let result { return (result, sources) }
    throw found.hasErrors ? ExitStatus.findings : ExitStatus.bug
  }
}
