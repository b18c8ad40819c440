/// What may follow `fault` in a scene: what goes wrong with a dock.
public enum FaultName: String, Term {
  /// A call takes long.
  case late
  /// A call is answered, and nothing is done.
  case dropped
  /// A call is refused with one of `refusals`.
  case refused
  /// The motors are blocked for a while.
  case stall
  /// Somebody switches system tracking on.
  case tracking
  /// What a call begins is never said to be over.
  case endless
  /// The phone is taken out, or is out for a second, and nobody tells the script.
  case undocked, flapped

  /// The names of DockKit's errors, in the order of their codes.
  public static let refusals = [
    "notSupported", "notConnected", "notSupportedByDevice", "invalidParameter", "noSubjectFound",
    "frameRateTooLow", "cameraTCCMissing", "frameRateTooHigh",
  ]

  /// What the table says about the fault.
  public var entry: TermEntry {
    switch self {
    case .late:
      TermEntry(.init("slow delay delayed lag late", "a call that takes longer is 'late'"))
    case .dropped:
      TermEntry(
        .init("drop lost lose ignored missing", "a call without effect is 'dropped'"))
    case .refused:
      TermEntry(
        .init("refuse rejected reject error throws fails", "a call fails when 'refused'"))
    case .stall:
      TermEntry(
        .init("stuck jam jammed blocked stalled", "motors that do not turn 'stall'"))
    case .tracking: TermEntry(form: " on")
    case .endless: TermEntry(.init("hang hangs forever", "a call that never ends is 'endless'"))
    case .undocked: TermEntry(.init("undock lifted", "the phone is lifted off when 'undocked'"))
    case .flapped: TermEntry()
    }
  }
}
