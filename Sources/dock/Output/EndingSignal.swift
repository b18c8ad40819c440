import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A signal that ends the tool while it writes a large file: the unfinished file is removed first.
enum EndingSignal {
  /// The signals by which people and systems end a process.
  static let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// The path of the unfinished file; nil if there is none.
  ///
  /// A handler reads it in the middle of anything, so it is no string.
  nonisolated(unsafe) private static let draft = Atomic<UnsafeMutablePointer<CChar>?>(nil)

  /// Runs `body`, which writes the file at `path`; a signal in the meantime removes the file, and
  /// then ends the process as without this.
  ///
  /// A signal that was ignored before is ignored further, as under `nohup` and in the background
  /// of a shell.
  static func removing(_ path: String, during body: () throws -> Void) rethrows {
    let name = strdup(path)
    draft.store(name, ordering: .sequentiallyConsistent)
    let former = all.map(listen)
    defer {
      for case (let number, var action)? in former { sigaction(number, &action, nil) }
      draft.store(nil, ordering: .sequentiallyConsistent)
      free(name)
    }
    try body()
  }

  /// Handles the signal `number`; returns what was done about it before, or nil if it is ignored.
  private static func listen(to number: Int32) -> (Int32, sigaction)? {
    var (action, former) = (sigaction(), sigaction())
    guard sigaction(number, nil, &former) == 0, !SignalNotes.isIgnored(former) else { return nil }
    sigemptyset(&action.sa_mask)
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = { EndingSignal.hear($0) }
    #else
      action.__sigaction_u.__sa_handler = { EndingSignal.hear($0) }
    #endif
    return sigaction(number, &action, nil) == 0 ? (number, former) : nil
  }

  /// The handler; it may call only what the system allows in one.
  private static func hear(_ number: Int32) {
    if let name = draft.exchange(nil, ordering: .sequentiallyConsistent) { unlink(name) }
    SignalNotes.act(on: number)
  }
}
