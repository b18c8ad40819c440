import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Notes the signals that ask the process to end, and lets them have their way afterwards.
///
/// A signal must not stop the tool before the dock is stopped. So it is only noted; whoever plays
/// looks at the note between two frames, and when all is over it is raised again, so that the
/// shell sees what ended the process.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let noted = Atomic<Int32>(0)

  /// True iff a signal has come.
  static var isWanted: Bool { noted.load(ordering: .relaxed) != 0 }

  /// From here on signals are noted.
  static func begin() {
    _ = isWanted
    for number in signals { signal(number) { Interruption.noted.store($0, ordering: .relaxed) } }
  }

  /// Gives the signals back, and in to the one that came.
  static func end() {
    for number in signals { signal(number, SIG_DFL) }
    let number = noted.load(ordering: .relaxed)
    guard number != 0 else { return }
    // Threads that run tasks hold signals back, and this one must end the process here and now.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
