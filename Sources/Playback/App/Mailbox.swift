import Quantities

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A queue from several threads to one, which waits for messages: a lock, a condition and a queue.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var messages: [Message] = []
  /// The time until which messages are waited for; nil for that of the wall.
  let time: (any SteppedTime)?
  /// True while the reader waits in a time that somebody else lets pass.
  private var isAtRest = false

  /// Creates an empty mailbox, whose reader waits in `time`; nil for that of the wall.
  package init(in time: (any SteppedTime)? = nil) {
    self.time = time
    pthread_mutex_init(lock, nil)
    #if canImport(Glibc)
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      // A monotonic clock.
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #else
      pthread_cond_init(condition, nil)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Adds `message`; never waits for the reader.
  package func post(_ message: Message) {
    pthread_mutex_lock(lock)
    messages.append(message)
    wake()
    pthread_mutex_unlock(lock)
  }

  /// Takes the message that was left first, which is waited for, until `deadline` at most; nil if
  /// none has come by then.
  ///
  /// - Parameter deadline: in nanoseconds of `now`; nil for no end.
  package func next(before deadline: Int?) -> Message? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while messages.isEmpty {
      let left = deadline.map { $0 - now } ?? .max
      guard left > 0 else { return nil }
      if let time {
        rest(until: deadline, in: time)
      } else if let deadline {
        wait(for: left, until: deadline)
      } else {
        pthread_cond_wait(condition, lock)
      }
    }
    return messages.removeFirst()
  }

  /// The time in nanoseconds; it never goes back.
  package var now: Int { time?.nanoseconds ?? monotonicNow() }

  /// Waits for a message, or until `deadline` in the time of somebody else; the lock is held.
  private func rest(until deadline: Int?, in time: any SteppedTime) {
    let alarm = deadline.flatMap { deadline in
      time.ring(at: deadline) { [weak self] in self?.awaken() }
    }
    guard alarm != nil || deadline == nil else { return }
    isAtRest = true
    time.endWork()
    while isAtRest { pthread_cond_wait(condition, lock) }
    if let alarm { time.silence(alarm) }
  }

  private func awaken() {
    pthread_mutex_lock(lock)
    wake()
    pthread_mutex_unlock(lock)
  }

  /// Lets the reader go on; the lock is held.
  private func wake() {
    if isAtRest {
      isAtRest = false
      time?.beginWork()
    }
    pthread_cond_signal(condition)
  }

  private func wait(for left: Int, until deadline: Int) {
    #if canImport(Glibc)
      var time = timespec(Nanoseconds(deadline))
      pthread_cond_timedwait(condition, lock, &time)
    #else
      var time = timespec(Nanoseconds(left))
      pthread_cond_timedwait_relative_np(condition, lock, &time)
    #endif
  }
}

extension timespec {
  /// Creates the form of the C library of `time`, which is not negative.
  package init(_ time: Nanoseconds) {
    self.init(tv_sec: time.wholeSeconds, tv_nsec: time.afterWholeSeconds)
  }
}

/// Nanoseconds of a clock that never goes back.
package func monotonicNow() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Nanoseconds.count(inWhole: time.tv_sec, and: time.tv_nsec)
}
