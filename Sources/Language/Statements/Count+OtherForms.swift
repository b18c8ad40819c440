import Diagnosis
import Vocabulary

// Changes of counts as other languages write them: each is reported with the statement that does
// the same.

extension Parser {
  /// The report of a count that is given a value, as in `taps += 1`, `taps++` and
  /// `taps = taps + 1`; nil if `name` is no count, or something else follows.
  func changeInOtherWords(_ name: Token) -> Diagnostic? {
    let rest = restOfStatement(behind: name)
    if let change = changeByVerb(name, rest) ?? subtraction(name, rest) { return change }
    guard let last = rest.last, rest.count > 1, let declaring = declaring(name.symbol, rest)
    else { return nil }
    let count = text(of: name.span)
    let signs = rest.prefix(2).map(\.kind)
    var change: String?
    switch (signs[0], signs[1]) {
    case (.plus, .plus) where rest.count == 2: change = "add 1 to \(count)"
    case (.minus, .minus) where rest.count == 2: change = "add -1 to \(count)"
    case (.plus, .assign): change = sum(.plus, rest.dropFirst(2), count)
    case (.minus, .assign): change = sum(.minus, rest.dropFirst(2), count)
    case (.assign, .word) where rest.count > 3 && rest[1].symbol == name.symbol:
      change = sum(rest[2].kind, rest.dropFirst(3), count)
    case (.assign, _) where rest.count == 4 && rest[3].symbol == name.symbol:
      change = rest[2].kind == .plus ? sum(.plus, rest[1...1], count) : nil
    case (.assign, .number) where rest.count == 2:
      let isWhole = last.isBare && last.value == last.value.rounded()
      if let bound = boundOfCount(name.symbol), !isWhole || last.value > bound {
        return .countBeyond(count, bound, at: name.span)
      }
      if isWhole { change = "set \(count) to \(text(of: last.span))" }
    case (.assign, _): break
    default: return nil
    }
    let whole = SourceSpan(name.start, last.end)
    let also = declaring.isEmpty ? "" : ", and 'count \(count)' at the top, which begins at 0"
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(count)'", at: name.span,
      label: change.map { "did you mean '\($0)'?" } ?? "",
      notes: ["a count changes with 'add' and 'set'"],
      fixIts: change.map { [FixIt("write '\($0)'\(also)", declaring + [FixIt.Edit(whole, $0)])] }
        ?? [])
  }

  /// The verbs with which others change a count, and by how much; 0 sets it to 0.
  private static let verbsOfCounts: [String: Int] = [
    "increment": 1, "increase": 1, "inc": 1, "incr": 1, "raise": 1, "bump": 1, "decrement": -1,
    "decrease": -1, "dec": -1, "decr": -1, "lower": -1, "reduce": -1, "reset": 0, "clear": 0,
    "zero": 0,
  ]

  /// The report of a count that a verb changes, as in `increment taps` and `reset taps`; nil if
  /// `verb` is no such verb, or no count follows it in `rest`.
  private func changeByVerb(_ verb: Token, _ rest: [Token]) -> Diagnostic? {
    guard let name = rest.first, let last = rest.last, name.kind == .word,
      isDeclared(name.symbol, by: [.count])
    else { return nil }
    let (word, count) = (text(of: verb.span), text(of: name.span))
    let hasAmount =
      rest.count == 3 && rest[1].isKeyword(.by) && [.number, .word].contains(last.kind)
    guard hasAmount || rest.count == 1 else { return nil }
    let amount = hasAmount ? text(of: last.span) : "1"
    guard let sign = Parser.verbsOfCounts[word.lowercased()], sign != 0 || rest.count == 1 else {
      return nil
    }
    let change =
      sign == 0 ? "set \(count) to 0" : "add \(sign < 0 ? "-" : "")\(amount) to \(count)"
    return Diagnostic(
      .foreignWord, "no statement begins with '\(word)'", at: verb.span,
      label: "did you mean '\(change)'?", notes: ["a count changes with 'add' and 'set'"],
      fixIts: [FixIt("write '\(change)'", SourceSpan(verb.start, last.end), change)])
  }

  /// The report of `subtract 1 from taps`; nil if `verb` and `rest` are something else.
  private func subtraction(_ verb: Token, _ rest: [Token]) -> Diagnostic? {
    let word = text(of: verb.span)
    guard ["subtract", "sub", "deduct", "remove", "take"].contains(word.lowercased()),
      rest.count == 3,
      [.number, .word].contains(rest[0].kind), text(of: rest[1].span) == "from",
      isDeclared(rest[2].symbol, by: [.count])
    else { return nil }
    let change = "add -\(text(of: rest[0].span)) to \(text(of: rest[2].span))"
    return Diagnostic(
      .foreignWord, "no statement begins with '\(word)'", at: verb.span,
      label: "did you mean '\(change)'?", notes: ["a count changes with 'add' and 'set'"],
      fixIts: [FixIt("write '\(change)'", SourceSpan(verb.start, rest[2].end), change)])
  }

  /// The greatest value of the count `symbol` that is declared above with a bound that is written
  /// out; nil if there is none.
  private func boundOfCount(_ symbol: UInt32) -> Double? {
    let count = tree.views.first { node in
      node.kind == .count && node.declaredNames.contains { $0.symbol == symbol }
    }
    guard let count else { return nil }
    let bound = CountStatement(count).bound
    guard let bound else { return Double(CountDeclaration.greatest) }
    let number = bound.number.map { tree.numbers[$0.index] } ?? .nan
    return number >= 1 && number <= Double(CountDeclaration.greatest) ? number : nil
  }

  /// The change that declares the count `symbol`, which `rest` gives a value, above: none if it is
  /// declared there; nil if it is no count.
  ///
  /// A declaration below is moved. A name that is new is a count if its own value says what it
  /// becomes, and so is a 'let' of 0 at the top.
  private func declaring(_ symbol: UInt32, _ rest: [Token]) -> [FixIt.Edit]? {
    if isDeclared(symbol, by: [.count]) { return [] }
    guard lexer.reporter.dropped == 0, lexer.base == 0 else { return nil }
    let top = SourceSpan(0, 0)
    let count = "count \(tree.word(of: symbol, in: lexer.symbols))"
    switch declarationInText(of: symbol) {
    case (.count, let whole)?:
      return [FixIt.Edit(top, count + "\n"), FixIt.Edit(withBlanks(around: whole), "")]
    case (_, let whole)?: return [FixIt.Edit(whole, count)]
    case nil: break
    }
    let isOwn = rest[0].kind != .assign || rest.dropFirst().contains { $0.symbol == symbol }
    // Of a tree that is still being built, only the nodes themselves can be read.
    let isNew = tree.views.allSatisfy { $0.kind != .label || LabelView($0).symbol != symbol }
    return isOwn && isNew ? [FixIt.Edit(top, count + "\n")] : nil
  }

  /// Where the text has 'count' and the name `symbol` alone, or a 'let' of that name and of 0,
  /// outside every block, and with which word; nil if it has neither.
  private func declarationInText(of symbol: UInt32) -> (Keyword, SourceSpan)? {
    var ahead = lookahead(from: lexer.base)
    var (tokens, depth) = ([Token](), 0)
    while tokens.last?.kind != .end {
      let next = ahead.next()
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      tokens = tokens.suffix(4) + [next]
      guard depth == 0, tokens.count == 5, next.startsLine || next.kind == .end else { continue }
      if tokens[2].isKeyword(.count), tokens[3].symbol == symbol, tokens[3].kind == .word {
        return (.count, SourceSpan(tokens[2].start, tokens[3].end))
      }
      if tokens[0].isKeyword(.let), tokens[1].symbol == symbol, tokens[2].kind == .assign,
        text(of: tokens[3].span) == "0"
      {
        return (.let, SourceSpan(tokens[0].start, tokens[3].end))
      }
    }
    return nil
  }

  /// The report of `++` or `--` here before a count; nil if something else stands here.
  func stepBeforeCount() -> Diagnostic? {
    guard at(.plus) || at(.minus), following.kind == token.kind else { return nil }
    let rest = restOfStatement(behind: token)
    guard rest.count == 2, rest[1].kind == .word, isDeclared(rest[1].symbol, by: [.count]) else {
      return nil
    }
    let change = "add \(at(.plus) ? "1" : "-1") to \(text(of: rest[1].span))"
    return Diagnostic(
      .unknownStatement, "expected a statement, found '\(tokenText)'", at: token.span,
      label: "did you mean '\(change)'?", notes: ["a count changes with 'add' and 'set'"],
      fixIts: [FixIt("write '\(change)'", SourceSpan(token.start, rest[1].end), change)])
  }

  /// The report of a comparison that lacks its `if` before a block; nil if `word` begins none.
  func conditionWithoutIf(_ word: Token) -> Diagnostic? {
    guard isComparison, !token.startsLine, let last = restOfStatement(behind: word).last else {
      return nil
    }
    var ahead = lookahead(from: last.end)
    guard ahead.next().kind == .openBrace else { return nil }
    let condition = text(of: SourceSpan(word.start, last.end))
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(text(of: word.span))'", at: word.span,
      label: "did you mean 'if \(condition)'?",
      notes: ["'if' does its block when the condition holds"],
      fixIts: [FixIt("write 'if'", SourceSpan(word.start, word.start), "if ")])
  }

  /// The change of `count` by the single number or name in `amount`, which `sign` joins to it.
  private func sum(
    _ sign: Token.Kind, _ amount: ArraySlice<Token>, _ count: String
  ) -> String? {
    guard amount.count == 1, let value = amount.first, [.number, .word].contains(value.kind) else {
      return nil
    }
    switch sign {
    case .plus: return "add \(text(of: value.span)) to \(count)"
    case .minus: return "add -\(text(of: value.span)) to \(count)"
    default: return nil
    }
  }

  /// The report of the declaration of a variable with the value 0, which is meant to count; nil if
  /// none begins with `word`.
  func countInOtherWords(_ word: Token) -> Diagnostic? {
    guard nesting.depth == 0, ["var", "int"].contains(text(of: word.span)) else { return nil }
    let rest = restOfStatement(behind: word)
    guard rest.count == 3, rest[0].kind == .word, rest[0].keyword?.isReserved != true,
      rest[1].kind == .assign, text(of: rest[2].span) == "0"
    else { return nil }
    let (found, name) = (text(of: word.span), text(of: rest[0].span))
    let whole = SourceSpan(word.start, rest[2].end)
    return Diagnostic(
      .foreignWord, "no statement begins with '\(found)'", at: word.span,
      label: "did you mean 'count \(name)'?",
      notes: ["a count begins at 0 and changes with 'add' and 'set'; 'let' names a value, once"],
      fixIts: [
        FixIt("write 'count \(name)', which begins at 0", whole, "count \(name)"),
        FixIt("write 'let'", word.span, "let"),
      ])
  }

  /// The tokens behind `first`, up to the end of its statement; none if they are too many.
  private func restOfStatement(behind first: Token) -> [Token] {
    var ahead = lookahead(from: first.end)
    var tokens: [Token] = []
    while tokens.count <= 16 {
      let next = ahead.next()
      if next.startsLine { return tokens }
      switch next.kind {
      case .end, .semicolon, .openBrace, .closeBrace: return tokens
      default: tokens.append(next)
      }
    }
    return []
  }

  /// The report of a value that the declaration of a count gives it here.
  ///
  /// - Parameter count: its name.
  func valueOfCount(_ count: SourceSpan) -> Diagnostic {
    let value = following
    let whole = SourceSpan(previousEnd, value.end)
    var fixIts: [FixIt] = []
    if value.kind == .number, text(of: value.span) == "0" {
      fixIts = [FixIt("remove '= 0'", whole, "")]
    } else if value.kind == .number, value.isBare {
      let change = "set \(text(of: count)) to \(text(of: value.span))"
      fixIts = [FixIt("write '\(change)' behind it", whole, "; \(change)")]
    }
    return .expected(
      "the end of the statement", found: "'='", at: token.span,
      notes: ["a count begins at 0, and changes with 'set' and 'add'"], fixIts: fixIts)
  }

  /// The report of the number that the declaration of `count`, which begins at `start`, has as its
  /// first value, as in `count taps from 1 to 3`; nil if none stands here.
  func firstOfCount(_ count: SourceSpan, from start: UInt32) -> Diagnostic? {
    guard at(.word), !token.startsLine, tokenText == "from" else { return nil }
    let first = following
    guard first.kind == .number, first.isBare, !first.startsLine else { return nil }
    let rest = restOfLine()
    let (name, whole) = (text(of: count), SourceSpan(previousEnd, rest.last?.end ?? first.end))
    let bound = rest.count > 2 ? " " + text(of: SourceSpan(rest[2].start, whole.end)) : ""
    let change = "; set \(name) to \(text(of: first.span))"
    let fixIt =
      text(of: first.span) == "0"
      ? FixIt("remove 'from 0'", SourceSpan(previousEnd, first.end), "")
      : FixIt("write 'count \(name)\(bound)\(change)'", whole, bound + change)
    return .expected(
      "'to' or the end of the statement", found: "'from'", at: token.span,
      notes: ["a count begins at 0, and changes with 'set' and 'add'"], fixIts: [fixIt])
  }

  /// The report of an 'add' whose amount, which begins with `first`, no 'to' follows.
  func missingCount(behind first: Token) -> Diagnostic {
    var report = missing(.to)
    if first.kind == .word, isDeclared(first.symbol, by: [.count]), token.kind == .number,
      !token.startsLine
    {
      let ours = "\(tokenText) to \(text(of: first.span))"
      report.fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, token.end), ours)]
      report.notes = ["as in 'add 1 to taps'"]
      return report
    }
    if first.end == previousEnd, isDeclared(first.symbol, by: [.count]), first.kind == .word {
      let whole = "1 to \(text(of: first.span))"
      report.fixIts = [FixIt("write '\(whole)'", first.span, whole)]
    }
    return report
  }

  /// The report of a '=' here, behind the `name` of what is set; its statement begins with `word`.
  func assignmentBehindSet(_ word: SourceSpan, _ name: SourceSpan, symbol: UInt32) -> Diagnostic {
    let isCount = isDeclared(symbol, by: [.count])
    return .expected(
      "'to'", found: "'='", at: token.span,
      notes: [
        isCount ? "as in 'set taps to 0'" : "'let' gives a value a name, and 'set' changes a count"
      ],
      fixIts: [
        isCount ? FixIt("write 'to'", token.span, "to") : FixIt("write 'let'", word, "let")
      ])
  }
}

extension Checker {
  /// Reports `naming`, which gives a count a value as if it were one; false if it names no count.
  mutating func reportsCount(_ naming: LetStatement) -> Bool {
    guard scope[naming.label.symbol].kind == .count else { return false }
    report { $0.countAsValue(naming) }
    return true
  }

  private func countAsValue(_ naming: LetStatement) -> Diagnostic {
    let name = text(naming.label.symbol)
    let change =
      addition(to: naming.label.symbol, in: naming.value)
      ?? "set \(name) to \(program.sources.text(of: program.span(of: naming.value)))"
    let whole = SourceSpan(naming.start, program.span(of: naming.value).end)
    let head = program.sources.text(
      of: SourceSpan(naming.start, program.span(of: naming.label).start))
    let isWhole = head.split(separator: " ") == [Substring(Keyword.let.spelling)]
    return Diagnostic(
      .nameTaken, "'\(name)' is a count, and 'let' gives it no value",
      at: program.span(of: naming.label), label: "did you mean '\(change)'?",
      notes: ["a count changes with 'add' and 'set'"],
      fixIts: isWhole ? [FixIt("write '\(change)'", whole, change)] : [])
  }

  /// Reports `loop` if a count says how often it turns; false if none does.
  mutating func reportsCount(_ loop: RepeatStatement) -> Bool {
    guard let name = loop.count.name, scope[name.symbol].kind == .count else { return false }
    report { $0.countOfTurns(loop, name) }
    return true
  }

  private func countOfTurns(_ loop: RepeatStatement, _ name: NameView) -> Diagnostic {
    let (count, span) = (text(name.symbol), program.span(of: name))
    let open = loop.body.start + 1
    return Diagnostic(
      .readingAsValue, "'\(count)' is known only in the show", at: span,
      notes: ["a loop may read it before each iteration"],
      fixIts: [
        FixIt(
          "write 'repeat while \(count) > 0 { add -1 to \(count); … }'",
          [
            FixIt.Edit(span, "while \(count) > 0"),
            FixIt.Edit(SourceSpan(open, open), " add -1 to \(count);"),
          ])
      ])
  }

  /// The statement that adds to the count `symbol` what the sum `value` adds to it; nil if it is no
  /// such sum.
  private func addition(to symbol: Symbol, in value: ExpressionView) -> String? {
    guard let sum = value.binary, sum.left.name?.symbol == symbol else { return nil }
    let amount = program.sources.text(of: program.span(of: sum.right))
    switch sum.symbol {
    case .plus: return "add \(amount) to \(text(symbol))"
    case .minus where sum.right.isBareNumber: return "add -\(amount) to \(text(symbol))"
    default: return nil
    }
  }

  /// Reports `change` if it sets a count to itself and something more; false if it does not.
  mutating func reportsSum(_ change: CountChangeStatement) -> Bool {
    let symbol = change.label.symbol
    guard change.isAbsolute, scope[symbol].kind == .count,
      let ours = addition(to: symbol, in: change.amount)
    else { return false }
    report { checker in
      let value = checker.program.span(of: change.amount)
      return Diagnostic(
        .readingAsValue, "'\(checker.text(symbol))' is known only in the show", at: value,
        label: "did you mean '\(ours)'?", notes: ["a count changes with 'add' and 'set'"],
        fixIts: [FixIt("write '\(ours)'", SourceSpan(change.start, value.end), ours)])
    }
    return true
  }

  /// Reports `change` if another count says by how much; false if none does.
  mutating func reportsCount(_ change: CountChangeStatement) -> Bool {
    guard let name = change.amount.name, scope[name.symbol].kind == .count else { return false }
    report { checker in
      let (count, other) = (checker.text(change.label.symbol), checker.text(name.symbol))
      return Diagnostic(
        .readingAsValue, "'\(other)' is known only in the show",
        at: checker.program.span(of: name),
        notes: count == other
          ? ["a count changes by a number, as in 'add 1 to \(count)'"]
          : [
            "a count changes by a number; 'if' compares two counts, and a loop closes the gap: "
              + "'repeat 10 { if \(count) < \(other) { add 1 to \(count) } }'"
          ])
    }
    return true
  }

  /// Reports the remainder of a count, which is calculated with in `node`; false if it is none.
  mutating func reportsRemainder(_ node: ExpressionView) -> Bool {
    guard let operation = node.binary, operation.symbol == .remainder,
      let name = operation.left.name, scope[name.symbol].kind == .count
    else { return false }
    report { checker in
      let count = checker.text(name.symbol)
      let period =
        operation.right.isBareNumber
        ? checker.program.sources.text(of: checker.program.span(of: operation.right)) : "that"
      return Diagnostic(
        .readingAsValue, "'\(count)' is known only in the show",
        at: checker.program.span(of: name),
        notes: ["compare it, as in '\(count) == \(period)', and then 'set \(count) to 0'"])
    }
    return true
  }
}

extension Diagnostic {
  /// Reports the count `name`, which is given a value that it cannot have.
  fileprivate static func countBeyond(
    _ name: String, _ bound: Double, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(name)'", at: span,
      notes: [
        "a count changes with 'add' and 'set'",
        "'\(name)' is a whole number from 0 to \(Int(bound))",
      ])
  }
}
