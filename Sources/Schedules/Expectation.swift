import Diagnosis
import Motion
import Vocabulary

/// One `expect` of a `test` block, ready to be judged against a trace.
public struct Expectation: Equatable, Sendable {
  /// A figure of the run.
  public enum Figure: Equatable, Sendable {
    /// The time since the test began, in milliseconds.
    case elapsed
    /// The greatest speed of the axis so far, in millidegrees a second.
    case peakSpeed(Axis)
    /// The position of the axis, in millidegrees.
    case position(Axis)
    /// How far the run is behind its schedule, in milliseconds.
    case lateness
  }

  /// How two figures compare.
  public enum Comparison: UInt8, Equatable, Sendable, CustomStringConvertible {
    /// ==
    case equal
    /// !=
    case notEqual
    /// <
    case less
    /// <=
    case lessOrEqual
    /// >
    case greater
    /// >=
    case greaterOrEqual

    /// The sign between the sides.
    public var description: String { ["==", "!=", "<", "<=", ">", ">="][Int(rawValue)] }
  }

  /// The expectation.
  public enum Kind: Equatable, Sendable {
    /// The pose is within `within` millidegrees of `near` on every axis given.
    case pose(near: PerAxis<Int32?>, within: Int32)
    /// Since the test began the axis never left `lower ... upper` millidegrees.
    case always(Axis, lower: Int32, upper: Int32)
    /// The figure compares to `value` (in the figure's whole units) as said.
    case figure(Figure, Comparison, value: Int)
    /// System tracking is, once all is over, what it was before.
    case trackingRestored
    /// The face shows the mood, or is changing to it.
    case face(Mood)
    /// The log has this line by then.
    case log(String)
    /// The mode with this name is in progress.
    case mode(String)
    /// What is read of the world or of a count is so.
    case state(Condition)
    /// The camera is recording, or is not.
    case recording(Bool)
    /// So many calls of the handlers of the event have ended in a way once all is over.
    case handler(AwaitedEvent, HandlerEnd, count: Int)
    /// The truth of an expression that does not depend on the run, and the values of its sides if
    /// it compares two, as in `3deg == 2deg`.
    case constant(Bool, sides: String)
  }

  /// The expectation.
  public var kind: Kind
  /// The time on the schedule at which it is judged, in milliseconds.
  public var time: Int32
  /// True if it is judged at that time of the test, wherever the run is then.
  public var isTimed = false
  /// How many of the steps of its schedule come before it.
  public var place = 0
  /// The loops that its statement is in, with their values.
  public var context: [Diagnostic.Label] = []
  /// The place of its statement in the source.
  public var start: UInt32
  /// The end of its statement in the source.
  public var end: UInt32

  /// Creates an expectation judged at `time`, written at `start ..< end`.
  public init(_ kind: Kind, time: Int32, start: UInt32, end: UInt32) {
    self.kind = kind
    self.time = time
    self.start = start
    self.end = end
  }
}
