import ArgumentParser
import Diagnosis
import Language
import Playback
import Preview
import Printing
import Rehearsal
import Schedules
import Serving
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

  @Argument(
    help: "The script, schedule or cue sheet; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      """
      Where to write the page; '-' is standard output. Without it, the name of the script with \
      '.html', in the current folder.
      """, valueName: "file"), completion: .file())
  var output: String?

  @Flag(
    name: .customLong("serve"),
    help: """
      Show the page to the browsers of this machine, and what is new in it as soon as the file is \
      saved; events that are pressed in it are performed. Ctrl-C ends it.
      """)
  var serves = false

  @Flag(help: "With '--serve': open the page in a browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "With '--serve': the port to use instead of a free one.", valueName: "number"))
  var port: UInt16?

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var part: PartOptions

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if serves {
      if file == "-" { throw ValidationError("'--serve' follows a file; standard input is none") }
      if output != nil { throw ValidationError("'--serve' writes no file; leave out '-o'") }
    } else if open || port != nil {
      throw ValidationError("'--\(open ? "open" : "port")' goes with '--serve'")
    } else if file == "-", output == nil {
      throw ValidationError("write where the page of standard input goes, as in '-o show.html'")
    }
  }

  func run() throws {
    let maker = PreviewMaker(
      file: file, part: part, mishaps: mishaps, scenes: scenes, options: options)
    if serves { return try serve(maker) }
    let page = try maker.page(Reporter(color))
    if output == "-" { return try OutputFile.standard.write(page) }
    let place = try output ?? usualPlace()
    // Without '-o' the page before this one was read, and is replaced.
    try ResultFile.write(to: place, replacesInput: output == nil) { try $0.write(page) }
    if output == nil { Console.say("wrote \(place)") }
  }

  private func serve(_ maker: PreviewMaker) throws {
    var preview = PreviewServer(maker, try server(), color)
    try preview.run(opening: open)
  }

  private func server() throws -> LoopbackServer {
    do throws(LoopbackServer.Failure) {
      return try LoopbackServer(port: port)
    } catch {
      let fix = error.isPortTaken ? "; without '--port' a free one is taken" : ""
      Console.say("error: port \(port ?? 0) cannot be used: \(systemReason(error.number))\(fix)")
      throw ExitStatus.usage
    }
  }

  /// The file that is written without '-o'; what is not a preview is not replaced.
  private func usualPlace() throws -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let place = (stem.isEmpty ? name : stem) + ".html"
    try ResultFile.keepInput(place)
    guard let old = try? readFile(at: place, limit: .max), !Preview.isPage(old) else {
      return place
    }
    Console.say(
      "error: '\(place)' is there and is not a preview; '-o \(place)' replaces it, and another "
        + "name keeps it")
    throw ExitStatus.usage
  }
}
