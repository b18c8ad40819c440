import ArgumentParser
import Playback
import Printing
import Reasons
import Rehearsal
import Schedules
import Simulation

/// `dock why`: says what the dock and its phone do at a moment of a show, and why.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say what the dock does at a time of a show, and because of which line.",
    discussion: """
      Plays the script on the model as 'dock run' does, with the same events and faults, and tells \
      of one moment of it: what each axis, the face, the eyes and the camera do; because of which \
      line; the calls, loops, branches and handlers around it; since when and until when; what \
      is waited for; and which handlers would stop it. Times are those that 'dock run' shows.
      """)

  /// The form of the answer.
  enum Format: String, CaseIterable, ExpressibleByArgument { case human, json }

  @Argument(
    help: "The script, schedule or cue sheet; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The moment, as in '4.2s'.", valueName: "time"),
    transform: Instant.init(reading:))
  var at: Instant

  @Option(help: "The form of the answer.")
  var format = Format.human

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func run() throws {
    let first = try options.firstCue(
      of: file, keepingProvenance: true, Reporter(color))
    let scene = mishaps.scene(
      joining: try scenes.load(options.bounds, orElse: first.scene, Reporter(color)))
    var events: [PlaybackEvent] = []
    let run = mishaps.rehearse(first.cue, in: scene, options) { event in
      if RunStory.tells(of: event) { events.append(event) }
    }
    let story = RunStory(
      of: first.cue, events, run.outcome, run.trace, isOpen: run.exit == .silence)
    let account = story.account(at: at.nanoseconds)
    try OutputFile.standard.write(format == .json ? account.json : account.text)
  }
}

/// A moment as an option gives it: `1.5s`, `2min`, or a number of seconds.
struct Instant {
  let nanoseconds: Int

  init(reading argument: String) throws(RefusedValue) {
    let text = argument.last.map { $0.isASCII && $0.isNumber } ?? false ? argument + "s" : argument
    nanoseconds = try dock.nanoseconds(text)
  }
}

extension Why: DockCommand { var profile: ProfileOption { options.profile } }
