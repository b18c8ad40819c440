/// A clock whose time passes while it is asked to, so that nobody has to be woken.
///
/// It counts nanoseconds since a beginning of its own. A performance asks it without the frames of
/// an asynchronous call, of which it would need several for each command.
package protocol PromptClock: Clock where Duration == Swift.Duration {
  /// The present time.
  var nanoseconds: Int { get }

  /// Lets time pass until `deadline`; throws what `sleep` throws.
  func pass(until deadline: Int) throws

  /// The result of `work`, which may take long: where time passes by itself, it is done on another
  /// thread, and not waited for beyond a deadline.
  ///
  /// Throws what `sleep` throws if that comes first, or `OverdueDecision`; then `cancel` is called,
  /// which lets the work end soon.
  func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result, orElse cancel: @Sendable () -> Void
  ) throws -> Result
}

/// What comes next has not been worked out in time.
package struct OverdueDecision: Error {
  /// Creates the error.
  package init() {}
}

/// The clock of a performance: nanoseconds since it began, and a way to wait for one of them.
///
/// All deadlines are absolute, so that being late once delays nothing after it.
struct Pace: Sendable {
  /// What the world has told meanwhile and nobody has looked at yet.
  let inbox: Inbox
  private let read: @Sendable () -> Int
  private let wait: Wait
  /// A clock that can wait for work as well as for a time; nil if there is none.
  private let prompt: (any PromptClock)?

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
    prompt = clock as? any PromptClock
    if let clock = prompt {
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

  /// The result of `work`; see `PromptClock.result`.
  ///
  /// Signs of the world go into the inbox and do not end it. A clock that cannot wait for work does
  /// it here.
  func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result, orElse cancel: @Sendable () -> Void = {}
  ) throws -> Result {
    guard let prompt else { return work() }
    while true {
      do {
        return try prompt.result(of: work, orElse: cancel)
      } catch let sign as Sign {
        inbox.add(sign.event)
      }
    }
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
