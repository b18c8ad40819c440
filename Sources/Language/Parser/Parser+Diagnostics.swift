import Diagnosis
import Vocabulary

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
  // MARK: - Something else was due

  static func expected(
    _ what: String, found: String, at span: SourceSpan, labels: [Label] = [],
    notes: [String] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected \(what), found \(found)", at: span, labels: labels, notes: notes,
      fixIts: fixIts)
  }

  /// A word, or its absence, where one of few is expected; `isTight` if no space stands before it.
  static func unknownWord(
    _ what: String, found: String, _ meant: Suggestion?, _ known: [String], notes: [String] = [],
    at span: SourceSpan, isTight: Bool = false
  ) -> Diagnostic {
    let list = known.isEmpty ? [] : ["one of \(known.joined(separator: ", "))"]
    let blank = isTight ? " " : ""
    return Diagnostic(
      meant?.explanation == nil ? .expectedToken : .foreignWord,
      "expected \(what), found \(found)", at: span,
      label: meant.map { "did you mean '\($0.replacement)'?" } ?? "",
      notes: meant?.explanation.map { [$0] } ?? (notes + list),
      fixIts: meant.map {
        [FixIt("write '\($0.replacement)'", span, blank + $0.replacement)]
      } ?? [])
  }

  /// Reports `word` before `next`, which is one of those that are expected; `gap` holds it and the
  /// spaces after it.
  static func superfluousWord(
    _ what: String, _ word: String, before next: String, at span: SourceSpan, _ gap: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected \(what), found '\(word)'", at: span,
      label: "did you mean '\(next)'?", fixIts: [FixIt("remove '\(word)'", gap, "")])
  }

  static func expectedExpression(
    _ found: String, at span: SourceSpan, fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(
      .expectedExpression, "expected a value, found \(found)", at: span,
      notes: [
        fixIts.isEmpty
          ? "a value is a quantity such as '30deg', a name, or a calculation with them"
          : "a pose names its axes in round brackets"
      ], fixIts: fixIts)
  }

  static func keywordAsValue(
    _ word: String, at span: SourceSpan, fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(
      .expectedExpression, "expected a value, found '\(word)'", at: span,
      label: "a word of the language, not a value",
      notes: [
        word == Keyword.face.spelling
          ? "no script reads its own face: let a count say what it shows"
          : word == Keyword.within.spelling
            ? "'within' compares in a condition, as in 'if a within 1 .. 3'"
            : fixIts.isEmpty
              ? "a value is a quantity such as '30deg', a name, or a calculation with them"
              : "a pose names its axes in round brackets"
      ], fixIts: fixIts)
  }

  /// Reports the word of an axis, `keyword`, where a value is read.
  static func axisAsValue(_ keyword: Keyword, at span: SourceSpan) -> Diagnostic {
    var report = Diagnostic.keywordAsValue(keyword.spelling, at: span)
    report.notes = [
      "a script does not read where the dock stands; 'person.\(keyword.spelling)' is where a "
        + "person is"
    ]
    return report
  }

  /// Reports the keyword `word` as a name, which the whole text uses at `uses`.
  static func reservedName(
    _ word: String, at span: SourceSpan, uses: [SourceSpan]
  ) -> Diagnostic {
    Diagnostic(
      .reservedName, "'\(word)' is a word of the language and cannot be a name", at: span,
      fixIts: [
        FixIt("call it 'my_\(word)'", uses.map { FixIt.Edit($0, "my_\(word)") })
      ])
  }

  static func emptyPose(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingArgument, "a pose names at least one axis", at: span,
      notes: ["as in 'pose(pan: 30deg left, tilt: 5deg up)'"])
  }

  static func poseWithoutAxes(found: String, at span: SourceSpan) -> Diagnostic {
    .expected(
      "'('", found: found, at: span,
      notes: ["a pose names its axes, as in 'pose(pan: 30deg left, tilt: 5deg up)'"])
  }

  // MARK: - Statements

  static func unexpectedStart(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "expected a statement, found \(found)", at: span,
      notes: ["a statement begins with a word, such as 'pan', 'wait' or 'let'"])
  }

  static func unnamedValue(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      label: "did you mean 'let \(word)'?",
      notes: ["'let' names a value; a name keeps its value and cannot be given another"],
      fixIts: [FixIt("write 'let \(word)'", span, "let \(word)")])
  }

  static func changedValue(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      notes: ["a name keeps its value and cannot be given another; only a 'count' changes"])
  }

  static func misspeltStatement(
    _ word: String, _ meant: Suggestion, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      meant.explanation == nil ? .unknownStatement : .foreignWord,
      "no statement begins with '\(word)'", at: span,
      label: "did you mean '\(meant.replacement)'?",
      notes: meant.explanation.map { [$0] } ?? [],
      fixIts: [FixIt("write '\(meant.replacement)'", span, meant.replacement)])
  }

  static func unknownStatement(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      notes: ["a gesture is called with brackets: '\(word)()'"])
  }

  /// Reports the word of `event` where a statement stands; `isAlone` says that its line ends there.
  static func eventAsStatement(
    _ event: EventKind, isAlone: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let ours = "wait for \(event.rawValue)"
    let isWhole = isAlone && (event.operand == .nothing || event.operand == .phase)
    return Diagnostic(
      .unknownStatement, "no statement begins with '\(event.rawValue)'", at: span,
      notes: ["it is an event: 'wait for' waits for it, and 'on' handles it"],
      fixIts: isWhole ? [FixIt("write '\(ours)'", span, ours)] : [])
  }

  static func clauseAlone(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      label: "a part of a statement",
      notes: [
        "it belongs to a motion, as in 'pan to 20deg right over 2s easing smooth', on the same "
          + "line or on the next"
      ])
  }

  static func gestureWithoutBrackets(
    _ word: String, at span: SourceSpan, edits: [FixIt.Edit]
  ) -> Diagnostic {
    Diagnostic(
      .unknownStatement, "no statement begins with '\(word)'", at: span,
      label: "did you mean '\(word)()'?", notes: ["a gesture is called with brackets"],
      fixIts: [
        FixIt(edits.count == 1 ? "write '\(word)()'" : "write brackets, and ';' between", edits)
      ])
  }

  static func trailing(
    _ found: String, at span: SourceSpan, meant: String? = nil, fixIts: [FixIt]
  ) -> Diagnostic {
    let note =
      found == "{"
      ? "only some statements have a block, such as 'repeat', 'if', 'together', 'on' and 'gesture'"
      : "a statement ends with its line, or with ';'"
    return Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      label: meant.map { "did you mean '\($0)'?" } ?? "",
      notes: meant == nil ? [note] : [], fixIts: fixIts)
  }

  /// Reports a 'finally' right behind the block that it is to follow.
  static func finallyBehindBlock(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before 'finally'", at: span,
      notes: ["'finally { … }' stands at the beginning of the block that it is done behind"])
  }

  /// Reports a comma behind the value of a 'let'.
  static func severalValues(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before ','", at: span,
      notes: [
        "a name has one value; a loop goes through several, as in 'for place in wing, home { … }'"
      ])
  }

  static func easingWithoutWord(_ found: String, at span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    return Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      label: "did you mean 'easing \(found)'?",
      fixIts: [FixIt("write 'easing \(found)'", start, "easing ")])
  }

  static func misplacedDeclaration(_ what: String, at span: SourceSpan) -> Diagnostic {
    let place =
      what == Keyword.on.spelling
      ? "handlers stand at the top of a script or directly in a mode"
      : "declarations stand at the top of a script, outside every '{ }'"
    return Diagnostic(
      .misplacedDeclaration, "'\(what)' stands inside a block", at: span,
      notes: ["\(place); is a '}' missing above?"])
  }

  // MARK: - Clauses

  static func foreignClause(
    _ found: String, _ ours: String, note: String? = nil, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'\(found)' is written '\(ours)' here", at: span,
      notes: note.map { [$0] } ?? [], fixIts: [FixIt("write '\(ours)'", span, ours)])
  }

  /// Reports a clause given twice; `whole` is the second with the spaces before it.
  static func duplicateClause(
    _ word: String, at span: SourceSpan, whole: SourceSpan, startsLine: Bool
  ) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "'\(word)' is given twice", at: span, label: "the second",
      notes: startsLine
        ? ["a line that begins with '\(word)' continues the statement above it"] : [],
      fixIts: [FixIt("remove the second", whole, "")])
  }

  static func clauseNotAllowed(
    _ found: String, in statement: Keyword?, at span: SourceSpan
  ) -> Diagnostic {
    let note =
      switch statement {
      case .wait: "only a time follows 'wait'"
      case .animate: "an animation has a fixed duration; 'repeat' does it several times"
      case .ramp: "a ramp changes a speed evenly; its length follows 'over'"
      case .spin: "'spin' reaches its speed as quickly as possible; its length follows 'for'"
      case .stop: "'stop' may be followed by axes and 'over'"
      case .limit: "a limit has 'to', 'at', 'acceleration' and 'jerk'"
      case .eyes: "the eyes move at once"
      case .camera where found == Keyword.easing.spelling:
        "a zoom has no curve: with 'over' it changes evenly"
      case .camera where found == Keyword.by.spelling: "a zoom changes 'to' a factor, or 'by' one"
      case .camera: "only a zoom has 'over', and only a format has 'at'"
      case .frame, .region, .select, .tracking: "it takes no time"
      case nil: "the times and angles of a gesture are arguments in its brackets"
      default:
        [Keyword.within, .near].contains { $0.spelling == found }
          ? "'\(found)' compares in a condition, as behind 'if'"
          : "the statement is complete before it"
      }
    return Diagnostic(
      .clauseNotAllowed, "'\(found)' does not belong to this statement", at: span, notes: [note])
  }

  // MARK: - Directions and units

  static func directionTwice(
    at span: SourceSpan, whole: SourceSpan, brackets: FixIt? = nil
  ) -> Diagnostic {
    Diagnostic(
      .directionOfNothing, "the value has a direction already", at: span,
      fixIts: (brackets.map { [$0] } ?? []) + [FixIt("remove this one", whole, "")])
  }

  static func misplacedDirection(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .directionOfNothing, "the direction '\(found)' does not follow an angle or a speed", at: span,
      notes: ["a direction follows its angle, as in '30deg \(found)'"])
  }

  /// Reports a direction in the midst of a calculation; `fixIt` puts it in brackets.
  static func bracketsMissing(
    _ found: String, at span: SourceSpan, _ fixIt: FixIt
  ) -> Diagnostic {
    Diagnostic(
      .directionOfNothing, "a value with a direction needs brackets in a calculation", at: span,
      notes: ["a direction applies to everything before it, as in 'a + 5deg left'"],
      fixIts: [fixIt])
  }

  static func directionBefore(
    _ direction: String, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .directionOfNothing, "the direction '\(direction)' stands before its angle", at: span,
      notes: ["a direction follows its angle, as in 'to 30deg \(direction)'"],
      fixIts: fixIts)
  }

  static func spaceBeforeUnit(_ joined: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .spaceBeforeUnit, "a unit follows its number without a space", at: span,
      fixIts: [FixIt("write '\(joined)'", span, joined)])
  }

  // MARK: - Conditions

  static func chainedComparison(
    _ first: String, _ second: String, at span: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .chainedComparison, "a comparison with '\(first)' cannot go on with '\(second)'", at: span,
      notes: ["join two comparisons with 'and': 'a < b and b < c'"], fixIts: fixIts)
  }

  static func assignmentInCondition(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .assignmentInCondition, "'=' names a value; to compare, write '=='", at: span,
      fixIts: [FixIt("write '=='", span, "==")])
  }

  // MARK: - Blocks and brackets

  /// Reports `what`, the first of `count` that stand at `all` and close nothing.
  static func unmatchedClosing(
    _ what: String, at span: SourceSpan, all: SourceSpan? = nil, _ count: Int = 1
  ) -> Diagnostic {
    Diagnostic(
      .unmatchedClosing, "'\(what)' closes nothing", at: span,
      fixIts: [FixIt(count == 1 ? "remove it" : "remove all \(count)", all ?? span, "")])
  }

  /// Reports the bracket at `span`, which might close at `end`.
  static func unclosedBracket(at span: SourceSpan, end: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unclosedBlock, "'(' is never closed", at: span, label: "opens here",
      fixIts: [FixIt("write ')'", end, ")")])
  }

  /// Reports the block that opens at `span` on a line that begins with `indent` spaces; its `}` is
  /// missing before the token at `next`, the first of a line after `nextIndent` spaces.
  static func unclosedBlock(
    _ span: SourceSpan, _ indent: Int, before next: SourceSpan, _ nextIndent: Int
  ) -> Diagnostic {
    let start = SourceSpan(next.start, next.start)
    let blanks = [max(0, indent - nextIndent), nextIndent].map { String(repeating: " ", count: $0) }
    return Diagnostic(
      .unclosedBlock, "'{' is never closed", at: span, label: "opens here",
      labels: [Label(next, "its '}' seems to be missing before this")],
      fixIts: [FixIt("write '}' before it", start, "\(blanks[0])}\n\(blanks[1])")])
  }

  /// Reports the block that opens at `span`; its `}` is missing at `place`, before the statement
  /// that begins with the word at `next`, which cannot stand in it.
  static func unclosedBlock(
    _ span: SourceSpan, behind place: SourceSpan, at next: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .unclosedBlock, "'{' is never closed", at: span, label: "opens here",
      labels: [Label(next, "its '}' seems to be missing before this")],
      fixIts: [FixIt("write '}' before it", place, " }")])
  }

  /// Reports the block that opens at `span`; its `}` is missing at the end of the text.
  static func unclosedBlock(
    _ span: SourceSpan, end: (span: SourceSpan, hasLineEnd: Bool), indent: Int
  ) -> Diagnostic {
    let blanks = String(repeating: " ", count: indent)
    let text = (end.hasLineEnd ? "" : "\n") + blanks + "}" + (end.hasLineEnd ? "\n" : "")
    return Diagnostic(
      .unclosedBlock, "'{' is never closed", at: span, label: "opens here",
      fixIts: [FixIt("write '}' at the end", end.span, text)])
  }

  /// Reports the block that opens at `span`, in which the `else` at `next` stands.
  static func unclosedBranch(_ span: SourceSpan, before next: SourceSpan) -> Diagnostic {
    let start = SourceSpan(next.start, next.start)
    return Diagnostic(
      .unclosedBlock, "'{' is not closed before 'else'", at: span, label: "opens here",
      labels: [Label(next, "its '}' is missing before this")],
      fixIts: [FixIt("write '} else'", start, "} ")])
  }

  static func nestingTooDeep(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "more than \(Budget.nesting) blocks and brackets inside each other",
      at: span,
      notes: [
        "nothing behind this place was read", "give an inner part a name with 'gesture' or 'let'",
      ])
  }

  /// Reports `sign`, which stands before an operand inside too many others.
  static func tooManySigns(_ sign: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep,
      "more than \(Budget.nesting) signs, blocks and brackets inside each other", at: span,
      label: "one '\(sign)' too many",
      notes: ["nothing behind this place was read", "a '\(sign)' reverses what stands behind it"])
  }

  static func expressionTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep, "more than \(Budget.expressionHeight) operators in one expression", at: span,
      notes: ["nothing behind this place was read", "give parts of it names with 'let'"])
  }
}
