import Playback
import Quantities
import Rehearsal
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The time of a live run, and everything that can end the run while it waits.
///
/// A signal is noted in a pipe. The wait is on that pipe, so that no signal is lost between the
/// check and the wait, and on the standard streams, whose other ends may be closed.
final class ProcessWall: Wall {
  /// The bytes in the pipe for a full disk, and for a closed output.
  private static let fullDisk: UInt8 = 200
  private static let closedOutput: UInt8 = 201
  /// The longest wait for the pipe, in milliseconds: a stop that is pending does not end it, and
  /// its clock stands still while the machine sleeps.
  private static let longestWait = 20

  private struct State {
    var watchesOutput = true
    var watchesInput: Bool
    var noticed: Int?
    /// The signal that came first of those that end a process; 0 if none did.
    var signal: Int32 = 0
    /// True while the motors are given back because the process is to stop.
    var isStopping = false
    /// True once somebody has typed a signal that ends the show.
    var isInterrupted = false
    /// The unfinished typed line.
    var typed: [UInt8] = []
    var heard: [HeardEvent] = []
  }

  /// The handling of a line that is typed meanwhile.
  typealias LineListener = @Sendable (_ line: [UInt8]) -> [HeardEvent]

  private let notes: Int32
  private let listener: LineListener?
  private let state: Mutex<State>

  /// From here on signals are noted, until `release`; lines that are typed go to `listener`.
  init(listening listener: LineListener? = nil) throws(SignalNotes.Trouble) {
    self.listener = listener
    state = Mutex(State(watchesInput: ProcessWall.isHeldOpen(STDIN_FILENO)))
    notes = try SignalNotes.begin()
  }

  /// Gives the signals back; returns the one that came first of those that end a process, which is
  /// left undone: 0 if none did.
  ///
  /// - Parameter isFinal: true if the process ends by that signal anyway; then those that come
  ///   behind it change nothing.
  func release(isFinal: Bool = false) -> Int32 {
    _ = readNotes()
    if isFinal, signal != 0 { return signal }
    for note in SignalNotes.end() { _ = exit(for: note) }
    return state.withLock { $0.signal }
  }

  /// The number of the signal that came first of those that end a process; 0 if none did.
  var signal: Int32 { state.withLock { $0.signal } }

  /// Ends the show because output could not be written, for `failure`.
  func report(_ failure: OutputFailure) {
    SignalNotes.write(failure == .closed ? ProcessWall.closedOutput : ProcessWall.fullDisk)
  }

  var now: Int { SignalNotes.monotonicNow() }

  /// Half a second: ten times what the longest decision within the budget takes as a rule, and at
  /// 20 deg/s the motors go 10 deg too far in it.
  var patience: Int? { Milliseconds(500).nanoseconds }

  var noticed: Int? { state.withLock { $0.noticed } }

  /// True if lines are read: somebody types, and to this process.
  var isListening: Bool {
    listener != nil && isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
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
      let left = Nanoseconds(time - now).wholeMilliseconds - 1
      if let exit = poll(for: left) { return exit }
      if left <= 0 || state.withLock({ !$0.heard.isEmpty }) { break }
    }
    if now < time, state.withLock({ $0.heard.isEmpty }) { sleep(until: time) }
    return nil
  }

  /// Stops the process, unless what continues it has come while the motors were given back.
  func suspend() {
    SignalNotes.stop()
    state.withLock { $0.isStopping = false }
  }
}

// MARK: - Waiting

extension ProcessWall {
  /// Waits at most so many milliseconds for a request to end the show.
  private func poll(for milliseconds: Int) -> Exit? {
    let (output, input) = state.withLock { ($0.watchesOutput, $0.watchesInput) }
    // A negative descriptor is skipped.
    var watched = [
      pollfd(fd: notes, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output ? STDOUT_FILENO : -1, events: 0, revents: 0),
      pollfd(fd: input ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
    ]
    if input, hasUnread(STDIN_FILENO) { watched[2].fd = -1 }
    if isListening { watched[2].fd = STDIN_FILENO }
    let count = systemPoll(&watched, min(milliseconds, ProcessWall.longestWait))
    if let exit = noticeStop() { return exit }
    guard count > 0 else { return nil }
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
    guard let listener else { return }
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
    let heard = lines.flatMap(listener)
    state.withLock { $0.heard += heard }
  }

  /// The hold that a stop asks for when it is first seen to be pending.
  private func noticeStop() -> Exit? {
    guard SignalNotes.isStopPending else { return nil }
    let wasStopping = state.withLock { state in
      defer { state.isStopping = true }
      return state.isStopping
    }
    return wasStopping ? nil : notice(.suspend, now)
  }

  private func readNotes() -> Exit? {
    var found: Exit?
    for note in SignalNotes.take() {
      guard let exit = exit(for: note) else { continue }
      if found.map({ exit.level > $0.level }) ?? true {
        let isSignal = note < ProcessWall.fullDisk
        found = notice(exit, isSignal ? SignalNotes.time : now)
      }
    }
    return found
  }

  /// What `note` asks for; nil if the show is ending for another signal.
  private func exit(for note: UInt8) -> Exit? {
    switch note {
    case ProcessWall.fullDisk: return .fullDisk
    case ProcessWall.closedOutput: return .closedOutput
    default: break
    }
    let number = Int32(note)
    let isTyped = SignalNotes.isTyped(number)
    let (isFirst, isRepeated) = state.withLock { state in
      defer {
        if state.signal == 0 { state.signal = number }
        if isTyped { state.isInterrupted = true }
      }
      return (state.signal == 0, isTyped && state.isInterrupted)
    }
    // Only a second typed signal ends at once; an earlier signal of a supervisor does not count.
    if isRepeated { return .kill }
    guard isFirst else { return nil }
    switch number {
    case SIGINT: return .interrupt
    case SIGTERM: return .terminate
    case SIGHUP: return .hangUp
    case SIGQUIT: return .quit
    default: return .signal
    }
  }

  private func notice(_ exit: Exit, _ time: Int) -> Exit {
    state.withLock { $0.noticed = time }
    return exit
  }

  /// True if `descriptor` is a pipe or socket whose other end somebody holds: one that was at its
  /// end from the beginning says nothing by being so.
  private static func isHeldOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFSOCK else { return false }
    var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    return systemPoll(&watched, 0) == 0 || watched[0].revents & Int16(POLLHUP) == 0
  }

  /// True if there is something to read, which other code reads.
  private func hasUnread(_ descriptor: Int32) -> Bool {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
  }
}

/// `poll` of the C library with a timeout in milliseconds.
private func systemPoll(_ watched: inout [pollfd], _ milliseconds: Int) -> Int32 {
  poll(&watched, nfds_t(watched.count), Int32(max(0, milliseconds)))
}

/// Sleeps until `time` of `SignalNotes.monotonicNow`.
private func sleep(until time: Int) {
  #if canImport(Glibc)
    var deadline = timespec(Nanoseconds(time))
    while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  #else
    let left = max(0, time - SignalNotes.monotonicNow())
    var length = timespec(Nanoseconds(left))
    nanosleep(&length, nil)
  #endif
}
