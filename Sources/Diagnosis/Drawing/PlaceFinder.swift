/// Finds lines and columns, remembering the last place, so that neighbouring questions are cheap.
struct PlaceFinder {
  /// A place in a file, with the line around it.
  struct Place {
    /// The index of the file in the map.
    let file: Int
    /// The index of the byte in the file.
    let byte: Int
    /// The line and the column, from 1.
    let location: SourceLocation
    /// The bytes of the line, without its end.
    let line: Range<Int>
  }

  /// The longest start of a line, in bytes, whose columns are extended grapheme clusters.
  ///
  /// Finding clusters takes up to 40 ns a byte; beyond this length a column counts scalars.
  private static let exactReach = 65536

  private let sources: SourceMap
  private var file = 0
  private var number = 1
  private var line = 0..<0

  init(_ sources: SourceMap) {
    self.sources = sources
    enter(0)
  }

  /// The place of `offset`; nil in an empty map.
  mutating func find(_ offset: UInt32) -> Place? {
    guard !sources.files.isEmpty else { return nil }
    let index = sources.index(of: offset)
    if index != file { enter(index) }
    let source = sources.files[index]
    let byte = min(Int(offset - source.base), source.bytes.count)
    move(to: byte, in: source.bytes)
    let column = characters(in: source.bytes[line.lowerBound..<byte]) + 1
    return Place(
      file: index, byte: byte, location: SourceLocation(line: number, column: column),
      line: trimmed(source.bytes))
  }

  private mutating func enter(_ index: Int) {
    file = index
    number = 1
    line = 0..<0
    if index < sources.files.count { line = 0..<end(from: 0, in: sources.files[index].bytes) }
  }

  private mutating func move(to byte: Int, in bytes: [UInt8]) {
    if byte >= line.lowerBound, byte <= line.upperBound { return }
    let start = bytes[..<byte].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if start >= line.lowerBound {
      number += count(in: bytes[line.lowerBound..<start]) { $0 == 0x0A }
    } else {
      number -= count(in: bytes[start..<line.lowerBound]) { $0 == 0x0A }
    }
    line = start..<end(from: byte, in: bytes)
  }

  private func end(from place: Int, in bytes: [UInt8]) -> Int {
    bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
  }

  private func count(in bytes: ArraySlice<UInt8>, where isCounted: (UInt8) -> Bool) -> Int {
    bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 + (isCounted($1) ? 1 : 0) } }
  }

  private func characters(in bytes: ArraySlice<UInt8>) -> Int {
    guard bytes.count <= PlaceFinder.exactReach else {
      return count(in: bytes) { $0 & 0xC0 != 0x80 }
    }
    return String(decoding: bytes, as: UTF8.self).count
  }

  private func trimmed(_ bytes: [UInt8]) -> Range<Int> {
    let hasReturn = !line.isEmpty && bytes[line.upperBound - 1] == 0x0D
    return line.lowerBound..<line.upperBound - (hasReturn ? 1 : 0)
  }
}
