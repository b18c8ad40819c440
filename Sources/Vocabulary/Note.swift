/// A statement that leaves a line of text at its time, and does nothing else.
public enum NoteKind: String, Term {
  /// Values, one behind the other.
  case log
  /// The name of a place in the schedule.
  case mark
  /// The name of the mode that begins.
  case mode
  /// Which option a choice takes, where that is known before the show.
  case choose

  /// What the table says about the statement.
  public var entry: TermEntry {
    switch self {
    case .log:
      TermEntry(
        form: " VALUE, ...", help: "writes a line", example: "log \"half a turn is \", 0.5turn")
    case .mark:
      TermEntry(
        form: " \"NAME\"", help: "names this place in the schedule", example: "mark \"verse\"")
    case .mode:
      TermEntry(help: "the mode that begins")
    case .choose:
      TermEntry(help: "the option that is taken")
    }
  }

  /// True if values follow it, false if a text in quotes does.
  public var takesValues: Bool {
    switch self {
    case .log: true
    case .mark, .mode, .choose: false
    }
  }

  /// True if a statement does nothing else than to leave it.
  public var isStatement: Bool {
    switch self {
    case .log, .mark: true
    case .mode, .choose: false
    }
  }

  /// Where its lines go.
  public var record: String {
    switch self {
    case .log: "the log"
    case .mark: "the list of marks"
    case .mode: "the list of modes"
    case .choose: "the list of choices"
    }
  }

  /// True if a simulated dock keeps its lines in the trace.
  public var isTraced: Bool {
    switch self {
    case .log: false
    case .mark, .mode, .choose: true
    }
  }
}

/// A line of text that a performance leaves at its time.
public struct Note: Hashable, Sendable {
  /// The statement that leaves it.
  public let kind: NoteKind
  /// The text, as it stands in the script.
  public let text: String

  /// Creates the line `text` that a statement of `kind` leaves.
  public init(_ kind: NoteKind, _ text: String) { (self.kind, self.text) = (kind, text) }
}
