import Diagnosis
import Printing

/// A fault in one line of a schedule.
struct ScheduleFault: Error {
  var code = DiagnosticCode.malformedSchedule
  var message: String
  var span: SourceSpan
  var note: String
  var fixIts: [FixIt] = []
}

/// Takes one line of a schedule apart.
struct ScheduleScanner {
  private let bytes: [UInt8]
  private let base: UInt32
  private var place = 0
  private var end = 0
  /// The offset of the first byte of the line.
  private(set) var lineStart: UInt32 = 0

  init(_ bytes: [UInt8], base: UInt32) {
    self.bytes = bytes
    self.base = base
    end = bytes.count - bytes.withoutByteOrderMark.count
    nextLine = end
  }

  private var nextLine: Int

  /// Moves to the next line that says something; false at the end of the text.
  mutating func advance() -> Bool {
    while nextLine < bytes.count {
      place = nextLine
      lineStart = offset(place)
      end = place
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      nextLine = end + 1
      skipSpaces()
      if !isAtEnd { return true }
    }
    lineStart = offset(bytes.count)
    return false
  }

  /// True if only a comment is left of the line.
  var isAtEnd: Bool { place == end || bytes[place] == UInt8(ascii: "#") }

  /// True if the next byte is a digit.
  var isAtDigit: Bool { place < end && bytes[place].isDigit }

  /// True if a colon and a digit come next.
  var isAtRatio: Bool { isAt(":") && place + 1 < end && bytes[place + 1].isDigit }

  /// True if a word comes next.
  var isAtWord: Bool { place < end && bytes[place].isLetter }

  /// True if a whole number comes next.
  var isAtNumber: Bool { isAtDigit || isAt("-") }

  /// True if `mark` comes next.
  func isAt(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    return place + count <= end && mark.spells(bytes[place..<place + count])
  }

  /// The span of what comes next: a run without spaces, or the end of the line.
  var nextSpan: SourceSpan {
    var stop = place
    while stop < end, !bytes[stop].isSpace, bytes[stop] != UInt8(ascii: ",") { stop += 1 }
    return SourceSpan(offset(place), offset(max(stop, min(place + 1, end))))
  }

  /// The text of what comes next, as messages quote it.
  var nextText: String {
    if isAtEnd { return "the end of the line" }
    let span = nextSpan
    let run = bytes[Int(span.start - base)..<Int(span.end - base)].prefix(40)
    return "'\(String(decoding: run, as: UTF8.self))'"
  }

  /// A fault at what comes next.
  func fault(_ message: String, note: String) -> ScheduleFault {
    ScheduleFault(message: message, span: nextSpan, note: note)
  }

  /// Passes `mark` and the spaces after it, if it comes next.
  mutating func take(_ mark: StaticString) -> Bool {
    guard isAt(mark) else { return false }
    place += mark.utf8CodeUnitCount
    skipSpaces()
    return true
  }

  /// Passes `mark`, which must come next.
  mutating func expect(_ mark: StaticString, _ note: String) throws(ScheduleFault) {
    guard take(mark) else { throw fault("expected '\(mark)' before \(nextText)", note: note) }
  }

  /// Passes a word of letters, digits, `_` and inner `-`; empty if none comes next.
  mutating func word() -> ArraySlice<UInt8> {
    let start = place
    while place < end, bytes[place].isLetter || place > start && isInnerByte(place) { place += 1 }
    let word = bytes[start..<place]
    skipSpaces()
    return word
  }

  /// True if a name of a script comes next.
  var isAtIdentifier: Bool { place < end && bytes[place].beginsIdentifier }

  /// Passes a name of a script: letters of any script, digits and `_`; empty if none comes next.
  mutating func identifier() -> String {
    let start = place
    while place < end, bytes[place].beginsIdentifier || place > start && bytes[place].isDigit {
      place += 1
    }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    skipSpaces()
    return name
  }

  /// Passes `expected` as a whole word, if it comes next.
  mutating func takeWord(_ expected: StaticString) -> Bool {
    let before = place
    if expected.spells(word()) { return true }
    place = before
    return false
  }

  /// Passes the seed of random numbers, a whole number that must come next.
  mutating func seed() throws(ScheduleFault) -> UInt64 {
    let start = place
    while isAtDigit { place += 1 }
    guard let seed = UInt64(String(decoding: bytes[start..<place], as: UTF8.self)) else {
      place = start
      throw fault("expected a seed before \(nextText)", note: "write a whole number, as in 7")
    }
    skipSpaces()
    return seed
  }

  /// Passes a time or a length in whole milliseconds, which must come next.
  mutating func milliseconds(_ what: String) throws(ScheduleFault) -> Int32 {
    let before = self
    let time = try integer(what)
    guard time.magnitude <= Schedule.greatestLength else {
      throw ScheduleFault(
        code: .unsafeSchedule, message: "\(what) is out of range", span: before.nextSpan,
        note: "a schedule is at most \(Schedule.greatestLength) ms long")
    }
    return time
  }

  /// Passes a whole number, which must come next and fit 32 bits.
  mutating func integer(_ what: String) throws(ScheduleFault) -> Int32 {
    let start = place
    let isNegative = place < end && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard isAtDigit else {
      place = start
      throw fault(
        "expected \(what) before \(nextText)", note: "write a whole number, as in 1500 or -30000")
    }
    var value: Int64 = 0
    while isAtDigit {
      value = min(value * 10 + Int64(bytes[place] - 0x30), Int64(UInt32.max))
      place += 1
    }
    let span = SourceSpan(offset(start), offset(place))
    guard let result = Int32(exactly: isNegative ? -value : value) else {
      throw ScheduleFault(
        code: .unsafeSchedule, message: "\(what) is out of range", span: span,
        note: "numbers reach from \(Int32.min) to \(Int32.max)")
    }
    skipSpaces()
    return result
  }

  /// Passes a decimal number, which must come next and be finite.
  mutating func decimal() throws(ScheduleFault) -> Double {
    let start = place
    while place < end, bytes[place].isDecimalByte { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      place = start
      throw fault("expected a number before \(nextText)", note: "write it as in 0.25")
    }
    skipSpaces()
    return value
  }

  /// Passes a name: a text in quotes, or a run without spaces.
  mutating func name() throws(ScheduleFault) -> String {
    if place < end, bytes[place] == UInt8(ascii: "\"") { return try quoted() }
    let start = place
    while place < end, !bytes[place].isSpace, bytes[place] != UInt8(ascii: "#") { place += 1 }
    guard place > start else {
      throw fault("expected a name before \(nextText)", note: "write the name of a file")
    }
    let run = bytes[start..<place]
    skipSpaces()
    guard let name = String(validating: run, as: UTF8.self) else {
      throw ScheduleFault(
        message: "the name is not UTF-8", span: SourceSpan(offset(start), offset(place)),
        note: "compile the script again")
    }
    return name
  }

  /// Passes a text in quotes, which must come next.
  mutating func quoted() throws(ScheduleFault) -> String {
    let start = place
    guard place < end, bytes[place] == UInt8(ascii: "\"") else {
      throw fault("expected a text before \(nextText)", note: "write it in double quotes")
    }
    place += 1
    var text: [UInt8] = []
    while place < end, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\") {
        try text.append(contentsOf: escape())
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    let span = SourceSpan(offset(start), offset(place))
    guard place < end else {
      throw ScheduleFault(message: "the text has no end", span: span, note: "close it with '\"'")
    }
    place += 1
    skipSpaces()
    guard let result = String(validating: text, as: UTF8.self) else {
      throw ScheduleFault(
        message: "the text is not UTF-8", span: span, note: "compile the script again")
    }
    return result
  }

  private mutating func escape() throws(ScheduleFault) -> [UInt8] {
    let start = place
    place += 2
    switch place <= end ? bytes[place - 1] : 0 {
    case UInt8(ascii: "\""): return [UInt8(ascii: "\"")]
    case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): if let scalar = scalarInBraces() { return Array(String(scalar).utf8) }
    default: break
    }
    throw ScheduleFault(
      message: "unknown escape in the text",
      span: SourceSpan(offset(start), offset(min(start + 2, end))),
      note: #"the escapes are \" \\ \n \r \t and \u{1b}"#)
  }

  private mutating func scalarInBraces() -> Unicode.Scalar? {
    guard let close = bytes[min(place, end)..<min(place + 8, end)].firstIndex(of: 0x7D),
      bytes[place] == 0x7B
    else { return nil }
    let digits = String(decoding: bytes[place + 1..<close], as: UTF8.self)
    place = close + 1
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Passes a comment that is a place in the source, `12` or `show.dock:12`; nil if it is not.
  mutating func place(in files: [String]) -> UInt32? {
    guard take("#") else { return nil }
    if files.count < 2 {
      guard let number = try? integer("line"), isBlank else { return nil }
      return Step.line(Int(number), inFile: 0)
    }
    var stop = end
    while stop > place, bytes[stop - 1].isSpace { stop -= 1 }
    guard let colon = bytes[place..<stop].lastIndex(of: UInt8(ascii: ":")),
      let number = Int(String(decoding: bytes[(colon + 1)..<stop], as: UTF8.self))
    else { return nil }
    let lineEnd = end
    end = colon
    defer {
      end = lineEnd
      place = lineEnd
    }
    guard let name = try? name(), isBlank, let file = files.firstIndex(of: name) else { return nil }
    return Step.line(number, inFile: file)
  }

  private var isBlank: Bool { bytes[place..<end].allSatisfy(\.isSpace) }

  private func isInnerByte(_ index: Int) -> Bool {
    bytes[index].isDigit || bytes[index] == UInt8(ascii: "_")
      || bytes[index] == UInt8(ascii: "-") && index + 1 < end && bytes[index + 1].isLetter
  }

  private mutating func skipSpaces() {
    while place < end, bytes[place].isSpace { place += 1 }
  }

  private func offset(_ index: Int) -> UInt32 { base + UInt32(truncatingIfNeeded: index) }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  fileprivate var beginsIdentifier: Bool {
    isLetter || self == UInt8(ascii: "_") || self >= 0x80
  }
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
  fileprivate var isDecimalByte: Bool {
    isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
      || self | 0x20 == UInt8(ascii: "e")
  }
}
