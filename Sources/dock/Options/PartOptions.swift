import ArgumentParser
import Language
import Rehearsal
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

  /// `compilation` for the part of `script`.
  ///
  /// - Throws: `ValidationError` if there is no such mark.
  func compilation(_ compilation: Compilation, of script: Script) throws -> Compilation {
    do throws(Obstacle) {
      return try part(of: script, for: compilation)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// Why a script has no such part.
  struct Obstacle: Error {
    let message: String
  }

  /// `compilation` for the part of `script`.
  func part(of script: Script, for compilation: Compilation) throws(Obstacle) -> Compilation {
    // A script with errors has no marks.
    guard script.program != nil else { return compilation }
    let marks = script.marks
    var (first, last): (Int?, Int?) = (nil, nil)
    if let start { first = try number(of: start, in: marks) }
    if let stop { last = try number(of: stop, in: marks) }
    if let first, let last, first >= last {
      throw Obstacle(message: "the mark of '--stop' stands above that of '--start', or is the same")
    }
    return script.compilation(compilation, from: first, to: last)
  }

  /// Makes sure that the whole of a `file` that is no script is meant.
  ///
  /// - Throws: `ValidationError` if not.
  func refusePart(ofSchedule file: String) throws {
    guard !isWhole else { return }
    throw ValidationError("'--start' and '--stop' are for scripts: compile the part of one")
  }

  /// The number of the mark `name` among `marks`.
  private func number(of name: String, in marks: [String]) throws(Obstacle) -> Int {
    if let number = marks.firstIndex(of: name) { return number }
    let known = marks.map { "'\($0)'" }.joined(separator: ", ")
    let meant = Suggestion.nearest(to: name, in: marks).map { " (did you mean '\($0)'?)" } ?? ""
    throw Obstacle(
      message: marks.isEmpty
        ? "the script has no marks"
        : "the script has no mark '\(name)'\(meant); its marks are \(known)")
  }
}
