import Playback
import Quantities
import Synchronization

/// The time of the clock that a player is given, as performances wait in it.
///
/// The clock of a simulated dock is one already; nil is the continuous clock, the time of the wall.
/// Any other clock is asked to sleep for each wait.
func steppedTime(of clock: any Clock<Duration>) -> (any SteppedTime)? {
  func others<C: Clock<Duration>>(_ clock: C) -> any SteppedTime { ClockTime(clock) }
  if clock is ContinuousClock { return nil }
  return (clock as? any SteppedTime) ?? others(clock)
}

/// The time of any clock.
private final class ClockTime<C: Clock<Duration>>: SteppedTime {
  private let clock: C
  private let origin: C.Instant
  private let alarms = Mutex((next: 0, tasks: [Int: Task<Void, Never>]()))

  init(_ clock: C) { (self.clock, origin) = (clock, clock.now) }

  var nanoseconds: Int { origin.duration(to: clock.now).wholeNanoseconds }

  func ring(at time: Int, _ body: @escaping @Sendable () -> Void) -> Int? {
    guard time > nanoseconds else { return nil }
    let sleeper = Task { [clock, deadline = origin.advanced(by: .nanoseconds(time))] in
      if (try? await clock.sleep(until: deadline, tolerance: nil)) != nil { body() }
    }
    return alarms.withLock { alarms in
      alarms.next += 1
      alarms.tasks[alarms.next] = sleeper
      return alarms.next
    }
  }

  func silence(_ alarm: Int) {
    alarms.withLock { $0.tasks.removeValue(forKey: alarm) }?.cancel()
  }

  // A clock cannot be asked to wait.
  func beginWork() {}
  func endWork() {}
  func carryOut(_ body: @Sendable () async -> Void) async { await body() }
}
