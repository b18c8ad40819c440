import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// The cue sheet of a play, written and read in both forms, and played as the script is.
struct RepeatedSheet {
  /// Where they differ, in words; empty if they do not.
  private(set) var faults: [String] = []
  /// Whether the sheet can be played; nil if the play has none, or is one schedule.
  private(set) var isPlayed: Bool?

  /// Writes, reads and plays the cue sheet of `play`.
  init(_ play: RandomPlay.Prepared) {
    var found = Diagnostics()
    let written = play.script.cueSheet(for: play.compilation, reporting: &found)
    guard let sheet = written, sheet.straight == nil else { return }
    isPlayed = false
    let own = Told(play, play.cue)
    for (isJSON, form) in [(false, sheet.text), (true, sheet.json)] {
      let (read, log) = readBack(Array(form.utf8))
      guard let again = read else {
        faults.append("the sheet cannot be read: \(log)\n\(form)")
        continue
      }
      let isSame = again.text == sheet.text
      let isSameJSON = !isJSON && sheet.hasHandlers || again.json == sheet.json
      if !isSame || !isSameJSON { faults.append("the sheet reads as another\n\(form)") }
      var obstacles = Diagnostics()
      guard let first = again.firstCue(reporting: &obstacles) else {
        if !obstacles.hasErrors { faults.append("the sheet is refused without a reason\n\(form)") }
        continue
      }
      // A sheet plans a move to somebody as if from an assumed place, and then again.
      guard !sheet.turnsToSubjects else { continue }
      isPlayed = true
      // One without decisions hears of the world once more, before its first step.
      let told = Told(play, first)
      if let difference = told.difference(to: own, inWords: again.straight == nil) {
        faults.append("the sheet plays differently: \(difference)\n\(sheet.text)")
      }
    }
  }
}

extension CueSheet {
  /// True if a move of it leads to whom or what is looked for in the show.
  fileprivate var turnsToSubjects: Bool {
    entries.contains { entry in
      entry.cue.schedule.steps.contains { entry.cue.schedule.subject(of: $0) != nil }
    }
  }
}

/// A play that is carried out again, and must be the same.
struct RepeatedPlay {
  /// Where it differs, in words; empty if it does not.
  private(set) var faults: [String] = []

  /// Plays `play` with only some steps planned ahead, and from its recording.
  init(_ play: RandomPlay.Prepared) {
    var found = Diagnostics()
    let played = play.script.firstCue(
      for: play.compilation, isPlayed: true, reporting: &found)
    guard let cue = played else {
      faults.append("it cannot be compiled a second time")
      return
    }
    let run = play.rehearse(cue) { _ in }
    let whole = play.rehearse(play.cue) { _ in }
    // How soon a show ends that cannot go on depends on how far ahead that is found out.
    let areCutOff = [run, whole].map(\.outcome.isCutOff)
    if areCutOff[0] != areCutOff[1] {
      faults.append("planned in portions, it ends differently")
    } else if !areCutOff[0], let difference = run.trace.difference(from: whole.trace) {
      // And so does where the dock goes first, so that what follows fits within its limits.
      let isDetour = RepeatedPlay.areApart([run, whole], before: difference)
      if !isDetour { faults.append("planned in portions, it plays differently: \(difference)") }
    }
    let recording = Recording(
      of: cue, compiledFor: play.compilation, from: play.script.sources,
      sounds: play.script.sounds, isTracking: play.isTracking, company: play.company,
      faults: play.faults, happenings: play.happenings, trace: run.trace)
    var sources = SourceMap()
    guard let read = Recording(recording.text.bytes), read == recording,
      let again = read.cue(name: "x.rec", sources: &sources, reporting: &found)
    else {
      faults.append("its recording cannot be read")
      return
    }
    let replayed = read.replay(again)
    if replayed.trace.text != run.trace.text || Recording.hash(replayed.trace) != read.trace {
      faults.append("its recording plays differently")
    }
  }

  /// True if one of `runs` had gone somewhere first, and the other had not, before the time with
  /// which `difference` begins.
  private static func areApart(_ runs: [RunRecord], before difference: String) -> Bool {
    let detours = runs.map { run in run.outcome.stretches.filter { $0.reason == .replanned } }
    let same = zip(detours[0], detours[1]).prefix { $0 == $1 }.count
    guard let milliseconds = difference.split(separator: " ").first.flatMap({ Int($0) }) else {
      return false
    }
    return zip(runs, detours).contains { run, detours in
      guard detours.indices.contains(same) else { return false }
      let begin = run.outcome.time(of: detours[same].time) - detours[same].length
      return begin / 1_000_000 <= milliseconds
    }
  }
}

extension RandomPlay.Prepared {
  /// Carries out `cue` in the scene of the play.
  fileprivate func rehearse(
    _ cue: Cue, reporting report: @escaping (PlaybackEvent) -> Void
  ) -> RunRecord {
    Rehearsal.rehearse(
      cue, isTracking: isTracking, company: company, faults: faults, happenings: happenings,
      reporting: report)
  }
}

/// What a run does and tells, but for where those are to whom moves turn: of a move that is over as
/// it begins, the script says it, and its sheet, which has no such move, does not.
private struct Told {
  let run: RunRecord
  let lines: [String]
  /// The events for which nothing was done: it makes no difference what else is told before them in
  /// their instant.
  let unheard: [String]

  init(_ play: RandomPlay.Prepared, _ cue: Cue) {
    var (lines, unheard): ([String], [String]) = ([], [])
    run = play.rehearse(cue) { event in
      switch event.kind {
      case .located: break
      case .event(_, let taken, let dropped) where taken.isEmpty && dropped.isEmpty:
        unheard.append(event.line)
      default: lines.append(event.line)
      }
    }
    (self.lines, self.unheard) = (lines, unheard)
  }

  /// The first difference to `other`, in words; nil if there is none.
  ///
  /// - Parameter inWords: true if they also tell the same.
  func difference(to other: Told, inWords: Bool) -> String? {
    if inWords, let place = zip(lines, other.lines).first(where: { $0 != $1 }) {
      return "'\(place.0)' for '\(place.1)'"
    }
    if inWords, lines.count != other.lines.count {
      let longer = lines.count > other.lines.count ? lines : other.lines
      let first = longer[min(lines.count, other.lines.count)]
      return "\(lines.count) for \(other.lines.count) lines, with '\(first)'"
    }
    if inWords, unheard != other.unheard { return "what nobody waits for" }
    if run.exit != other.run.exit { return "the exit" }
    if run.trace.text != other.run.trace.text { return "the trace" }
    let (own, wanted) = (run.outcome.receipt, other.run.outcome.receipt)
    return own == wanted ? nil : "\(own) for \(wanted)"
  }
}

/// The schedule in `bytes`, and its diagnostics.
func readBack(_ bytes: [UInt8]) -> (sheet: CueSheet?, short: String) {
  var (sources, found) = (SourceMap(), Diagnostics())
  let sheet = readCueSheet(bytes, name: "x.cues", sources: &sources, reporting: &found)
  return (sheet, found.short(in: sources).text)
}

extension CueSheet {
  /// The text form in one piece.
  var text: String {
    var text = ""
    writeText { text += $0.text }
    return text
  }

  /// The JSON form in one piece.
  var json: String {
    var text = ""
    writeJSON { text += $0.text }
    return text
  }
}

extension PlaybackEvent {
  /// The messages, without places in the sources.
  var line: String {
    switch kind {
    case .began(_, var step):
      step.origin = 0
      step.extra = 0
      // One way to a cue of a sheet may know where an axis is, and another not, and what ends there
      // may end at another line.
      step.assumed = .none
      step.line = 0
      return "\(time) began \(step)"
    case .cue(_, let start): return "\(time) cue \(start)"
    // Limits and actions have the numbers of a schedule; the trace has them themselves.
    case .sent(var command) where [.limits, .action].contains(command.kind):
      command.extra = 0
      return "\(time) sent \(command)"
    case .sent(var command) where command.kind == .tracking:
      command.line = 0
      return "\(time) sent \(command)"
    case .event(let event, let lines, let dropped): return "\(time) \(event) \(lines) \(dropped)"
    case .awaits(let wait): return "\(time) awaits \(wait.description) \(wait.line)"
    case .refused(let failure): return "\(time) \(failure.message)"
    default: return "\(time) \(kind)"
    }
  }
}

extension Outcome {
  /// True if the script could not go on.
  fileprivate var isCutOff: Bool {
    if case .failed(let failure) = ending { failure.cause != nil } else { false }
  }

  /// Its part of a receipt.
  var receipt: String {
    var end = "\(ending)"
    if case .failed(let failure) = ending { end = failure.message }
    let way = String(describing: displacement)
    return "\(end) \(length) \(plannedLength) \(stretches) \(way) \(peakSpeed) "
      + "\(isStopConfirmed) \(isTrackingRestored) \(cues) \(skipped) \(recording ?? -1)"
  }
}
