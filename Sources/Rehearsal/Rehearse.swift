import Hardware
import Language
import Motion
import Playback
import Quantities
import Schedules
import Simulation

/// A performance on a simulated dock.
public struct RunRecord: Equatable, Sendable {
  /// How it went.
  public let outcome: Outcome
  /// Everything that happened to the dock.
  public let trace: Trace
  /// Everything that is wrong with it, as an auditor finds who does not know the planner.
  public let findings: [Audit.Finding]
  /// Who ended it before its time; nil if nobody did.
  public let exit: Exit?
  /// How well the dock followed those around it; nil if it followed nobody.
  public let following: FollowingFigures?
  /// The phone as it is afterwards, by a clock that begins then.
  public let phone: PhoneState
}

/// The dock of a rehearsal at one moment, for those who watch.
public struct Moment: Equatable, Sendable {
  /// When, in nanoseconds.
  public let time: Int
  /// The pose, in degrees.
  public let pose: PerAxis<Double>
  /// The speeds, in degrees a second.
  public let speeds: PerAxis<Double>
  /// True if the system tracker has the motors.
  public let isTracking: Bool
}

/// Carries out `cue` and what follows it on a simulated dock of its model, in no time.
///
/// - Parameters:
///   - cue: what to carry out.
///   - pose: where the dock stands, in millidegrees; where the cue assumes it if nil.
///   - isTracking: whether system tracking is on at the beginning.
///   - phone: how the phone is at the beginning.
///   - company: who is around the dock.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees.
///   - faults: what goes wrong with the dock.
///   - happenings: what comes from outside, in order. A show that could go on for ever is ended
///     four hours after the last of it, unless a `timeUp` among it says when.
///   - count: how many cues may follow each other without an event; then the show is ended.
///   - report: told what happens as it happens.
public func rehearse(
  _ cue: Cue, from pose: PerAxis<Int32>? = nil, isTracking: Bool = true,
  phone: PhoneState = PhoneState(), company: Company = Company(),
  within tolerance: Int32 = CommandList.defaultTolerance, faults: [Fault] = [],
  happenings: [Happening] = [], atMost count: Int = Budget.cuesWithoutEvent,
  reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
) -> RunRecord {
  let stage = Stage(
    cue, from: pose, isTracking: isTracking, phone: phone, company: company, faults: faults,
    time: VirtualTime(cue.rest == nil ? happenings : happenings.withEnd))
  return stage.rehearse(within: tolerance, atMost: count, reporting: report)
}

/// As `rehearse`, but `report` may end the show: it returns who ends it, or nil.
///
/// - Returns: the performance, and what has come from outside with what `report` has ended.
public func rehearse(
  _ cue: Cue, isTracking: Bool = true, company: Company = Company(),
  within tolerance: Int32 = CommandList.defaultTolerance,
  faults: [Fault] = [], happenings: [Happening] = [], atMost count: Int = Budget.cuesWithoutEvent,
  endingAfter report: @escaping (PlaybackEvent) -> Exit?
) -> (run: RunRecord, happenings: [Happening]) {
  let time = VirtualTime(happenings)
  let stage = Stage(
    cue, from: nil, isTracking: isTracking, company: company, faults: faults, time: time)
  let run = stage.rehearse(within: tolerance, atMost: count) { event in
    if let exit = report(event) { time.end(by: exit) }
  }
  return (run, time.answer.map { (happenings + [$0]).inOrder } ?? happenings)
}

/// As `rehearse` of a cue, for a schedule, which is all there is.
public func rehearse(
  _ schedule: Schedule, from pose: PerAxis<Int32>? = nil, isTracking: Bool = true,
  within tolerance: Int32 = CommandList.defaultTolerance, faults: [Fault] = [],
  happenings: [Happening] = [],
  reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
) -> RunRecord {
  rehearse(
    Cue(schedule), from: pose, isTracking: isTracking, within: tolerance, faults: faults,
    happenings: happenings, reporting: report)
}

/// A simulated dock, and what is to be played on it.
struct Stage {
  let cue: Cue
  let dock: SimulatedDock
  let gate: Gate

  init(
    _ cue: Cue, from pose: PerAxis<Int32>?, isTracking: Bool, phone: PhoneState = PhoneState(),
    company: Company = Company(), faults: [Fault] = [], time: any Timekeeper = VirtualTime(),
    watching watch: (@Sendable (DockWorld) -> Void)? = nil
  ) {
    let pose = AxisVector(millidegrees: pose ?? cue.schedule.from)
    // The tracker looks where the dock stands, as long as nobody is there to be followed.
    var world = DockWorld(
      cue.schedule.model, at: pose, isSystemTrackingEnabled: isTracking, trackerAim: pose,
      phone: phone)
    world.faults = faults
    world.meet(company, followedBy: PersonTracker(of: cue.schedule.model, at: pose))
    self.init(cue, world, time: time, watching: watch)
  }

  /// Creates a stage with a dock that goes on where `world` stands.
  init(
    _ cue: Cue, _ world: DockWorld, time: any Timekeeper = VirtualTime(),
    watching watch: (@Sendable (DockWorld) -> Void)? = nil
  ) {
    let gate = Gate(time)
    self.cue = cue
    self.gate = gate
    dock = SimulatedDock(world, waiting: { gate.waitForReport($0, $1, $2) }, watching: watch)
  }

  func rehearse(
    within tolerance: Int32, atMost count: Int = .max, journal: (any Journal)? = nil,
    reporting report: @escaping (PlaybackEvent) -> Void
  ) -> RunRecord {
    let driver = StageDriver(dock, behind: gate, journal: journal, reporting: report)
    var outcome = play(cue, by: driver, atMost: count, within: tolerance)
    let trace = dock.trace
    outcome.measure(trace)
    return RunRecord(
      outcome: outcome, trace: trace,
      findings: Audit.findings(in: trace, of: cue.schedule.model),
      exit: gate.exit ?? outcome.cuesWithoutEvent.map { _ in .tooManyCues },
      following: dock.snapshot.followingFigures,
      phone: dock.snapshot.phone.counted(from: trace.end))
  }
}

extension Outcome {
  /// Replaces what was commanded and reported by what was.
  fileprivate mutating func measure(_ trace: Trace) {
    let last = Nanoseconds(trace.handover(after: self)).seconds
    let first = min(Nanoseconds(start).seconds, last)
    var (peak, way) = (PerAxis<Double>(all: 0), PerAxis<Double>(all: 0))
    for motion in trace.axes {
      let axis = Axis(motion.axis)
      peak[axis] = motion.peakSpeed(from: first, to: last)
      way[axis] = motion.position(at: last) - motion.position(at: first)
    }
    (peakSpeed, displacement) = (peak, way)
  }
}

extension AxisVector {
  /// The vector of `millidegrees`, in degrees.
  init(millidegrees: PerAxis<Int32>) {
    self.init(
      yaw: Millidegrees(millidegrees.yaw).degrees, pitch: Millidegrees(millidegrees.pitch).degrees,
      roll: Millidegrees(millidegrees.roll).degrees)
  }
}

extension Axis {
  /// The axis that the dock model calls `axis`.
  init(_ axis: DockAxis) {
    switch axis {
    case .yaw: self = .yaw
    case .pitch: self = .pitch
    case .roll: self = .roll
    }
  }
}
