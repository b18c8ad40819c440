import Playback
import Quantities
import Simulation

/// A clock of the time of a simulated dock, for an app that sleeps on a clock it is given.
///
/// It does not let the time pass: whoever sleeps on it goes on when the dock's time has come there.
public struct SimulatorClock: Clock {
  /// A time of the dock.
  public struct Instant: InstantProtocol {
    /// The time since the dock began.
    public let elapsed: Duration

    /// The time `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(elapsed: elapsed + duration)
    }

    /// The time from here to `other`.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// True if `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
  }

  let dock: SimulatedDock

  /// The present time of the dock.
  public var now: Instant { Instant(elapsed: .nanoseconds(dock.now)) }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until the time of the dock is `deadline`; throws `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    guard await dock.sleep(until: deadline.elapsed.wholeNanoseconds) else {
      throw CancellationError()
    }
  }
}

extension SimulatorClock: SteppedTime {
  package var nanoseconds: Int { dock.time }

  package func ring(at time: Int, _ body: @escaping @Sendable () -> Void) -> Int? {
    dock.ring(at: time, body)
  }

  package func silence(_ alarm: Int) { dock.silence(alarm) }

  package func beginWork() { dock.work(1) }

  package func endWork() { dock.work(-1) }

  package func carryOut(_ body: @Sendable () async -> Void) async {
    await SimulatedDock.asWorker(body)
  }
}
