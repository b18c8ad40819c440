import ArgumentParser
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
  /// - Throws: `ExitStatus.usage` if there is no such mark.
  func compilation(_ compilation: Compilation, of script: Script) throws -> Compilation {
    do throws(NoSuchPart) {
      return try script.compilation(compilation, fromMark: start, toMark: stop)
    } catch {
      Console.say("error: \(error.message)")
      throw ExitStatus.usage
    }
  }

  /// Makes sure that the whole of a `file` that is no script is meant.
  ///
  /// - Throws: `ExitStatus.usage` if not.
  func refusePart(ofSchedule file: String) throws {
    guard !isWhole else { return }
    Console.say("error: '--start' and '--stop' are for scripts: compile the part of one")
    throw ExitStatus.usage
  }
}
