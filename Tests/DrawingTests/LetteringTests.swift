import Drawing
import Testing

/// Text is as wide as the table says, and never wider than its room.
@Suite struct LetteringTests {
  @Test func widthsAreThoseOfHelvetica() {
    // From the Adobe Font Metrics: H 722, e 556, l 222, o 556.
    #expect(Lettering.page.width(of: "Hello", size: 1000) == 722 + 556 + 222 + 222 + 556)
    #expect(Lettering.cells.width(of: "Hello", size: 1000) == 5 * Lettering.cell)
    #expect(Lettering.cells.width(of: "漢字", size: 10) == 4 * Lettering.cell)
  }

  @Test(arguments: [Lettering.page, .cells])
  func whatIsFittedFits(lettering: Lettering) {
    let texts = [
      "pan to 30deg right", String(repeating: "W", count: 200), "漢字漢字漢字", "a\u{1B}b", "",
    ]
    for text in texts {
      for room in stride(from: 0.0, through: 300, by: 7) {
        let line = lettering.fit(text, size: 10, room: room)
        #expect(line.isEmpty || lettering.width(of: line, size: 10) <= room)
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
      }
      let whole = lettering.fit(text, size: 10, room: 1e6)
      #expect(whole == text || text.contains("\u{1B}"))
    }
  }
}
