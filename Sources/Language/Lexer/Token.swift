import Diagnosis

/// The smallest piece of text with a meaning.
struct Token {
  enum Kind: UInt8 {
    case end
    case word
    case number
    case size
    case string
    case openBrace, closeBrace, openParen, closeParen
    case semicolon, dot
    /// '@' before a number: the time of an event, as in options.
    case atSign
    // From here to `remainder`: tokens that something must follow, also on the next line.
    case comma, colon, range
    case assign, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case plus, minus, times, divide, remainder
    /// A token that the lexer has already reported.
    case unreadable
  }

  var kind: Kind = .end
  /// True if it is the first of its line.
  var startsLine = true
  /// True if blank space or a line end stands before it.
  var followsSpace = true
  /// Of a number: the unit it carries; `bare` if none.
  var dimension = Dimension.number
  var isBare = false
  /// Of a number: 1 if it counts beats, 2 if it counts bars, else 0.
  var beats: UInt8 = 0
  var start: UInt32 = 0
  var end: UInt32 = 0
  /// Of a word, its symbol; of a string, its place in the string table.
  var symbol: UInt32 = 0
  /// Of a number, its value in base units; of a size, its width.
  var value = 0.0
  /// Of a size: its height.
  var height = 0.0

  /// True if the statement cannot end with it, so that a line end after it is a space.
  @inline(__always)
  var joins: Bool {
    kind.rawValue >= Kind.comma.rawValue && kind.rawValue <= Kind.remainder.rawValue
  }

  var span: SourceSpan { SourceSpan(start, end) }

  /// The keyword it is, or nil.
  @inline(__always)
  var keyword: Keyword? { kind == .word ? SymbolTable.keyword(symbol) : nil }

  @inline(__always)
  func isKeyword(_ keyword: Keyword) -> Bool {
    kind == .word && symbol == UInt32(keyword.rawValue)
  }
}
