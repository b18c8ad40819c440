import Diagnosis
import Language
import Rehearsal
import Schedules
import Scheduling

/// The result of an example.
struct Sample {
  /// The codes of what was found, errors and warnings.
  let codes: [String]
  /// The schedule; nil if there was an error.
  let schedule: Schedule?
  /// What was found, to be read.
  let messages: [String]

  /// Compiles `text`, and each of its tests; `use` finds the files of Examples.
  init(_ text: String, name: String = "sample.dock") {
    let file = LoadedFile(identity: name, name: name, bytes: Array(text.utf8))
    let script = Script(
      checking: file,
      sounds: { name, _ in
        let bytes = Project.bytes(of: "Examples/\(name)")
        return bytes.isEmpty
          ? .failure(.notFound(beside: [])) : SoundFile.reading(bytes, name: name)
      }
    ) { name, _ in
      let bytes = Project.bytes(of: "Examples/\(name)")
      guard !bytes.isEmpty else { return .failure(.notFound) }
      return .success(LoadedFile(identity: name, name: name, bytes: bytes))
    }
    var found = script.diagnostics
    schedule = script.schedule(for: Compilation(), reporting: &found)
    let all = script.findings(for: Compilation()).all
    codes = all.map(\.code.name)
    messages = all.map { "\($0.code.name) \($0.message)" }
  }
}
