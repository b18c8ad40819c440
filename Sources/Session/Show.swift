import Language
import Motion
import Playback
import Printing
import Rehearsal
import Scheduling
import Simulation

/// An entry that has been planned, and how it goes on the model.
struct Show: Sendable {
  let entry: Entry
  let sources: SourceMap
  let cue: Cue
  /// How it goes if nothing happens around the dock.
  let rehearsal: RunRecord
  /// What is to be remembered when it is done.
  let declarations: [Declaration]
  /// The number that its random values begin with; nil if it has none.
  let seed: UInt64?
  /// The lines it logs.
  let logs: [String]
  /// What it says tracking shall be from now on; nil if it does not.
  let tracking: Bool?
  /// What was going to happen to the dock meanwhile.
  let weather: Weather

  /// True iff it takes no time and nothing of the dock: it only says or names something.
  var isStill: Bool {
    entry.isDeclarative
      || schedule.length == 0 && cue.rest == nil && !schedule.steps.contains { $0.kind == .take }
  }

  private var schedule: Schedule { cue.schedule }

  /// True iff it moves the dock, as far as can be told.
  var takesMotors: Bool { schedule.steps.contains { $0.kind == .take } }

  /// What it will do, in a line.
  var plan: String {
    let moved = moved
    let waits = cue.rest == nil ? "" : ", then waits"
    let length = "\(decimal(Int(schedule.length)))s\(waits)"
    guard !moved.isEmpty else {
      return "plan  \(length), takes nothing"
    }
    let peak = rehearsal.outcome.peakSpeed
    let turning = moved.filter { thousandths(peak[$0]) > 0 }
    let peaks = (turning.isEmpty ? moved : turning).map { axis in
      "\(axis.scriptName) \(decimal(thousandths(peak[axis])))deg/s"
    }
    let names = moved.map(\.scriptName).joined(separator: " and ")
    return "plan  \(length), peak \(peaks.joined(separator: ", ")), "
      + "ends at \(schedule.words(for: rehearsal.endPose)), takes \(names)"
  }

  /// What came of it, in a line.
  func receipt(_ run: RunRecord, trackingAfter: Bool) -> String {
    let outcome = run.outcome
    var parts = ["\(decimal(outcome.length / 1_000_000))s"]
    let planned = decimal(Int(outcome.plannedLength))
    if cue.rest == nil, decimal(outcome.length / 1_000_000) != planned {
      parts[0] += " (planned \(planned)s)"
    }
    if let displacement = outcome.displacement {
      let ways = moved.map { axis in
        "\(axis.scriptName) \(axis.directed(thousandths(displacement[axis]), "deg"))"
      }
      if !ways.isEmpty { parts.append("moved \(ways.joined(separator: ", "))") }
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

/// What happens to the dock while a show goes on, in the time of the show.
struct Weather: Sendable {
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
