/// A statement that leaves a line of text at its time, and does nothing else.
public enum NoteKind: String, Term {
  case log

  /// What the table says about the statement.
  public var entry: TermEntry {
    switch self {
    case .log:
      TermEntry(
        form: " VALUE, ...", help: "writes a line", example: "log \"half a turn is \", 0.5turn")
    }
  }

  /// True if values follow it, false if a text in quotes does.
  public var takesValues: Bool {
    switch self {
    case .log: true
    }
  }

  /// Where its lines go.
  public var record: String {
    switch self {
    case .log: "the log"
    }
  }

  /// True if a simulated dock keeps its lines in the trace.
  public var isTraced: Bool {
    switch self {
    case .log: false
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
