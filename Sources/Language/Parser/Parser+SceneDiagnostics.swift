import Diagnosis

// What is said of a line of a scene that cannot be read.

extension Parser {
  /// The report of a word that begins no line of a scene.
  func unknownSceneLine() -> Diagnostic {
    if token.kind == .word, token.keyword?.beginsStatement == true {
      return .statementInScene(tokenText, at: token.span)
    }
    if token.keyword.map(Keyword.happenings.contains) == true {
      var report = Diagnostic.happeningWithoutTime(tokenText, at: token.span)
      if let ordered = sceneLineInOrder { report.fixIts = [ordered] }
      return report
    }
    if token.kind == .number, token.dimension == .time, let ordered = sceneLineInOrder {
      return .expected(
        "'at' before the time", found: "'\(tokenText)'", at: token.span,
        notes: ["as in 'at 2s press button 1'"], fixIts: [ordered])
    }
    if at(.word), following.isKeyword(.at), !isNearHappening {
      let here = SourceSpan(token.start, token.start)
      return .expected(
        "a line of a scene", found: "'\(tokenText)'", at: token.span,
        notes: ["who comes is a 'person' or an 'object'"],
        fixIts: [FixIt("write 'person \(tokenText)'", here, "person ")])
    }
    return .unknownWord(
      "a line of a scene", found: "'\(tokenText)'",
      suggestion(among: ["at", "person", "object", "seed"]), [],
      notes: [
        "a line begins with 'at', 'person', 'object' or 'seed', as in 'at 2s press button 1'"
      ],
      at: token.span)
  }

  /// The report of somebody who comes without a name.
  func missingNameOfArrival() -> Diagnostic {
    .expected(
      "a name", found: "'at'", at: token.span, notes: ["as in 'person ada at 20deg right'"])
  }

  /// The report of somebody who comes without a place.
  func missingPlace() -> Diagnostic {
    var report = missing(.at)
    report.notes = ["a place follows 'at', as in 'person ada at 20deg right'"]
    return report
  }

  /// The report of what cannot happen in a scene.
  func unknownHappening() -> Diagnostic {
    let known = (Keyword.happenings + [.person, .object]).filter { $0 != .long }.map(\.spelling)
    return unknownWord("what happens", known, .happening)
  }

  /// The report of what cannot be pressed.
  func unknownPress() -> Diagnostic {
    unknownWord(
      "what is pressed", ["button", "shutter", "flip", "tracking_button"],
      .happening)
  }

  /// The report of a button without its number.
  func missingButton() -> Diagnostic {
    let here = SourceSpan(previousEnd, previousEnd)
    return .expected(
      "the number of the button", found: describeToken(), at: place,
      notes: ["as in 'press button 1'"], fixIts: [FixIt("write ' 1', for example", here, " 1")])
  }

  /// The report of what cannot go wrong.
  func unknownFault() -> Diagnostic {
    unknownWord("what goes wrong", SceneFault.allCases.map(\.word), .fault)
  }

  /// The report of a word that is none of DockKit's errors.
  func unknownRefusal() -> Diagnostic {
    unknownWord("an error of DockKit", SceneFault.refusals, nil)
  }

  /// The report of what nobody can do.
  func unknownDeed(of subject: Token) -> Diagnostic {
    let name = tree.word(of: subject.symbol, in: lexer.symbols)
    return unknownWord("what '\(name)' does", Keyword.deeds.map(\.spelling), .happening)
  }

  /// The report of a part of a place that does not say in which direction it is.
  func missingPlaceWord() -> Diagnostic {
    unknownWord(
      "a direction, or 'away'", ["left", "right", "up", "down", "away"], .direction)
  }

  /// The report of a second part of a place for the axis `axis`, or a second distance.
  func placeTwice(_ axis: Keyword, _ part: NodeID) -> Diagnostic {
    let span = SourceSpan(tree[part].start, previousEnd)
    return .placeTwice(axis, at: span, whole: SourceSpan(lexer.startOfList(before: span), span.end))
  }

  /// True if the word at hand is probably a misspelt happening rather than a name.
  var isNearHappening: Bool {
    let known = Keyword.happenings.map(\.spelling)
    let word = tokenText
    return Suggestion.nearest(to: word, in: known) != nil
      || ForeignWords.hint(for: word, in: .happening) != nil
  }

  private func suggestion(among known: [String]) -> Suggestion? {
    guard token.kind == .word else { return nil }
    return Suggestion.best(for: tokenText, in: .happening, among: known)
  }
}

extension Lexer {
  /// The place behind the last thing before the comma that leads in `span`.
  fileprivate func startOfList(before span: SourceSpan) -> UInt32 {
    let before = bytes[..<Int(span.start - base)]
    let blanks = before.reversed().prefix { $0 <= 0x20 || $0 == 0x2C }.count
    return span.start - UInt32(blanks)
  }
}

extension Diagnostic {
  static func statementInScene(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "'\(word)' begins a statement, and a scene has none", at: span,
      notes: ["a scene says what happens around the dock and when, as in 'at 2s press button 1'"])
  }

  static func happeningWithoutTime(_ word: String, at span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    return Diagnostic(
      .expectedToken, "expected 'at' and a time before '\(word)'", at: span,
      notes: ["times count from the beginning of the run, as in 'at 2s \(word) …'"],
      fixIts: [FixIt("write 'at 0s '", start, "at 0s ")])
  }

  static func placeTwice(
    _ axis: Keyword, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    let what =
      switch axis {
      case .pan: "left or right"
      case .tilt: "up or down"
      case .away: "how far away it is"
      default: "a turn"
      }
    return Diagnostic(
      .duplicateClause, "the place says twice \(what)", at: span, label: "the second",
      fixIts: [FixIt("remove the second", whole, "")])
  }
}
