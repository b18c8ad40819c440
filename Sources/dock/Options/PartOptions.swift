import ArgumentParser
import Diagnosis
import Language
import Rehearsal
import Schedules
import Scheduling

/// The options that choose a part of a script by its marks.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The mark where the show begins; the dock goes there first.", valueName: "mark"))
  var start: String?

  @Option(help: ArgumentHelp("The mark where the show ends.", valueName: "mark"))
  var stop: String?

  /// True if they choose the whole script.
  var isWhole: Bool { start == nil && stop == nil }

  /// The first cue of the part of `script`; nil after an error.
  ///
  /// - Throws: `ValidationError` if there is no such mark, or the script does not come there.
  func firstCue(
    of script: Script, for compilation: Compilation, reporting found: inout Diagnostics
  ) throws -> Cue? {
    let first = try start.map { try number(of: $0, in: script.marks) }
    let last = try stop.map { try number(of: $0, in: script.marks) }
    if let first, let last, first >= last {
      throw ValidationError("the mark of '--stop' stands behind that of '--start'")
    }
    let cue = script.firstCue(for: compilation, from: first, to: last, reporting: &found)
    if cue == nil, !found.hasErrors {
      throw ValidationError("the script does not come to the mark '\(start ?? "")'")
    }
    return cue
  }

  /// The number of the mark `name` among `marks`.
  private func number(of name: String, in marks: [String]) throws -> Int {
    let found = marks.indices.filter { marks[$0] == name }
    if found.count > 1 { throw ValidationError("the script has \(found.count) marks '\(name)'") }
    if let number = found.first { return number }
    let known = marks.map { "'\($0)'" }.joined(separator: ", ")
    let meant = Suggestion.nearest(to: name, in: marks).map { " (did you mean '\($0)'?)" } ?? ""
    throw ValidationError(
      marks.isEmpty
        ? "the script has no marks between its statements"
        : "the script has no mark '\(name)'\(meant); its marks are \(known)")
  }
}
