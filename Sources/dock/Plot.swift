import ArgumentParser
import Diagnosis
import Drawing
import Face
import Language
import Playback
import Plotting
import Printing
import Rehearsal
import Schedules
import Simulation

/// `dock plot`: draws what a script does over time.
struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a script over time.",
    discussion: """
      Shows who has the motors, the steps, events, marks and the phone, and for each axis its \
      position, speed, acceleration and jerk between the limits. Curves are drawn from the exact \
      motion, not from samples. The place that is nearest to a limit is marked, and so is where \
      less than a tenth is left. The same script gives the same bytes everywhere.

      With '-o' the picture is written to a file: '.svg', '.png' or '.txt'; a file '.html' is the \
      page of 'dock preview', with the same plot. Without it, the \
      picture is drawn in the terminal. With two files, the second is drawn over the first. With \
      '--run', the script is played on the model of a dock as by 'dock run', and what the dock \
      did is drawn over the plan. '--face' takes no file and draws the moods that a face can show.
      """)

  @Argument(
    help: "The script, schedule or cue sheet; or two of them, the older one first.",
    completion: .file())
  var files: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the picture to this file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("as"),
    help: "The form of the picture, if neither the name of a file nor the terminal is to decide.")
  var form: PictureForm?

  @Flag(name: .customLong("run"), help: "Play it, and draw what the dock did over the plan.")
  var plays = false

  @Flag(help: "Draw the path of the view over pan and tilt instead.")
  var spatial = false

  @Flag(help: "Draw all moods of the face instead; it takes no file.")
  var face = false

  @Option(help: "What the colours of '--spatial' say: the speed, or the share of a limit.")
  var shade = SpatialPlot.Shade.speed

  @OptionGroup var look: PlotOptions

  @Option(help: "Whether messages are coloured, and a picture of text.")
  var color = Coloring.automatic

  @OptionGroup var part: PartOptions

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if face {
      guard files.isEmpty else { throw ValidationError("'--face' takes no file") }
      guard part.isWhole else {
        throw ValidationError("'--face' is not for '--start' and '--stop'")
      }
      guard !plays, !spatial else {
        throw ValidationError("'--face' is not for '--\(plays ? "run" : "spatial")'")
      }
      guard look.axis.isEmpty, look.cue == 1 else {
        throw ValidationError("'--axis' and '--cue' are for scripts, not for '--face'")
      }
    } else if files.isEmpty || files.count > 2 {
      throw ValidationError("give one file, or an old and a new one")
    }
    if files.count == 2, !part.isWhole {
      throw ValidationError("'--start' and '--stop' take one file")
    }
    if files == ["-", "-"] {
      throw ValidationError("standard input can be one of the files, not both")
    }
    if files.count == 2, look.cue > 1 { throw ValidationError("'--cue' takes one file") }
    if shade != .speed, !spatial { throw ValidationError("'--shade' is for '--spatial'") }
    if files.count == 2, plays || spatial {
      throw ValidationError("'--\(plays ? "run" : "spatial")' takes one file")
    }
    if isPage { return try validatePage() }
    if !plays, mishaps.isUsed || scenes.scene != nil {
      throw ValidationError("scenes, events and faults are for '--run'")
    }
    if plays, look.cue > 1 { throw ValidationError("'--cue' is for plans, not for '--run'") }
    if spatial, form?.isText ?? false {
      throw ValidationError("'--spatial' is not drawn as text; write '--as svg' or '-o view.svg'")
    }
    if let output, form == nil, PictureForm(ofFile: output) == nil {
      throw ValidationError(
        "the name '\(output)' does not tell the form of the picture; end it with '.svg', '.png', "
          + "'.txt' or '.html', or add '--as svg'")
    }
  }

  /// True if the page of a preview is wanted.
  private var isPage: Bool { form == nil && output?.hasSuffix(".html") ?? false }

  private func validatePage() throws {
    guard files.count == 1, !spatial else {
      throw ValidationError("a page shows one file over time; write '.svg' for other pictures")
    }
    guard look.isUsual else {
      throw ValidationError("'--theme', '--width', '--axis' and '--cue' are for pictures")
    }
  }

  func run() throws {
    if isPage, let output {
      let maker = PreviewMaker(
        file: files[0], part: part, mishaps: mishaps, scenes: scenes, options: options)
      let page = try maker.page(Reporter(color))
      return try ResultFile.write(to: output) { try $0.write(page) }
    }
    let form = try wantedForm()
    let hasPage = form.leastPage > 0
    try look.checkWidth(
      for: form, least: spatial && hasPage ? SpatialPlot.leastWidth : form.leastPage)
    let isFile = output.map { $0 != "-" } ?? false
    let output = PlotOutput(form: form, look: look, colors: colors(isFile: isFile), isFile: isFile)
    let text = try face ? moods(output) : show(output)
    guard let file = self.output, isFile else { return try OutputFile.standard.write(text) }
    try ResultFile.write(to: file) { try $0.write(text) }
  }

  /// The form to draw in: as asked for, by the name of the file, or what the terminal can show.
  private func wantedForm() throws -> PictureForm {
    if let form { return form }
    if let output, output != "-" { return PictureForm(ofFile: output) ?? .svg }
    guard OutputFile.standard.isTerminal else {
      Console.say(
        "error: standard output is not a terminal, so nothing is drawn; add '--as text', or write "
          + "a file with '-o show.svg'")
      throw ExitStatus.usage
    }
    let form = PictureForm.ofTerminal
    return spatial && form.isText ? .svg : form
  }

  private func colors(isFile: Bool) -> CellGrid.Colors {
    isFile ? CellGrid.Colors(color == .always) : CellGrid.Colors(color, for: .standard)
  }

  // MARK: - What is drawn

  private func moods(_ output: PlotOutput) -> TextBuffer {
    output.text(pageWidth: look.pageWidth(1100, in: output.form)) {
      MoodSheet.picture(width: $0.width, in: $0.lettering)
    }
  }

  private func show(_ output: PlotOutput) throws -> TextBuffer {
    let plot =
      try files.count == 2 ? comparison() : plays ? performance() : plan(in: output.form)
    let view = spatial ? SpatialPlot(of: plot, by: shade) : nil
    return output.text(pageWidth: look.pageWidth(plot.pageWidth, in: output.form)) {
      view?.picture(width: $0.width) ?? plot.picture(in: $0)
    }
  }

  private func plan(in form: PictureForm) throws -> TimePlot {
    let sheet = try options.cueSheet(of: files[0], part: part, Reporter(color)).sheet
    guard look.cue <= max(1, sheet.entries.count) else {
      let count = sheet.entries.count
      Console.say(
        "error: there is no cue \(look.cue); '\(files[0])' has \(count == 1 ? "one" : "\(count)")")
      throw ExitStatus.usage
    }
    // A terminal has room for a few cues, a page for many.
    let most =
      form.isText ? PlotForm.terminal(columns: look.columns(isFile: false)).cues : TimePlot.mostCues
    var plot = TimePlot(of: sheet, from: look.cue, atMost: most)
    plot.axes = look.axes
    return plot
  }

  private func performance() throws -> TimePlot {
    let first = try options.firstCue(of: files[0], part: part, Reporter(color))
    let scene = mishaps.scene(
      joining: try scenes.load(options.bounds, orElse: first.scene, Reporter(color)))
    var events: [PlaybackEvent] = []
    let run = mishaps.rehearse(first.cue, in: scene, options) { event in
      if TimePlot.draws(event) { events.append(event) }
    }
    var plot = TimePlot(of: first.cue, events, run.outcome, run.trace)
    plot.axes = look.axes
    return plot
  }

  private func comparison() throws -> TimePlot {
    let schedules = try files.enumerated().map { index, file in
      let sheet = try options.cueSheet(of: file, isOlder: index == 0, Reporter(color)).sheet
      guard let schedule = sheet.straight else {
        Console.say(
          "error: '\(file)' has cues, which cannot be drawn over others; draw each file alone")
        throw ExitStatus.usage
      }
      return schedule
    }
    let comparison = ScheduleComparison(expected: schedules[0], actual: schedules[1])
    var plot = TimePlot(
      of: schedules[1], over: schedules[0], differences: comparison.differences)
    plot.axes = look.axes
    return plot
  }
}

extension SpatialPlot.Shade: ExpressibleByArgument {}
