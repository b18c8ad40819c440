#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the tool tells the shell; thrown to end a command that has already said why.
enum ExitStatus: Int32, Error {
  /// All is well.
  case success = 0
  /// There are findings: errors in a script, a test that does not pass.
  case findings = 1
  /// The tool was used wrongly, or a file cannot be read or written.
  case usage = 2
  /// A run was aborted and the dock is known to stand still.
  case stopped = 3
  /// A run was aborted, and that the dock stands or its tracking is restored is not confirmed.
  case unconfirmed = 4
  /// Nothing failed, but there are new expectations for somebody to accept.
  case newExpectations = 10
  /// The tool itself is wrong.
  case bug = 70

  /// Ends the process with this status.
  func leave() -> Never { exit(rawValue) }
}
