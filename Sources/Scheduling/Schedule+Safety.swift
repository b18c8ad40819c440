#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Language
import Motion

extension Schedule {
  /// True iff the schedule keeps its own rules; what breaks them is reported at the line of the
  /// step.
  ///
  /// This is the last look at a schedule that anybody may have edited: time goes forward, a step of
  /// an axis starts when and where the last one ended, motors move only while they are taken and
  /// stand when they are given back, and nothing goes beyond the limits declared, nor those beyond
  /// the dock.
  func isSafe(from sources: SourceMap, reporting log: inout Diagnostics) -> Bool {
    var audit = ScheduleAudit(self)
    for step in steps {
      guard let finding = audit.findFault(in: step) else { continue }
      audit.report(finding, at: step.origin, of: sources, to: &log)
    }
    if let finding = audit.findFaultAtEnd() {
      audit.report(finding, at: steps.last?.origin ?? 0, of: sources, to: &log)
    }
    return !audit.hasFindings
  }
}

/// Follows a schedule step by step and holds each to the rules.
private struct ScheduleAudit {
  /// What is wrong with a step.
  struct Finding {
    var message: String
    var note: String
    var motion: Diagnostic.Motion?
  }

  /// Where an axis is as far as the schedule says.
  struct Track {
    /// The position at `time`, in degrees.
    var position: Double
    /// The velocity from `time` on, in millidegrees a second.
    var velocity: Int32 = 0
    /// When the last step of the axis ended, in milliseconds.
    var time: Int32 = 0
    /// How far the scheduler's own rounding may have gone, in millidegrees.
    var slack: Double = 0
  }

  private let schedule: Schedule
  private var tracks: PerAxis<Track>
  private var limits: PerAxis<Schedule.Limit?>
  private var isTaken = false
  /// The axes that have moved since the motors were taken.
  private var moved = AxisSet.none
  private var time: Int32 = 0
  private var lastEnd: Int32 = 0
  private(set) var hasFindings = false

  init(_ schedule: Schedule) {
    self.schedule = schedule
    tracks = schedule.from.map { Track(position: Double($0) / 1000) }
    limits = schedule.limits[0]
  }

  mutating func report(
    _ finding: Finding, at origin: UInt32, of sources: SourceMap, to log: inout Diagnostics
  ) {
    hasFindings = true
    let line = sources.file(at: origin).line(at: origin)
    let span = SourceSpan(line.start, line.start + UInt32(line.bytes.count))
    log.report(
      Diagnostic(
        .unsafeSchedule, finding.message, at: span, notes: [finding.note], motion: finding.motion))
  }

  mutating func findFault(in step: Step) -> Finding? {
    guard step.start >= time else {
      return Finding(
        message: "time goes back from \(time) ms to \(step.start) ms",
        note: "steps stand in the order of their start")
    }
    guard step.length >= 0 else {
      return Finding(message: "the length is negative", note: "write 0 or more milliseconds")
    }
    time = step.start
    lastEnd = max(lastEnd, step.end)
    switch step.kind {
    case .take: return take()
    case .giveBack: return giveBack(at: step.start)
    case .move, .through, .ramp: return follow(step)
    case .animate: return animate(step)
    case .limit: return limit(step)
    case .region, .select: return look(at: step)
    case .wait, .tracking, .frame, .log: return nil
    }
  }

  mutating func findFaultAtEnd() -> Finding? {
    guard schedule.length >= lastEnd else {
      return Finding(
        message: "a step ends at \(lastEnd) ms, after the end of the schedule",
        note: "the last line says when all is over")
    }
    guard !isTaken else {
      return Finding(
        message: "the motors are never given back", note: "write 'tracking restore' before the end")
    }
    return ownLimitsFault()
  }

  private mutating func take() -> Finding? {
    guard !isTaken else {
      return Finding(
        message: "the motors are taken twice", note: "write 'tracking restore' in between")
    }
    isTaken = true
    moved = .none
    return nil
  }

  private mutating func giveBack(at time: Int32) -> Finding? {
    guard isTaken else {
      return Finding(
        message: "the motors are given back without being taken", note: "remove this line")
    }
    isTaken = false
    for axis in Axis.allCases {
      if let fault = idleFault(axis, at: time) { return fault }
    }
    return nil
  }

  private func notTaken() -> Finding {
    Finding(
      message: "the motors are not taken", note: "write 'tracking off' before the first motion")
  }

  /// What keeps `axis` from being at rest and free at `time`.
  private func idleFault(_ axis: Axis, at time: Int32) -> Finding? {
    let track = tracks[axis]
    if track.time > time { return busy(axis, until: track.time) }
    guard track.velocity != 0 else { return nil }
    return Finding(
      message: "\(axis.name) is still turning", note: "ramp it to 0 first",
      motion: .init(
        time: Int(time), axis: axis.name.description, value: Int(track.velocity), limit: 0,
        unit: "deg/s"))
  }

  private func busy(_ axis: Axis, until time: Int32) -> Finding {
    Finding(
      message: "\(axis.name) is still moving until \(time) ms",
      note: "one step at a time moves an axis")
  }

  private mutating func animate(_ step: Step) -> Finding? {
    guard isTaken else { return notTaken() }
    for axis in Axis.allCases {
      if let fault = idleFault(axis, at: step.start) { return fault }
      tracks[axis].time = step.end
    }
    return nil
  }

  private mutating func follow(_ step: Step) -> Finding? {
    guard isTaken else { return notTaken() }
    guard step.axes != .none else {
      return Finding(message: "the step moves nothing", note: "name an axis")
    }
    for axis in Axis.allCases where step.axes.contains(axis) {
      if let fault = follow(step, axis) { return fault }
    }
    return nil
  }

  private mutating func follow(_ step: Step, _ axis: Axis) -> Finding? {
    guard let limit = limits[axis]?.inDegrees else {
      return Finding(
        message: "the dock has no \(axis.name) axis", note: "compile the script for this dock")
    }
    let isFirst = !moved.contains(axis)
    moved.insert(AxisSet(axis))
    if let fault = hold(axis, until: step.start, limit: limit) { return fault }
    if let fault = startFault(step, axis, isFree: isFirst && step.assumed.contains(axis)) {
      return fault
    }
    let position = tracks[axis].position
    guard let profile = schedule.profile(of: axis, in: step, from: position, within: limit) else {
      return Finding(
        message: "the legs are not in order",
        note: "a leg ends before the next but one begins, and within the step")
    }
    arrive(axis, after: step, profile)
    return fault(of: profile.peaks, axis, at: step.start, limit: limit)
  }

  /// Lets `axis` turn on until `time`.
  private mutating func hold(_ axis: Axis, until time: Int32, limit: AxisLimits) -> Finding? {
    let track = tracks[axis]
    guard track.time <= time else { return busy(axis, until: track.time) }
    guard track.velocity != 0 else { return nil }
    let profile = Profile.hold(
      position: track.position, velocity: Double(track.velocity) / 1000,
      length: Double(time - track.time) / 1000)
    tracks[axis].position = profile.end.position
    tracks[axis].time = time
    return fault(of: profile.peaks, axis, at: track.time, limit: limit)
  }

  /// What is wrong with where or how fast `axis` is when `step` starts.
  private mutating func startFault(_ step: Step, _ axis: Axis, isFree: Bool) -> Finding? {
    let track = tracks[axis]
    let from = step.from[axis]
    let velocity = step.kind == .ramp ? from : 0
    guard track.velocity == velocity else {
      return Finding(
        message: "\(axis.name) turns at \(track.velocity) when this starts, not at \(velocity)",
        note: "speeds are millidegrees a second; a step starts as the one before it ended")
    }
    guard step.kind != .ramp else { return nil }
    if !isFree, abs(Double(from) - track.position * 1000) > track.slack + 0.5 {
      let position = Int((track.position * 1000).rounded())
      return Finding(
        message: "\(axis.name) is at \(position) when this starts, not at \(from)",
        note: "positions are millidegrees; a step starts where the one before it ended")
    }
    tracks[axis].position = Double(from) / 1000
    return nil
  }

  private mutating func arrive(_ axis: Axis, after step: Step, _ profile: Profile) {
    tracks[axis].time = step.end
    tracks[axis].position = profile.end.position
    if step.length < schedule.plannedLength(of: step) {
      tracks[axis].velocity = AxisTracking.millidegrees(profile.end.velocity)
      tracks[axis].slack += 1
    } else if step.kind == .ramp {
      tracks[axis].velocity = step.to[axis]
      tracks[axis].slack += 1
    } else {
      tracks[axis].slack = 0
    }
  }

  /// What of `peaks` is beyond `limit`.
  ///
  /// A part in a million is forgiven, and what rounding may have added to the positions.
  private func fault(
    of peaks: Peaks, _ axis: Axis, at time: Int32, limit: AxisLimits
  ) -> Finding? {
    let slack = (tracks[axis].slack + 0.5) / 1000
    if peaks.lower < limit.lower - slack {
      return beyond("position", peaks.lower, limit.lower, "deg", axis, time)
    }
    if peaks.upper > limit.upper + slack {
      return beyond("position", peaks.upper, limit.upper, "deg", axis, time)
    }
    if peaks.speed > limit.speed * (1 + 1e-6) {
      return beyond("speed", peaks.speed, limit.speed, "deg/s", axis, time)
    }
    if peaks.acceleration > limit.acceleration * (1 + 1e-6) {
      return beyond(
        "acceleration", peaks.acceleration, limit.acceleration, "deg/s^2", axis, time)
    }
    return nil
  }

  private func beyond(
    _ what: String, _ value: Double, _ limit: Double, _ unit: String, _ axis: Axis, _ time: Int32
  ) -> Finding {
    Finding(
      message: "the \(what) of \(axis.name) goes beyond its limit",
      note: "compile the script again, or give the step more time or less to do",
      motion: .init(
        time: Int(time), axis: axis.name.description, value: thousandths(value),
        limit: thousandths(limit), unit: unit))
  }

  private func thousandths(_ value: Double) -> Int? {
    Int(exactly: (value * 1000).rounded())
  }

  private mutating func limit(_ step: Step) -> Finding? {
    limits = schedule.limits[Int(step.extra)]
    return limitsFault(limits, within: schedule.limits[0])
  }

  private func ownLimitsFault() -> Finding? {
    let own = Schedule(model: schedule.model, files: []).limits[0]
    return limitsFault(schedule.limits[0], within: own)
  }

  private func limitsFault(
    _ limits: PerAxis<Schedule.Limit?>, within own: PerAxis<Schedule.Limit?>
  ) -> Finding? {
    for axis in Axis.allCases {
      guard let limit = limits[axis], let own = own[axis] else { continue }
      if !limit.isPossible {
        return Finding(
          message: "the limits of \(axis.name) allow nothing",
          note: "the range is not empty; speed, acceleration and jerk are above 0")
      }
      if !limit.isWithin(own) {
        return Finding(
          message: "the limits of \(axis.name) are wider than the dock's",
          note: "limits only ever narrow what the dock allows")
      }
    }
    return nil
  }

  private func look(at step: Step) -> Finding? {
    guard step.extra < schedule.rectangles.count else { return nil }
    let frame = schedule.rectangles[Int(step.extra)]
    let isInside =
      frame.x >= 0 && frame.y >= 0 && frame.width >= 0 && frame.height >= 0
      && Int(frame.x) + Int(frame.width) <= 1000 && Int(frame.y) + Int(frame.height) <= 1000
    if isInside, step.kind == .select || frame.width > 0 && frame.height > 0 { return nil }
    return Finding(
      message: "this is not inside the picture",
      note: "the picture is 1000 wide and 1000 high; a region is not empty")
  }
}

extension Schedule.Limit {
  /// True iff it leaves something to do.
  fileprivate var isPossible: Bool {
    (lower ?? .min) < (upper ?? .max) && speed > 0 && acceleration > 0 && jerk > 0
  }

  /// True iff it allows nothing that `other` does not.
  fileprivate func isWithin(_ other: Schedule.Limit) -> Bool {
    (lower ?? .min) >= (other.lower ?? .min) && (upper ?? .max) <= (other.upper ?? .max)
      && speed <= other.speed && acceleration <= other.acceleration && jerk <= other.jerk
  }
}
