// What is said where something else was due: the parser knows what stands around, and so what was
// probably meant.

extension Parser {
  // MARK: - Words and signs

  /// The report of `what`, a sign, that does not stand here.
  func missing(_ kind: Token.Kind, _ what: String) -> Diagnostic {
    let here = SourceSpan(token.start, token.start)
    var fixIts: [FixIt] = []
    var notes: [String] = []
    switch (kind, token.kind) {
    case (.assign, .equal), (.colon, .assign):
      fixIts = [FixIt("write \(what)", token.span, String(what.dropFirst().dropLast()))]
    case (.assign, .colon):
      notes = ["a name takes its type from its value"]
      fixIts = typeToRemove
    case (.assign, .openBrace):
      notes = ["a function gives one value, as in 'function half(a: angle) = a / 2'"]
    case (.range, .word) where token.keyword == .to || token.keyword == .through:
      fixIts = [FixIt("write '..'", token.span, "..")]
    case (.range, .comma), (.range, .minus), (.range, .colon):
      fixIts = [FixIt("write '..'", token.span, " ..")]
    case (.assign, _) where startsExpression: fixIts = [FixIt("write '= '", here, "= ")]
    default: break
    }
    if kind == .comma { notes = ["as in 'region x 25%, y 0%, width 50%, height 100%'"] }
    if kind == .range, notes.isEmpty { notes = ["a range has two ends, as in '1 .. 4'"] }
    return .expected(what, found: describeToken(), at: place, notes: notes, fixIts: fixIts)
  }

  /// The removal of a type behind the name of a `let`.
  private var typeToRemove: [FixIt] {
    var ahead = lookahead(from: token.end)
    let type = ahead.next()
    guard type.kind == .word, ahead.next().kind == .assign else { return [] }
    return [FixIt("remove the type", SourceSpan(previousEnd, type.end), "")]
  }

  /// The report of `keyword`, which does not stand here.
  func missing(_ keyword: Keyword) -> Diagnostic {
    let word = "'\(keyword.spelling)'"
    let here = SourceSpan(token.start, token.start)
    var notes: [String] = []
    var fixIts: [FixIt] = []
    switch keyword {
    case .then, .else: notes = ["as in 'if a > b then 1s else 2s'"]
    case .late: notes = ["as in 'when late by 200ms stop'"]
    case .within: notes = ["a tolerance follows 'within', as in 'within 0.1deg'"]
    case .restored: notes = ["as in 'expect tracking restored'"]
    case .x, .y, .width, .height:
      notes = ["as in 'region x 25%, y 0%, width 50%, height 100%'"]
    default: break
    }
    if token.kind == .word, !token.startsLine, isMeant(keyword) {
      fixIts = [FixIt("write \(word)", token.span, keyword.spelling)]
    } else if keyword == .in, at(.assign) {
      fixIts = [FixIt("write \(word)", token.span, keyword.spelling)]
    } else if !token.startsLine, token.kind != .end, keyword.mayBeInserted {
      fixIts = [FixIt("write '\(keyword.spelling) '", here, keyword.spelling + " ")]
    }
    return .expected(word, found: describeToken(), at: place, notes: notes, fixIts: fixIts)
  }

  /// True iff the word at hand is `keyword` misspelt, or what others call it.
  private func isMeant(_ keyword: Keyword) -> Bool {
    guard token.keyword?.isReserved != true || token.isKeyword(.over) else { return false }
    let word = tokenText
    return Suggestion.nearest(to: word, in: [keyword.spelling]) != nil
      || ForeignWords.hint(for: word, in: .clause)?.replacement == keyword.spelling
  }

  /// The report of a word, or its absence, where one of `known` is due.
  func unknownWord(
    _ what: String, _ known: [String], _ context: ForeignWords.Context?, isListed: Bool = false
  ) -> Diagnostic {
    let word = token.kind == .word && !token.startsLine ? tokenText : nil
    return .unknownWord(
      what, found: describeToken(), suggestion(for: word, known, context), isListed ? [] : known,
      at: place)
  }

  private func suggestion(
    for word: String?, _ known: [String], _ context: ForeignWords.Context?
  ) -> Suggestion? {
    guard let word else { return nil }
    guard let context else {
      return Suggestion.nearest(to: word, in: known).map { Suggestion($0, nil) }
    }
    return Suggestion.best(for: word, in: context, among: known)
  }

  // MARK: - Statements

  /// The report of a token that begins no statement.
  func unexpectedStart() -> Diagnostic {
    if at(.closeParen) { return .unmatchedClosing(")", at: token.span) }
    return .unexpectedStart("'\(tokenText)'", at: token.span)
  }

  /// The report of a word that begins no statement, and the word it is taken for.
  func unknownStatement(
    _ token: Token, followedBy next: Token
  ) -> (Diagnostic, Keyword?) {
    let word = tree.word(of: token.symbol, in: lexer.symbols)
    if !next.startsLine, next.kind == .assign || isFollowedByAssign(next) {
      let isNew = next.kind == .assign && !isDeclared(token.symbol, by: [.letting, .counting])
      return (
        isNew ? .unnamedValue(word, at: token.span) : .changedValue(word, at: token.span), nil
      )
    }
    if isDeclared(token.symbol, by: [.gesture, .use]) {
      return (.gestureWithoutBrackets(word, at: token.span), nil)
    }
    guard let meant = Suggestion.best(for: word, in: .statement, among: Keyword.statements) else {
      return (.unknownStatement(word, at: token.span), nil)
    }
    let keyword = Keyword.allCases.first {
      $0.spelling == meant.replacement && $0.beginsStatement
    }
    return (.misspeltStatement(word, meant, at: token.span), keyword)
  }

  /// True iff a declaration of one of `kinds` gives the name `symbol` a meaning above.
  ///
  /// It looks at every node, so only as long as somebody will read what comes of it.
  private func isDeclared(_ symbol: UInt32, by kinds: [Node.Kind]) -> Bool {
    guard lexer.reporter.dropped == 0 else { return false }
    return tree.contains { node in
      var child = kinds.contains(node.kind) ? node.payload : 0
      while child != 0, tree[child].kind == .label || tree[child].kind == .string {
        if tree[child].kind == .label, tree[child].payload == symbol { return true }
        child = tree[child].next
      }
      return false
    }
  }

  private func isFollowedByAssign(_ sign: Token) -> Bool {
    [.plus, .minus, .times, .divide].contains(sign.kind)
      && lexer.byte(Int(sign.end - lexer.base)) == 0x3D
  }

  /// The report of what stands behind a statement that is complete.
  func trailing(after start: UInt32) -> Diagnostic {
    let statement = keyword(at: start)
    let found = tokenText
    switch token.kind {
    case .comma: if let number = decimalComma { return number }
    case .closeParen: return .unmatchedClosing(")", at: token.span)
    case .word:
      if token.isKeyword(.else) { return .elseWithoutIf(at: token.span) }
      if statement == .at { return trailingInScene(found) }
      let isClause = token.keyword?.counterpart(in: statement?.clauses ?? []) != nil
      if let keyword = token.keyword, keyword.beginsStatement, !isClause {
        let gap = SourceSpan(previousEnd, token.start)
        return .trailing(found, at: token.span, fixIts: [FixIt("write ';' before it", gap, "; ")])
      }
      if statement == .use { return namesWithoutBrackets(found) }
      return trailingWord(found, of: statement, from: start)
    default: break
    }
    return .trailing(found, at: token.span, fixIts: [])
  }

  /// The report of a comma between the digits of a number; nil if it is none.
  private var decimalComma: Diagnostic? {
    let place = Int(token.start - lexer.base)
    guard place > 0, lexer.isDigit(lexer.byte(place - 1)), lexer.isDigit(lexer.byte(place + 1))
    else { return nil }
    let before = lexer.bytes[..<place].reversed().prefix { lexer.isDigit($0) }.count
    let after = lexer.bytes[(place + 1)...].prefix { lexer.isDigit($0) }.count
    return .decimalComma(
      lexer.text(place - before, place), lexer.text(place + 1, place + 1 + after),
      at: token.span)
  }

  /// The report of a word behind a line of a scene.
  private func trailingInScene(_ found: String) -> Diagnostic {
    var report = Diagnostic.trailing(found, at: token.span, fixIts: [])
    if token.isKeyword(.for) {
      report.notes = ["only a button has a length, as in 'hold button 1 for 2s'"]
    }
    return report
  }

  /// The report of names behind the file of a `use`, up to the end of the line.
  private func namesWithoutBrackets(_ found: String) -> Diagnostic {
    var ahead = lookahead(from: token.start)
    var end = token.end
    var next = ahead.next()
    while next.kind == .word || next.kind == .comma, !next.startsLine || next.start == token.start {
      end = next.end
      next = ahead.next()
    }
    return .namesWithoutBrackets(found, at: token.span, end: SourceSpan(end, end))
  }

  /// The token before the present one in the statement at `start`.
  private func lastToken(from start: UInt32) -> Token {
    var ahead = lookahead(from: start)
    var last = ahead.next()
    while last.end < previousEnd, last.kind != .end { last = ahead.next() }
    return last
  }

  private func trailingWord(
    _ found: String, of statement: Keyword?, from start: UInt32
  ) -> Diagnostic {
    let clauses = statement?.clauses ?? []
    if let keyword = token.keyword {
      if let ours = keyword.counterpart(in: clauses) {
        return .foreignClause(found, ours.spelling, at: token.span)
      }
      if Keyword.clauses.contains(keyword) {
        return .clauseNotAllowed(found, in: statement, at: token.span)
      }
      if Direction(keyword) != nil {
        let isSecond = lastToken(from: start).keyword.map { Direction($0) != nil } ?? false
        return isSecond
          ? .directionTwice(at: token.span, whole: SourceSpan(previousEnd, token.end))
          : .misplacedDirection(found, at: token.span)
      }
      if Keyword.easings.contains(keyword), clauses.contains(.easing) {
        return .easingWithoutWord(found, at: token.span)
      }
    }
    let directions = Direction.allCases.map { String(describing: $0) }
    let known = clauses.map(\.spelling) + (statement?.takesDirection == true ? directions : [])
    for context in [ForeignWords.Context.direction, .clause, .op] {
      guard let hint = ForeignWords.hint(for: found, in: context),
        context == .op || known.contains(hint.replacement) || context == .clause && known.isEmpty
      else { continue }
      return .foreignClause(found, hint.replacement, note: hint.explanation, at: token.span)
    }
    let joining = statement.map { [.let, .expect, .if].contains($0) } == true ? ["and", "or"] : []
    let nearest = Suggestion.nearest(to: found, in: known + joining)
    return .trailing(
      found, at: token.span, meant: nearest,
      fixIts: nearest.map { [FixIt("write '\($0)'", token.span, $0)] } ?? [])
  }

  // MARK: - Blocks and brackets

  /// The report of a block that does not begin here.
  func missingBlock() -> Diagnostic {
    var fixIts: [FixIt] = []
    if !token.startsLine, token.kind != .end, following.kind == .openBrace {
      fixIts = [FixIt("remove '\(tokenText)'", SourceSpan(token.start, following.start), "")]
    }
    return .expected(
      "'{'", found: describeToken(), at: place, notes: ["what is done stands in '{ … }'"],
      fixIts: fixIts)
  }

  /// The report of a bracket that does not open here.
  func missingBracket() -> Diagnostic {
    let here = SourceSpan(previousEnd, previousEnd)
    return .expected(
      "'('", found: describeToken(), at: place,
      fixIts: at(.openBrace) ? [FixIt("write '()'", here, "()")] : [])
  }

  /// The report of the bracket at `open`, which does not close here.
  func unclosedBracket(_ open: SourceSpan) -> Diagnostic {
    let end = SourceSpan(previousEnd, previousEnd)
    let isLast = parens == 1
    if at(.assign), isLast {
      return .expected(
        "':'", found: describeToken(), at: place, notes: ["an argument is given as 'name: value'"],
        fixIts: [FixIt("write ':'", SourceSpan(previousEnd, token.end), ":")])
    }
    if startsItem {
      return .expected(
        "',' or ')'", found: describeToken(), at: place,
        labels: [Diagnostic.Label(open, "opens here")], fixIts: [FixIt("write ','", end, ",")])
    }
    if token.startsLine || [.end, .openBrace, .closeBrace, .semicolon].contains(token.kind) {
      return .unclosedBracket(at: open, end: end)
    }
    return .expected(
      "')'", found: describeToken(), at: place, labels: [Diagnostic.Label(open, "opens here")])
  }

  /// True iff what stands here looks like a further item of a list in brackets.
  private var startsItem: Bool {
    switch token.kind {
    case .number, .string: true
    case .word: lexer.peekIsColon || !token.startsLine && token.keyword?.isReserved != true
    default: false
    }
  }

  // MARK: - Parts

  /// The report of a value that does not stand here.
  func missingValue() -> Diagnostic { .expectedExpression(describeToken(), at: place) }

  /// The report of a word that is no value.
  func misplaced(_ keyword: Keyword) -> Diagnostic {
    if Direction(keyword) != nil { return directionBefore([""]) }
    return .keywordAsValue(keyword.spelling, at: token.span)
  }

  /// The report of a direction before its angle; `words` lead in the angle.
  private func directionBefore(_ words: [String]) -> Diagnostic {
    let direction = tokenText
    let next = following
    let isNumber = next.kind == .number && !next.startsLine
    let number = lexer.text(Int(next.start - lexer.base), Int(next.end - lexer.base))
    let whole = SourceSpan(token.start, next.end)
    return .directionBefore(
      direction, at: token.span,
      fixIts: isNumber
        ? words.map {
          FixIt("write '\($0)\(number) \(direction)'", whole, "\($0)\(number) \(direction)")
        }
        : [])
  }

  /// The report of a move without a target.
  func missingTarget(isMove: Bool) -> Diagnostic {
    if let keyword = keywordHere, Direction(keyword) != nil, !isMove {
      return directionBefore(["to ", "by "])
    }
    let here = SourceSpan(token.start, token.start)
    let words = ["to", "by", "through"]
    if token.kind == .word, !token.startsLine, token.keyword?.isReserved != true,
      let meant = Suggestion.best(for: tokenText, in: .clause, among: words),
      words.contains(meant.replacement)
    {
      return .misspeltTarget(tokenText, meant, at: token.span)
    }
    return .missingTarget(
      at: place, isMove: isMove,
      fixIts: !startsExpression
        ? []
        : isMove
          ? [FixIt("write 'to '", here, "to ")]
          : [
            FixIt("write 'to ' for a place", here, "to "),
            FixIt("write 'by ' for a distance", here, "by "),
          ])
  }

  /// The report of a limit that bounds nothing.
  func missingLimit() -> Diagnostic {
    let here = SourceSpan(token.start, token.start)
    let isRange = startsExpression
    return .missingLimit(at: place, fixIts: isRange ? [FixIt("write 'to '", here, "to ")] : [])
  }

  /// The report of an axis that does not stand here.
  func missingAxis() -> Diagnostic {
    let axes = ["pan", "tilt", "roll", "yaw", "pitch"]
    let word = token.kind == .word && !token.startsLine ? tokenText : nil
    return .unknownWord(
      "an axis", found: describeToken(), suggestion(for: word, axes, .axis), [],
      notes: ["the axes are 'pan', 'tilt' and 'roll'"], at: place)
  }

  /// The report of a pose without its axes.
  func missingPose() -> Diagnostic { .poseWithoutAxes(found: describeToken(), at: place) }

  /// The report of an axis that does not stand in a pose.
  func missingPoseAxis() -> Diagnostic {
    guard token.kind == .word else {
      return .expected(
        "an axis", found: describeToken(), at: place,
        notes: ["a pose names its axes, as in 'pose(pan: 30deg left, tilt: 5deg up)'"])
    }
    return missingAxis()
  }

  /// The report of a string that does not stand here; plain words are put in quotes.
  func missingString(_ what: String) -> Diagnostic {
    let start = Int(token.start - lexer.base)
    let length = lexer.bytes[start...].prefix {
      Lexer.continuesWord($0) || $0 >= 0x80 || $0 == 0x2E || $0 == 0x2F || $0 == 0x2D
    }.count
    guard token.kind == .word, !token.startsLine, length <= 64 else {
      return .expected(what, found: describeToken(), at: place)
    }
    let text = lexer.text(start, start + length)
    let span = lexer.span(start, start + length)
    return .expected(
      what, found: "'\(text)'", at: span,
      fixIts: [FixIt("write '\"\(text)\"'", span, "\"\(text)\"")])
  }

  /// The report of an easing that does not stand here.
  func unknownEasing() -> Diagnostic {
    let known = Keyword.easings.map(\.spelling)
    let word = token.kind == .word && !token.startsLine ? tokenText : nil
    var meant = suggestion(for: word, known, .easing)
    if meant?.replacement == "bezier", following.kind != .openParen {
      meant = meant.map { Suggestion("bezier(0.4, 0, 0.2, 1)", $0.explanation) }
    }
    return .unknownWord("an easing", found: describeToken(), meant, known, at: place)
  }

  /// The report of a control point that does not stand here.
  func missingControlPoint() -> Diagnostic {
    .expected(
      "','", found: describeToken(), at: place,
      notes: ["'bezier' takes four numbers: 'bezier(x1, y1, x2, y2)'"])
  }

  /// The report of an animation that does not stand here.
  func unknownAnimation() -> Diagnostic {
    unknownWord("an animation", ["wakeup", "yes", "no", "kapow"], .animation)
  }

  /// The words that events begin with.
  private static let events = [
    "button", "shutter", "flip", "zoom", "tracking_button", "dock", "undock", "battery",
    "charging", "person", "object", "tap", "long_press", "background", "foreground", "error",
  ]

  /// The report of an event that does not stand here.
  func unknownEvent() -> Diagnostic { unknownWord("an event", Parser.events, nil) }

  /// The report of what stands behind the word at `when` instead of 'late'.
  func missingLate(behind when: SourceSpan) -> Diagnostic {
    guard at(.word), !token.startsLine, Parser.events.contains(tokenText) else {
      return missing(.late)
    }
    return Diagnostic(
      .foreignWord, "expected 'late', found '\(tokenText)'", at: token.span,
      notes: ["what answers an event begins with 'on'"], fixIts: [FixIt("write 'on'", when, "on")])
  }

  /// The report of a comparison that goes on with another one.
  func chainedComparison(
    _ first: Operator, _ second: Operator, between middle: UInt32
  ) -> Diagnostic {
    let text = lexer.text(Int(tree[middle].start - lexer.base), Int(previousEnd - lexer.base))
    let isOrder = first.ordersQuantities && second.ordersQuantities && text.utf8.count < 64
    let here = SourceSpan(token.start, token.start)
    return .chainedComparison(
      first.symbol, second.symbol, at: token.span,
      fixIts: isOrder ? [FixIt("write 'and \(text) \(second.symbol)'", here, "and \(text) ")] : [])
  }
}

extension Operator {
  /// True iff it asks which of two is the greater.
  fileprivate var ordersQuantities: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

extension Keyword {
  /// The words that lead in clauses.
  static let clauses: [Keyword] = [
    .to, .by, .through, .over, .at, .easing, .within, .straight, .for,
  ]

  /// The names of easings.
  package static let easings: [Keyword] = [
    .linear, .ease_in, .ease_out, .ease_in_out, .smooth, .spring, .bezier,
  ]

  /// The words that lead in the clauses of the statement it begins.
  package var clauses: [Keyword] {
    switch self {
    case .pan, .tilt, .roll, .yaw, .pitch, .move:
      [.to, .by, .through, .over, .at, .easing, .straight, .within]
    case .ramp: [.over]
    case .spin: [.for]
    case .stop: [.over]
    case .limit: [.to, .at, .acceleration, .jerk]
    default: []
    }
  }

  /// True iff the values of the statement it begins may have directions.
  fileprivate var takesDirection: Bool {
    switch self {
    case .pan, .tilt, .roll, .yaw, .pitch, .move, .ramp, .spin, .limit, .let: true
    default: false
    }
  }

  /// The clause among `clauses` that says the same in another statement.
  fileprivate func counterpart(in clauses: [Keyword]) -> Keyword? {
    let times: [Keyword] = [.over, .for, .in]
    return times.contains(self) ? clauses.first(where: times.contains) : nil
  }

  /// True iff putting it before what stands in its place would mend the statement.
  fileprivate var mayBeInserted: Bool {
    switch self {
    case .at, .to, .within, .in, .speed, .by, .below, .most, .every, .near: true
    default: false
    }
  }
}
