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
      "How far the calls may take a motor from the plan at any time, as in '0.1deg'.",
      valueName: "angle"))
  var tolerance = PathError()

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @Option(
    help: ArgumentHelp(
      "Write down here all that is needed to repeat the run with 'dock replay'.",
      valueName: "file"))
  var record: String?

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if live, mishaps.cut != nil { throw ValidationError("'--cut' is for runs in virtual time") }
  }

  func run() async throws {
    let (cue, sources, own) = try options.firstCue(of: file, Reporter(color))
    let scene = try scenes.load(options.bounds, orElse: own, Reporter(color))
    let faults = mishaps.faults + (scene?.faults ?? [])
    let happenings = happenings(of: cue, in: scene)
    let performance =
      live
      ? try await LiveRun(self).perform(cue, faults: faults, happenings: happenings)
      : await perform(cue, faults: faults, happenings: happenings)
    let status = try judge(performance, of: sources, isSound: faults.isEmpty)
    do {
      if performance.failure == nil { try report(performance, cue.schedule) }
    } catch  where status != .success {
      // How the run ended says more than that nobody was told.
    }
    // Nothing that fails from here on keeps a signal from having its way.
    let unrecorded = write(performance, cue, sources, faults)
    performance.wall?.end()
    let unshown = status == .unconfirmed ? nil : performance.failure
    if let failure = unshown ?? unrecorded, failure != .closed {
      try Reporter(color).report(.cannotWrite(failure))
    }
    if status != .success { throw status }
    if unrecorded != nil { throw ExitStatus.usage }
  }

  /// What comes from outside; the end of the time that is played, too.
  private func happenings(of cue: Cue, in scene: Rehearsal.Scene?) -> [Happening] {
    let mayBeEndless = !live && cue.rest != nil
    let length = mishaps.length ?? (mayBeEndless ? options.bounds.maxLength : nil)
    let end = length.map { Happening.exit(.timeUp, at: $0.milliseconds * 1_000_000) }
    return mishaps.happenings(joining: (scene?.happenings ?? []) + (end.map { [$0] } ?? []))
  }

  /// What came of a run.
  struct Performance {
    let run: RunRecord
    let live: LiveRecord?
    let happenings: [Happening]
    /// Why the steps could not be shown, if they could not.
    let failure: OutputFailure?
    let wall: ProcessWall?
  }

  var showsSteps: Bool { !quiet && !json && !trace }

  /// Carries out `cue` in virtual time.
  private func perform(
    _ cue: Cue, faults: [Fault], happenings: [Happening]
  ) async -> Performance {
    let (showsSteps, mishaps, tolerance) = (showsSteps, mishaps, tolerance.millidegrees)
    // A task of its own, so that it can be cancelled and its outcome still be told.
    let task = Task {
      var report = RunReport(cue.schedule, showsSteps: showsSteps, isLive: false)
      let run = await rehearse(
        cue, isTracking: mishaps.tracking == .on, within: tolerance,
        faults: faults, happenings: happenings,
        reporting: { event in
          if !report.show(event) { withUnsafeCurrentTask { $0?.cancel() } }
        })
      return (run, report.failure)
    }
    let (run, failure) = await task.value
    return Performance(
      run: run, live: nil, happenings: happenings, failure: failure, wall: nil)
  }

  /// Writes the recording if one is wanted; returns why it could not be written, or nil.
  private func write(
    _ performance: Performance, _ cue: Cue, _ sources: SourceMap, _ faults: [Fault]
  ) -> OutputFailure? {
    guard let record else { return nil }
    let recording = Recording(
      of: cue, compiledFor: options.compilation, from: sources,
      isTracking: mishaps.tracking == .on, within: tolerance.millidegrees, faults: faults,
      happenings: performance.happenings, trace: performance.run.trace)
    do {
      try ResultFile.write(to: record) { try $0.write(recording.text) }
      return nil
    } catch {
      return error as? OutputFailure
    }
  }

  private func report(_ performance: Performance, _ schedule: Schedule) throws {
    let receipt = Receipt(performance.run, of: schedule, live: performance.live)
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
      performance.run.trace.write(to: &text)
      try OutputFile.standard.write(text)
    }
    if !quiet { try OutputFile.standard.write(TextBuffer("\n")) }
    try OutputFile.standard.write(receipt.text)
  }

  /// Says what went wrong and gives the status that tells it to the shell.
  private func judge(
    _ performance: Performance, of sources: SourceMap, isSound: Bool
  ) throws -> ExitStatus {
    let outcome = performance.run.outcome
    var found = Diagnostics()
    for diagnostic in outcome.diagnostics(at: nil) { found.report(diagnostic) }
    if !found.all.isEmpty { try Reporter(color).report(found, in: sources) }
    guard outcome.isStopConfirmed, outcome.isTrackingRestored else { return .unconfirmed }
    let isOver = [.timeUp, .silence].contains(performance.run.exit)
    guard outcome.ending == .done || isOver else { return .stopped }
    // A dock that is made to go wrong may move as it likes.
    guard isSound else { return .success }
    for finding in performance.run.findings {
      Console.say("a bug in dock: the dock moved as it must not: \(finding.text)")
    }
    return performance.run.findings.isEmpty ? .success : .bug
  }
}
