import Diagnosis
import Vocabulary

// A line of a scene in other words: as options and scripts have events, or with its time elsewhere.

extension Parser {
  /// `diagnostic` with the change to a line of a scene, if there is one.
  func plainSceneLine(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let fixIt = sceneLineInOrder, mends(fixIt, diagnostic) else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.fixIts = [fixIt]
    return diagnostic
  }

  /// The report of '@' and a time after an event, as options have it.
  func timeOfEvent() -> Diagnostic {
    var ahead = lookahead(from: token.end)
    let time = ahead.next()
    let first = keyword(at: reading.start)
    guard time.kind == .number, time.dimension == .time else {
      return .unexpected("@", at: token.span)
    }
    if reading.form == .sceneLine { return sceneTimeBehind(text(of: time.span), at: token.span) }
    guard first == .on || first == .wait || first == .race else {
      return .unexpected("@", at: token.span)
    }
    let whole = SourceSpan(previousEnd, time.end)
    return Diagnostic(
      .trailingText, "an event has no time in a script", at: SourceSpan(token.start, time.end),
      notes: [
        "a scene says when something happens, as in 'at \(text(of: time.span)) press button 1'"
      ], fixIts: [FixIt("remove '\(text(of: SourceSpan(token.start, time.end)))'", whole, "")])
  }

  /// The report of a time that follows what happens.
  private func sceneTimeBehind(_ time: String, at span: SourceSpan) -> Diagnostic {
    .expected(
      "'at' and a time before what happens", found: "'@'", at: span,
      notes: ["as in 'at \(time) press button 1'"], fixIts: sceneLineInOrder.map { [$0] } ?? [])
  }

  /// The change that puts the time of the current line first, and what happens in the words of a
  /// scene after it; nil if it has no time, or nothing would change.
  var sceneLineInOrder: FixIt? {
    let tokens = sceneTokens
    guard let first = tokens.first, let last = tokens.last, tokens.count > 1 else { return nil }
    guard let (time, others) = timeInFront(of: tokens) ?? timeBehind(tokens) else { return nil }
    var rest = others
    if let word = rest.first, ["on", "when"].contains(text(of: word.span)) { rest.removeFirst() }
    guard let happening = happening(rest) else { return nil }
    let whole = SourceSpan(first.start, last.end)
    let ours = "at \(text(of: time.span)) \(happening)"
    return ours == text(of: whole) ? nil : FixIt("write '\(ours)'", whole, ours)
  }

  /// The tokens of the current line; none if they are too many.
  var sceneTokens: [Token] {
    var ahead = lookahead(from: reading.start)
    var tokens: [Token] = []
    while tokens.count < 24 {
      let next = ahead.next()
      if next.startsLine, !tokens.isEmpty { return tokens }
      switch next.kind {
      case .end, .semicolon, .openBrace, .closeBrace: return tokens
      default: tokens.append(next)
      }
    }
    return []
  }

  /// True if `token` leads in a time.
  private func leadsInTime(_ token: Token) -> Bool {
    token.kind == .atSign
      || token.kind == .word && ["at", "after", "in", "on", "@"].contains(text(of: token.span))
  }

  func timeInFront(of tokens: [Token]) -> (time: Token, rest: [Token])? {
    let rest = leadsInTime(tokens[0]) ? tokens.dropFirst() : tokens[...]
    guard let time = rest.first, time.kind == .number, time.dimension == .time else { return nil }
    var others = rest.dropFirst()
    if let sign = others.first, [.colon, .comma].contains(sign.kind) {
      others = others.dropFirst()
    }
    return (time, Array(others))
  }

  func timeBehind(_ tokens: [Token]) -> (time: Token, rest: [Token])? {
    guard tokens.count > 2, let time = tokens.last, time.kind == .number, time.dimension == .time,
      leadsInTime(tokens[tokens.count - 2])
    else { return nil }
    return (time, Array(tokens.dropLast(2)))
  }

  /// The event of `tokens` in the words of a scene, for which a script waits.
  func happening(_ tokens: [Token]) -> String? {
    guard let first = tokens.first, let last = tokens.last, first.kind == .word else { return nil }
    let words = tokens.map { text(of: $0.span) }
    func joined(_ tokens: ArraySlice<Token>) -> String {
      guard let first = tokens.first, let last = tokens.last else { return "" }
      return text(of: SourceSpan(first.start, last.end))
    }
    switch words[0].lowercased() {
    case EventKind.button.rawValue:
      guard tokens.count > 1, tokens[1].kind == .number, tokens.count < 4 else { return nil }
      let phase = tokens.count == 3 ? words[2] : EventPhase.pressed.rawValue
      let verbs = [
        EventPhase.pressed.rawValue: "press", "down": "press",
        EventPhase.released.rawValue: "release", "up": "release",
      ]
      return verbs[phase].map { "\($0) button \(words[1])" }
    case "press", "hold", "release", "click", "push":
      guard tokens.count > 1, tokens[1].kind == .number, tokens[1].isBare else { break }
      let verb = ["click", "push"].contains(words[0]) ? "press" : words[0]
      return "\(verb) button \(joined(tokens.dropFirst()))"
    case _ where EventKind(rawValue: words[0])?.sceneForm == .pressed:
      return tokens.count == 1 ? "press \(words[0])" : nil
    case EventKind.zoom.rawValue:
      let factor = words.count > 1 && words[1] == "by" ? tokens.dropFirst(2) : tokens.dropFirst()
      guard factor.last?.kind == .number, factor.count < 3 else { return nil }
      return "turn zoom by \(joined(factor))"
    case EventKind.battery.rawValue:
      let charge = tokens.dropFirst().drop { $0.kind != .number }
      guard charge.count == 1, tokens.count < 4 else { break }
      return "battery \(joined(charge))"
    default: break
    }
    return text(of: SourceSpan(first.start, last.end))
  }

  /// The report of what joins a further happening to the current line; nil if nothing does.
  func jointInScene() -> Diagnostic? {
    let isJoint = at(.word) && PlainWords.canLeaveOut(tokenText, .joint)
    let tokens = sceneTokens
    guard at(.comma) || isJoint, !tokens.isEmpty, let time = timeInFront(of: tokens)?.time else {
      return nil
    }
    let next = following
    let ours = "; at \(text(of: time.span)) "
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["each thing that happens has its own time"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(previousEnd, next.start), ours)])
  }
}
