import Synchronization

/// Those who wait for the time of a dock to pass, or for the dock to tell them something.
///
/// Somebody else makes the time pass, so that nobody who waits makes it run, nor blocks a thread.
final class Waiters: Sendable {
  fileprivate struct Waiter {
    /// In nanoseconds.
    let deadline: Int
    /// How much news there was already; nil if news does not end the wait.
    let news: Int?
    /// True if it works when it does not wait.
    let works: Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  fileprivate struct Alarm {
    /// In nanoseconds.
    let time: Int
    let body: @Sendable () -> Void
  }

  fileprivate struct State {
    var now: Int
    var news: Int
    var waiters: [Int: Waiter] = [:]
    var alarms: [Int: Alarm] = [:]
    var nextNumber = 0
    /// The waits that were cancelled before they began.
    var cancelled: Set<Int> = []
    var pulse = Pulse()
  }

  /// What those who wait have done so far: when nothing of it changes any more, they are at rest.
  struct Pulse: Equatable, Sendable {
    /// How often somebody has called the dock or begun to wait.
    var activity = 0
    /// How many have gone on and have not been heard of since.
    var busy = 0
    /// How many have said that they work, and not that they have ended.
    var work = 0

    /// One waits from now on.
    fileprivate mutating func rest(_ works: Bool) {
      if works { work -= 1 } else { busy = max(0, busy - 1) }
    }

    /// One that waited goes on.
    fileprivate mutating func goOn(_ works: Bool) {
      if works { work += 1 } else { busy += 1 }
    }
  }

  /// The task that has said that it works, by its `currentTask`; tasks that it creates have not.
  ///
  /// Its work ends in the instant in which a wait of it begins, and goes on when that ends, so that
  /// no time passes on the way into a wait or out of it.
  @TaskLocal private static var worker: Int?

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Carries out `body`, which is one of those who work; while it waits it is not.
  static func asWorker(_ body: @Sendable () async -> Void) async {
    await $worker.withValue(currentTask, operation: body)
  }

  private let state: Mutex<State>

  /// Creates a room of a dock whose time is `now`, in nanoseconds, and which has told so much.
  init(now: Int, news: Int) { state = Mutex(State(now: now, news: news)) }

  /// What those who wait have done so far.
  var pulse: Pulse { state.withLock { $0.pulse } }

  /// When the first of them goes on, in nanoseconds; nil if none waits for a time.
  var nextDeadline: Int? {
    state.withLock { state in
      let times = state.waiters.values.map(\.deadline) + state.alarms.values.map(\.time)
      return times.min().flatMap { $0 < .max ? $0 : nil }
    }
  }

  /// Has `body` called at `time` nanoseconds; answers the number of the alarm, or nil if that time
  /// has come.
  func ring(at time: Int, _ body: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      guard time > state.now else { return nil }
      state.nextNumber += 1
      state.alarms[state.nextNumber] = Alarm(time: time, body: body)
      return state.nextNumber
    }
  }

  /// Forgets the alarm of this number, if it has not rung.
  func silence(_ alarm: Int) { state.withLock { _ = $0.alarms.removeValue(forKey: alarm) } }

  /// One more works, or one less.
  func work(_ change: Int) { state.withLock { $0.pulse.work += change } }

  /// Takes note of a call.
  func note() { state.withLock { $0.pulse.activity += 1 } }

  /// Those who went on are not expected back.
  func giveUp() { state.withLock { $0.pulse.busy = 0 } }

  /// Waits until `deadline` nanoseconds, or until there is more than `news`, or the task is
  /// cancelled.
  nonisolated(nonsending) func wait(until deadline: Int, orMoreThan news: Int? = nil) async {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(
          deadline: deadline, news: news,
          works: Waiters.worker.map { $0 == Waiters.currentTask } ?? false,
          continuation: continuation)
        let goesOn = state.withLock { state in
          state.pulse.activity += 1
          guard state.cancelled.remove(number) == nil, !state.ends(waiter) else { return true }
          state.pulse.rest(waiter.works)
          state.waiters[number] = waiter
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        guard let waiter = state.waiters.removeValue(forKey: number) else {
          state.cancelled.insert(number)
          return nil as Waiter?
        }
        if waiter.works { state.pulse.goOn(true) }
        return waiter
      }
      waiter?.continuation.resume()
    }
    _ = state.withLock { $0.cancelled.remove(number) }
  }

  /// The time of the dock is `now`, in nanoseconds, and it has told so much `news`: those whose
  /// wait is over go on.
  func proceed(to now: Int, news: Int) {
    let (ready, due) = state.withLock { state in
      (state.now, state.news) = (max(state.now, now), max(state.news, news))
      let ready = state.waiters.filter { state.ends($0.value) }.sorted { $0.key < $1.key }
      for item in ready { state.waiters[item.key] = nil }
      for item in ready { state.pulse.goOn(item.value.works) }
      let due = state.alarms.filter { $0.value.time <= state.now }.sorted { $0.key < $1.key }
      for item in due { state.alarms[item.key] = nil }
      return (ready.map(\.value), due.map(\.value))
    }
    for waiter in ready { waiter.continuation.resume() }
    for alarm in due { alarm.body() }
  }
}

extension Waiters.State {
  fileprivate func ends(_ waiter: Waiters.Waiter) -> Bool {
    now >= waiter.deadline || waiter.news.map { news > $0 } ?? false
  }
}
