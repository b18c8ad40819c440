import DockKit
import Hardware
import Motion
import Schedules
import Simulation
import Testing

@testable import Playback
@testable import Rehearsal

/// A simulated dock that may make trouble, with a manager of its own.
struct Rig {
  let dock: SimulatedDock
  let meddler: Meddler
  let manager = DockAccessoryManager()
  let accessory: DockAccessory
  /// The time of the dock, in which a show can be ended.
  let time = VirtualTime()
  private let gate: Gate
  /// The limits of the dock before the show.
  let limits: DockAccessory.Limits?

  init(
    _ model: DockModel, at pose: AxisVector = .zero, tracking: Bool = true,
    _ trouble: Meddler.Trouble = Meddler.Trouble(), faults: [Fault] = [],
    among company: Company? = nil
  ) {
    var world = DockWorld(model, at: pose, isSystemTrackingEnabled: tracking, trackerAim: pose)
    world.faults = faults
    if let company { world.meet(company, followedBy: PersonTracker(of: model, at: pose)) }
    let gate = Gate(time)
    self.gate = gate
    dock = SimulatedDock(world, waiting: { gate.waitForReport($0, $1, $2) })
    meddler = Meddler(dock, trouble)
    accessory = manager.attach(meddler)
    limits = try? dock.limits()
  }

  /// The driver of a performance on the dock.
  func driver(
    journal: (any Journal)? = nil, reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
  ) -> RigDriver {
    let base = StageDriver(dock, calls: meddler, behind: gate, journal: journal, reporting: report)
    return RigDriver(self, base)
  }

  func play(
    _ schedule: Schedule, reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
  ) -> Outcome {
    Playback.play(Cue(schedule), by: driver(reporting: report))
  }

  /// The violations so far.
  var findings: [String] {
    Audit.findings(in: dock.trace, of: dock.snapshot.model).map(\.text)
  }

  /// Expects that the motors were given back as they should be.
  func expectOrder(
    _ outcome: Outcome, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(findings == [], comment, sourceLocation: sourceLocation)
    #expect(outcome.isTrackingRestored, comment, sourceLocation: sourceLocation)
    #expect(
      dock.trace.endsTracking == dock.trace.beganTracking, comment, sourceLocation: sourceLocation)
    #expect(outcome.isStopConfirmed, comment, sourceLocation: sourceLocation)
    #expect((try? dock.limits()) == limits, comment, sourceLocation: sourceLocation)
  }
}

/// Carries out a performance on the dock of a rig, as slowly, and with what happens meanwhile, as a
/// test wants it to.
final class RigDriver: Driver {
  /// What happens when time has passed, told the time in nanoseconds; nil if that is all.
  var afterWait: (Int) -> Input? = { _ in nil }
  /// How a hold ends; nil for as the timekeeper says.
  var endOfHold: Input?
  /// True of the calls that are never answered.
  var isUnanswered: (DockCall) -> Bool = { _ in false }
  /// The phone; nil for the phone of the dock.
  var phone: ((PhoneCall) throws -> Void)?
  /// When the dock was last asked how it stands, in nanoseconds; nil if it never was.
  private(set) var lastReading: Int?
  private let rig: Rig
  private let base: StageDriver

  init(_ rig: Rig, _ base: StageDriver) { (self.rig, self.base) = (rig, base) }

  var now: Int { base.now }
  var sight: Sight { base.sight }

  func status(of motion: MotionID) -> MotionStatus { base.status(of: motion) }
  func tell(_ event: PlaybackEvent) { base.tell(event) }

  func carryOut(_ action: Action) -> Input {
    if case .read = action { lastReading = now }
    switch action {
    case .wait:
      let input = base.carryOut(action)
      return afterWait(now) ?? input
    case .awaitResumption: return endOfHold ?? base.carryOut(action)
    case .call(let call, let span) where isUnanswered(call):
      rig.dock.advance(to: rig.dock.now + span)
      return .unanswered
    case .call(.phone(let call), _):
      guard let phone else { return base.carryOut(action) }
      do {
        try phone(call)
        return .answered(.done)
      } catch {
        return .refused(error)
      }
    case .read(let deadline) where rig.meddler.isSilent:
      rig.dock.advance(to: rig.dock.now + deadline - now)
      return .answered(.reading(nil))
    default: return base.carryOut(action)
    }
  }
}
