import Diagnosis

extension Parser {
  /// Reads a naming.
  ///
  ///     let = "let" name "=" aim .
  mutating func letting() throws(Unreadable) -> NodeID {
    let node = add(.letting, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("a name"), as: .label, in: tree)
    try expect(.assign, "'='")
    children.append(try aim(), as: .value, in: tree)
    return node
  }

  /// Reads a counted loop.
  ///
  ///     for = "for" name "in" expression ".." expression [ "by" expression ] block .
  mutating func counting() throws(Unreadable) -> NodeID {
    let node = add(.counting, at: token.start)
    let start = token.start
    advance()
    var children = Children(of: node)
    if token.kind == .number, !token.startsLine { return try countingInOtherWords(at: start) }
    if !lexer.peekIsWord("in") {
      if let loop = loopInThreeParts() { throw fail(loop) }
      if at(.word), !token.startsLine, tokenText == "each", following.kind == .word {
        report(
          .filler(tokenText, at: token.span, whole: SourceSpan(token.start, following.start)))
        advance()
      }
    }
    guard at(.word), !token.startsLine else {
      throw fail(
        .expected(
          "a name", found: describeToken(), at: place,
          notes: ["a loop counts with a name, as in 'for step in 1..4 { … }'"]))
    }
    children.append(try label("a name"), as: .label, in: tree)
    try expect(.in)
    let lower = try expression()
    children.append(lower, as: .lower, in: tree)
    guard take(.range) else { throw fail { $0.missingRange(behind: lower) } }
    children.append(try expression(), as: .upper, in: tree)
    if at(.word), !at(.by), !token.startsLine,
      ForeignWords.hint(for: tokenText, in: .clause)?.replacement == Keyword.by.spelling
    {
      report(.foreignClause(tokenText, Keyword.by.spelling, at: token.span))
      advance()
      children.append(try expression(), as: .step, in: tree)
    } else if take(.by) {
      children.append(try expression(), as: .step, in: tree)
    }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads a loop that says how often, or how long, and has no name to count with.
  private mutating func countingInOtherWords(at start: UInt32) throws(Unreadable) -> NodeID {
    if token.dimension == .time { return try repeatingInOtherWords(at: start) }
    let (number, before) = (text(of: token.span), previousEnd)
    let place = token.span
    advance()
    if at(.word), !token.startsLine, ForeignWords.hint(for: tokenText, in: .unit) != nil {
      advance()
    }
    let whole = SourceSpan(start, previousEnd)
    report(
      .expected(
        "a name", found: "'\(number)'", at: place,
        notes: ["'repeat' does a block several times; 'for' counts with a name"],
        fixIts: at(.openBrace) && before < place.start
          ? [FixIt("write 'repeat \(number)'", whole, "repeat \(number)")] : []))
    return try holding(.forever, at: start, block(), as: .body)
  }

  /// Reads a repetition.
  ///
  ///     repeat = "repeat" ( expression | "forever" | "while" expression ) block .
  mutating func repeating() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    if take(.forever) { return try holding(.forever, at: start, block(), as: .body) }
    if at(.openBrace) || at(.for) { return try repeatingInOtherWords(at: start) }
    if at(.every) {
      report(
        .superfluousWord(
          "repeat", at: SourceSpan(start, previousEnd), whole: SourceSpan(start, token.start),
          "'every' repeats its block by itself"))
      return try concurrent(.every)
    }
    let isWhile = take(.while)
    let node = add(isWhile ? .whilst : .repeating, at: start)
    var children = Children(of: node)
    let first = token
    var value = isWhile ? try condition() : try expression()
    if !isWhile, !at(.openBrace), isCondition(behind: first) {
      tree[node].kind = .whilst
      value = try condition()
    }
    children.append(value, as: .value, in: tree)
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads a repetition that does not say how often, or for how long in other words.
  private mutating func repeatingInOtherWords(at start: UInt32) throws(Unreadable) -> NodeID {
    let (word, before) = (token, previousEnd)
    var bound: String?
    if take(.for) || token.kind == .number {
      let first = token.start
      _ = try expression()
      bound = text(of: SourceSpan(first, previousEnd))
    }
    let end = previousEnd
    let body = try block()
    let isWhile = token.isKeyword(.while) && !token.startsLine
    report(
      .repeatWithoutCount(
        bound, at: word.span,
        fixIts: isWhile
          ? []
          : repeatFixes(bound, start, before: SourceSpan(before, end), after: previousEnd)))
    if isWhile { throw Unreadable() }
    return holding(.forever, at: start, body, as: .body)
  }

  private func repeatFixes(
    _ bound: String?, _ start: UInt32, before: SourceSpan, after end: UInt32
  ) -> [FixIt] {
    guard let bound else { return [FixIt("write 'forever'", before, " forever")] }
    return [
      FixIt(
        "write 'race { repeat forever { … }; wait \(bound) }'",
        [
          FixIt.Edit(SourceSpan(start, before.end), "race { repeat forever"),
          FixIt.Edit(SourceSpan(end, end), "; wait \(bound) }"),
        ])
    ]
  }

  /// Reports `first`, the word behind 'repeat', if it leads in the condition that stands here.
  private mutating func isCondition(behind first: Token) -> Bool {
    guard first.kind == .word, first.end == previousEnd, !token.startsLine, startsExpression,
      let meant = Suggestion.best(
        for: text(of: first.span), in: .repetition, among: [Keyword.while.spelling]),
      meant.replacement != Keyword.forever.spelling
    else { return false }
    let rest = restOfLine()
    guard rest.count < Parser.longestPhrase else { return false }
    let isJoined = rest.contains { $0.isKeyword(.and) || $0.isKeyword(.or) }
    var edits = [FixIt.Edit(first.span, meant.replacement)]
    if meant.replacement != Keyword.while.spelling, isJoined, let last = rest.last {
      edits.append(FixIt.Edit(SourceSpan(token.start, token.start), "("))
      edits.append(FixIt.Edit(SourceSpan(last.end, last.end), ")"))
    }
    report(.misspeltWhile(text(of: first.span), meant, at: first.span, edits: edits))
    return true
  }

  /// Reads a choice.
  ///
  ///     if = "if" expression block { "else" "if" expression block } [ "else" block ] .
  mutating func choosing() throws(Unreadable) -> NodeID {
    let first = add(.choosing, at: token.start)
    var node = first
    var links = 0
    while true {
      advance()
      var children = Children(of: node)
      children.append(try condition(), as: .condition, in: tree)
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

  // MARK: - Concurrency and events

  /// Reads what happens at once.
  ///
  ///     concurrent = ( "together" | "race" ) branches | "stagger" expression branches
  ///                | "every" expression [ "for" expression ] block .
  mutating func concurrent(_ keyword: Keyword) throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    let kinds: [Keyword: Node.Kind] = [.together: .together, .race: .race, .stagger: .stagger]
    let node = add(kinds[keyword] ?? .every, at: start)
    var children = Children(of: node)
    if keyword == .stagger || keyword == .every {
      skipLeadIn(of: keyword)
      if at(.openBrace) { throw fail { $0.missingPeriod(keyword) ?? $0.missingValue() } }
      children.append(try expression(), as: .value, in: tree)
    }
    if keyword == .together || keyword == .race, let report = lengthOfBranches(keyword) {
      throw fail(report)
    }
    if keyword == .every, take(.for) || takeForeignFor() {
      children.append(try expression(), as: .lasting, in: tree)
    }
    children.append(try keyword == .every ? block() : branches(), as: .body, in: tree)
    return node
  }

  /// Reports a word such as 'by' before the time behind `keyword`, and steps past it.
  private mutating func skipLeadIn(of keyword: Keyword) {
    guard at(.word), !token.startsLine, following.kind == .number else { return }
    report(
      .superfluousWord(
        tokenText, at: token.span, whole: SourceSpan(token.start, following.start),
        "a time stands right behind '\(keyword.spelling)'"))
    advance()
  }

  /// Reports what others write for the 'for' of an 'every', and steps past it; false if none stands
  /// here.
  private mutating func takeForeignFor() -> Bool {
    guard !isAtEnd, !at(.openBrace), let bound = foreignBound, bound.time.dimension == .time else {
      return false
    }
    let words = SourceSpan(token.start, max(token.end, bound.wordsEnd))
    report(
      .expected(
        "'for'", found: "'\(text(of: words))'", at: words,
        notes: ["how long it goes on follows 'for', as in 'every 2s for 10s'"],
        fixIts: [FixIt("write 'for'", SourceSpan(previousEnd, bound.time.start), " for ")]))
    goBack(to: bound.time)
    return true
  }

  /// Reads the branches of a concurrent block.
  ///
  ///     branches = "{" { branch ( line-end | ";" ) } [ branch ] "}" .
  ///     branch   = statement | block .
  private mutating func branches() throws(Unreadable) -> NodeID { try block(hasBranches: true) }

  /// Reads an event.
  ///
  ///     event = "button" expression [ "pressed" | "released" ] | "zoom" "by" name
  ///           | "battery" "below" expression | "person" [ "lost" | "speaking" ]
  ///           | "shutter" | "flip" | "tracking_button" | "dock" | "undock" | "charging"
  ///           | "object" | "tap" | "long_press" | "background" | "foreground" | "error" .
  mutating func event() throws(Unreadable) -> NodeID {
    skipFillers()
    guard let keyword = keywordHere, keyword.event != nil else {
      throw fail(unknownEvent())
    }
    let node = add(.event, at: token.start, detail: keyword.rawValue)
    advance()
    var children = Children(of: node)
    switch keyword {
    case .button:
      children.append(try numberOfEvent(), as: .value, in: tree)
      tree[node].flags = take(.pressed) ? 1 : take(.released) ? 2 : 0
    case .zoom:
      guard take(.by) else { throw fail { $0.missingAmount() } }
      children.append(try label("a name"), as: .label, in: tree)
    case .battery:
      guard take(.below) else { throw fail { $0.missingBelow() } }
      children.append(try numberOfEvent(), as: .value, in: tree)
    case .person: tree[node].flags = take(.lost) ? 1 : take(.speaking) ? 2 : 0
    default: break
    }
    return node
  }

  /// Reads the number of an event, behind which `and` and `or` join no conditions.
  mutating func numberOfEvent() throws(Unreadable) -> NodeID {
    inEvent = true
    let number = try expression()
    inEvent = false
    return number
  }
}
