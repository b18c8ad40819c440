import Drawing
import Vocabulary

/// A picture of all moods with their names, in the order of `face next`.
package struct MoodSheet {
  /// The picture.
  package private(set) var picture: Picture

  private let lettering: Lettering
  /// The measures of a row: the screens in it, their size, and the space between them.
  private let count: Int
  private let tile, screen, gap: Double
  /// The space around the sheet, and the height of a line of text.
  private let side, line: Double
  /// How far down the sheet is drawn.
  private var y = 0.0

  private var isCells: Bool { lettering == .cells }

  /// The sheet on a page `width` wide, or in the cells of a terminal.
  package static func picture(width: Double, in lettering: Lettering) -> Picture {
    var sheet = MoodSheet(width: width, in: lettering)
    sheet.draw()
    return sheet.picture
  }

  private init(width: Double, in lettering: Lettering) {
    self.lettering = lettering
    let (cell, isCells) = (Lettering.cell, lettering == .cells)
    let (side, gap) = (isCells ? 0.0 : 20, isCells ? 2 * cell : 14)
    let (least, most) = (isCells ? 12 * cell : 132, isCells ? 19 * cell : width)
    let room = width - 2 * side + gap
    // No more than seven in a row, which leaves no row half empty.
    count = max(1, min(7, Int(room / (least + gap))))
    let share = min(most, room / Double(count) - gap)
    tile = isCells ? (share / cell).rounded(.down) * cell : share
    screen = isCells ? 14 * cell : (share * 0.78).rounded()
    (self.side, self.gap, line) = (side, gap, isCells ? 2 * cell : 17)
    picture = Picture(
      width: width, height: 0, title: "The moods of a face",
      description: Mood.allCases.map { "\($0.rawValue): \(MoodSheet.about($0))." }
        .joined(separator: " "))
  }

  private mutating func draw() {
    drawHead()
    for (index, mood) in Mood.allCases.enumerated() {
      if index > 0, index % count == 0 { y += screen + (isCells ? 3 * line : 2 * line + gap + 6) }
      draw(mood, x: side + Double(index % count) * (tile + gap))
    }
    y += screen + 2 * line + side
    picture.height = y.rounded(.up)
    let page = Path.rectangle(x: 0, y: 0, width: picture.width, height: picture.height)
    picture.elements.insert(.shape(page, .area(.paper)), at: 0)
  }

  private mutating func drawHead() {
    y = side
    let base = y + (isCells ? 12 : 15)
    picture.elements.append(
      .text(Label("Moods", x: side, y: base, size: isCells ? line : 18, isBold: true)))
    let about = Label(
      "in the order of 'face next'", x: picture.width - side, y: base, size: isCells ? line : 11,
      ink: .muted, anchor: .end)
    picture.elements.append(.text(about))
    y += isCells ? 2 * line : line + 16
  }

  private mutating func draw(_ mood: Mood, x: Double) {
    let about = MoodSheet.about(mood)
    var group = Picture.Group("mood", note: "\(mood.rawValue): \(about)")
    let screen = FaceScreen(
      x: x, y: y, width: tile, height: self.screen, radius: isCells ? 0 : 12,
      zoom: isCells ? 1.6 : 1.2)
    group.elements.append(.group(screen.draw(FaceLook(mood))))
    for (index, text) in [mood.rawValue, about].enumerated() {
      let size = isCells ? line : index == 0 ? 13 : 10.5
      let base = y + self.screen + Double(index) * line + (isCells ? 12 : 17)
      group.elements.append(
        .text(
          Label(
            lettering.fit(text, size: size, room: tile), x: x + (isCells ? 0 : 2), y: base,
            size: size, ink: index == 0 ? .ink : .muted, isBold: index == 0)))
    }
    picture.elements.append(.group(group))
  }

  /// The colour of `mood`, and what a change to it does.
  private static func about(_ mood: Mood) -> String {
    let effect = MoodEffect(of: mood).map { ", \($0.word)" } ?? ""
    return mood.color.rawValue + effect
  }
}
