import Diagnosis
import DockKit
import Hardware
import Motion
import Rehearsal
import Schedules
import Simulation
import Testing

@testable import Playback

/// A simulated dock that may make trouble, with a manager of its own.
struct Rig {
  let dock: SimulatedDock
  let meddler: Meddler
  let manager = DockAccessoryManager()
  let accessory: DockAccessory
  /// The limits of the dock before the show.
  let limits: DockAccessory.Limits?

  init(
    _ model: DockModel, at pose: AxisVector = .zero, tracking: Bool = true,
    _ trouble: Meddler.Trouble = Meddler.Trouble(), faults: [Fault] = []
  ) {
    var world = DockWorld(model, at: pose, isSystemTrackingEnabled: tracking, trackerAim: pose)
    world.faults = faults
    dock = SimulatedDock(world)
    meddler = Meddler(dock, trouble)
    accessory = manager.attach(meddler)
    limits = try? dock.limits()
  }

  func play(
    _ schedule: Schedule, reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
  ) async -> Outcome {
    await Playback.play(
      Cue(schedule), on: accessory, manager: manager, clock: dock.clock, reporting: report)
  }

  /// What is wrong with what happened so far.
  var findings: [String] {
    Audit.findings(in: dock.trace, of: dock.snapshot.model).map(\.text)
  }

  /// Expects that the motors were given back as they should be.
  func expectOrder(
    _ outcome: Outcome, _ comment: Comment,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(findings == [], comment, sourceLocation: sourceLocation)
    #expect(outcome.isTrackingRestored, comment, sourceLocation: sourceLocation)
    #expect(
      dock.trace.endsTracking == dock.trace.beganTracking, comment, sourceLocation: sourceLocation)
    #expect(outcome.isStopConfirmed, comment, sourceLocation: sourceLocation)
    #expect((try? dock.limits()) == limits, comment, sourceLocation: sourceLocation)
  }
}
