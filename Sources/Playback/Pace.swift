/// The clock of a performance: nanoseconds since it began, and a way to wait for one of them.
///
/// All deadlines are absolute, so that being late once delays nothing after it.
struct Pace: Sendable {
  /// What the world has told meanwhile and nobody has looked at yet.
  let inbox: Inbox
  private let read: @Sendable () -> Int
  private let wait: nonisolated(nonsending) @Sendable (Int) async throws -> Void

  /// Creates a pace on `clock` that began `elapsed` nanoseconds ago.
  init<C: Clock>(
    _ clock: C, elapsed: Int = 0, inbox: Inbox = Inbox()
  ) where C.Duration == Duration {
    self.inbox = inbox
    let origin = clock.now.advanced(by: .nanoseconds(-elapsed))
    read = { origin.duration(to: clock.now).nanoseconds }
    wait = { try await clock.sleep(until: origin.advanced(by: .nanoseconds($0)), tolerance: nil) }
  }

  /// The time since the beginning, in nanoseconds.
  var now: Int { read() }

  /// Waits until `time` nanoseconds after the beginning; throws if the task is cancelled, and the
  /// clock's interruptions.
  ///
  /// Signs of the world go into the inbox and do not end it.
  nonisolated(nonsending) func sleep(until time: Int) async throws {
    while !(try await sleepUnlessTold(until: time)) {}
  }

  /// As `sleep`, but a sign of the world ends it; answers false if one did.
  nonisolated(nonsending) func sleepUnlessTold(until time: Int) async throws -> Bool {
    do {
      try await wait(time)
      return true
    } catch let sign as Sign {
      inbox.add(sign.event)
      return false
    }
  }
}

extension Duration {
  /// The whole nanoseconds, held within 146 years.
  var nanoseconds: Int {
    max(.min / 2, min(.max / 2, Int(clamping: attoseconds / 1_000_000_000)))
  }
}

/// Nanoseconds in a millisecond.
let millisecond = 1_000_000
