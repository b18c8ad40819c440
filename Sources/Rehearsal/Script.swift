import Diagnosis
import Language
import Schedules
import Scheduling

/// A script on its way along the line: the checked program, and what was found on the way to it.
///
/// This is where the stages are joined; the tool, the tests and the fuzzers all go through here.
///
///     let script = Script(
///       checking: file, sounds: { name, importer in folder.sound(name, from: importer) },
///       loading: { name, importer in folder.load(name, from: importer) })
///     var found = script.diagnostics
///     let schedule = script.schedule(for: Compilation(for: .stand), reporting: &found)
public struct Script: Sendable {
  /// The checked program; nil if it has errors.
  public let program: CheckedProgram?
  /// The texts the diagnostics speak of.
  public let sources: SourceMap
  /// What was found by parsing and checking.
  public let diagnostics: Diagnostics

  /// Parses and checks `file`, before which `context` was said, and the files it uses, which
  /// `loader` finds; `sounds` finds its sounds.
  public init(
    checking file: LoadedFile, in context: ScriptContext? = nil,
    sounds: @escaping SoundLoader = { _, _ in .failure(.notFound(beside: [])) },
    loading loader: @escaping Loader
  ) {
    var found = Diagnostics()
    let parsed = parse(
      file, in: context, loading: loader, sounds: sounds, reporting: &found)
    sources = parsed.sources
    program = check(parsed, reporting: &found)
    diagnostics = found
  }

  /// Parses and checks `file`, which is a scene of its own.
  public init(scene file: LoadedFile) {
    var found = Diagnostics()
    let parsed = parseScene(file, reporting: &found)
    sources = parsed.sources
    program = check(parsed, reporting: &found)
    diagnostics = found
  }

  /// What happens around the dock while the script runs, or one of its tests.
  ///
  /// - Returns: the scene; nil if there is none, or an error.
  public func scene(ofTest test: Int? = nil, reporting diagnostics: inout Diagnostics) -> Scene? {
    guard let program, let statement = program.scene(ofTest: test) else { return nil }
    var reader = SceneReader(program, reporting: diagnostics)
    let scene = reader.read(statement)
    diagnostics = reader.found
    return diagnostics.hasErrors ? nil : scene
  }

  /// The sounds that it and the files that it uses play, by their names.
  public var sounds: [SoundFile] { program?.sounds ?? [] }

  /// The names of its test blocks, in the order of the script.
  public var testNames: [String] { program?.testNames ?? [] }

  /// Compiles the script, or one of its tests.
  ///
  /// The schedule names its sources relative to the folder of the script, so that it is the same
  /// wherever it is compiled from.
  ///
  /// - Returns: the schedule, or nil if there was an error, or if the script waits for events,
  ///   handles them or never ends.
  public func schedule(
    for compilation: Compilation, reporting diagnostics: inout Diagnostics
  ) -> Schedule? {
    guard let program else { return nil }
    var schedule = Scheduling.schedule(program, for: compilation, reporting: &diagnostics)
    schedule?.files = sources.namesFromScript
    return schedule
  }

  /// Compiles the script, or one of its tests, to be played: everything that it may wait for and
  /// every handler is looked at first, so that no mistake is found in the midst of a show.
  ///
  /// - Parameter isPlayed: true if only some steps are planned ahead of what is played, so that an
  ///   event costs the same however long the script still is; false if a cue holds all steps until
  ///   the next decision.
  /// - Returns: its first cue, which the others follow, or nil if there was an error.
  public func firstCue(
    for compilation: Compilation, isPlayed: Bool = false,
    reporting diagnostics: inout Diagnostics
  ) -> Cue? {
    let sheet = cueSheet(for: compilation, marksExits: false, reporting: &diagnostics)
    guard isPlayed, let program, let sheet else { return sheet?.entries.first?.cue }
    return playedCue(program, of: sheet, for: compilation, reporting: &diagnostics)
  }

  /// The names of the marks at the top of the script and in its modes, in their order.
  public var marks: [String] { program?.marks.map(\.name) ?? [] }

  /// `compilation` for the part of the script between the marks with these names; all of it if
  /// there are errors in it.
  public func compilation(
    _ compilation: Compilation, fromMark start: String?, toMark stop: String?
  ) throws(NoSuchPart) -> Compilation {
    guard program != nil else { return compilation }
    var (first, last): (Int?, Int?) = (nil, nil)
    if let start { first = try number(ofMark: start) }
    if let stop { last = try number(ofMark: stop) }
    if let first, let last, let start, let stop, first >= last {
      throw NoSuchPart(
        message: first == last
          ? "the part would end where it begins, at the mark '\(start)'"
          : "the mark '\(stop)' stands above '\(start)', so nothing ends there")
    }
    return self.compilation(compilation, from: first, to: last)
  }

  private func number(ofMark name: String) throws(NoSuchPart) -> Int {
    if let number = marks.firstIndex(of: name) { return number }
    let known = marks.map { "'\($0)'" }.joined(separator: ", ")
    let meant = Suggestion.nearest(to: name, in: marks).map { " (did you mean '\($0)'?)" } ?? ""
    throw NoSuchPart(
      message: marks.isEmpty
        ? "the script has no marks"
        : "the script has no mark '\(name)'\(meant); its marks are \(known)")
  }

  /// `compilation` for the part of the script between two of its marks.
  ///
  /// The dock and the phone are first brought to the state that the script has at the mark `start`
  /// if nothing comes before: a wait ends by its timeout, else by its first event.
  ///
  /// - Parameters:
  ///   - start: the number of the mark where it begins, in `marks`; nil for its beginning.
  ///   - stop: the number of the mark where it ends; nil for its end.
  public func compilation(
    _ compilation: Compilation, from start: Int?, to stop: Int?
  ) -> Compilation {
    var compilation = compilation
    (compilation.start, compilation.stop) = (start, stop)
    return compilation
  }

  /// Compiles the script, or one of its tests, with everything that it may wait for.
  ///
  /// - Parameters:
  ///   - marksExits: true if exits whose cue is only an example are to be marked.
  /// - Returns: its cues, or nil if there was an error.
  public func cueSheet(
    for compilation: Compilation, marksExits: Bool = true,
    reporting diagnostics: inout Diagnostics
  ) -> CueSheet? {
    guard let program else { return nil }
    var sheet = Scheduling.cueSheet(
      program, for: compilation, marksExits: marksExits, reporting: &diagnostics)
    sheet?.name(files: sources.namesFromScript)
    return sheet
  }

  /// Everything that is found by compiling the script and every one of its tests.
  public func findings(for compilation: Compilation) -> Diagnostics {
    var found = diagnostics
    _ = scene(reporting: &found)
    _ = cueSheet(for: compilation, marksExits: false, reporting: &found)
    for test in testNames.indices {
      var compilation = compilation
      compilation.test = test
      _ = scene(ofTest: test, reporting: &found)
      _ = cueSheet(for: compilation, marksExits: false, reporting: &found)
    }
    return found
  }
}

/// Why a script has no part between two marks.
public struct NoSuchPart: Error {
  /// The reason, in one sentence.
  public let message: String
}

extension CheckedProgram {
  /// The scene of the script, or of the test with this index; nil if it has none.
  fileprivate func scene(ofTest test: Int?) -> SceneStatement? {
    guard let test else { return scene }
    return tests.indices.contains(test) ? tests[test].scene : nil
  }
}

extension SourceMap {
  /// The names of the files, from the folder of the script, which is the first.
  var namesFromScript: [String] {
    guard let script = files.first else { return [] }
    let folder = Path(script.name).folder.normalized
    return files.map { folder.relativePath(to: Path($0.name).normalized) }
  }
}
