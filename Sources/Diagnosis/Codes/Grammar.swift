// The grammar: how words make statements.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let grammar: [DiagnosticCode] = [
    .unknownStatement, .expectedToken, .unclosedBlock, .unmatchedClosing, .nestingTooDeep,
    .trailingText, .expectedExpression, .duplicateClause, .misplacedDeclaration, .missingClause,
    .foreignWord, .assignmentInCondition, .spaceBeforeUnit, .clauseNotAllowed, .chainedComparison,
    .elseWithoutIf, .misplacedMark,
  ]

  public static let unknownStatement = DiagnosticCode(
    201, "unknown statement",
    """
    A statement begins with one of the words of the language, such as 'pan', 'wait' or 'let', or \
    it calls a gesture, which takes brackets. This one begins with neither. Correct the spelling; \
    to call a gesture, write its brackets even if they are empty.
    """,
    wrong: "pna to 30deg right over 2s",
    right: "pan to 30deg right over 2s")

  public static let expectedToken = DiagnosticCode(
    202, "something is missing",
    """
    The statement ends too early, or continues with a word that does not fit: the message says \
    what was expected and what was found. The marked place is the first word that does not fit, so \
    the mistake is there or just before it. Grammar.md shows the form of each statement.
    """,
    wrong: "let reach 30deg",
    right: "let reach = 30deg")

  public static let unclosedBlock = DiagnosticCode(
    203, "block or bracket never closed",
    """
    Every '{' needs its '}' and every '(' its ')'. The mark shows the one that is never closed. If \
    it looks closed, another bracket inside it is not closed; the indentation of the lines usually \
    shows which one.
    """,
    wrong: """
      repeat 2 {
          wait 1s
      """,
    right: """
      repeat 2 {
          wait 1s
      }
      """)

  public static let unmatchedClosing = DiagnosticCode(
    204, "closing bracket without an opening one",
    """
    This '}' or ')' closes nothing: everything opened before it is closed already. Remove it, or \
    add the opening bracket that is missing before it.
    """,
    wrong: """
      wait 1s
      }
      """,
    right: "wait 1s")

  public static let nestingTooDeep = DiagnosticCode(
    205, "nested too deeply",
    """
    Blocks and brackets can be nested 128 deep, and an expression can join 512 operators; that is \
    far more than a person can read, and it limits the memory that the tool needs. Nothing after \
    this place is read. Give inner parts names of their own with 'let', 'function' or 'gesture'.
    """,
    wrong: "let deep = " + String(repeating: "(", count: 130) + "1deg"
      + String(repeating: ")", count: 130),
    right: "let flat = (1deg)")

  public static let trailingText = DiagnosticCode(
    206, "text after the end of a statement",
    """
    A statement ends with its line or with ';', and this one was complete before the marked word. \
    Put what follows on a line of its own, or remove it. If it should belong to the statement, the \
    word before it is missing or misspelt.
    """,
    wrong: "wait 1s wait 2s",
    right: "wait 1s; wait 2s")

  public static let expectedExpression = DiagnosticCode(
    207, "a value is missing",
    """
    A value is needed here: a quantity such as '30deg', a name, a pose, or a calculation with \
    them. Instead there is a word of the language or the end of the line. Write the value.
    """,
    wrong: "pan to over 2s",
    right: "pan to 30deg right over 2s")

  public static let duplicateClause = DiagnosticCode(
    208, "a clause is given twice",
    """
    Each clause of a statement, and each axis of a pose or a spin, is given once; with two it is \
    not clear which one applies. A move also has only one target: either 'to', or 'by', or \
    'through'. Keep the one that is meant.
    """,
    wrong: "pan to 30deg right over 2s over 3s",
    right: "pan to 30deg right over 3s")

  public static let misplacedDeclaration = DiagnosticCode(
    209, "declaration inside a block",
    """
    Gestures, functions, handlers, tests and 'use' stand at the top of a script, outside every '{ \
    }', so that a name means the same everywhere. A handler may also stand directly in a mode. \
    Move the declaration out of the block. If it looks as if it were outside, a '}' is missing \
    above it.
    """,
    wrong: """
      repeat 2 {
          gesture glance() {
              pan by 10deg right over 500ms
              pan by 10deg left over 500ms
          }
      }
      """,
    right: """
      gesture glance() {
          pan by 10deg right over 500ms
          pan by 10deg left over 500ms
      }
      repeat 2 {
          glance()
      }
      """)

  public static let missingClause = DiagnosticCode(
    210, "a necessary clause is missing",
    """
    A move must say whether its angle is a place or a distance: 'to 30deg right' goes to the \
    place, 'by 30deg right' goes that far from here. A limit must say what it limits: a range with \
    'to', a speed with 'at', or an acceleration. Add the word that is meant.
    """,
    wrong: "pan 30deg right over 2s",
    right: "pan to 30deg right over 2s")

  public static let foreignWord = DiagnosticCode(
    211, "word of another language",
    """
    The word belongs to another tool or programming language; the message gives the word for it \
    here. Each thing has one word, so that all scripts read alike. Write the word of this \
    language.
    """,
    wrong: "sleep 2s",
    right: "wait 2s")

  public static let assignmentInCondition = DiagnosticCode(
    212, "'=' in a condition",
    """
    A single '=' gives a name its value, as in 'let a = 3deg'; it has no meaning in a condition. \
    To compare two values, write '=='.
    """,
    wrong: """
      let turns = 2
      if turns = 2 {
          wait 1s
      }
      """,
    right: """
      let turns = 2
      if turns == 2 {
          wait 1s
      }
      """)

  public static let spaceBeforeUnit = DiagnosticCode(
    213, "space between number and unit",
    """
    A unit follows its number without a space, so that a quantity is one word and cannot be read \
    as two. Remove the space.
    """,
    wrong: "pan to 30 deg right over 2s",
    right: "pan to 30deg right over 2s")

  public static let clauseNotAllowed = DiagnosticCode(
    214, "clause in the wrong place",
    """
    The clause has no meaning in this statement, or it contradicts another one. A move, for \
    example, has either a duration ('over') or a speed ('at'), since each follows from the other, \
    and only a path 'through' points has corners that 'within' can round. Remove one of them.
    """,
    wrong: "pan to 30deg right over 2s at 20deg/s",
    right: "pan to 30deg right at 20deg/s")

  public static let chainedComparison = DiagnosticCode(
    215, "chained comparison",
    """
    A comparison gives a truth, and a truth cannot be compared with the next value, so 'a < b < c' \
    does not mean what it means in mathematics. Write two comparisons and join them with 'and'.
    """,
    wrong: """
      let reach = 20deg
      if 10deg < reach < 30deg {
          wait 1s
      }
      """,
    right: """
      let reach = 20deg
      if 10deg < reach and reach < 30deg {
          wait 1s
      }
      """)

  public static let elseWithoutIf = DiagnosticCode(
    216, "'else' without 'if'",
    """
    An 'else' directly follows the '}' of its 'if', with no other statement between them. This one \
    follows something else. Move it up to its 'if', or write a new 'if' with the opposite \
    condition.
    """,
    wrong: """
      wait 1s
      else {
          wait 2s
      }
      """,
    right: """
      let hurried = true
      if hurried {
          wait 1s
      } else {
          wait 2s
      }
      """)

  public static let misplacedMark = DiagnosticCode(
    246, "mark where the script may come more than once",
    """
    A show can begin and end at a mark, so a mark is one place of the script. It stands at the top \
    or directly in a mode; not in a loop, a branch, a gesture, a handler, a way or a test, where \
    the show may come many times or never. Put it above them.
    """,
    wrong: """
      repeat 2 {
          mark "verse"
          pan by 5deg right over 1s
      }
      """,
    right: """
      mark "verse"
      repeat 2 {
          pan by 5deg right over 1s
      }
      """)
}
