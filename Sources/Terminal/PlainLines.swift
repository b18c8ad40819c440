#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads lines from standard input, for input that is not typed at a terminal.
public final class PlainLines: LineEditor {
  private let showsPrompt: Bool
  /// The greatest length of a line, in bytes.
  private let longestLine: Int
  private var buffer: [UInt8] = []
  private var place = 0
  private var isOver = false
  /// The number of the system for why no more can be read; nil if that is the end.
  public private(set) var failure: Int32?
  /// True while the rest of a line is left out that was too long.
  private var isSkipping = false

  /// Creates a reader that shows prompts or not, of lines with at most `longestLine` bytes.
  public init(showsPrompt: Bool, longestLine: Int) {
    (self.showsPrompt, self.longestLine) = (showsPrompt, longestLine)
  }

  /// Reads a line, however long that takes; the last one may lack its end.
  ///
  /// A line ends with a line feed, or with a carriage return and a line feed. Of one that is too
  /// long no more is kept.
  public func read(behind prompt: String, within time: Int? = nil) -> LineEvent {
    if showsPrompt { show(prompt) }
    var searched = place
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let start = place
        place = end + 1
        if !isSkipping { return line(start..<end) }
        isSkipping = false
        searched = place
        continue
      }
      searched = buffer.count
      if isOver {
        defer { place = buffer.count }
        return place < buffer.count && !isSkipping ? line(place..<buffer.count) : .end
      }
      if isSkipping || buffer.count - place > longestLine {
        let isNew = !isSkipping
        (isSkipping, place) = (true, buffer.count)
        if isNew { return .tooLong }
      }
      searched -= place
      fill()
    }
  }

  /// The line at `range` of what has been read.
  private func line(_ range: Range<Int>) -> LineEvent {
    if range.count > longestLine { return .tooLong }
    let line = buffer[range]
    return .line(Array(line.last == 0x0D ? line.dropLast() : line))
  }

  /// Nothing is remembered.
  public func remember(_ entry: [UInt8]) {}

  /// Reads more, and drops the part that has been returned.
  private func fill() {
    buffer.removeSubrange(..<place)
    place = 0
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = piece.withUnsafeMutableBytes { systemRead($0.baseAddress, $0.count) }
    if count > 0 {
      buffer += piece[..<count]
    } else if count == 0 || errno != EINTR {
      failure = count == 0 ? nil : errno
      isOver = true
    }
  }

  private func show(_ prompt: String) {
    let bytes = Array(prompt.utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}

/// `read` of the C library, from standard input.
private func systemRead(_ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(STDIN_FILENO, start, count)
}
