import Playback
import Printing
import Quantities
import Schedules
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One line on a terminal that shows how far something long has come, and is gone at its end.
///
/// Nothing waits for it: it is drawn about ten times a second at most, and left out while the
/// terminal takes no more. Where standard error is no terminal there is none.
final class ProgressLine: Sendable {
  private struct State {
    /// When it may be drawn next.
    var next: ContinuousClock.Instant
    var isDrawn = false
    /// How many parts are done.
    var count = 0
  }

  private let state: Mutex<State>

  /// The least time between two drawings.
  static let pause = Duration.milliseconds(100)
  /// How long something takes at least that has one.
  static let patience = Duration.milliseconds(500)

  /// Creates a line that is not drawn yet; nil if there is no terminal to draw it on.
  init?() {
    guard OutputFile.messages.isRedrawn else { return nil }
    state = Mutex(State(next: ContinuousClock.now + ProgressLine.patience))
  }

  /// Draws `text` if it is time to.
  func show(_ text: () -> String) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard now >= state.next, ProgressLine.isReady else { return }
      (state.next, state.isDrawn) = (now + ProgressLine.pause, true)
      var line = Console.lineClearer
      line.write(string: ProgressLine.fit(text() + "; Ctrl-C stops it"))
      // What a signal leaves there is written over by what comes next.
      line.write("\r")
      Console.show(line)
    }
  }

  /// Counts a part that is done, and draws what `text` says of their number.
  func count(_ text: (Int) -> String) {
    let count = state.withLock { state in
      state.count += 1
      return state.count
    }
    show { text(count) }
  }

  /// Removes it, before something else is written or when the work is done.
  func erase() {
    state.withLock { state in
      if state.isDrawn { Console.show(Console.lineClearer) }
      state.isDrawn = false
    }
  }

  /// True if the terminal takes a line now.
  private static var isReady: Bool {
    var request = pollfd(
      fd: OutputFile.messages.descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
  }

  /// `text` as one harmless line that the terminal does not wrap.
  private static func fit(_ text: String) -> String {
    var buffer = TextBuffer()
    buffer.write(sanitizedLine: text)
    var room = max(1, OutputFile.messages.width ?? 80) - 1
    var line = ""
    for character in buffer.text {
      room -= character.displayWidth
      guard room >= 0 else { break }
      line.append(character)
    }
    return line
  }
}

/// The line of a show that is played in virtual time.
struct PlayingProgress: Sendable {
  private let line: ProgressLine
  /// How long the show may be, in seconds.
  private let length: Int

  /// Creates the line of the show that begins with `cue`; nil if there is no terminal.
  init?(of cue: Cue, _ options: CompilationOptions, _ mishaps: MishapOptions) {
    guard let line = ProgressLine() else { return nil }
    self.line = line
    let whole = cue.rest == nil ? Int(cue.schedule.length) : options.bounds.maxLength.milliseconds
    length = Milliseconds(mishaps.length?.milliseconds ?? whole).wholeSeconds
  }

  /// Draws how far the show is at `event`.
  func show(_ event: PlaybackEvent) {
    line.show {
      let done = Nanoseconds(event.time).wholeSeconds
      return "played \(clock(done)) of "
        + (done <= length ? "at most \(clock(length))" : "the show")
    }
  }

  /// Removes the line.
  func erase() { line.erase() }

  private func clock(_ seconds: Int) -> String {
    func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
  }
}
