extension Lexer {
  /// Looks the whole text over for bytes that no script may hold: broken UTF-8, control characters,
  /// and characters that change the order in which text is shown.
  ///
  /// Clean ASCII passes eight bytes at a time.
  mutating func screen() {
    var index = position
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if Lexer.isClean(word) {
        index += 8
      } else {
        let end = index + 8
        while index < end { if !screenOne(&index) { return } }
      }
    }
    while index < bytes.count, screenOne(&index) {}
  }

  /// True iff the eight bytes of `word` are printable ASCII, tabs or line ends.
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
    let allowed = equals(0x0A) | equals(0x09) | equals(0x0D)
    return (control & ~allowed | equals(0x7F) | word & high) == 0
  }

  /// Screens the character at `index` and steps past it; false if too much has been reported.
  private mutating func screenOne(_ index: inout Int) -> Bool {
    let first = bytes[index]
    if first >= 0x80 {
      guard let (scalar, length) = decode(at: index) else {
        report(.invalidUTF8(first, at: span(index, index + 1)))
        while index < bytes.count, bytes[index] >= 0x80 { index += 1 }
        return reporter.dropped == 0
      }
      if Lexer.isBidirectionalControl(scalar) {
        report(.bidirectionalControl(scalar, at: span(index, index + length)))
      } else if (0x80...0x9F).contains(scalar.value) {
        report(.controlCharacter(scalar.value, at: span(index, index + length)))
      }
      index += length
      return reporter.dropped == 0
    }
    let isControl = first < 0x20 && first != 0x0A && first != 0x09 && first != 0x0D
    if isControl || first == 0x7F {
      report(.controlCharacter(UInt32(first), at: span(index, index + 1)))
    }
    index += 1
    return reporter.dropped == 0
  }
}
