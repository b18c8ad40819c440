import Diagnosis
import Vocabulary

// Declarations of names, and what is known of earlier ones.

extension Parser {
  /// Reads a name where it is declared.
  mutating func label(_ what: String) throws(Unreadable) -> NodeID {
    skipFirstWordAgain()
    guard at(.word), !token.startsLine || nesting.parens > 0 else {
      throw fail(
        .expected(
          what, found: describeToken(), at: place,
          notes: ["a name begins with a letter and has letters, digits and '_'"],
          fixIts: nameInQuotes))
    }
    if let keyword = token.keyword, keyword.isReserved {
      throw fail { $0.reservedName(keyword) }
    }
    let node = add(.label, at: token.start, holding: token.symbol)
    advance()
    return node
  }

  /// The report of the current word, the keyword `word`, as a name, with a change of that name
  /// wherever it is used.
  private func reservedName(_ word: Keyword) -> Diagnostic {
    let declaring = keyword(at: reading.start)
    let isCalled = nesting.parens == 0 && (declaring == .gesture || declaring == .function)
    let isValue = Direction(word) != nil || word.mayBeginValue
    var uses = [token.span]
    // A gesture that is declared too late may be called above.
    var ahead = lookahead(from: isCalled ? lexer.base : token.end)
    var (last, next) = (token, ahead.next())
    while isCalled || isValue, next.kind != .end, uses.count <= Parser.greatestUses {
      let following = ahead.next()
      if next.kind == .word, next.symbol == token.symbol, next.start != token.start,
        isCalled ? following.kind == .openParen : !isOperand(last)
      {
        uses.append(next.span)
      }
      (last, next) = (next, following)
    }
    return .reservedName(word.spelling, at: token.span, uses: uses)
  }

  /// Reports the current word, if it is the first word of its statement once more, and steps past
  /// it.
  mutating func skipFirstWordAgain() {
    guard isBehindItsLike, let again = firstWordAgain() else { return }
    report(again)
    advance()
  }

  /// True if the current word is one of the language, and as long as the one before it, with which
  /// its statement begins.
  @inline(__always)
  private var isBehindItsLike: Bool {
    token.keyword != nil && reading.start + (token.end - token.start) == previousEnd
  }

  /// The report of the current word, if it is the first word of its statement once more, as in
  /// `mode mode idle { … }`; nil otherwise.
  func firstWordAgain() -> Diagnostic? {
    let word = token
    guard isBehindItsLike, let keyword = word.keyword else { return nil }
    var ahead = lookahead(from: reading.start)
    let (first, second, next) = (ahead.next(), ahead.next(), ahead.next())
    guard first.isKeyword(keyword), second.start == word.start, !next.startsLine,
      [.word, .string, .number].contains(next.kind),
      next.keyword.map(keyword.clauses.contains) != true
    else { return nil }
    return .superfluousWord(
      keyword.spelling, at: word.span, whole: SourceSpan(word.start, next.start),
      "the statement has begun with it")
  }

  /// How many uses of a name are changed at once.
  private static let greatestUses = 100

  /// True if a value ends with `token`, so that a direction may follow it.
  private func isOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .number, .closeParen: true
    case .word: token.keyword?.isReserved != true
    default: false
    }
  }

  /// The removal of the quotes around the current name; none if it would be no name.
  private var nameInQuotes: [FixIt] {
    guard at(.string), !token.startsLine else { return [] }
    let name = String(text(of: token.span).dropFirst().dropLast())
    let isName = name.utf8.allSatisfy(Lexer.continuesWord) && name.first?.isLetter == true
    guard isName, name.utf8.count <= 64 else { return [] }
    return [FixIt("write '\(name)'", token.span, name)]
  }

  /// True if a declaration of one of `kinds` gives the name `symbol` a meaning above.
  ///
  /// It searches every node, so it stops when diagnostics are no longer kept.
  func isDeclared(_ symbol: UInt32, by kinds: [Node.Kind]) -> Bool {
    guard lexer.reporter.dropped == 0 else { return false }
    return tree.views.contains { node in
      kinds.contains(node.kind) && node.declaredNames.contains { $0.symbol == symbol }
    }
  }

  /// True if the name `symbol` has been given to a value above.
  func isDeclaredAsValue(_ symbol: UInt32) -> Bool {
    isDeclared(symbol, by: [.letting, .counting, .parameter, .event, .count])
  }

  /// Reports the declaration that begins here if it stands in a block.
  mutating func topLevel(_ what: String) {
    guard nesting.depth > 0 else { return }
    // Inside of a block without its word, a word is not what it seems.
    if reports.bareBlocks == 0 {
      found.misplaced.append(.misplacedDeclaration(what, at: token.span))
    }
    lose(from: token.start)
  }
}
