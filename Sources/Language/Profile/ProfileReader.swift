import Diagnosis
import Vocabulary

/// Reads a profile line by line; a line that is wrong is reported and skipped.
struct ProfileReader {
  var lexer: Lexer
  private let lines: [ProfileLine]
  private(set) var profile: ProfileText
  private var token = Token()
  /// Where each line was written first, by its words, and the word behind them if it may repeat.
  private var seen: [String: SourceSpan] = [:]

  init(_ lexer: Lexer, _ lines: [ProfileLine], _ profile: ProfileText) {
    (self.lexer, self.lines, self.profile) = (lexer, lines, profile)
  }

  mutating func read() {
    token = lexer.next()
    while token.kind != .end {
      readLine()
      if !isLineOver, token.kind != .unreadable {
        lexer.report(.profileLineGoesOn(text, at: token.span))
      }
      while !isLineOver { token = lexer.next() }
      token.startsLine = false
    }
  }

  private var isLineOver: Bool { token.kind == .end || token.startsLine }

  private var text: String { lexer.text(Int(token.start), Int(token.end)) }

  /// The present token, which is on the line at hand, if it `isWanted`; else nil.
  private mutating func take(where isWanted: (Token) -> Bool) -> Token? {
    guard !isLineOver, isWanted(token) else { return nil }
    defer { token = lexer.next() }
    return token
  }

  private mutating func takeWord(_ word: String) -> Bool {
    let isIt = text == word
    return take { $0.kind == .word && isIt } != nil
  }
}

// MARK: - Lines

extension ProfileReader {
  private mutating func readLine() {
    let start = token
    token.startsLine = false
    let first = text
    guard token.kind == .word else {
      if token.kind != .unreadable { lexer.report(.noProfileLine(first, at: token.span)) }
      return skipLine()
    }
    if first == "profile" { return readName(start) }
    token = lexer.next()
    let alike = lines.filter { $0.words.split(separator: " ")[0] == first }
    guard !alike.isEmpty else {
      lexer.report(.unknownProfileLine(first, among: openings, at: start.span))
      return skipLine()
    }
    guard let line = line(among: alike) else { return skipLine() }
    let span = SourceSpan(start.start, start.start + UInt32(line.words.utf8.count))
    guard let entry = readEntry(line) else { return skipLine() }
    if isNew(entry, line, at: span) { profile.entries.append(entry) }
  }

  private mutating func skipLine() {
    while !isLineOver { token = lexer.next() }
  }

  /// The words with which lines begin.
  private var openings: [String] {
    ["profile"] + lines.map { String($0.words.split(separator: " ")[0]) }
  }

  /// The line of `alike` whose second word is next; nil, and a report, if there is none.
  private mutating func line(among alike: [ProfileLine]) -> ProfileLine? {
    let seconds = alike.map { String($0.words.split(separator: " ").dropFirst().joined()) }
    if seconds == [""] { return alike[0] }
    let word = isLineOver ? nil : token.kind == .word ? text : nil
    guard let word, let index = seconds.firstIndex(of: word) else {
      lexer.report(.unknownProfilePart(word, among: alike.map(\.words), seconds, at: valueSpan))
      return nil
    }
    token = lexer.next()
    return alike[index]
  }

  /// Where a value stands, or should.
  private var valueSpan: SourceSpan {
    isLineOver ? SourceSpan(lineEnd, lineEnd) : token.span
  }

  /// Where the line at hand ends: behind the last sign before the present token.
  private var lineEnd: UInt32 {
    let bytes = lexer.bytes[..<min(Int(token.start), lexer.bytes.count)]
    let last = bytes.lastIndex(of: 0x0A).map { bytes[..<$0] } ?? bytes
    return UInt32(last.count - last.reversed().prefix { $0 <= 0x20 }.count)
  }

  private mutating func readName(_ start: Token) {
    token = lexer.next()
    guard let name = take(where: { $0.kind == .word }) else {
      lexer.report(.noProfileName(at: valueSpan))
      return skipLine()
    }
    let bytes = lexer.bytes[Int(name.start)..<Int(name.end)]
    let text = String(decoding: bytes, as: UTF8.self)
    guard profile.name == nil else {
      return lexer.report(.repeatedProfileLine("profile", first: seen["profile"], at: start.span))
    }
    seen["profile"] = start.span
    profile.name = (text, name.span)
  }

  /// True if `entry` is not written twice.
  private mutating func isNew(
    _ entry: ProfileEntry, _ line: ProfileLine, at span: SourceSpan
  ) -> Bool {
    var key = line.words
    if case .word = line.form, case .word(let word) = entry.value { key += " " + word }
    if let first = seen[key] {
      lexer.report(.repeatedProfileLine(key, first: first, at: span))
      return false
    }
    seen[key] = span
    return true
  }
}

// MARK: - Values

extension ProfileReader {
  private mutating func readEntry(_ line: ProfileLine) -> ProfileEntry? {
    let place = valueSpan
    let value: ProfileEntry.Value? =
      switch line.form {
      case .word(let words): readWord(words, of: line)
      case .range(let axis): readRange(axis, of: line)
      case .quantity(let quantity, let bounds, let word):
        if let word, takeWord(word) {
          .word(word)
        } else {
          readQuantity(quantity, bounds, orElse: word, of: line).map { .quantity($0) }
        }
      }
    return value.map { ProfileEntry(words: line.words, value: $0, span: place) }
  }

  private mutating func readWord(_ words: [String], of line: ProfileLine) -> ProfileEntry.Value? {
    let place = valueSpan
    let word = isLineOver ? nil : text
    if let word, words.contains(word), take(where: { $0.kind == .word }) != nil {
      return .word(word)
    }
    lexer.report(.unknownProfileWord(word, of: line.words, among: words, at: place))
    return nil
  }

  /// Reads a number with its sign, which are both in its span; nil if there is none.
  private mutating func readNumber() -> (token: Token, value: Double)? {
    let sign = take { $0.kind == .minus }
    guard var number = take(where: { $0.kind == .number }) else { return nil }
    number.start = sign?.start ?? number.start
    return (number, sign == nil ? number.value : -number.value)
  }

  /// True, and reported, if a unit stands apart from its `number`.
  private mutating func isUnitApart(from number: Token) -> Bool {
    let unit = text
    guard number.isBare, !isLineOver, Unit(unit) != nil else {
      return false
    }
    let joined = lexer.text(Int(number.start), Int(number.end)) + unit
    lexer.report(.spaceBeforeUnit(joined, at: SourceSpan(number.start, token.end)))
    return true
  }

  private mutating func readQuantity(
    _ quantity: ProfileQuantity, _ bounds: ClosedRange<Double>, orElse word: String?,
    of line: ProfileLine
  ) -> Double? {
    let (place, found) = (valueSpan, isLineOver ? nil : text)
    guard let number = readNumber() else {
      if token.kind != .unreadable || isLineOver {
        lexer.report(.noProfileValue(quantity, bounds, word, found, line.words, at: place))
      }
      return nil
    }
    if isUnitApart(from: number.token) { return nil }
    let isAlike = number.token.dimension == quantity.dimension
    guard isAlike, quantity == .number || !number.token.isBare else {
      lexer.report(
        .wrongProfileValue(
          quantity, number.token.isBare ? nil : number.token.dimension, line.words,
          lexer.text(Int(number.token.start), Int(number.token.end)), at: number.token.span))
      return nil
    }
    guard bounds.contains(number.value),
      quantity != .number || number.value.rounded() == number.value
    else {
      lexer.report(.profileValueBeyond(quantity, bounds, line.words, at: number.token.span))
      return nil
    }
    return number.value
  }

  private mutating func readRange(_ axis: UInt8, of line: ProfileLine) -> ProfileEntry.Value? {
    for word in ["endless", "none"] where takeWord(word) { return .word(word) }
    let start = valueSpan
    guard let lower = readPosition(axis, of: line) else { return nil }
    guard take(where: { $0.kind == .range }) != nil else {
      lexer.report(.noProfileRange(axis, line.words, at: valueSpan))
      return nil
    }
    guard let upper = readPosition(axis, of: line) else { return nil }
    let whole = SourceSpan(start.start, upper.end)
    guard lower.value < upper.value, lower.value <= 0, upper.value >= 0 else {
      lexer.report(.emptyProfileRange(axis, lower.value, upper.value, line.words, at: whole))
      return nil
    }
    return .range(lower: lower.value, upper: upper.value)
  }

  /// Reads an angle with a direction of the axis, or with DockKit's sign.
  private mutating func readPosition(
    _ axis: UInt8, of line: ProfileLine
  ) -> (value: Double, end: UInt32)? {
    let (place, found) = (valueSpan, isLineOver ? nil : text)
    let number = readNumber()
    if let number, isUnitApart(from: number.token) { return nil }
    guard let number, number.token.dimension == .angle else {
      if token.kind != .unreadable || isLineOver {
        lexer.report(.noProfilePosition(axis, found, line.words, at: place))
      }
      return nil
    }
    var (value, end) = (number.value, number.token.end)
    if let direction = Direction(spelling: text), direction.axis == axis,
      let word = take(where: { $0.kind == .word })
    {
      (value, end) = (number.value * direction.sign, word.end)
    }
    guard abs(value) <= ProfileReader.greatestPosition else {
      let most = -ProfileReader.greatestPosition...ProfileReader.greatestPosition
      lexer.report(.profileValueBeyond(.angle, most, line.words, at: number.token.span))
      return nil
    }
    return (value == 0 ? 0 : value, end)
  }

  /// A hundred turns; what goes beyond is endless.
  private static let greatestPosition = 36_000.0
}
