import Language
import Scheduling

/// A script on its way along the line: the program it became, and what was found on the way.
///
/// This is where the stages are joined; the tool, the tests and the fuzzers all go through here.
///
///     var script = Script(checking: file) { name, importer in folder.load(name, from: importer) }
///     let schedule = script.schedule(for: Compilation(for: .stand))
public struct Script: Sendable {
  /// The checked program; nil if it has errors.
  public let program: CheckedProgram?
  /// The texts the diagnostics speak of.
  public let sources: SourceMap
  /// Everything found so far.
  public private(set) var diagnostics: Diagnostics

  /// Parses and checks `file` and the files it uses, which `loader` finds.
  public init(checking file: LoadedFile, loading loader: Loader) {
    var found = Diagnostics()
    let parsed = parse(file, loading: loader, reporting: &found)
    sources = parsed.sources
    program = check(parsed, reporting: &found)
    diagnostics = found
  }

  /// The names of its test blocks, in the order of the script.
  public var testNames: [String] { program?.testNames ?? [] }

  /// Compiles the script, or one of its tests, and adds what is found to `diagnostics`.
  ///
  /// The schedule names its sources relative to the folder of the script, so that it is the same
  /// wherever it is compiled from.
  ///
  /// - Returns: the schedule, or nil if there was an error.
  public mutating func schedule(for compilation: Compilation) -> Schedule? {
    guard let program else { return nil }
    var schedule = Scheduling.schedule(program, for: compilation, reporting: &diagnostics)
    guard let script = sources.files.first else { return schedule }
    let folder = Path(script.name).folder.normalized
    schedule?.files = sources.files.map { folder.relativePath(to: Path($0.name).normalized) }
    return schedule
  }

  /// Compiles the script and every one of its tests, for what is found on the way.
  public mutating func scheduleAll(for compilation: Compilation) {
    _ = schedule(for: compilation)
    for test in testNames.indices {
      var compilation = compilation
      compilation.test = test
      _ = schedule(for: compilation)
    }
  }
}
