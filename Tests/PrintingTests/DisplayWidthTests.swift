import Printing
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("über", 4), ("u\u{308}ber", 4), ("日本", 4), ("한글", 4), ("ｆｕｌｌ", 8),
    ("👍", 2), ("👩‍🚀", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("❤", 1),
    ("1\u{FE0F}\u{20E3}", 2),
    ("e\u{301}\u{302}\u{303}", 1), ("\u{200B}", 0), ("→", 1), ("°", 1), ("…", 1), ("ｱ", 1),
    ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func countsCells(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }
}
