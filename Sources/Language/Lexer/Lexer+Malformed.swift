// Malformed literals; if their meaning is clear, they are read with that meaning.

extension Lexer {
  // MARK: - Numbers

  /// True if a point stands here that begins neither a fraction nor a range.
  var endsInPoint: Bool {
    let next = byte(position + 1)
    return next != 0x2E && !isDigit(next)
  }

  /// Reports the point after the number at `start` and steps past it.
  mutating func skipPoint(after start: Int) {
    position += 1
    report(.trailingPoint(text(start, position), at: span(position - 1, position)))
  }

  /// Reports what has begun like a number at `start`.
  mutating func malformed(from start: Int) -> Double? {
    while isDigit(byte(position)) || byte(position) == 0x2E { position += 1 }
    skipWord()
    report(.malformedNumber(text(start, position), at: span(start, position)))
    return nil
  }

  /// Reports a number to the base of 16.
  mutating func hexadecimal(from start: Int) -> Token.Kind {
    _ = malformed(from: start)
    return .unreadable
  }

  /// What the sizes of pictures are called elsewhere.
  private static let pictures = [
    "480p": "640x480", "720p": "1280x720", "1080p": "1920x1080", "1440p": "2560x1440",
    "2160p": "3840x2160", "4k": "3840x2160", "8k": "7680x4320",
  ]

  mutating func skipWord() {
    while Lexer.continuesWord(byte(position)) { position += 1 }
  }

  /// Reports the unit at `start`, of the number at `number`, and may read it as the likeliest.
  ///
  /// - Returns: the unit; nil within if none stands there; nil if nobody knows what is meant.
  mutating func unknownUnit(from number: Int, start: Int) -> (unit: Unit?, Void)? {
    position = start
    scanUnitLetters()
    if position == start { return (nil, ()) }
    let word = text(start, position)
    if let unit = Unit(word) { return (unit, ()) }
    if bytes[start] == 0x5F {
      report(.underscoreInNumber(text(number, position), at: span(number, position)))
      return nil
    }
    if let size = Lexer.pictures[text(number, position).lowercased()] {
      report(.pictureSize(text(number, position), size, at: span(number, position)))
      return nil
    }
    if word.first == "X", !word.dropFirst().isEmpty, word.dropFirst().allSatisfy(\.isWholeNumber) {
      let found = text(number, position)
      report(.pictureSize(found, found.lowercased(), at: span(number, position)))
      return nil
    }
    if word == "pi" {
      report(.productWithPi(of: text(number, start), at: span(start, position)))
      return nil
    }
    if let end = endOfParts(from: start),
      let sum = timeInParts(text(start, end), of: text(number, start))
    {
      position = end
      report(.timeInParts(sum, text(start, end), at: span(number, end)))
      return nil
    }
    let known = Suggestion.best(for: word, in: .unit, among: Unit.allCases.map(\.symbol))
    report(.unknownUnit(word, of: text(number, start), known, at: span(start, position)))
    // An angle over a time is one unit with what follows; anything else is left open.
    guard byte(position) == 0x2F else { return nil }
    return known.flatMap { Unit($0.replacement) }.map { ($0, ()) }
  }

  /// Where the letters, digits and points that stand at `start` end; nil if that is no unit.
  private func endOfParts(from start: Int) -> Int? {
    let part = bytes[start...].prefix { sign in
      (0x30...0x39).contains(sign) || (0x61...0x7A).contains(sign) || sign == 0x2E
    }
    guard let last = part.last, (0x61...0x7A).contains(last) else { return nil }
    return part.endIndex
  }

  /// The sum that is meant by a time in parts, as `1min + 30s` by `1min30s`; nil if `word`, behind
  /// the number `first`, is none.
  private func timeInParts(_ word: String, of first: String) -> String? {
    var (sum, number, rest) = ("", first[...], word[...])
    while true {
      let letters = rest.prefix { $0.isLetter }
      let unit = letters == "m" ? "min" : String(letters)
      guard Double(number) != nil, number.last != ".", number.first != ".",
        ["h", "min", "s", "ms"].contains(unit)
      else { return nil }
      sum += (sum.isEmpty ? "" : " + ") + "\(number)\(unit)"
      rest = rest.dropFirst(letters.count)
      if rest.isEmpty { return sum }
      number = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(number.count)
    }
  }

  /// Skips letters, and the signs that stand for units.
  private mutating func scanUnitLetters() {
    var start = position - 1
    while position > start {
      start = position
      scanLetters()
      if let (scalar, length) = decode(at: position), "°º²³".unicodeScalars.contains(scalar) {
        position += length
      }
    }
  }

  // MARK: - Strings

  /// Reports the string at `start`, which has no end on its line.
  ///
  /// It is read as one where its end can be guessed: after the name of a script, or before a
  /// brace.
  mutating func endString(from start: Int, _ token: inout Token) -> Token.Kind {
    let line = start + 1..<position
    let isGuessed: Bool
    if let name = bytes[line].firstRange(of: Array(".dock".utf8)) {
      position = name.upperBound
      isGuessed = true
    } else {
      isGuessed = endBeforeBrace(of: line)
    }
    hasOpenString = true
    let signs = bytes[start + 1..<position].reversed().prefix { $0 == 0x5C }.count
    report(.unterminatedString(at: span(start, position), endsWithEscape: signs % 2 == 1))
    guard isGuessed else { return .unreadable }
    token.symbol = UInt32(strings.count)
    strings.append(String(decoding: bytes[start + 1..<position], as: UTF8.self))
    return .string
  }

  /// Steps back before the brace that ends `line`, if one does, or else before its last spaces.
  private mutating func endBeforeBrace(of line: Range<Int>) -> Bool {
    trim(to: line.lowerBound)
    let end = position
    if let comment = bytes[line].firstIndex(of: 0x23) {
      position = comment
      trim(to: line.lowerBound)
    }
    guard position > line.lowerBound, bytes[position - 1] == 0x7B else {
      position = end
      return false
    }
    position -= 1
    trim(to: line.lowerBound)
    return true
  }

  private mutating func trim(to start: Int) {
    while position > start, [0x20, 0x09, 0x0D].contains(bytes[position - 1]) { position -= 1 }
  }
}
