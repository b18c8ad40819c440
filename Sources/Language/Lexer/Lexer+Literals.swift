extension Lexer {
  /// Reads a number with its unit, or a size such as `1280x720`.
  mutating func scanNumber(_ token: inout Token) -> Token.Kind {
    let start = position
    guard let value = scanDigits() else { return .unreadable }
    token.value = value
    (token.isBare, token.beats) = (false, 0)
    let unitStart = position
    guard let unit = scanUnit(from: start) else { return .unreadable }
    guard let unit = unit.unit else {
      token.isBare = true
      token.dimension = .number
      return .number
    }
    if unit == .x, isDigit(byte(position)) {
      if value == 0 { return hexadecimal(from: start) }
      guard let height = scanDigits() else { return .unreadable }
      token.height = height
      return .size
    }
    token.value = unit.inBase(value)
    (token.dimension, token.beats) = (unit.dimension, unit.counts)
    if unit.dimension == .angle || unit.dimension == .length {
      scanQuotient(&token, from: unitStart)
    }
    guard token.value.isFinite else {
      report(.numberTooLarge(at: span(start, position)))
      return .unreadable
    }
    return .number
  }

  @inline(__always)
  func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Reads digits, a fraction and an exponent; nil (and a report) if they make no number.
  ///
  /// Up to 15 digits and as small a power of ten are exact in one division (Clinger, 1990); the
  /// rest is left to the standard library.
  private mutating func scanDigits() -> Double? {
    let start = position
    var mantissa: UInt64 = 0
    var scale = 0
    var index = start
    while index < bytes.count, isDigit(bytes[index]) {
      mantissa = mantissa &* 10 &+ UInt64(bytes[index] &- 0x30)
      index &+= 1
    }
    var digits = index &- start
    if byte(index) == 0x2E, isDigit(byte(index &+ 1)) {
      index &+= 1
      let point = index
      while index < bytes.count, isDigit(bytes[index]) {
        mantissa = mantissa &* 10 &+ UInt64(bytes[index] &- 0x30)
        index &+= 1
      }
      scale = index &- point
      digits &+= scale
      if byte(index) == 0x2E, isDigit(byte(index &+ 1)) {
        position = index
        return malformed(from: start)
      }
    }
    position = index
    if byte(index) == 0x2E, endsInPoint { skipPoint(after: start) }
    let plain = byte(position) | 0x20 != 0x65
    if plain, digits <= 15 { return Double(mantissa) / Lexer.power(scale) }
    return scanLongNumber(from: start)
  }

  private mutating func scanLongNumber(from start: Int) -> Double? {
    if byte(position) | 0x20 == 0x65 {
      let sign = byte(position + 1) == 0x2B || byte(position + 1) == 0x2D ? 1 : 0
      if isDigit(byte(position + 1 + sign)) {
        position += 1 + sign
        while isDigit(byte(position)) { position += 1 }
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text) else { return malformed(from: start) }
    if !value.isFinite {
      skipWord()
      report(.numberTooLarge(at: span(start, position)))
      return nil
    }
    return value
  }

  /// Reads a unit directly after a number; `(nil)` if there is none, nil (and a report) if it is
  /// unknown.
  @inline(__always)
  private mutating func scanUnit(from number: Int) -> (unit: Unit?, Void)? {
    let start = position
    let first = byte(position)
    if first == 0x25 {
      position += 1
      return (.percent, ())
    }
    guard first >= 0x41 else { return (nil, ()) }
    var packed: UInt64 = 0
    var index = start
    while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 {
      let count = index &- start
      if count < 8 { packed |= UInt64(bytes[index]) << UInt64(truncatingIfNeeded: count &* 8) }
      index &+= 1
    }
    position = index
    let count = index &- start
    if count > 0, count <= 8, let unit = Unit(packed: packed) {
      let after = byte(index)
      if after != 0x5F, after < 0x80, !isDigit(after) || unit == .x { return (unit, ()) }
    }
    return unknownUnit(from: number, start: start)
  }

  /// Reads `/s`, `/min`, `/h`, `/s^2`, `/s²`, `/s/s` after an angle or a length.
  @inline(__always)
  private mutating func scanQuotient(_ token: inout Token, from unitStart: Int) {
    while byte(position) == 0x2F {
      var end = position + 1
      let perMinute = byte(end) == 0x6D && byte(end + 1) == 0x69 && byte(end + 2) == 0x6E
      let perHour = byte(end) == 0x68
      guard perMinute || perHour || byte(end) == 0x73 else { return }
      end += perMinute ? 3 : 1
      var power = 1
      if byte(end) == 0x5E, isDigit(byte(end + 1)) {
        power = Int(byte(end + 1) - 0x30)
        end += 2
      } else if byte(end) == 0xC2, byte(end + 1) == 0xB2 || byte(end + 1) == 0xB3 {
        power = Int(byte(end + 1) - 0xB0)
        end += 2
      }
      guard !Lexer.continuesWord(byte(end)) else { return }
      guard
        let dimension = Dimension(
          angle: token.dimension.angle, time: token.dimension.time - power,
          length: token.dimension.length), power > 0
      else { return }
      token.dimension = dimension
      for _ in 0..<power where perMinute || perHour { token.value /= perHour ? 3600 : 60 }
      position = end
    }
  }

  /// Reads a string; its escapes are `\"`, `\\`, `\n`, `\t` and `\u{...}`.
  mutating func scanString(_ token: inout Token) -> Token.Kind {
    let start = position
    position += 1
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != 0x0A {
      switch bytes[position] {
      case 0x22:
        position += 1
        token.symbol = UInt32(strings.count)
        strings.append(String(decoding: text, as: UTF8.self))
        return .string
      case 0x5C: scanEscape(into: &text)
      default:
        text.append(bytes[position])
        position += 1
      }
    }
    return endString(from: start, &token)
  }

  private mutating func scanEscape(into text: inout [UInt8]) {
    let start = position
    position += 2
    switch byte(start + 1) {
    case 0x22: text.append(0x22)
    case 0x5C: text.append(0x5C)
    case 0x6E: text.append(0x0A)
    case 0x74: text.append(0x09)
    case 0x75:
      if let scalar = scanScalarEscape() {
        text.append(contentsOf: String(Character(scalar)).utf8)
      } else {
        report(.invalidEscape(self.text(start, position), at: span(start, position)))
      }
    default:
      // At the end of a line it is the string that is wrong: it has no end.
      guard start + 1 < bytes.count, byte(start + 1) != 0x0A else { return position = start + 1 }
      position = min(position, bytes.count)
      while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
      report(.invalidEscape(self.text(start, position), at: span(start, position)))
    }
  }

  private mutating func scanScalarEscape() -> Unicode.Scalar? {
    guard byte(position) == 0x7B else { return nil }
    position += 1
    var value: UInt32 = 0
    var digits = 0
    while let digit = Character(Unicode.Scalar(byte(position))).hexDigitValue, digits < 8 {
      value = value << 4 | UInt32(digit)
      digits += 1
      position += 1
    }
    guard digits > 0, byte(position) == 0x7D else { return nil }
    position += 1
    return Unicode.Scalar(value)
  }

  /// The text between two positions; past 64 bytes it is cut, and says so.
  func text(_ start: Int, _ end: Int) -> String {
    var cut = min(end, start + 64, bytes.count)
    if cut >= min(end, bytes.count) { return String(decoding: bytes[start..<cut], as: UTF8.self) }
    while cut > start, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return String(decoding: bytes[start..<cut], as: UTF8.self) + "…"
  }

  /// Ten to the `exponent`, which is 15 at most.
  @inline(__always)
  private static func power(_ exponent: Int) -> Double {
    switch exponent {
    case 0: return 1
    case 1: return 10
    case 2: return 100
    default:
      var power = 100.0
      for _ in 2..<exponent { power *= 10 }
      return power
    }
  }
}
