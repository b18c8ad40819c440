import ArgumentParser
import Language
import Printing
import Rehearsal
import Schedules

/// `dock test`: runs test blocks and compares schedules with expectations.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the tests of scripts and compare schedules with their expectations.",
    discussion: """
      Compares the schedule of X.dock with X.expected in the same folder. A script with neither \
      tests nor an expectation gets a file X.expected.new, which passes only after you accept it \
      with '--update'. In a folder, links and hidden names are passed over. If CI is set in the \
      environment, and is neither empty nor 0 nor false, no file is written.

      '--coverage' lists the gestures, handlers, ways, timeouts, options of 'choose' and blocks of \
      'if' that no test carries out. After '--coverage 100%', less than that share is a failure.
      """)

  @Argument(
    help: ArgumentHelp("Scripts, or folders to search for them. (default: .)", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Accept the present schedules as the expectations.")
  var update = false

  @Flag(help: "Also interrupt each script at every point, and try every fault.")
  var faults = false

  @Option(
    defaultAsFlag: CoverageGoal.none,
    help: ArgumentHelp("List what no test carries out.", valueName: "share"))
  var coverage: CoverageGoal?

  @Option(
    help: "The greatest allowed difference of times and of angles. (default: \(Tolerance()))",
    transform: Tolerance.init(reading:))
  var tolerance = Tolerance()

  @Option(help: "The form of the results.")
  var format = TestFormat.pretty

  @Option(help: ArgumentHelp("Run only tests whose file and name contain this.", valueName: "text"))
  var filter: String?

  @Flag(help: "Stop at the first test that fails.")
  var failFast = false

  @Option(help: "Whether results are coloured.")
  var color = Coloring.automatic

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if case .wrong(let text) = coverage {
      throw ValidationError("'--coverage \(text)': a share lies in 0% .. 100%, as in '50%'")
    }
  }

  func run() throws {
    let isCI = Coloring.isSet("CI") && environment("CI") != "false"
    if update && isCI {
      Console.say(
        "error: '--update' writes files, and with CI set in the environment none is written")
      throw ExitStatus.usage
    }
    let tests = try discover()
    var report = TestReport(format, color: color.applies(to: .standard))
    let tester = ScriptTester(
      options: options, tolerance: tolerance, updates: update, isReadOnly: isCI, filter: filter,
      sweeps: faults, keepsCoverage: coverage != nil,
      scene: try scenes.load(options.bounds, orElse: nil, Reporter(color)),
      given: options.given + scenes.given
        + (tolerance == Tolerance()
          ? [] : [GivenOption(name: "--tolerance", value: tolerance.description)]))
    try run(tests, tester, isCI, &report)
    if let filter, report.isEmpty {
      Console.say("error: no test is called '\(filter)'")
      throw ExitStatus.usage
    }
    if let share = coverage?.share { try OutputFile.standard.writeWhileRead(report.add(share)) }
    try OutputFile.standard.writeWhileRead(report.ending())
    if let coverage {
      try OutputFile.standard.writeWhileRead(report.coverage(below: coverage.share))
    }
    if report.counts.status != .success { throw report.counts.status }
    if let share = coverage?.share, report.coverage.share < share { throw ExitStatus.findings }
  }

  private func discover() throws -> TestDiscovery {
    let tests: TestDiscovery
    var paths = paths
    if case .path(let path) = coverage { paths.insert(path, at: 0) }
    if paths.isEmpty { paths = ["."] }
    if paths.contains("-") {
      Console.say("error: 'dock test' takes files: an expectation stands beside its script")
      throw ExitStatus.usage
    }
    do throws(FileTrouble) {
      tests = try TestDiscovery(paths)
    } catch {
      try Reporter(color).report(.cannotRead(error.path, .refused(error.reason)))
      throw ExitStatus.usage
    }
    if tests.isEmpty {
      Console.say("error: there is nothing to test in \(paths.joined(separator: ", "))")
      throw ExitStatus.usage
    }
    return tests
  }

  private func run(
    _ tests: TestDiscovery, _ tester: ScriptTester, _ isCI: Bool, _ report: inout TestReport
  ) throws {
    var results = stray(tests.orphans, isOrphan: true)
    if isCI { results += stray(tests.pending, isOrphan: false) }
    for result in results where tester.isWanted(result.file, "") {
      try OutputFile.standard.writeWhileRead(report.add(result))
      if failFast { return }
    }
    // With '--fail-fast' nothing is done, or written, after the first failure.
    let size = failFast ? 1 : 4 * coreCount
    let progress = ProgressLine()
    let all = tests.scripts.count
    for first in stride(from: 0, to: tests.scripts.count, by: size) {
      let paths = Array(tests.scripts[first..<min(first + size, tests.scripts.count)])
      let scripts = try paths.map(tester.load)
      let stops = failFast
      let found = concurrently(paths.count) { number in
        defer { progress?.count { "test \(paths[number]): \($0) of \(all) scripts" } }
        return Result {
          try tester.results(of: scripts[number], paths[number], stopsAtFailure: stops)
        }
      }
      progress?.erase()
      for script in found {
        let (results, coverage) = try script.get()
        for result in results { try OutputFile.standard.writeWhileRead(report.add(result)) }
        report.coverage.add(coverage)
      }
      if failFast, report.counts.status != .success { return }
    }
  }

  /// The failures that are files where none should be.
  private func stray(_ paths: [String], isOrphan: Bool) -> [TestResult] {
    paths.map { path in
      let script = path.dropping(suffix: ".expected") ?? path
      return isOrphan
        ? TestResult(
          path, "", .failed, "there is no \(script).dock beside it",
          details: ["rename it after its script, or remove it"])
        : TestResult(
          path, "", .failed, "this new expectation waits to be accepted",
          details: ["accept it with 'dock test --update', or remove it"])
    }
  }
}
