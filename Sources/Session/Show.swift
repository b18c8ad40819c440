import Diagnosis
import Language
import Motion
import Playback
import Printing
import Quantities
import Rehearsal
import Schedules
import Simulation

/// A planned entry and its rehearsal on the model.
struct Show: Sendable {
  let entry: Entry
  let sources: SourceMap
  /// The show and its events.
  let staging: Staging
  /// The rehearsal and its notes.
  let rehearsal: RunRecord
  let notes: ShowNotes
  /// The rehearsal without events.
  let undisturbed: RunRecord
  /// The handlers that it may call, by their lines.
  let handlers: [UInt32: EventHandler]
  /// The declarations to remember afterwards.
  let declarations: [Declaration]
  /// The scene that begins with it; nil if none does.
  let scene: Scene?
  /// The number that its random values begin with, and true if it has some.
  let seed: UInt64
  let isDrawn: Bool
  /// How many `choose` are in it.
  let choices: Int

  var cue: Cue { staging.cue }

  /// The end pose without events; the end pose of the run, if it depends on events.
  var planned: PerAxis<Int32> { undisturbed.endPose }

  /// True if it takes no time and uses nothing of the dock: it only logs or declares something.
  var isStill: Bool { entry.isDeclarative && !entry.isBlank || cue.isStill }

  private var schedule: Schedule { cue.schedule }

  /// True if it moves the dock, as far as can be told.
  var takesMotors: Bool { schedule.steps.contains { $0.kind == .take } }

  /// The plan, in one line.
  var plan: String {
    let moved = moved
    let length = "\(decimal(thousandths: Int(schedule.length)))s\(sequel)"
    guard !moved.isEmpty else {
      let followed = followed
      return followed.isEmpty
        ? "plan  \(length), takes nothing\(cue.isLast ? "" : " yet")"
        : "plan  \(length), takes \(names(of: followed)), which the tracker turns"
    }
    let peak = undisturbed.outcome.peakSpeed
    let turning = moved.filter { thousandths(peak[$0]) > 0 }
    let peaks = (turning.isEmpty ? moved : turning).map { axis in
      "\(axis.scriptName) \(decimal(thousandths: thousandths(peak[axis])))deg/s"
    }
    return "plan  \(length), peak \(peaks.joined(separator: ", ")), "
      + "ends at \(schedule.words(for: undisturbed.endPose)), takes \(names(of: moved))"
  }

  private func names(of axes: [Axis]) -> String {
    axes.map(\.scriptName).joined(separator: " and ")
  }

  /// The axes that it has the tracker turn.
  private var followed: [Axis] {
    var axes = AxisSet.none
    for step in schedule.steps {
      if case .follow(let following)? = schedule.action(of: step) { axes.formUnion(following.axes) }
    }
    return Axis.allCases.filter { axes.contains($0) }
  }

  /// The events that end its first cue; later ones are not known.
  private var sequel: String {
    if cue.isLast { return "" }
    var events: [String] = []
    for wait in cue.awaited where wait.policy == nil {
      let event = wait.description
      if !events.contains(event) { events.append(event) }
    }
    if !events.isEmpty { return ", then waits for \(events.joined(separator: " or "))" }
    return cue.goesOn == nil ? ", then waits" : ", then goes on"
  }

  /// The result, in one line.
  func receipt(_ run: RunRecord, trackingAfter: Bool) -> String {
    let outcome = run.outcome
    var parts = ["\(decimal(Nanoseconds(outcome.length)))s"]
    let planned = decimal(thousandths: Int(schedule.length))
    if cue.isLast, decimal(Nanoseconds(outcome.length)) != planned {
      parts[0] += " (planned \(planned)s)"
    }
    parts += outcome.handlers.filter { $0.calls > 0 }.map(\.words)
    if let time = outcome.preemption {
      parts.append("preempted at \(decimal(thousandths: Int(time)))s")
    }
    let phone = run.phone.words(since: staging.phone)
    if !phone.isEmpty { parts.append("phone \(phone)") }
    if let displacement = outcome.displacement {
      let planned = moved
      let ways = Axis.allCases.map { (axis: $0, way: thousandths(displacement[$0])) }
        .filter { planned.contains($0.axis) || $0.way != 0 }
      let words = ways.filter { $0.way != 0 }.map { axis, way in
        "\(axis.scriptName) \(axis.directed(way, "deg"))"
      }
      if !ways.isEmpty {
        parts.append(
          words.isEmpty ? "ends where it began" : "moved \(words.joined(separator: ", "))")
      }
    }
    parts.append("tracking \(outcome.trackingBefore.word) -> \(trackingAfter.word)")
    parts.append(outcome.isStopConfirmed ? "stop confirmed" : "stop NOT CONFIRMED")
    return "\(ending(run))  \(parts.joined(separator: ", "))"
  }

  private func ending(_ run: RunRecord) -> String {
    switch run.outcome.ending {
    case .cancelled where run.exit == .kill: "killed"
    case .done: "done"
    case .failed: "FAILED"
    case .cancelled: "stopped"
    case .killed: "killed"
    }
  }

  private var moved: [Axis] {
    var axes = AxisSet.none
    for step in schedule.steps {
      if step.kind == .animate { return schedule.axes }
      axes.formUnion(step.axes)
    }
    return Axis.allCases.filter { axes.contains($0) }
  }
}

/// A show to be played, with the present state of the dock, the phone and the scene.
public struct Staging: Sendable {
  /// The first cue, with all that may follow.
  public let cue: Cue
  /// Where the dock stands, in millidegrees.
  public let pose: PerAxis<Int32>
  /// True if system tracking is on.
  public let isTracking: Bool
  /// The state of the phone.
  public let phone: PhoneState
  /// Who and what is around the dock, and what they do, in show time.
  public let company: Company
  /// The faults of the dock, in show time.
  public let faults: [Fault]
  /// The events from outside, in order, in show time.
  public let happenings: [Happening]
}

extension Staging {
  /// Plays it in virtual time; `limits` end a show without an end.
  func rehearse(
    until limits: [Happening], reporting report: @escaping (PlaybackEvent) -> Void
  ) -> RunRecord {
    Rehearsal.rehearse(
      cue, from: pose, isTracking: isTracking, phone: phone, company: company, faults: faults,
      happenings: happenings + limits, reporting: report)
  }

  /// The same without events, and with nobody there.
  var undisturbed: Staging {
    Staging(
      cue: cue, pose: pose, isTracking: isTracking, phone: phone, company: Company(), faults: [],
      happenings: [])
  }
}

extension Cue {
  /// True if it takes no time, uses nothing of the dock, and nothing follows by itself.
  var isStill: Bool {
    schedule.length == 0 && isLast && !schedule.steps.contains { $0.kind == .take }
  }
}

/// The state changes of the dock during a show, in show time.
struct ShowConditions: Sendable {
  var company = Company()
  var faults: [Fault] = []
  var happenings: [Happening] = []
}

extension Schedule {
  /// The axes that the dock has.
  var axes: [Axis] { Axis.allCases.filter { limits.first?[$0] != nil } }

  /// `pose` in the words of scripts, as in `pan 30deg right, tilt 0deg`.
  func words(for pose: PerAxis<Int32>) -> String {
    axes.map { "\($0.scriptName) \($0.directed(pose[$0], "deg"))" }.joined(separator: ", ")
  }
}

extension HandlerTally {
  /// How its calls ended, as in `on tap (2 done, 1 dropped)`.
  fileprivate var words: String {
    var ends = End.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
    if roomMade > 0 { ends.append("\(roomMade) moved first to where it fits") }
    return "on \(event.description) (\(ends.joined(separator: ", ")))"
  }
}
