import Diagnosis
import Hardware
import Language
import Printing
import Rehearsal
import Schedules
import Scheduling

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tests scripts one after the other: their test blocks, and their schedules against the
/// expectations.
struct ScriptTester {
  let options: CompilationOptions
  let tolerance: Tolerance
  /// Whether differences become the new expectation.
  let updates: Bool
  /// Whether nothing may be written.
  let isReadOnly: Bool
  /// The text a test's name must hold; nil for all tests.
  let filter: String?
  /// Whether scripts are swept, too.
  let sweeps: Bool
  /// Whether the places that tests carry out are kept.
  let keepsCoverage: Bool
  /// The scene of every test block; nil for the scene of each test.
  let scene: Rehearsal.Scene?
  /// The options that the results depend on.
  let given: [GivenOption]

  /// Reads and checks the script at `path`.
  func load(_ path: String) throws -> Script {
    var input = try Input(path, options.bounds, Reporter(.automatic))
    try input.refuseOtherUse(Reporter(.automatic))
    if input.isSchedule || input.isScene {
      let use =
        input.isScene
        ? "a scene: 'dock test --scene \(quoted(path)) SCRIPT' tests a script in it"
        : "compiled: give its script, beside which the expectation stands"
      try Reporter(.automatic).report(.otherUse(of: path, use))
      throw ExitStatus.usage
    }
    return input.script()
  }

  /// The results of testing `script`, the one at `path`, and what the tests have carried out; only
  /// up to the first failure if it `stops` there.
  func results(
    of script: Script, _ path: String, stopsAtFailure stops: Bool
  ) throws -> (results: [TestResult], coverage: Coverage) {
    var results: [TestResult] = []
    var visits: Set<UInt32> = []
    try test(script, path, visiting: &visits) { result in
      results.append(result)
      return !(stops && result.fails)
    }
    return (results, keepsCoverage ? Coverage(of: script, visits: visits) : Coverage())
  }

  /// Tests `script`, the one at `path`, and gives each result to `receive` until that says it has
  /// enough; the places that its tests carry out are added to `visits`.
  private func test(
    _ script: Script, _ path: String, visiting visits: inout Set<UInt32>,
    _ receive: (TestResult) throws -> Bool
  ) throws {
    guard script.program != nil else {
      if isWanted(path, "") {
        _ = try receive(failure(path, "", script.diagnostics, script.sources))
      }
      return
    }
    let tests = script.testNames
    var earlier: [[String]: String] = [:]
    // What the tests perform is checked once.
    var alone: Diagnostics?
    for index in tests.indices where isWanted(path, tests[index]) {
      if script.performs(inTest: index) {
        alone = alone ?? script.checkedAlone(for: options.compilation)
      }
      let run = script.runTest(
        index, for: options.compilation, in: scene, keepsVisits: keepsCoverage, alone: alone)
      visits.formUnion(run.visits)
      let found = run.found
      var result =
        found.hasErrors
        ? failure(path, tests[index], found, script.sources)
        : TestResult(path, tests[index], .passed)
      if found.hasErrors {
        let errors = places(of: found)
        result.sameAs = earlier[errors]
        earlier[errors] = earlier[errors] ?? tests[index]
      }
      guard try receive(result) else { return }
    }
    let expected = ScriptTester.expectedPath(of: path)
    if isWanted(path, scheduleTest), tests.isEmpty || kind(of: expected) != 0 {
      guard try receive(compare(script, path, expected)) else { return }
    }
    if sweeps, isWanted(path, faultsTest) { _ = try receive(sweep(script, path)) }
  }

  /// The errors of `found`, each by its place and its message.
  private func places(of found: Diagnostics) -> [String] {
    found.all.filter { $0.severity == .error }.map { error in
      "\(error.span.map { "\($0.start) \($0.end)" } ?? "") \(error.message)"
    }
  }

  /// Sweeps the schedule of a script.
  private func sweep(_ script: Script, _ path: String) -> TestResult {
    var found = script.diagnostics
    let cue = script.firstCue(for: options.compilation, isPlayed: true, reporting: &found)
    guard let cue else {
      return failure(path, faultsTest, found, script.sources)
    }
    let result = Rehearsal.sweep(cue)
    let report = SweepReport(result, of: path, in: .plain, for: options)
    return TestResult(
      path, faultsTest, result.failures > 0 ? .failed : .passed, report.summary,
      details: report.details)
  }

  /// The name of the test that sweeps a script.
  private var faultsTest: String { "faults" }

  /// The name of the test that compares the schedule of a script with what is expected.
  private var scheduleTest: String { "schedule" }

  /// Where the expectation of the script at `path` stands.
  static func expectedPath(of path: String) -> String {
    (path.dropping(suffix: ".dock") ?? path) + ".expected"
  }

  func isWanted(_ path: String, _ name: String) -> Bool {
    guard let filter else { return true }
    return "\(path): \(name)".containsText(filter)
  }

  private func compare(
    _ script: Script, _ path: String, _ expectedPath: String
  ) throws -> TestResult {
    guard kind(of: expectedPath) != 0 else {
      return try record(script, path, options.compilation, expectedPath)
    }
    var sources = SourceMap()
    var found = Diagnostics()
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: expectedPath, limit: options.bounds.maxSource.bytes)
    } catch {
      found.report(.cannotRead(expectedPath, error))
      return failure(path, scheduleTest, found, sources)
    }
    guard
      let expected = ExpectedFile(
        bytes, name: expectedPath, docks: options.profile.docks, sources: &sources,
        reporting: &found)
    else {
      if updates { return try record(script, path, options.compilation, expectedPath) }
      return failure(path, scheduleTest, found, sources)
    }
    if let subject = subject(of: expected) {
      if updates { return try record(script, path, options.compilation, expectedPath) }
      return TestResult(
        path, scheduleTest, .failed, "\(expectedPath) is for \(subject)",
        details: [
          "to test with it, leave the option out; to expect what the option says, add '--update'"
        ])
    }
    return try compare(script, path, expected, expectedPath)
  }

  /// What `expected` is for, where an option says otherwise; nil if none does.
  private func subject(of expected: ExpectedFile) -> String? {
    let (asked, known) = (
      options.compilation, expected.compilation(within: options.bounds.budget)
    )
    if asked.model.name != known.model.name, options.profile.isGiven {
      return "the dock '\(known.model.name)'"
    }
    let isElsewhere = asked.from != known.from && options.from.isGiven
    return isElsewhere ? "another start" : nil
  }

  private func compare(
    _ script: Script, _ path: String, _ expected: ExpectedFile, _ expectedPath: String
  ) throws -> TestResult {
    var compilation = expected.compilation(within: options.bounds.budget)
    // A script in which nothing is left to chance is the same with every seed.
    if options.seed != 0 { compilation.seed = options.seed }
    var found = script.diagnostics
    guard let sheet = script.cueSheet(for: compilation, reporting: &found) else {
      return failure(path, scheduleTest, found, script.sources)
    }
    guard let schedule = sheet.straight, expected.cueLines == nil else {
      let lines = expected.differences(from: sheet, within: tolerance)
      if lines.isEmpty { return TestResult(path, scheduleTest, .passed) }
      if updates { return try record(script, path, compilation, expectedPath) }
      return TestResult(
        path, scheduleTest, .failed, "the cues are not what \(expectedPath) says",
        details: abridged(lines, to: 60)
          + ["", "if it should be so now: \(acceptance(of: path))"])
    }
    let comparison = ScheduleComparison(
      expected: expected.schedule, actual: schedule, within: tolerance)
    if comparison.findings.isEmpty { return TestResult(path, scheduleTest, .passed) }
    if updates { return try record(script, path, compilation, expectedPath) }
    return TestResult(
      path, scheduleTest, .failed, "the schedule is not what \(expectedPath) says",
      details: abridged(comparison.findings, to: 20) + [""] + abridged(comparison.lines, to: 60)
        + [
          "", "if it should be so now: \(acceptance(of: path))",
          "to see it: \(plot(of: path, over: expectedPath, compilation))",
        ])
  }

  /// The command line that accepts what the script at `path` does with these options.
  private func acceptance(of path: String) -> String {
    (["dock test --update"] + given.map(\.words) + [quoted(path)]).joined(separator: " ")
  }

  /// The command line that draws the script at `path`, compiled as here, over `expectedPath`.
  private func plot(
    of path: String, over expectedPath: String, _ compilation: Compilation
  ) -> String {
    let words = options.given(for: compilation).map(\.words)
    return (["dock plot"] + words + [quoted(expectedPath), quoted(path)]).joined(separator: " ")
  }

  /// Writes the schedule of the script, as the expectation or as a new expectation to accept.
  private func record(
    _ script: Script, _ path: String, _ compilation: Compilation, _ expectedPath: String
  ) throws -> TestResult {
    var found = script.diagnostics
    guard let sheet = script.cueSheet(for: compilation, reporting: &found) else {
      return failure(path, scheduleTest, found, script.sources)
    }
    let accept = acceptance(of: path)
    if isReadOnly {
      return TestResult(
        path, scheduleTest, .failed, "there is no \(expectedPath)",
        details: ["make it where files may be written: \(accept)"])
    }
    let place = updates ? expectedPath : expectedPath + ".new"
    let text = ExpectedFile.text(of: sheet, seed: compilation.seed)
    try ResultFile.write(to: place, replacesInput: updates) { try $0.write(text) }
    guard updates else {
      return TestResult(
        path, scheduleTest, .new, "wrote \(place)", details: ["to accept it: \(accept)"])
    }
    unlink(expectedPath + ".new")
    return TestResult(path, scheduleTest, .updated, "wrote \(place)")
  }

  private func failure(
    _ path: String, _ name: String, _ found: Diagnostics, _ sources: SourceMap
  ) -> TestResult {
    let first = found.all.first { $0.severity == .error }?.message ?? "it cannot be compiled"
    let text = render(found, in: sources, style: RenderStyle()).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(3)
    return TestResult(path, name, .failed, first, details: lines.map(String.init))
  }

  private func abridged(_ lines: [String], to count: Int) -> [String] {
    guard lines.count > count else { return lines }
    return lines.prefix(count) + ["and \(lines.count - count) more"]
  }
}

extension String {
  /// True if `part` stands somewhere in the text.
  func containsText(_ part: String) -> Bool {
    let (text, part) = (Array(utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}
