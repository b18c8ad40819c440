import Playback
import Rehearsal
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The monotonic clock, and everything that can end the process while it waits for it.
///
/// A signal handler may do next to nothing: it notes the time and writes the signal's number into a
/// pipe. Whoever waits does so on that pipe, so that no signal comes between looking and waiting,
/// and on the standard streams, whose other ends may be closed.
final class ProcessWall: Wall {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  /// What stands in the pipe for a disk that is full, and for an output nobody reads.
  private static let fullDisk: UInt8 = 200
  private static let closedOutput: UInt8 = 201
  private static let pipeEnd = Atomic<Int32>(-1)
  /// When the last signal came.
  private static let stamp = Atomic<Int>(0)

  private struct State {
    var isEnding = false
    var watchesOutput = true
    var watchesInput: Bool
    var noticed: Int?
    /// The signal that ended the show.
    var signal: Int32 = 0
    /// What was typed of a line that has no end yet.
    var typed: [UInt8] = []
    var heard: [HeardEvent] = []
  }

  /// What comes of a line that is typed meanwhile.
  typealias Ear = @Sendable (_ line: [UInt8]) -> [HeardEvent]

  private let notes: Int32
  private let ear: Ear?
  private let state: Mutex<State>

  /// From here on signals are noted, until `end`; lines that are typed go to `ear`.
  init(listening ear: Ear? = nil) {
    self.ear = ear
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for descriptor in ends {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      }
    }
    notes = ends[0]
    state = Mutex(State(watchesInput: ProcessWall.isHeldOpen(STDIN_FILENO)))
    ProcessWall.pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    // A disk quota is to be an error of `write` as a full disk is, and not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    for number in ProcessWall.signals { ProcessWall.note(number) }
  }

  /// Gives the signals back; what ended the show is left undone, and told: 0 if no signal did.
  func release() -> Int32 {
    for number in ProcessWall.signals where ProcessWall.isIgnored(signal(number, SIG_DFL)) {
      signal(number, SIG_IGN)
    }
    close(ProcessWall.pipeEnd.exchange(-1, ordering: .sequentiallyConsistent))
    return state.withLock { $0.signal }
  }

  deinit { close(notes) }

  /// Gives the signals back, and in to the one that ended the show.
  func end() {
    let number = release()
    guard number != 0 else { return }
    // Threads that run tasks hold signals back, and this one must end the process here and now.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }

  /// Ends the show because output could not be written, for `failure`.
  func report(_ failure: OutputFailure) {
    ProcessWall.write(failure == .closed ? ProcessWall.closedOutput : ProcessWall.fullDisk)
  }

  var now: Int { ProcessWall.monotonicNow() }

  var noticed: Int? { state.withLock { $0.noticed } }

  /// True iff lines are read: somebody types, and to this process.
  var isListening: Bool {
    ear != nil && isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  func takeHeard() -> [HeardEvent] {
    state.withLock { state in
      defer { state.heard = [] }
      return state.heard
    }
  }

  /// Waits for the pipe in whole milliseconds, and sleeps for the last one or two: a deadline is
  /// absolute, and met as well as the system can.
  func wait(until time: Int) -> Exit? {
    while true {
      let left = (time - now) / 1_000_000 - 1
      if let exit = poll(for: left) { return exit }
      if left <= 0 || state.withLock({ !$0.heard.isEmpty }) { break }
    }
    if now < time, state.withLock({ $0.heard.isEmpty }) { sleep(until: time) }
    return nil
  }

  /// Stops the process; raised in this thread, which does not get beyond it until it may.
  func suspend() { raise(SIGSTOP) }
}

// MARK: - Signals

extension ProcessWall {
  /// Notes the signal `number` when it comes; who runs under `nohup` wants no hang-ups.
  private static func note(_ number: Int32) {
    let former = signal(number) { number in
      let reason = errno
      ProcessWall.stamp.store(ProcessWall.monotonicNow(), ordering: .sequentiallyConsistent)
      ProcessWall.write(UInt8(truncatingIfNeeded: number))
      errno = reason
    }
    if number == SIGHUP, isIgnored(former) { signal(number, SIG_IGN) }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func write(_ note: UInt8) {
    var note = note
    _ = systemWrite(pipeEnd.load(ordering: .sequentiallyConsistent), &note, 1)
  }

  /// The monotonic clock, in nanoseconds.
  static func monotonicNow() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

// MARK: - Waiting

extension ProcessWall {
  /// Waits at most so many milliseconds for somebody who wants to end the show.
  private func poll(for milliseconds: Int) -> Exit? {
    let (output, input) = state.withLock { ($0.watchesOutput, $0.watchesInput) }
    // A negative descriptor is passed over.
    var watched = [
      pollfd(fd: notes, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output ? STDOUT_FILENO : -1, events: 0, revents: 0),
      pollfd(fd: input ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
    ]
    if input, hasUnread(STDIN_FILENO) { watched[2].fd = -1 }
    if isListening { watched[2].fd = STDIN_FILENO }
    guard systemPoll(&watched, milliseconds) > 0 else { return nil }
    if watched[0].revents != 0, let exit = readNotes() { return exit }
    if watched[1].revents & Int16(POLLERR) != 0 {
      state.withLock { $0.watchesOutput = false }
      return notice(.closedOutput, now)
    }
    if isListening {
      if watched[2].revents & Int16(POLLIN) != 0 { listen() }
      return nil
    }
    if watched[2].revents & Int16(POLLHUP) != 0, watched[2].revents & Int16(POLLIN) == 0 {
      state.withLock { $0.watchesInput = false }
      return notice(.endOfInput, now)
    }
    return nil
  }

  /// Reads what has been typed; the terminal gives whole lines.
  private func listen() {
    guard let ear else { return }
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &piece, piece.count)
    let lines = state.withLock { state -> [[UInt8]] in
      state.typed += piece[..<max(0, count)]
      var lines: [[UInt8]] = []
      while let end = state.typed.firstIndex(of: 0x0A) {
        lines.append(Array(state.typed[..<end]))
        state.typed.removeSubrange(...end)
      }
      return lines
    }
    let heard = lines.flatMap(ear)
    state.withLock { $0.heard += heard }
  }

  private func readNotes() -> Exit? {
    var found: Exit?
    var note: UInt8 = 0
    while read(notes, &note, 1) == 1 {
      let (exit, time) = exit(for: note)
      if let exit, exit.level > found?.level ?? .hold || found == nil { found = notice(exit, time) }
    }
    return found
  }

  private func exit(for note: UInt8) -> (exit: Exit?, time: Int) {
    let stamp = ProcessWall.stamp.load(ordering: .sequentiallyConsistent)
    switch note {
    case ProcessWall.fullDisk: return (.fullDisk, now)
    case ProcessWall.closedOutput: return (.closedOutput, now)
    default: break
    }
    let number = Int32(note)
    if number == SIGTSTP { return (.suspend, stamp) }
    let isSecond = state.withLock { state in
      defer { if state.signal == 0, !state.isEnding { state.signal = number } }
      return state.isEnding
    }
    if isSecond { return (number == SIGINT || number == SIGQUIT ? .kill : nil, stamp) }
    switch number {
    case SIGINT: return (.interrupt, stamp)
    case SIGTERM: return (.terminate, stamp)
    case SIGHUP: return (.hangUp, stamp)
    default: return (.quit, stamp)
    }
  }

  private func notice(_ exit: Exit, _ time: Int) -> Exit {
    state.withLock { state in
      state.noticed = time
      if exit.level > .hold { state.isEnding = true }
    }
    return exit
  }

  /// True iff `descriptor` is a pipe or socket whose other end somebody holds: one that was at its
  /// end from the beginning says nothing by being so.
  private static func isHeldOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFSOCK else { return false }
    var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    return systemPoll(&watched, 0) == 0 || watched[0].revents & Int16(POLLHUP) == 0
  }

  /// True iff something waits to be read, which is somebody else's business.
  private func hasUnread(_ descriptor: Int32) -> Bool {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
  }
}

/// `poll` of the C library with a timeout in milliseconds.
private func systemPoll(_ watched: inout [pollfd], _ milliseconds: Int) -> Int32 {
  poll(&watched, nfds_t(watched.count), Int32(min(60_000, max(0, milliseconds))))
}

/// Sleeps until `time` on the monotonic clock.
private func sleep(until time: Int) {
  #if canImport(Glibc)
    var deadline = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  #else
    let left = max(0, time - Int(clock_gettime_nsec_np(CLOCK_MONOTONIC)))
    var length = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
    nanosleep(&length, nil)
  #endif
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, start, count)
}
