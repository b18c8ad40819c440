import ArgumentParser
import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Quantities
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// `dock run`: plays a script on the model of a dock.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play a script, or what 'dock compile' prints of it, on the model of a dock.",
    discussion: """
      Prints each step when it begins, then a receipt: length, peak speeds, net displacement, \
      tracking before and after, and whether the stop is confirmed. Time is virtual, so a long \
      show takes no time; '--live' plays in real time.
      """)

  @Argument(
    help: "The script, schedule or cue sheet; '-' is standard input.", completion: .file())
  var file: String

  @Flag(help: "Play in real time, and show the position of the dock.")
  var live = false

  @Flag(help: "With '--live': run even if the journal of an earlier run cannot be read.")
  var ignoreJournal = false

  @Flag(help: "Print the receipt only.")
  var quiet = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print everything that happened to the dock instead of the steps.")
  var trace = false

  @Option(
    help: ArgumentHelp(
      "The greatest distance of a motor from its plan, as in '0.1deg'. (default: \(PathError()))",
      valueName: "angle"),
    transform: PathError.init(reading:))
  var tolerance = PathError()

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @Option(
    help: ArgumentHelp(
      "Record the run in this file, for 'dock replay'.",
      valueName: "file"), completion: .file())
  var record: String?

  @OptionGroup var part: PartOptions

  @OptionGroup var mishaps: MishapOptions

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func validate() throws {
    if ignoreJournal, !live { throw ValidationError("'--ignore-journal' is for '--live'") }
    if json, quiet || trace {
      throw ValidationError("'--json' prints the receipt, without '--quiet' and '--trace'")
    }
    if record == "-" { throw ValidationError("'--record' takes the name of a file") }
    if live, mishaps.cut != nil { throw ValidationError("'--cut' is for runs in virtual time") }
  }

  func run() throws {
    let first = try options.firstCue(of: file, part: part, Reporter(color))
    let cue = first.cue
    let scene = mishaps.scene(
      joining: try scenes.load(options.bounds, orElse: first.scene, Reporter(color)))
    // Before anything moves.
    if let record { try ResultFile.expectFolder(of: record) }
    let company = scene?.company ?? Company()
    let faults = mishaps.faults + (scene?.faults ?? [])
    let mayBeEndless = !live && cue.rest != nil
    let happenings = mishaps.happenings(
      in: scene, forAtMost: mayBeEndless ? options.bounds.maxLength : nil)
    let performance =
      live
      ? try LiveRun(self).perform(cue, company: company, faults: faults, happenings: happenings)
      : perform(cue, company: company, faults: faults, happenings: happenings)
    let status = status(of: performance, isSound: faults.isEmpty)
    // Signals are still held back, so that a recording is written completely.
    let isFile = record.map(ResultFile.isReplaceable) ?? false
    func writeRecording() -> OutputFailure? {
      guard let record else { return nil }
      let recording = Recording(
        of: cue, compiledFor: first.compilation, from: first.sources, sounds: first.sounds,
        isTracking: mishaps.tracking == .on, within: tolerance.millidegrees, company: company,
        faults: faults, happenings: performance.happenings, trace: performance.run.trace)
      return write(recording, to: record)
    }
    var unrecorded = isFile ? writeRecording() : nil
    // From here on a signal ends the process, even if something blocks.
    let signal = performance.wall?.release(isFinal: true) ?? 0
    performance.limitTheEnd(signal, status)
    let failure = performance.waitForSteps(patiently: status == .success)
    judge(performance, of: first.sources, status)
    mishaps.tellUnmet(by: performance.run)
    do {
      if failure == nil { try report(performance, cue.schedule) }
    } catch  where status != .success {
      // The end of the run matters more than a closed output.
    }
    if !isFile { unrecorded = writeRecording() }
    if signal != 0 { ProcessEnd.signal(signal).happen() }
    let unshown = status == .unconfirmed ? nil : failure
    if let failure = unshown ?? unrecorded, failure != .closed {
      try Reporter(color).report(.cannotWrite(failure))
    }
    if status != .success { throw status }
    if unrecorded != nil { throw ExitStatus.usage }
  }

  /// The result of a run.
  struct Performance {
    let run: RunRecord
    let live: LiveRecord?
    let happenings: [Happening]
    /// Why the steps of a run in virtual time could not be shown, if they could not.
    let failure: OutputFailure?
    let wall: ProcessWall?
    /// What writes the steps of a live run, and everything after them.
    let outbox: Outbox?
  }

  var showsSteps: Bool { !quiet && !json && !trace }

  /// Carries out `cue` in virtual time.
  private func perform(
    _ cue: Cue, company: Company, faults: [Fault], happenings: [Happening]
  ) -> Performance {
    var report = RunReport(
      cue.schedule, showsSteps: showsSteps, beginsAtMark: part.start != nil)
    // Steps on the same terminal show well enough how far it is.
    let progress =
      showsSteps && OutputFile.standard.isTerminal
      ? nil : PlayingProgress(of: cue, options, mishaps)
    let (run, happenings) = rehearse(
      cue, isTracking: mishaps.tracking == .on, company: company,
      within: tolerance.millidegrees, faults: faults, happenings: happenings
    ) { event in
      progress?.show(event)
      return report.show(event) ? nil : report.failure == .closed ? .closedOutput : .fullDisk
    }
    progress?.erase()
    return Performance(
      run: run, live: nil, happenings: happenings, failure: report.failure, wall: nil, outbox: nil)
  }

  /// Writes `recording` to the file `name`; returns why it could not be written, or nil.
  private func write(_ recording: Recording, to name: String) -> OutputFailure? {
    do {
      try ResultFile.write(to: name) { try $0.write(recording.text) }
      return nil
    } catch {
      return error as? OutputFailure
    }
  }

  private func report(_ performance: Performance, _ schedule: Schedule) throws {
    let receipt = Receipt(
      performance.run, of: schedule, live: performance.live, signal: performance.wall?.signal ?? 0,
      lost: performance.outbox?.lost ?? 0)
    if json {
      var writer = JSONWriter(.pretty)
      writer.object {
        $0.member("dock_run", 1)
        $0.member("profile", schedule.model.name)
        receipt.write(to: &$0)
      }
      return try performance.write(writer.buffer + TextBuffer("\n"))
    }
    if trace {
      var text = TextBuffer()
      performance.run.trace.write(to: &text)
      try performance.write(text)
    }
    if !quiet { try performance.write(TextBuffer("\n")) }
    try performance.write(receipt.text)
  }

  /// Prints the diagnostics.
  private func judge(
    _ performance: Performance, of sources: SourceMap, _ status: ExitStatus
  ) {
    var found = Diagnostics()
    for diagnostic in performance.run.outcome.diagnostics(at: nil) { found.report(diagnostic) }
    if !found.all.isEmpty { Console.show(found, in: sources, color) }
    guard status == .bug else { return }
    for finding in performance.run.findings {
      Console.say("a bug in dock: the run broke a safety rule: \(finding.text)")
    }
  }

  /// The status that tells the shell how the run went.
  private func status(of performance: Performance, isSound: Bool) -> ExitStatus {
    let outcome = performance.run.outcome
    guard outcome.isStopConfirmed, outcome.isTrackingRestored else { return .unconfirmed }
    let isOver = [.timeUp, .silence].contains(performance.run.exit)
    guard outcome.ending == .done || isOver else { return .stopped }
    // After an injected fault, findings about the motion are expected.
    return isSound && !performance.run.findings.isEmpty ? .bug : .success
  }
}

extension Run.Performance {
  /// Makes sure that blocked output cannot keep the process from ending by `signal`, if that is not
  /// 0, or with `status`, if that is a failure.
  fileprivate func limitTheEnd(_ signal: Int32, _ status: ExitStatus) {
    if signal != 0 {
      ProcessEnd.signal(signal).happen(within: ProcessEnd.patienceAfterSignal)
    } else if live != nil, status != .success {
      ProcessEnd.status(status).happen(within: ProcessEnd.patienceAfterFailure)
    }
  }

  /// Waits until the steps have been written, for as long as that takes if it `isPatient`; returns
  /// why they could not be, or nil.
  fileprivate func waitForSteps(patiently isPatient: Bool) -> OutputFailure? {
    outbox?.flush(within: isPatient ? nil : Milliseconds(500).nanoseconds)
    return outbox?.failure ?? failure
  }

  /// Writes `text` after the steps.
  fileprivate func write(_ text: TextBuffer) throws(OutputFailure) {
    if let outbox { try outbox.print(text) } else { try OutputFile.standard.write(text) }
  }
}
