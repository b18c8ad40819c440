extension Tree {
  /// The text of `symbol`, at most 64 characters of it.
  func word(of symbol: UInt32, in symbols: SymbolTable) -> String {
    let text = symbols.text(of: symbol)
    return text.utf8.count > 64 ? text.prefix(64) + "…" : text
  }
}

extension Parser {
  /// Where the strings of this file begin among the program's.
  var stringBase: UInt32 { UInt32(tree.strings.count) }
}

extension Diagnostic {
  static func expected(_ what: String, found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.expectedToken, "expected \(what), found \(found)", at: span)
  }

  static func expectedAxis(found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected an axis, found \(found)", at: span,
      notes: ["the axes are 'pan', 'tilt' and 'roll'"])
  }

  static func expectedExpression(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.expectedExpression, "expected a value, found \(found)", at: span)
  }

  static func nestingTooDeep(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "more than \(Budget.nesting) blocks and brackets inside each other",
      at: span,
      notes: [
        "nothing behind this place was read", "give an inner part a name with 'gesture' or 'let'",
      ])
  }

  static func expressionTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "more than \(Budget.expressionHeight) operators in one expression", at: span,
      notes: ["nothing behind this place was read", "give parts of it names with 'let'"])
  }

  static func trailing(_ found: String, _ keyword: Keyword?, at span: SourceSpan) -> Diagnostic {
    let clauses: [Keyword] = [.over, .at, .to, .by, .through, .easing, .within, .straight, .for]
    if let keyword, clauses.contains(keyword) {
      return Diagnostic(
        .clauseNotAllowed, "'\(found)' does not belong to this statement", at: span)
    }
    if let keyword, Direction(keyword) != nil {
      return Diagnostic(
        .directionOfNothing, "the direction '\(found)' belongs right behind an angle or a speed",
        at: span)
    }
    if let foreign = ForeignWords.connective(found) {
      return Diagnostic(
        .foreignWord, "'\(found)' is written '\(foreign)'", at: span,
        fixIts: [FixIt("write '\(foreign)'", span, foreign)])
    }
    return Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      notes: ["a statement ends with its line, or with ';'"])
  }

  static func unexpectedStart(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.unknownStatement, "expected a statement, found \(found)", at: span)
  }

  static func unknownStatement(
    _ word: String, followedBy next: Token, at span: SourceSpan
  ) -> Diagnostic {
    if next.kind == .assign, !next.startsLine {
      return Diagnostic(
        .unknownStatement, "to name a value, begin with 'let'", at: span,
        notes: ["a name keeps the value it is given; it cannot be changed later"],
        fixIts: [FixIt("write 'let \(word)'", span, "let \(word)")])
    }
    if let foreign = ForeignWords.statement(word) {
      return Diagnostic(
        .foreignWord, "'\(word)' is written '\(foreign)'", at: span,
        fixIts: [FixIt("write '\(foreign)'", span, foreign)])
    }
    let statements = Keyword.allCases.filter { $0.rawValue <= Keyword.scene.rawValue }
    if let known = Suggestion.nearest(to: word, in: statements.map(\.spelling) + ["else"]) {
      return Diagnostic(
        .unknownStatement, "no statement begins with '\(word)'", at: span,
        label: "did you mean '\(known)'?", fixIts: [FixIt("write '\(known)'", span, known)])
    }
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      notes: ["a gesture is called with brackets: '\(word)()'"])
  }

  static func elseWithoutIf(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .elseWithoutIf, "'else' has no 'if' before it", at: span,
      notes: ["'else' stands right behind the '}' of its 'if'"])
  }

  static func unmatchedClosing(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unmatchedClosing, "'\(what)' closes nothing", at: span,
      fixIts: [FixIt("remove it", span, "")])
  }

  static func unclosed(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unclosedBlock, "'\(what)' is never closed", at: span, label: "opens here",
      notes: ["add '\(what == "{" ? "}" : ")")' where it shall end"])
  }

  static func duplicateClause(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "'\(word)' is given twice", at: span, notes: ["give it once"])
  }

  static func misplacedDeclaration(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedDeclaration, "'\(what)' stands inside a block", at: span,
      notes: [
        "declarations stand at the top of a script, outside every '{ }'; is a '}' missing above?"
      ])
  }

  static func severalTargets(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "a move has one of 'to', 'by' and 'through'", at: span,
      notes: ["'to' names where it ends, 'by' how far it goes, 'through' the points it passes"])
  }

  static func missingTarget(
    at span: SourceSpan, isMove: Bool, startsValue: Bool
  ) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    let space = span.start == span.end ? " " : ""
    return Diagnostic(
      .missingClause, "where to? expected 'to', 'by' or 'through'", at: span,
      notes: isMove
        ? ["as in 'move to home'"] : ["'to 30deg' is a place, 'by 30deg' a distance from here"],
      fixIts: startsValue
        ? [
          FixIt("write 'to' for a place", start, space + "to "),
          FixIt("write 'by' for a distance", start, space + "by "),
        ] : [])
  }

  static func missingLimit(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingClause, "what is the limit? expected 'to', 'at', 'acceleration' or 'jerk'", at: span,
      notes: ["as in 'limit pan to 60deg left .. 60deg right at 45deg/s'"])
  }

  static func emptyPose(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingArgument, "a pose names at least one axis", at: span,
      notes: ["as in 'pose(pan: 30deg left, tilt: 5deg up)'"])
  }

  /// An unknown word in a place where one of few is due.
  private static func unknownWord(
    _ word: String?, _ found: String, _ what: String, _ known: [String], foreign: String?,
    at span: SourceSpan
  ) -> Diagnostic {
    let nearest = word.flatMap { foreign ?? Suggestion.nearest(to: $0, in: known) }
    let code: DiagnosticCode = word != nil && foreign != nil ? .foreignWord : .expectedToken
    return Diagnostic(
      code, "expected \(what), found \(found)", at: span,
      label: nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: ["one of \(known.joined(separator: ", "))"],
      fixIts: nearest.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func unknownEasing(_ word: String?, _ found: String, at span: SourceSpan) -> Diagnostic {
    unknownWord(
      word, found, "an easing",
      ["linear", "ease_in", "ease_out", "ease_in_out", "smooth", "bezier(x1, y1, x2, y2)"],
      foreign: word.flatMap(ForeignWords.easing), at: span)
  }

  static func unknownAnimation(
    _ word: String?, _ found: String, at span: SourceSpan
  ) -> Diagnostic {
    unknownWord(
      word, found, "an animation", ["wakeup", "yes", "no", "kapow"],
      foreign: word.flatMap(ForeignWords.animation), at: span)
  }

  static func unknownEvent(_ word: String?, _ found: String, at span: SourceSpan) -> Diagnostic {
    unknownWord(
      word, found, "an event",
      [
        "button", "shutter", "flip", "zoom", "tracking_button", "dock", "undock", "battery",
        "charging", "person", "object", "tap", "long_press", "background", "foreground", "error",
      ], foreign: nil, at: span)
  }

  static func reservedName(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .reservedName, "'\(word)' is a word of the language and cannot be a name", at: span,
      fixIts: [FixIt("call it 'my_\(word)'", span, "my_\(word)")])
  }

  static func keywordAsValue(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedExpression, "expected a value, found '\(word)'", at: span,
      label: "a word of the language, not a value")
  }

  static func chainedComparison(
    _ first: String, _ second: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .chainedComparison, "'\(first)' and '\(second)' cannot be chained", at: span,
      notes: ["join two comparisons with 'and': 'a < b and b < c'"])
  }

  static func assignmentInCondition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .assignmentInCondition, "'=' names a value; to compare, write '=='", at: span,
      fixIts: [FixIt("write '=='", span, "==")])
  }

  static func spaceBeforeUnit(_ joined: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .spaceBeforeUnit, "a unit stands right behind its number", at: span,
      fixIts: [FixIt("write '\(joined)'", span, joined)])
  }

  static func tooManyImports(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManyImports,
      "more than \(Budget.files) files, or a chain of 'use' longer than \(Budget.useDepth)",
      at: span)
  }

  static func importCycle(_ name: String, isSelf: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .importCycle,
      isSelf
        ? "the file uses itself"
        : "'\(name)' is being read already: the files use each other in a circle",
      at: span, notes: ["move what both need into a third file"])
  }

  static func cannotUse(_ name: String, _ failure: LoadFailure, at span: SourceSpan) -> Diagnostic {
    switch failure {
    case .notFound:
      Diagnostic(
        .fileNotFound, "there is no file '\(name)'", at: span,
        notes: ["names are relative to the file that uses them"])
    case .outsideRoot:
      Diagnostic(
        .importOutsideRoot, "'\(name)' lies outside the folder of the script", at: span,
        notes: [
          "a script reaches only files in its own folder and below; '--root' moves that folder"
        ])
    case .unreadable(let reason):
      Diagnostic(.fileUnreadable, "'\(name)' cannot be read: \(reason)", at: span)
    case .tooLarge(let bytes):
      Diagnostic(.sourceTooLarge, "'\(name)' is too large: \(bytes) bytes", at: span)
    }
  }
}
