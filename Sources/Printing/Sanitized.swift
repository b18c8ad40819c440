extension Unicode.Scalar {
  /// True if it is invisible, or a terminal might act on it instead of showing it.
  ///
  /// These are the C0 controls, DEL, the C1 controls, the separators of lines and paragraphs, and
  /// all characters that Unicode calls format characters or default ignorable: the bidirectional
  /// controls, zero-width spaces, tags and the byte order mark. The joiners and the selectors of
  /// text and emoji are not among them: emoji, Persian and Indian scripts are not right without.
  public var isUnprintable: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x20...0x7E: false
    case 0x2028, 0x2029: true
    case 0x200C, 0x200D, 0xFE0E, 0xFE0F: false
    default: properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
    }
  }
}

/// Text of users never reaches a person unescaped: it goes through one of these.
extension TextBuffer {
  /// The columns a tab becomes where nothing is aligned.
  public static let tabWidth = 4

  /// Appends `text`, the unprintable shown as `\u{1b}`; line feeds stay, tabs become spaces.
  public mutating func write(sanitized text: String) {
    if text.utf8.allSatisfy(TextBuffer.isPlain) { return write(string: text) }
    for scalar in text.unicodeScalars { write(sanitized: scalar) }
  }

  /// Appends `text` as one line: like `write(sanitized:)`, but line feeds are shown, too.
  public mutating func write(sanitizedLine text: String) {
    if text.utf8.allSatisfy({ TextBuffer.isPlain($0) && $0 != 0x0A }) {
      return write(string: text)
    }
    for scalar in text.unicodeScalars {
      if scalar == "\n" { write(escaped: scalar) } else { write(sanitized: scalar) }
    }
  }

  /// Appends `bytes` as text, sanitised; bytes that are not UTF-8 are shown as `\xff`.
  public mutating func write(sanitizedBytes bytes: ArraySlice<UInt8>) {
    if bytes.allSatisfy(TextBuffer.isPlain) { return write(bytes: bytes) }
    for piece in ScalarReader(bytes) {
      if let scalar = piece.scalar {
        write(sanitized: scalar)
      } else {
        write(strayBytes: bytes[piece.start..<piece.start + piece.count])
      }
    }
  }

  /// Appends each of `bytes` as `\xff`.
  public mutating func write(strayBytes bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      write("\\x")
      write(hexadecimal: UInt32(byte), digits: 2)
    }
  }

  /// Appends `scalar` as `\u{1b}`, whatever it is.
  public mutating func write(escaped scalar: Unicode.Scalar) {
    write("\\u{")
    write(hexadecimal: scalar.value, digits: 1)
    write("}")
  }

  /// Appends `value` in lower-case hexadecimal with at least `digits` digits.
  public mutating func write(hexadecimal value: UInt32, digits: Int) {
    var shift = 28
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: (value >> UInt32(shift)) & 0xF)
      if value >> UInt32(shift) > 0 || shift < 4 * digits {
        write(byte: digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
      shift -= 4
    }
  }

  private mutating func write(sanitized scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": write(byte: 0x0A)
    case "\t": write(spaces: TextBuffer.tabWidth)
    case _ where scalar.isUnprintable: write(escaped: scalar)
    default: write(bytes: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F || byte == 0x0A
  }
}
