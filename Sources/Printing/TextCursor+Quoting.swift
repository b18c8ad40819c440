extension TextCursor {
  /// The greatest number of bytes `write(quoted:)` makes of `text`.
  public static func quotedCapacity(_ text: String) -> Int { text.utf8.count * 6 + 2 }

  /// Appends `text` in double quotes, with nothing left in it that could steer a terminal.
  ///
  /// Quotes and backslashes are escaped, line ends and tabs as `\n`, `\r` and `\t`; other control
  /// characters, line separators and marks that turn the direction of writing as `\u{1b}`.
  public mutating func write(quoted text: String) {
    write(byte: UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { write(escaped: scalar) }
    write(byte: UInt8(ascii: "\""))
  }

  /// Appends the name of a file: as it is where it is one plain word, else in quotes.
  public mutating func write(name: String) {
    let plain = name.unicodeScalars.allSatisfy {
      !$0.isUnprintable && !$0.properties.isWhitespace && $0 != "\"" && $0 != "#" && $0 != "\\"
    }
    if plain && !name.isEmpty { write(bytes: Array(name.utf8)) } else { write(quoted: name) }
  }

  private mutating func write(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": write("\\\"")
    case "\\": write("\\\\")
    case "\n": write("\\n")
    case "\r": write("\\r")
    case "\t": write("\\t")
    case _ where scalar.isUnprintable:
      write("\\u{")
      write(hexadecimal: scalar.value)
      write("}")
    default: for byte in UTF8.encode(scalar) ?? .init() { write(byte: byte) }
    }
  }

  private mutating func write(hexadecimal value: UInt32) {
    let digits = max(1, (35 - value.leadingZeroBitCount) / 4)
    for digit in (0..<digits).reversed() {
      let value = UInt8(truncatingIfNeeded: value >> (digit * 4) & 0xF)
      write(byte: value < 10 ? 0x30 + value : 0x57 + value)
    }
  }
}
