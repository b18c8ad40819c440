import Diagnosis
import Vocabulary

/// Whom or what a statement means.
@frozen
public struct SubjectView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The word for it.
  package var word: SubjectWord? { SubjectWord(rawValue: view.flags) }

  /// The name, if it has one.
  package var label: LabelView? { view.part(.label).map(LabelView.init) }
}

extension Parser {
  /// Reads whom or what a clause means.
  mutating func subject() throws(Unreadable) -> NodeID {
    let node = add(.subject, at: token.start)
    var children = Children(of: node)
    try subject(&children)
    return node
  }

  /// Reads whom or what a statement means, whose parts `children` are.
  ///
  ///     subject = "person" [ "speaking" | name ] | "object" [ name ] .
  mutating func subject(_ children: inout Children) throws(Unreadable) {
    let node = children.parent
    guard at(.person) || at(.object) else {
      if ForeignWords.hint(for: tokenText, in: .subject)?.replacement == "none" {
        throw fail(
          .expected(
            "'person' or 'object'", found: describeToken(), at: token.span,
            notes: ["with 'tracking off' the dock stands; 'select none' is for system tracking"]))
      }
      var report = unknownWord(
        "'person' or 'object'", ["person", "object"], .subject, isListed: true)
      if token.keyword?.axis != nil {
        report.notes = ["axes stand behind 'with', as in 'follow person with pan for 10s'"]
      }
      throw fail(withNameOfPerson(report, behind: .follow))
    }
    let isPerson = at(.person)
    advance()
    if isPerson, take(.speaking) {
      tree[node].flags = SubjectWord.speaker.rawValue
      return
    }
    tree[node].flags = (isPerson ? SubjectWord.person : .object).rawValue
    if at(.word), ["named", "called"].contains(tokenText), following.kind == .word,
      !following.startsLine
    {
      let whole = SourceSpan(token.start, following.start)
      report(
        .superfluousWord(
          tokenText, at: token.span, whole: whole,
          "a name follows '\(isPerson ? "person" : "object")' at once"))
      advance()
    }
    guard at(.word) || at(.string), !token.startsLine, !hasMeaningBehindSubject(token) else {
      return
    }
    children.append(try label("a name"), as: .label, in: tree)
  }
}

extension Parser {
  /// `report`, with the change of the current name, which is alone behind `word`, to that of a
  /// person, if it has no other.
  func withNameOfPerson(_ report: Diagnostic, behind word: Keyword) -> Diagnostic {
    guard report.fixIts.isEmpty, at(.word), !token.startsLine, token.keyword?.isReserved != true
    else { return report }
    var report = report
    let here = SourceSpan(token.start, token.start)
    report.notes = ["the name of somebody in a scene stands behind 'person'"]
    report.fixIts = [FixIt("write 'person \(tokenText)'", here, "person ")]
    return report
  }

  /// True if the current word and the next mean somebody or something by name, or who speaks, where
  /// a value may be read from the world.
  var isAtNamedSubject: Bool {
    guard context.readsWorld, at(.person) || at(.object) else { return false }
    let next = following
    guard !next.startsLine else { return false }
    if at(.person), next.isKeyword(.speaking) { return true }
    guard next.kind == .word else { return context.inCondition && next.kind == .string }
    return !hasMeaningBehindSubject(next)
  }

  /// True if `word`, behind 'person' or 'object', is no name: it has a meaning of its own there.
  func hasMeaningBehindSubject(_ word: Token) -> Bool {
    guard word.kind == .word else { return false }
    guard let keyword = word.keyword else {
      let plain = text(of: word.span).lowercased()
      if Parser.wordsBehindSubject.contains(plain) || Parser.statesOfPeople.contains(plain)
        || PlainWords.Pace(plain) != nil
      {
        return true
      }
      // A word of others that leads in a clause, as in 'during 3s'.
      var ahead = lookahead(from: word.end)
      let next = ahead.next()
      return next.kind == .number && !next.startsLine
        && ForeignWords.hint(for: plain, in: .clause) != nil
    }
    // What follows a subject or a condition, and what people do in scenes.
    switch keyword {
    case .once, .pausing, .replacing, .queued, .ignoring, .with, .until, .lost, .in, .most, .late,
      .away, .timeout, .speaking, .looking, .speaks, .walks, .sits, .stands, .looks, .leaves,
      .forever, .while, .always, .none, .found:
      return true
    default: return keyword.isReserved
    }
  }

  /// The report of words that say in plain English what the subject before them does, as in
  /// `if person is speaking`; nil if none stand here.
  func stateInPlainEnglish() -> Diagnostic? {
    guard at(.word), ["is", "are"].contains(tokenText.lowercased()), !token.startsLine else {
      return nil
    }
    let last = lastToken(from: reading.start)
    let before = lastToken(from: reading.start, before: last)
    let isNamed = !last.isKeyword(.person) && !last.isKeyword(.object)
    let word = isNamed ? before : last
    guard word.isKeyword(.person) || word.isKeyword(.object) else { return nil }
    var next = following
    let isNot = next.isKeyword(.not)
    if isNot { next = following(next) }
    guard next.kind == .word, !next.startsLine else { return nil }
    let subject = text(of: SourceSpan(word.start, previousEnd))
    let (state, whole) = (text(of: next.span), SourceSpan(word.start, next.end))
    var ours: String
    switch state {
    case "speaking" where isNamed: return .speakerByName(text(of: last.span), at: next.span)
    case "speaking" where word.isKeyword(.person): ours = "person speaking"
    case "lost", "gone", "absent", "away": ours = "not \(subject)"
    case "there", "here", "present", "seen", "visible", "found": ours = subject
    default: return nil
    }
    if isNot { ours = ours.hasPrefix("not ") ? String(ours.dropFirst(4)) : "not \(ours)" }
    return Diagnostic(
      .foreignWord, "'\(text(of: whole))' is written '\(ours)' here", at: whole,
      notes: ["'person' holds while somebody is seen, 'person speaking' while somebody speaks"],
      fixIts: [FixIt("write '\(ours)'", whole, ours)])
  }

  /// True if the current words mean an angle of somebody or something, as in `person ada.pan`.
  var isAtAngleOfSubject: Bool {
    guard at(.person) || at(.object) else { return false }
    var ahead = lookahead(from: token.end)
    let next = ahead.next()
    if next.kind == .dot { return true }
    return next.kind == .word && !next.startsLine && ahead.next().kind == .dot
  }

  /// Words that say in plain English that somebody is there; none of them is taken for a name.
  private static let wordsBehindSubject: Set<String> = [
    "is", "are", "there", "here", "seen", "present", "visible", "detected", "found", "gone",
    "absent", "comes", "arrives", "appears", "enters", "entered", "arrived", "appeared", "has",
  ]

  /// Words that say of somebody what no script can know; none of them is taken for a name.
  private static let statesOfPeople: Set<String> = [
    "smiling", "smiles", "laughing", "moving", "moves", "still", "sitting", "standing", "walking",
    "running", "waving", "waves", "nodding", "nods", "pointing", "sleeping", "alone",
    "close", "closer", "far", "nearby", "approaching",
  ]

  /// The report of a word here that says of the subject before it what no script can know, as in
  /// `person smiling`; nil if none stands here.
  func unknownState() -> Diagnostic? {
    guard at(.word), !token.startsLine, Parser.statesOfPeople.contains(tokenText.lowercased())
    else { return nil }
    let last = lastToken(from: reading.start)
    let before = lastToken(from: reading.start, before: last)
    guard [last, before].contains(where: { $0.isKeyword(.person) || $0.isKeyword(.object) }) else {
      return nil
    }
    return Diagnostic(
      .trailingText, "no script can read whether somebody is '\(tokenText)'", at: token.span,
      notes: [
        "it reads whether people are there, speak or look at the camera, and at which angle they "
          + "are"
      ])
  }
}

extension Parser {
  /// The report of words that say in plain English whether the person at `start` looks at the
  /// camera, such as `person ada is looking` or `person looks away`; nil if none do.
  ///
  /// They stand in a condition, or behind the word `event` before an event.
  func lookingInWords(at start: UInt32, event: SourceSpan? = nil) -> Diagnostic? {
    var ahead = lookahead(from: start)
    let person = ahead.next()
    guard person.isKeyword(.person) else { return nil }
    var (subject, word) = (person.span, ahead.next())
    func isWord(_ words: String) -> Bool {
      word.kind == .word && !word.startsLine
        && words.split(separator: " ").contains { $0 == text(of: word.span).lowercased() }
    }
    let verbs = "looking looks look watching watches watch facing faces"
    let helpers = "is are was not isn does doesn"
    if word.kind == .word, !isWord(verbs), !isWord(helpers) {
      (subject, word) = (SourceSpan(person.start, word.end), ahead.next())
    }
    var isAway = false
    while isWord(helpers) {
      isAway = isAway || isWord("not isn doesn")
      word = ahead.next()
    }
    guard isWord(verbs) else { return nil }
    var words = SourceSpan(person.start, word.end)
    word = ahead.next()
    while isWord("away at to toward towards the camera me here phone dock screen directly") {
      isAway = isAway != isWord("away")
      words = SourceSpan(person.start, word.end)
      word = ahead.next()
    }
    let condition = "\(text(of: subject)).looking \(isAway ? "<" : ">") 50%"
    let isHandler = event.map { text(of: $0) == Keyword.on.spelling } ?? false
    return .lookingInWords(condition, until: event, isHandler: isHandler, at: words)
  }
}

extension Checker {
  /// What `node` reads of whom or what it means; nil if it means nobody.
  mutating func variable(of node: ExpressionView) -> StateVariable? {
    let (whole, axis) = node.member.map { ($0.pose, $0.axis) } ?? (node, nil)
    let subject: WorldSubject
    if case .subject(let view) = whole.form {
      if checked.readings[node.id] == nil { note(view) }
      let name = view.label.map { text($0.symbol) }
      switch view.word {
      case .speaker: subject = .speaker
      case .object: subject = .object(name)
      case .person, nil: subject = .person(name)
      }
    } else if let name = whole.name, axis != nil, scope[name.symbol].kind == .reading,
      let word = ReadingWord(number: scope[name.symbol].index), [.person, .object].contains(word)
    {
      subject = word == .person ? .person(nil) : .object(nil)
    } else {
      return nil
    }
    guard let axis else { return StateVariable(subject, nil) }
    if axis == MemberView.looking {
      guard SubjectPart.looking.isRead(of: subject) else {
        report { .lookingOfNobody(at: $0.program.span(of: node)) }
        return StateVariable(subject, .pan)
      }
      return StateVariable(subject, .looking)
    }
    guard let view = ViewAxis(number: axis) else {
      report { .rollOfSubject(at: $0.program.lastTokenSpan(of: node)) }
      return StateVariable(subject, .pan)
    }
    return StateVariable(subject, view == .pan ? .pan : .tilt)
  }

  /// Takes note of whom `subject` names, for when the scene is known.
  mutating func note(_ subject: SubjectView) {
    if subject.label != nil, !context.isInTest { pending.named.append(subject) }
  }

  /// Warns of those whom the script names and its own scene has not, or none of its tests' scenes
  /// if it has no scene of its own.
  ///
  /// A script without any scene is for docks on which nobody knows who comes.
  mutating func checkNamedSubjects() {
    let scenes = checked.scene.map { [$0] } ?? checked.tests.compactMap(\.scene)
    guard !scenes.isEmpty, !pending.named.isEmpty else { return }
    let isOwn = checked.scene != nil
    var known: [Symbol: Bool] = [:]
    for scene in scenes {
      for case .arrival(let arrival) in scene.lines {
        known[arrival.label.symbol] = arrival.isPerson
      }
    }
    for subject in pending.named {
      guard let label = subject.label else { continue }
      let isPerson = subject.word != .object
      let symbol = label.symbol
      if known[symbol] == isPerson || lost.contains(symbol) { continue }
      let names = known.filter { $0.value == isPerson }.map { text($0.key) }.sorted()
      report {
        .notInScene(
          $0.text(symbol), isPerson ? "person" : "object",
          Suggestion.nearest(to: $0.text(symbol), in: names), known: names, isOfTests: !isOwn,
          at: $0.program.span(of: label))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func rollOfSubject(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected 'pan' or 'tilt': to roll brings nobody into the picture", at: span,
      fixIts: [FixIt("write 'pan'", span, "pan")])
  }

  fileprivate static func lookingInWords(
    _ condition: String, until event: SourceSpan?, isHandler: Bool, at words: SourceSpan
  ) -> Diagnostic {
    let change = FixIt.Edit(words, condition)
    var fixIts = [FixIt("write '\(condition)'", [change])]
    if let event {
      fixIts = [FixIt("write 'until \(condition)'", [FixIt.Edit(event, "until"), change])]
    }
    return Diagnostic(
      .expectedToken, "expected how surely the person looks, as in '\(condition)'", at: words,
      notes: [
        isHandler
          ? "no event tells it: 'wait until \(condition)' waits for it"
          : "nobody knows it for certain: 'person.looking' is how sure the phone is, as a share"
      ], fixIts: isHandler ? [] : fixIts)
  }

  /// Reports that something other than a person is to look at the camera.
  static func lookingOfNobody(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .readingAsValue, "only a person looks at the camera", at: span,
      notes: ["'person.looking' is how sure the phone is of that, from 0% to 100%"])
  }

  fileprivate static func notInScene(
    _ name: String, _ kind: String, _ nearest: String?, known: [String], isOfTests: Bool,
    at span: SourceSpan
  ) -> Diagnostic {
    unknownName(
      .notInScene,
      "\(isOfTests ? "no scene of a test has the" : "the scene has no") \(kind) '\(name)'", nearest,
      known: known,
      remedy: "say in the scene who comes, as in '\(kind) \(name) at 20deg right, 2m away'",
      at: span)
  }

  /// Reports a name that no subject of a scene has, with the nearest name as the fix.
  ///
  /// Without a nearest name it lists the `known` ones, or says the `remedy` if there are none.
  static func unknownName(
    _ code: DiagnosticCode, _ message: String, _ nearest: String?, known: [String],
    remedy: String, at span: SourceSpan
  ) -> Diagnostic {
    let list = known.prefix(8).joined(separator: ", ")
    let note = known.isEmpty ? remedy : "there is \(list)\(known.count > 8 ? " and others" : "")"
    return Diagnostic(
      code, message, at: span, label: nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: nearest == nil ? [note] : [],
      fixIts: nearest.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }
}
