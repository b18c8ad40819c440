import Diagnosis
import Vocabulary

// Expectations as people write them first: each is reported with the one that says the same.

extension Parser {
  /// The report of the speed of an axis here, as in `expect pan speed <= 20deg/s`; nil if none
  /// stands here.
  func speedWithoutPeak() -> Diagnostic? {
    guard let axis = keywordHere, axis.axis != nil else { return nil }
    let rest = restOfLine()
    let words = rest.map { text(of: $0.span) }
    guard let sign = words.firstIndex(where: { ["<", "<=", ">", ">=", "=="].contains($0) }),
      sign > 1, words.count == sign + 2, rest[sign + 1].dimension == .speed,
      words[1..<sign].allSatisfy({ ["peak", "max", "speed", "velocity"].contains($0) })
    else { return nil }
    let ours = "peak \(axis.spelling) speed"
    return .expected(
      "'\(ours)'", found: "'\(words[..<sign].joined(separator: " "))'",
      at: SourceSpan(token.start, rest[sign - 1].end),
      notes: ["a test knows the greatest speed of an axis, in all of its time"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(token.start, rest[sign - 1].end), ours)])
  }

  /// The report of an event here, of which the rest of the line says how often it was handled; nil
  /// if none stands here.
  func eventWithoutHandler() -> Diagnostic? {
    guard at(.word), !token.startsLine, term(EventKind.self, token) != nil,
      restOfLine().contains(where: { HandlerEnd(rawValue: text(of: $0.span)) != nil })
    else { return nil }
    let here = SourceSpan(token.start, token.start)
    return .expected(
      "'handler'", found: "'\(tokenText)'", at: token.span,
      notes: ["as in 'expect handler tap done 1 time'"],
      fixIts: [FixIt("write 'handler '", here, "handler ")])
  }

  /// Reports a comparison of the pose, or of an axis, which people expect to equal something.
  mutating func refusePoseComparison() -> Unreadable {
    let first = token
    let tokens = restOfLine()
    let axis = first.keyword?.axis == nil ? nil : first.keyword
    var rest = tokens.dropFirst()
    let equals: Set<String> = ["==", "=", "is", "equals", "at", "near", "be", "to", "!=", "<", ">"]
    let sign = rest.first.map { text(of: $0.span) } ?? ""
    while let next = rest.first, equals.contains(text(of: next.span)) { rest = rest.dropFirst() }
    var (fixIts, isAngle): ([FixIt], Bool) = ([], false)
    let isEqual = !["!=", "<", ">", "<=", ">=", "always", "never", "within"].contains(sign)
    if let axis, let from = rest.first(where: { $0.isKeyword(.within) }), let last = tokens.last,
      sign == "always" || sign == "within", rest.contains(where: { $0.kind == .range })
    {
      let ours = "always \(axis.spelling) \(text(of: SourceSpan(from.start, last.end)))"
      fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
    }
    if isEqual, tokens.count < Parser.longestPhrase, let from = rest.first, let last = rest.last,
      !rest.contains(where: isLogical)
    {
      let bound = rest.first { $0.isKeyword(.within) }
      let value = rest.prefix { $0.start != bound?.start }.last ?? from
      let place = text(of: SourceSpan(from.start, value.end))
      isAngle = axis == nil && from.kind == .number
      // Of an angle only its direction says of which axis it is.
      let named = axis ?? (isAngle ? value.keyword.flatMap { Direction($0) }?.axisWord : nil)
      let pose = named.map { "pose(\($0.spelling): \(place))" } ?? place
      let within = bound.map { text(of: SourceSpan($0.start, last.end)) } ?? "within 0.1deg"
      let ours = "pose near \(pose) \(within)"
      if !isAngle || named != nil {
        fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
      }
    }
    report(
      Diagnostic(
        .expectedToken, "a place is expected with 'pose near' and a tolerance", at: first.span,
        label: axis == nil ? "is not compared" : "an axis is part of a pose",
        notes: [
          isAngle
            ? "a pose names its axes, as in 'pose near pose(pan: 20deg right) within 0.1deg'"
            : axis == nil || isEqual
              ? "as in 'expect pose near home within 0.1deg'"
              : "as in 'expect always pan within 30deg left .. 30deg right'"
        ], fixIts: fixIts))
    return Unreadable()
  }

  /// The report of a speed in the expectation at `start` that says of which axis it is, if at all,
  /// in other words than 'peak pan speed'; nil if it is none.
  func expectedSpeed(from start: UInt32) -> Diagnostic? {
    var ahead = lookahead(from: start)
    let word = ahead.next()
    var (axes, sign, value): ([Keyword], String, Token?) = ([], "<", nil)
    var (isSpeed, next, end) = (false, ahead.next(), word.end)
    while !next.startsLine, ![.end, .semicolon, .closeBrace].contains(next.kind) {
      switch next.kind {
      case .word where next.keyword?.axis != nil: axes = next.keyword.map { [$0] } ?? []
      case .word: isSpeed = isSpeed || ["speed", "velocity"].contains(text(of: next.span))
      case .number where next.dimension == .speed && value == nil: value = next
      case .less, .lessOrEqual, .greater, .greaterOrEqual: sign = text(of: next.span)
      default: return nil
      }
      end = next.end
      next = ahead.next()
    }
    guard isSpeed, let value else { return nil }
    if axes.isEmpty { axes = [.pan, .tilt] }
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["the greatest speed of an axis is 'peak pan speed'"],
      fixIts: axes.map { axis in
        let ours = "peak \(axis.spelling) speed \(sign) \(text(of: value.span))"
        return FixIt("write '\(ours)'", SourceSpan(word.end, end), " " + ours)
      })
  }

  /// The report of a 'not' or 'no' here before what is expected in words of its own; nil if none
  /// stands here.
  func negatedExpectation() -> Diagnostic? {
    let what = following
    let isNegation = at(.not) || at(.word) && PlainWords.negates(tokenText)
    guard isNegation, !what.startsLine else { return nil }
    let note: String
    switch text(of: what.span) {
    case "face": note = "say which face it is, as in 'expect face happy'"
    case "mode": note = "say which mode it is, as in 'expect mode idle'"
    case "log":
      note = "to expect that something was not done, count it: 'expect taps == 0'"
    case "handler": note = "say how often, as in 'expect handler tap done 0 times'"
    case "pose": note = "say where the dock is, as in 'expect pose near home within 1deg'"
    case "always": note = "say between which places the axis stays"
    default: return nil
    }
    let next = following(what)
    let isPhrase =
      !next.startsLine && (next.kind == .string || next.kind == .word) && !isLogical(next)
    guard isPhrase || what.isKeyword(.log) && next.kind != .openParen else { return nil }
    return Diagnostic(
      .expectedToken, "'expect \(text(of: what.span))' takes no '\(tokenText)'", at: token.span,
      notes: [note])
  }

  /// Reports a word such as 'contains' before the line of a log, and steps past it.
  mutating func skipWordBeforeLine() {
    guard at(.word) || at(.equal) || at(.assign), following.kind == .string, !token.startsLine,
      !following.startsLine
    else { return }
    let whole = SourceSpan(token.start, following.start)
    report(
      .superfluousWord(
        tokenText, at: token.span, whole: whole, "a line of the log is expected as a whole"))
    advance()
  }

  /// True if the name of a mode follows the word 'mode' at hand, or a sign before one.
  var isModeHere: Bool {
    let next = following
    guard !next.startsLine else { return false }
    let isSign = next.kind == .equal || next.kind == .assign
    return isSign ? following(next).kind == .word : next.kind == .word && !isLogical(next)
  }

  /// Reports '==' or 'is' before the name of a mode, and steps past it.
  mutating func skipSignBeforeMode() {
    let next = following
    let isSign = at(.equal) || at(.assign)
    guard isSign || at(.word) && tokenText == "is" && next.kind == .word && !next.startsLine else {
      return
    }
    report(
      .superfluousWord(
        tokenText, at: token.span, whole: SourceSpan(token.start, next.start),
        "the mode follows, as in 'expect mode idle'"))
    advance()
  }

  /// The report of a button here whose number is missing before what has become of its calls; nil
  /// if it has one.
  func buttonWithoutNumber() -> Diagnostic? {
    let next = following
    guard term(EventKind.self, token) == .button, HandlerEnd(rawValue: text(of: next.span)) != nil
    else { return nil }
    return .expected(
      "the number of the button", found: "'\(text(of: next.span))'", at: next.span,
      notes: ["as in 'expect handler button 1 done 1 time'"])
  }

  /// The report of 'never' or a number here, behind the event of a handler; nil if neither stands
  /// here.
  func neverCalled() -> Diagnostic? {
    if token.kind == .number, !token.startsLine {
      let here = SourceSpan(token.start, token.start)
      return .expected(
        "what has become of its calls", found: "'\(tokenText)'", at: token.span,
        notes: ["one of \(HandlerEnd.allCases.map(\.rawValue).joined(separator: ", "))"],
        fixIts: [FixIt("write 'done'", here, "done ")])
    }
    guard at(.word), !token.startsLine, ["never", "not"].contains(tokenText) else { return nil }
    let next = following
    let end = next.startsLine ? nil : HandlerEnd(rawValue: text(of: next.span))
    let ours = "\(end?.rawValue ?? "done") 0 times"
    return .expected(
      "what has become of its calls", found: "'\(tokenText)'", at: token.span,
      notes: ["how often follows, as in 'expect handler tap done 0 times'"],
      fixIts: [
        FixIt("write '\(ours)'", SourceSpan(token.start, end == nil ? token.end : next.end), ours)
      ])
  }

  /// The report of what stands behind the expectation at `start`: a time, or a further expectation;
  /// nil if it is neither.
  func trailingExpectation(after start: UInt32) -> Diagnostic? {
    let word = SourceSpan(start, start + UInt32(Keyword.expect.spelling.utf8.count))
    let next = following
    if at(.at), !token.startsLine, next.kind == .number, next.dimension == .time,
      !restOfLine(from: start).prefix(2).contains(where: { $0.isKeyword(.at) })
    {
      let time = " at \(text(of: next.span))"
      return .expected(
        "the end of the statement", found: "'at'", at: token.span,
        notes: ["the time of the test stands right behind 'expect'"],
        fixIts: [
          FixIt(
            "write it behind 'expect'",
            [
              FixIt.Edit(SourceSpan(word.end, word.end), time),
              FixIt.Edit(SourceSpan(previousEnd, next.end), ""),
            ])
        ])
    }
    if token.kind == .number, !token.startsLine, lastToken(from: start).isKeyword(.elapsed) {
      let here = SourceSpan(token.start, token.start)
      return .expected(
        "'=='", found: "'\(tokenText)'", at: token.span,
        notes: ["as in 'expect elapsed == 3s'"], fixIts: [FixIt("write '== '", here, "== ")])
    }
    if token.kind == .string, !token.startsLine, lastToken(from: start).isKeyword(.mode) {
      let name = String(tokenText.dropFirst().dropLast())
      return .expected(
        "the name of a mode", found: tokenText, at: token.span,
        notes: ["a mode stands without quotes, as in 'expect mode idle'"],
        fixIts: [FixIt("write '\(name)'", token.span, name)])
    }
    guard at(.and) || at(.or), !token.startsLine, next.kind == .word, !next.startsLine else {
      return nil
    }
    let first = restOfLine(from: start).dropFirst().first
    let phrases: [Keyword] = [.face, .log, .tracking, .pose, .always]
    guard let first, first.keyword.map(phrases.contains) == true || first.isKeyword(.mode) else {
      return nil
    }
    let gap = SourceSpan(previousEnd, next.start)
    return .expected(
      "the end of the statement", found: "'\(tokenText)'", at: token.span,
      notes: [
        "'and' and 'or' join readings and counts; an expectation in words is a statement of its own"
      ], fixIts: at(.and) ? [FixIt("write '; expect'", gap, "; expect ")] : [])
  }

  /// The report of what stands behind 'always' and `axis` in the place of a range.
  func missingRange(of axis: UInt8) -> Diagnostic {
    var report = missing(.within)
    let word = Keyword.allCases.first { $0.axis == axis } ?? .pan
    let ends = Direction.of(axis: axis).map { "30deg \($0.spelling)" }.joined(separator: " .. ")
    report.notes = ["as in 'expect always \(word.spelling) within \(ends)'"]
    return report
  }
}

extension Direction {
  /// The word of its axis.
  fileprivate var axisWord: Keyword? { Keyword.allCases.first { $0.axis == axis } }
}
