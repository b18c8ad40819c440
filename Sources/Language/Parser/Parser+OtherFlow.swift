import Diagnosis

// Flow in the words of other languages: choices by value, blocks one beside the other, a length for
// all that happens at once, a value to return.

extension Parser {
  // MARK: - Choices

  /// The report of a 'switch' with its cases, from the word at `start` on; nil if it is none.
  ///
  /// The change makes a chain of 'if' of it, where each case is one line or block of labels.
  func choiceByValue(from start: Token) -> Diagnostic? {
    guard Parser.choices.contains(text(of: start.span).lowercased()), !token.startsLine else {
      return nil
    }
    var ahead = lookahead(from: start.end)
    var value: [Token] = []
    var next = ahead.next()
    while next.kind != .openBrace {
      if next.kind == .end || next.startsLine || value.count > 16 { return nil }
      value.append(next)
      next = ahead.next()
    }
    guard let first = value.first, let last = value.last else { return nil }
    let subject = text(of: SourceSpan(first.start, last.end))
    var edits: [FixIt.Edit] = []
    var (opening, depth): (UInt32?, Int) = (start.start, 1)
    while depth > 0 {
      next = ahead.next()
      switch next.kind {
      case .end: return nil
      case .openBrace: depth += 1
      case .closeBrace: depth -= 1
      case .word where depth == 1 && text(of: next.span) == "break":
        edits.append(FixIt.Edit(withBlanks(around: next.span), ""))
      case .word where depth == 1:
        guard let label = caseLabel(next, of: subject, &ahead) else { continue }
        let head = opening == nil ? "} \(label.isElse ? "else" : "else if ")" : "if "
        if opening != nil, label.isElse { return nil }
        edits.append(
          FixIt.Edit(
            SourceSpan(opening ?? next.start, label.end), head + label.condition + " {"))
        opening = nil
      default: break
      }
    }
    return Diagnostic(
      .foreignWord, "no statement begins with '\(text(of: start.span))'", at: start.span,
      label: "did you mean 'if'?", notes: ["choices are made with 'if' and 'else if'"],
      fixIts: edits.isEmpty ? [] : [FixIt("write 'if' and 'else' for 'case' and 'default'", edits)])
  }

  private static let choices: Set<String> = ["switch", "match"]

  /// The condition that the label at `word` stands for, and its end; nil if it is no label.
  private func caseLabel(
    _ word: Token, of subject: String, _ ahead: inout Lexer
  ) -> (condition: String, isElse: Bool, end: UInt32)? {
    let isElse = ["default", "otherwise"].contains(text(of: word.span))
    guard isElse || text(of: word.span) == "case" else { return nil }
    var (conditions, first): ([String], UInt32?) = ([], nil)
    var (token, end) = (ahead.next(), word.end)
    while token.kind != .colon {
      if token.kind == .end || token.startsLine || token.kind == .closeBrace { return nil }
      if token.kind == .comma, let start = first {
        conditions.append("\(subject) == \(text(of: SourceSpan(start, end)))")
        first = nil
      } else {
        first = first ?? token.start
      }
      end = token.end
      token = ahead.next()
    }
    if let first { conditions.append("\(subject) == \(text(of: SourceSpan(first, end)))") }
    guard conditions.isEmpty == isElse else { return nil }
    return (conditions.joined(separator: " or "), isElse, token.end)
  }

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

  // MARK: - What is done at once

  /// The report of a further block behind that of `statement`, which began at `start`; nil if that
  /// has no branches.
  func blockBesideBlock(_ statement: Keyword?, from start: UInt32) -> Diagnostic? {
    guard statement == .together || statement == .race || statement == .stagger else { return nil }
    var ahead = lookahead(from: start)
    var first = ahead.next()
    while first.kind != .openBrace { first = ahead.next() }
    let here = SourceSpan(first.start, first.start)
    var edits = [FixIt.Edit(here, "{ "), FixIt.Edit(SourceSpan(previousEnd, token.start), "; ")]
    var (depth, end) = (0, previousEnd)
    ahead = lookahead(from: token.start)
    while true {
      let next = ahead.next()
      if next.kind == .end, depth > 0 { return nil }
      if depth == 0 {
        guard next.kind == .openBrace, !next.startsLine || next.start == token.start else { break }
        if next.start != token.start {
          edits.append(FixIt.Edit(SourceSpan(end, next.start), "; "))
        }
      }
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      end = next.end
    }
    edits.append(FixIt.Edit(SourceSpan(end, end), " }"))
    return Diagnostic(
      .trailingText, "the statement ends before '{'", at: token.span,
      notes: ["its branches stand together in one block, as in 'race { { … }; { … } }'"],
      fixIts: [FixIt("write one block around them", edits)])
  }

  /// The report of a length between the word `statement` and its block, whose branches have lengths
  /// of their own; nil if none stands here.
  func lengthOfBranches(_ statement: Keyword) -> Diagnostic? {
    guard at(.over) || at(.for) || at(.in), !token.startsLine else { return nil }
    var ahead = lookahead(from: token.end)
    let time = ahead.next()
    let open = ahead.next()
    guard time.kind == .number, time.dimension == .time, open.kind == .openBrace else { return nil }
    let length = text(of: time.span)
    var edits = [FixIt.Edit(SourceSpan(token.start, open.start), "")]
    var (depth, words, isWhole): (Int, [Token], Bool) = (1, [], statement == .together)
    while depth > 0 {
      let next = ahead.next()
      if next.kind == .end { return nil }
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      if depth > 1 { isWhole = false }
      let isEnd = next.startsLine || next.kind == .semicolon || depth == 0
      if isEnd, let first = words.first, let last = words.last {
        let isTimed = words.contains { $0.isKeyword(.over) || $0.isKeyword(.at) }
        isWhole = isWhole && !isTimed && (first.keyword?.axis != nil || first.isKeyword(.move))
        edits.append(FixIt.Edit(SourceSpan(last.end, last.end), " over \(length)"))
      }
      if isEnd { words = [] }
      if next.kind != .semicolon, depth > 0 { words.append(next) }
    }
    return .expected(
      "'{'", found: describeToken(), at: token.span,
      notes: [
        statement == .race
          ? "a race is over with its first branch, as with 'wait \(length)'"
          : "each branch has a length of its own, as in 'pan to 30deg right over \(length)'"
      ],
      fixIts: isWhole && edits.count > 1 ? [FixIt("write 'over \(length)' in each", edits)] : [])
  }

  /// The report of a block where the time of `statement` is due; nil if none stands here.
  func missingPeriod(_ statement: Keyword) -> Diagnostic? {
    guard at(.openBrace), !token.startsLine else { return nil }
    let (example, note) =
      statement == .every
      ? ("2s", "'every' has the time from one turn to the next before its block")
      : ("500ms", "'stagger' has the time from one start to the next before its block")
    let here = SourceSpan(token.start, token.start)
    return .expected(
      "a time", found: "'{'", at: token.span, notes: [note],
      fixIts: [FixIt("write '\(example) ', for example", here, example + " ")])
  }
}
