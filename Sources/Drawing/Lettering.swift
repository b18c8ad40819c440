import Printing
import Quantities

/// How wide text is, where no font can be measured.
package enum Lettering: Sendable {
  /// Proportional letters, each as wide as in the wider of two fonts: Helvetica, whose widths Arial
  /// and Liberation Sans share, and DejaVu Sans, which stands in for them where they are missing.
  case page
  /// The letters of pixels, each as wide as it is drawn; see `strokes`.
  case pixels
  /// The cells of a terminal, each `cell` wide, whatever the size of the text is.
  case cells

  /// The width of a cell of a terminal, in lengths of a page.
  package static let cell = 8.0

  /// The families of fonts for a page, best first.
  static let families = "Helvetica Neue,Helvetica,Arial,Liberation Sans,sans-serif"

  /// The width of `text` at `size`.
  package func width(of text: String, size: Double, isBold: Bool = false) -> Double {
    switch self {
    case .cells: return Double(text.displayWidth) * Lettering.cell
    case .pixels:
      return text.unicodeScalars.reduce(0) {
        $0 + StrokeFont.glyph($1).advance * Lettering.unit(of: size)
      }
    case .page:
      let thousandths = text.unicodeScalars.reduce(0) { $0 + Lettering.thousandths($1) }
      return Thousandths.number(of: Double(thousandths) * size) * (isBold ? Lettering.bold : 1)
    }
  }

  /// The strokes of `text` in the letters of pixels, from the left end of its baseline on; y grows
  /// downwards.
  package static func strokes(of text: String, size: Double) -> [[Point]] {
    let unit = unit(of: size)
    var x = 0.0
    var strokes: [[Point]] = []
    for glyph in text.unicodeScalars.map(StrokeFont.glyph) {
      strokes += glyph.strokes.map { $0.map { Point(x + $0.x * unit, $0.y * unit) } }
      x += glyph.advance * unit
    }
    return strokes
  }

  /// How long a unit of the letters of pixels is at `size`.
  private static func unit(of size: Double) -> Double { size * 0.72 / StrokeFont.capital }

  /// `text` as a single harmless line, cut with an ellipsis where it is wider than `room`; empty if
  /// not even a few letters fit.
  package func fit(_ text: String, size: Double, room: Double, isBold: Bool = false) -> String {
    func isWider(_ line: String) -> Bool { width(of: line, size: size, isBold: isBold) > room }
    // No more of a long text is looked at than could fit.
    let most = max(0, Int(min(room / size * 8, 2000))) + 8
    var buffer = TextBuffer()
    buffer.write(sanitizedLine: String(text.prefix(most)))
    var line = buffer.text
    if !isWider(line), line.utf8.count == text.utf8.count || text.count <= most { return line }
    var letters = Array(line)
    while !letters.isEmpty {
      letters.removeLast()
      line = String(letters) + "…"
      if !isWider(line) { break }
    }
    return letters.count < 2 ? "" : line
  }

  /// The width of a character in thousandths of the size, for the printable characters of ASCII.
  ///
  /// Others are as wide as a digit, or a whole size where terminals give them two cells.
  private static func thousandths(_ scalar: Unicode.Scalar) -> Int {
    guard scalar.isASCII else {
      let whole = Int(Thousandths.whole)
      return scalar == "…"
        ? whole : scalar == "·" ? 318 : [0, 636, whole][min(2, scalar.displayWidth)]
    }
    guard scalar.value >= 0x20, scalar.value < 0x7F else { return 0 }
    return Int(widest[Int(scalar.value) - 0x20])
  }

  /// The greater of the width in Helvetica (Adobe Core 14) and that in DejaVu Sans.
  private static let widest: [Int16] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556,
    1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863, 748, 787,
    667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
  ]

  /// How much wider bold letters are than others.
  private static let bold = 1.1
}
