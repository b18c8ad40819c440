import Diagnosis
import Vocabulary

// Changes of counts as other languages write them: each is reported with the statement that does
// the same.

extension Parser {
  /// The report of a count that is given a value, as in `taps += 1`, `taps++` and
  /// `taps = taps + 1`; nil if `name` is no count, or something else follows.
  func changeInOtherWords(_ name: Token) -> Diagnostic? {
    guard isDeclared(name.symbol, by: [.count]) else { return nil }
    let rest = restOfStatement(behind: name)
    guard let last = rest.last, rest.count > 1 else { return nil }
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
    case (.assign, .number) where rest.count == 2: change = "set \(count) to \(text(of: last.span))"
    case (.assign, _): break
    default: return nil
    }
    let whole = SourceSpan(name.start, last.end)
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(count)'", at: name.span,
      label: change.map { "did you mean '\($0)'?" } ?? "",
      notes: ["a count changes with 'add' and 'set'"],
      fixIts: change.map { [FixIt("write '\($0)'", whole, $0)] } ?? [])
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
    guard depth == 0, ["var", "int"].contains(text(of: word.span)) else { return nil }
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
  func valueOfCount() -> Diagnostic {
    let value = following
    let isZero = value.kind == .number && text(of: value.span) == "0"
    return .expected(
      "the end of the statement", found: "'='", at: token.span,
      notes: ["a count begins at 0, and changes with 'set' and 'add'"],
      fixIts: isZero ? [FixIt("remove '= 0'", SourceSpan(previousEnd, value.end), "")] : [])
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
    let source = { (node: ExpressionView) in program.sources.text(of: program.span(of: node)) }
    var change = "set \(name) to \(source(naming.value))"
    if let sum = naming.value.binary {
      let isOwn = sum.left.name?.symbol == naming.label.symbol
      switch sum.symbol {
      case .plus where isOwn: change = "add \(source(sum.right)) to \(name)"
      case .minus where isOwn && sum.right.isBareNumber:
        change = "add -\(source(sum.right)) to \(name)"
      default: break
      }
    }
    let whole = SourceSpan(naming.start, program.span(of: naming.value).end)
    return Diagnostic(
      .nameTaken, "'\(name)' is a count, and 'let' gives it no value",
      at: program.span(of: naming.label), label: "did you mean '\(change)'?",
      notes: ["a count changes with 'add' and 'set'"],
      fixIts: [FixIt("write '\(change)'", whole, change)])
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
      notes: ["a loop may read it before each turn"],
      fixIts: [
        FixIt(
          "write 'repeat while \(count) > 0 { add -1 to \(count); … }'",
          [
            FixIt.Edit(span, "while \(count) > 0"),
            FixIt.Edit(SourceSpan(open, open), " add -1 to \(count);"),
          ])
      ])
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

  /// Reports `comparison` of a count with a known number if it never holds; `known` are the numbers
  /// on its two sides.
  mutating func checkBound(of comparison: BinaryView, _ known: (left: Double?, right: Double?)) {
    let sides = [(comparison.left, known.right), (comparison.right, known.left)]
    for (index, (side, number)) in sides.enumerated() {
      guard let name = side.name, scope[name.symbol].kind == .count, let number else { continue }
      let count = declaredCounts[Int(scope[name.symbol].index)]
      let bound = Double(count.bound)
      let isLeft = index == 0
      let isPossible =
        switch comparison.symbol {
        case .equal: number >= 0 && number <= bound && number == number.rounded()
        case .less: isLeft ? number > 0 : number < bound
        case .lessOrEqual: isLeft ? number >= 0 : number <= bound
        case .greater: isLeft ? number < bound : number > 0
        case .greaterOrEqual: isLeft ? number <= bound : number >= 0
        default: true
        }
      if !isPossible {
        report { .comparisonBeyond(count, at: $0.program.span(of: comparison)) }
      }
    }
  }

  /// The number that is written out in `node`, or named there with 'let'; nil if it is calculated.
  ///
  /// It is asked before names are resolved.
  func knownNumber(_ node: ExpressionView) -> Double? {
    if let number = node.number { return tree.numbers[number.index] }
    if let name = node.name { return namedNumbers[scope[name.symbol].start] }
    return node.negated?.number.map { -tree.numbers[$0.index] }
  }
}

extension Diagnostic {
  fileprivate static func comparisonBeyond(
    _ count: CountDeclaration, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .outOfRange, "this never holds", at: span,
      notes: ["'\(count.name)' is a whole number from 0 to \(count.bound)"])
  }
}
