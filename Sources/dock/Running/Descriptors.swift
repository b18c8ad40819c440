import Rehearsal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file descriptors of the process.
enum Descriptors {
  /// How many a live run opens at a time besides the standard streams: the pipe of the signals, the
  /// lock, the journal, the dock's memory, and two of the Swift runtime.
  static let ofLiveRun = 7

  /// Opens those of the standard streams that are closed on the null device.
  ///
  /// Otherwise the next file that is opened would get the number of a standard stream, and printing
  /// would write to it. Answers false if there is no descriptor left.
  static func openStandardStreams() -> Bool {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is the one that is closed.
      guard open("/dev/null", O_RDWR) == number else { return false }
    }
    return true
  }

  /// The reason why the process cannot open `count` more files; nil if it can.
  static func shortage(of count: Int) -> String? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return systemReason(errno) }
      opened.append(descriptor)
    }
    return nil
  }
}
