#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Motion
import Playback
import Rehearsal
import Schedules
import Simulation

/// The results of performances.
struct Tally {
  var refused = 0
  private(set) var faults = 0
  private var performed = 0
  private var steps = 0
  private var speed = Worst()
  private var acceleration = Worst()
  private var error = Worst()
  private var excess = Worst()
  private var rest = Worst()
  private var stated = Worst()
  private var loose = 0

  /// The greatest of a figure, and whose it is.
  private struct Worst: CustomStringConvertible {
    var value = -Double.infinity
    var name = "none"

    mutating func note(_ other: Double, _ name: String) {
      if other > value { self = Worst(value: other, name: name) }
    }

    var description: String { "\(value) (\(name))" }
  }

  mutating func report(_ name: String, _ fault: String) {
    faults += 1
    print("\(name): \(fault)")
  }

  /// Performs `schedule` and judges what the dock did.
  mutating func perform(_ schedule: Schedule, _ name: String) {
    let record = rehearse(schedule, isTracking: false)
    performed += 1
    steps += schedule.steps.count
    for finding in record.findings { report(name, finding.text) }
    if !record.outcome.isStopConfirmed { report(name, "the stop is not confirmed") }
    for motion in record.trace.axes { note(motion, of: schedule.model, record.trace.end, name) }
    let promised = Double(lower(schedule).tolerance) / 1000
    stated.note(promised, name)
    if promised > Double(CommandList.defaultTolerance) / 1000 { loose += 1 }
    guard schedule.isAllPlanned else { return }
    let measured = TrackingError.measured(schedule, record)
    // What is stated is rounded to whole millidegrees.
    if measured.degrees > promised + 0.0005 { report(name, "\(measured), stated \(promised) deg") }
    error.note(measured.degrees, name)
    excess.note(measured.degrees - promised, name)
    rest.note(measured.atRest, name)
  }

  /// How near the pieces of a motion come to what the dock can do.
  private mutating func note(
    _ motion: AxisMotion, of model: DockModel, _ end: Int, _ name: String
  ) {
    guard let limit = [model.yaw, model.pitch, model.roll][motion.axis.rawValue] else { return }
    speed.note(motion.peakSpeed(from: 0, to: Double(end) / 1e9) / limit.speed - 1, name)
    for (index, piece) in motion.pieces.enumerated() {
      let next = index + 1 < motion.pieces.count ? motion.pieces[index + 1].start : piece.start
      let most = max(abs(piece.acceleration), abs(piece.acceleration(at: next)))
      acceleration.note(most / model.acceleration - 1, name)
    }
  }

  var text: String {
    """
    performed                \(performed), \(steps) steps; refused by the planner \(refused)
    faults                   \(faults)
    speed over limit, rel.   \(speed)
    accel. over limit, rel.  \(acceleration)
    from the plan, deg       \(error)
    beyond what is stated    \(excess)
    at rest, deg             \(rest)
    stated at most, deg      \(stated); \(loose) state more than the default
    """
  }
}

extension Schedule {
  /// True if only the plan turns the dock.
  fileprivate var isAllPlanned: Bool {
    !steps.contains { $0.kind == .tracking && $0.extra != 0 }
  }
}
