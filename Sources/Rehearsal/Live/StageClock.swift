import Motion
import Playback
import Simulation

/// The clock of a simulated dock: the dock's time passes as its timekeeper says, and what comes
/// from outside interrupts whoever waits.
struct StageClock: PromptClock {
  let dock: SimulatedDock
  let gate: Gate

  var now: VirtualClock.Instant { dock.clock.now }

  var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until `deadline`; throws if the task is cancelled, an `Interruption`, or a `Sign`.
  nonisolated(nonsending) func sleep(
    until deadline: VirtualClock.Instant, tolerance: Duration? = nil
  ) async throws {
    try pass(until: deadline.nanoseconds)
  }

  var nanoseconds: Int { dock.now }

  func pass(until deadline: Int) throws {
    try Task.checkCancellation()
    let (time, arrival) = gate.wait(until: deadline, now: dock.now, calls: dock.callCount)
    dock.advance(to: time)
    switch arrival {
    case nil: return
    case .event(let event): throw Sign(event)
    case .exit(let exit) where exit.level == .hold:
      throw Interruption.hold { [dock, gate] in
        dock.advance(to: gate.keeper.awaitResumption(now: dock.now))
      }
    case .exit(.overdue): throw OverdueDecision()
    case .exit(let exit): throw Interruption(exit.level)
    }
  }

  func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result, orElse cancel: @Sendable () -> Void
  ) throws -> Result {
    let (result, time) = gate.keeper.result(of: work, now: dock.now)
    if let result { return result }
    cancel()
    while true {
      do {
        try pass(until: max(dock.now, time))
        throw OverdueDecision()
      } catch is Sign {
        // The show ends; what else comes meanwhile leads nowhere.
      }
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
