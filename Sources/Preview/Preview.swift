import Diagnosis
import Hardware
import Motion
import Playback
import Plotting
import Printing
import Rehearsal
import Schedules
import Simulation

/// What a preview shows: a script, what was found in it, and how it goes.
///
/// A value without a clock and without places of this machine: the same script gives the same page.
package struct Preview: Sendable {
  /// A text that steps come from.
  package struct Source: Equatable, Sendable {
    /// Its name, as steps carry it.
    package var name: String
    /// Its lines; nil if the text is not known, as of a compiled schedule.
    package var lines: [String]?
  }

  /// Something that is wrong or doubtful in a source.
  package struct Finding: Equatable, Sendable {
    /// True if it is an error.
    package var isError: Bool
    /// The code, as in `D0201`.
    package var code: String
    /// The message, and the facts below it.
    package var message: String
    package var notes: [String]
    /// The number of its source and its line, both from 1; 0 where there is no place.
    package var source, line: Int
  }

  /// An event that the script waits for or handles.
  package struct Event: Equatable, Sendable {
    /// The event as scripts write it.
    package var name: String
    /// What becomes of the show: the policy of the handler, or where it leads; nil of a wait.
    package var policy: String?
    /// What the page does when it is pressed.
    package var act: Act
    /// The event as the option `--event` takes it, with `T` for its time.
    package var option: String
    /// Its place in the sources, as `hello.dock:3`; empty if there is none.
    package var source: String
  }

  /// What happens around the dock when somebody presses a button of the page.
  package enum Act: Equatable, Sendable {
    /// The event comes.
    case event(WorldEvent)
    /// A visitor comes, to where the phone looks.
    case arrival
    /// The visitor leaves.
    case departure
  }

  /// An event that was pressed, by its number in `Preview.events`, and when, in nanoseconds.
  package struct Press: Equatable, Sendable {
    package var event: Int
    package var time: Int
    /// Where the phone looks then, in degrees to the right.
    var bearing = 0.0

    /// Creates a press.
    package init(event: Int, time: Int) { (self.event, self.time) = (event, time) }
  }

  /// One way in which the show can go.
  package struct Run: Sendable {
    /// What was pressed in the page, in order; empty for the show without it.
    package var presses: [Press]
    /// The number of the run that this leaves at its last press; nil of the first.
    package var parent: Int?
    /// What was planned and done.
    package var plot: TimePlot
    /// What happened to the dock.
    package var trace: Trace
    /// When the screen is touched, in nanoseconds.
    package var taps: [Int] = []
    /// How it ended.
    package var ending: String
  }

  /// The name of the script.
  package var title: String
  /// The name of the dock.
  package var dock: String
  /// The texts, the script first.
  package var sources: [Source]
  /// What was found in them.
  package var findings: [Finding]
  /// Who and what is around the dock.
  package var company: Company
  /// The events of the script.
  package var events: [Event]
  /// The ways in which the show can go; the first is the show as it was asked for.
  package var runs: [Run]
  /// How many steps all cues have, as a plot says it.
  package var steps: Int
  /// What the page does not hold, a sentence each.
  package var leftOut: [String]
  /// The command that makes the page anew.
  package var command: String
}

extension Preview {
  /// Creates the preview of `show`.
  ///
  /// - Parameters:
  ///   - show: what is performed.
  ///   - sheet: all cues of the script, which tell what it waits for.
  ///   - files: the texts and what was found in them.
  ///   - command: the command that makes the page, for people who want another.
  ///   - isExplored: whether the events are pressed that the script waits for.
  package init(
    of show: PreviewShow, with sheet: CueSheet, from files: (SourceMap, Diagnostics),
    by command: String, isExplored: Bool = true
  ) {
    let names = show.cue.schedule.files
    let (map, found) = files
    title = names.first ?? ""
    dock = show.cue.schedule.model.name
    sources = Preview.sources(names, in: map)
    findings = found.all.map { Finding($0, in: map) }
    company = show.company
    self.command = command
    events = Preview.events(of: sheet)
    steps = sheet.entries.reduce(0) { $0 + $1.cue.schedule.steps.count }
    var explorer = BranchExplorer(show, events: events)
    explorer.explore(atMost: isExplored ? BranchExplorer.mostRuns : 1)
    (runs, leftOut) = (explorer.runs, [])
    let untried = explorer.untried + dropBranches()
    if isExplored, untried > 0 {
      leftOut.append(
        untried == 1 ? "what comes of one more press" : "what comes of \(untried) more presses")
    }
    if runs.contains(where: \.leavesOutPlan) {
      leftOut.append("the planned curves, of which there are too many; what the dock did is here")
    }
    if found.dropped > 0 { leftOut.append("\(found.dropped) more diagnostics") }
    if sources.contains(where: { $0.lines == nil }) {
      leftOut.append("the source of a compiled schedule")
    }
  }

  /// The most bytes of a page, unless the show as it was asked for needs more; what it says of what
  /// is left out comes to that.
  package static let greatestPage = 299_000

  /// Leaves out the last branches if the page is small enough only without them; returns how many.
  private mutating func dropBranches() -> Int {
    let all = runs
    guard all.count > 1, !fits else { return 0 }
    runs = [all[0]]
    guard fits else {
      runs = all
      return 0
    }
    for run in all.dropFirst() where fits { runs.append(run) }
    if !fits { runs.removeLast() }
    return all.count - runs.count
  }

  /// True if the page is as small as it should be.
  private var fits: Bool { page.count < Preview.greatestPage }

  /// The same with the runs that lead to `presses`, one press after the other, and no others.
  ///
  /// Presses of events that it does not have are left out.
  package func pressing(_ presses: [Press], in show: PreviewShow) -> Preview {
    var (preview, known) = (self, presses.filter { events.indices.contains($0.event) })
    known.sort { $0.time < $1.time }
    preview.runs.removeLast(preview.runs.count - 1)
    for count in 1...max(1, known.count) where count <= known.count {
      known[count - 1].look(where: preview.runs[count - 1].trace)
      let done = Array(known.prefix(count))
      preview.runs.append(Run(show.perform(done, of: events), presses: done, parent: count - 1))
    }
    return preview
  }

  /// What a page is told that shows what was there before the errors in `found`.
  package static func stale(_ found: Diagnostics, in map: SourceMap) -> TextBuffer {
    var writer = JSONWriter(.compact)
    writer.object { json in
      json.member("message", "This is the show before the last change, which has errors.")
      json.array("findings") { json in
        for diagnostic in found.all { Finding(diagnostic, in: map).write(to: &json) }
      }
    }
    return writer.buffer.inPage
  }

  /// The most bytes of a text that a page holds.
  private static let greatestSource = 1_000_000

  private static func sources(_ names: [String], in map: SourceMap) -> [Source] {
    // The texts of a compiled schedule are not there; the map then has only the schedule.
    let isScript = map.files.count == names.count && map.files.first.map(isSchedule) == false
    return names.enumerated().map { index, name in
      guard isScript, map.files[index].bytes.count <= greatestSource else {
        return Source(name: name, lines: nil)
      }
      let bytes = map.files[index].bytes
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        harmless(line.last == 0x0D ? line.dropLast() : line)
      }
      if lines.last == "" { lines.removeLast() }
      return Source(name: name, lines: lines)
    }
  }

  private static func isSchedule(_ file: SourceFile) -> Bool {
    CueSheet.isWritten(in: file.bytes, named: file.name)
  }
}

extension Preview.Finding {
  fileprivate init(_ diagnostic: Diagnostic, in map: SourceMap) {
    isError = diagnostic.severity == .error
    code = diagnostic.code.name
    message = harmless(diagnostic.message)
    notes = diagnostic.notes.map { harmless($0) } + diagnostic.fixIts.map { harmless($0.title) }
    guard let span = diagnostic.span, !map.files.isEmpty else {
      (source, line) = (0, 0)
      return
    }
    source = map.index(of: span.start) + 1
    line = map.location(of: span.start).line
  }
}
