import Motion
import Playback
import Printing
import Quantities
import Rehearsal
import Schedules
import Simulation
import Vocabulary

/// Shows a performance: each step as it begins, then a receipt.
///
/// A closed output must not leave a dock turning: the performance is stopped safely, and the
/// failure is reported afterwards.
struct RunReport {
  /// The schedule of the current cue.
  private var schedule: Schedule
  /// The names of the source files.
  private let files: [String]
  /// Whether steps are shown.
  let showsSteps: Bool
  /// What is written before each line.
  private let start: TextBuffer
  private(set) var failure: OutputFailure?
  /// True while the dock is brought to the mark where the show begins.
  private var isOnTheWay: Bool

  /// Creates the report of a performance that begins with `schedule`; `start` comes before each
  /// line.
  ///
  /// The performance begins at a mark if it `beginsAtMark`.
  init(
    _ schedule: Schedule, showsSteps: Bool, start: TextBuffer = TextBuffer(),
    beginsAtMark: Bool = false
  ) {
    (self.schedule, files) = (schedule, schedule.files)
    self.showsSteps = showsSteps
    self.start = start
    isOnTheWay = beginsAtMark
  }

  /// Shows `event`; returns false if it could not be shown, now or earlier.
  mutating func show(_ event: PlaybackEvent) -> Bool {
    guard let line = line(for: event), failure == nil else { return failure == nil }
    do throws(OutputFailure) {
      try OutputFile.standard.write(line)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// The line that shows `event`; nil if none does.
  mutating func line(for event: PlaybackEvent) -> TextBuffer? {
    guard showsSteps else { return nil }
    if case .cue(let schedule, _) = event.kind {
      self.schedule = schedule
      if !schedule.steps.contains(where: schedule.isMark) { isOnTheWay = false }
    }
    if case .began(_, let step) = event.kind, schedule.isMark(step) { isOnTheWay = false }
    guard var (text, place) = describe(event.kind) else { return nil }
    if isOnTheWay { (text, place) = ("to the mark: \(text)", place) }
    var line = start
    line.write(spaces: max(0, 9 - decimalWidth(event.time)))
    line.write(thousandths: Int(Nanoseconds(event.time).nearestMilliseconds))
    line.write(" s  ")
    line.write(sanitizedLine: text)
    if !place.isEmpty {
      line.pad(to: 56, from: start.count)
      line.write("  ")
      line.write(sanitizedLine: place)
    }
    line.write("\n")
    return line
  }

  private func decimalWidth(_ nanoseconds: Int) -> Int {
    let shown = Milliseconds(Nanoseconds(nanoseconds).nearestMilliseconds).nanoseconds
    return String(Nanoseconds(shown).wholeSeconds).utf8.count + 4
  }

  private func describe(_ kind: PlaybackEvent.Kind) -> (text: String, place: String)? {
    switch kind {
    case .began(_, let step) where schedule.isUntold(step): nil
    case .began(_, let step): (schedule.words(for: step), place(step.line))
    case .skipped(_, let step, let late):
      (
        "\(schedule.words(for: step)), left out: \(decimal(Nanoseconds(late)))s late",
        place(step.line)
      )
    case .awaits(let wait): (wait.waitWords, place(wait.line))
    case .decided(let conditions, let index, let line):
      (conditions.outcome(index), place(line))
    case .located(let subject, let place, let short, let line):
      (subject.words(at: place, short: short), self.place(line))
    case .counted(let name, let value): ("\(name) is \(value)", "")
    case .wrote(let note, let line): ("log \(note.text)", place(line))
    case .event(let event, let lines, let dropped):
      lines.isEmpty && !dropped.isEmpty
        ? ("\(event.description), dropped", dropped.map(place).joined(separator: ", "))
        : (
          event.description,
          (lines.map(place) + dropped.map { "\(place($0)) (dropped)" }).joined(separator: ", ")
        )
    case .stretched(let stretch) where abs(stretch.length) >= Milliseconds(1).nanoseconds:
      (
        "\(stretch.length < 0 ? "sooner" : "later") by "
          + "\(decimal(Nanoseconds(abs(stretch.length))))s: \(stretch.reason.words)", ""
      )
    case .owed(let action, let line): ("\(action.words), now that the show is over", place(line))
    case .reclaimed: ("tracking was switched on by somebody else, and is off again", "")
    case .held: ("paused: the motors are given back until the show resumes", "")
    case .resumed: ("the show resumes", "")
    case .replanned: ("planned again from where the dock stands", "")
    case .refused(let failure): (failure.summary, failure.cause.map { place($0.line) } ?? "")
    case .cue, .sent, .note, .tracking, .gaveBack, .stretched: nil
    }
  }

  private func place(_ line: UInt32) -> String { files.place(of: line) }
}

extension Schedule {
  /// True if `step` names its place.
  fileprivate func isMark(_ step: Step) -> Bool {
    if case .note(let note)? = action(of: step) { note.kind == .mark } else { false }
  }

  /// True if `step` writes a line that is told of when it has been filled in, or only says that
  /// what a 'finally' holds comes next, or that places are about to be lost.
  fileprivate func isUntold(_ step: Step) -> Bool {
    switch action(of: step) {
    case .log, .finally(.isDue), .hold: true
    default: false
    }
  }
}

extension [String] {
  /// The place that steps carry as `line`, in the file of these names; empty if there is none.
  fileprivate func place(of line: UInt32) -> String {
    let (file, number) = (Int(line >> 24), Int(line & 0xFF_FFFF))
    return number > 0 && file < count ? "\(self[file]):\(number)" : ""
  }
}

extension Outcome.Stretch.Reason {
  /// The reason as the end of a sentence.
  var words: String {
    switch self {
    case .slowMotion: "the dock took longer"
    case .gaveUp: "the dock never finished"
    case .replanned: "the distance was longer"
    case .handover: "the motors were taken or given back"
    case .callRate: "the dock takes only so many calls a second"
    case .regained: "the dock was brought back to its path"
    case .held: "the show was paused"
    case .late: "a command was late"
    case .recovered: "a wait made up for delays"
    }
  }
}

/// The last lines of a run: its results.
struct Receipt {
  let outcome: Outcome
  let exit: Exit?
  let following: FollowingFigures?
  let schedule: Schedule
  let live: LiveRecord?
  /// The number of the signal that ended it; 0 if none did.
  let signal: Int32
  /// The number of lines that were not shown because the output was not read in time.
  let lost: Int

  init(
    _ run: RunRecord, of schedule: Schedule, live: LiveRecord? = nil, signal: Int32 = 0,
    lost: Int = 0
  ) {
    (outcome, exit, following) = (run.outcome, run.exit, run.following)
    self.schedule = schedule
    self.live = live
    self.signal = signal
    self.lost = lost
  }

  /// The receipt for people.
  var text: TextBuffer {
    var text = TextBuffer()
    let length = decimal(Nanoseconds(outcome.length))
    let planned = decimal(thousandths: Int(outcome.plannedLength))
    row("length", length == planned ? "\(length) s" : "\(length) s, planned \(planned) s", &text)
    if outcome.start >= Milliseconds(1).nanoseconds {
      let start = decimal(Nanoseconds(outcome.start))
      row("began", "at \(start) s, when the motors were taken", &text)
    }
    row("peak speed", figures(outcome.peakSpeed, "deg/s", signed: false), &text)
    if let displacement = outcome.displacement {
      row("displacement", figures(displacement, "deg", signed: true), &text)
    }
    if let misplacement = outcome.misplacement {
      row("off position", figures(misplacement, "deg", signed: true), &text)
    }
    row("tracking", "\(word(outcome.trackingBefore)) -> \(word(outcome.trackingAfter))", &text)
    if let following { row("followed", words(for: following), &text) }
    row("stop", outcome.isStopConfirmed ? "confirmed" : "NOT CONFIRMED", &text)
    for (index, handler) in outcome.handlers.enumerated() {
      row(index == 0 ? "handlers" : "", "\(name(of: handler)): \(words(for: handler))", &text)
    }
    if outcome.skipped > 0 { row("left out", "\(outcome.skipped) late", &text) }
    if let time = outcome.preemption {
      row("script", "preempted at \(decimal(thousandths: Int(time))) s", &text)
    }
    if let time = outcome.recording {
      row("camera", "still recording, since \(decimal(thousandths: Int(time))) s", &text)
    }
    if let time = outcome.stoppedRecording {
      let start = decimal(thousandths: Int(time))
      row("camera", "recording since \(start) s, stopped at the end", &text)
    }
    if ending != "done", ending != "failed" { row("ending", ending, &text) }
    if let live { write(live, to: &text) }
    return text
  }

  /// How well the dock followed those around it.
  private func words(for following: FollowingFigures) -> String {
    func seconds(_ nanoseconds: Int) -> String {
      decimal(thousandths: Nanoseconds(nanoseconds).wholeMilliseconds / 10 * 10) + " s"
    }
    let share = Thousandths.count(in: Double(following.framed)) / Double(max(1, following.length))
    var words = "framed for \(decimal(thousandths: Int(share.rounded()) * 100))% of "
    words += seconds(following.length)
    if let error = following.error {
      words += ", \(decimal(thousandths: Int((100 * error).rounded()) * 10))deg off (rms)"
    }
    if following.lost > 0 { words += ", lost for \(seconds(following.lost))" }
    if following.changes > 0 {
      words += ", \(following.changes) change\(following.changes == 1 ? "" : "s") of subject"
    }
    return words
  }

  private func write(_ live: LiveRecord, to text: inout TextBuffer) {
    let lateness = live.lateness
    row(
      "lateness",
      "p50 \(milliseconds(lateness.median)), p99 \(milliseconds(lateness.percentile99)), "
        + "max \(milliseconds(lateness.greatest))", &text)
    row("drift", "\(milliseconds(lateness.drift)), \(lateness.drops) frames dropped", &text)
    if lost > 0 { row("not shown", "\(lost) lines: the output was not read in time", &text) }
    guard let interruption = live.interruption else { return }
    let zero = interruption.zeroAfter.map { "zero velocity after \(milliseconds($0)), " } ?? ""
    row(
      "interrupted",
      "by \(name(of: interruption.exit)) at \(milliseconds(interruption.time)): \(zero)"
        + "restored after \(milliseconds(interruption.restoredAfter))", &text)
  }

  /// What is shown as the cause of an interruption.
  private func name(of exit: Exit) -> String {
    exit == .signal && signal != 0 ? "signal \(signal)" : exit.rawValue
  }

  /// The whole microseconds of `nanoseconds`.
  private func micro(_ nanoseconds: Int) -> Int { Nanoseconds(nanoseconds).wholeMicroseconds }

  /// `nanoseconds` as milliseconds with their thousandths.
  private func milliseconds(_ nanoseconds: Int) -> String {
    decimal(thousandths: Nanoseconds(nanoseconds).wholeMicroseconds) + " ms"
  }

  /// Writes the members of the receipt.
  func write(to json: inout JSONWriter) {
    json.member("ending", ending)
    json.member("lengthMilliseconds", Int(Nanoseconds(outcome.length).nearestMilliseconds))
    json.member("plannedMilliseconds", Int(outcome.plannedLength))
    json.object("peakSpeed") { write(outcome.peakSpeed, to: &$0) }
    if let displacement = outcome.displacement {
      json.object("displacement") { write(displacement, to: &$0) }
    }
    if let misplacement = outcome.misplacement {
      json.object("misplacement") { write(misplacement, to: &$0) }
    }
    json.member("trackingBefore", outcome.trackingBefore)
    json.member("trackingAfter", outcome.trackingAfter)
    json.member("stopConfirmed", outcome.isStopConfirmed)
    if let following {
      json.object("followed") { json in
        json.member("milliseconds", Nanoseconds(following.length).wholeMilliseconds)
        json.member("framedMilliseconds", Nanoseconds(following.framed).wholeMilliseconds)
        json.member("lostMilliseconds", Nanoseconds(following.lost).wholeMilliseconds)
        json.member("changesOfSubject", following.changes)
        if let error = following.error {
          json.member("errorMillidegrees", Int(Millidegrees.count(in: error).rounded()))
        }
      }
    }
    if outcome.drops > 0 { json.member("droppedEvents", outcome.drops) }
    if outcome.skipped > 0 { json.member("skippedSteps", outcome.skipped) }
    if !outcome.handlers.isEmpty { json.array("handlers") { write(outcome.handlers, to: &$0) } }
    if let time = outcome.preemption { json.member("preemptedAtMilliseconds", Int(time)) }
    if let time = outcome.recording { json.member("recordingSinceMilliseconds", Int(time)) }
    if let time = outcome.stoppedRecording {
      json.member("recordingStoppedSinceMilliseconds", Int(time))
    }
    if let live { write(live, to: &json) }
  }

  private func write(_ live: LiveRecord, to json: inout JSONWriter) {
    json.object("latenessMicroseconds") {
      $0.member("count", live.lateness.count)
      $0.member("p50", micro(live.lateness.median))
      $0.member("p99", micro(live.lateness.percentile99))
      $0.member("max", micro(live.lateness.greatest))
      $0.member("drift", micro(live.lateness.drift))
      $0.member("framesDropped", live.lateness.drops)
    }
    if lost > 0 { json.member("linesNotShown", lost) }
    guard let interruption = live.interruption else { return }
    json.object("interruption") {
      $0.member("by", name(of: interruption.exit))
      $0.member("atMicroseconds", micro(interruption.time))
      if let zero = interruption.zeroAfter { $0.member("zeroAfterMicroseconds", micro(zero)) }
      $0.member("restoredAfterMicroseconds", micro(interruption.restoredAfter))
    }
  }

  /// The event that `handler` handles; its place, too, if another handles the same.
  private func name(of handler: HandlerTally) -> String {
    let event = handler.event.description
    let isAlone = outcome.handlers.count { $0.event == handler.event } == 1
    return isAlone ? event : "\(event) (\(schedule.files.place(of: handler.line)))"
  }

  /// How the calls of `handler` ended, as in `3 done, 1 dropped`.
  private func words(for handler: HandlerTally) -> String {
    let ends = HandlerTally.End.allCases.filter { handler[$0] > 0 }
    if ends.isEmpty { return "never called" }
    var words = ends.map { "\(handler[$0]) \($0.rawValue)" }
    if handler.roomMade > 0 { words.append("\(handler.roomMade) moved first to where it fits") }
    return words.joined(separator: ", ")
  }

  private func write(_ handlers: [HandlerTally], to json: inout JSONWriter) {
    for handler in handlers {
      json.object {
        $0.member("event", handler.event.description)
        $0.member("place", schedule.files.place(of: handler.line))
        $0.member("done", handler[.done])
        $0.member("preempted", handler[.preempted])
        $0.member("dropped", handler[.dropped])
        $0.member("failed", handler[.failed])
        $0.member("aborted", handler[.aborted])
        $0.member("movedFirst", handler.roomMade)
      }
    }
  }

  private var ending: String {
    switch outcome.ending {
    case .cancelled where exit == .timeUp: "time up"
    case .cancelled where exit == .silence: "nothing more happens"
    case .cancelled where exit == .tooManyCues:
      "stopped after \(outcome.cuesWithoutEvent ?? 0) cues without an event"
    case .cancelled where exit == .kill: "killed"
    case .done: "done"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .killed: "killed"
    }
  }

  private func row(_ name: String, _ value: String, _ text: inout TextBuffer) {
    text.write(string: name)
    text.write(spaces: 16 - name.utf8.count)
    text.write(string: value + "\n")
  }

  private var axes: [Axis] { Axis.allCases.filter { schedule.limits.first?[$0] != nil } }

  private func figures(_ values: PerAxis<Double>, _ unit: String, signed: Bool) -> String {
    axes.map { axis in
      let value = thousandths(values[axis])
      let figure = signed ? axis.directed(value, unit) : decimal(thousandths: value) + unit
      return "\(axis.scriptName) \(figure)"
    }.joined(separator: ", ")
  }

  private func write(_ values: PerAxis<Double>, to json: inout JSONWriter) {
    for axis in axes { json.member(axis.name, Thousandths(thousandths(values[axis]))) }
  }

  private func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
