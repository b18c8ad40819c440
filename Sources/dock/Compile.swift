import ArgumentParser
import Language
import Playback
import Printing
import Rehearsal
import Scheduling

/// `dock compile`: prints what a script compiles to.
struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Print the timed schedule of a script.",
    discussion: """
      One line a step: start and length in milliseconds, angles in millidegrees, and the line of \
      the script. The same script gives the same bytes everywhere. Nothing is printed if there \
      is an error.
      """)

  /// How the result is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: "The script; '-' is standard input.")
  var file: String

  @Flag(help: "Print the calls to the accessory instead of the steps.")
  var commands = false

  @Option(help: "How the result is written.")
  var format = Format.text

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var options: CompilationOptions

  func run() throws {
    let schedule = try options.schedule(of: file, Reporter(color))
    guard let output, output != "-" else { return try write(schedule, to: .standard) }
    try ResultFile.write(to: output) { try write(schedule, to: $0) }
  }

  private func write(_ schedule: Schedule, to file: OutputFile) throws {
    switch (commands, format) {
    case (false, .text): try schedule.writeText { try file.write($0) }
    case (false, .json): try schedule.writeJSON { try file.write($0) }
    case (true, .text): try lower(schedule).writeText { try file.write($0) }
    case (true, .json): try lower(schedule).writeJSON { try file.write($0) }
    }
  }
}

extension CompilationOptions {
  /// The schedule of the script or schedule at `path`; what is found goes to `reporter`.
  ///
  /// - Throws: `ExitStatus.findings` if there are errors.
  func schedule(of path: String, _ reporter: Reporter) throws -> Schedule {
    try compile(path, reporter).schedule
  }

  /// As `schedule(of:_:)`, with the sources the schedule was compiled from.
  func compile(
    _ path: String, _ reporter: Reporter
  ) throws -> (schedule: Schedule, sources: SourceMap) {
    var input = try Input(path, bounds, reporter)
    var found = Diagnostics()
    var sources = SourceMap()
    let schedule: Schedule?
    if input.isSchedule {
      schedule = readSchedule(
        input.file.bytes, name: input.file.name, sources: &sources, reporting: &found)
    } else {
      let script = input.script()
      (found, sources) = (script.diagnostics, script.sources)
      schedule = script.schedule(for: compilation, reporting: &found)
    }
    try reporter.report(found, in: sources)
    if let schedule { return (schedule, sources) }
    throw found.hasErrors ? ExitStatus.findings : ExitStatus.bug
  }
}
