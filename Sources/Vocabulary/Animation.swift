/// What may follow `animate`: an animation that is built into docks; it ends where it began.
public enum Animation: String, Term {
  case wakeup, yes, no, kapow

  /// What the table says about the animation.
  public var entry: TermEntry {
    switch self {
    case .wakeup:
      TermEntry(.init("wake awake hello start boot greet", "the dock wakes with 'wakeup'"))
    case .yes:
      TermEntry(
        .init("nod nodding yep yeah ok okay agree true affirm", "the dock nods with 'yes'"))
    case .no:
      TermEntry(
        .init(
          "nope nah shake shaking disagree false never refuse",
          "the dock shakes its head with 'no'"))
    case .kapow:
      TermEntry(.init("pow boom bang celebrate explode", "the dock bursts out with 'kapow'"))
    }
  }
}
