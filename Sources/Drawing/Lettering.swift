import Printing

/// How wide text is, where no font can be measured.
package enum Lettering: Sendable {
  /// Proportional letters with the widths of Helvetica, which Arial and Liberation Sans share.
  case page
  /// The cells of a terminal, each `cell` wide, whatever the size of the text is.
  case cells

  /// The width of a cell of a terminal, in lengths of a page.
  package static let cell = 8.0

  /// The families of fonts for a page, best first.
  static let families = "Helvetica Neue,Helvetica,Arial,Liberation Sans,sans-serif"

  /// The width of `text` at `size`.
  package func width(of text: String, size: Double) -> Double {
    switch self {
    case .cells: return Double(text.displayWidth) * Lettering.cell
    case .page:
      let thousandths = text.unicodeScalars.reduce(0) { $0 + Lettering.thousandths($1) }
      return Double(thousandths) * size / 1000
    }
  }

  /// The strokes of `text` in the letters of pixels, from the left end of its baseline on; y grows
  /// downwards.
  package static func strokes(of text: String, size: Double) -> [[Point]] {
    let unit = size * 0.72 / StrokeFont.capital
    var x = 0.0
    var strokes: [[Point]] = []
    for glyph in text.unicodeScalars.map(StrokeFont.glyph) {
      strokes += glyph.strokes.map { $0.map { Point(x + $0.x * unit, $0.y * unit) } }
      x += glyph.advance * unit
    }
    return strokes
  }

  /// `text` as a single harmless line, cut with an ellipsis where it is wider than `room`; empty if
  /// not even a few letters fit.
  package func fit(_ text: String, size: Double, room: Double) -> String {
    // No more of a long text is looked at than could fit.
    let most = max(0, Int(min(room / size * 8, 2000))) + 8
    var buffer = TextBuffer()
    buffer.write(sanitizedLine: String(text.prefix(most)))
    var line = buffer.text
    if line.utf8.count == text.utf8.count, width(of: line, size: size) <= room { return line }
    if width(of: line, size: size) <= room, text.count <= most { return line }
    var letters = Array(line)
    while !letters.isEmpty {
      letters.removeLast()
      line = String(letters) + "…"
      if width(of: line, size: size) <= room { break }
    }
    return letters.count < 2 ? "" : line
  }

  /// The width of a character in thousandths of the size: of the Adobe Font Metrics of Helvetica
  /// (Adobe Core 14), for the printable characters of ASCII; others are taken to be as wide as a
  /// digit, or a whole size where terminals give them two cells.
  private static func thousandths(_ scalar: Unicode.Scalar) -> Int {
    guard scalar.isASCII else {
      return scalar == "…"
        ? 1000 : scalar == "·" ? 278 : [0, 556, 1000][min(2, scalar.displayWidth)]
    }
    guard scalar.value >= 0x20, scalar.value < 0x7F else { return 0 }
    return Int(helvetica[Int(scalar.value) - 0x20])
  }

  private static let helvetica: [Int16] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]
}
