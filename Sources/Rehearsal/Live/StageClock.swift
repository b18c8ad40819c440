import Motion
import Playback
import Simulation

/// The clock of a simulated dock: the dock's time passes as its timekeeper says, and what comes
/// from outside interrupts whoever waits.
struct StageClock: Clock {
  let dock: SimulatedDock
  let gate: Gate

  var now: VirtualClock.Instant { dock.clock.now }

  var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until `deadline`; throws if the task is cancelled, or an `Interruption`.
  nonisolated(nonsending) func sleep(
    until deadline: VirtualClock.Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    let (time, exit) = gate.wait(
      until: deadline.nanoseconds, now: dock.now, calls: dock.calls)
    dock.advance(to: time)
    switch exit?.level {
    case nil: return
    case .hold:
      throw Interruption.hold { [dock, gate] in
        dock.advance(to: gate.keeper.awaitResumption(now: dock.now))
      }
    case .some(let level): throw Interruption(level)
    }
  }
}

extension Moment {
  /// The present moment of `dock`.
  init(of dock: SimulatedDock) {
    let world = dock.snapshot
    self.init(
      time: world.now, pose: PerAxis(world.pose), speeds: PerAxis(world.speeds),
      isTracking: world.isSystemTrackingEnabled)
  }
}

extension PerAxis<Double> {
  fileprivate init(_ vector: AxisVector) {
    self.init(yaw: vector.yaw, pitch: vector.pitch, roll: vector.roll)
  }
}
