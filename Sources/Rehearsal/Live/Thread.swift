import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The result of `body`, which begins on a thread of its own, in the real-time class where the
/// system grants that, and stays there as long as it never waits for another.
func onThreadOfItsOwn<Result: Sendable>(
  _ body: @escaping @Sendable () async -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    startThread {
      let work: @Sendable () async -> Void = { continuation.resume(returning: await body()) }
      if #available(macOS 26, iOS 26, *) {
        Task.immediate(operation: work)
      } else {
        Task(operation: work)
      }
    }
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs `body` on a new thread; on this one if there can be none.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 8 << 20)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let work = Unmanaged.passRetained(Work(body))
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let failure = pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument else { return nil }
      claimRealTime()
      Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, work.toOpaque())
  if failure != 0 { work.takeRetainedValue().body() }
}

/// Asks for the real-time class; without it the thread is late now and then.
private func claimRealTime() {
  var parameters = sched_param()
  parameters.sched_priority = 10
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
}
