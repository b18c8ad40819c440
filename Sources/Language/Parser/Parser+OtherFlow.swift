import Diagnosis

// Flow in the words of other languages: choices by value, blocks one beside the other, a length for
// all that happens at once, a value to return.

extension Parser {
  // MARK: - Choices

  /// The removal of a 'return' at `word` behind which its block or the script ends; none otherwise.
  func returnFixes(_ word: Token) -> [FixIt] {
    guard text(of: word.span) == "return", at(.end) || at(.closeBrace) else { return [] }
    let before = lexer.bytes[..<Int(word.start - lexer.base)].reversed()
    let blanks = before.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let isBehindSign = before.dropFirst(blanks).first == 0x3B
    let span =
      isBehindSign
      ? SourceSpan(word.start - UInt32(blanks) - 1, word.end) : withBlanks(around: word.span)
    return [FixIt("remove 'return'", span, "")]
  }
}
