import Diagnosis
import Vocabulary

// The diagnostics of blocks that do not begin, and of brackets that do not open or close.

extension Parser {
  /// The report of a block that does not begin here.
  func missingBlock() -> Diagnostic {
    if let live = unknownState() ?? whileBehindNumber() ?? signInWords() ?? liveValue()
      ?? levelInWords()
    {
      return live
    }
    if let report = directionBehindTime ?? directionBeforeAngle ?? signBeforeBlock { return report }
    if let fixIt = bracketsAroundOperand {
      return .bracketsMissing("'\(tokenText)'", at: token.span, fixIt)
    }
    if at(.word), !token.startsLine, token.keyword == nil,
      let sign = ForeignWords.hint(for: tokenText, in: .op)
    {
      let next = following
      if sign.replacement == "==", next.isKeyword(.not), !next.startsLine {
        let whole = SourceSpan(token.start, next.end)
        return .foreignClause(text(of: whole), "!=", note: sign.explanation, at: whole)
      }
      return .foreignClause(tokenText, sign.replacement, note: sign.explanation, at: token.span)
    }
    if at(.comma), keyword(at: reading.start) == .for,
      restOfLine(from: reading.start).contains(where: { $0.kind == .range })
    {
      return .expected(
        "'{'", found: "','", at: token.span,
        notes: ["a loop goes through one range, '1..3', or through a list, '1, 3, 5'"])
    }
    if lastToken(from: reading.start).isKeyword(.mode), at(.word) {
      return .expected(
        "'{'", found: describeToken(), at: place,
        notes: ["no condition reads the mode: what a mode does stands in its block"])
    }
    if keyword(at: reading.start) == .scene, let last = restOfLine().last, !isAtEnd {
      let lines = SourceSpan(token.start, last.end)
      var ahead = lookahead(from: last.end)
      let next = ahead.next()
      let ours = "{ \(text(of: lines)) }"
      return .expected(
        "'{'", found: describeToken(), at: place, notes: ["the lines of a scene stand in '{ … }'"],
        fixIts: next.startsLine || next.kind == .end ? [FixIt("write '\(ours)'", lines, ours)] : [])
    }
    if let report = negationBehindValue() { return report }
    if let fixIt = joinedLines {
      return .expected(
        "'{'", found: describeToken(), at: place,
        notes: ["a statement does not go on in a line that begins with '\(tokenText)'"],
        fixIts: [fixIt])
    }
    if let type = typeOfBlock {
      return .expected(
        "'{'", found: describeToken(), at: place, notes: ["a gesture gives no value"],
        fixIts: [FixIt("remove '\(text(of: type))'", SourceSpan(previousEnd, type.end), "")])
    }
    let next = following
    if at(.comma), isPolicy(next) || next.isKeyword(.once), keyword(at: reading.start) == .on {
      return .expected(
        "'{'", found: "','", at: token.span, notes: ["no comma stands before the block"],
        fixIts: [FixIt("remove ','", token.span, "")])
    }
    if at(.openParen), next.kind == .closeParen, !token.startsLine {
      let brackets = SourceSpan(previousEnd, next.end)
      return .expected(
        "'{'", found: "'()'", at: SourceSpan(token.start, next.end),
        notes: ["only gestures and functions have brackets"],
        fixIts: [FixIt("remove '()'", brackets, "")])
    }
    if at(.assign), next.kind == .openBrace, keyword(at: reading.start) == .gesture {
      return .expected(
        "'{'", found: "'='", at: token.span, notes: ["a gesture is a block, and no value"],
        fixIts: [FixIt("remove '='", SourceSpan(token.start, next.start), "")])
    }
    if let report = delayOfHandler { return report }
    if keyword(at: reading.start) == .choose {
      return .expected(
        "'{'", found: describeToken(), at: place,
        notes: ["its options are statements, as in 'choose { animate yes; face happy }'"])
    }
    if saysMoreOfSubject, ["speaks", "talks", "talking", "speak"].contains(tokenText) {
      return .expected(
        "'{'", found: describeToken(), at: token.span, notes: ["as in 'person speaking'"],
        fixIts: [FixIt("write 'speaking'", token.span, "speaking")])
    }
    var fixIts: [FixIt] = []
    if !token.startsLine, saysNothing || at(.colon) || saysAppears,
      following.kind == .openBrace, saysAppears || !saysMoreOfSubject
    {
      fixIts = [FixIt("remove '\(tokenText)'", SourceSpan(token.start, following.start), "")]
    }
    return .expected(
      "'{'", found: describeToken(), at: place,
      notes: ["the statements to carry out stand in '{ … }'"],
      fixIts: fixIts)
  }

  /// The report of branches in one line without braces, as in `together face happy, eyes left`;
  /// nil if none stand here.
  var branchesInLine: Diagnostic? {
    let rest = restOfLine()
    guard !token.startsLine, token.keyword?.beginsStatement == true, let last = rest.last,
      rest.contains(where: { $0.kind == .comma })
    else { return nil }
    let branches = SourceSpan(token.start, last.end)
    let ours = "{ \(text(of: branches).replacing(",", with: ";")) }"
    var report = Diagnostic.expected(
      "'{'", found: describeToken(), at: token.span,
      notes: ["its branches stand in '{ … }', with ';' between them"])
    let fixIt = FixIt("write '\(ours)'", branches, ours)
    report.fixIts = [fixIt]
    return mends(fixIt, report) ? report : nil
  }

  /// The report of a time after which a handler is to begin, as in `on tap after 5s { … }`; nil if
  /// none stands here.
  private var delayOfHandler: Diagnostic? {
    let time = following
    guard keyword(at: reading.start) == .on, at(.word), ["after", "in"].contains(tokenText),
      time.kind == .number, time.dimension == .time
    else { return nil }
    let block = following(time)
    guard block.kind == .openBrace else { return nil }
    let ours = "wait \(text(of: time.span))"
    return .expected(
      "'{'", found: describeToken(), at: token.span,
      notes: ["a handler begins with its event, and may wait in its block"],
      fixIts: [
        FixIt(
          "write '\(ours)' in the block",
          [
            FixIt.Edit(SourceSpan(token.start, block.start), ""),
            FixIt.Edit(SourceSpan(block.end, block.end), " \(ours);"),
          ])
      ])
  }

  /// The change of the line break before the current word to a blank, if the block stands behind it
  /// and what leads to the block goes on with it, as with 'and'.
  var joinedLines: FixIt? {
    guard token.startsLine, nesting.parens == 0 else { return nil }
    let words: [Keyword] = [.and, .or, .within, .near, .for, .when, .by, .at]
    guard
      token.keyword.map(words.contains) == true || operatorOnAnyLine != nil
        || term(HandlerPolicy.self, token) != nil
    else { return nil }
    let gap = SourceSpan(previousEnd, token.start)
    // A comment between them would swallow the rest.
    guard !text(of: gap).contains("#") else { return nil }
    var ahead = lookahead(from: token.end)
    var next = token
    repeat {
      next = ahead.next()
      let isLoop = token.isKeyword(.for) && next.isKeyword(.in)
      if next.startsLine && next.kind != .openBrace || isLoop
        || [.end, .semicolon].contains(next.kind)
      {
        return nil
      }
    } while next.kind != .openBrace
    return FixIt("write it in one line", gap, " ")
  }

  /// True if the current word says something of the subject before it, as in `person speaks`.
  private var saysMoreOfSubject: Bool {
    let last = lastToken(from: reading.start)
    return (last.isKeyword(.person) || last.isKeyword(.object)) && at(.word)
      && !PlainWords.canLeaveOut(tokenText, .block)
  }

  /// True if the current word says of the subject of an event what the event says by itself, as in
  /// `on person seen`.
  private var saysAppears: Bool {
    let start = keyword(at: reading.start)
    let words = ["seen", "appears", "appeared", "found", "detected", "arrives", "enters", "comes"]
    return saysMoreOfSubject && start == .on && words.contains(tokenText.lowercased())
  }

  /// The type that others write before the block of a function, as in ': void' or '-> void'.
  private var typeOfBlock: SourceSpan? {
    guard at(.colon) || at(.minus), !token.startsLine else { return nil }
    var ahead = lookahead(from: token.end)
    var next = ahead.next()
    if at(.minus) {
      guard next.kind == .greater else { return nil }
      next = ahead.next()
    }
    guard next.kind == .word, ahead.next().kind == .openBrace else { return nil }
    return SourceSpan(token.start, next.end)
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
    let isLast = nesting.parens == 1
    if at(.assign), isLast {
      return .expected(
        "':'", found: describeToken(), at: place, notes: ["an argument is given as 'name: value'"],
        fixIts: [FixIt("write ':'", SourceSpan(previousEnd, token.end), ":")])
    }
    if let fixIt = bracketsAroundDirected {
      return .bracketsMissing(describeToken(), at: token.span, fixIt)
    }
    let isNamed = at(.semicolon) && following.kind == .word && following(following).kind == .colon
    if isNamed, isLast {
      return .expected(
        "',' or ')'", found: describeToken(), at: token.span,
        labels: [Diagnostic.Label(open, "opens here")],
        fixIts: [FixIt("write ','", token.span, ",")])
    }
    if let colon = colonBehindName {
      return .expected(
        "':'", found: describeToken(), at: place, notes: ["an argument is given as 'name: value'"],
        fixIts: [FixIt("write ':'", colon, ":")])
    }
    if startsItem {
      return .expected(
        "',' or ')'", found: describeToken(), at: place,
        labels: [Diagnostic.Label(open, "opens here")], fixIts: [FixIt("write ','", end, ",")])
    }
    if token.startsLine || [.end, .openBrace, .closeBrace, .semicolon].contains(token.kind) {
      return .unclosedBracket(at: open, end: end)
    }
    if let report = logInBrackets(open) { return report }
    let pose = at(.comma) ? poseFixes(from: open.start) : []
    let list = at(.comma) ? listFixes(from: open) : []
    let isLoop = keyword(at: reading.start) == .for
    return .expected(
      "')'", found: describeToken(), at: place, labels: [Diagnostic.Label(open, "opens here")],
      notes: isLoop && !list.isEmpty
        ? ["the values of a loop stand without brackets"]
        : !pose.isEmpty
          ? ["a pose names its axes"]
          : list.isEmpty ? [] : ["a path goes through its points, without brackets"],
      fixIts: at(.range) ? bracketFixes(from: open) : isLoop || pose.isEmpty ? list : pose)
  }

  /// The report of the bracket at `open` around all that a 'log' writes, as in `log("n is ", n)`;
  /// nil if it is none.
  private func logInBrackets(_ open: SourceSpan) -> Diagnostic? {
    guard at(.comma), nesting.parens == 1, keyword(at: reading.start) == .log,
      open.start == reading.start + UInt32(Keyword.log.spelling.utf8.count),
      let last = restOfLine().last, last.kind == .closeParen
    else { return nil }
    return .expected(
      "')'", found: "','", at: token.span, labels: [Diagnostic.Label(open, "opens here")],
      notes: ["what 'log' writes stands without brackets"],
      fixIts: [
        FixIt("write it without brackets", [FixIt.Edit(open, " "), FixIt.Edit(last.span, "")])
      ])
  }

  /// The report of a direction here that belongs behind the angle of a comparison, as in
  /// `person.pan left > 20deg`; nil if none stands here.
  private var directionBeforeAngle: Diagnostic? {
    guard let direction = keywordHere, Direction(direction) != nil else { return nil }
    let words = restOfLine()
    guard words.count == 3, isComparison(words[1].kind), words[2].kind == .number,
      words[2].dimension == .angle
    else { return nil }
    let edits = [
      FixIt.Edit(SourceSpan(previousEnd, token.end), ""),
      FixIt.Edit(SourceSpan(words[2].end, words[2].end), " \(tokenText)"),
    ]
    return .expected(
      "'{'", found: "'\(tokenText)'", at: token.span,
      notes: ["the direction stands behind the angle, as in 'person.pan > 20deg left'"],
      fixIts: [FixIt("write '\(tokenText)' behind it", edits)])
  }

  /// The report of signs here that stand before a block, as in `every 2s, { … }` and
  /// `tap -> { … }`; nil if none do.
  private var signBeforeBlock: Diagnostic? {
    var ahead = lookahead(from: token.start)
    let signs = [ahead.next(), ahead.next()]
    let isArrow = [.minus, .assign].contains(signs[0].kind) && signs[1].kind == .greater
    guard !token.startsLine, isArrow || signs[0].kind == .comma else { return nil }
    let open = isArrow ? ahead.next() : signs[1]
    guard open.kind == .openBrace, !open.startsLine else { return nil }
    let whole = SourceSpan(token.start, isArrow ? signs[1].end : token.end)
    let written = text(of: whole)
    return .expected(
      "'{'", found: "'\(written)'", at: whole,
      fixIts: [
        FixIt(
          "remove '\(written)'",
          previousEnd == whole.start ? whole : SourceSpan(whole.start, open.start), "")
      ])
  }

  /// Where the ':' is missing between the name of an argument and the value that stands here; nil
  /// if no name stands alone before it.
  private var colonBehindName: SourceSpan? {
    guard token.kind == .number, nesting.parens == 1, !token.startsLine else { return nil }
    let name = lastToken(from: reading.start)
    let before = lastToken(from: reading.start, before: name)
    guard name.kind == .word, name.keyword == nil,
      before.kind == .openParen || before.kind == .comma
    else { return nil }
    return SourceSpan(name.end, name.end)
  }

  /// True if what stands here looks like a further item of a list in brackets.
  private var startsItem: Bool {
    switch token.kind {
    case .number, .string: true
    case .word: lexer.peekIsColon || !token.startsLine && token.keyword?.isReserved != true
    default: false
    }
  }
}
