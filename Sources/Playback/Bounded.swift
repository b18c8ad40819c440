import Synchronization

/// The result of `work`, which cancellation of the caller does not reach; nil if it takes until `deadline`.
///
/// Work that never waits is over before anybody looks at the clock, so nothing here depends on threads
/// where time is virtual. Work that is given up is cancelled, and what it still does is its own affair.
nonisolated(nonsending) func bounded<Result: Sendable>(
  by deadline: Int, on pace: Pace, _ work: @escaping @Sendable () async -> Result
) async -> Result? {
  let race = Race<Result>()
  let worker = startTask { race.end(with: await work()) }
  if let result = race.result { return result }
  let timer = Task {
    try? await pace.sleep(until: deadline)
    race.end(with: nil)
  }
  let result = await race.value
  timer.cancel()
  worker.cancel()
  return result
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
