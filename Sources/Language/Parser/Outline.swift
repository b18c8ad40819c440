import Diagnosis
import Vocabulary

/// The statements at the top of a text; names have no meaning yet.
///
/// A prompt uses it to decide whether more has to be read, and which parts of an entry to remember.
public struct Outline: Sendable {
  /// How a text ends.
  public enum Ending: Sendable {
    /// With a complete statement, or with one that no further line can complete.
    case whole
    /// In the midst of a statement.
    case insideStatement
    /// With a brace or bracket still open.
    case insideBrackets
  }

  /// What a statement is for.
  public enum Kind: Sendable {
    /// It names a value.
    case value
    /// It names choreography.
    case gesture
    /// It names a formula.
    case function
    /// It imports the names of a file.
    case use
    /// It tests something.
    case test
    /// It handles an event.
    case handler
    /// It narrows limits.
    case limit
    /// It says what happens around the dock.
    case scene
    /// It does something.
    case action
  }

  /// A statement at the top of the text.
  public struct Statement: Sendable {
    /// What it is for.
    public let kind: Kind
    /// The names it gives; of a `use`, its file, too; of a test, what it is called.
    public let names: [String]
    /// The parameters of a gesture or function.
    public let parameters: [String]
    /// Its bytes, without a semicolon after it.
    public let range: Range<Int>
    /// The parts of a handler; nil of everything else.
    public let handler: Handler?
  }

  /// Where the parts of a handler stand.
  public struct Handler: Sendable {
    /// The event, without the `on` before it.
    public var event: Range<Int>
    /// The condition, without the `when` before it.
    public var condition: Range<Int>?
    /// The least time between two, without the words before it.
    public var interval: Range<Int>?
    /// What is done, with its braces.
    public var body: Range<Int>

    /// Creates the parts of a handler.
    public init(
      event: Range<Int>, condition: Range<Int>?, interval: Range<Int>?, body: Range<Int>
    ) {
      self.event = event
      self.condition = condition
      self.interval = interval
      self.body = body
    }
  }

  /// The statements that could be read, in order.
  public let statements: [Statement]
  /// How the text ends.
  public let ending: Ending

  /// Reads `bytes`.
  public init(of bytes: [UInt8]) {
    let memory = ProgramMemory(tree: Tree(expecting: bytes.count), symbols: SymbolTable())
    let tree = memory.tree
    _ = tree.add(Node(kind: .program, start: 0))
    (statements, ending) = bytes.withUnsafeBufferPointer { text in
      var lexer = Lexer(text, base: 0, symbols: memory.symbols, reporter: Diagnostics())
      lexer.screen()
      var parser = Parser(lexer, tree: tree)
      let statements = parser.outline(of: text)
      return (statements, parser.reports.ending)
    }
  }

  /// The words of `bytes` that may be names, each once.
  public static func words(in bytes: [UInt8]) -> Set<String> {
    let memory = ProgramMemory(tree: Tree(expecting: 0), symbols: SymbolTable())
    return bytes.withUnsafeBufferPointer { text in
      var lexer = Lexer(text, base: 0, symbols: memory.symbols, reporter: Diagnostics())
      var words: Set<String> = []
      var token = lexer.next()
      while token.kind != .end {
        if token.kind == .word { words.insert(lexer.text(Int(token.start), Int(token.end))) }
        token = lexer.next()
      }
      return words
    }
  }

  /// `bytes` with the words that are keys of `names` replaced, but for labels, which stand before a
  /// colon.
  public static func renaming(_ names: [String: String], in bytes: [UInt8]) -> [UInt8] {
    if names.isEmpty { return bytes }
    let memory = ProgramMemory(tree: Tree(expecting: 0), symbols: SymbolTable())
    return bytes.withUnsafeBufferPointer { text in
      var lexer = Lexer(text, base: 0, symbols: memory.symbols, reporter: Diagnostics())
      var (renamed, place): ([UInt8], Int) = ([], 0)
      var token = lexer.next()
      while token.kind != .end {
        let next = lexer.next()
        let (start, end) = (Int(token.start), Int(token.end))
        if token.kind == .word, next.kind != .colon, let name = names[lexer.text(start, end)] {
          renamed += text[place..<start] + Array(name.utf8)
          place = end
        }
        token = next
      }
      return renamed + text[place...]
    }
  }
}

extension Parser {
  /// Reads a whole text and gives its statements.
  fileprivate mutating func outline(
    of text: UnsafeBufferPointer<UInt8>
  ) -> [Outline.Statement] {
    var statements: [Outline.Statement] = []
    while token.kind != .end {
      let start = Int(token.start)
      if token.kind == .closeBrace {
        report(.unmatchedClosing("}", at: token.span))
        advance()
        continue
      }
      guard let node = statementOrSkip() else { continue }
      var end = Int(previousEnd)
      while end > start, [0x3B, 0x20, 0x09, 0x0A, 0x0D].contains(text[end - 1]) { end -= 1 }
      statements.append(statement(node, start..<end))
    }
    return statements
  }

  private func statement(_ node: NodeID, _ range: Range<Int>) -> Outline.Statement {
    let view = tree.view(node).statement.view
    let kind = view.outlineKind
    func text(_ label: LabelView) -> String { lexer.symbols.text(of: label.symbol) }
    func quoted(_ string: StringView) -> String { "\"\(lexer.strings[string.index])\"" }
    var names = view.declaredLabel.map { [text($0)] } ?? []
    if let use = view as? UseStatement { names = [quoted(use.file)] + use.names.map(text) }
    if let test = view as? TestStatement { names = [quoted(test.name)] }
    let callable = view as? CallableStatement
    return Outline.Statement(
      kind: kind, names: names, parameters: callable?.parameters.map { text($0.label) } ?? [],
      range: range, handler: kind == .handler ? handler(in: range) : nil)
  }

  /// The parts of the handler whose text is `range`.
  private func handler(in range: Range<Int>) -> Outline.Handler {
    var ahead = lookahead(from: UInt32(range.lowerBound))
    var (part, open) = (Keyword.on, 0)
    var ranges: [Keyword: Range<Int>] = [:]
    let none = range.upperBound..<range.upperBound
    var body = none
    while true {
      let token = ahead.next()
      let (start, end) = (Int(token.start), Int(token.end))
      if token.kind == .end || start >= range.upperBound { break }
      if token.kind == .openParen { open += 1 }
      if token.kind == .closeParen { open -= 1 }
      if open == 0, token.kind == .openBrace {
        body = start..<range.upperBound
        break
      }
      if open == 0, let keyword = token.keyword, keyword.leadsInHandler {
        part = keyword
      } else {
        ranges[part] = (ranges[part]?.lowerBound ?? start)..<end
      }
    }
    return Outline.Handler(
      event: ranges[.on] ?? none, condition: ranges[.when], interval: ranges[.every],
      body: body)
  }
}

extension Keyword {
  /// True if a part of a handler begins after it.
  fileprivate var leadsInHandler: Bool {
    switch self {
    case .on, .when, .at, .most, .every, .once: true
    default: HandlerPolicy(self) != nil
    }
  }
}
