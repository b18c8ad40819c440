import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A signal that ends the tool while it writes a large file: the unfinished file is removed first.
struct Interruption: Error {
  /// The number of the signal.
  let signal: Int32

  /// The number of the last signal; 0 before the first.
  private static let last = Atomic<Int32>(0)

  /// Runs `body`, in which `check` throws if a signal has come; then ends the process by it.
  static func watched(_ body: () throws -> Void) throws {
    let signals = [SIGINT, SIGTERM]
    for number in signals {
      listen(to: number)
    }
    defer { for number in signals { forget(number) } }
    do {
      try body()
    } catch let interruption as Interruption {
      SignalNotes.act(on: interruption.signal)
    }
  }

  /// Throws if a signal has come.
  static func check() throws(Interruption) {
    let number = last.load(ordering: .relaxed)
    if number != 0 { throw Interruption(signal: number) }
  }

  private static func listen(to number: Int32) {
    handle(number) { Interruption.last.store($0, ordering: .relaxed) }
  }

  private static func forget(_ number: Int32) { handle(number, SIG_DFL) }
}

/// `signal` of the C library, which a property of the same name hides.
private func handle(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
  signal(number, handler)
}
