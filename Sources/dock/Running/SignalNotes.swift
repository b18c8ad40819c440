import Quantities
import Rehearsal
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signals that would end or stop the process while it has motors.
///
/// A signal handler may do very little: it records the time, and writes the signal's number into a
/// pipe, on which the motors' thread waits.
///
/// A stop (SIGTSTP) is not handled, but left pending until the motors are given back: the system
/// takes it back by itself when a continuation comes meanwhile. A handler could not know which of
/// the two came last, as two threads may be told of them in the other order.
enum SignalNotes {
  /// There is no pipe for the signals; the system's reason.
  struct Trouble: Error {
    let reason: String
  }

  /// All signals that are noted.
  static let all = (1...last).filter { !unnoted.contains($0) }

  /// Those that cannot be caught, that do nothing by default, or that `Dock` ignores.
  private static let unnoted = Set(
    [SIGKILL, SIGSTOP, SIGTSTP, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGPIPE, SIGXFSZ] + harmless)

  #if canImport(Glibc)
    private static let last: Int32 = 64
    private static let harmless: [Int32] = []
  #else
    private static let last: Int32 = 31
    private static let harmless = [SIGIO, SIGINFO]
  #endif

  /// The ends of the pipe, which stays open: a handler may be about to write into it.
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)
  /// True while somebody reads the pipe.
  private static let isHeard = Atomic<Bool>(false)
  /// When the last signal came, in nanoseconds of `monotonicNow`.
  private static let lastTime = Atomic<Int>(0)
  /// True while a stop is left pending.
  private static let holdsStops = Atomic<Bool>(false)
  /// A note of an end for which there was no room in the pipe; 0 if there is none.
  private static let overflow = Atomic<Int32>(0)
  /// What was done about each signal before.
  nonisolated(unsafe) private static let former = UnsafeMutablePointer<sigaction>.allocate(
    capacity: Int(last) + 1)
  /// The signals that are being noted.
  private static let noted = Mutex<[Int32]>([])

  /// True if people type the signal `number` to end a process.
  static func isTyped(_ number: Int32) -> Bool { number == SIGINT || number == SIGQUIT }

  /// When the last signal came.
  static var time: Int { lastTime.load(ordering: .sequentiallyConsistent) }

  /// True if the process was asked to stop, and not to continue since.
  static var isStopPending: Bool {
    guard holdsStops.load(ordering: .sequentiallyConsistent) else { return false }
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGTSTP) == 1
  }

  /// Stops the process, and returns when it continues; returns at once if the process was asked to
  /// continue since it was asked to stop.
  static func stop() {
    var former = sigaction()
    sigaction(SIGTSTP, nil, &former)
    signal(SIGTSTP, SIG_DFL)
    mask(SIG_UNBLOCK, SIGTSTP)
    mask(SIG_BLOCK, SIGTSTP)
    sigaction(SIGTSTP, &former, nil)
  }

  /// Notes signals from here on; returns the descriptor at which to wait for one.
  static func begin() throws(Trouble) -> Int32 {
    if readEnd.load(ordering: .sequentiallyConsistent) < 0 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Trouble(reason: systemReason(errno)) }
      for descriptor in ends {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      }
      readEnd.store(ends[0], ordering: .sequentiallyConsistent)
      writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    }
    _ = take()
    isHeard.store(true, ordering: .sequentiallyConsistent)
    noted.withLock { $0 = all.filter(note) }
    var former = sigaction()
    if sigaction(SIGTSTP, nil, &former) == 0, !isIgnored(former) {
      mask(SIG_BLOCK, SIGTSTP)
      holdsStops.store(true, ordering: .sequentiallyConsistent)
    }
    return readEnd.load(ordering: .sequentiallyConsistent)
  }

  /// Gives the signals back, and returns those noted that nobody has taken yet; a stop that is
  /// pending takes effect.
  ///
  /// A handler writes its note before it checks whether the notes are read. So each signal is
  /// either among those returned, or its handler acts on it.
  static func end() -> [UInt8] {
    isHeard.store(false, ordering: .sequentiallyConsistent)
    noted.withLock { numbers in
      for number in numbers { restore(number) }
      numbers = []
    }
    if holdsStops.exchange(false, ordering: .sequentiallyConsistent) {
      mask(SIG_UNBLOCK, SIGTSTP)
    }
    return take()
  }

  /// The notes that have been written since the last time.
  static func take() -> [UInt8] {
    var found: [UInt8] = []
    var note: UInt8 = 0
    let descriptor = readEnd.load(ordering: .sequentiallyConsistent)
    while systemRead(descriptor, &note) == 1 { found.append(note) }
    let number = overflow.exchange(0, ordering: .sequentiallyConsistent)
    return number == 0 ? found : found + [UInt8(truncatingIfNeeded: number)]
  }

  /// Writes `note` into the pipe.
  static func write(_ note: UInt8) {
    var byte = note
    let descriptor = writeEnd.load(ordering: .sequentiallyConsistent)
    if systemWrite(descriptor, &byte) != 1 {
      overflow.store(Int32(note), ordering: .sequentiallyConsistent)
    }
  }

  /// Lets this thread receive all signals.
  ///
  /// A process inherits the signal mask of the thread that starts it, and threads that run tasks
  /// block most signals: without this, a `dock` that such a thread starts would receive none of
  /// them.
  static func unblockAll() {
    var set = sigset_t()
    sigfillset(&set)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Does what the signal `number` does by default, in this thread, before it returns.
  static func act(on number: Int32) {
    signal(number, SIG_DFL)
    mask(SIG_UNBLOCK, number)
    raise(number)
  }

  /// Blocks or unblocks the signal `number` in this thread, as `how` says.
  private static func mask(_ how: Int32, _ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(how, &set, nil)
  }

  /// Nanoseconds of a clock that advances while the machine sleeps.
  static func monotonicNow() -> Int {
    var time = timespec()
    #if canImport(Glibc)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Nanoseconds.count(inWhole: Int(time.tv_sec), and: Int(time.tv_nsec))
  }
}

// MARK: - Handlers

extension SignalNotes {
  /// Notes the signal `number` when it comes; answers false if it cannot be caught, or is ignored.
  ///
  /// A shell ignores the signals that people type for what it runs in the background; those are
  /// noted nevertheless. Under `nohup`, a hang-up is not noted.
  private static func note(_ number: Int32) -> Bool {
    let place = former + Int(number)
    guard sigaction(number, nil, place) == 0 else { return false }
    if isIgnored(place.pointee), !isTyped(number), number != SIGTERM { return false }
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (isTerminalStop(number) ? 0 : SA_RESTART)
    sigemptyset(&action.sa_mask)
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = { SignalNotes.hear($0, $1, $2) }
    #else
      action.__sigaction_u.__sa_sigaction = { SignalNotes.hear($0, $1, $2) }
    #endif
    return sigaction(number, &action, nil) == 0
  }

  /// The handler.
  private static func hear(
    _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?
  ) {
    let reason = errno
    if isFault(number, info) {
      // The process is broken, and cannot go on from here.
      restore(number)
      raise(number)
      return
    }
    if !isTerminalStop(number) {
      lastTime.store(monotonicNow(), ordering: .sequentiallyConsistent)
      write(UInt8(truncatingIfNeeded: number))
    }
    if !isHeard.load(ordering: .sequentiallyConsistent) {
      restore(number)
      raise(number)
    } else if isTerminalStop(number) {
      kill(getpid(), SIGTSTP)
    }
    errno = reason
  }

  /// True if the signal `number` says that a process in the background wants the terminal.
  private static func isTerminalStop(_ number: Int32) -> Bool {
    number == SIGTTIN || number == SIGTTOU
  }

  /// True if the signal was not sent, but comes from what this process has just done.
  private static func isFault(
    _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?
  ) -> Bool {
    guard let info, info.pointee.si_code > 0 else { return false }
    switch number {
    case SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: return true
    default: return false
    }
  }

  /// Does about the signal `number` what was done before.
  private static func restore(_ number: Int32) {
    if isIgnored(former[Int(number)]) {
      signal(number, SIG_DFL)
    } else {
      sigaction(number, former + Int(number), nil)
    }
  }

  /// True if `action` is to ignore a signal.
  static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

private func systemRead(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
  read(descriptor, &byte, 1)
}

private func systemWrite(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
  write(descriptor, &byte, 1)
}
