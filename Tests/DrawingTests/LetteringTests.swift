import Drawing
import Testing

/// Text is as wide as the table says, and never wider than its room.
@Suite struct LetteringTests {
  @Test func lettersAreAsWideAsInTheWiderFont() {
    // From the Adobe Font Metrics of Helvetica: H 722, e 556, l 222, o 556; and from DejaVu Sans:
    // H 752, e 615, l 278, o 612.
    #expect(Lettering.page.width(of: "Hello", size: 1000) == 752 + 615 + 278 + 278 + 612)
    // E is 667 wide in Helvetica, 632 in DejaVu Sans.
    #expect(Lettering.page.width(of: "E", size: 1000) == 667)
    #expect(Lettering.cells.width(of: "Hello", size: 1000) == 5 * Lettering.cell)
    #expect(Lettering.cells.width(of: "漢字", size: 10) == 4 * Lettering.cell)
  }

  @Test func boldLettersTakeMoreRoom() {
    let text = "58 % · line 7"
    let plain = Lettering.page.width(of: text, size: 10)
    #expect(Lettering.page.width(of: text, size: 10, isBold: true) > 1.08 * plain)
    #expect(Lettering.page.fit(text, size: 10, room: plain) == text)
    #expect(Lettering.page.fit(text, size: 10, room: plain, isBold: true) != text)
    #expect(Lettering.cells.width(of: text, size: 10, isBold: true) == 13 * Lettering.cell)
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
