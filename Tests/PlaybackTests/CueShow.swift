import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// The first cue of `script`; nil if it cannot be compiled.
func firstCue(of script: String, seed: UInt64 = 0, for model: DockModel = .stand) -> Cue? {
  firstCue(of: script, Compilation(for: model, seed: seed))
}

/// The first cue of `script`; nil if it cannot be compiled as `compilation` says.
///
/// The file of every sound lasts 40 seconds.
func firstCue(of script: String, _ compilation: Compilation) -> Cue? {
  let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(script.utf8))
  let checked = Script(
    checking: file,
    sounds: { name, _ in
      WaveFile(frames: 320_000, rate: 8000).map { .success(SoundFile(name: name, wave: $0)) }
        ?? .failure(.notFound(beside: []))
    }, loading: { _, _ in .failure(.notFound) })
  var found = checked.diagnostics
  return checked.firstCue(for: compilation, reporting: &found)
}

extension Happening {
  /// Button `number` is pressed after `seconds`.
  static func button(_ number: Int, at seconds: Double) -> Happening {
    .event(WorldEvent(.button, .pressed, number: Double(number)), at: Int(seconds * 1e9))
  }

  /// A person comes after `seconds`.
  static func person(at seconds: Double) -> Happening {
    .event(WorldEvent(.person), at: Int(seconds * 1e9))
  }

  /// No more is played after `seconds`.
  static func end(at seconds: Double) -> Happening { .exit(.timeUp, at: Int(seconds * 1e9)) }
}

/// A script with decisions, played on the model, and all reported events.
struct CueShow {
  let run: RunRecord
  let events: [PlaybackEvent]
  /// The schedules of its cues, and when they began, in milliseconds of the show.
  let cues: [(schedule: Schedule, start: Int32)]

  init(
    _ script: String, _ happenings: [Happening] = [], from pose: PerAxis<Int32>? = nil,
    isTracking: Bool = true, faults: [Fault] = [], for model: DockModel = .stand
  ) throws {
    let cue = try #require(firstCue(of: script, for: model), "\(script)")
    self.init(cue, happenings, from: pose, isTracking: isTracking, faults: faults)
  }

  init(
    _ cue: Cue, _ happenings: [Happening], from pose: PerAxis<Int32>? = nil,
    isTracking: Bool = true, faults: [Fault] = []
  ) {
    var events: [PlaybackEvent] = []
    run = rehearse(
      cue, from: pose, isTracking: isTracking, faults: faults, happenings: happenings.inOrder
    ) { events.append($0) }
    self.events = events
    cues =
      [(cue.schedule, 0)]
      + events.compactMap { event in
        if case .cue(let schedule, let start) = event.kind { (schedule, start) } else { nil }
      }
  }

  /// The calls and the changes of tracking, with their milliseconds, as the trace prints them.
  var calls: [String] {
    var lines: [String] = []
    for entry in run.trace.lines where entry.contains(" call ") || entry.contains(" tracking ") {
      lines.append(entry.split(separator: " ").joined(separator: " "))
    }
    return lines
  }

  /// The lines that were logged.
  var logs: [String] {
    events.compactMap { if case .note(let note) = $0.kind { note.text } else { nil } }
  }

  /// The notes, each with its milliseconds and its kind.
  var notes: [String] {
    events.compactMap { event in
      guard case .note(let note) = event.kind else { return nil }
      return "\(event.time / 1_000_000) \(note.kind.rawValue) \(note.text)"
    }
  }

  /// The names of the reported events, with their milliseconds.
  var told: [String] {
    events.compactMap { event in
      let time = event.time / 1_000_000
      switch event.kind {
      case .began(_, let step): return "\(time) \(step.kind)"
      case .awaits(let wait): return "\(time) awaits \(wait.description)"
      case .event(let event, let lines, _): return "\(time) \(event.kind) \(lines.first ?? 0)"
      default: return nil
      }
    }
  }

  /// True if the motors never were further from the plan than the player says, and it says that
  /// they are not off their place.
  var isAsPlanned: Bool {
    worstError.degrees <= Double(run.outcome.tolerance) / 1000 + 1e-9
      && run.outcome.misplacement == nil
  }

  /// How far a motor is from the plan of the current cue at its worst, in degrees, and when.
  var worstError: (degrees: Double, at: Double) {
    var worst = (degrees: 0.0, at: 0.0)
    // An interrupted motion does not continue as planned.
    let over = Double(run.outcome.start + run.outcome.length) / 1e9
    for (index, cue) in cues.enumerated() {
      let start = Double(cue.start) / 1000
      let next = index + 1 < cues.count ? Double(cues[index + 1].start) / 1000 : .infinity
      let end = min(next - start, Double(run.trace.end) / 1e9 - start)
      let promise = Promise(cue.schedule)
      for motion in run.trace.axes {
        for part in promise.parts[Axis.allCases[motion.axis.rawValue]] {
          let offset = start + delay(at: start + part.start)
          var time = max(0, part.start)
          while time < min(part.end, end) {
            let planned = part.profile.state(at: time - part.start).position
            let error = abs(motion.position(at: time + offset) - planned)
            if !promise.isFree(at: time), time + offset < over, error > worst.degrees {
              worst = (error, time + offset)
            }
            time += 0.001
          }
        }
      }
    }
    return worst
  }

  /// By how much what is at `time` seconds of the show is late, in seconds.
  private func delay(at time: Double) -> Double {
    let stretches = run.outcome.stretches.filter { Double($0.time) / 1000 <= time + 1e-9 }
    return Double(stretches.reduce(run.outcome.start) { $0 + $1.length }) / 1e9
  }
}

extension Trace {
  /// The lines of the trace as it is printed.
  var lines: [String] {
    var text = TextBuffer()
    write(to: &text)
    return text.text.split(separator: "\n").map(String.init)
  }
}
