import ArgumentParser
import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Scheduling
import Simulation

/// `dock run`: plays a script on the model of a dock.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play a script or a compiled schedule on the model of a dock.",
    discussion: """
      Each step is shown as it begins, then a receipt: length, peak speeds, net displacement, \
      tracking before and after, and whether the stop is confirmed. Time is virtual, so a long \
      show is over at once; '--live' takes as long as a dock would.
      """)

  @Argument(help: "The script or schedule; '-' is standard input.")
  var file: String

  @Flag(help: "Take as long as a dock would, and show where it stands.")
  var live = false

  @Flag(help: "Show the receipt only.")
  var quiet = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print everything that happened to the dock instead of the steps.")
  var trace = false

  @Option(
    help: ArgumentHelp(
      "How far the calls may take a motor from the plan at any time.", valueName: "angle"))
  var tolerance = PathError()

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var options: CompilationOptions

  func run() async throws {
    let schedule = try options.schedule(of: file, Reporter(color))
    if live { Interruption.begin() }
    let (rehearsal, failure) = await perform(schedule)
    if live, OutputFile.messages.isTerminal { Console.clearLine() }
    let status = try judge(rehearsal, schedule)
    if failure == nil { try report(rehearsal, schedule) }
    if live { Interruption.end() }
    if let failure, failure != .closed { throw failure }
    if status != .success { throw status }
  }

  /// Carries out `schedule`; also gives why the steps could not be shown, if they could not.
  private func perform(_ schedule: Schedule) async -> (RunRecord, OutputFailure?) {
    let isShown = live && OutputFile.messages.isTerminal
    let showsSteps = !quiet && !json && !trace
    let (isLive, tolerance) = (live, tolerance.millidegrees)
    // A task of its own, so that it can be cancelled and its outcome still be told.
    let task = Task {
      var report = RunReport(schedule, showsSteps: showsSteps, isLive: isShown)
      let rehearsal =
        isLive
        ? await rehearseLive(
          schedule, within: tolerance, watching: { watch($0, isShown ? schedule : nil) },
          reporting: { report.show($0) })
        : await rehearse(schedule, within: tolerance, reporting: { report.show($0) })
      return (rehearsal, report.failure)
    }
    return await task.value
  }

  private func report(_ rehearsal: RunRecord, _ schedule: Schedule) throws {
    let receipt = Receipt(outcome: rehearsal.outcome, schedule: schedule)
    if json {
      var writer = JSONWriter(.pretty)
      writer.object {
        $0.member("dock_run", 1)
        $0.member("profile", schedule.model.name)
        receipt.write(to: &$0)
      }
      return try OutputFile.standard.write(writer.buffer + TextBuffer("\n"))
    }
    if trace {
      var text = TextBuffer()
      rehearsal.trace.write(to: &text)
      try OutputFile.standard.write(text)
    }
    if !quiet { try OutputFile.standard.write(TextBuffer("\n")) }
    try OutputFile.standard.write(receipt.text)
  }

  /// Says what went wrong and gives the status that tells it to the shell.
  private func judge(_ rehearsal: RunRecord, _ schedule: Schedule) throws -> ExitStatus {
    let outcome = rehearsal.outcome
    for diagnostic in outcome.diagnostics(of: schedule, at: nil) {
      try Reporter(color).report(diagnostic)
    }
    guard outcome.isStopConfirmed, outcome.isTrackingRestored else { return .unconfirmed }
    guard outcome.ending == .done else { return .stopped }
    for finding in rehearsal.findings {
      Console.say("a bug in dock: the dock moved as it must not: \(finding.text)")
    }
    return rehearsal.findings.isEmpty ? .success : .bug
  }
}

/// Shows the dock at `moment` of `schedule`, if there is one, and ends the show if asked to.
private func watch(_ moment: Moment, _ schedule: Schedule?) {
  if Interruption.isWanted { withUnsafeCurrentTask { $0?.cancel() } }
  if let schedule { Console.show(LiveLine(moment, of: schedule).text) }
}
