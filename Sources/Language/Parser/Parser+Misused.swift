import Diagnosis
import Vocabulary

// What belongs elsewhere: a live value in a condition, a direction that needs brackets, a range in
// brackets, a time after what takes none.

extension Parser {
  // MARK: - Events

  /// The report of an event in the current condition, where only values stand; nil if none does.
  func liveValue() -> Diagnostic? {
    if let state = stateInPlainEnglish() { return state }
    var ahead = lookahead(from: reading.start)
    guard let keyword = ahead.next().keyword, keyword == .if || keyword == .repeat else {
      return nil
    }
    var token = ahead.next()
    while token.start < self.token.start, token.kind != .end {
      if let event = term(EventKind.self, token), !isDeclaredAsValue(token.symbol) {
        let isRead = ReadingWord(rawValue: event.rawValue) != nil
        let next = ahead.next()
        let isHere = next.start == self.token.start
        if event == .battery, isHere, at(.below) { return .belowInCondition(at: next.span) }
        if event == .person, isHere, at(.lost) {
          return .lostInCondition(at: SourceSpan(token.start, next.end))
        }
        if event == .person, isHere, at(.pan) || at(.tilt), !self.token.startsLine {
          let words = SourceSpan(token.start, next.end)
          return .foreignClause(
            text(of: words), "person.\(tokenText)", note: "what is read of somebody has a point",
            at: words)
        }
        if !isRead { return .liveValue(event, at: token.span) }
        token = next
        continue
      }
      token = ahead.next()
    }
    return nil
  }

  var isComparison: Bool { isComparison(token.kind) }

  /// True if `kind` is a sign that compares two values.
  func isComparison(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
    default: false
    }
  }

  // MARK: - Directions

  /// The change that puts brackets around the value with a direction that ends here, where a
  /// calculation goes on after it; nil if none does.
  var bracketsAroundDirected: FixIt? {
    guard directed.end == previousEnd, directed.end > directed.start, !token.startsLine else {
      return nil
    }
    switch token.kind {
    case .plus, .minus, .times, .divide: break
    case .word where token.isKeyword(.and) || token.isKeyword(.or): break
    default: if !isComparison { return nil }
    }
    return brackets(around: directed, andBehind: token)
  }

  /// The report of the current direction behind a product that is a time, as in `100ms * i up`;
  /// nil if none stands here.
  var directionBehindTime: Diagnostic? {
    guard let direction = keywordHere, Direction(direction) != nil else { return nil }
    let last = lastToken(from: reading.start)
    let sign = lastToken(from: reading.start, before: last)
    let first = lastToken(from: reading.start, before: sign)
    guard sign.kind == .times || sign.kind == .divide,
      [first, last].contains(where: { $0.kind == .number && $0.dimension == .time })
    else { return nil }
    var report = Diagnostic.directionOfNothing("a time", at: token.span)
    report.fixIts = [
      FixIt("remove '\(tokenText)'", SourceSpan(previousEnd, token.end), "")
    ]
    return report
  }

  /// The report of the current direction behind a speed or an acceleration that has none, as in
  /// `limit pan at 20deg/s left`; nil if none stands here.
  func directionOfSpeed(of statement: Keyword?) -> Diagnostic? {
    guard let direction = keywordHere, Direction(direction) != nil,
      statement != .spin, statement != .ramp
    else { return nil }
    let leads = restOfLine(from: reading.start).prefix { $0.start < token.start }.filter { lead in
      lead.keyword.map { Keyword.clauses.contains($0) || $0 == .acceleration || $0 == .jerk }
        == true
    }
    let without: [Keyword] = [.at, .acceleration, .jerk]
    guard let word = leads.last, let keyword = word.keyword, without.contains(keyword),
      word.end < previousEnd
    else { return nil }
    return Diagnostic(
      .directionOfNothing, "what follows '\(keyword.spelling)' has no direction", at: token.span,
      notes: ["it holds for both directions"],
      fixIts: [FixIt("remove '\(tokenText)'", SourceSpan(previousEnd, token.end), "")])
  }

  /// The report of the current direction behind a word that is no value, as in `face happy left`;
  /// nil if none stands here.
  func directionOfWord(of statement: Keyword?) -> Diagnostic? {
    let without: [Keyword] = [.face, .camera, .tracking, .animate, .frame]
    let word = lastToken(from: reading.start)
    guard statement.map(without.contains) != false, let direction = keywordHere,
      Direction(direction) != nil, word.kind == .word
    else { return nil }
    return .superfluous(
      tokenText, at: token.span, whole: SourceSpan(previousEnd, token.end),
      "only an angle or a speed has a direction")
  }

  /// The change that puts brackets around the current direction and the operand before it, where
  /// the direction ends a calculation; nil if no operand stands before it.
  var bracketsAroundOperand: FixIt? {
    guard let direction = keywordHere, Direction(direction) != nil else { return nil }
    let operand = lastToken(from: reading.start)
    if operand.isKeyword(.person) || operand.isKeyword(.object) { return nil }
    let before = lastToken(from: reading.start, before: operand)
    if before.isKeyword(.person) || before.isKeyword(.object) { return nil }
    switch operand.kind {
    case .number where [.angle, .speed].contains(operand.dimension): break
    case .word where operand.keyword?.isReserved != true: break
    default: return nil
    }
    var ahead = lookahead(from: token.end)
    let (span, other) = (SourceSpan(operand.start, token.end), ahead.next())
    return other.isKeyword(.else)
      ? brackets(around: span, andBehind: other) : brackets(around: span)
  }

  /// The change that puts brackets around `span`, and around a number with a direction behind
  /// `sign`, if one stands there: else its direction would be one of both.
  private func brackets(around span: SourceSpan, andBehind sign: Token) -> FixIt {
    let first = brackets(around: span)
    var ahead = lookahead(from: sign.end)
    let (value, word) = (ahead.next(), ahead.next())
    guard value.kind == .number, word.end <= restOfLine().last?.end ?? 0,
      word.keyword.map({ Direction($0) != nil }) == true
    else { return first }
    let second = brackets(around: SourceSpan(value.start, word.end))
    return FixIt("put brackets around both", first.edits + second.edits)
  }

  private func brackets(around span: SourceSpan) -> FixIt {
    .brackets(
      around: span, lexer.text(Int(span.start - lexer.base), Int(span.end - lexer.base)))
  }

  // MARK: - Clauses and points

  /// The report of a clause at `word` without its statement, or before it, as in
  /// `over 2s pan to 20deg right`.
  func clauseAlone(_ text: String, _ word: Token) -> Diagnostic {
    var report = Diagnostic.clauseAlone(text, at: word.span)
    var ahead = lookahead(from: word.end)
    var (last, next) = (word, ahead.next())
    while !next.startsLine, [.number, .word].contains(next.kind), next.keyword?.axis == nil,
      !next.isKeyword(.move)
    {
      (last, next) = (next, ahead.next())
    }
    guard next.kind == .word, !next.startsLine, last.start > word.start else { return report }
    var end = next
    while !next.startsLine, ![.end, .semicolon, .openBrace, .closeBrace].contains(next.kind) {
      end = next
      next = ahead.next()
    }
    let clause = self.text(of: SourceSpan(word.start, last.end))
    let move = self.text(of: SourceSpan(last.end, end.end)).drop { $0 == " " }
    report.fixIts = [
      FixIt("write '\(move) \(clause)'", SourceSpan(word.start, end.end), "\(move) \(clause)")
    ]
    return report
  }

  /// The report of the current word `keyword`, which leads in a clause and stands behind one that
  /// does, as in `over for 2s`; nil if no value follows it, or it stands elsewhere.
  func clauseBehindClause(_ keyword: Keyword) -> Diagnostic? {
    let next = following
    guard reading.start < token.start, Keyword.clauses.contains(keyword), !next.startsLine else {
      return nil
    }
    let first = lastToken(from: reading.start)
    guard let clause = first.keyword, Keyword.clauses.contains(clause) else { return nil }
    let isTime = next.kind == .number && next.dimension == .time
    let fits = next.kind == .number && isTime == [.over, .for].contains(clause)
    guard fits || next.kind == .word && clause == keyword else { return nil }
    return .superfluousWord(
      keyword.spelling, at: token.span, whole: SourceSpan(token.start, next.start),
      "the value stands right behind '\(clause.spelling)'")
  }

  /// The report of a point at the end of a statement.
  func pointAtEnd() -> Diagnostic {
    let point = SourceSpan(previousEnd - 1, previousEnd)
    return Diagnostic(
      .trailingText, "the statement ends before '.'", at: point,
      notes: ["a statement ends with its line, or with ';'"],
      fixIts: [FixIt("remove '.'", point, "")])
  }

  // MARK: - Times

  /// The report of a time after a statement that takes none, as in `face happy for 2s`; nil if
  /// none stands here.
  func timeOfInstant(_ statement: Keyword?) -> Diagnostic? {
    let instant: [Keyword] = [.face, .eyes, .tracking, .frame, .region, .select, .camera]
    guard token.isKeyword(.for), let statement, instant.contains(statement) || statement.isNote
    else { return nil }
    let time = following
    guard time.kind == .number, time.dimension == .time, !time.startsLine else { return nil }
    // A zoom takes time: 'over' is meant.
    var ahead = lookahead(from: reading.start)
    _ = ahead.next()
    if statement == .camera, ahead.next().isKeyword(.zoom) { return nil }
    let text = lexer.text(Int(time.start - lexer.base), Int(time.end - lexer.base))
    let gap = SourceSpan(previousEnd, time.start)
    var notes = ["it takes no time and lasts until the next one; 'wait' lets time pass"]
    if statement == .face { notes = ["a face stays until the next one; 'wait' lets time pass"] }
    return Diagnostic(
      .trailingText, "the statement ends before 'for'", at: token.span, notes: notes,
      fixIts: reading.form == .statement
        ? [FixIt("write '; wait \(text)'", gap, "; wait ")] : [])
  }

  /// The report of a time in several parts, as in `1min 30s` and `1:30`, whose second begins here;
  /// nil if none stands here.
  func timeInParts(from start: UInt32) -> Diagnostic? {
    let first = lastToken(from: start)
    guard first.kind == .number, first.end == previousEnd else { return nil }
    if token.kind == .number, first.dimension == .time, token.dimension == .time {
      let whole = "\(text(of: first.span)) + \(tokenText)"
      return Diagnostic(
        .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
        label: "did you mean '\(whole)'?", notes: ["a time is one number, or a sum of several"],
        fixIts: [FixIt("write '\(whole)'", SourceSpan(first.start, token.end), whole)])
    }
    if token.kind == .number, token.dimension == .time, text(of: first.span).hasSuffix("m"),
      first.dimension == .length
    {
      let whole = "\(text(of: first.span))in + \(tokenText)"
      return Diagnostic(
        .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
        label: "did you mean '\(whole)'?", notes: ["'m' means metres; minutes are 'min'"],
        fixIts: [FixIt("write '\(whole)'", SourceSpan(first.start, token.end), whole)])
    }
    let seconds = following
    guard at(.colon), first.isBare, seconds.kind == .number, seconds.isBare, !seconds.startsLine,
      seconds.value < 60
    else { return nil }
    let (clock, ours) = (
      SourceSpan(first.start, seconds.end),
      "\(text(of: first.span))min + \(text(of: seconds.span))s"
    )
    return Diagnostic(
      .trailingText, "the statement ends before ':'", at: token.span,
      label: "did you mean '\(ours)'?", notes: ["a time has a unit, and is one number or a sum"],
      fixIts: [FixIt("write '\(ours)'", clock, ours)])
  }

  /// The removal of the brackets around what is read, of which the first is at `open`.
  func bracketFixes(from open: SourceSpan) -> [FixIt] {
    var ahead = lookahead(from: token.start)
    var next = ahead.next()
    var depth = 1
    while depth > 0, next.kind != .end, next.kind != .openBrace {
      if next.kind == .openParen { depth += 1 }
      if next.kind == .closeParen { depth -= 1 }
      if depth == 0 {
        let edits = [FixIt.Edit(open, ""), FixIt.Edit(next.span, "")]
        return [FixIt("remove the brackets", edits)]
      }
      next = ahead.next()
    }
    return []
  }
}

extension FixIt {
  /// The change that puts brackets around `text`, which stands at `span`.
  static func brackets(around span: SourceSpan, _ text: String) -> FixIt {
    FixIt(
      "write '(\(text))'",
      [
        Edit(SourceSpan(span.start, span.start), "("), Edit(SourceSpan(span.end, span.end), ")"),
      ])
  }
}

extension Diagnostic {
  /// Reports 'below' where the charge is compared.
  static func belowInCondition(at span: SourceSpan) -> Diagnostic {
    .expected(
      "'<'", found: "'below'", at: span,
      notes: ["'below' belongs to the event; the charge itself is compared"],
      fixIts: [FixIt("write '<'", span, "<")])
  }

  /// Reports 'person lost' where a condition is expected.
  static func lostInCondition(at span: SourceSpan) -> Diagnostic {
    .expected(
      "a condition", found: "the event 'person lost'", at: span,
      notes: ["'person' holds while somebody is seen"],
      fixIts: [FixIt("write 'not person'", span, "not person")])
  }

  /// Reports the word of `event` where a value is expected.
  static func liveValue(_ event: EventKind, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .liveValue, "'\(event.rawValue)' is an event, not a value", at: span,
      label: "known only when it happens",
      notes: [
        "'on \(event.sample) { … }' handles an event, 'wait for \(event.sample)' waits for one"
      ])
  }
}

// Words that stand in the wrong place.

extension Parser {
  /// The report of the direction `word` at the beginning of a line; nil if it is none.
  func directionAlone(_ word: Token) -> Diagnostic? {
    guard let keyword = word.keyword, Direction(keyword) != nil, word.startsLine else { return nil }
    let before = lexer.bytes[..<Int(word.start - lexer.base)]
    let blanks = before.reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let unit = before.dropLast(blanks.count).reversed().prefix {
      ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2F
    }
    let number = before.dropLast(blanks.count + unit.count).last
    let isBehindUnit = !unit.isEmpty && number.map(lexer.isDigit) == true && isAtEnd
    let gap = SourceSpan(word.start - UInt32(blanks.count), word.start)
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(keyword.spelling)'", at: word.span,
      notes: ["a direction stands in the line of its angle, as in '30deg left'"],
      fixIts: isBehindUnit ? [FixIt("write it in one line", gap, " ")] : [])
  }

  /// The report of a 'not' here, behind the reading that it is about; nil if none stands here.
  func negationBehindValue() -> Diagnostic? {
    guard at(.not), !token.startsLine, following.kind == .openBrace else { return nil }
    var word = lastToken(from: reading.start)
    if word.isKeyword(.speaking) { word = lastToken(from: reading.start, before: word) }
    let fixIt = FixIt(
      "write 'not' before it",
      [
        FixIt.Edit(SourceSpan(word.start, word.start), "not "),
        FixIt.Edit(SourceSpan(previousEnd, token.end), ""),
      ])
    let report = Diagnostic.expected(
      "'{'", found: "'not'", at: token.span, notes: ["'not' stands before what it reverses"],
      fixIts: [fixIt])
    return mends(fixIt, report) ? report : nil
  }
}

extension Parser {
  /// The report of a word for how much charge is left, as in `if battery low`; nil if none stands
  /// here.
  func levelInWords() -> Diagnostic? {
    let word = lastToken(from: reading.start)
    guard word.isKeyword(.battery), word.end == previousEnd, !token.startsLine else { return nil }
    let level: String
    switch tokenText {
    case "low", "weak", "empty", "critical", "dying": level = "< 20%"
    case "full", "charged", "high": level = "> 90%"
    default: return nil
    }
    return .expected(
      "'<' or '>'", found: "'\(tokenText)'", at: token.span,
      notes: ["'battery' is the charge of the dock, from 0% to 100%"],
      fixIts: [FixIt("write '\(level)', for example", token.span, level)])
  }
}
