import Diagnosis
import Vocabulary

/// Thrown when a statement cannot be read further; the error has been reported.
struct Unreadable: Error {}

/// Builds a tree from tokens: one method a production, one token of lookahead, without knowledge of
/// names.
///
/// A statement that cannot be read is reported once and skipped; the next line is read afresh.
struct Parser {
  var lexer: Lexer
  let tree: Tree
  var token = Token()
  /// The end of the token before `token`.
  var previousEnd: UInt32
  /// How deep it is.
  var nesting = ParseNesting()
  /// What may stand here.
  var context = ParseContext()
  /// What it reports.
  var reports = ParseReports()
  /// The innermost statement that is being read.
  var reading = Reading()
  /// The last value with a direction that was read.
  var directed = SourceSpan(0, 0)
  /// True if a statement is read again to try a change.
  var isTrial = false
  /// Where the trial ends: blocks that go on after it count as closed.
  var trialEnd = UInt32.max
  /// The blocks without their braces.
  var layouts = OpenLayouts()
  /// What is looked at in the end.
  var found = ParsedParts()

  init(_ lexer: Lexer, tree: Tree) {
    self.lexer = lexer
    self.tree = tree
    previousEnd = lexer.base
    token = self.lexer.next()
  }
}

// MARK: - Helpers: peek, take, expect, enter

extension Parser {
  @inline(__always)
  mutating func advance() {
    previousEnd = token.end
    let joins = token.joins
    lexer.read(&token)
    if joins { token.startsLine = false }
  }

  /// True if the current token is `kind`.
  @inline(__always)
  func at(_ kind: Token.Kind) -> Bool { token.kind == kind }

  /// True if the current token is `keyword` on the same line (or inside brackets).
  @inline(__always)
  func at(_ keyword: Keyword) -> Bool {
    token.isKeyword(keyword) && (!token.startsLine || nesting.parens > 0)
  }

  /// The current keyword if it stands on the same line (or inside brackets).
  @inline(__always)
  var keywordHere: Keyword? { token.startsLine && nesting.parens == 0 ? nil : token.keyword }

  /// The current word of the table `terms`, if it does not begin a line; nil if it is none.
  func termHere<Word: Term>(_ terms: Word.Type) -> Word? {
    token.startsLine && nesting.parens == 0 ? nil : term(terms, token)
  }

  /// The word of the table `terms` that `token` is; nil if it is none.
  func term<Word: Term>(_ terms: Word.Type, _ token: Token) -> Word? {
    token.kind == .word ? Word(rawValue: text(of: token.span)) : nil
  }

  @inline(__always)
  mutating func take(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  @inline(__always)
  mutating func take(_ keyword: Keyword) -> Bool {
    guard at(keyword) else { return false }
    advance()
    return true
  }

  mutating func expect(_ kind: Token.Kind, _ what: String) throws(Unreadable) {
    if !take(kind) { throw fail { $0.missing(kind, what) } }
  }

  mutating func expect(_ keyword: Keyword) throws(Unreadable) {
    if !take(keyword) { throw fail { $0.missing(keyword) } }
  }

  @inline(__always)
  mutating func add(
    _ kind: Node.Kind, at start: UInt32, detail: UInt8 = 0, holding part: UInt32 = 0
  ) -> NodeID {
    tree.add(Node(kind: kind, detail: detail, start: start, holding: part))
  }

  mutating func report(_ diagnostic: Diagnostic) {
    if reports.isHalted || reports.isMuted { return }
    if isEcho(diagnostic) {
      reports.echoes += 1
      return
    }
    if at(.end), !lexer.reporter.hasErrors {
      if nesting.depth > 0 || reports.isUnclosed {
        reports.ending = .insideBrackets
      } else if let span = diagnostic.span, span.start >= previousEnd {
        reports.ending = .insideStatement
      }
    }
    lexer.reporter.report(tried(diagnostic))
  }

  /// True if `diagnostic` only repeats what has been reported: of a block without its word, the
  /// statements inside are not what they seem, and of ways outside of their wait one is enough, as
  /// of a word that begins several statements of a line.
  private mutating func isEcho(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.code == .unknownStatement || diagnostic.code == .foreignWord else {
      return false
    }
    if reports.bareBlocks > 0 { return true }
    guard let span = diagnostic.span else { return false }
    defer { reports.strayWord = span }
    if isStrayAgain(span) { return true }
    let word = text(of: span)
    guard word == Keyword.timeout.spelling || EventKind(rawValue: word) != nil else { return false }
    defer { reports.hasReportedWay = true }
    return reports.hasReportedWay
  }

  /// True if the word that was reported last stands on the same line as `span`, which has it again.
  private func isStrayAgain(_ span: SourceSpan) -> Bool {
    guard let stray = reports.strayWord, text(of: span) == text(of: stray), stray.end <= span.start
    else {
      return false
    }
    return !text(of: SourceSpan(stray.end, span.start)).contains("\n")
  }

  /// True if `word` only repeats the one before it that was reported, and so many words have done
  /// so that it need not be found out what is meant.
  mutating func onlyEchoes(_ word: Token) -> Bool {
    guard reports.echoes > Diagnostics.limit, isStrayAgain(word.span) else { return false }
    reports.strayWord = word.span
    reports.echoes += 1
    return true
  }

  /// Reports `diagnostic` and gives the error to throw.
  mutating func fail(_ diagnostic: Diagnostic) -> Unreadable {
    if token.kind != .unreadable { report(at(.atSign) ? timeOfEvent() : diagnostic) }
    return Unreadable()
  }

  /// Reports what `diagnostic` makes of the parser and gives the error to throw.
  ///
  /// Recursive functions fail here, so that their stack frames hold no diagnostics.
  @inline(never)
  mutating func fail(_ diagnostic: (Parser) -> Diagnostic) -> Unreadable {
    if token.kind != .unreadable, onlyCounts() { return Unreadable() }
    return fail(diagnostic(self))
  }

  /// Counts an error if no more are kept, which need not be put into words then; false if this one
  /// is kept.
  mutating func onlyCounts() -> Bool {
    guard lexer.reporter.isFull, !reports.isHalted, !reports.isMuted else { return false }
    lexer.reporter.count()
    return true
  }

  /// Where something is missing: the current token, or the end of the line before it.
  var place: SourceSpan {
    token.startsLine || token.kind == .end ? SourceSpan(previousEnd, previousEnd) : token.span
  }

  /// What stands at the current place, in words.
  func describeToken() -> String {
    if token.kind == .end { return "the end of the script" }
    if token.startsLine { return "the end of the line" }
    return "'\(tokenText)'"
  }

  var tokenText: String {
    lexer.text(Int(token.start - lexer.base), Int(token.end - lexer.base))
  }

  /// The text from `start` to here, with the spaces before it.
  func withBlanks(before start: UInt32) -> SourceSpan {
    let before = lexer.bytes[..<Int(start - lexer.base)]
    let blanks = before.reversed().prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }.count
    return SourceSpan(start - UInt32(blanks), previousEnd)
  }

  /// `span` with the spaces that go when it is removed: those after it at the start of a line,
  /// those before it at the end of one, and all of its line where it stands alone.
  func withBlanks(around span: SourceSpan) -> SourceSpan {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var (start, end) = (Int(span.start - lexer.base), Int(span.end - lexer.base))
    let (first, last) = (start, end)
    while start > 0, isBlank(lexer.bytes[start - 1]) { start -= 1 }
    while isBlank(lexer.byte(end)) { end += 1 }
    let startsLine = start == 0 || lexer.bytes[start - 1] == 0x0A
    let endsLine = end == lexer.bytes.count || lexer.byte(end) == 0x0A
    if startsLine, endsLine { return lexer.span(start, min(end + 1, lexer.bytes.count)) }
    if endsLine { return lexer.span(start, last) }
    return startsLine ? lexer.span(first, end) : lexer.span(start, end)
  }

  /// Counts one level of nesting; past the limit everything stops with one diagnostic.
  mutating func enter(_ span: SourceSpan) throws(Unreadable) {
    nesting.depth += 1
    guard nesting.depth > nesting.greatestDepth else { return }
    throw stop { _ in .nestingTooDeep(at: span) }
  }

  /// Counts one level of nesting at a sign or a 'not' before an operand.
  mutating func enterOperand() throws(Unreadable) {
    nesting.depth += 1
    guard nesting.depth > nesting.greatestDepth else { return }
    throw stop { .tooManySigns($0.tokenText, at: $0.token.span) }
  }

  /// Reports what `diagnostic` makes of the parser and reads no further.
  @inline(never)
  mutating func stop(_ diagnostic: (Parser) -> Diagnostic) -> Unreadable {
    // The stack is nearly full here, and no change of the statement would help.
    if !reports.isHalted, !reports.isMuted { lexer.reporter.report(diagnostic(self)) }
    reports.isHalted = true
    lexer.position = lexer.bytes.count
    token = lexer.next()
    return Unreadable()
  }

  @inline(__always)
  mutating func leave() { nesting.depth -= 1 }

  /// True if a statement may end here.
  var isAtEnd: Bool {
    token.startsLine || at(.end) || at(.closeBrace) || at(.semicolon)
  }

  /// Ends a statement that began at `start`: by a line end, a semicolon, or the end of its block.
  @inline(__always)
  mutating func endStatement(from start: UInt32) throws(Unreadable) {
    if token.startsLine || token.kind == .end || token.kind == .closeBrace { return }
    // A block without its braces ends with the sign that ends its last statement.
    if take(.semicolon) || endsWithSemicolon || at(.else) && token.start >= layouts.end { return }
    throw fail { $0.trailing(after: start) }
  }

  /// True if the sign that ends a statement stands right before the current token.
  var endsWithSemicolon: Bool {
    previousEnd > lexer.base && lexer.byte(Int(previousEnd - lexer.base) - 1) == 0x3B
  }
}
