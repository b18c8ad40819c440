/// Every kind of diagnostic; its number is stable and never reused.
///
/// 01xx text, 02xx grammar, 03xx names, 04xx dimensions, 05xx files, 06xx evaluation, 07xx motion,
/// 09xx tests, 10xx schedule files, 11xx playback, 12xx several things at once, 13xx scenes, 14xx
/// the phone. D0801 was given once and is not free.
public enum DiagnosticCode: Int, CaseIterable, Sendable {
  // Text
  case unexpectedCharacter = 101
  case unterminatedString = 102
  case invalidEscape = 103
  case invalidUTF8 = 104
  case controlCharacter = 105
  case bidirectionalControl = 106
  case malformedNumber = 107
  case numberTooLarge = 108
  case unknownUnit = 109
  case sourceTooLarge = 110
  // Grammar
  case unknownStatement = 201
  case expectedToken = 202
  case unclosedBlock = 203
  case unmatchedClosing = 204
  case nestingTooDeep = 205
  case trailingText = 206
  case expectedExpression = 207
  case duplicateClause = 208
  case misplacedDeclaration = 209
  case missingClause = 210
  case foreignWord = 211
  case assignmentInCondition = 212
  case spaceBeforeUnit = 213
  case clauseNotAllowed = 214
  case chainedComparison = 215
  case elseWithoutIf = 216
  case loneBranch = 217
  case handlerWithoutPolicy = 218
  case movingSafetyHandler = 219
  case liveValue = 230
  // Names
  case unknownName = 301
  case nameTaken = 302
  case recursion = 303
  case usedBeforeDeclared = 304
  case notCallable = 305
  case missingArgument = 306
  case unknownParameter = 307
  case duplicateArgument = 308
  case tooManyArguments = 309
  case notAValue = 310
  case unknownType = 311
  case parameterNeedsType = 312
  case reservedName = 313
  // Dimensions
  case wrongDimension = 401
  case missingUnit = 402
  case incompatibleOperands = 403
  case wrongDirection = 404
  case directionOfNothing = 405
  case notATruth = 406
  case wrongOperand = 407
  case tiltWithoutDirection = 408
  // Files
  case fileNotFound = 501
  case fileUnreadable = 502
  case importCycle = 503
  case importOutsideRoot = 504
  case tooManyImports = 505
  case nameNotInFile = 506
  case cannotWrite = 507
  // Evaluation
  case divisionByZero = 601
  case notFinite = 602
  case notPositive = 603
  case notWhole = 604
  case stepBudget = 605
  case tooManySteps = 606
  case scheduleTooLong = 607
  case outOfRange = 608
  case overdueDecision = 610
  case loopWithoutTurns = 611
  case signAndDirection = 612
  // Motion
  case positionLimit = 701
  case tooFast = 702
  case openVelocity = 704
  case netDrift = 705
  case commandRate = 706
  case velocityExpiry = 707
  case deadBand = 708
  case missingAxis = 709
  case curveNotAtRest = 710
  case emptyLimit = 712
  case limitBeyondDock = 713
  case noRoom = 714
  case axisTurning = 715
  case tooSlow = 716
  case woundUp = 717
  case hurriedMotion = 718
  // Tests
  case expectationFailed = 901
  case expectOutsideTest = 902
  // Schedule files
  case malformedSchedule = 1001
  case scheduleVersion = 1002
  case unsafeSchedule = 1003
  case unplayableSheet = 1004
  case incompleteSheet = 1005
  // Playback
  case accessoryError = 1101
  case stopNotConfirmed = 1102
  case trackingNotRestored = 1103
  case lateShow = 1104
  // Several things at once
  case sharedAxis = 1201
  case endlessLoop = 1203
  case overrun = 1204
  case tooManyBranches = 1205
  case tooManyCues = 1206
  // Scenes
  case misplacedScene = 1301
  case unknownSubject = 1302
  case outOfOrder = 1303
  case unknownToScene = 1304
  // The phone
  case recording = 1401

  /// The code as people see it: `D0109`.
  public var name: String {
    let digits = String(rawValue)
    return "D" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The code called `name` (`D0109`, `d109`, `109`), or nil.
  public static func named(_ name: String) -> DiagnosticCode? {
    let digits = name.drop { $0 == "D" || $0 == "d" }
    return Int(digits).flatMap(DiagnosticCode.init(rawValue:))
  }

  /// How bad a diagnostic of this code is unless it says otherwise.
  public var severity: Diagnostic.Severity {
    switch self {
    case .tiltWithoutDirection, .netDrift, .commandRate, .velocityExpiry, .deadBand,
      .limitBeyondDock, .tooSlow, .tooManyCues, .woundUp, .recording, .loopWithoutTurns,
      .signAndDirection, .incompleteSheet:
      .warning
    default: .error
    }
  }
}
