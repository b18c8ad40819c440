import ArgumentParser
import Diagnosis
import Language
import Playback
import Preview
import Printing
import Rehearsal
import Schedules
import Simulation

/// `dock preview`: writes a page that shows a script.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows a script: the dock in space, its picture, and the plot.",
    discussion: """
      The page is one HTML file. It needs no network and no other file, and opens in every \
      browser, on a phone, too. It shows the dock and the people around it, what the camera sees, \
      and the motion of each axis over time, beside the source. The show can be played, slowed \
      down and stepped through, and every event of the script is a button.

      The file holds what comes of each event at a few times; the page says what it leaves out. \
      The same script gives the same bytes everywhere. A script with errors gets no page.
      """)

  @Argument(help: "The script, schedule or cue sheet; '-' is standard input.")
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      """
      Where to write the page; '-' is standard output. Without it, the name of the script with \
      '.html', in the current folder.
      """, valueName: "file"))
  var output: String?

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if file == "-", output == nil {
      throw ValidationError("write where the page of standard input goes, as in '-o show.html'")
    }
  }

  func run() throws {
    let page = try PreviewOutput(
      file: file, mishaps: mishaps, scenes: scenes, options: options, color: color
    ).page()
    if output == "-" { return try OutputFile.standard.write(page) }
    let place = try output ?? usualPlace()
    try ResultFile.write(to: place) { try $0.write(page) }
    if output == nil { Console.say("wrote \(place)") }
  }

  /// The file that is written without '-o'; what is not a preview is not replaced.
  private func usualPlace() throws -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let place = (stem.isEmpty ? name : stem) + ".html"
    guard let old = try? readFile(at: place, limit: .max), !Preview.isPage(old) else {
      return place
    }
    Console.say(
      "error: '\(place)' is there and is not a preview; '-o \(place)' replaces it, and another "
        + "name keeps it")
    throw ExitStatus.usage
  }
}

/// Makes the page of a preview, as options ask for it.
struct PreviewOutput {
  let file: String
  let mishaps: MishapOptions
  let scenes: SceneOption
  let options: CompilationOptions
  let color: Coloring

  /// How much of a show that could go on for ever is played, unless the options say it.
  static let length = TimeSpan(milliseconds: 300_000)

  /// The page.
  func page() throws -> TextBuffer {
    let compiled = try options.show(of: file, Reporter(color))
    let scene = try scenes.load(options.bounds, orElse: compiled.scene, Reporter(color))
    let happenings = mishaps.happenings(
      in: scene, forAtMost: compiled.cue.rest == nil ? nil : PreviewOutput.length)
    let show = PreviewShow(
      compiled.cue, company: scene?.company ?? Company(),
      faults: mishaps.faults + (scene?.faults ?? []), happenings: happenings,
      isTracking: mishaps.tracking == .on)
    return Preview(
      of: show, with: compiled.sheet, from: (compiled.sources, compiled.found),
      by: "dock preview \(file == "-" ? "-" : String(file.split(separator: "/").last ?? ""))"
    ).page
  }
}
