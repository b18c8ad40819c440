import Diagnosis
import Vocabulary

// The diagnostics of text after a complete statement on its line.

extension Parser {
  /// The report of what follows a statement that is complete.
  func trailing(after start: UInt32) -> Diagnostic {
    let statement = keyword(at: start)
    return trailingClause(of: statement, after: start) ?? trailingJoint(of: statement, after: start)
      ?? trailingValue(of: statement, after: start) ?? trailingOwn(of: statement, after: start)
      ?? trailingState(of: statement) ?? trailingToken(of: statement, after: start)
      ?? .trailing(tokenText, at: token.span, fixIts: [])
  }

  /// The report of what may follow most statements elsewhere: how often they are done, what leads
  /// to them; nil if it is nothing such.
  private func trailingClause(of statement: Keyword?, after start: UInt32) -> Diagnostic? {
    if reading.form == .sceneLine, let report = jointInScene() ?? commaInPlace() { return report }
    return unknownState() ?? clauseBehindHandler(start) ?? repetitionBehind(start)
      ?? leadBehind(start) ?? directionBehindComma() ?? remainderWithoutBlanks(from: start)
      ?? (statement == .expect ? trailingExpectation(after: start) : nil)
  }

  /// The report of a word or a comma that joins something to the statement at `start`; nil if none
  /// stands here.
  private func trailingJoint(of statement: Keyword?, after start: UInt32) -> Diagnostic? {
    let isJoint = token.kind == .word && PlainWords.canLeaveOut(tokenText, .joint)
    if isJoint || at(.comma), let report = repeated(statement) { return report }
    return isJoint ? joint(after: start) : nil
  }

  /// The report of what belongs to the last value of the statement at `start`; nil if it does not.
  private func trailingValue(of statement: Keyword?, after start: UInt32) -> Diagnostic? {
    if let fixIt = bracketsAroundDirected {
      return .bracketsMissing(describeToken(), at: token.span, fixIt)
    }
    return timeOfInstant(statement) ?? timeInParts(from: start) ?? unitOfName(from: start)
      ?? valueByChoice(from: start) ?? functionWithoutBrackets(from: start)
  }

  /// The report that the statement at `start`, which `keyword` begins, has of its own, in its file;
  /// nil if it has none.
  private func trailingOwn(of keyword: Keyword?, after start: UInt32) -> Diagnostic? {
    switch keyword {
    case .animate: trailingAnimate()
    case .camera: trailingCamera(after: start)
    case .every: trailingEvery(after: start)
    case .eyes: trailingEyes(after: start)
    case .face: trailingFace(after: start)
    case .follow: trailingFollow(after: start)
    case .log: trailingLog(after: start)
    case .select: trailingSelect()
    case .sound: trailingSound(after: start)
    case .stop: trailingStop(after: start)
    case .wait: trailingWait(after: start)
    default: nil
    }
  }

  /// The report of a state in plain English, or of a length of what has none; nil if neither stands
  /// here.
  private func trailingState(of statement: Keyword?) -> Diagnostic? {
    if let report = stateInPlainEnglish() { return report }
    guard let statement, [.eyes, .select, .tracking, .frame, .face].contains(statement), isForever
    else { return nil }
    return superfluous("it takes no time and lasts until the next one")
  }

  /// The report of the current token by its kind; nil if nothing more is known of it.
  private func trailingToken(of statement: Keyword?, after start: UInt32) -> Diagnostic? {
    switch token.kind {
    case .comma: trailingComma(of: statement, after: start)
    case .closeParen: unmatchedBrackets()
    case .openParen where following.kind == .closeParen && !token.startsLine:
      .superfluous(
        "()", at: SourceSpan(token.start, following.end),
        whole: SourceSpan(previousEnd, following.end), "only gestures and functions have brackets")
    case .number:
      lengthOfFault(statement, after: start) ?? trailingNumber(of: statement, from: start)
    case .word: trailingKeyword(of: statement, after: start)
    case .openBrace:
      blockBesideBlock(statement, from: start)
        ?? (reading.form == .branch && !token.startsLine ? semicolonMissing : nil)
    default: nil
    }
  }

  /// The report of a comma; nil if nothing is known of what it separates.
  private func trailingComma(of statement: Keyword?, after start: UInt32) -> Diagnostic? {
    if reading.form == .branch, joint(after: start) == nil, following.kind == .number {
      var report = Diagnostic.trailing(tokenText, at: token.span, fixIts: [])
      report.notes = ["options and branches are separated by ';' or stand on lines of their own"]
      return report
    }
    let isValue = statement == .let && following.keyword?.beginsStatement != true
    return decimalComma ?? placeInParts(from: start)
      ?? (isValue ? .severalValues(at: token.span) : joint(after: start))
  }

  /// The report of a length of a fault of a scene; nil if no fault stands before it.
  private func lengthOfFault(_ statement: Keyword?, after start: UInt32) -> Diagnostic? {
    guard statement == .at, term(FaultName.self, lastToken(from: start)) != nil else { return nil }
    var report = Diagnostic.trailing(tokenText, at: token.span, fixIts: [])
    report.notes = ["a fault has no length: 'late' is 300 ms, 'stall' and 'flapped' are 1 s"]
    return report
  }

  /// The report of a word.
  private func trailingKeyword(of statement: Keyword?, after start: UInt32) -> Diagnostic {
    if at(.else) { return .elseWithoutIf(at: token.span) }
    if at(.finally), lastToken(from: start).kind == .closeBrace {
      return .finallyBehindBlock(at: token.span)
    }
    if statement == .at { return trailingInScene(tokenText) }
    let isClause = token.keyword?.counterpart(in: statement?.clauses ?? []) != nil
    if token.keyword?.beginsStatement == true, !isClause { return semicolonMissing }
    if statement == .use { return namesWithoutBrackets(tokenText) }
    return trailingWord(tokenText, of: statement, from: start)
  }

  /// The report of a statement, or of a branch, right behind another one.
  private var semicolonMissing: Diagnostic {
    let gap = SourceSpan(previousEnd, token.start)
    return .trailing(
      tokenText, at: token.span, fixIts: [FixIt("write ';' before it", gap, "; ")])
  }

  /// The report of the current word as one too many, with the reason `why`.
  func superfluous(_ why: String) -> Diagnostic {
    .superfluous(tokenText, at: token.span, whole: SourceSpan(previousEnd, token.end), why)
  }

  /// The report of the parts of a pose without their axes, as in `move to 20deg left, 5deg up`, of
  /// the statement at `start`; nil if it says something else.
  private func placeInParts(from start: UInt32) -> Diagnostic? {
    let words = restOfLine(from: start)
    guard words.count > 3, words[0].isKeyword(.move), words[1].isKeyword(.to) else { return nil }
    var (parts, end): ([String], UInt32) = ([], words[1].end)
    for part in words.dropFirst(2).split(whereSeparator: { $0.kind == .comma }) {
      guard let number = part.first, number.kind == .number, number.dimension == .angle,
        let word = part.dropFirst().first?.keyword, let direction = Direction(word)
      else { return nil }
      end = part[part.startIndex + 1].end
      let axis = ["pan", "tilt", "roll"][Int(direction.axis)]
      parts.append("\(axis): \(text(of: SourceSpan(number.start, end)))")
    }
    let ours = "pose(\(parts.joined(separator: ", ")))"
    return Diagnostic(
      .trailingText, "the statement ends before ','", at: token.span,
      label: "did you mean '\(ours)'?", notes: ["a pose names its axes"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(words[2].start, end), ours)])
  }

  /// The report of how often the statement at `start` is to be done, as in `animate yes 3 times`,
  /// `animate yes x3` and `animate yes repeat 3`; nil if nothing such stands here.
  private func repetitionBehind(_ start: UInt32) -> Diagnostic? {
    // What takes no time is done once; of 'eyes blink' there is a report of its own.
    let instant: [Keyword] = [.eyes, .face, .tracking, .frame, .region, .select, .log, .expect]
    let statement = keyword(at: start)
    guard reading.form == .statement, statement.map(instant.contains) != true else { return nil }
    let rest = restOfLine()
    guard let count = count(in: rest), let last = rest.last else { return nil }
    let ours = "repeat \(count) { \(text(of: SourceSpan(start, previousEnd))) }"
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["how often something is done stands before its block"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, last.end), ours)])
  }

  /// The report of a unit behind a name or a bracket, as in `log n deg`; nil if none stands here.
  private func unitOfName(from start: UInt32) -> Diagnostic? {
    guard at(.word), !token.startsLine, token.keyword == nil,
      let unit = Unit(tokenText), unit != .x
    else { return nil }
    let last = lastToken(from: start)
    guard last.kind == .word && last.keyword == nil || last.kind == .closeParen else { return nil }
    let ours = " * 1\(tokenText)"
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["a unit follows a number; a value gets it by a product, as in 'n * 1deg'"],
      fixIts: [FixIt("write '* 1\(tokenText)'", SourceSpan(previousEnd, token.end), ours)])
  }

  /// The report of a choice behind the value that it chooses, as in
  /// `let reach = 5deg if near else 9deg`; nil if none stands here.
  private func valueByChoice(from start: UInt32) -> Diagnostic? {
    guard at(.if), keyword(at: start) == .let else { return nil }
    let words = restOfLine(from: start)
    guard words.count > 3, words[2].kind == .assign,
      let place = words.firstIndex(where: { $0.isKeyword(.else) }),
      words[place - 1].start > token.start
    else { return nil }
    let value = text(of: SourceSpan(words[3].start, previousEnd))
    let condition = text(of: SourceSpan(following.start, words[place - 1].end))
    let ours = "if \(condition) then \(value) else"
    return Diagnostic(
      .trailingText, "the statement ends before 'if'", at: token.span,
      notes: ["a value is chosen as in 'if a > b then 1s else 2s'"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(words[3].start, words[place].end), ours)])
  }

  /// The report of a value right behind the name of a function, as in `pan to random 20deg`; nil if
  /// none stands here.
  private func functionWithoutBrackets(from start: UInt32) -> Diagnostic? {
    let name = lastToken(from: start)
    guard token.kind == .number, !token.startsLine, name.kind == .word,
      keyword(at: start) != .face,
      let function = Builtin.allCases.first(where: { $0.name == text(of: name.span) })
    else { return nil }
    let ours = "\(function.name)(\(tokenText))"
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["the values of a function stand in brackets, \(Builtin.usage(of: function.name))"],
      fixIts: function.arity == 1...1
        ? [FixIt("write '\(ours)'", SourceSpan(name.start, token.end), ours)] : [])
  }

  /// How often `words` say that something is done, as in '3 times', 'x3' and 'twice'; nil if they
  /// say anything else.
  func count(in words: [Token]) -> Int? {
    let words = words.map { text(of: $0.span).lowercased() }
    let count: String?
    switch words.count {
    case 1 where words[0].first == "x": count = String(words[0].dropFirst())
    case 1 where words[0].hasSuffix("x"): count = String(words[0].dropLast())
    case 1: count = ["once": "1", "twice": "2", "thrice": "3"][words[0]]
    case 2 where ["times", "time", "x"].contains(words[1]): count = words[0]
    case 2 where words[0] == Keyword.repeat.spelling: count = words[1]
    case 3 where words[0] == Keyword.repeat.spelling && words[2] == "times": count = words[1]
    default: count = nil
    }
    return count.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The report of a number right behind a share, as in `7%3`; nil if none stands here.
  private func remainderWithoutBlanks(from start: UInt32) -> Diagnostic? {
    let last = lastToken(from: start)
    guard token.kind == .number, last.kind == .number, last.end == token.start,
      text(of: last.span).hasSuffix("%")
    else { return nil }
    let sign = SourceSpan(last.end - 1, last.end)
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["'7%' is a share; with blanks around it, '%' gives the remainder: '7 % 3'"],
      fixIts: [FixIt("write ' % '", sign, " % ")])
  }

  /// The report of a comma between an angle and its direction; nil if none stands here.
  private func directionBehindComma() -> Diagnostic? {
    let next = following
    guard at(.comma), let keyword = next.keyword, Direction(keyword) != nil, !next.startsLine else {
      return nil
    }
    return Diagnostic(
      .trailingText, "the statement ends before ','", at: token.span,
      notes: ["a direction follows its angle without a comma"],
      fixIts: [FixIt("remove ','", SourceSpan(token.start, token.end), "")])
  }

  /// The report of the current bracket, and of those directly after it, which close nothing.
  func unmatchedBrackets() -> Diagnostic {
    var (end, count) = (token.end, 1)
    var ahead = lookahead(from: end)
    var next = ahead.next()
    while next.kind == .closeParen, !next.startsLine {
      (end, count) = (next.end, count + 1)
      next = ahead.next()
    }
    return .unmatchedClosing(")", at: token.span, all: SourceSpan(token.start, end), count)
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

  /// The report of a part of a place without the comma before it, as in
  /// `person ada at 20deg right 3deg up`; nil if none stands here.
  private func commaInPlace() -> Diagnostic? {
    let last = lastToken(from: reading.start)
    guard token.kind == .number, !token.startsLine,
      last.isKeyword(.away) || last.keyword.flatMap(Direction.init) != nil
    else { return nil }
    let gap = SourceSpan(previousEnd, previousEnd)
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["commas separate the parts of a place"], fixIts: [FixIt("write ','", gap, ",")])
  }

  /// The report of a word after a line of a scene.
  private func trailingInScene(_ found: String) -> Diagnostic {
    var report = Diagnostic.trailing(found, at: token.span, fixIts: [])
    if ["screen", "phone", "display", "once"].contains(found), nextEnds(behind: token) {
      report.notes = ["it happens once, and an app takes a touch anywhere on its screen"]
      report.fixIts = [FixIt("remove '\(found)'", SourceSpan(previousEnd, token.end), "")]
    }
    if lastToken(from: reading.start).isKeyword(.looks), let last = restOfLine().last {
      report.notes = ["a person looks at the camera unless the scene says 'away'"]
      if at(.at) {
        let rest = SourceSpan(previousEnd, last.end)
        report.fixIts = [FixIt("remove it", rest, "")]
      }
    }
    if token.isKeyword(.for) {
      report.notes = ["only a button has a length, as in 'hold button 1 for 2s'"]
      var ahead = lookahead(from: reading.start)
      var verb = ahead.next()
      while verb.end < previousEnd, !verb.isKeyword(.press) { verb = ahead.next() }
      if verb.isKeyword(.press) { report.fixIts = [FixIt("write 'hold'", verb.span, "hold")] }
    }
    return report
  }

  /// The token before the present one in the statement at `start`.
  func lastToken(from start: UInt32) -> Token {
    var ahead = lookahead(from: start)
    var last = ahead.next()
    while last.end < previousEnd, last.kind != .end { last = ahead.next() }
    return last
  }

  /// The token before `word` in the statement at `start`.
  func lastToken(from start: UInt32, before word: Token) -> Token {
    var ahead = lookahead(from: start)
    var last = ahead.next()
    while true {
      let next = ahead.next()
      if next.start >= word.start || next.kind == .end { return last }
      last = next
    }
  }

  /// The easing that is meant by the hyphenated words at `span`, if any is.
  private func easing(at span: SourceSpan) -> String? {
    guard span.end > token.end || ForeignWords.hint(for: tokenText, in: .clause) == nil else {
      return nil
    }
    let word = lexer.text(Int(span.start - lexer.base), Int(span.end - lexer.base))
    let meant = ForeignWords.hint(for: word, in: .easing)?.replacement
    let ours =
      meant ?? (span.end > token.end ? Suggestion.nearest(to: word, in: EasingName.spellings) : nil)
    return ours == EasingName.bezier.rawValue ? nil : ours
  }

  /// The report of a number after a statement that has no word before it.
  private func trailingNumber(of statement: Keyword?, from start: UInt32) -> Diagnostic? {
    var clauses = statement?.clauses ?? []
    if statement == .at { clauses = [.for] }
    let clause: Keyword? =
      switch token.dimension {
      case .time: [.over, .for].first(where: clauses.contains)
      case .speed where clauses.contains(.to), .frequency: clauses.first { $0 == .at }
      default: nil
      }
    let last = lastToken(from: start)
    if last.kind == .word, last.start > start,
      let hint = ForeignWords.hint(for: text(of: last.span), in: .clause),
      hint.replacement == clause?.spelling
    {
      return .superfluous(
        text(of: last.span), at: last.span, whole: SourceSpan(last.start, token.start),
        hint.explanation)
    }
    guard let clause, token.kind == .number, !token.isBare else { return nil }
    if last.kind == .word, lastToken(from: start, before: last).isKeyword(clause) {
      // The clause has its word; what stands in the place of its value is one too many.
      if isDeclaredAsValue(last.symbol) { return nil }
      return .superfluousWord(
        text(of: last.span), at: last.span, whole: SourceSpan(last.start, token.start),
        "the value stands right behind '\(clause.spelling)'")
    }
    let here = SourceSpan(token.start, token.start)
    return .trailing(
      tokenText, at: token.span, meant: "\(clause.spelling) \(tokenText)",
      fixIts: [FixIt("write '\(clause.spelling) \(tokenText)'", here, clause.spelling + " ")])
  }

  private func trailingWord(
    _ found: String, of statement: Keyword?, from start: UInt32
  ) -> Diagnostic {
    let clauses = statement?.clauses ?? []
    if let keyword = token.keyword {
      if let ours = keyword.counterpart(in: clauses), ours != keyword {
        return .foreignClause(found, ours.spelling, at: token.span)
      }
      if statement == .wait, keyword == .at, following.keyword == .most {
        let here = SourceSpan(token.start, token.start)
        return .expected(
          "'for at most'", found: "'at most'", at: token.span,
          fixIts: [FixIt("write 'for at most'", here, "for ")])
      }
      if Keyword.clauses.contains(keyword) {
        return .clauseNotAllowed(found, in: statement, at: token.span)
      }
      if Direction(keyword) != nil {
        if let report = directionBehindTime ?? directionOfSpeed(of: statement)
          ?? directionOfWord(of: statement)
        {
          return report
        }
        let isSecond = lastToken(from: start).keyword.map { Direction($0) != nil } ?? false
        return isSecond && statement?.takesDirection == true
          ? .directionTwice(at: token.span, whole: SourceSpan(previousEnd, token.end))
          : bracketsAroundOperand.map { .bracketsMissing("'\(found)'", at: token.span, $0) }
            ?? (statement?.takesDirection == true
              ? .misplacedDirection(found, at: token.span)
              : .trailing(found, at: token.span, fixIts: []))
      }
    }
    if clauses.contains(.easing), term(EasingName.self, token) != nil {
      return .easingWithoutWord(found, at: token.span)
    }
    let whole = hyphenated(token)
    if clauses.contains(.easing), let easing = easing(at: whole) {
      return .trailing(
        text(of: whole), at: whole, meant: "easing \(easing)",
        fixIts: [FixIt("write 'easing \(easing)'", whole, "easing \(easing)")])
    }
    let next = following
    if let hint = ForeignWords.hint(for: found, in: .clause), !next.startsLine,
      let keyword = next.keyword,
      clauses.contains(keyword) || keyword.spelling == hint.replacement
    {
      return .superfluous(
        found, at: token.span, whole: SourceSpan(previousEnd, token.end), hint.explanation)
    }
    let directions = Direction.allCases.map { String(describing: $0) }
    let known = clauses.map(\.spelling) + (statement?.takesDirection == true ? directions : [])
    if statement == .expect, let report = expectedSpeed(from: start) { return report }
    for context in [ForeignWords.Context.direction, .clause, .op] {
      guard let hint = ForeignWords.hint(for: found, in: context),
        context == .op || known.contains(hint.replacement) || context == .clause && known.isEmpty
      else { continue }
      let isOfMove = Keyword.clauses.contains { $0.spelling == hint.replacement }
      if context == .clause, known.isEmpty, isOfMove {
        return .clauseNotAllowed(found, in: statement, at: token.span)
      }
      return .foreignClause(found, hint.replacement, note: hint.explanation, at: token.span)
    }
    let joining = statement.map { [.let, .expect, .if].contains($0) } == true ? ["and", "or"] : []
    let nearest = Suggestion.nearest(to: found, in: known + joining)
    return .trailing(
      found, at: token.span, meant: nearest,
      fixIts: nearest.map { [FixIt("write '\($0)'", token.span, $0)] } ?? [])
  }

  /// The report of what a joint or a comma adds to a `statement` that has one word, as in
  /// `face happy, sad`: one more such statement; nil if it is anything else.
  func repeated(_ statement: Keyword?) -> Diagnostic? {
    guard let statement, [.face, .eyes, .animate, .frame].contains(statement) else { return nil }
    let next = following
    guard next.kind == .word, !next.startsLine else { return nil }
    let ours = "; \(statement.spelling) "
    let fixIt = FixIt("write '\(ours)'", SourceSpan(previousEnd, next.start), ours)
    let report = Diagnostic.trailing(tokenText, at: token.span, fixIts: [fixIt])
    return mends(fixIt, report) ? report : nil
  }
}
