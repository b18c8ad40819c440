import Diagnosis

// Signs of other languages are reported and then read as what they mean, so that one mistake is one
// diagnostic and the names that a statement declares are not lost.

extension Lexer {
  // MARK: - Blanks

  /// Skips a comment of another language, or spaces beyond ASCII; false if there are none.
  mutating func skipForeignBlank(_ startsLine: inout Bool) -> Bool {
    if byte(position) == 0x2F { return skipForeignComment(&startsLine) }
    let start = position
    guard let first = decode(at: position)?.0, first.isForeignBlank else { return false }
    while let (scalar, length) = decode(at: position), scalar.isForeignBlank { position += length }
    report(.foreignBlank(first, at: span(start, position)))
    return true
  }

  private mutating func skipForeignComment(_ startsLine: inout Bool) -> Bool {
    let start = position
    switch byte(position + 1) {
    case 0x2F where dividesWhole(start): return false
    case 0x2F:
      skipLine()
      report(.lineComment(at: span(start, start + 2)))
    case 0x2A:
      position += 2
      while position < bytes.count, byte(position) != 0x2A || byte(position + 1) != 0x2F {
        if bytes[position] == 0x0A { startsLine = true }
        position += 1
      }
      position = min(position + 2, bytes.count)
      report(blockComment(from: start))
    default: return false
    }
    return true
  }

  /// True if the '//' at `start` stands between two values of its line, as in `7 // 2`, and no
  /// words do behind it.
  private func dividesWhole(_ start: Int) -> Bool {
    var next = start + 2
    while byte(next) == 0x20 { next += 1 }
    let before = bytes[..<start].reversed().first { $0 != 0x20 } ?? 0x0A
    guard isDigit(byte(next)), Lexer.continuesWord(before) || before == 0x29 else { return false }
    while Lexer.continuesWord(byte(next)) || byte(next) == 0x2E { next += 1 }
    while byte(next) == 0x20 { next += 1 }
    return next >= bytes.count || [0x0A, 0x29, 0x2C, 0x3B, 0x7B].contains(byte(next))
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// The report of `/* … */`, with a change that mends it where it ends its only line.
  private func blockComment(from start: Int) -> Diagnostic {
    var end = position
    while byte(end) == 0x20 || byte(end) == 0x09 || byte(end) == 0x0D { end += 1 }
    let isLine =
      (end == bytes.count || bytes[end] == 0x0A) && !bytes[start..<position].contains(0x0A)
      && position >= start + 4
    return .blockComment(
      opening: span(start, start + 2), closing: isLine ? span(position - 2, position) : nil)
  }

  // MARK: - Signs

  /// Reads a sign of another language that begins like one of ours; nil if there is none.
  mutating func scanForeignPair(_ first: UInt8, _ token: inout Token) -> Token.Kind? {
    let (second, third) = (byte(position + 1), byte(position + 2))
    switch (first, second, third) {
    case (0x2E, 0x2E, 0x2E):
      let points = bytes[position...].prefix { $0 == 0x2E }.count
      return foreign(String(repeating: ".", count: points), "..", .range)
    case (0x2E, 0x2E, 0x3C): return scanHalfOpenRange()
    case (0x2E, 0x2E, 0x3D): return foreign("..=", "..", .range)
    case (0x2E, 0x30...0x39, _):
      let isApart = position == 0 || !Lexer.continuesWord(bytes[position - 1])
      report(.leadingPoint(at: span(position, position), isApart: isApart))
      return scanNumber(&token)
    case (0x3D, 0x3D, 0x3D): return foreign("===", "==", .equal)
    case (0x3D, 0x3E, _): return scanArrow()
    case (0x3D, 0x3C, _): return foreign("=<", "<=", .lessOrEqual)
    case (0x3C, 0x3E, _): return foreign("<>", "!=", .notEqual)
    case (0x3A, 0x3D, _): return foreign(":=", "=", .assign)
    case (0x2F, 0x2F, _): return foreign("//", "/", .divide)
    default: return nil
    }
  }

  /// Reads `=>`: before a block an arrow, which is left out, before a statement what others write
  /// for a block, and anywhere else 'at least'.
  private mutating func scanArrow() -> Token.Kind {
    let start = position
    var next = start + 2
    while Lexer.isBlank(byte(next)), byte(next) != 0x0A { next += 1 }
    if beginsStatement(next) {
      position = start + 2
      return .colon
    }
    guard byte(next) == 0x7B else { return foreign("=>", ">=", .greaterOrEqual) }
    position = next + 1
    let before = bytes[..<start].reversed().drop(while: Lexer.isBlank)
    let word = before.prefix(while: Lexer.continuesWord)
    let isEventMissing = [Keyword.on, .for].contains {
      word.elementsEqual($0.spelling.utf8.reversed())
    }
    report(
      .arrow(at: span(start, start + 2), whole: isEventMissing ? nil : span(start, next)))
    return .openBrace
  }

  /// True if a word that begins statements, and no value, stands at `place`.
  private func beginsStatement(_ place: Int) -> Bool {
    let rest = bytes[min(place, bytes.count)...].prefix(Lexer.longestKeyword)
    let word = rest.prefix(while: Lexer.continuesWord)
    let keyword = Keyword.statement(String(decoding: word, as: UTF8.self))
    return keyword?.mayBeginValue == false
  }

  /// How long a word may be that is looked up, in bytes.
  private static let longestKeyword = 16

  /// Reads `|`: between the options of 'choose' a semicolon, and anywhere else 'or'.
  private mutating func scanBar(_ token: inout Token) -> Token.Kind {
    let found = byte(position + 1) == 0x7C ? "||" : "|"
    var blanks = position
    while blanks > 0, Lexer.isBlank(bytes[blanks - 1]), bytes[blanks - 1] != 0x0A { blanks -= 1 }
    guard isBetweenOptions(blanks) else { return word(.or, for: found, &token) }
    let start = position
    position += found.utf8.count
    report(.optionBar(found, at: span(start, position), whole: span(blanks, position)))
    return .semicolon
  }

  /// How far the beginning of a choice is looked for, in bytes.
  private static let longestChoice = 1000

  /// True if an option of 'choose' ends before `end`: its brace is the last that is open there.
  private func isBetweenOptions(_ end: Int) -> Bool {
    var depth = 0
    for index in (max(0, end - Lexer.longestChoice)..<end).reversed() {
      switch bytes[index] {
      case 0x7D: depth += 1
      case 0x7B where depth > 0: depth -= 1
      case 0x7B:
        var word = index
        while word > 0, Lexer.isBlank(bytes[word - 1]) { word -= 1 }
        return word >= 6 && text(word - 6, word) == "choose"
      // A condition of an option, or of a statement in it.
      case 0x66 where depth == 0 && index > 0 && bytes[index - 1] == 0x69:
        if !Lexer.continuesWord(byte(index + 1)) { return false }
      default: continue
      }
    }
    return false
  }

  /// Reads `..<`, a range without its upper end.
  private mutating func scanHalfOpenRange() -> Token.Kind {
    let start = position
    position += 3
    var digits = position
    while Lexer.isBlank(byte(digits)), byte(digits) != 0x0A { digits += 1 }
    var end = digits
    while isDigit(byte(end)), end < digits + 9 { end += 1 }
    var next = end
    while Lexer.isBlank(byte(next)), byte(next) != 0x0A { next += 1 }
    let isAlone = byte(next) == 0x7B || next > end && byte(next) | 0x20 == 0x62
    let last = isAlone ? Int(text(digits, end)).map { $0 - 1 } : nil
    report(.halfOpenRange(at: span(start, position), last: last, whole: span(start, end)))
    return .range
  }

  /// Reads a token that begins with a byte that begins no token of this language.
  mutating func scanOther(_ first: UInt8, _ token: inout Token) -> Token.Kind {
    if position >= bytes.count { return .end }
    switch first {
    case 0x21: return scanExclamation(&token)
    case 0x26: return scanAmpersand(&token)
    case 0x7C: return scanBar(&token)
    case 0x27, 0x60:
      if let kind = scanForeignString(quote: 1, &token) { return kind }
    case 0x5B, 0x5D: return scanSquare(first)
    case 0x40 where isDigit(bytes[(position + 1)...].first { !Lexer.isBlank($0) } ?? 0):
      position += 1
      return .atSign
    default: break
    }
    let start = position
    while byte(position) == first, position < bytes.count { position += 1 }
    if first >= 0x20, first != 0x7F {
      report(.unexpected(Character(Unicode.Scalar(first)), at: span(start, position)))
    }
    return .unreadable
  }

  /// Reads `&` or `&&`; the parser reports one between two statements with what it joins.
  private mutating func scanAmpersand(_ token: inout Token) -> Token.Kind {
    let found = byte(position + 1) == 0x26 ? "&&" : "&"
    var next = position + found.utf8.count
    while Lexer.isBlank(byte(next)), byte(next) != 0x0A { next += 1 }
    var end = next
    while Lexer.continuesWord(byte(end)), end - next < Suggestion.greatestLength { end += 1 }
    guard let keyword = Keyword.statement(text(next, end)), !keyword.mayBeginValue else {
      return word(.and, for: found, &token)
    }
    position += found.utf8.count
    token.symbol = UInt32(Keyword.and.rawValue)
    return .word
  }

  private mutating func scanExclamation(_ token: inout Token) -> Token.Kind {
    guard byte(position + 1) == 0x3D else {
      let before = position > 0 ? bytes[position - 1] : 0x20
      let isBehind = Lexer.continuesWord(before) || [0x22, 0x25, 0x29].contains(before)
      let next = byte(position + 1)
      let isLast = position + 1 == bytes.count || Lexer.isBlank(next) || next == 0x21
      guard isBehind, isLast else {
        return word(.not, for: "!", &token)
      }
      let start = position
      while byte(position) == 0x21 { position += 1 }
      report(.exclamation(at: span(start, position)))
      return .unreadable
    }
    if byte(position + 2) == 0x3D { return foreign("!==", "!=", .notEqual) }
    position += 2
    return .notEqual
  }

  /// Reads a square bracket, which is taken for a round one.
  private mutating func scanSquare(_ first: UInt8) -> Token.Kind {
    position += 1
    let place = span(position - 1, position)
    if first == 0x5B, let end = endOfList {
      position = end + 1
      let open = Int(place.start - base)
      let hasSeveral = bytes[open..<end].contains(0x2C)
      report(
        isBehindAssign(open)
          ? .listAsValue(at: span(open, position))
          : .list(at: span(open, position), hasSeveral: hasSeveral))
      return .unreadable
    }
    if first == 0x5B {
      openSquares += 1
      // Diagnostics beyond the limit need no fix.
      let rest = bytes[position...].prefix(reporter.isFull ? 0 : Lexer.longestList)
      let end = rest.firstIndex { $0 == 0x5D || $0 == 0x0A } ?? bytes.count
      report(.squareBracket(at: place, closing: byte(end) == 0x5D ? span(end, end + 1) : nil))
      return .openParen
    }
    if openSquares > 0 {
      openSquares -= 1
      return .closeParen
    }
    report(.unmatchedClosing("]", at: place))
    return .unreadable
  }

  /// How far the end of a list is looked for, in bytes.
  private static let longestList = 1000

  /// Where the list ends whose bracket stands right before the present position, if it stands
  /// after 'in' or '=' and on one line.
  private var endOfList: Int? {
    var word = position - 1
    while word > 0, Lexer.isBlank(bytes[word - 1]) { word -= 1 }
    let isBehindIn = word >= 3 && text(word - 2, word) == "in" && Lexer.isBlank(bytes[word - 3])
    guard isBehindIn || isBehindAssign(position - 1) else { return nil }
    let end = bytes[position...].prefix(Lexer.longestList).firstIndex { $0 == 0x5D || $0 == 0x0A }
    return end.flatMap { bytes[$0] == 0x5D ? $0 : nil }
  }

  /// True if a single '=' is what stands before the bracket at `open`.
  private func isBehindAssign(_ open: Int) -> Bool {
    var end = open
    while end > 0, Lexer.isBlank(bytes[end - 1]) { end -= 1 }
    return end > 1 && bytes[end - 1] == 0x3D && ![0x3D, 0x21, 0x3C, 0x3E].contains(bytes[end - 2])
  }

  /// Reports `found` at the present position and reads it as `kind`, which is written `ours`.
  private mutating func foreign(
    _ found: String, _ ours: String, _ kind: Token.Kind
  ) -> Token.Kind {
    let start = position
    position += found.utf8.count
    report(.foreignOperator(found, ours, replacement: ours, at: span(start, position)))
    return kind
  }

  /// Reports `found` at the present position and reads it as the word `ours`.
  private mutating func word(
    _ ours: Keyword, for found: String, _ token: inout Token
  ) -> Token.Kind {
    let start = position
    position += found.utf8.count
    let isApart = start == 0 || Lexer.isBlank(bytes[start - 1]) || ours == .not
    let isFollowed = position == bytes.count || Lexer.isBlank(bytes[position])
    let replacement = (isApart ? "" : " ") + ours.spelling + (isFollowed ? "" : " ")
    report(
      .foreignOperator(found, ours.spelling, replacement: replacement, at: span(start, position)))
    token.symbol = UInt32(ours.rawValue)
    return .word
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  // MARK: - Characters

  /// Reads a character beyond ASCII that is no letter.
  mutating func scanForeignCharacter(_ token: inout Token) -> Token.Kind {
    guard let (scalar, length) = decode(at: position) else {
      position += 1
      return .unreadable
    }
    let start = position
    if Lexer.isBidirectionalControl(scalar) || (0x80...0x9F).contains(scalar.value) {
      position += length
      return .unreadable
    }
    if scalar.isQuote, let kind = scanForeignString(quote: length, &token) { return kind }
    if let (ours, kind) = scalar.meaning {
      position += length
      report(.lookalike(scalar, ours, at: span(start, position)))
      return kind
    }
    skipForeignCharacters()
    let text = String(decoding: bytes[start..<min(position, start + 64)], as: UTF8.self)
    report(.unexpected(text.first ?? "?", at: span(start, position)))
    return .unreadable
  }

  /// Skips a run of characters beyond ASCII that mean nothing.
  private mutating func skipForeignCharacters() {
    let start = position
    while byte(position) >= 0x80, let (scalar, length) = decode(at: position),
      position == start
        || !scalar.properties.isAlphabetic && !scalar.isForeignBlank
          && !scalar.isQuote && !Lexer.isBidirectionalControl(scalar)
    {
      position += length
    }
  }

  /// Reads a string in other quotes than ours; nil if it has no end on its line.
  private mutating func scanForeignString(
    quote length: Int, _ token: inout Token
  ) -> Token.Kind? {
    let start = position
    var end = start + length
    var hasOurs = false
    while end < bytes.count, bytes[end] != 0x0A {
      if length == 1 ? bytes[end] == bytes[start] : decode(at: end)?.0.isQuote == true { break }
      hasOurs = hasOurs || bytes[end] == 0x22 || bytes[end] == 0x5C
      end += 1
    }
    guard byte(end) == bytes[start] || byte(end) >= 0x80 else { return nil }
    position = end + length
    report(
      .foreignQuotes(
        opening: span(start, start + length), closing: span(end, position), isPlain: !hasOurs))
    token.symbol = UInt32(strings.count)
    strings.append(String(decoding: bytes[start + length..<end], as: UTF8.self))
    return .string
  }
}

extension Unicode.Scalar {
  /// True if it looks like a space, or like nothing at all.
  fileprivate var isForeignBlank: Bool {
    value >= 0xA0 && !Lexer.isBidirectionalControl(self)
      && (properties.isWhitespace || properties.generalCategory == .format)
  }

  /// True if it is a quote as word processors set it.
  fileprivate var isQuote: Bool { (0x2018...0x201F).contains(value) }

  /// What is written for it here, and how it is read; nil if it means nothing.
  fileprivate var meaning: (String, Token.Kind)? {
    switch self {
    case "\u{2212}", "\u{2013}", "\u{2014}": ("-", .minus)
    case "\u{D7}", "\u{22C5}", "\u{B7}": ("*", .times)
    case "\u{F7}": ("/", .divide)
    case "\u{2026}": ("..", .range)
    case "\u{2264}": ("<=", .lessOrEqual)
    case "\u{2265}": (">=", .greaterOrEqual)
    case "\u{2260}": ("!=", .notEqual)
    default: nil
    }
  }
}
