import Printing

/// What is said at length about one kind of diagnostic.
struct Explanation {
  let title: String
  let text: String
  let wrong: String?
  let right: String?

  init(_ title: String, _ text: String, wrong: String? = nil, right: String? = nil) {
    self.title = title
    self.text = text
    self.wrong = wrong
    self.right = right
  }
}

extension DiagnosticCode {
  /// What is wrong, in a few words; no two codes share a title.
  public var title: String { page.title }

  /// Why it is wrong and what to do about it, in plain sentences.
  public var explanation: String { page.text }

  /// A small script that draws this diagnostic; nil where no single script can.
  ///
  /// It is called `example.dock`; beside it lies a file `gestures.dock` that declares `nod`.
  public var wrong: String? { page.wrong }

  /// The same script as it should be.
  public var right: String? { page.right }

  /// The name of the dock for which `wrong` is wrong.
  public var exampleModel: String {
    switch self {
    case .velocityExpiry, .deadBand: "flow2pro"
    default: "stand"
    }
  }
}

/// Prints `code` as a page: its title, the reasons, a wrong and a right script.
public func explain(_ code: DiagnosticCode) -> TextBuffer {
  var page = TextBuffer()
  page.write(string: "\(code.severity.rawValue)[\(code.name)]: \(code.title)\n\n")
  page.write(paragraph: code.explanation, width: 80)
  for (heading, script) in [("wrong", code.wrong), ("right", code.right)] {
    guard let script else { continue }
    page.write(string: "\n# \(heading)\n")
    page.write(sanitized: script)
    page.write("\n")
  }
  return page
}

extension TextBuffer {
  /// Appends the words of `text` in lines of at most `width` columns.
  fileprivate mutating func write(paragraph text: String, width: Int) {
    var column = 0
    for word in text.split(separator: " ") {
      if column > 0, column + 1 + word.count > width {
        write("\n")
        column = 0
      } else if column > 0 {
        write(" ")
        column += 1
      }
      write(string: String(word))
      column += word.count
    }
    write("\n")
  }
}

extension DiagnosticCode {
  private var page: Explanation {
    switch self {
    case .unexpectedCharacter: .unexpectedCharacter
    case .unterminatedString: .unterminatedString
    case .invalidEscape: .invalidEscape
    case .invalidUTF8: .invalidUTF8
    case .controlCharacter: .controlCharacter
    case .bidirectionalControl: .bidirectionalControl
    case .malformedNumber: .malformedNumber
    case .numberTooLarge: .numberTooLarge
    case .unknownUnit: .unknownUnit
    case .sourceTooLarge: .sourceTooLarge
    case .unknownStatement: .unknownStatement
    case .expectedToken: .expectedToken
    case .unclosedBlock: .unclosedBlock
    case .unmatchedClosing: .unmatchedClosing
    case .nestingTooDeep: .nestingTooDeep
    case .trailingText: .trailingText
    case .expectedExpression: .expectedExpression
    case .duplicateClause: .duplicateClause
    case .misplacedDeclaration: .misplacedDeclaration
    case .missingClause: .missingClause
    case .foreignWord: .foreignWord
    case .assignmentInCondition: .assignmentInCondition
    case .spaceBeforeUnit: .spaceBeforeUnit
    case .clauseNotAllowed: .clauseNotAllowed
    case .chainedComparison: .chainedComparison
    case .elseWithoutIf: .elseWithoutIf
    case .unknownName: .unknownName
    case .nameTaken: .nameTaken
    case .recursion: .recursion
    case .usedBeforeDeclared: .usedBeforeDeclared
    case .notCallable: .notCallable
    case .missingArgument: .missingArgument
    case .unknownParameter: .unknownParameter
    case .duplicateArgument: .duplicateArgument
    case .tooManyArguments: .tooManyArguments
    case .notAValue: .notAValue
    case .unknownType: .unknownType
    case .parameterNeedsType: .parameterNeedsType
    case .reservedName: .reservedName
    case .wrongDimension: .wrongDimension
    case .missingUnit: .missingUnit
    case .incompatibleOperands: .incompatibleOperands
    case .wrongDirection: .wrongDirection
    case .directionOfNothing: .directionOfNothing
    case .notATruth: .notATruth
    case .wrongOperand: .wrongOperand
    case .tiltWithoutDirection: .tiltWithoutDirection
    case .fileNotFound: .fileNotFound
    case .fileUnreadable: .fileUnreadable
    case .importCycle: .importCycle
    case .importOutsideRoot: .importOutsideRoot
    case .tooManyImports: .tooManyImports
    case .nameNotInFile: .nameNotInFile
    case .cannotWrite: .cannotWrite
    case .divisionByZero: .divisionByZero
    case .notFinite: .notFinite
    case .notPositive: .notPositive
    case .notWhole: .notWhole
    case .stepBudget: .stepBudget
    case .tooManySteps: .tooManySteps
    case .scheduleTooLong: .scheduleTooLong
    case .outOfRange: .outOfRange
    case .positionLimit: .positionLimit
    case .tooFast: .tooFast
    case .openVelocity: .openVelocity
    case .netDrift: .netDrift
    case .commandRate: .commandRate
    case .velocityExpiry: .velocityExpiry
    case .deadBand: .deadBand
    case .missingAxis: .missingAxis
    case .curveNotAtRest: .curveNotAtRest
    case .emptyLimit: .emptyLimit
    case .limitBeyondDock: .limitBeyondDock
    case .noRoom: .noRoom
    case .axisTurning: .axisTurning
    case .tooSlow: .tooSlow
    case .woundUp: .woundUp
    case .hurriedMotion: .hurriedMotion
    case .expectationFailed: .expectationFailed
    case .expectOutsideTest: .expectOutsideTest
    case .malformedSchedule: .malformedSchedule
    case .scheduleVersion: .scheduleVersion
    case .unsafeSchedule: .unsafeSchedule
    case .unplayableSheet: .unplayableSheet
    case .incompleteSheet: .incompleteSheet
    case .accessoryError: .accessoryError
    case .stopNotConfirmed: .stopNotConfirmed
    case .trackingNotRestored: .trackingNotRestored
    case .overdueDecision: .overdueDecision
    case .loopWithoutTurns: .loopWithoutTurns
    case .signAndDirection: .signAndDirection
    case .lateShow: .lateShow
    case .sharedAxis: .sharedAxis
    case .recording: .recording
    case .loneBranch: .loneBranch
    case .handlerWithoutPolicy: .handlerWithoutPolicy
    case .liveValue: .liveValue
    case .movingSafetyHandler: .movingSafetyHandler
    case .endlessLoop: .endlessLoop
    case .overrun: .overrun
    case .tooManyBranches: .tooManyBranches
    case .tooManyCues: .tooManyCues
    case .misplacedScene: .misplacedScene
    case .unknownSubject: .unknownSubject
    case .outOfOrder: .outOfOrder
    case .unknownToScene: .unknownToScene
    }
  }
}
