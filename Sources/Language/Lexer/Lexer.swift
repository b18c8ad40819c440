import Diagnosis

/// Converts text to tokens, without going back, without failing, and without knowledge of names.
///
/// It reads from raw memory that its owner keeps alive, and gives one token at a time, so that a
/// program's tokens never exist all at once.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of `bytes[0]` in the source map.
  let base: UInt32
  let symbols: SymbolTable
  var position = 0
  var strings: [String] = []
  /// True once a string was not closed on its line.
  var hasOpenString = false
  /// How many square brackets, taken for round ones, are open.
  var openSquares = 0
  /// The last unexpected character reported, and where what it was found in ends.
  var lastUnexpected: (message: String, end: Int)?
  var reporter: Diagnostics

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, base: UInt32, symbols: SymbolTable,
    reporter: Diagnostics
  ) {
    self.bytes = bytes
    self.base = base
    self.symbols = symbols
    self.reporter = reporter
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
  }

  /// The byte at `index`; 0 past the end.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 {
    index < bytes.count ? bytes[index] : 0
  }

  func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(base + UInt32(start), base + UInt32(end))
  }

  /// The next token; at the end of the text, `.end` for ever.
  mutating func next() -> Token {
    var token = Token()
    read(&token)
    return token
  }

  /// Reads the next token into `token`; fields that its kind does not use keep what they held.
  mutating func read(_ token: inout Token) {
    token.startsLine = position == 0 || position == 3 && bytes[0] == 0xEF
    token.followsSpace = skipBlanks(&token.startsLine)
    token.start = base &+ UInt32(truncatingIfNeeded: position)
    token.kind = scan(&token)
    token.end = base &+ UInt32(truncatingIfNeeded: position)
  }

  /// Skips spaces, line ends and comments; true if there were any.
  @inline(__always)
  private mutating func skipBlanks(_ startsLine: inout Bool) -> Bool {
    let start = position
    var index = start
    // One blank before a digit, a letter or a later sign, as most are.
    if byte(start) == 0x20, byte(start &+ 1) >= 0x30, byte(start &+ 1) < 0x80 {
      position = start &+ 1
      return true
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0D {
        index &+= 1
      } else if byte == 0x0A {
        startsLine = true
        index &+= 1
      } else if byte == 0x23 {
        while index < bytes.count, bytes[index] != 0x0A { index &+= 1 }
      } else if byte == 0x2F || byte >= 0x80 {
        position = index
        if !skipForeignBlank(&startsLine) { break }
        index = position
      } else {
        break
      }
    }
    position = index
    return index > start || index == bytes.count
  }

  @inline(__always)
  private mutating func scan(_ token: inout Token) -> Token.Kind {
    let first = byte(position)
    switch first {
    case 0x41...0x5A, 0x5F, 0x61...0x7A:
      scanWord(&token)
      return .word
    case 0x30...0x39: return scanNumber(&token)
    case 0x22: return scanString(&token)
    case 0x2F where byte(position + 1) == 0x2F: return scanPair(first, &token)
    case 0x7B, 0x7D, 0x28...0x2D, 0x2F, 0x3B, 0x25: return scanSign(first)
    case 0x2E, 0x3A, 0x3C...0x3E: return scanPair(first, &token)
    case 0x80...: return scanBeyondASCII(&token)
    default: return scanOther(first, &token)
    }
  }

  /// Reads a word; of up to seven bytes, as most are, without looking at each.
  @inline(__always)
  private mutating func scanWord(_ token: inout Token) {
    guard let text = bytes.baseAddress, position &+ 8 <= bytes.count else {
      return scanAnyWord(&token)
    }
    let eight = UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self).littleEndian
    let bits = Lexer.wordLength(eight) &* 8
    if bits == 64 || eight >> UInt64(bits) & 0x80 != 0 { return scanAnyWord(&token) }
    let word = eight & ~(~0 << UInt64(bits))
    token.symbol = symbols.symbol(at: text + position, bits / 8, word)
    position &+= bits / 8
  }

  /// Reads a word of any length, whose letters need not be ASCII.
  @inline(never)
  private mutating func scanAnyWord(_ token: inout Token) {
    let start = position
    scanLetters()
    token.symbol = symbols.symbol(of: UnsafeBufferPointer(rebasing: bytes[start..<position]))
  }

  @inline(__always)
  private mutating func scanSign(_ first: UInt8) -> Token.Kind {
    position += 1
    switch first {
    case 0x7B: return .openBrace
    case 0x7D: return .closeBrace
    case 0x28: return .openParen
    case 0x29: return .closeParen
    case 0x2C: return .comma
    case 0x3B: return .semicolon
    case 0x2B: return .plus
    case 0x2D: return .minus
    case 0x2A: return .times
    case 0x2F: return .divide
    default: return .remainder
    }
  }

  /// Reads a sign that may go on in a second byte.
  private mutating func scanPair(_ first: UInt8, _ token: inout Token) -> Token.Kind {
    if let kind = scanForeignPair(first, &token) { return kind }
    position += 1
    let second = byte(position)
    func pair(_ kind: Token.Kind) -> Token.Kind {
      position += 1
      return kind
    }
    switch first {
    case 0x2E: return second == 0x2E ? pair(.range) : .dot
    case 0x3A: return .colon
    case 0x3C: return second == 0x3D ? pair(.lessOrEqual) : .less
    case 0x3D: return second == 0x3D ? pair(.equal) : .assign
    default: return second == 0x3D ? pair(.greaterOrEqual) : .greater
    }
  }

  /// Letters beyond ASCII may stand in names; anything else up there is reported.
  private mutating func scanBeyondASCII(_ token: inout Token) -> Token.Kind {
    let start = position
    scanLetters()
    if position > start {
      token.symbol = symbols.symbol(of: UnsafeBufferPointer(rebasing: bytes[start..<position]))
      return .word
    }
    return scanForeignCharacter(&token)
  }

  /// Skips letters, digits and underscores, ASCII or not.
  mutating func scanLetters() {
    while position < bytes.count {
      if Lexer.continuesWord(bytes[position]) {
        position += 1
      } else if bytes[position] >= 0x80, let (scalar, length) = decode(at: position),
        scalar.properties.isAlphabetic
          || scalar.properties.isJoinControl == false
            && scalar.properties.generalCategory == .nonspacingMark
      {
        position += length
      } else {
        return
      }
    }
  }

  /// The scalar at `index` and its length in bytes, or nil if the bytes are no UTF-8.
  func decode(at index: Int) -> (Unicode.Scalar, Int)? {
    var decoder = Unicode.UTF8.ForwardParser()
    var source = bytes[index..<min(index + 4, bytes.count)].makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &source) else { return nil }
    return (Unicode.UTF8.decode(encoded), encoded.count)
  }
}

extension Lexer {
  @inline(__always)
  static func continuesWord(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= 0x61 && letter <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
  }

  /// How many of the lowest bytes of `eight` a word may go on with.
  ///
  /// All bytes at once (Warren, Hacker's Delight, section 6-1).
  @inline(__always)
  private static func wordLength(_ eight: UInt64) -> Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    /// The high bit of each byte whose other bits are at least `least`.
    func reach(_ least: UInt64, _ bytes: UInt64) -> UInt64 {
      (bytes & ~high) &+ ones &* (0x80 &- least)
    }
    let small = eight | ones &* 0x20
    let letters = reach(0x61, small) & ~reach(0x7B, small)
    let digits = reach(0x30, eight) & ~reach(0x3A, eight)
    let underscores = ~reach(1, eight ^ ones &* 0x5F)
    let others = ~(letters | digits | underscores) | eight
    return (others & high).trailingZeroBitCount >> 3
  }

  /// True if `scalar` changes the order in which text is shown (Unicode 15, UAX 9, and the marks).
  static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

// MARK: - Looking ahead without reading

extension Lexer {
  /// True if the next thing is a single colon.
  var peekIsColon: Bool {
    let index = blankEnd
    return byte(index) == 0x3A
  }

  /// True if the next thing is a single '='.
  var peekIsAssign: Bool {
    let index = blankEnd
    return byte(index) == 0x3D && byte(index + 1) != 0x3D
  }

  /// True if a line end, a comment, or a sign that ends a statement is next.
  var peekEndsStatement: Bool {
    switch byte(blankEnd) {
    case 0, 0x0A, 0x0D, 0x23, 0x29, 0x2F, 0x3B, 0x7D: true
    default: false
    }
  }

  /// True if the next thing is the word `word`.
  func peekIsWord(_ word: StaticString) -> Bool {
    let index = blankEnd
    return word.withUTF8Buffer { expected in
      guard index + expected.count <= bytes.count else { return false }
      for offset in 0..<expected.count where bytes[index + offset] != expected[offset] {
        return false
      }
      return !Lexer.continuesWord(byte(index + expected.count))
    }
  }

  private var blankEnd: Int {
    var index = position
    while byte(index) == 0x20 || byte(index) == 0x09 { index += 1 }
    return index
  }
}
