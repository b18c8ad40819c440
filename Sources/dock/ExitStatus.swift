#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The exit codes; thrown to end a command that has already printed the reason.
enum ExitStatus: Int32, Error {
  /// Success.
  case success = 0
  /// There are findings: errors in a script, a test that does not pass.
  case findings = 1
  /// The tool was used wrongly, or a file cannot be read or written.
  case usage = 2
  /// A run was aborted and the dock has stopped.
  case stopped = 3
  /// A run was aborted, and it is not confirmed that the dock has stopped and has its tracking
  /// back.
  case unconfirmed = 4
  /// Nothing failed, but there are new expectations for somebody to accept.
  case newExpectations = 10
  /// A bug in the tool.
  case bug = 70

  /// Ends the process with this status.
  func leave() -> Never { exit(rawValue) }
}
