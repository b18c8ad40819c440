import Quantities

@testable import Simulation

/// The clock of a simulated dock: to sleep on it is to let its world go on, and takes no time.
struct VirtualClock: Clock {
  /// A time of the dock's world.
  struct Instant: InstantProtocol {
    /// The time since the world began, in nanoseconds.
    let nanoseconds: Int

    /// Creates the time `nanoseconds` after the world began.
    init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// The time `duration` later, at most 292 years off.
    func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
      guard overflow else { return Instant(nanoseconds: sum) }
      return Instant(nanoseconds: nanoseconds < 0 ? .min : .max)
    }

    /// The time from here to `other`.
    func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// True if `left` is earlier.
    static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }
  }

  let dock: SimulatedDock

  /// The present time of the dock's world.
  var now: Instant { Instant(nanoseconds: dock.now) }

  /// A nanosecond.
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Advances the simulation to `deadline` and returns at once; throws only if the task is
  /// cancelled.
  nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    advance(to: deadline)
  }

  /// Advances the simulation to `deadline`; does nothing if that has passed.
  func advance(to deadline: Instant) { dock.advance(to: deadline.nanoseconds) }
}

extension SimulatedDock {
  /// The clock of the dock's world.
  var clock: VirtualClock { VirtualClock(dock: self) }
}
