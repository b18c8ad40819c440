import ArgumentParser
import Hardware
import Language
import Printing
import Rehearsal
import Scheduling

/// `dock profile`: lists, shows and begins descriptions of docks.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show what docks can do, and describe your own.",
    discussion: """
      A profile is a text file that says what a dock can do and which quirks it has. '--profile \
      FILE' uses it wherever '--profile NAME' names a dock.
      """,
    subcommands: [List.self, Show.self, New.self])

  /// `dock profile list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the docks that need no profile.")

    func run() throws {
      var text = TextBuffer()
      for model in DockModel.all {
        let axes = [("pan", model.yaw), ("tilt", model.pitch), ("roll", model.roll)]
        let motors = axes.compactMap { name, axis in
          axis.map { "\(name) \(range(of: $0, name))" }
        }
        let quirks = model.quirks.isEmpty ? "no quirks" : "\(model.quirks.count) quirks"
        let name = model.name + String(repeating: " ", count: max(1, 10 - model.name.count))
        text.write(string: name + (motors + [quirks]).joined(separator: ", ") + "\n")
      }
      try OutputFile.standard.write(text)
    }

    private func range(of axis: DockModel.Axis, _ name: String) -> String {
      guard let lower = axis.lower, let upper = axis.upper else { return "endless" }
      let number: UInt8 = name == "pan" ? 0 : name == "tilt" ? 1 : 2
      return "\(position(lower, ofAxis: number)) .. \(position(upper, ofAxis: number))"
    }
  }

  /// `dock profile show`.
  struct Show: ParsableCommand, DockCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print every value of a dock, with its unit and its source.",
      discussion: "What is printed is a profile itself.")

    @Argument(help: ArgumentHelp("The name of a dock, or a .profile file.", valueName: "dock"))
    var profile: ProfileOption

    func run() throws { try OutputFile.standard.write(profile.model.profile) }
  }

  /// `dock profile new`.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Print a profile to begin from.",
      discussion: "Never overwrites a file.")

    @Option(
      name: [.short, .long],
      help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    func run() throws {
      guard let output, output != "-" else {
        return try OutputFile.standard.write(DockModel.newProfile)
      }
      guard kind(of: output) == 0 else {
        Console.say("error: '\(output)' is there already, and nothing is overwritten")
        throw ExitStatus.usage
      }
      try ResultFile.create(output, DockModel.newProfile)
    }
  }
}
