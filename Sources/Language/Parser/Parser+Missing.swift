import Diagnosis
import Vocabulary

// The diagnostics of unexpected tokens. The parser knows the tokens around, and so what was
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
    case (.assign, .minus) where isTight(token.span):
      notes = ["a name has letters, digits and '_'"]
      fixIts = nameWithHyphens
    case (.assign, _) where startsExpression: fixIts = [FixIt("write '= '", here, "= ")]
    default: break
    }
    if kind == .comma {
      notes = [
        self.keyword(at: reading.start) == .select
          ? "as in 'select at 50%, 50%', from the upper left corner of the picture"
          : "as in 'region x 25%, y 0%, width 50%, height 100%'"
      ]
    }
    if kind == .range, notes.isEmpty { notes = ["a range has two ends, as in '1 .. 4'"] }
    return .expected(what, found: describeToken(), at: place, notes: notes, fixIts: fixIts)
  }

  /// The change of the name before this '-' and what it joins to it, as in `left-wing`, to one.
  private var nameWithHyphens: [FixIt] {
    let first = lastToken(from: reading.start)
    let whole = hyphenated(first)
    guard first.kind == .word, whole.end > first.end else { return [] }
    let name = String(text(of: whole).map { $0 == "-" ? "_" : $0 })
    return [FixIt("write '\(name)'", whole, name)]
  }

  /// The removal of a type after the name of a `let`.
  private var typeToRemove: [FixIt] {
    var ahead = lookahead(from: token.end)
    let type = ahead.next()
    guard type.kind == .word, ahead.next().kind == .assign else {
      return type.kind == .number ? [FixIt("write '='", token.span, " =")] : []
    }
    return [FixIt("remove the type", SourceSpan(previousEnd, type.end), "")]
  }

  /// The report of `keyword`, which does not stand here.
  func missing(_ keyword: Keyword) -> Diagnostic {
    let word = "'\(keyword.spelling)'"
    let here = SourceSpan(token.start, token.start)
    var notes: [String] = []
    var fixIts: [FixIt] = []
    switch keyword {
    case .then, .else:
      if let fixIt = bracketsAroundOperand {
        return .bracketsMissing("'\(tokenText)'", at: token.span, fixIt)
      }
      notes = ["as in 'if a > b then 1s else 2s'"]
    case .late: notes = ["as in 'when late by 200ms stop'"]
    case .within: notes = ["a tolerance follows 'within', as in 'within 0.1deg'"]
    case .restored: notes = ["as in 'expect tracking restored'"]
    case .x, .y, .width, .height:
      notes = ["as in 'region x 25%, y 0%, width 50%, height 100%'"]
    default: break
    }
    if token.kind == .word, !token.startsLine, saysNothing, following.isKeyword(keyword) {
      let gap = SourceSpan(token.start, following.start)
      fixIts = [FixIt("remove '\(tokenText)'", gap, "")]
    } else if token.kind == .word, !token.startsLine, isMeant(keyword) {
      fixIts = [FixIt("write \(word)", token.span, keyword.spelling)]
    } else if keyword == .within, at(.in) {
      fixIts = [FixIt("write \(word)", token.span, keyword.spelling)]
    } else if keyword == .in, at(.assign) || at(.word) && ["of", "from"].contains(tokenText) {
      fixIts = [FixIt("write \(word)", token.span, keyword.spelling)]
    } else if !token.startsLine, token.kind != .end, keyword.mayBeInserted {
      fixIts = [FixIt("write '\(keyword.spelling) '", here, keyword.spelling + " ")]
    }
    return .expected(word, found: describeToken(), at: place, notes: notes, fixIts: fixIts)
  }

  /// True if the current word is `keyword` misspelt, or what others call it.
  private func isMeant(_ keyword: Keyword) -> Bool {
    guard token.keyword?.isReserved != true || token.isKeyword(.over) else { return false }
    let word = tokenText
    return Suggestion.nearest(to: word, in: [keyword.spelling]) != nil
      || ForeignWords.hint(for: word, in: .clause)?.replacement == keyword.spelling
  }

  /// The report of a word, or its absence, where one of `known` is expected.
  func unknownWord(
    _ what: String, _ known: [String], _ context: ForeignWords.Context?, isListed: Bool = false
  ) -> Diagnostic {
    if !token.startsLine, let superfluous = superfluousWords(what, known, context) {
      return superfluous
    }
    let word = wordHere
    let meant = suggestion(for: word?.text, known, context)
    var report = Diagnostic.unknownWord(
      what, found: describeToken(), meant, isListed ? [] : known, at: word?.span ?? place,
      isTight: isTight(word?.span))
    if let meant, let context, let end = repetition(of: meant, context, from: word?.span) {
      let span = SourceSpan(report.fixIts[0].edits[0].span.start, end)
      report.fixIts = [FixIt("write '\(meant.replacement)'", span, meant.replacement)]
    }
    return report
  }

  /// The end of the word after `span` that says again what the last words of `meant` say, as in
  /// `eyes look at person`; nil if there is none.
  private func repetition(
    of meant: Suggestion, _ context: ForeignWords.Context, from span: SourceSpan?
  ) -> UInt32? {
    let words = meant.replacement.split(separator: " ").map(String.init)
    guard let span, words.count > 1 else { return nil }
    var ahead = lookahead(from: span.end)
    var next = PlainToken(ahead.next(), in: lexer)
    for _ in 0..<3 where next.isFiller || ["to", "at", "of"].contains(next.text) {
      next = PlainToken(ahead.next(), in: lexer)
    }
    guard next.kind == .word, !next.startsLine else { return nil }
    let ours = ForeignWords.hint(for: next.text, in: context)?.replacement ?? next.text
    let isSame = next.text == words.last || ours.hasPrefix(words[0] + " ") || ours == words[0]
    return isSame ? next.span.end : nil
  }

  /// True if a word stands right before `place`.
  func isTight(_ place: SourceSpan?) -> Bool {
    guard let place, place.start > lexer.base else { return false }
    return Lexer.continuesWord(lexer.byte(Int(place.start - lexer.base) - 1))
  }

  /// The current word, also in quotes or in brackets, and its whole place; nil if there is none.
  var wordHere: (text: String, span: SourceSpan)? {
    if token.startsLine { return nil }
    var ahead = lookahead(from: token.start)
    let first = ahead.next()
    let isInBrackets = first.kind == .openParen
    let word = isInBrackets ? ahead.next() : first
    let last = isInBrackets ? ahead.next() : first
    if isInBrackets, last.kind != .closeParen || last.startsLine { return nil }
    let span = SourceSpan(first.start, last.end)
    switch word.kind {
    case .word where isInBrackets: return (tree.word(of: word.symbol, in: lexer.symbols), span)
    case .word:
      let whole = hyphenated(word)
      return (lexer.text(Int(whole.start - lexer.base), Int(whole.end - lexer.base)), whole)
    case .string: return (String(text(of: word.span).dropFirst().dropLast()), span)
    default: return nil
    }
  }

  /// True if the current word has no meaning that would be lost without it.
  var saysNothing: Bool {
    let word = PlainToken(token, in: lexer)
    return token.kind == .word && word.direction == nil && word.pace == nil
      && !PlainWords.changesMeaning(word.text)
      && term(EventKind.self, token) == nil && !isDeclaredAsValue(token.symbol)
  }

  /// The report of words that say nothing before one of `known`, or of a sign that leads in none,
  /// as in `eyes look to left` and `face = happy`; nil if none stands here.
  private func superfluousWords(
    _ what: String, _ known: [String], _ context: ForeignWords.Context?
  ) -> Diagnostic? {
    let isSign = at(.assign) || at(.colon)
    guard isSign || saysNothing else { return nil }
    var ahead = lookahead(from: token.end)
    var next = PlainToken(ahead.next(), in: lexer)
    var end = token.end
    for _ in 0..<4
    where !next.startsLine && !known.contains(next.text) && (next.isFiller || next.isPreposition) {
      end = next.span.end
      next = PlainToken(ahead.next(), in: lexer)
    }
    guard next.kind == .word, !next.startsLine else { return nil }
    let words = text(of: SourceSpan(token.start, end))
    if known.contains(next.text) {
      return .superfluousWord(
        what, words, before: next.text, at: SourceSpan(token.start, end),
        SourceSpan(token.start, isTight(token.span) ? end : next.span.start))
    }
    // What others call one of them, after words that do not say it themselves.
    guard let context, ForeignWords.hint(for: tokenText, in: context) == nil,
      Suggestion.nearest(to: tokenText, in: known) == nil,
      let hint = ForeignWords.hint(for: next.text, in: context)
    else { return nil }
    let whole = SourceSpan(token.start, next.span.end)
    return .unknownWord(
      what, found: "'\(words)'", Suggestion(hint.replacement, hint.explanation), [], at: whole)
  }

  func suggestion(
    for word: String?, _ known: [String], _ context: ForeignWords.Context?
  ) -> Suggestion? {
    guard let word else { return nil }
    if let numbered = numbered(word, known) { return numbered }
    guard let context else {
      return Suggestion.nearest(to: word, in: known).map { Suggestion($0, nil) }
    }
    return Suggestion.best(for: word, in: context, among: known)
  }

  /// The word of `known` that `word` joins with a number, as in `button1`.
  private func numbered(_ word: String, _ known: [String]) -> Suggestion? {
    let name = word.prefix { !$0.isNumber }
    let number = word.dropFirst(name.count)
    let stem = name.filter { $0 != "_" }.lowercased()
    guard !number.isEmpty, number.allSatisfy(\.isNumber), known.contains(stem) else { return nil }
    return Suggestion("\(stem) \(number)", "a space separates a word from its number")
  }

  /// The word `token` with the words after it that hyphens join to it, as in 'ease-in-out'.
  func hyphenated(_ token: Token) -> SourceSpan {
    var end = Int(token.end - lexer.base)
    while lexer.byte(end) == 0x2D, (lexer.byte(end + 1) | 0x20) &- 0x61 < 26 {
      end += 1
      while Lexer.continuesWord(lexer.byte(end)) { end += 1 }
    }
    return SourceSpan(token.start, lexer.base + UInt32(end))
  }

  // MARK: - Statements

  /// The report of a token that begins no statement.
  func unexpectedStart() -> Diagnostic {
    if at(.closeParen) { return unmatchedBrackets() }
    if let step = stepBeforeCount() { return step }
    let next = following
    if at(.minus), next.kind == .minus, next.start == token.end {
      let sign = SourceSpan(token.start, next.end)
      return Diagnostic(
        .foreignWord, "a comment begins with '#'", at: sign, label: "does not begin a comment",
        fixIts: [FixIt("write '#'", sign, "#")])
    }
    var report = Diagnostic.unexpectedStart("'\(tokenText)'", at: token.span)
    if token.dimension == .time, token.kind == .number, nextEnds(behind: token) {
      let here = SourceSpan(token.start, token.start)
      report.fixIts = [FixIt("write 'wait \(tokenText)'", here, "wait ")]
    }
    if let fixIt = calculationGoingOn {
      report.notes = ["a statement does not go on in a line that begins with '\(tokenText)'"]
      report.fixIts = [fixIt]
    }
    return report
  }

  /// The change of the line break before the sign here to a blank, if a calculation in the line
  /// above seems to go on with it; nil otherwise.
  private var calculationGoingOn: FixIt? {
    let gap = SourceSpan(previousEnd, token.start)
    guard token.startsLine, [.plus, .minus, .times, .divide].contains(token.kind),
      gap.start > lexer.base, !text(of: gap).contains(where: { "#;".contains($0) }),
      ![0x3B, 0x7B, 0x7D].contains(lexer.byte(Int(gap.start - lexer.base) - 1))
    else { return nil }
    return FixIt("write it in one line", gap, " ")
  }

  /// The report of a word that begins no statement, and the word it is taken for.
  func unknownStatement(
    _ token: Token, followedBy next: Token
  ) -> (Diagnostic, Keyword?) {
    let word = tree.word(of: token.symbol, in: lexer.symbols)
    if let report = partOfLineAbove(token) ?? changeInOtherWords(token) ?? countInOtherWords(token)
      ?? conditionWithoutIf(token) ?? handlerInOtherWords(token) ?? policyBeforeHandler(token)
      ?? untilWithoutWait(token) ?? unlessInWords(token)
    {
      return (report, nil)
    }
    if !next.startsLine, next.kind == .assign || isFollowedByAssign(next) {
      let isNew = next.kind == .assign && !isDeclared(token.symbol, by: [.letting, .counting])
      return (
        isNew ? .unnamedValue(word, at: token.span) : .changedValue(word, at: token.span), nil
      )
    }
    if isDeclared(token.symbol, by: [.gesture, .use]) {
      return (callWithoutBrackets(token), nil)
    }
    if let report = valueAlone(token, followedBy: next) { return (report, nil) }
    if let choice = choiceByValue(from: token) { return (choice, nil) }
    if let report = directionAlone(token) ?? blockOfManner(token) ?? paceBeforeCall(token)
      ?? tempoInOtherWords(token)
      ?? modeInOtherWords(token)
      ?? soundInOtherWords(token)
      ?? tryBlock(token)
    {
      return (report, nil)
    }
    if let report = trackedSubject(token) { return (report, .follow) }
    if let report = gestureInOtherWords(token) { return (report, .gesture) }
    if let report = namedPose(token) { return (report, nil) }
    if let plain = plainStatement(token, followedBy: next) { return plain }
    if let keyword = token.keyword, Keyword.clauses.contains(keyword) {
      return (clauseAlone(word, token), nil)
    }
    if ForeignWords.hint(for: word, in: .statement) == nil, let event = EventKind(rawValue: word) {
      return (.eventAsStatement(event, isAlone: next.startsLine, at: token.span), nil)
    }
    guard let meant = Suggestion.best(for: word, in: .statement, among: Keyword.statements) else {
      if next.kind == .dot, following.kind == .word {
        return (.receiver(word, at: token.span, before: following.start), nil)
      }
      return (.unknownStatement(word, at: token.span), nil)
    }
    let keyword = Keyword.statement(meant.replacement)
    if keyword == .repeat, next.kind == .openBrace {
      let endless = Suggestion("repeat forever", meant.explanation)
      return (.misspeltStatement(word, endless, at: token.span), keyword)
    }
    if keyword == .repeat, let report = loopOfOne(word, meant, at: token) { return (report, nil) }
    if next.kind == .dot, following.kind == .word {
      return (.receiver(word, at: token.span, before: following.start), nil)
    }
    var report = Diagnostic.misspeltStatement(word, meant, at: token.span)
    // It does not stand there, whatever it is called.
    if nesting.depth > 0, keyword?.isDeclaration == true { report.fixIts = [] }
    return (report, keyword)
  }

  /// The report of `token`, the name of a value or a function, which stands alone as a statement;
  /// nil if it is none.
  private func valueAlone(_ token: Token, followedBy next: Token) -> Diagnostic? {
    guard next.startsLine || [.end, .semicolon, .closeBrace, .plus].contains(next.kind) else {
      return nil
    }
    let isFunction = isDeclared(token.symbol, by: [.function])
    guard isFunction || isDeclaredAsValue(token.symbol) else { return nil }
    let name = text(of: token.span)
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(name)'", at: token.span,
      notes: [
        isFunction
          ? "'\(name)' is a function: its value is used in an expression, as in 'log \(name)(…)'"
          : "'\(name)' is a value: it is used in an expression, as in 'log \(name)'"
      ])
  }

  /// The report of a loop of one statement without braces, as in `loop sound "tick.wav"`, which
  /// begins with the foreign `word` at `first`; nil if none stands here.
  private func loopOfOne(_ word: String, _ meant: Suggestion, at first: Token) -> Diagnostic? {
    guard token.keyword?.beginsStatement == true, !token.startsLine, word != "times",
      let last = restOfLine().last
    else { return nil }
    var report = Diagnostic.misspeltStatement(word, meant, at: first.span)
    // What is declared stands in no loop.
    if token.keyword?.isDeclaration == true {
      report.fixIts = []
      return report
    }
    let statement = text(of: SourceSpan(token.start, last.end))
    let ours = "repeat forever { \(statement) }"
    report.fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
    return mends(report.fixIts[0], report) ? report : nil
  }

  private func isFollowedByAssign(_ sign: Token) -> Bool {
    [.plus, .minus, .times, .divide].contains(sign.kind)
      && lexer.byte(Int(sign.end - lexer.base)) == 0x3D
  }

  // MARK: - Parts

  /// The report of a value that does not stand here.
  func missingValue() -> Diagnostic {
    let sign = lastToken(from: reading.start)
    if at(.times), sign.kind == .times, sign.end == token.start {
      return Diagnostic(
        .expectedExpression, "expected a value, found '*'", at: token.span,
        notes: ["a power is written as a product: 'a * a'"])
    }
    return .expectedExpression(
      describeToken(), at: place, fixIts: at(.openBrace) ? poseFixes(from: token.start) : [])
  }

  /// The report of a word that is no value.
  func misplaced(_ keyword: Keyword) -> Diagnostic {
    if let again = firstWordAgain() ?? clauseBehindClause(keyword) { return again }
    if Direction(keyword) != nil { return directionBefore([""]) }
    let comma = lastToken(from: reading.start)
    if comma.kind == .comma, keyword.beginsStatement, keyword == self.keyword(at: reading.start) {
      return Diagnostic(
        .trailingText, "the statement ends before ','", at: comma.span,
        notes: ["statements of one line are separated by ';'"],
        fixIts: [FixIt("write ';'", comma.span, ";")])
    }
    if keyword == .camera, context.readsWorld,
      text(of: following.span) == ReadingWord.recording.rawValue
    {
      let gap = SourceSpan(token.start, following.start)
      return .superfluousWord(
        "a value", keyword.spelling, before: ReadingWord.recording.rawValue, at: token.span, gap)
    }
    let fixIts = keyword.axis == nil ? [] : poseFixes(from: token.start)
    var report = Diagnostic.keywordAsValue(keyword.spelling, at: token.span, fixIts: fixIts)
    if keyword.axis != nil, fixIts.isEmpty, context.readsWorld || context.inCondition {
      report = .axisAsValue(keyword, at: token.span)
    }
    return report
  }

  /// The report of a direction before its angle; `words` lead in the angle.
  func directionBefore(_ words: [String]) -> Diagnostic {
    let direction = tokenText
    let next = following
    let isNumber = next.kind == .number && !next.startsLine
    let number =
      lexer.text(Int(next.start - lexer.base), Int(next.end - lexer.base))
      + (next.isBare ? "deg" : "")
    let whole = SourceSpan(token.start, next.end)
    return .directionBefore(
      direction, at: token.span,
      fixIts: isNumber
        ? words.map {
          FixIt("write '\($0)\(number) \(direction)'", whole, "\($0)\(number) \(direction)")
        }
        : [])
  }

  /// The report of an axis that does not stand here.
  func missingAxis() -> Diagnostic {
    let axes = ["pan", "tilt", "roll", "yaw", "pitch"]
    let word = wordHere
    return .unknownWord(
      "an axis", found: describeToken(), suggestion(for: word?.text, axes, .axis), [],
      notes: ["the axes are 'pan', 'tilt' and 'roll'"], at: word?.span ?? place,
      isTight: isTight(word?.span))
  }

  /// The report of a word behind a point that names no part of `value`.
  func missingPart(of value: NodeID) -> Diagnostic {
    let word = wordHere
    let isPerson =
      tree[value].kind == .subject
      ? tree[value].flags != SubjectWord.object.rawValue
      : tree[value].kind == .name && keyword(at: tree[value].start) == .person
    guard isPerson, context.readsWorld else { return missingAxis() }
    let parts = SubjectPart.allCases.map(\.rawValue)
    return .unknownWord(
      "what to read of a person", found: describeToken(),
      suggestion(for: word?.text, parts, .axis), [],
      notes: ["it is 'pan', 'tilt' or 'looking'"], at: word?.span ?? place,
      isTight: isTight(word?.span))
  }

  /// The report of a pose without its axes.
  func missingPose() -> Diagnostic { .poseWithoutAxes(found: describeToken(), at: place) }

  /// The report of an axis that does not stand in the pose that begins at `start`.
  func missingPoseAxis(in start: UInt32) -> Diagnostic {
    guard token.kind == .word else {
      return .expected(
        "an axis", found: describeToken(), at: place,
        notes: ["a pose names its axes, as in 'pose(pan: 30deg left, tilt: 5deg up)'"],
        fixIts: poseFixes(from: start))
    }
    return missingAxis()
  }

  /// The report of the colon that does not follow an axis of the pose that begins at `start`.
  func missingPoseColon(in start: UInt32) -> Diagnostic {
    let report = missing(.colon, "':'")
    let fixIts = poseFixes(from: start)
    return fixIts.isEmpty
      ? report : .expected("':'", found: describeToken(), at: place, fixIts: fixIts)
  }

  /// The report of a string that does not stand here; plain words are put in quotes.
  ///
  /// - Parameter ending: what a text without a point is to end in.
  func missingString(_ what: String, ending: String = "") -> Diagnostic {
    let start = Int(token.start - lexer.base)
    let length = lexer.bytes[start...].prefix {
      Lexer.continuesWord($0) || $0 >= 0x80 || $0 == 0x2E || $0 == 0x2F || $0 == 0x2D
    }.count
    guard token.kind == .word, !token.startsLine, length <= 64 else {
      return .expected(what, found: describeToken(), at: place)
    }
    let text = lexer.text(start, start + length)
    let span = lexer.span(start, start + length)
    if isDeclaredAsValue(token.symbol) {
      return .expected(
        what, found: "'\(text)'", at: span,
        notes: ["no name or parameter can stand for it: it is written out"])
    }
    let ours = "\"\(text)\(text.contains(".") ? "" : ending)\""
    return .expected(
      what, found: "'\(text)'", at: span, fixIts: [FixIt("write '\(ours)'", span, ours)])
  }

  /// The report of a comparison that goes on with another one.
  func chainedComparison(
    _ first: Operator, _ second: Operator, between middle: NodeID
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
  /// True if it asks which of two is the greater.
  fileprivate var ordersQuantities: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}
