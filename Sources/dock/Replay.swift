import ArgumentParser
import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Simulation

/// `dock replay`: repeats a recorded run, and checks that it is the same.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Repeat a recorded run exactly.",
    discussion: """
      'dock run --record FILE' records the sources, the schedule, and every event with its time. \
      That file alone is enough to repeat the run, on any machine, in virtual time. The command \
      fails if a byte of the trace differs.
      """)

  @Argument(help: "The recording; '-' is standard input.", completion: .file())
  var file: String

  @Flag(help: "Print the receipt only.")
  var quiet = false

  @Flag(help: "Print everything that happened to the dock instead of the steps.")
  var trace = false

  @Option(help: "Whether messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var bounds: Bounds

  func run() throws {
    let input = try Input(file, bounds, Reporter(color))
    var (sources, found) = (SourceMap(), Diagnostics())
    let recording: Recording
    do {
      recording = try Recording(reading: input.file.bytes)
    } catch {
      let number = sources.add(name: file, bytes: input.file.bytes)
      found.report(error.diagnostic(at: sources.files[number].span(ofLine: error.line)))
      try Reporter(color).report(found, in: sources)
      throw ExitStatus.findings
    }
    Console.sayUnused(bounds.compiling, because: "a run is repeated as it was recorded")
    let read = recording.cue(name: file, sources: &sources, reporting: &found)
    try Reporter(color).report(found, in: sources)
    guard let cue = read else { throw ExitStatus.findings }
    try replay(recording, cue)
  }

  private func replay(_ recording: Recording, _ cue: Cue) throws {
    var report = RunReport(
      cue.schedule, showsSteps: !quiet && !trace, beginsAtMark: recording.part?.start != nil)
    let run = recording.replay(cue) { _ = report.show($0) }
    if let failure = report.failure { throw failure }
    if trace {
      var text = TextBuffer()
      run.trace.write(to: &text)
      try OutputFile.standard.write(text)
    }
    if !quiet { try OutputFile.standard.write(TextBuffer("\n")) }
    try OutputFile.standard.write(Receipt(run, of: cue.schedule).text)
    guard Recording.hash(run.trace) == recording.trace else {
      Console.say("a bug in dock: the trace is not that of the recorded run")
      throw ExitStatus.bug
    }
  }
}

extension Recording.Flaw {
  /// The report of the flaw in the line at `place`.
  fileprivate func diagnostic(at place: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .malformedSchedule, message, at: place,
      notes: [
        "a recording can be repeated only as it was written: record the run again with "
          + "'dock run --record'"
      ])
  }
}
