import Diagnosis

/// A block that is done if a condition holds, and what is done if not.
@frozen
public struct IfStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The condition.
  @inlinable @inline(__always)
  public var condition: ExpressionView { ExpressionView(view.first) }

  /// What is done if the condition holds.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.second) }

  /// What is done if the condition does not hold.
  @inlinable @inline(__always)
  public var alternative: Alternative {
    guard let part = view.second.neighbourIfAny else { return .none }
    return part.kind == .block ? .block(BlockView(part)) : .choice(IfStatement(part))
  }

  /// What follows an `else`.
  @frozen
  public enum Alternative {
    case none, block(BlockView), choice(IfStatement)
  }
}

extension Parser {
  /// Reads a choice.
  ///
  ///     if = "if" expression block { "else" "if" expression block } [ "else" block ] .
  mutating func choosing() throws(Unreadable) -> NodeID {
    let first = add(.choosing, at: token.start)
    var node = first
    var links = 0
    while true {
      advance()
      if links > 0, at(.openBrace) { throw fail { $0.elseIfWithoutCondition() } }
      var children = Children(of: node)
      children.append(try condition(), as: .condition, in: tree)
      if let report = choiceInOneLine() { throw fail(report) }
      children.append(try block(hasElse: true), as: .body, in: tree)
      guard token.isKeyword(.else) else { break }
      advance()
      guard token.isKeyword(.if) else {
        children.append(try block(), as: .alternative, in: tree)
        break
      }
      links += 1
      if links > Budget.nesting { throw stop { .tooManyBranches(at: $0.token.span) } }
      let next = add(.choosing, at: token.start)
      children.append(next, as: .alternative, in: tree)
      node = next
    }
    return first
  }

  /// The report of a choice between two statements as if they were values, as in
  /// `if person then nod() else wait 1s`; nil if none goes on here.
  private func choiceInOneLine() -> Diagnostic? {
    guard at(.then), !token.startsLine else { return nil }
    let words = restOfLine()
    guard words.count < Parser.longestPhrase, let end = words.last, nextEnds(behind: end),
      let place = words.firstIndex(where: { $0.isKeyword(.else) }),
      1 < place, place + 1 < words.count, !words[place + 1].isKeyword(.if)
    else { return nil }
    return .expected(
      "'{'", found: "'then'", at: token.span,
      notes: ["'then' chooses a value; the statements to carry out stand in '{ … }'"],
      fixIts: [
        FixIt(
          "write '{ … } else { … }'",
          [
            FixIt.Edit(token.span, "{"), FixIt.Edit(words[place].span, "} else {"),
            FixIt.Edit(SourceSpan(end.end, end.end), " }"),
          ])
      ])
  }

  /// The report of an 'else if' before this block, which has no condition.
  private func elseIfWithoutCondition() -> Diagnostic {
    let word = SourceSpan(previousEnd - UInt32(Keyword.if.spelling.utf8.count), previousEnd)
    return .expected(
      "a condition", found: "'{'", at: token.span,
      notes: ["'else if' asks for a further condition; 'else' alone is for all other cases"],
      fixIts: [FixIt("remove 'if'", SourceSpan(word.start, token.start), "")])
  }

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
}

extension Parser {
  /// The report of a condition of several parts behind `word`, which reverses it, as in
  /// `unless person or object { … }`; nil if `word` does not, or the condition has one part.
  func unlessInWords(_ word: Token) -> Diagnostic? {
    guard text(of: word.span).lowercased() == "unless", !token.startsLine else { return nil }
    let brackets = brackets(around: restOfLine()[...])
    guard !brackets.isEmpty else { return nil }
    return Diagnostic(
      .foreignWord, "no statement begins with 'unless'", at: word.span,
      label: "did you mean 'if not (…)'?", notes: ["'not' reverses what stands in the brackets"],
      fixIts: [
        FixIt("write 'if not (…)'", [FixIt.Edit(word.span, "if not")] + brackets)
      ])
  }
}

extension Checker {
  mutating func check(_ first: IfStatement) {
    var choice = first
    while true {
      liveTruth(choice.condition)
      block(choice.body)
      switch choice.alternative {
      case .none: return
      case .block(let body): return block(body)
      case .choice(let next): choice = next
      }
    }
  }
}

extension Diagnostic {
  static func elseWithoutIf(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .elseWithoutIf, "'else' has no 'if' before it", at: span,
      notes: ["'else' follows the '}' of its 'if'"])
  }

  fileprivate static func tooManyBranches(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "more than \(Budget.nesting) conditions after one 'if'", at: span,
      notes: ["nothing behind this place was read", "divide the conditions between gestures"])
  }
}
