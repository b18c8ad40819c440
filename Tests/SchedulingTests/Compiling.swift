import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Printing
import Schedules
import Scheduling
import Testing

/// A script taken through reading, checking and scheduling, its tests included.
struct Compiling {
  /// What was found on the way.
  let diagnostics: Diagnostics
  /// The texts that it speaks of.
  let sources: SourceMap
  /// The script; nil if there was an error before it is run.
  let program: CheckedProgram?
  /// The cues of the script; nil if there was an error.
  let sheet: CueSheet?
  /// Its schedule; nil if there was an error, and of a script that waits for events.
  var schedule: Schedule? { sheet?.straight }

  /// Compiles `bytes`, called `name`; `files` finds what it uses by its path, and `names` are those
  /// beside it.
  ///
  /// Exits are only marked if the sheet is to be printed, as `marksExits` says.
  init(
    _ bytes: [UInt8], name: String = "script.dock", model: DockModel = .stand,
    budget: Budget = Budget(), marksExits: Bool = true, names: [String] = [],
    files: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    var found = Diagnostics()
    let main = LoadedFile(identity: name, name: name, bytes: bytes)
    let program = parse(
      main,
      loading: { used, importer in
        let parts = importer.split(separator: "/").dropLast() + used.split(separator: "/")
        if used.hasPrefix("/") || parts.contains("..") { return .failure(.outsideRoot) }
        let path = parts.joined(separator: "/")
        guard let bytes = path == name ? bytes : files(path) else { return .failure(.notFound) }
        return .success(LoadedFile(identity: path, name: path, bytes: bytes))
      }, sounds: sounds(among: names, in: files), reporting: &found)
    sources = program.sources
    var sheet: CueSheet?
    let checked = check(program, reporting: &found)
    if let checked {
      var compilation = Compilation(for: model, budget: budget)
      sheet = Scheduling.cueSheet(
        checked, for: compilation, marksExits: marksExits, reporting: &found)
      for test in checked.testNames.indices {
        compilation.test = test
        _ = Scheduling.cueSheet(checked, for: compilation, reporting: &found)
      }
    }
    diagnostics = found
    self.sheet = sheet
    self.program = checked
  }

  init(
    _ text: String, model: DockModel = .stand, budget: Budget = Budget(), marksExits: Bool = true
  ) {
    self.init(Array(text.utf8), model: model, budget: budget, marksExits: marksExits)
  }

  /// The errors alone.
  var errors: [Diagnostic] { diagnostics.all.filter { $0.severity == .error } }

  /// The codes of all diagnostics, in the order of the text.
  var codes: [DiagnosticCode] { diagnostics.all.map(\.code) }

  /// What people would see.
  var rendered: String { render(diagnostics, in: sources, style: RenderStyle(width: 100)).text }
}

/// Finds sounds among the files that have `names`; `files` reads one by its path.
func sounds(
  among names: [String], in files: @escaping (String) -> [UInt8]?
) -> SoundLoader {
  { name, importer in
    let parts = importer.split(separator: "/").dropLast() + name.split(separator: "/")
    let (path, last) = (parts.joined(separator: "/"), parts.last.map(String.init) ?? "")
    if name.hasPrefix("/") || parts.contains("..") {
      return .failure(.outsideRoot(inside: names.contains(last) ? last : nil))
    }
    guard let bytes = files(path) else { return .failure(.notFound(beside: names)) }
    return SoundFile.reading(bytes, name: path)
  }
}

extension Budget {
  /// A hundredth of what a script may take: no script that is meant to be compiled takes more.
  static let small: Budget = {
    var budget = Budget()
    budget.evaluationSteps /= 100
    budget.scheduleSteps /= 100
    return budget
  }()
}

/// A script of the project.
struct ScriptFile: CustomTestStringConvertible, Sendable {
  /// The folder it lies in, from the root of the project.
  let folder: String
  let name: String

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The scripts of `folder`, sorted.
  static func all(in folder: String) -> [ScriptFile] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)
    return (names ?? []).filter { $0.hasSuffix(".dock") }.sorted()
      .map { ScriptFile(folder: folder, name: $0) }
  }

  static let corpus = all(in: "Tests/Goldens/errors")
  static let examples = all(in: "Examples")

  var testDescription: String { name }
  var bytes: [UInt8] { read(name) ?? [] }
  var model: DockModel { name.hasSuffix(".flow2pro.dock") ? .flow2pro : .stand }

  /// Compiles `bytes` in its place.
  func compile(_ bytes: [UInt8], budget: Budget = .small) -> Compiling {
    Compiling(
      bytes, name: name, model: model, budget: budget, names: ScriptFile.soundNames(in: folder),
      files: read)
  }

  func compile() -> Compiling { compile(bytes) }

  /// The names of the sounds in `folder`, sorted.
  static func soundNames(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)
    return (names ?? []).filter { $0.hasSuffix(".wav") }.sorted()
  }

  func read(_ path: String) -> [UInt8]? {
    let url = ScriptFile.root.appending(path: folder).appending(path: path)
    return (try? Data(contentsOf: url)).map { [UInt8]($0) }
  }
}

extension FixIt {
  /// `bytes` with the change made; nil if part of it lies in another file.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    var changed = bytes
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      guard Int(edit.span.end) <= bytes.count else { return nil }
      changed.replaceSubrange(
        Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    }
    return changed
  }
}
