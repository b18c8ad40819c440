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

  /// Creates an empty mailbox.
  package init() {
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
    pthread_cond_signal(condition)
    pthread_mutex_unlock(lock)
  }

  /// Takes the message that was left first, which is waited for, until `deadline` at most; nil if
  /// none has come by then.
  ///
  /// - Parameter deadline: in nanoseconds of `monotonicNow`; nil for no end.
  package func next(before deadline: Int?) -> Message? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while messages.isEmpty {
      guard let deadline else {
        pthread_cond_wait(condition, lock)
        continue
      }
      let left = deadline - monotonicNow()
      guard left > 0 else { return nil }
      wait(for: left, until: deadline)
    }
    return messages.removeFirst()
  }

  private func wait(for left: Int, until deadline: Int) {
    #if canImport(Glibc)
      var time = timespec(tv_sec: deadline / 1_000_000_000, tv_nsec: deadline % 1_000_000_000)
      pthread_cond_timedwait(condition, lock, &time)
    #else
      var time = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
      pthread_cond_timedwait_relative_np(condition, lock, &time)
    #endif
  }
}

/// Nanoseconds of a clock that never goes back.
package func monotonicNow() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
