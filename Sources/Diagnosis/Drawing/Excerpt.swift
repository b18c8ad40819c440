import Printing

/// One line of source as it is shown: sanitised, its tabs expanded, and cut to a window if long.
struct Excerpt {
  /// A character of the line: where its bytes begin and end, and what is shown for it.
  private struct Cell {
    let start: Int
    let end: Int
    let column: Int
    let width: Int
    let text: String
  }

  /// The text to show.
  let text: String
  /// Whether it is less than the whole line.
  let isCut: Bool
  private let cells: ArraySlice<Cell>
  private let shift: Int
  private let width: Int

  /// Lays out `line` in at most `room` columns, such that the bytes of `focus` are on show.
  init(_ line: ArraySlice<UInt8>, focus: Range<Int>, room: Int) {
    let near = Excerpt.neighbourhood(of: focus.lowerBound, in: line, reach: 4 * room)
    let all = Excerpt.cells(of: near)
    let isBegun = near.startIndex > line.startIndex
    let isEnded = near.endIndex < line.endIndex
    let total = all.last.map { $0.column + $0.width } ?? 0
    if !isBegun, !isEnded, total <= room {
      (cells, shift, width, isCut) = (all[...], 0, total, false)
      text = all.reduce(into: "") { $0 += $1.text }
      return
    }
    cells = Excerpt.window(on: focus, in: all, room: room - 2, mayEnd: !isEnded)
    let hidesStart = isBegun || cells.startIndex > 0
    let hidesEnd = isEnded || cells.endIndex < all.count
    let first = cells.first?.column ?? 0
    let last = cells.last.map { $0.column + $0.width } ?? 0
    shift = (hidesStart ? 1 : 0) - first
    width = last + shift
    isCut = true
    text = cells.reduce(into: hidesStart ? "…" : "") { $0 += $1.text } + (hidesEnd ? "…" : "")
  }

  /// The columns that show the bytes of `range`, from 0; at least one, on an ellipsis if hidden.
  func columns(of range: Range<Int>) -> Range<Int> {
    let isHidden = cells.first.map { range.lowerBound < $0.start } ?? false
    let first = cells.first { $0.end > range.lowerBound }
    let lower = isHidden ? 0 : first.map { $0.column + shift } ?? width
    let last = cells.last { $0.start < range.upperBound }
    let upper = last.map { $0.column + $0.width + shift } ?? 0
    return lower..<(range.isEmpty ? lower + 1 : max(lower + 1, upper))
  }

  /// The part of `line` within `reach` bytes of `byte`, cut where a scalar begins.
  private static func neighbourhood(
    of byte: Int, in line: ArraySlice<UInt8>, reach: Int
  ) -> ArraySlice<UInt8> {
    let start = max(line.startIndex, byte - reach)
    let end = min(line.endIndex, byte + reach)
    return line[scalarStart(start, in: line)..<scalarStart(end, in: line)]
  }

  private static func scalarStart(_ place: Int, in line: ArraySlice<UInt8>) -> Int {
    let isInside = { line.indices.contains($0) && line[$0] & 0xC0 == 0x80 }
    let start = (0..<4).lazy.map { place - $0 }.first { !isInside($0) }
    return max(line.startIndex, start ?? place)
  }

  private static func cells(of bytes: ArraySlice<UInt8>) -> [Cell] {
    var cells: [Cell] = []
    var run = bytes.startIndex
    func append(_ text: String, _ width: Int, _ count: Int) {
      let column = cells.last.map { $0.column + $0.width } ?? 0
      let start = cells.last?.end ?? bytes.startIndex
      let isTab = text == "\t"
      let fill = TextBuffer.tabWidth - column % TextBuffer.tabWidth
      cells.append(
        Cell(
          start: start, end: start + count, column: column, width: isTab ? fill : width,
          text: isTab ? String(repeating: " ", count: fill) : text))
    }
    func flush(to end: Int) {
      for character in String(decoding: bytes[run..<end], as: UTF8.self) {
        append(String(character), character.displayWidth, character.utf8.count)
      }
    }
    for piece in ScalarReader(bytes) {
      if let scalar = piece.scalar, !scalar.isUnprintable { continue }
      flush(to: piece.start)
      run = piece.start + piece.count
      let text = shown(piece, in: bytes)
      append(text, text.utf8.count, piece.count)
    }
    flush(to: bytes.endIndex)
    return cells
  }

  /// The text for a piece that cannot be shown as it is; a tab stays a tab.
  private static func shown(_ piece: ScalarReader.Piece, in bytes: ArraySlice<UInt8>) -> String {
    var buffer = TextBuffer()
    switch piece.scalar {
    case "\t": return "\t"
    case let scalar?: buffer.write(escaped: scalar)
    case nil: buffer.write(strayBytes: bytes[piece.start..<piece.start + piece.count])
    }
    return buffer.text
  }

  /// The cells to show where not all fit: some before the focus, the focus, what follows.
  private static func window(
    on focus: Range<Int>, in cells: [Cell], room: Int, mayEnd: Bool
  ) -> ArraySlice<Cell> {
    let total = cells.last.map { $0.column + $0.width } ?? 0
    let start = cells.first { $0.end > focus.lowerBound }?.column ?? total
    var from = max(0, start - room / 3)
    if mayEnd { from = min(from, max(0, total - room)) }
    let first = cells.firstIndex { $0.column >= from } ?? cells.endIndex
    let origin = first < cells.endIndex ? cells[first].column : 0
    let end = cells[first...].firstIndex { $0.column + $0.width > origin + room }
    return cells[first..<(end ?? cells.endIndex)]
  }
}
