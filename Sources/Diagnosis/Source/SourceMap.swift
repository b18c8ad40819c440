/// All the texts of one program, laid end to end, so that one 32-bit offset names a file and a
/// place.
public struct SourceMap: Sendable {
  /// The files in the order they were added; the first is the script itself.
  public private(set) var files: [SourceFile] = []

  /// The greatest total size of all files, in bytes: what a 32-bit offset can reach.
  public static let capacity = Int(UInt32.max) - 1

  /// Creates an empty map.
  public init() {}

  /// Adds a file called `name` and returns its index.
  ///
  /// - Requires: the sum of all sizes stays below `capacity`.
  @discardableResult
  public mutating func add(name: String, bytes: consuming [UInt8]) -> Int {
    let base = files.last.map { $0.base + UInt32($0.bytes.count) + 1 } ?? 0
    files.append(SourceFile(name: name, base: base, bytes: bytes))
    return files.count - 1
  }

  /// The index of the file that holds `offset`.
  public func index(of offset: UInt32) -> Int {
    (files.lastIndex { $0.base <= offset }) ?? 0
  }

  /// The file that holds `offset`.
  public func file(at offset: UInt32) -> SourceFile { files[index(of: offset)] }

  /// The line and the column (both from 1, the column in characters) of `offset`.
  public func location(of offset: UInt32) -> SourceLocation {
    file(at: offset).location(of: offset)
  }

  /// The text under `span`.
  public func text(of span: SourceSpan) -> String {
    let file = file(at: span.start)
    let count = file.bytes.count
    let start = min(Int(span.start - file.base), count)
    let end = min(Int(span.end - file.base), count)
    return String(decoding: file.bytes[start..<max(start, end)], as: UTF8.self)
  }

  /// `span` with the spaces before it on its line.
  package func withBlanksBefore(_ span: SourceSpan) -> SourceSpan {
    let file = file(at: span.start)
    let before = file.bytes[..<min(Int(span.start - file.base), file.bytes.count)]
    let blanks = before.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    return SourceSpan(span.start - UInt32(blanks), span.end)
  }

  /// `span`, an expression, with the brackets before it that are closed in it; and true if one
  /// pair of brackets holds all of it.
  package func brackets(around span: SourceSpan) -> (span: SourceSpan, holdsAll: Bool) {
    let file = file(at: span.start)
    let end = Int(span.end - file.base)
    var start = Int(span.start - file.base)
    guard start < end, end <= file.bytes.count else { return (span, false) }
    var (depth, closed, isLast) = (0, 0, false)
    for (index, byte) in zip(start..., file.bytes[start..<end]) {
      if byte == UInt8(ascii: "(") { depth += 1 }
      guard byte == UInt8(ascii: ")") else { continue }
      depth -= 1
      guard depth < 0 else { continue }
      (depth, closed, isLast) = (0, closed + 1, index == end - 1)
    }
    for _ in 0..<closed {
      let blanks = file.bytes[..<start].reversed().prefix { $0 <= 0x20 }.count
      let bracket = start - blanks - 1
      guard bracket >= 0, file.bytes[bracket] == UInt8(ascii: "(") else { break }
      start = bracket
    }
    return (SourceSpan(file.base + UInt32(start), span.end), isLast)
  }
}

/// A place in a file as people count: line and column from 1.
public struct SourceLocation: Equatable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters (extended grapheme clusters), from 1.
  public let column: Int
}

/// One text with a name.
public struct SourceFile: Sendable {
  /// The name as the user gave it; what diagnostics print.
  public let name: String
  /// The offset of the first byte in the map.
  public let base: UInt32
  /// The UTF-8 text.
  public let bytes: [UInt8]

  /// The line and column of `offset`, found by counting line ends before it.
  ///
  /// - Complexity: O(n); only diagnostics ask.
  public func location(of offset: UInt32) -> SourceLocation {
    let place = min(Int(offset - base), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<place where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let column = String(decoding: bytes[lineStart..<place], as: UTF8.self).count + 1
    return SourceLocation(line: line, column: column)
  }

  /// The line with this number, from 1, without the blanks around it; nil if there is none.
  package func span(ofLine number: Int) -> SourceSpan? {
    guard number > 0, number <= bytes.count + 1 else { return nil }
    let lines = bytes.split(
      separator: 0x0A, maxSplits: number, omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    let line = lines[number - 1]
    guard let first = line.firstIndex(where: { $0 > 0x20 }),
      let last = line.lastIndex(where: { $0 > 0x20 })
    else { return SourceSpan(base + UInt32(line.startIndex), base + UInt32(line.startIndex)) }
    return SourceSpan(base + UInt32(first), base + UInt32(last + 1))
  }

  /// The bytes of the line that holds `offset`, without its end, and the offset of its first byte.
  public func line(at offset: UInt32) -> (bytes: ArraySlice<UInt8>, start: UInt32) {
    let place = min(Int(offset - base), bytes.count)
    let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return (bytes[start..<max(start, end)], base + UInt32(start))
  }
}
