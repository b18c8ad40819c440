/// One thing that is wrong (or doubtful), where, why, and what to do about it.
public struct Diagnostic: Sendable, Equatable {
  /// The severity: an error stops the compilation, a warning does not.
  public enum Severity: String, Sendable {
    /// The program cannot be compiled or run.
    case error
    /// The program runs, but probably not as meant.
    case warning
  }

  /// A second place worth looking at.
  public struct Label: Sendable, Equatable {
    /// The place.
    public let span: SourceSpan
    /// What to see there.
    public let text: String

    /// Creates a label that says `text` under `span`.
    public init(_ span: SourceSpan, _ text: String) {
      self.span = span
      self.text = text
    }
  }

  /// The facts of a motion: the time on the schedule, the axis, the value and the limit.
  public struct Motion: Sendable, Equatable {
    /// The time on the schedule, in milliseconds.
    public var time: Int
    /// The axis, `yaw`, `pitch` or `roll`; nil where no single axis is meant.
    public let axis: String?
    /// What scripts call the axis, `pan`, `tilt` or `roll`; nil where no single axis is meant.
    public let axisWord: String?
    /// The offending value in thousandths of the unit, and its unit (`deg`, `deg/s`, `ms` …).
    public let value: Int?
    /// The limit in thousandths of the unit.
    public let limit: Int?
    /// The unit of value and limit.
    public let unit: String
    /// True if the message says the value and the limit.
    public var isTold = false
    /// True if the time counts from the beginning of a later cue.
    public var isInCue = false

    /// Creates the facts of one motion finding.
    public init(
      time: Int, axis: String?, called axisWord: String? = nil, value: Int?, limit: Int?,
      unit: String
    ) {
      self.time = time
      self.axis = axis
      self.axisWord = axisWord
      self.value = value
      self.limit = limit
      self.unit = unit
    }
  }

  /// The stable code, as in `D0201`.
  public let code: DiagnosticCode
  /// The severity.
  public let severity: Severity
  /// The message; stands alone, lower case, no full stop.
  public let message: String
  /// The place; nil only where there is no text (a missing file).
  public let span: SourceSpan?
  /// What to see at the place; may be empty.
  public var label: String
  /// Other places worth looking at.
  public var labels: [Label]
  /// Further facts, a sentence each.
  public var notes: [String]
  /// Fixes, the likeliest first.
  public var fixIts: [FixIt]
  /// The facts of the motion, where it is one.
  public var motion: Motion?

  /// Creates a diagnostic; the severity is the code's own unless given.
  public init(
    _ code: DiagnosticCode,
    _ message: String,
    at span: SourceSpan?,
    severity: Severity? = nil,
    label: String = "",
    labels: [Label] = [],
    notes: [String] = [],
    fixIts: [FixIt] = [],
    motion: Motion? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.span = span
    self.label = label
    self.labels = labels
    self.notes = notes
    self.fixIts = fixIts
    self.motion = motion
  }
}

/// A change of text that removes a diagnostic.
public struct FixIt: Sendable, Equatable {
  /// One replacement.
  public struct Edit: Sendable, Equatable {
    /// What is replaced; an empty span inserts.
    public let span: SourceSpan
    /// What it is replaced with.
    public let replacement: String

    /// Creates the replacement of `span` by `replacement`.
    public init(_ span: SourceSpan, _ replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }

  /// What it does, as an instruction: `write '500ms'`.
  public let title: String
  /// The replacements, which do not overlap.
  public let edits: [Edit]

  /// Creates a fix-it of several edits.
  public init(_ title: String, _ edits: [Edit]) {
    self.title = title
    self.edits = edits
  }

  /// Creates a fix-it that replaces `span` by `replacement`.
  public init(_ title: String, _ span: SourceSpan, _ replacement: String) {
    self.init(title, [Edit(span, replacement)])
  }
}
