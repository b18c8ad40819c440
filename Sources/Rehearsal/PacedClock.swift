import Motion
import Simulation

/// The clock of a simulated dock that goes no faster than the clock on the wall.
///
/// The dock's time is virtual even so: it stands at exactly the deadlines it was told, so that a
/// paced run leaves the very trace that one in no time does.
struct PacedClock: Clock {
  private let dock: SimulatedDock
  private let origin: ContinuousClock.Instant
  private let began: Int
  private let frame: Int
  private let watch: @Sendable (Moment) -> Void

  /// Creates a clock for `dock`, at whose present time it is now; `watch` is called `rate` times a
  /// second.
  init(_ dock: SimulatedDock, rate: Int, watching watch: @escaping @Sendable (Moment) -> Void) {
    self.dock = dock
    self.watch = watch
    origin = ContinuousClock.now
    began = dock.now
    frame = 1_000_000_000 / max(1, min(rate, 1000))
  }

  var now: VirtualClock.Instant { dock.clock.now }

  var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits frame by frame until `deadline`; throws if the task is cancelled.
  nonisolated(nonsending) func sleep(
    until deadline: VirtualClock.Instant, tolerance: Duration? = nil
  ) async throws {
    while true {
      let next = min(deadline.nanoseconds, (dock.now / frame + 1) * frame)
      try await ContinuousClock().sleep(
        until: origin.advanced(by: .nanoseconds(next - began)), tolerance: nil)
      dock.advance(to: next)
      watch(Moment(of: dock))
      if next >= deadline.nanoseconds { return }
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
