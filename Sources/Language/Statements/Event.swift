import Diagnosis
import Vocabulary

/// An event.
@frozen
public struct EventView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The kind of event.
  package var kind: EventKind { EventKind(number: view.detail) ?? .error }

  /// The phase of the event, of a button or a person.
  package var phase: EventPhase {
    let index = Int(view.flags) - 1
    return kind.phases.indices.contains(index) ? kind.phases[index] : .any
  }

  /// The number of a button, or the charge of a battery.
  package var value: ExpressionView { ExpressionView(view.first) }

  /// The name for the value of a zoom.
  package var label: LabelView? { kind == .zoom ? view.firstIfAny.map(LabelView.init) : nil }
}

extension Parser {
  /// Reads an event.
  ///
  ///     event = "button" expression [ "pressed" | "released" ] | "zoom" "by" name
  ///           | "battery" "below" expression | "person" [ "lost" | "speaking" ] | "object"
  ///           | dock-button | signal .
  mutating func event() throws(Unreadable) -> NodeID {
    if let report = anyButton { throw fail(report) }
    skipFillers()
    guard let kind = termHere(EventKind.self) else { throw fail(unknownEvent()) }
    if let report = phaseBehind(kind) { throw fail(report) }
    if kind == .person, let report = lookingAsEvent { throw fail(report) }
    let node = add(.event, at: token.start, detail: kind.number)
    advance()
    var children = Children(of: node)
    switch kind.operand {
    case .number:
      guard startsExpression || at(.plus) else {
        throw fail { $0.missingButton("button 1") }
      }
      children.append(try numberOfEvent(), as: .value, in: tree)
    case .name:
      guard take(.by) else { throw fail { $0.missingAmount() } }
      children.append(try label("a name"), as: .label, in: tree)
    case .share:
      guard take(.below) else { throw fail { $0.missingBelow() } }
      children.append(try numberOfEvent(), as: .value, in: tree)
    case .phase, .nothing: break
    }
    tree[node].flags = takePhase(of: kind)
    return node
  }

  /// What others call the phases of a button.
  private static let phases: [String: EventPhase] = [
    "press": .pressed, "presses": .pressed, "clicked": .pressed, "release": .released,
    "releases": .released, "up": .released, "down": .pressed,
  ]

  /// The report of a look at the camera where an event stands; nil if none does.
  private var lookingAsEvent: Diagnostic? {
    var ahead = lookahead(from: reading.start)
    var last = ahead.next()
    while last.end < previousEnd, last.kind != .end { last = ahead.next() }
    guard last.isKeyword(.for) || last.isKeyword(.on) else { return nil }
    return lookingInWords(at: token.start, event: last.span)
  }

  /// The report of a phase right behind the word of a button, as in `on button pressed`; nil if
  /// none stands there.
  private func phaseBehind(_ kind: EventKind) -> Diagnostic? {
    let next = following
    guard kind.operand == .number, next.kind == .word, !next.startsLine,
      !isDeclaredAsValue(next.symbol),
      let phase = term(EventPhase.self, next) ?? Parser.phases[text(of: next.span)],
      kind.phases.contains(phase)
    else { return nil }
    return .expected(
      "the number of the button", found: "'\(text(of: next.span))'", at: next.span,
      notes: ["as in 'button 1 \(phase.rawValue)'"],
      fixIts: [
        FixIt("write '1 \(phase.rawValue)', for example", next.span, "1 \(phase.rawValue)")
      ])
  }

  /// Steps past the phase of `kind` at hand; gives its number from 1, or 0 if none stands here.
  private mutating func takePhase(of kind: EventKind) -> UInt8 {
    skipPoint(behind: kind)
    guard !kind.phases.isEmpty, let phase = termHere(EventPhase.self) ?? foreignPhase(of: kind),
      let index = kind.phases.firstIndex(of: phase)
    else { return 0 }
    advance()
    return UInt8(index + 1)
  }

  /// Reports a point between `kind` and its phase, as in `person.lost`, and steps past it.
  private mutating func skipPoint(behind kind: EventKind) {
    let next = following
    guard at(.dot), !token.startsLine, let phase = term(EventPhase.self, next),
      kind.phases.contains(phase)
    else { return }
    let ours = "\(kind.rawValue) \(phase.rawValue)"
    report(
      .expected(
        "'\(phase.rawValue)'", found: "'.'", at: token.span, notes: ["as in '\(ours)'"],
        fixIts: [FixIt("write '\(ours)'", SourceSpan(previousEnd, next.start), " ")]))
    advance()
  }

  /// Reports what others call a phase of `kind`, as in 'person leaves'; gives the phase, nil if
  /// none stands here.
  private mutating func foreignPhase(of kind: EventKind) -> EventPhase? {
    guard at(.word), !token.startsLine else { return nil }
    if kind == .button, let phase = Parser.phases[tokenText] {
      report(
        .expected(
          "'\(phase.rawValue)'", found: describeToken(), at: token.span,
          notes: ["a button is pressed, and released when it is let go"],
          fixIts: [FixIt("write '\(phase.rawValue)'", token.span, phase.rawValue)]))
      return phase
    }
    guard let hint = ForeignWords.hint(for: tokenText, in: .event),
      let phase = kind.phases.first(where: {
        hint.replacement == "\(kind.rawValue) \($0.rawValue)"
      })
    else { return nil }
    report(
      .expected(
        "'\(phase.rawValue)'", found: describeToken(), at: token.span,
        notes: [hint.explanation],
        fixIts: [FixIt("write '\(phase.rawValue)'", token.span, phase.rawValue)]))
    return phase
  }

  /// Reads the number of an event, after which `and` and `or` join no conditions.
  mutating func numberOfEvent() throws(Unreadable) -> NodeID {
    context.inEvent = true
    let number = try expression()
    context.inEvent = false
    return number
  }

  /// True if `token` is a word such as 'the'.
  func isFiller(_ token: Token) -> Bool {
    token.kind == .word && token.keyword == nil
      && PlainWords.canLeaveOut(text(of: token.span), .name)
  }

  /// Reports words such as 'the' before the word of an event, and steps past them.
  private mutating func skipFillers() {
    while !token.startsLine, isFiller(token), following.kind == .word, !following.startsLine {
      let whole = SourceSpan(token.start, following.start)
      report(.filler(tokenText, at: token.span, whole: whole))
      advance()
    }
  }

  /// True if a further event seems to follow the one before.
  var joinsEvents: Bool {
    guard !token.startsLine, at(.or) || at(.and) || at(.comma) else { return false }
    let next = following
    if at(.comma), isPolicy(next) || next.isKeyword(.once) { return false }
    if at(.comma), next.isKeyword(.wait), !following(next).isKeyword(.for) { return false }
    return next.keyword?.beginsStatement != true || next.isKeyword(.on) || next.isKeyword(.wait)
      || term(EventKind.self, next) != nil
  }

  /// Reads what joins further events to the one at `first`; gives all of them as they are written.
  mutating func furtherEvents(
    from first: UInt32
  ) throws(Unreadable) -> (texts: [String], isAll: Bool, isMixed: Bool) {
    var texts = [text(of: SourceSpan(first, previousEnd))]
    let isAll = at(.and)
    var isMixed = false
    while joinsEvents {
      isMixed = isMixed || at(.and) != isAll
      advance()
      _ = take(.on)
      _ = take(.wait)
      _ = take(.for)
      let start = token.start
      let isNumber = token.kind == .number && texts[0].hasPrefix(EventKind.button.rawValue)
      if isNumber {
        // The word of the event is left out where only its number differs.
        _ = try numberOfEvent()
        if termHere(EventPhase.self) != nil { throw fail { $0.missingEvent(at: start) } }
      } else {
        _ = try event()
      }
      let further = text(of: SourceSpan(start, previousEnd))
      texts.append(isNumber ? "\(EventKind.button.rawValue) \(further)" : further)
    }
    return (texts, isAll, isMixed)
  }

  /// The report of a number at `start` in the place of an event.
  private func missingEvent(at start: UInt32) -> Diagnostic {
    let number = SourceSpan(start, previousEnd)
    return .expected(
      "an event", found: "'\(text(of: number))'", at: number,
      notes: ["each event is written out, as in 'button 1 released'"])
  }

  /// The report of an event that does not stand here.
  private func unknownEvent() -> Diagnostic {
    if let (words, event) = eventOfTwoWords {
      return .expected(
        "an event", found: "'\(text(of: words))'", at: words,
        notes: ["'\(event)' is one word"], fixIts: [FixIt("write '\(event)'", words, event)])
    }
    if let report = clauseBeforeEvent() ?? lowBattery { return report }
    if let report = negatedEvent ?? countAsEvent ?? longPressBeforeEvent() { return report }
    if let report = timerAsEvent ?? everyAsEvent ?? boundWithoutEvent ?? stateAsWay
      ?? beginningOrEndAsEvent
    {
      return report
    }
    return unknownWord("an event", EventKind.inGrammarOrder.map(\.rawValue), .event)
  }

  /// The report of the bound of a wait that names no event, as in `wait for at most 5s`; nil if
  /// none stands here.
  private var boundWithoutEvent: Diagnostic? {
    let (last, most) = (lastToken(from: reading.start), following)
    guard at(.at), most.isKeyword(.most), last.isKeyword(.for) else { return nil }
    let time = following(most)
    let words = SourceSpan(last.start, time.start)
    return .expected(
      "an event", found: "'at most'", at: SourceSpan(token.start, most.end),
      notes: ["a wait for a time alone has no 'for at most'"],
      fixIts: time.kind == .number ? [FixIt("remove 'for at most'", words, "")] : [])
  }

  /// The report of a state among the ways of a wait, as in `wait for { tap; until person }`; nil if
  /// none stands here.
  private var stateAsWay: Diagnostic? {
    guard at(.until) else { return nil }
    return .expected(
      "an event", found: "'until'", at: token.span,
      notes: [
        "beside an event a race waits for a state: 'race { wait for tap; wait until person }'"
      ])
  }

  /// The report of a period in the place of an event, as in `on every 5s { … }`; nil if none stands
  /// here.
  private var everyAsEvent: Diagnostic? {
    guard at(.every), following.kind == .number, lastToken(from: reading.start).isKeyword(.on)
    else { return nil }
    return .expected(
      "an event", found: "'every'", at: token.span,
      notes: ["'every' does its block by itself, again and again"],
      fixIts: [FixIt("remove 'on'", SourceSpan(reading.start, token.start), "")])
  }

  /// The report of the beginning or the end of the script in the place of an event; nil if neither
  /// stands here.
  private var beginningOrEndAsEvent: Diagnostic? {
    guard at(.word), keyword(at: reading.start) == .on else { return nil }
    let note: String
    switch tokenText.lowercased() {
    case "enter" where nesting.isInMode, "entry" where nesting.isInMode:
      note = "what is done when a mode begins stands at its beginning, in no block"
    case "exit" where nesting.isInMode, "leave" where nesting.isInMode:
      note = "what is done when a mode is left stands in 'finally { … }'"
    case "start", "begin", "launch", "load", "init", "setup":
      note = "what is done at the beginning stands at the top of the script, in no block"
    case "end", "exit", "finish", "quit", "stop":
      note = "what is done when the script is over stands in 'finally { … }'"
    default: return nil
    }
    return .expected("an event", found: describeToken(), at: token.span, notes: [note])
  }

  /// The report of `low battery` in the place of an event; nil if nothing such stands here.
  private var lowBattery: Diagnostic? {
    let battery = following
    guard at(.word), ["low", "empty", "weak", "flat"].contains(tokenText), !battery.startsLine,
      term(EventKind.self, battery) == .battery, following(battery).kind == .openBrace
    else { return nil }
    let whole = SourceSpan(token.start, battery.end)
    let ours = "battery below 20%"
    return .expected(
      "an event", found: "'\(text(of: whole))'", at: whole,
      notes: ["the event says below which charge"],
      fixIts: [FixIt("write '\(ours)', for example", whole, ours)])
  }

  /// The report of the comparison of a count in the place of an event; nil if none stands here.
  private var countAsEvent: Diagnostic? {
    guard at(.word), !token.startsLine, isDeclared(token.symbol, by: [.count]),
      isComparison(following.kind)
    else { return nil }
    let last = lastToken(from: reading.start)
    let isWait = last.isKeyword(.for)
    return .expected(
      "an event", found: "the count '\(tokenText)'", at: token.span,
      notes: ["that a count has a value is a state: 'wait until' waits for it, 'if' asks for it"],
      fixIts: isWait ? [FixIt("write 'until'", last.span, "until")] : [])
  }

  /// The report of 'any' before the word of a button, which has a number; nil if none stands here.
  private var anyButton: Diagnostic? {
    let next = following
    guard at(.word), ["any", "every", "each"].contains(tokenText), !next.startsLine,
      term(EventKind.self, next)?.operand == .number, following(next).kind != .number
    else { return nil }
    let whole = SourceSpan(token.start, next.end)
    let ours = "\(text(of: next.span)) 1"
    return .expected(
      "an event", found: "'\(text(of: whole))'", at: whole,
      notes: ["each button has a number, and a handler of its own"],
      fixIts: [FixIt("write '\(ours)', for example", whole, ours)])
  }

  /// The report of a time in the place of an event, as in `on timer 5s { … }`; nil if none stands
  /// here.
  private var timerAsEvent: Diagnostic? {
    let time = token.kind == .number ? token : following
    guard time.kind == .number, time.dimension == .time, !time.startsLine,
      lastToken(from: reading.start).isKeyword(.on),
      token.start == time.start || ["timer", "time", "timeout", "after"].contains(tokenText)
    else { return nil }
    let whole = SourceSpan(reading.start, time.end)
    let ours = "every \(text(of: time.span))"
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["'\(ours) { … }' repeats a block, and 'together' does it beside something else"],
      fixIts: following(time).kind == .openBrace ? [FixIt("write '\(ours)'", whole, ours)] : [])
  }

  /// The report of 'not' or 'no' before an event; nil if none stands here.
  private var negatedEvent: Diagnostic? {
    let next = following
    guard at(.not) || at(.word) && PlainWords.negates(tokenText), !next.startsLine,
      let event = term(EventKind.self, next)
    else { return nil }
    let opposite: String? =
      switch event {
      case .person: "\(event.rawValue) \(EventPhase.lost.rawValue)"
      case .dock: EventKind.undock.rawValue
      case .undock: EventKind.dock.rawValue
      case .background: EventKind.foreground.rawValue
      case .foreground: EventKind.background.rawValue
      default: nil
      }
    let whole = SourceSpan(token.start, next.end)
    return .expected(
      "an event", found: describeToken(), at: token.span,
      notes: ["an event comes and is over; 'wait until not …' waits for the end of a state"],
      fixIts: opposite.map { [FixIt("write '\($0)'", whole, $0)] } ?? [])
  }

  /// The two words at hand, and the event that they are in one, as `double tap` is `double_tap`.
  var eventOfTwoWords: (words: SourceSpan, event: String)? {
    let next = following
    guard at(.word), next.kind == .word, !next.startsLine else { return nil }
    let parts = [tokenText, text(of: next.span)]
    let event =
      EventKind(rawValue: parts.joined(separator: "_"))?.rawValue
      ?? ForeignWords.hint(for: parts.joined(), in: .event)?.replacement
    return event.map { (SourceSpan(token.start, next.end), $0) }
  }

  /// The report of an event of the wheel that does not name the amount.
  private func missingAmount() -> Diagnostic {
    if at(.word), !token.startsLine, let sign = ["in": ">", "out": "<"][tokenText] {
      let ours = "by amount when amount \(sign) 0"
      return .expected(
        "'by'", found: describeToken(), at: token.span,
        notes: ["the name after 'by' holds how far the wheel was turned"],
        fixIts: [FixIt("write '\(ours)'", token.span, ours)])
    }
    let isEnd = at(.word) && HandlerEnd(rawValue: tokenText) != nil
    guard at(.openBrace) || token.startsLine || keywordHere == .when || isComparison || isEnd
    else { return missing(.by) }
    let name = isComparison ? "by amount when amount" : "by amount"
    return .expected(
      "'by'", found: describeToken(), at: place,
      notes: ["the name after 'by' holds how far the wheel was turned"],
      fixIts: [FixIt("write '\(name)'", SourceSpan(previousEnd, previousEnd), " \(name)")])
  }

  /// The report of a battery event that does not say below which charge.
  private func missingBelow() -> Diagnostic {
    let isAbove = at(.word) && ["above", "over", "exceeds"].contains(tokenText)
    if at(.greater) || at(.greaterOrEqual) || isAbove {
      return .expected(
        "'below'", found: describeToken(), at: place,
        notes: [
          "only a falling charge is an event; 'charging' tells when it begins to rise",
          "'wait until battery > 50%' waits for a state",
        ])
    }
    if at(.openBrace) {
      let here = SourceSpan(previousEnd, previousEnd)
      return .expected(
        "'below'", found: "'{'", at: token.span,
        notes: ["the event says below which charge"],
        fixIts: [FixIt("write 'below 20%', for example", here, " below 20%")])
    }
    guard at(.less) || at(.lessOrEqual) else { return missing(.below) }
    return .expected(
      "'below'", found: describeToken(), at: place,
      notes: ["an event happens once, when the charge falls below that"],
      fixIts: [FixIt("write 'below'", token.span, "below")])
  }
}

extension Checker {
  /// Checks an event and declares its value.
  mutating func check(_ event: EventView) {
    switch event.kind {
    case .button: quantity(event.value, .number, as: "the number of a button")
    case .battery: share(event.value, as: "what follows 'below'")
    default:
      guard let label = event.label else { break }
      declareValue(label, .number)
      if event.kind == .zoom { nameFacts.fractions.insert(label.start) }
    }
  }
}
