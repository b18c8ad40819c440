import Foundation
import Hardware
import Motion
import Playback
import Rehearsal
import Schedules
import Simulation
import Vocabulary

/// The position of each axis, from the schedule alone, without lowering.
struct Promise {
  /// A motion of an axis, or even speed where there is no profile.
  struct Part {
    let start: Double
    let end: Double
    let profile: Profile
    /// True if the motors are given back at its end.
    var isLast = false
    /// True if nothing moves: if what follows is late, it only lasts the longer.
    var isRest = false
    /// True if it leads to a place, false if it changes or keeps a speed.
    var hasPlace = false
  }

  private(set) var parts: PerAxis<[Part]> = PerAxis(all: [])
  /// Times at which nothing is promised: animations play as they please.
  private(set) var gaps: [ClosedRange<Double>] = []

  init(_ schedule: Schedule) {
    var limits = 0
    var last = PerAxis<(position: Double, velocity: Double, time: Double)?>(all: nil)
    for step in schedule.steps {
      let (start, end) = (Double(step.start) / 1000, Double(step.end) / 1000)
      switch step.kind {
      case .limit: limits = Int(step.extra)
      case .giveBack: close(&last, at: start)
      case .animate: gaps.append(start...end)
      case .move, .ramp, .through, .cut, .warp:
        for axis in Axis.allCases where step.axes.contains(axis) {
          guard let limit = schedule.limits[limits][axis] else { continue }
          var from = Double(schedule.from[axis]) / 1000
          if let before = last[axis] {
            from = before.position + before.velocity * (start - before.time)
            hold(axis, before, until: start)
          }
          if step.kind != .ramp { from = Double(step.from[axis]) / 1000 }
          guard
            let profile = schedule.profile(
              of: axis, in: step, from: from, within: limit.inDegrees)
          else { continue }
          parts[axis].append(
            Part(start: start, end: end, profile: profile, hasPlace: step.kind != .ramp))
          last[axis] = (profile.end.position, profile.end.velocity, end)
        }
      default: break
      }
    }
    close(&last, at: Double(schedule.length) / 1000)
  }

  private mutating func hold(
    _ axis: Axis, _ state: (position: Double, velocity: Double, time: Double), until end: Double
  ) {
    guard end > state.time else { return }
    parts[axis].append(
      Part(
        start: state.time, end: end,
        profile: .hold(
          position: state.position, velocity: state.velocity, length: end - state.time),
        isRest: state.velocity == 0))
  }

  private mutating func close(
    _ last: inout PerAxis<(position: Double, velocity: Double, time: Double)?>, at time: Double
  ) {
    for axis in Axis.allCases {
      guard let state = last[axis] else { continue }
      hold(axis, state, until: time)
      if !parts[axis].isEmpty { parts[axis][parts[axis].count - 1].isLast = true }
      let position = state.position + state.velocity * (time - state.time)
      last[axis] = (position, 0, time)
    }
  }

  /// True if `part` of an axis comes after a time of `slips` at which the axis turned, and before
  /// it has come to a place: it has turned on while the others were made to wait.
  func hasSlipped(_ axis: Axis, _ part: Part, after slips: [Double]) -> Bool {
    slips.contains { slip in
      guard part.end > slip, let turning = parts[axis].last(where: { $0.start <= slip }),
        turning.profile.state(at: slip - turning.start).velocity != 0
      else { return false }
      return !parts[axis].contains { $0.hasPlace && slip < $0.start && $0.end <= part.start }
    }
  }

  /// True if nothing is promised at `time`.
  func isFree(at time: Double) -> Bool {
    gaps.contains { $0.lowerBound - 1e-6 < time && time < $0.upperBound + 1e-6 }
  }
}

/// The greatest distance between a dock and its plan.
struct TrackingError: CustomStringConvertible {
  var degrees = 0.0
  var axis = Axis.yaw
  var time = 0.0
  /// The greatest distance where the motors are given back.
  var atRest = 0.0

  var description: String {
    let error = String(format: "%.4f", degrees)
    let rest = String(format: "%.4f", atRest)
    return
      "\(error) deg at \(String(format: "%.3f", time)) s, \(axis.name); at rest \(rest) deg"
  }

  /// Plays `schedule` on the model of its dock and compares the pose with the plan every
  /// `interval` seconds, and where parts of the plan begin and end.
  static func measured(
    _ schedule: Schedule, every interval: Double = 0.001
  ) -> TrackingError {
    // Without a tracker that turns the dock between the regions.
    measured(schedule, rehearse(schedule, isTracking: false), every: interval)
  }

  /// Compares the pose in `record`, of a performance of `schedule`, with the plan.
  static func measured(
    _ schedule: Schedule, _ record: RunRecord, every interval: Double = 0.001
  ) -> TrackingError {
    let promise = Promise(schedule)
    // The dock may take its time to change hands; all that follows is later by that.
    func delay(at time: Double) -> Double {
      let stretches = record.outcome.stretches.filter { Double($0.time) / 1000 <= time }
      return Double(stretches.reduce(record.outcome.start) { $0 + $1.length }) / 1e9
    }
    // What makes up for a delay ends a rest the sooner.
    func rest(at time: Double) -> Double {
      let changes = record.outcome.stretches.map { Double($0.time) / 1000 }.filter { $0 > time }
      return changes.reduce(time + delay(at: time)) { min($0, $1 + delay(at: $1)) }
    }
    let slips = record.outcome.stretches.filter { $0.reason == .replanned }
      .map { Double($0.time) / 1000 }
    var worst = TrackingError()
    for motion in record.trace.axes {
      let axis = Axis.allCases[motion.axis.rawValue]
      for part in promise.parts[axis] where !promise.hasSlipped(axis, part, after: slips) {
        let offset = delay(at: part.start)
        let count = Int(((part.end - part.start) / interval).rounded(.up))
        for index in 0...max(1, count) {
          let time = min(part.end, part.start + interval * Double(index))
          guard !promise.isFree(at: time) else { continue }
          let planned = part.profile.state(at: time - part.start).position
          let moment = part.isRest ? rest(at: time) : time + offset
          let error = abs(motion.position(at: moment) - planned)
          if error > worst.degrees {
            (worst.degrees, worst.axis, worst.time) = (error, axis, time)
          }
        }
        if part.isLast, part.profile.end.velocity == 0, !promise.isFree(at: part.end) {
          let planned = part.profile.end.position
          let error = abs(motion.position(at: part.end + offset) - planned)
          worst.atRest = max(worst.atRest, error)
        }
      }
    }
    return worst
  }
}
