import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Scheduling

extension Recording {
  /// What has to be said of a compilation to repeat it.
  ///
  /// A script that makes decisions is not one schedule: it is compiled again.
  public struct Compiling: Equatable, Sendable {
    /// The name of the dock.
    public let model: String
    /// The pose assumed at the start, in millidegrees.
    public let from: PerAxis<Int32>
    /// The bounds: steps, milliseconds, statements.
    let bounds: [Int]

    /// Notes `compilation`.
    public init(_ compilation: Compilation) {
      model = compilation.model.name
      from = compilation.from
      let budget = compilation.budget
      bounds = [budget.scheduleSteps, budget.length, budget.evaluationSteps]
    }

    /// Reads the words of a line; nil if they say no such thing.
    init?(_ words: ArraySlice<String>) {
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard let name = words.first, words.count == 7, numbers.count == 6,
        numbers[3...].allSatisfy({ $0 > 0 })
      else { return nil }
      let pose = numbers.prefix(3).compactMap { Int32(exactly: $0) }
      guard pose.count == 3 else { return nil }
      model = name
      from = PerAxis(yaw: pose[0], pitch: pose[1], roll: pose[2])
      bounds = Array(numbers[3...])
    }

    /// The line that says it.
    var line: String {
      let numbers = [from.yaw, from.pitch, from.roll].map { Int($0) } + bounds
      return "compile \(model) " + numbers.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    /// The compilation with `seed` for one of `docks`; nil if it is for none of them.
    func compilation(seed: UInt64, docks: [DockModel]) -> Compilation? {
      guard let model = docks.first(where: { $0.name == model }) else { return nil }
      var budget = Budget()
      (budget.scheduleSteps, budget.length, budget.evaluationSteps) =
        (bounds[0], bounds[1], bounds[2])
      return Compilation(for: model, from: from, seed: seed, budget: budget)
    }
  }

  /// The first cue of the recorded show, which the others follow; what is found goes to
  /// `diagnostics`, and speaks of `sources`.
  ///
  /// - Returns: the cue, or nil if there was an error.
  public func cue(
    name: String, sources: inout SourceMap, reporting diagnostics: inout Diagnostics
  ) -> Cue? {
    let docks = DockModel.all + (dock.map { [$0] } ?? [])
    guard let compiling else {
      return readCueSheet(
        schedule, name: name, docks: docks, sources: &sources, reporting: &diagnostics
      )?.firstCue(reporting: &diagnostics)
    }
    let compiled = compiling.compilation(seed: seed, docks: docks)
    guard let compilation = compiled, let main = self.sources.first else {
      diagnostics.report(
        .malformed("this version of dock does not know the dock '\(compiling.model)'"))
      return nil
    }
    let folder = Path(main.name).folder.normalized
    let script = Script(
      checking: main.file,
      sounds: { name, importer in
        let path = Path(importer).folder.appending(name).normalized
        let known = folder.relativePath(to: path)
        return self.sounds.first { $0.name == known }.map { .success($0) }
          ?? .failure(.notFound(beside: []))
      }
    ) { name, importer in
      let path = Path(importer).folder.appending(name).normalized
      let found = self.sources.first { Path($0.name).normalized == path }
      return found.map { .success($0.file) } ?? .failure(.notFound)
    }
    (diagnostics, sources) = (script.diagnostics, script.sources)
    let marks = script.program.map { _ in script.marks.indices }
    if let marks, ![part?.start, part?.stop].allSatisfy({ $0.map(marks.contains) ?? true }) {
      diagnostics.report(.malformed("the part that was played begins or ends at no mark"))
      return nil
    }
    return script.firstCue(
      for: script.compilation(compilation, from: part?.start, to: part?.stop), isPlayed: true,
      reporting: &diagnostics)
  }
}

extension Diagnostic {
  /// Reports a recording that cannot be repeated, as `message` says.
  fileprivate static func malformed(_ message: String) -> Diagnostic {
    Diagnostic(
      .malformedSchedule, message, at: nil, notes: ["record the run again with 'dock run --record'"]
    )
  }
}

extension Recording.Part {
  /// Reads the words of a line; nil if they say no part.
  init?(reading words: [String]) {
    var numbers: [Int?] = []
    for word in words.dropFirst() {
      let number = Int(word)
      guard word == "-" || number.map({ $0 >= 0 }) == true else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 2 else { return nil }
    self.init(numbers[0], numbers[1])
  }

  /// The line that says it.
  var line: String {
    "part " + [start, stop].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ") + "\n"
  }
}

extension Recording.Source {
  fileprivate var file: LoadedFile { LoadedFile(identity: name, name: name, bytes: bytes) }
}
