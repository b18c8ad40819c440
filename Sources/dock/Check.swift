import ArgumentParser
import Diagnosis
import Language
import Rehearsal
import Schedules

/// `dock check`: finds mistakes before anything moves.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find mistakes in scripts before anything moves.",
    discussion:
      "Prints nothing if nothing is wrong. Warnings count as failures only with '--strict'.")

  @Argument(
    help: ArgumentHelp("The scripts; '-' is standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Flag(help: "Check names and dimensions only, not the motion.")
  var `static` = false

  @Flag(help: "Fail on warnings, too.")
  var strict = false

  @Option(help: "The form of diagnostics; JSON goes to standard output, one object a line.")
  var format = DiagnosticFormat.human

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var options: CompilationOptions

  func run() throws {
    var worst = ExitStatus.success
    for file in files {
      let status = try check(file)
      if status.rawValue > worst.rawValue { worst = status }
    }
    guard worst == .success else { throw worst }
    if OutputFile.messages.isTerminal {
      Console.say(
        files.count == 1 ? "no problems found" : "no problems found in \(files.count) files")
    }
  }

  private func check(_ path: String) throws -> ExitStatus {
    var input: Input
    do {
      input = try Input(path, options.bounds, reporter)
      try input.refuseOtherUse(reporter)
    } catch let status as ExitStatus {
      return status
    }
    let (found, sources) = input.isSchedule ? read(input) : check(&input)
    try reporter.report(found, in: sources)
    let fails = found.hasErrors || strict && !found.all.isEmpty
    return fails ? .findings : .success
  }

  private func check(_ input: inout Input) -> (Diagnostics, SourceMap) {
    if self.static {
      let unused = options.given.map(\.name).filter { !["--root", "--max-source"].contains($0) }
      Console.sayUnused(unused, because: "with '--static' nothing is compiled")
    }
    let script = input.script()
    let found = self.static ? script.diagnostics : script.findings(for: options.compilation)
    return (found, script.sources)
  }

  private func read(_ input: Input) -> (Diagnostics, SourceMap) {
    Console.sayUnused(
      (self.static ? ["--static"] : []) + options.compiling, onCompiled: input.file.name)
    var sources = SourceMap()
    var found = Diagnostics()
    let sheet = options.read(input, sources: &sources, reporting: &found)
    _ = sheet?.firstCue(reporting: &found)
    return (found, sources)
  }
}
