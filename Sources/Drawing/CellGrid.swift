import Printing

/// A picture in the cells of a terminal: text as text, lines as dots of braille or as ASCII.
///
/// A cell is `Lettering.cell` wide and twice as high; a dot of braille is half a cell wide and a
/// quarter of it high. The picture must have been made for cells.
package struct CellGrid: Equatable, Sendable {
  /// The colours that a terminal has.
  package enum Colors: Sendable {
    case none, palette, full
  }

  /// What a cell shows.
  private struct Cell: Equatable {
    /// The character; nil if it shows `dots`.
    var character: Character?
    /// The dots, by the bits of Unicode's braille patterns.
    var dots: UInt8 = 0
    var ink: Ink?
    /// The colour of the dots where there are colours, in place of the ink's.
    var tint: Color?
    var isBold = false
    /// What fills it behind that.
    var fill: (ink: Ink, opacity: Double)?
    /// True for the second cell of a wide character, which shows nothing.
    var isCovered = false

    static func == (one: Cell, other: Cell) -> Bool {
      one.character == other.character && one.dots == other.dots && one.ink == other.ink
        && one.tint == other.tint && one.isBold == other.isBold && one.isCovered == other.isCovered
        && one.fill?.ink == other.fill?.ink && one.fill?.opacity == other.fill?.opacity
    }
  }

  /// The size, in cells.
  package let columns, rows: Int
  private var cells: [Cell]

  /// Draws `picture`.
  package init(_ picture: Picture) {
    columns = max(1, min(4000, Int((picture.width / Lettering.cell).rounded(.up))))
    rows = max(1, min(20_000, Int((picture.height / (2 * Lettering.cell)).rounded(.up))))
    cells = Array(repeating: Cell(), count: columns * rows)
    // Text is never hidden by lines, whatever the order.
    for isText in [false, true] {
      for element in picture.elements { draw(element, isText: isText) }
    }
  }

  private mutating func draw(_ element: Picture.Element, isText: Bool) {
    switch element {
    case .shape(let path, let style): if !isText { draw(path, style) }
    case .text(let label): if isText { draw(label) }
    case .group(let group): for element in group.elements { draw(element, isText: isText) }
    }
  }

  private mutating func draw(_ path: Path, _ style: Style) {
    let polygons = path.polygons(step: Lettering.cell / 4)
    if let fill = style.fill, fill != .paper, fill != .panel {
      if let tint = style.tint {
        if style.opacity == 1 { draw(image: polygons.map(\.points), fill, tint) }
      } else {
        for polygon in polygons { draw(area: polygon.points, fill, style.opacity) }
      }
    }
    guard let stroke = style.stroke else { return }
    for polygon in polygons {
      let points = polygon.isClosed ? polygon.points + polygon.points.prefix(1) : polygon.points
      var distance = 0.0
      for (a, b) in zip(points, points.dropFirst()) {
        draw(from: a, to: b, stroke, dash: style.dash, &distance)
      }
    }
  }

  /// A rectangle becomes the background of cells; anything smaller becomes dots.
  private mutating func draw(area points: [Point], _ ink: Ink, _ opacity: Double) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else {
      return
    }
    let (cell, row) = (Lettering.cell, 2 * Lettering.cell)
    guard right - left >= cell / 2, bottom - top >= row / 2, opacity < 1 || ink == .screen else {
      return draw(mark: Point((left + right) / 2, (top + bottom) / 2), ink, opacity)
    }
    let (first, last) = (Int((left / cell).rounded()), Int((right / cell).rounded()))
    for y in Int(
      (top / row).rounded())..<max(Int((top / row).rounded()) + 1, Int((bottom / row).rounded()))
    {
      for x in first..<max(first + 1, last) where x >= 0 && x < columns && y >= 0 && y < rows {
        cells[y * columns + x].fill = (ink, opacity)
      }
    }
  }

  /// A part of an image becomes the dots that lie in it: those with an odd number of its edges on
  /// their left.
  private mutating func draw(image polygons: [[Point]], _ ink: Ink, _ tint: Color) {
    let step = Lettering.cell / 2
    let ys = polygons.joined().map(\.y)
    guard let top = ys.min(), let bottom = ys.max(), bottom >= 0, top <= Double(rows) * 4 * step
    else { return }
    let first = max(0, Int(top / step))
    for row in first...max(first, min(rows * 4 - 1, Int(bottom / step))) {
      let y = (Double(row) + 0.5) * step
      var crossings: [Double] = []
      for polygon in polygons {
        var from = polygon.last ?? Point(0, 0)
        for to in polygon {
          if (from.y <= y) != (to.y <= y) {
            crossings.append(from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y))
          }
          from = to
        }
      }
      crossings.sort()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let (left, right) = (crossings[pair], crossings[pair + 1])
        var x = (left / step - 0.5).rounded(.up) * step + step / 2
        while x < right {
          if let index = index(at: Point(x, y)) {
            dot(at: Point(x, y), ink)
            cells[index].tint = tint
          }
          x += step
        }
      }
    }
  }

  private mutating func draw(mark point: Point, _ ink: Ink, _ opacity: Double) {
    guard opacity > 0.5, let index = index(at: point) else { return }
    if cells[index].character == nil {
      (cells[index].character, cells[index].ink) = ("◆", ink)
    }
  }

  private mutating func draw(
    from a: Point, to b: Point, _ ink: Ink, dash: Style.Dash?, _ distance: inout Double
  ) {
    let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    let count = max(1, Int(min(length / 2, 100_000)))
    for index in 0...count {
      let share = Double(index) / Double(count)
      let place = (distance + length * share) / (2 * Lettering.cell)
      // Dashes are those of the grid: every other dot.
      if dash != nil, Int(place * 2) % 2 == 1 { continue }
      dot(at: a.toward(b, share), ink)
    }
    distance += length
  }

  private mutating func dot(at point: Point, _ ink: Ink) {
    guard let index = index(at: point) else { return }
    let column = Int(point.x / (Lettering.cell / 2)) % 2
    let row = Int(point.y / (Lettering.cell / 2)) % 4
    let bit: [UInt8] = column == 0 ? [0x01, 0x02, 0x04, 0x40] : [0x08, 0x10, 0x20, 0x80]
    cells[index].dots |= bit[row]
    if cells[index].ink == nil || ink.rank >= (cells[index].ink ?? ink).rank {
      cells[index].ink = ink
    }
  }

  private func index(at point: Point) -> Int? {
    let (x, y) = (point.x / Lettering.cell, point.y / (2 * Lettering.cell))
    guard x >= 0, y >= 0, x < Double(columns), y < Double(rows) else { return nil }
    return Int(y) * columns + Int(x)
  }

  private mutating func draw(_ label: Label) {
    var line = TextBuffer()
    line.write(sanitizedLine: label.text)
    let text = line.text
    let width = Double(text.displayWidth) * Lettering.cell
    let left = label.x - (label.anchor == .start ? 0 : label.anchor == .end ? width : width / 2)
    var x = max(0, Int((left / Lettering.cell).rounded()))
    let y = Int(label.y / (2 * Lettering.cell))
    guard y >= 0, y < rows else { return }
    for character in text {
      let room = character.displayWidth
      guard room > 0, x + room <= columns else { continue }
      var cell = Cell(character: character, ink: label.ink, isBold: label.isBold)
      cell.fill = cells[y * columns + x].fill
      cells[y * columns + x] = cell
      if room == 2 {
        cells[y * columns + x + 1] = Cell(isCovered: true)
        cells[y * columns + x + 1].fill = cell.fill
      }
      x += room
    }
  }
}

extension Ink {
  /// Which of two lines in a cell gives it its colour: the greater.
  fileprivate var rank: Int {
    switch self {
    case .grid, .frame: 0
    case .limit: 1
    default: 2
    }
  }
}

// MARK: - Text

extension CellGrid {
  /// The cells as lines of text, without spaces at their ends.
  ///
  /// With no colours it has no escapes; `isASCII` leaves out everything that is not ASCII.
  package func text(
    _ colors: Colors, _ theme: Theme = .auto, isDark: Bool = true, isASCII: Bool = false
  ) -> TextBuffer {
    var text = TextBuffer()
    for row in 0..<rows {
      let line = cells[row * columns..<(row + 1) * columns]
      let last = line.lastIndex { !isBlank($0, colors) } ?? line.startIndex - 1
      var style = ""
      for index in line.startIndex..<(last + 1) where !cells[index].isCovered {
        let wanted = escape(for: cells[index], colors, theme, isDark)
        if wanted != style {
          text.write(string: "\u{1B}[0" + wanted + "m")
          style = wanted
        }
        text.write(string: shown(cells[index], colors, isASCII: isASCII))
      }
      if !style.isEmpty { text.write("\u{1B}[0m") }
      text.write("\n")
    }
    return text
  }

  private func isBlank(_ cell: Cell, _ colors: Colors) -> Bool {
    !hasFill(cell, colors) && cell.dots == 0 && (cell.character ?? " ") == " " && !cell.isCovered
  }

  /// True if the filling of `cell` shows; without colours a screen is as dark as its terminal.
  private func hasFill(_ cell: Cell, _ colors: Colors) -> Bool {
    guard let fill = cell.fill else { return false }
    return colors != .none || fill.opacity >= 0.2 && fill.ink != .screen
  }

  private func shown(_ cell: Cell, _ colors: Colors, isASCII: Bool) -> String {
    if let character = cell.character {
      guard isASCII, !character.isASCII else { return String(character) }
      switch character {
      case "°": return "d"
      case "²": return "2"
      case "³": return "3"
      case "…": return "."
      case "·": return "-"
      case "▸": return ">"
      case "◆": return "*"
      case "▏": return "|"
      default: return character.displayWidth == 2 ? "??" : "?"
      }
    }
    if cell.dots != 0 { return isASCII ? ascii(cell.dots) : braille(cell.dots) }
    // Without colours, what is filled is shown by a character.
    return colors == .none && hasFill(cell, colors) ? (isASCII ? "-" : "─") : " "
  }

  private func braille(_ dots: UInt8) -> String {
    Unicode.Scalar(0x2800 + UInt32(dots)).map { String(Character($0)) } ?? " "
  }

  /// The character that is most like the dots.
  private func ascii(_ dots: UInt8) -> String {
    if dots == 0xFF { return "#" }
    let rows = [0x09, 0x12, 0x24, 0xC0].map { dots & UInt8($0) != 0 }
    switch rows.count(where: \.self) {
    case 3, 4: return "|"
    case 2: return rows[0] && rows[1] ? "'" : rows[2] && rows[3] ? "." : ":"
    default: return rows[0] ? "'" : rows[3] ? "_" : "-"
    }
  }

  /// The parameters of the style of `cell`, each after a semicolon; empty for the usual one.
  private func escape(
    for cell: Cell, _ colors: Colors, _ theme: Theme, _ isDark: Bool
  ) -> String {
    guard colors != .none else { return "" }
    var style = cell.isBold ? ";1" : ""
    if let ink = cell.ink, ink != .ink, cell.character != " " {
      let own = cell.character == nil && theme.hasColors ? cell.tint : nil
      style += ";38" + code(own ?? theme.color(of: ink, isDark: isDark), colors)
    }
    if let fill = cell.fill {
      let (paper, color) = (
        theme.color(of: .paper, isDark: isDark), theme.color(of: fill.ink, isDark: isDark)
      )
      style += ";48" + code(paper.mixed(with: color, fill.opacity), colors)
      // The usual colour of text need not be readable on it.
      if cell.ink == .ink { style += ";38" + code(theme.color(of: .ink, isDark: isDark), colors) }
    }
    return style
  }

  private func code(_ color: Color, _ colors: Colors) -> String {
    if colors == .full { return ";2;\(color.red);\(color.green);\(color.blue)" }
    // The cube of 6 x 6 x 6 colours that terminals with 256 colours have.
    func step(_ part: UInt8) -> Int { part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40 }
    return ";5;\(16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue))"
  }
}
