import Synchronization

/// How long something may take.
enum Patience {
  /// Until this many nanoseconds of the pace.
  case until(Int, Pace)
  /// So much time of the wall, whatever the pace.
  case wall(Duration)
}

/// The result of `work`, which cancellation of the caller does not reach; nil if `patience` ends
/// first.
///
/// Work that never waits is over before anybody looks at a clock, so nothing here depends on
/// threads where time is virtual. Work that is given up is cancelled, and what it still does is its
/// own affair.
nonisolated(nonsending) func bounded<Result: Sendable>(
  by patience: Patience, _ work: @escaping @Sendable () async -> Result
) async -> Result? {
  let race = Race<Result>()
  let worker = startTask { race.end(with: await work()) }
  if let result = race.result { return result }
  let timer = Task {
    await patience.runOut()
    race.end(with: nil)
  }
  let result = await race.value
  timer.cancel()
  worker.cancel()
  return result
}

extension Patience {
  fileprivate func runOut() async {
    switch self {
    case .until(let deadline, let pace):
      guard #available(macOS 26, iOS 26, *) else {
        // Here work never begins at once, and a virtual clock would not wait for it.
        return await Patience.wall(.nanoseconds(max(0, deadline - pace.now))).runOut()
      }
      try? await pace.sleep(until: deadline)
    case .wall(let length): try? await SuspendingClock().sleep(for: length)
    }
  }
}

/// Begins `work` at once where the system lets a task do so, else soon.
private func startTask(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, *) { return Task.immediate { await work() } }
  return Task { await work() }
}

/// A value that is there once, and one who waits for it.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var isOver = false
    var value: Value?
    var waiter: CheckedContinuation<Value?, Never>?
  }

  private let state = Mutex(State())

  /// The value, if it is there.
  var result: Value? { state.withLock { $0.value } }

  /// Ends the race; whoever comes second changes nothing.
  func end(with value: Value?) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.value = value
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the end.
  nonisolated(nonsending) var value: Value? {
    get async {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Value?? in
          if state.isOver { return .some(state.value) }
          state.waiter = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    }
  }
}
