import Printing
import Testing

@Suite struct SanitizedTests {
  private func sanitized(_ text: String) -> String {
    var buffer = TextBuffer()
    buffer.write(sanitized: text)
    return buffer.text
  }

  @Test(arguments: [
    ("plain text", "plain text"),
    ("two\nlines", "two\nlines"),
    ("a\tb", "a    b"),
    ("\u{1B}[31mred", "\\u{1b}[31mred"),
    ("bell\u{7}", "bell\\u{7}"),
    ("nul\u{0}", "nul\\u{0}"),
    ("cr\r", "cr\\u{d}"),
    ("del\u{7F}", "del\\u{7f}"),
    ("csi\u{9B}31m", "csi\\u{9b}31m"),
    ("\u{202E}evil", "\\u{202e}evil"),
    ("\u{2066}isolate\u{2069}", "\\u{2066}isolate\\u{2069}"),
    ("\u{61C}\u{200E}\u{200F}", "\\u{61c}\\u{200e}\\u{200f}"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
    ("\u{FEFF}bom", "\\u{feff}bom"),
    ("über 日本 👩‍🚀", "über 日本 👩‍🚀"),
  ])
  func escapesWhatATerminalWouldObey(text: String, expected: String) {
    #expect(sanitized(text) == expected)
  }

  @Test func aLineKeepsNoLineFeed() {
    var buffer = TextBuffer()
    buffer.write(sanitizedLine: "a\nb")
    buffer.write(sanitizedLine: " plain")
    #expect(buffer.text == "a\\u{a}b plain")
  }

  @Test func straysAreShownByteByByte() {
    var buffer = TextBuffer()
    buffer.write(sanitizedBytes: [0x61, 0xFF, 0xC3, 0xA9, 0xE6, 0x97, 0x62, 0x1B])
    #expect(buffer.text == "a\\xffé\\xe6\\x97b\\u{1b}")
  }

  @Test func noScalarPassesThatATerminalWouldObey() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), scalar != "\n" else { continue }
      let isHarmless = sanitized(String(scalar)).unicodeScalars.allSatisfy { !$0.isUnprintable }
      #expect(isHarmless, "scalar \(value)")
    }
  }

  @Test func randomBytesBecomeHarmlessUTF8() {
    var random = SplitMix64(seed: 1)
    for round in 0..<200 {
      let bytes = (0..<40).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var buffer = TextBuffer()
      buffer.write(sanitizedBytes: bytes[...])
      let pieces = Array(ScalarReader(buffer.bytes[...]))
      #expect(pieces.allSatisfy { $0.scalar != nil }, "seed 1, round \(round)")
      #expect(
        pieces.allSatisfy { $0.scalar.map { !$0.isUnprintable || $0 == "\n" } ?? false },
        "seed 1, round \(round)")
    }
  }

  @Test func readerCoversEveryByteOnce() {
    var random = SplitMix64(seed: 2)
    for round in 0..<200 {
      let bytes = (0..<30).map { _ in UInt8(truncatingIfNeeded: random.next() | 0x80) }
      var place = 5
      for piece in ScalarReader(bytes[5...]) {
        #expect(piece.start == place, "seed 2, round \(round)")
        place += piece.count
      }
      #expect(place == 30, "seed 2, round \(round)")
    }
  }
}
