/// The clock of a simulated dock: to sleep on it is to let its world go on, and takes no time.
public struct VirtualClock: Clock {
  /// A time of the dock's world.
  public struct Instant: InstantProtocol {
    /// The time since the world began, in nanoseconds.
    public let nanoseconds: Int

    /// Creates the time `nanoseconds` after the world began.
    public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// The time `duration` later, at most 292 years off.
    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
      guard overflow else { return Instant(nanoseconds: sum) }
      return Instant(nanoseconds: nanoseconds < 0 ? .min : .max)
    }

    /// The time from here to `other`.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// True iff `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }
  }

  let dock: SimulatedDock

  /// The present time of the dock's world.
  public var now: Instant { Instant(nanoseconds: dock.now) }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Lets the world go on to `deadline` and returns at once; throws only if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    advance(to: deadline)
  }

  /// Lets the world go on to `deadline`; does nothing if that has passed.
  public func advance(to deadline: Instant) { dock.advance(to: deadline.nanoseconds) }
}

extension Duration {
  /// The whole nanoseconds, those beyond 292 years cut off.
  var nanoseconds: Int { Int(clamping: attoseconds / 1_000_000_000) }
}
