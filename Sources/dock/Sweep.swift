import ArgumentParser
import Language
import Printing
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
      is printed as a 'dock run' command that repeats it.
      """)

  @Argument(help: "The scripts, schedules or cue sheets; '-' is standard input.")
  var files: [String]

  @Flag(help: "Print JSON, one object a script.")
  var json = false

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  func run() throws {
    var hasFailed = false
    for file in files {
      let first = try options.firstCue(of: file, Reporter(color))
      let scene = try scenes.load(options.bounds, orElse: first.scene, Reporter(color))
      let progress = ProgressLine()
      let result = sweep(
        first.cue, company: scene?.company ?? Company(), faults: scene?.faults ?? [],
        happenings: scene?.happenings ?? []
      ) { share, cases in
        progress?.show { "sweep \(file): \(cases) cases, \(Int(share * 100)) %" }
      }
      progress?.erase()
      hasFailed = hasFailed || result.failures > 0
      let report = SweepReport(result, of: file, in: scenes.scene, for: options)
      try OutputFile.standard.write(json ? report.json : report.text)
    }
    if hasFailed { throw ExitStatus.findings }
  }
}

/// The report of a sweep of one script.
struct SweepReport {
  private let result: SweepResult
  private let file: String
  private let scene: String?
  private let options: CompilationOptions

  init(
    _ result: SweepResult, of file: String, in scene: String? = nil,
    for options: CompilationOptions
  ) {
    self.result = result
    self.scene = scene
    self.file = file
    self.options = options
  }

  /// The report for people.
  var text: TextBuffer {
    var text = TextBuffer()
    let failed = result.failures > 0
    text.write(failed ? "FAIL  " : "ok    ")
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
    "\(result.calls) calls, \(result.cuts) cuts, \(result.faults) faults, "
      + (result.spared > 0 ? "\(result.spared) spared because the dock was gone, " : "")
      + (result.failures > 0 ? "\(result.failures) failed" : "all given back")
  }

  /// The first case that failed: what was wrong, and the line that repeats it.
  var details: [String] {
    guard let first = result.first else { return [] }
    return first.reasons + ["to see it: \(command(for: first.blow))"]
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
      guard let first = result.first else { return }
      $0.member("reason", first.reasons.joined(separator: "; "))
      $0.member("command", command(for: first.blow))
    }
    return writer.buffer + TextBuffer("\n")
  }

  /// The command line that repeats `attempt`.
  private func command(for attempt: SweepCase) -> String {
    var words = ["dock run \(quoted(file)) --trace"]
    if options.profile.argument != ProfileOption().argument {
      words.append("--profile \(quoted(options.profile.argument))")
    }
    if let scene { words.append("--scene \(quoted(scene))") }
    if options.seed != 0 { words.append("--seed \(options.seed)") }
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

  /// `text` as one word of a shell.
  private func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x2D...0x39).contains(byte) || byte == 0x5F
    }
    if plain { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
