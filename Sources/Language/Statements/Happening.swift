import Diagnosis
import Vocabulary

/// An event of a scene.
@frozen
public struct HappeningView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// When it happens, from the beginning of the run on.
  @inlinable @inline(__always)
  public var time: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// The word for what happens; `on` for an event that the word alone says.
  package var keyword: Keyword? { Keyword(rawValue: view.detail) }

  /// The event that the word alone says; nil if it is something else.
  package var event: EventKind? { keyword == .on ? EventKind(number: view.flags) : nil }

  /// The subject that does it.
  @inlinable @inline(__always)
  public var label: LabelView? { view.part(.label).map(LabelView.init) }

  /// The number of a button, the charge of a battery, or the turn of a wheel.
  @inlinable @inline(__always)
  public var value: ExpressionView? { view.part(.value).map(ExpressionView.init) }

  /// Where somebody walks to.
  @inlinable @inline(__always)
  public var place: PlaceView? { view.part(.to).map(PlaceView.init) }

  /// How long a walk takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }

  /// How long a button is held.
  @inlinable @inline(__always)
  public var held: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// True of a light that goes on.
  @inlinable @inline(__always)
  public var isOn: Bool { view.flags == 1 }

  /// True of a look that leaves the camera.
  @inlinable @inline(__always)
  public var isAway: Bool { view.flags == 1 }
}

extension Parser {
  /// Reads what happens at `time`.
  ///
  ///     happening = "press" pressed
  ///               | "hold" button [ "for" expression ] | "release" button
  ///               | "turn" "zoom" "by" expression | "battery" expression | signal
  ///               | "light" ( "on" | "off" ) | "long" "press" | "fault" fault | name deed .
  ///     pressed   = button | dock-button | "tracking" "button" .
  ///     button    = "button" expression .
  mutating func happening(at time: NodeID) throws(Unreadable) -> NodeID {
    if let subject = subjectHere { return try deed(of: subject, at: time) }
    let event = termHere(EventKind.self).flatMap { $0.sceneForm == .alone ? $0 : nil }
    guard let keyword = event == nil ? keywordHere : .on,
      event != nil || Keyword.happenings.contains(keyword)
    else { throw fail { $0.unknownHappening() } }
    let node = add(.happening, at: token.start, detail: keyword.rawValue)
    if let event { happen(event, node) }
    advance()
    var children = Children(of: node)
    children.append(time, as: .at, in: tree)
    switch keyword {
    case .press: try pressed(node, &children)
    case .hold, .release:
      try expect(.button)
      children.append(try numberOfButton(), as: .value, in: tree)
      if keyword == .hold, take(.for) {
        children.append(try expression(), as: .lasting, in: tree)
      }
    case .turn:
      try expect(.zoom)
      try expect(.by)
      children.append(try expression(), as: .value, in: tree)
    case .battery:
      if at(.below) {
        let whole = SourceSpan(token.start, following.start)
        report(
          .superfluousWord(
            tokenText, at: token.span, whole: whole,
            "a scene says what the charge is then, as in 'at 2s battery 20%'"))
        advance()
      }
      children.append(try expression(), as: .value, in: tree)
    case .long:
      try expect(.press)
      happen(.longPress, node)
    case .light:
      tree[node].flags = try power() ? 1 : 0
    case .fault: try fault(node)
    default: break
    }
    return node
  }

  private mutating func pressed(_ node: NodeID, _ children: inout Children) throws(Unreadable) {
    switch keywordHere {
    case .button:
      advance()
      children.append(try numberOfButton(), as: .value, in: tree)
      return
    case .tracking:
      advance()
      try expect(.button)
      happen(.trackingButton, node)
    default:
      guard let event = termHere(EventKind.self), event.sceneForm == .pressed else {
        throw fail { $0.unknownPress() }
      }
      happen(event, node)
      advance()
    }
  }

  /// Makes `node` the event `event`.
  private mutating func happen(_ event: EventKind, _ node: NodeID) {
    tree[node].detail = Keyword.on.rawValue
    tree[node].flags = event.number
  }

  /// True if `token` begins what may happen in a scene, but for names.
  func isHappening(_ token: Token) -> Bool {
    token.keyword.map(Keyword.happenings.contains) == true
      || term(EventKind.self, token)?.sceneForm == .alone
  }

  mutating func numberOfButton() throws(Unreadable) -> NodeID {
    if isAtEnd { throw fail { $0.missingButton() } }
    return try numberOfEvent()
  }

  /// The current name, if a deed follows or it cannot be anything else.
  private var subjectHere: Token? {
    guard at(.word), !token.startsLine, token.keyword?.isReserved != true else { return nil }
    let next = following
    if next.startsLine { return nil }
    if next.keyword.map(Keyword.deeds.contains) == true { return token }
    let isOther =
      isHappening(token) || token.keyword == nil && (isNearHappening || eventOfTwoWords != nil)
    return isOther || next.kind != .word ? nil : token
  }

  /// Reads what `subject` does at `time`.
  ///
  ///     deed = "speaks" | "walks" "to" place "over" expression | "sits" | "stands"
  ///          | "looks" [ "away" | expression ] | "leaves" .
  private mutating func deed(of subject: Token, at time: NodeID) throws(Unreadable) -> NodeID {
    let node = add(.happening, at: subject.start)
    var children = Children(of: node)
    children.append(time, as: .at, in: tree)
    children.append(
      add(.label, at: subject.start, holding: subject.symbol), as: .label, in: tree)
    advance()
    guard let keyword = keywordHere, Keyword.deeds.contains(keyword) else {
      throw fail { $0.unknownDeed(of: subject) }
    }
    tree[node].detail = keyword.rawValue
    advance()
    if keyword == .looks {
      if take(.away) {
        tree[node].flags = 1
      } else if startsExpression {
        children.append(try expression(), as: .value, in: tree)
      }
    }
    guard keyword == .walks else { return node }
    if let report = directionOfWalk() { throw fail(report) }
    try expect(.to)
    children.append(try location(), as: .to, in: tree)
    if !takeOnAnyLine(.over) {
      if !at(.word) || isAtEnd { throw fail { $0.walkWithoutTime() } }
      try expect(.over)
    }
    children.append(try expression(), as: .over, in: tree)
    return node
  }

  /// The report of an event that a scene cannot have.
  private func unknownHappening() -> Diagnostic {
    if let event = termHere(EventKind.self), event.sceneForm == .pressed {
      let here = SourceSpan(token.start, token.start)
      return Diagnostic(
        .expectedToken, "expected 'press' before '\(tokenText)'", at: token.span,
        notes: ["in a scene somebody presses it, as in 'at 2s press \(event.rawValue)'"],
        fixIts: [FixIt("write 'press '", here, "press ")])
    }
    if let (words, event) = eventOfTwoWords {
      return .expected(
        "what happens", found: "'\(text(of: words))'", at: words,
        notes: ["'\(event)' is one word"], fixIts: [FixIt("write '\(event)'", words, event)])
    }
    return unknownWord("what happens", Keyword.sceneWords, .happening)
  }

  /// The report of a thing that cannot be pressed.
  private func unknownPress() -> Diagnostic {
    if let event = termHere(EventKind.self), event.sceneForm == .alone {
      let press = SourceSpan(previousEnd - UInt32("press".utf8.count), token.start)
      return .expected(
        "what is pressed", found: "'\(tokenText)'", at: token.span,
        notes: ["a scene has it without 'press', as in 'at 2s \(event.rawValue)'"],
        fixIts: [FixIt("write '\(event.rawValue)'", press, "")])
    }
    return unknownWord("what is pressed", EventKind.pressed.map(\.rawValue), .happening)
  }

  /// The report of a button without its number.
  func missingButton(_ example: String = "press button 1") -> Diagnostic {
    let here = SourceSpan(previousEnd, previousEnd)
    return .expected(
      "the number of the button", found: describeToken(), at: place,
      notes: ["as in '\(example)'"], fixIts: [FixIt("write ' 1', for example", here, " 1")])
  }

  /// The report of a direction here, before the angle to which somebody walks, as in `ada walks
  /// left 30deg`; nil if none stands here.
  private func directionOfWalk() -> Diagnostic? {
    let angle = following
    guard let direction = keywordHere, Direction(direction) != nil else { return nil }
    let isGiven = angle.kind == .number && angle.dimension == .angle && !angle.startsLine
    let ours = "to \(isGiven ? text(of: angle.span) : "30deg") \(tokenText)"
    return .expected(
      "'to'", found: "'\(tokenText)'", at: token.span,
      notes: ["somebody walks to a place, as in 'ada walks to 20deg right over 2s'"],
      fixIts: isGiven
        ? [FixIt("write '\(ours)'", SourceSpan(token.start, angle.end), ours)] : [])
  }

  /// The report of a walk that does not say how long it takes.
  private func walkWithoutTime() -> Diagnostic {
    let here = SourceSpan(previousEnd, previousEnd)
    return .expected(
      "'over'", found: describeToken(), at: place,
      notes: ["how long a walk takes follows 'over', as in 'ada walks to 20deg right over 2s'"],
      fixIts: isAtEnd ? [FixIt("write 'over 2s', for example", here, " over 2s")] : [])
  }

  /// The report of a deed that does not exist.
  private func unknownDeed(of subject: Token) -> Diagnostic {
    let name = tree.word(of: subject.symbol, in: lexer.symbols)
    return unknownWord("what '\(name)' does", Keyword.deeds.map(\.spelling), .happening)
  }

  /// True if the current word is probably a misspelt happening rather than a name.
  var isNearHappening: Bool {
    let known = Keyword.happenings.map(\.spelling) + EventKind.alone.map(\.rawValue)
    let word = tokenText
    return Suggestion.nearest(to: word, in: known) != nil
      || ForeignWords.hint(for: word, in: .happening) != nil
  }
}

extension Checker {
  mutating func check(
    _ happening: HappeningView, _ subjects: [Symbol: ArrivalView]
  ) {
    let keyword = happening.keyword
    if let time = happening.time { check(time: time) }
    if let label = happening.label { deed(keyword, label, subjects) }
    if let value = happening.value {
      switch keyword {
      case .battery: share(value, as: "the charge of the battery")
      case .looks: share(value, as: keyword?.sceneValue ?? "a share")
      default: quantity(value, .number, as: keyword?.sceneValue ?? "a number")
      }
    }
    if let held = happening.held { quantity(held, .time, as: "how long a button is held") }
    if let place = happening.place { check(place) }
    if let length = happening.length { quantity(length, .time, as: "how long a walk takes") }
  }

  private mutating func deed(
    _ keyword: Keyword?, _ label: LabelView, _ subjects: [Symbol: ArrivalView]
  ) {
    let symbol = label.symbol
    if lost.contains(symbol) { return }
    guard let arrival = subjects[symbol] else { return unknownSubject(label, Array(subjects.keys)) }
    guard !arrival.isPerson, keyword != .walks, keyword != .leaves else { return }
    report {
      .personsDeed(keyword?.spelling ?? "", $0.text(symbol), at: $0.program.span(of: label))
    }
  }

  private mutating func unknownSubject(_ label: LabelView, _ known: [Symbol]) {
    let symbol = label.symbol
    // Diagnostics beyond the limit need no explanation.
    let names = reporter.dropped > 0 ? [] : known.map(text).sorted()
    // Once for each name is enough.
    lost.symbols.insert(symbol)
    report {
      .unknownSubject(
        $0.text(symbol), Suggestion.nearest(to: $0.text(symbol), in: names), known: names,
        at: $0.program.span(of: label))
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownSubject(
    _ name: String, _ nearest: String?, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    unknownName(
      .unknownSubject, "nobody has the name '\(name)' in this scene", nearest, known: known,
      remedy: "say who there is, as in 'person \(name) at 20deg right, 2m away'", at: span)
  }

  fileprivate static func personsDeed(
    _ deed: String, _ name: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .unknownSubject, "'\(name)' is an object, and no object \(deed)", at: span,
      notes: [
        "an object 'walks' and 'leaves'; only a 'person' also 'speaks', 'looks' and 'sits'"
      ])
  }
}

extension Keyword {
  /// The words that begin what may happen in a scene, but for names and events.
  fileprivate static let happenings: [Keyword] = [
    .press, .hold, .release, .turn, .battery, .light, .long, .fault,
  ]

  /// The words that begin what happens in a scene, as people are told them.
  package static let sceneWords: [String] =
    [Keyword.press, .hold, .release, .turn, .battery, .light].map(\.spelling)
    + EventKind.alone.map(\.rawValue)
    + [Keyword.fault, .person, .object].map(\.spelling)

  /// What somebody in a scene may do.
  package static let deeds: [Keyword] = [.speaks, .walks, .sits, .stands, .looks, .leaves]

  /// What the number after it means in a scene.
  fileprivate var sceneValue: String {
    switch self {
    case .turn: "how far the wheel is turned"
    case .battery: "the charge of the battery"
    case .looks: "what follows 'looks'"
    default: "the number of a button"
    }
  }
}
