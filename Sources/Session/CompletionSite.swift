/// The text before a cursor, as far as it decides which words fit there.
struct CompletionSite {
  /// A word or sign.
  enum Piece: Equatable {
    case word(String)
    case number
    case string
    /// A closing bracket.
    case close
    case sign(UInt8)
  }

  /// The pieces of the statement before the cursor, without the word at it.
  private(set) var statement: [Piece] = []
  /// The names before the round brackets that are open; empty for a bracket without one.
  private(set) var callees: [String] = []
  /// The first word of the statement before this one.
  private(set) var formerVerb = ""
  /// The word at the cursor, as far as it is typed.
  private(set) var stem = ""
  private(set) var isInString = false
  /// True if the word at the cursor stands directly after the digits of a number.
  private(set) var isAfterNumber = false
  private(set) var isInComment = false

  init(_ text: [UInt8]) {
    var place = 0
    while place < text.count { read(text, &place) }
  }

  /// The first word of the statement.
  var verb: String { if case .word(let word) = statement.first { word } else { "" } }

  /// The words of the statement.
  var words: Set<String> {
    Set(statement.compactMap { if case .word(let word) = $0 { word } else { nil } })
  }

  /// The last word that begins a clause.
  var leader: String {
    for case .word(let word) in statement.reversed() where CompletionSite.leaders.contains(word) {
      return word
    }
    return ""
  }

  /// The last axis that is named.
  var axis: String? {
    for case .word(let word) in statement.reversed() where CompletionSite.axes.contains(word) {
      return word
    }
    return nil
  }

  private static let leaders: Set<String> = [
    "to", "by", "through", "over", "at", "within", "for", "every", "wait",
  ]
  private static let axes: Set<String> = ["pan", "tilt", "roll", "yaw", "pitch"]

  // MARK: - Reading

  private mutating func read(_ text: [UInt8], _ place: inout Int) {
    (stem, isAfterNumber) = ("", false)
    let first = text[place]
    switch first {
    case 0x0A:
      isInComment = false
      place += 1
      if callees.isEmpty, !isOpen { endStatement() }
    case _ where first.isBlank || isInComment: place += 1
    case 0x23:
      isInComment = true
      place += 1
    case 0x22: readString(text, &place)
    case 0x30...0x39: readNumber(text, &place)
    case _ where first.isInWord: readWord(text, &place)
    default:
      place += 1
      readSign(first)
    }
  }

  /// True if the statement must continue on the next line.
  private var isOpen: Bool {
    if case .sign(let sign) = statement.last { sign != 0x28 } else { false }
  }

  private mutating func endStatement() {
    if !statement.isEmpty { formerVerb = verb }
    statement = []
  }

  private mutating func readString(_ text: [UInt8], _ place: inout Int) {
    place += 1
    while place < text.count, text[place] != 0x22, text[place] != 0x0A {
      place += text[place] == 0x5C ? 2 : 1
    }
    isInString = place >= text.count
    if !isInString, text[place] == 0x22 { place += 1 }
    if !isInString { statement.append(.string) }
  }

  private mutating func readNumber(_ text: [UInt8], _ place: inout Int) {
    while place < text.count, text[place].isDigit || text[place].isPoint(before: text, place) {
      place += 1
    }
    let start = place
    while place < text.count, text[place].isInUnit { place += 1 }
    if place == text.count {
      (stem, isAfterNumber) = (String(decoding: text[start...], as: UTF8.self), true)
    } else {
      statement.append(.number)
    }
  }

  private mutating func readWord(_ text: [UInt8], _ place: inout Int) {
    let start = place
    while place < text.count, text[place].isInWord { place += 1 }
    let word = String(decoding: text[start..<place], as: UTF8.self)
    if place == text.count { stem = word } else { statement.append(.word(word)) }
  }

  private mutating func readSign(_ sign: UInt8) {
    switch sign {
    case 0x28:
      callees.append(callee)
      statement.append(.sign(sign))
    case 0x29:
      _ = callees.popLast()
      statement.append(.close)
    case 0x3B, 0x7B, 0x7D:
      callees = []
      endStatement()
    default: statement.append(.sign(sign))
    }
  }

  private var callee: String {
    if case .word(let word) = statement.last { word } else { "" }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// True if a name may hold it.
  fileprivate var isInWord: Bool {
    (0x61...0x7A).contains(self | 0x20) || isDigit || self == 0x5F || self >= 0x80
  }

  /// True if a unit may hold it.
  fileprivate var isInUnit: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == 0x2F || self == 0x25 || self == 0x5E
  }

  /// True if it is a decimal point: the next one is a digit.
  fileprivate func isPoint(before text: [UInt8], _ place: Int) -> Bool {
    self == 0x2E && place + 1 < text.count && text[place + 1].isDigit
  }
}
