#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The result of `body`, which is carried out on a thread of its own, in the real-time class where
/// the system grants that; the caller's thread waits for it.
package func onThreadOfItsOwn<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) -> Result {
  let mailbox = Mailbox<Result>()
  guard startThread(isRealTime: true, { mailbox.post(body()) }),
    let result = mailbox.next(before: nil)
  else { return body() }
  return result
}

private final class Work: Sendable {
  let isRealTime: Bool
  let body: @Sendable () -> Void

  init(_ isRealTime: Bool, _ body: @escaping @Sendable () -> Void) {
    (self.isRealTime, self.body) = (isRealTime, body)
  }
}

/// Runs `body` on a new thread, which asks for the real-time class if it `isRealTime`; answers
/// false if the system has no thread left.
package func startThread(
  isRealTime: Bool = false, _ body: @escaping @Sendable () -> Void
) -> Bool {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 8 << 20)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let work = Unmanaged.passRetained(Work(isRealTime, body))
  // A new thread has its creator's mask. It takes no stop: as long as no thread takes one, the stop
  // waits until the motors are given back.
  var (stop, mask) = (sigset_t(), sigset_t())
  sigemptyset(&stop)
  sigaddset(&stop, SIGTSTP)
  pthread_sigmask(SIG_BLOCK, &stop, &mask)
  defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let failure = pthread_create(
    &thread, &attributes,
    { argument in
      guard let argument else { return nil }
      let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
      chooseClass(isRealTime: work.isRealTime)
      work.body()
      return nil
    }, work.toOpaque())
  if failure != 0 { work.release() }
  return failure == 0
}

/// Asks for the real-time class, without which the thread is late now and then; or for the usual
/// one, as a new thread begins in that of its creator.
private func chooseClass(isRealTime: Bool) {
  var parameters = sched_param()
  parameters.sched_priority = isRealTime ? 10 : 0
  pthread_setschedparam(pthread_self(), isRealTime ? SCHED_FIFO : SCHED_OTHER, &parameters)
}
