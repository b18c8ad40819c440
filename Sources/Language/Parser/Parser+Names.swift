import Diagnosis

// Declarations of names, and what is known of earlier ones.

extension Parser {
  /// Reads a name where it is declared.
  mutating func label(_ what: String) throws(Unreadable) -> NodeID {
    guard at(.word), !token.startsLine || parens > 0 else {
      throw fail(
        .expected(
          what, found: describeToken(), at: place,
          notes: ["a name begins with a letter and has letters, digits and '_'"],
          fixIts: nameInQuotes))
    }
    if let keyword = token.keyword, keyword.isReserved {
      throw fail(.reservedName(keyword.spelling, at: token.span))
    }
    let node = add(.label, at: token.start, holding: token.symbol)
    advance()
    return node
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
    guard depth > 0 else { return }
    // Inside of a block without its word, a word is not what it seems.
    if bareBlocks == 0 { misplaced.append(.misplacedDeclaration(what, at: token.span)) }
    lose(from: token.start)
  }
}
