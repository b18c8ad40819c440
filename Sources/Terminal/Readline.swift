import CReadline
import Quantities

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lines typed and edited with GNU readline.
///
/// There is one terminal, so there is at most one of these.
public final class Readline: LineEditor {
  /// The most entries that are remembered.
  static let historyLength = 1000

  private let history: String?
  private let completer: Completer

  /// True if the terminal shows UTF-8, as its user has said.
  public static var showsUTF8: Bool { prompt_shows_utf8() != 0 }

  /// Makes the terminal ready; nil where there is no readline.
  ///
  /// - Parameters:
  ///   - name: the name that the user's settings may ask for.
  ///   - history: the file in which entries are remembered; nil to forget them.
  ///   - completer: gives the words for the cursor.
  public init?(_ name: String, history: String?, completer: @escaping Completer) {
    guard prompt_is_available() != 0 else { return nil }
    (self.history, self.completer) = (history, completer)
    prompt_begin(name, completeAtCursor, Unmanaged.passUnretained(self).toOpaque())
    if let history { prompt_load_history(history, Int32(Readline.historyLength)) }
  }

  /// Reads a line; escapes in `prompt` stand between `\u{1}` and `\u{2}`.
  public func read(behind prompt: String, within time: Int?) -> LineEvent {
    var line: UnsafeMutablePointer<CChar>?
    var signal: Int32 = 0
    let milliseconds = time.map { Int32(clamping: Nanoseconds($0).wholeMilliseconds + 1) } ?? -1
    let event = prompt_read(prompt, milliseconds, &line, &signal)
    defer { free(line) }
    switch event {
    case prompt_interrupt: return .interrupted
    case prompt_signal: return .signal(signal)
    case prompt_due: return .due
    case prompt_line:
      guard let line else { return .end }
      let count = strlen(line)
      return .line(
        line.withMemoryRebound(to: UInt8.self, capacity: count) {
          Array(UnsafeBufferPointer(start: $0, count: count))
        })
    default: return .end
    }
  }

  /// Remembers `entry` whole, however many lines it has.
  public func remember(_ entry: [UInt8]) {
    // A line that begins with '#' and a digit would be read back as the time of another entry.
    let safe = entry.indices.flatMap { index in
      let startsLine = index == 0 || entry[index - 1] == 0x0A
      return startsLine && entry[index] == 0x23 ? [0x20, 0x23] : [entry[index]]
    }
    prompt_remember(String(decoding: safe, as: UTF8.self))
    if let history { prompt_append_history(history) }
  }

  fileprivate func complete(
    _ line: UnsafePointer<CChar>, _ start: Int, _ end: Int, _ matches: OpaquePointer?
  ) {
    let bytes = UnsafeRawBufferPointer(start: line, count: max(start, end))
    for word in completer(Array(bytes), start) { prompt_add_match(matches, word) }
  }
}

private func completeAtCursor(
  _ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32,
  _ matches: OpaquePointer?
) {
  guard let context, let line else { return }
  Unmanaged<Readline>.fromOpaque(context).takeUnretainedValue()
    .complete(line, Int(start), Int(end), matches)
}
