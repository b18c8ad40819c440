import Diagnosis

extension Lexer {
  /// Checks the whole text for bytes that no script may contain: broken UTF-8, control characters,
  /// and characters that change the order in which text is shown.
  ///
  /// Clean ASCII passes eight bytes at a time.
  mutating func screen() {
    var index = position
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if Lexer.isPrintable(word) || Lexer.isClean(word) {
        index += 8
      } else {
        let end = index + 8
        while index < end { if !screenOne(&index) { return } }
      }
    }
    while index < bytes.count, screenOne(&index) {}
  }

  /// True if the eight bytes of `word` are printable ASCII, as of most words.
  @inline(__always)
  private static func isPrintable(_ word: UInt64) -> Bool {
    let (above, below) = (word &+ 0x0101_0101_0101_0101, word &- 0x2020_2020_2020_2020)
    // Carries and borrows come only from bytes that are not.
    return (word | above | below) & 0x8080_8080_8080_8080 == 0
  }

  /// True if the eight bytes of `word` are printable ASCII, tabs or line feeds.
  ///
  /// Carry-free arithmetic on all bytes at once (Warren, Hacker's Delight, section 6-1).
  @inline(__always)
  private static func isClean(_ word: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low = ~high
    let ones: UInt64 = 0x0101_0101_0101_0101
    func equals(_ byte: UInt64) -> UInt64 {
      let other = word ^ (ones &* byte)
      return ~(((other & low) &+ low) | other | low)
    }
    let control = ~((word & low) &+ ones &* 0x60) & high
    let allowed = equals(0x0A) | equals(0x09)
    return (control & ~allowed | equals(0x7F) | word & high) == 0
  }

  /// Screens the character at `index` and steps past it; false if nothing more is to be screened.
  private mutating func screenOne(_ index: inout Int) -> Bool {
    let first = bytes[index]
    if first >= 0x80 { return screenBeyondASCII(&index) }
    let place = span(index, index + 1)
    index += 1
    switch first {
    case 0x00:
      report(.nullCharacter(at: place))
      return giveUp()
    case 0x09, 0x0A: break
    case 0x0D:
      if byte(index) != 0x0A { report(.loneCarriageReturn(at: place)) }
    case 0x01..<0x20, 0x7F: report(.controlCharacter(Unicode.Scalar(first), at: place))
    default: break
    }
    return reporter.dropped == 0
  }

  private mutating func screenBeyondASCII(_ index: inout Int) -> Bool {
    guard let (scalar, length) = decode(at: index) else {
      let end = bytes[index...].prefix(4).firstIndex { $0 < 0x80 } ?? min(index + 4, bytes.count)
      report(.invalidUTF8(ArraySlice(bytes[index..<end]), at: span(index, end)))
      return giveUp()
    }
    let place = span(index, index + length)
    index += length
    if Lexer.isBidirectionalControl(scalar) {
      report(.bidirectionalControl(scalar, at: place))
    } else if (0x80...0x9F).contains(scalar.value) {
      report(.controlCharacter(scalar, at: place))
    }
    return reporter.dropped == 0
  }

  /// Leaves the whole text unread: it is not a script, and further reports would only repeat that.
  private mutating func giveUp() -> Bool {
    position = bytes.count
    return false
  }
}
