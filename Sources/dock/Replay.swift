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

  @Argument(help: "The recording; '-' is standard input.")
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
    guard let recording = Recording(input.file.bytes) else {
      try Reporter(color).report(
        Diagnostic(
          .malformedSchedule, "'\(file)' is not a recording, or it has been changed", at: nil))
      throw ExitStatus.findings
    }
    var (sources, found) = (SourceMap(), Diagnostics())
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
