import Diagnosis
import Hardware
import Language
import Schedules

extension CompilationOptions {
  /// The cues that `input` holds, which was compiled before; nil if there are errors.
  ///
  /// A dock that the options name is the one that they are for.
  func read(
    _ input: Input, sources: inout SourceMap, reporting found: inout Diagnostics
  ) -> CueSheet? {
    let read = readCueSheet(
      input.file.bytes, name: input.file.name, docks: profile.docks, sources: &sources,
      reporting: &found)
    guard let read, profile.isGiven, let model = read.entries.first?.cue.schedule.model,
      model.name != profile.model.name
    else { return read }
    found.report(.otherDock(input.file.name, model, asked: profile.model))
    return nil
  }

  /// The names of those given that say how a script is compiled; but for the dock, which is
  /// compared.
  var compiling: [String] { given.map(\.name).filter { $0 != "--profile" && $0 != "--max-source" } }
}

extension Bounds {
  /// The names of those given that say how a script is compiled.
  var compiling: [String] { given.map(\.name).filter { $0 != "--max-source" } }

  /// The name of the option that also ends what could go on for ever.
  static let lengthOption = "--max-length"
}

extension Console {
  /// Says that `options` have no effect on the file at `path`, which was compiled before.
  static func sayUnused(_ options: [String], onCompiled path: String) {
    sayUnused(options, because: "'\(path)' was compiled before")
  }

  /// Says that `options` have no effect, if there are any, and the reason.
  static func sayUnused(_ options: [String], because reason: String) {
    guard let last = options.last else { return }
    let names = options.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    say(
      names.isEmpty
        ? "'\(last)' has no effect: \(reason)" : "\(names) and '\(last)' have no effect: \(reason)")
  }
}

extension Diagnostic {
  /// The file at `path` was compiled for `model`, and another dock is asked for.
  fileprivate static func otherDock(
    _ path: String, _ model: DockModel, asked: DockModel
  ) -> Diagnostic {
    Diagnostic(
      .otherDock,
      "'\(path)' was compiled for the dock '\(model.name)', and '--profile' asks for "
        + "'\(asked.name)'", at: nil,
      notes: ["compile its script with that '--profile', or leave the option out here"])
  }
}
