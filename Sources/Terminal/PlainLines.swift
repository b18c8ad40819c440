#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads lines from standard input, for input that is not typed at a terminal.
public final class PlainLines: LineEditor {
  /// The most that is read as one line, in bytes.
  public static let longestLine = 64 << 20

  private let showsPrompt: Bool
  private var buffer: [UInt8] = []
  private var place = 0
  private var isOver = false

  /// Creates a reader that shows prompts or not.
  public init(showsPrompt: Bool) { self.showsPrompt = showsPrompt }

  /// Reads a line, however long that takes; the last one may lack its end.
  public func read(behind prompt: String, within time: Int? = nil) -> LineEvent {
    if showsPrompt { show(prompt) }
    var searched = place
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { place = end + 1 }
        return .line(Array(buffer[place..<end]))
      }
      searched = buffer.count
      if isOver || buffer.count - place > PlainLines.longestLine {
        defer { place = buffer.count }
        return place < buffer.count ? .line(Array(buffer[place...])) : .end
      }
      searched -= place
      fill()
    }
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
