import ArgumentParser
import Language
import Playback
import Printing
import Quantities
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// `dock sweep`: interrupts a script at every point in every way, and tries every fault.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Interrupt a script at every point, and try every fault.",
    discussion: """
      Ends or pauses the script right before, right after and between all its calls, and makes \
      each call late, lost, refused and so on; with system tracking on at the start, and with it \
      off. Each time the motors must be told to stop, limits and tracking must be restored, and \
      no command may follow. Where the phone has left the dock and does not return, the journal \
      must record what is left to do instead; such cases are 'spared'. The first case that fails \
      is printed as a 'dock run' command that repeats it. A script that goes on for ever is swept \
      for its first hundred cues, or for the time of '--for'; the result says so. A script that \
      ends early without any of this, as its 'dock run' does, fails.
      """)

  @Argument(
    help: "The scripts, schedules or cue sheets; '-' is standard input.", completion: .file())
  var files: [String]

  @Flag(help: "Print JSON, one object a script.")
  var json = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How much of each script to sweep, as in '20s'.", valueName: "time"),
    transform: TimeSpan.init(reading:))
  var length: TimeSpan?

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func run() throws {
    var worst = ExitStatus.success
    for file in files {
      let first: FirstCue
      do {
        first = try options.firstCue(of: file, Reporter(color))
      } catch let status as ExitStatus {
        // The others are swept all the same.
        if status.rawValue > worst.rawValue { worst = status }
        continue
      }
      let scene = try scenes.load(options.bounds, orElse: first.scene, Reporter(color))
      let progress = ProgressLine()
      let result = sweep(
        first.cue, company: scene?.company ?? Company(), faults: scene?.faults ?? [],
        happenings: happenings(in: scene)
      ) { share, cases in
        progress?.show { "sweep \(file): \(cases) cases, \(Int(share * 100)) %" }
      }
      progress?.erase()
      let report = SweepReport(
        result, of: file, in: scenes, for: options, until: length)
      if report.hasFailed, worst == .success { worst = .findings }
      try OutputFile.standard.writeWhileRead(json ? report.json : report.text)
    }
    guard worst == .success else { throw worst }
  }

  /// What comes from outside, and the end of the time to sweep.
  private func happenings(in scene: Rehearsal.Scene?) -> [Happening] {
    let end = length.map { Happening.exit(.timeUp, at: Milliseconds($0.milliseconds).nanoseconds) }
    return ((scene?.happenings ?? []) + (end.map { [$0] } ?? [])).inOrder
  }
}

/// The report of a sweep of one script.
struct SweepReport {
  private let result: SweepResult
  private let file: String
  private let scenes: SceneOption
  private let options: CompilationOptions
  private let length: TimeSpan?

  init(
    _ result: SweepResult, of file: String, in scenes: SceneOption,
    for options: CompilationOptions, until length: TimeSpan? = nil
  ) {
    self.result = result
    self.length = length
    self.scenes = scenes
    self.file = file
    self.options = options
  }

  /// True if a case failed, or the script ends before its time without any.
  var hasFailed: Bool { result.failures > 0 || result.early != nil }

  /// The report for people.
  var text: TextBuffer {
    var text = TextBuffer()
    text.write(hasFailed ? "FAIL  " : "ok    ")
    text.write(sanitizedLine: file)
    text.write(string: ": \(summary)\n")
    for line in details {
      text.write("      ")
      text.write(sanitizedLine: line)
      text.write("\n")
    }
    return text
  }

  /// The counts in words.
  var summary: String {
    if result.calls == 0, !hasFailed {
      return "nothing was tried: no motor turns "
        + (scenes.scene == nil
          ? "in this run; 'dock sweep --scene FILE' gives it events" : "in this scene")
    }
    return "\(result.calls) calls, \(result.cuts) cuts, \(result.faults) faults, "
      + (result.spared > 0 ? "\(result.spared) spared because the dock was gone, " : "")
      + (result.failures > 0 ? "\(result.failures) failed" : "all given back")
  }

  /// The first case that failed: what was wrong, and the line that repeats it; and what was not
  /// tried.
  var details: [String] {
    var lines: [String] = []
    if let first = result.first {
      lines += first.reasons + ["to see it: \(command(for: first.blow))"]
    }
    if let early = result.early {
      let time = decimal(thousandths: Int(early.time))
      lines.append("undisturbed, the show ends at \(time) s: \(early.summary)")
      lines.append("nothing after that was tried; to see it: \(command)")
    }
    if let cues = result.mostCues {
      lines.append("only the first \(cues) cues were tried; '--for' sets a time instead")
    }
    if result.isTimeUp, let length { lines.append("only the first \(length) were tried") }
    return lines
  }

  /// The report as a line of JSON.
  var json: TextBuffer {
    var writer = JSONWriter(.compact)
    writer.object {
      $0.member("dock_sweep", 1)
      $0.member("file", file)
      $0.member("calls", result.calls)
      $0.member("cuts", result.cuts)
      $0.member("faults", result.faults)
      $0.member("spared", result.spared)
      $0.member("failures", result.failures)
      if let early = result.early {
        $0.member("endsEarlyAtMilliseconds", Int(early.time))
        $0.member("endsEarlyBecause", early.summary)
      }
      if let cues = result.mostCues { $0.member("cues", cues) }
      if let length { $0.member("forMilliseconds", length.milliseconds) }
      guard let first = result.first else { return }
      $0.member("reason", first.reasons.joined(separator: "; "))
      $0.member("command", command(for: first.blow))
    }
    return writer.buffer + TextBuffer("\n")
  }

  /// The command line that plays the script undisturbed.
  private var command: String { words.joined(separator: " ") }

  /// The words of that.
  private var words: [String] {
    ["dock run \(quoted(file)) --trace"] + (options.given + scenes.given).map(\.words)
      + (length.map { ["--for \($0.milliseconds)ms"] } ?? [])
  }

  /// The command line that repeats `attempt`.
  private func command(for attempt: SweepCase) -> String {
    var words = words
    if !attempt.isTracking { words.append("--tracking off") }
    switch attempt.blow {
    case .cutAfter(let exit, let calls): words.append("--cut call:\(calls) --by \(exit.rawValue)")
    case .cut(let exit, let time): words.append("--cut \(time)ns --by \(exit.rawValue)")
    case .fault(let kind, let call): words.append("--fault \(kind.name)@\(call)")
    }
    if case .call(let call) = attempt.second?.moment, let kind = attempt.second?.kind {
      words.append("--fault \(kind.name)@\(call)")
    }
    return words.joined(separator: " ")
  }
}
