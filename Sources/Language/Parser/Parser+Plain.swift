import Diagnosis

// Plain English: what people write before they know the language.

extension Parser {
  /// The tokens of the current statement, up to its end or its block; none if they are too many to
  /// be a phrase, or if what may be left out of one, such as 'a', is the name of a value.
  private var plainWords: [PlainToken] {
    var words: [PlainToken] = []
    if reading.start == .max { return [] }
    var ahead = lookahead(from: reading.start)
    while words.count <= 32 {
      let token = ahead.next()
      let isEnd = token.startsLine && token.start != reading.start
      if isEnd || [.end, .semicolon, .openBrace, .closeBrace].contains(token.kind) { return words }
      let word = PlainToken(token, in: lexer)
      if !words.isEmpty, word.isFiller, isDeclaredAsValue(token.symbol) { return [] }
      words.append(word)
    }
    return []
  }

  /// The report of a statement in plain English that begins with the unknown `word`, and the word
  /// it is taken for; nil if its meaning is not known.
  func plainStatement(_ word: Token, followedBy next: Token) -> (Diagnostic, Keyword?)? {
    if isTrial { return nil }
    let words = plainWords
    guard let first = words.first, first.span == word.span else { return nil }
    let plain = Diagnostic(
      .foreignWord, "no statement begins with '\(first.text)'", at: word.span)
    if let command = machineCommand(words, plain) { return (command, nil) }
    if let phrase = phrase(in: words, for: plain) { return (phrase, nil) }
    if let face = face(in: words, for: plain) { return (face, nil) }
    if let motion = PlainMotion(words), let axis = motion.axis, first.pace == nil {
      let meant = Suggestion(axis.spelling, axis.explanation)
      let renamed = Diagnostic.misspeltStatement(first.text, meant, at: word.span)
      if renamed.fixIts.contains(where: { mends($0, renamed) }) { return (renamed, axis) }
    }
    if let motion = self.motion(in: words, for: plain) { return (motion, nil) }
    if let whole = whole(words, for: plain) { return (whole, nil) }
    if let timed = timedStatement(words, plain) { return (timed, nil) }
    if let glance = glance(words, plain) { return (glance, nil) }
    if let absence = PlainWords.absence(of: first.text) {
      return (
        Diagnostic(
          .unknownStatement, "no statement begins with '\(first.text)'", at: word.span,
          notes: [absence] + notesOfReturn(word), fixIts: returnFixes(word) + endFixes(word)), nil
      )
    }
    guard PlainWords.canLeaveOut(first.text, .statement), !next.startsLine else {
      return nil
    }
    let removal = FixIt(
      "remove '\(first.text)'", SourceSpan(word.start, next.start), "")
    guard mends(removal, plain) else { return nil }
    var superfluous = plain
    superfluous.notes = ["a statement needs no word before it"]
    superfluous.fixIts = [removal]
    return (superfluous, nil)
  }

  /// `diagnostic` with the changes to a statement of the language, if the current one is plain
  /// English.
  func plain(_ diagnostic: Diagnostic) -> Diagnostic {
    let words = plainWords
    // The call of a gesture is not plain English.
    let isCall = words.first?.keyword == nil && words.dropFirst().first?.kind == .openParen
    if words.isEmpty || isCall { return diagnostic }
    if let statement = methodCall(words, for: diagnostic) { return statement }
    return phrase(in: words, for: diagnostic) ?? motion(in: words, for: diagnostic) ?? diagnostic
  }

  /// `diagnostic` with the statement that `words` write as the call of a method, as in
  /// `face.happy()`.
  private func methodCall(_ words: [PlainToken], for diagnostic: Diagnostic) -> Diagnostic? {
    guard words.count > 2, words[0].keyword?.beginsStatement == true, words[1].kind == .dot,
      let last = words.last
    else { return nil }
    let signs: [Token.Kind] = [.dot, .openParen, .closeParen]
    let parts = words.filter { !signs.contains($0.kind) }
    guard parts.allSatisfy({ $0.kind == .word || $0.kind == .number }) else { return nil }
    let ours = parts.map(\.text).joined(separator: " ")
    let whole = SourceSpan(words[0].span.start, last.span.end)
    let fixIt = FixIt("write '\(ours)'", whole, ours)
    guard mends(fixIt, diagnostic) else { return nil }
    var answer = diagnostic
    answer.label = "did you mean '\(ours)'?"
    answer.notes = ["the words of a statement have no '.' and no brackets between them"]
    answer.fixIts = [fixIt]
    return answer
  }

  /// `diagnostic` with the statement that the first of `words` are a phrase for.
  private func phrase(in words: [PlainToken], for diagnostic: Diagnostic) -> Diagnostic? {
    for phrase in PlainWords.phrases {
      guard let end = phrase.end(in: words) else { continue }
      let span = SourceSpan(words[0].span.start, end)
      let fixIts = phrase.replacements.map { FixIt(phrase.title(of: $0), span, $0) }
      guard let changed = diagnostic.offering(fixIts.filter { mends($0, diagnostic) }) else {
        continue
      }
      var answer = changed
      answer.label = "did you mean '\(fixIts[0].edits[0].replacement)'?"
      answer.notes = [phrase.explanation]
      return answer
    }
    return nil
  }

  /// `diagnostic` with the change of the face that `words` mean, as in "make a happy face".
  private func face(in words: [PlainToken], for diagnostic: Diagnostic) -> Diagnostic? {
    let faces: Set<String> = ["face", "expression", "mood", "emotion"]
    var (mood, hasFace, end): (String?, Bool, UInt32) = (nil, false, diagnostic.span?.end ?? 0)
    for (index, word) in words.enumerated() {
      let text = word.text.lowercased()
      end = word.span.end
      if faces.contains(text) {
        hasFace = true
      } else if let meant = PlainToken.mood(text) {
        if mood != nil { return nil }
        mood = meant
      } else if index > 0, !word.isFiller, !word.isPreposition {
        return nil
      }
    }
    guard let mood, hasFace, let start = words.first?.span.start else { return nil }
    let ours = "face \(mood)"
    let fixIt = FixIt("write '\(ours)'", SourceSpan(start, end), ours)
    guard var answer = diagnostic.offering([fixIt].filter { mends($0, diagnostic) }) else {
      return nil
    }
    answer.label = "did you mean '\(ours)'?"
    answer.notes = ["the face is set with 'face' and a mood"]
    return answer
  }

  /// `diagnostic` with the turn towards somebody by name, as in `look at ada`.
  private func glance(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    guard words.count == 3, ["look", "turn", "point", "gaze", "aim"].contains(words[0].text),
      ["at", "to", "towards", "toward"].contains(words[1].text), words[2].kind == .word
    else { return nil }
    let isSubject = [Keyword.person, .object].contains(words[2].keyword)
    guard isSubject || words[2].keyword == nil else { return nil }
    let ours = "move to \(isSubject ? "" : "person ")\(words[2].text)"
    let span = SourceSpan(words[0].span.start, words[2].span.end)
    guard
      var answer = diagnostic.offering(
        [FixIt("write '\(ours)'", span, ours)].filter { mends($0, diagnostic) })
    else { return nil }
    answer.label = "did you mean '\(ours)'?"
    answer.notes = ["'move to person' turns to where somebody is, 'follow person' goes on with it"]
    return answer
  }

  /// The greatest number behind the letter of a command for a machine tool.
  private static let greatestMachineCode = 999

  /// The report of a command for a machine tool, as in `G1 X10 F300`; nil of anything else.
  private func machineCommand(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    guard let first = words.first, let last = words.last, let letter = first.text.first,
      "GMgm".contains(letter), let code = Int(first.text.dropFirst()),
      code <= Parser.greatestMachineCode
    else { return nil }
    var values: [Character: String] = [:]
    for word in text(of: SourceSpan(first.span.end, last.span.end)).split(separator: " ") {
      guard let letter = word.first, Double(word.dropFirst()) != nil else { return nil }
      values[Character(letter.uppercased())] = String(word.dropFirst())
    }
    var answer = diagnostic
    answer.notes = ["a script is not G-code: 'move to' takes axes to angles, 'wait' lets time pass"]
    var ours: String?
    switch (letter.uppercased(), code) {
    case ("G", 0), ("G", 1):
      let axes = [("pan", values["X"]), ("tilt", values["Y"])]
      let parts = axes.compactMap { name, value in value.map { "\(name): \($0)deg" } }
      let isAll = values.keys.allSatisfy { "XYF".contains($0) }
      guard !parts.isEmpty, isAll else { break }
      ours =
        "move to pose(\(parts.joined(separator: ", ")))"
        + (values["F"].map { " at \($0)deg/min" } ?? "")
    case ("G", 4): ours = values["P"].map { "wait \($0)ms" } ?? values["S"].map { "wait \($0)s" }
    case ("G", 28): ours = "move to home"
    default: break
    }
    guard let ours else { return answer }
    let fixIt = FixIt("write '\(ours)'", SourceSpan(first.span.start, last.span.end), ours)
    answer.fixIts = [fixIt].filter { mends($0, diagnostic) }
    return answer
  }

  /// `diagnostic` with the motion that `words` mean.
  private func motion(in words: [PlainToken], for diagnostic: Diagnostic) -> Diagnostic? {
    guard let motion = PlainMotion(words), let first = words.first, let last = words.last else {
      return nil
    }
    let span = SourceSpan(first.span.start, last.span.end)
    let statements = motion.statements
    let fixIts = statements.map { FixIt($0.title, span, $0.text) }
    guard var answer = diagnostic.offering(fixIts.filter { mends($0, diagnostic) }) else {
      return nil
    }
    answer.label = "did you mean '\(statements[0].text)'?"
    let explanation = motion.axis?.explanation
    if first.keyword == .face, let explanation {
      answer.notes = ["'face' shows a mood on the phone; \(explanation)"]
    }
    if answer.notes.isEmpty { answer.notes = explanation.map { [$0] } ?? [] }
    return answer
  }

  /// `diagnostic` with the whole statement that the first of `words` stands for, where all others
  /// add nothing.
  private func whole(_ words: [PlainToken], for diagnostic: Diagnostic) -> Diagnostic? {
    guard words.count > 1, words.dropFirst().allSatisfy(\.isFiller),
      let meant = ForeignWords.hint(for: words[0].text, in: .statement),
      let end = words.last?.span.end
    else { return nil }
    let fixIt = FixIt(
      "write '\(meant.replacement)'", SourceSpan(words[0].span.start, end), meant.replacement)
    guard mends(fixIt, diagnostic) else { return nil }
    var answer = diagnostic
    answer.label = "did you mean '\(meant.replacement)'?"
    answer.notes = [meant.explanation]
    answer.fixIts = [fixIt]
    return answer
  }

  /// What takes the place of a 'return' at `word` inside of a block of a gesture.
  private func notesOfReturn(_ word: Token) -> [String] {
    guard text(of: word.span) == "return", nesting.depth > 1 else { return [] }
    return ["what it leaves out stands in 'else { … }'"]
  }

  /// The change of `word`, which ends a program in other languages and stands alone in a mode, to
  /// what ends the script there; none of any other.
  private func endFixes(_ word: Token) -> [FixIt] {
    guard PlainWords.endsScript(text(of: word.span)), nesting.isInMode,
      token.startsLine || at(.semicolon) || at(.closeBrace)
    else { return [] }
    return [FixIt("write 'go to end'", word.span, "go to end")]
  }

  /// The removal of a 'return' at `word` after which its block or the script ends; none otherwise.
  private func returnFixes(_ word: Token) -> [FixIt] {
    // In a block inside of another, the rest of the other would be done.
    guard text(of: word.span) == "return", at(.end) || at(.closeBrace), nesting.depth <= 1 else {
      return []
    }
    let before = lexer.bytes[..<Int(word.start - lexer.base)].reversed()
    let blanks = before.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let isBehindSign = before.dropFirst(blanks).first == 0x3B
    let span =
      isBehindSign
      ? SourceSpan(word.start - UInt32(blanks) - 1, word.end) : withBlanks(around: word.span)
    return [FixIt("remove 'return'", span, "")]
  }
}

extension PlainWords.Phrase {
  /// The title of the change to `replacement`.
  func title(of replacement: String) -> String {
    "write '\(replacement)'" + (isExample ? ", for example" : "")
  }

  /// Where the phrase ends, if `tokens` begin with it; fillers may stand between its words.
  func end(in tokens: [PlainToken]) -> UInt32? {
    var rest = tokens[...]
    var end: UInt32?
    for choices in words {
      if end != nil, rest.first.map({ !choices.contains($0.text.lowercased()) }) == true {
        rest = rest.drop(while: \.isFiller)
      }
      guard let token = rest.popFirst(), token.kind == .word,
        choices.contains(token.text.lowercased())
      else { return nil }
      end = token.span.end
    }
    return end
  }
}

extension Diagnostic {
  /// The same with the changes `fixIts`; nil if there is none.
  fileprivate func offering(_ fixIts: [FixIt]) -> Diagnostic? {
    if fixIts.isEmpty { return nil }
    var changed = self
    changed.fixIts = fixIts
    return changed
  }
}

extension Keyword {
  /// What the axis it names does, as a clause without a full stop.
  var explanation: String? {
    switch axis {
    case 0: "turning left and right is 'pan'"
    case 1: "turning up and down is 'tilt'"
    case 2: "turning about the line of sight is 'roll'"
    default: nil
    }
  }
}
