/// What may follow `when late`: the policy for late steps.
///
/// What moves motors never hurries.
public enum LatenessPolicy: String, Term {
  /// What follows is as much later, and keeps its distances.
  case stretch
  /// As `stretch`, until the show only waits: the waits get shorter until it is on time again.
  case recover
  /// It is carried out late, and what follows keeps its time.
  case catchUp = "catch_up"
  /// It is left out, and what follows keeps its time.
  case skip
  /// As `stretch`, until the show would be put off by more than is allowed in all: then it ends.
  case stop

  /// What the table says about the policy.
  public var entry: TermEntry {
    switch self {
    case .stretch:
      TermEntry(
        .init("delay postpone shift wait continue default", "everything that follows is later, too")
      )
    case .recover:
      TermEntry(.init("resync resume regain absorb", "the next waits are shorter"))
    case .catchUp:
      TermEntry(.init("hurry rush faster speedup makeup", "what follows keeps its time"))
    case .skip:
      TermEntry(.init("drop omit leave ignore cancel discard", "a late step is left out"))
    case .stop: TermEntry(.init("abort end fail halt quit exit kill", "the show ends"))
    }
  }

  /// True if it may say how much lateness it allows.
  public var takesTime: Bool { self == .skip || self == .stop }

  /// True if motion may be carried out by it.
  public var suitsMotors: Bool { self == .stretch || self == .recover || self == .stop }

  /// True if it says something of waits, and as `stretch` of all else.
  public var concernsWaits: Bool { self == .recover }
}
