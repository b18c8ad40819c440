import Printing

/// Writes where in the source a line of a schedule or of commands comes from, as its comment.
public struct SourceComments {
  /// What comes before the number, for each file; nothing where there is only one.
  private let prefixes: [[UInt8]]
  /// The most bytes a comment takes, the spaces before it included.
  public let capacity: Int

  /// The column at which comments begin, in bytes.
  public static let column = 64

  /// Creates the writer of comments on lines that come from `files`.
  public init(_ files: [String]) {
    prefixes = files.prefix(Step.greatestFile + 1).map { name in
      guard files.count > 1 else { return [] }
      var buffer = TextBuffer()
      buffer.write(atMost: TextCursor.quotedCapacity(name)) { $0.write(name: name) }
      return buffer.bytes + [UInt8(ascii: ":")]
    }
    capacity = prefixes.reduce(SourceComments.column + 64) { max($0, $1.count + 128) }
  }

  /// Writes the comment for `line`, which is as in `Step.line`; nothing where it names no line.
  ///
  /// `lineStart` is what room there was when the line of text began.
  @inline(__always)
  public func write(_ line: UInt32, from lineStart: Int, to cursor: inout TextCursor) {
    let (file, number) = (Int(line >> 24), Int32(truncatingIfNeeded: line & 0xFF_FFFF))
    guard number != 0, file < prefixes.count else { return }
    cursor.pad(to: SourceComments.column, from: lineStart)
    cursor.write(" # ")
    if prefixes.count > 1 { cursor.write(bytes: prefixes[file]) }
    cursor.write(number)
  }
}
