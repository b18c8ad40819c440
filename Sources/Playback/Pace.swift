/// A clock whose time passes while it is asked to, so that nobody has to be woken.
///
/// It counts nanoseconds since a beginning of its own. A performance asks it without the frames of
/// an asynchronous call, of which it would need several for each command.
package protocol PromptClock: Clock where Duration == Swift.Duration {
  /// The present time.
  var nanoseconds: Int { get }

  /// Lets time pass until `deadline`; throws what `sleep` throws.
  func pass(until deadline: Int) throws
}

/// The clock of a performance: nanoseconds since it began, and a way to wait for one of them.
///
/// All deadlines are absolute, so that being late once delays nothing after it.
struct Pace: Sendable {
  /// What the world has told meanwhile and nobody has looked at yet.
  let inbox: Inbox
  private let read: @Sendable () -> Int
  private let wait: Wait

  /// How to wait for a time since the beginning.
  private enum Wait: Sendable {
    typealias Sleep = nonisolated(nonsending) @Sendable (Int) async throws -> Void

    case prompt(@Sendable (Int) throws -> Void)
    case asleep(Sleep)
  }

  /// Creates a pace on `clock` that began `elapsed` nanoseconds ago.
  init<C: Clock>(
    _ clock: C, elapsed: Int = 0, inbox: Inbox = Inbox()
  ) where C.Duration == Duration {
    self.inbox = inbox
    if let clock = clock as? any PromptClock {
      let origin = clock.nanoseconds - elapsed
      read = { clock.nanoseconds - origin }
      wait = .prompt { time in
        let (deadline, isBeyond) = origin.addingReportingOverflow(time)
        try clock.pass(until: isBeyond ? .max : deadline)
      }
      return
    }
    let origin = clock.now.advanced(by: .nanoseconds(-elapsed))
    read = { origin.duration(to: clock.now).nanoseconds }
    wait = .asleep {
      try await clock.sleep(until: origin.advanced(by: .nanoseconds($0)), tolerance: nil)
    }
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
      switch wait {
      case .prompt(let pass): try pass(time)
      case .asleep(let sleep): try await sleep(time)
      }
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
