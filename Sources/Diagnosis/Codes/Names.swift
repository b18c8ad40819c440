// Names: what they mean and how they are called.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let names: [DiagnosticCode] = [
    .unknownName, .nameTaken, .recursion, .usedBeforeDeclared, .notCallable, .missingArgument,
    .unknownParameter, .duplicateArgument, .tooManyArguments, .notAValue, .unknownType,
    .parameterNeedsType, .reservedName, .unused,
  ]

  public static let unknownName = DiagnosticCode(
    301, "unknown name",
    """
    Nothing with this name is visible here. It may be misspelt, declared further down, declared \
    inside a block that has ended, or declared in a file that is not used. Correct the spelling, \
    or declare it above with 'let', 'gesture' or 'function'.
    """,
    wrong: """
      let stride = 10deg
      pan by strid right over 1s
      """,
    right: """
      let stride = 10deg
      pan by stride right over 1s
      """)

  public static let nameTaken = DiagnosticCode(
    302, "name already taken",
    """
    A name has one meaning: it cannot be given a second value, and a block cannot hide a name from \
    outside. So a reader needs to find only one declaration of each name. Choose another name for \
    the second thing.
    """,
    wrong: """
      let pace = 20deg/s
      let pace = 30deg/s
      """,
    right: """
      let pace = 20deg/s
      let brisk_pace = 30deg/s
      """)

  public static let recursion = DiagnosticCode(
    303, "gesture or function that calls itself",
    """
    A gesture or function cannot call itself, directly or through another one: it must be certain \
    that a choreography ends before anything moves. To do something several times, use 'repeat' or \
    'for'.
    """,
    wrong: """
      gesture sway() {
          pan by 5deg right over 500ms
          pan by 5deg left over 500ms
          sway()
      }
      sway()
      """,
    right: """
      gesture sway() {
          pan by 5deg right over 500ms
          pan by 5deg left over 500ms
      }
      repeat 4 { sway() }
      """)

  public static let usedBeforeDeclared = DiagnosticCode(
    304, "used before it is declared",
    """
    A script is read from top to bottom, and a name can be used only below its declaration. Move \
    the declaration above the first use.
    """,
    wrong: """
      glance()
      gesture glance() {
          pan by 10deg right over 500ms
          pan by 10deg left over 500ms
      }
      """,
    right: """
      gesture glance() {
          pan by 10deg right over 500ms
          pan by 10deg left over 500ms
      }
      glance()
      """)

  public static let notCallable = DiagnosticCode(
    305, "not a gesture or function",
    """
    Only gestures are called as statements, and only functions inside expressions. A value made \
    with 'let' is used by its name alone. A function moves nothing, so calling it as a statement \
    would lose its result. Remove the brackets, or use the result.
    """,
    wrong: """
      let pause = 2s
      pause()
      """,
    right: """
      let pause = 2s
      wait pause
      """)

  public static let missingArgument = DiagnosticCode(
    306, "argument missing",
    """
    The parameter has no default, so each call must give it a value. The arguments of a gesture \
    need their names, as in 'look_around(reach: 30deg)'. Give the value in the call, or give the \
    parameter a default in its declaration.
    """,
    wrong: """
      gesture glance(reach: angle) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance()
      """,
    right: """
      gesture glance(reach: angle) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 10deg)
      """)

  public static let unknownParameter = DiagnosticCode(
    307, "unknown parameter",
    """
    The call names a parameter that the gesture or function does not have. The message lists its \
    parameters. Correct the name in the call, or add the parameter to the declaration.
    """,
    wrong: """
      gesture glance(reach: angle = 10deg) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(width: 20deg)
      """,
    right: """
      gesture glance(reach: angle = 10deg) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 20deg)
      """)

  public static let duplicateArgument = DiagnosticCode(
    308, "argument given twice",
    """
    The call gives the same parameter two values, and only one can apply. Remove one, or correct \
    the name of the other.
    """,
    wrong: """
      gesture glance(reach: angle = 10deg) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 10deg, reach: 20deg)
      """,
    right: """
      gesture glance(reach: angle = 10deg) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 20deg)
      """)

  public static let tooManyArguments = DiagnosticCode(
    309, "too many arguments",
    """
    The call gives more values than the gesture or function has parameters. Remove the extra \
    values, or add parameters for them to the declaration.
    """,
    wrong: """
      function half(a: angle) = a / 2
      let reach = half(20deg, 30deg)
      """,
    right: """
      function half(a: angle) = a / 2
      let reach = half(20deg)
      """)

  public static let notAValue = DiagnosticCode(
    310, "name that is not a value",
    """
    The name belongs to a gesture, to a function that is not called, or to a result of the run \
    such as 'elapsed' that only 'expect' can use. None of these is a value here. Call the function \
    with brackets, or use the name of a value.
    """,
    wrong: """
      function half(a: angle) = a / 2
      let reach = half
      """,
    right: """
      function half(a: angle) = a / 2
      let reach = half(20deg)
      """)

  public static let unknownType = DiagnosticCode(
    311, "unknown type",
    """
    A parameter has one of the types angle, time, speed, acceleration, number, pose, truth and \
    text. The type says what is measured, and the caller chooses the unit: an 'angle' may be given \
    in deg or in rad. Write one of these types.
    """,
    wrong: """
      gesture glance(reach: degrees) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 10deg)
      """,
    right: """
      gesture glance(reach: angle) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 10deg)
      """)

  public static let parameterNeedsType = DiagnosticCode(
    312, "parameter without a type",
    """
    A parameter states its type, as in 'reach: angle', or has a default, which gives it its type. \
    Without a type, a wrong argument cannot be found. Add the type.
    """,
    wrong: """
      gesture glance(reach) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 10deg)
      """,
    right: """
      gesture glance(reach: angle) {
          pan by reach right over 500ms
          pan by reach left over 500ms
      }
      glance(reach: 10deg)
      """)

  public static let reservedName = DiagnosticCode(
    313, "word of the language used as a name",
    """
    The words that begin statements and clauses, and those with a fixed meaning such as 'home', \
    cannot be names; otherwise a line could be read in two ways. Choose another name, perhaps a \
    longer one that says what the thing is for.
    """,
    wrong: "let pan = 30deg",
    right: "let pan_reach = 30deg")

  public static let unused = DiagnosticCode(
    314, as: .warning, "name that nothing uses",
    """
    The script declares a gesture and never calls it, or a count and never reads or changes it. A \
    line may be missing, such as the call of the gesture or the condition for which the count is \
    kept. A file that only declares gestures is there for other scripts to use, and so this is not \
    said of it. \
    Use the name, or remove its declaration.
    """,
    wrong: """
      gesture glance() {
          pan by 10deg right over 500ms
          pan by 10deg left over 500ms
      }
      wait 1s
      """,
    right: """
      gesture glance() {
          pan by 10deg right over 500ms
          pan by 10deg left over 500ms
      }
      glance()
      wait 1s
      """)
}
