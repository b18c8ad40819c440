/// What ended the reading of a line.
public enum LineEvent: Equatable, Sendable {
  /// A line, without its end; several if they were pasted.
  case line([UInt8])
  /// A line that is longer than may be; it is dropped.
  case tooLong
  /// Ctrl-C: what was typed is dropped.
  case interrupted
  /// There will be no more lines.
  case end
  /// The time is over; the typed text is removed from the screen and will be shown again.
  case due
  /// A signal that ends the process came; it has not been handled.
  case signal(Int32)
}

/// A source of the lines of a session.
public protocol LineEditor: AnyObject {
  /// Reads a line behind `prompt`, for at most `time` nanoseconds if that is not nil.
  func read(behind prompt: String, within time: Int?) -> LineEvent
  /// Adds `entry` to the history.
  func remember(_ entry: [UInt8])
}

/// Gives the words that may stand at the end of a line, each for the whole of its last word, which
/// begins at the byte `start`.
public typealias Completer = (_ line: [UInt8], _ start: Int) -> [String]
