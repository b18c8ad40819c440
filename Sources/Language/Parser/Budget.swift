/// The limits of a script.
///
/// Every limit is always active; a host can change it and cannot remove it.
public struct Budget: Sendable {
  /// How deep blocks and brackets may nest.
  public static let nesting = 128
  /// How deep operators may nest in one expression.
  public static let expressionHeight = 512
  /// How deep operators may nest through the functions that an expression calls.
  public static let evaluationHeight = 1024
  /// How deep blocks may nest through the gestures that are called in them.
  public static let callNesting = 256
  /// How many branches of concurrent blocks may be in progress at once.
  public static let branches = 1000
  /// How many cues may follow each other in virtual time without an event.
  public static let cuesWithoutEvent = 100_000
  /// How many lines of the log, marks, modes and choices a schedule may have.
  public static let texts = 100_000
  /// How many bytes one of them may have.
  public static let textBytes = 65_536
  /// How many bytes all of them may have.
  public static let allTextBytes = 64 << 20
  /// How many parameters a gesture or function may have.
  public static let parameters = 64
  /// How many files a program may have.
  public static let files = 64
  /// How long a chain of `use` may get.
  public static let useDepth = 16

  /// The greatest size of all sources, in bytes.
  public var sourceBytes = 64 << 20
  /// The greatest number of statements and loop turns a run may carry out before it first waits
  /// for an event; ten operators or function calls count as one.
  public var evaluationSteps = 10_000_000
  /// The same, from one event to the next: motors may be turning meanwhile.
  public var decisionSteps: Int { evaluationSteps / 10 }
  /// The greatest number of steps in a schedule.
  public var scheduleSteps = 1_000_000
  /// The greatest length of a schedule, in milliseconds; four hours.
  public var length = 4 * 3_600_000

  /// Creates the usual budget.
  public init() {}
}
