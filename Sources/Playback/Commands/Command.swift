import Hardware
import Motion
import Schedules

/// One call to the accessory or the phone, or a line for the log, and when it is made.
///
/// Whole milliseconds, millidegrees and millidegrees a second; a call speaks for all axes at once.
public struct Command: Equatable, Sendable {
  /// The kind of command; the comment says which other fields it uses.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// System tracking is set as `tracking` says.
    case tracking
    /// The axes turn at `vector` millidegrees a second until told otherwise.
    case velocity
    /// The axes go to `vector` millidegrees in `length`.
    case orientation
    /// The limits of `CommandList.limits[extra]` are set.
    case limits
    /// The built-in `animation` is played, planned to take `length`.
    case animate
    /// The action `CommandList.actions[extra]`: of the dock or the phone, or a line for the log.
    case action
  }

  /// The kind of command.
  public var kind: Kind
  /// When it is given, in milliseconds.
  public var time: Int32
  /// How long what it starts takes, in milliseconds; 0 where it takes no time.
  public var length: Int32 = 0
  /// See `Kind`.
  public var extra: UInt32 = 0
  /// See `Kind`.
  public var vector: PerAxis<Int32> = PerAxis(all: 0)
  /// The index of the step it comes from, in the schedule.
  public var step: Int32
  /// The line of that step, as in `Step.line`.
  public var line: UInt32 = 0

  /// Creates a command of `kind` at `time` milliseconds for the step with index `step`.
  public init(_ kind: Kind, time: Int32, step: Int32) {
    self.kind = kind
    self.time = time
    self.step = step
  }
}

/// A schedule lowered for one kind of dock: every call to the accessory, by time.
public struct CommandList: Equatable, Sendable {
  /// The dock it is lowered for.
  public var model: DockModel
  /// The names of the source files; the first is the script.
  public var files: [String]
  /// The commands, by time; those of one instant in the order they are given.
  public var commands: ContiguousArray<Command> = []
  /// The limit sets of the schedule, the dock's own first.
  public var limits: [PerAxis<Schedule.Limit?>]
  /// The actions of the schedule.
  public var actions: [Schedule.Action]
  /// The whole length, in milliseconds.
  public var length: Int32
  /// How far a motor may be from the plan at any time, in millidegrees.
  ///
  /// What was asked for, or more where the motors cannot follow a plan as closely as that.
  public var tolerance: Int32

  /// The tolerance of those who name none, in millidegrees: a tenth of a degree.
  public static let defaultTolerance: Int32 = 100

  /// Creates the empty list of `schedule`, to be kept within `tolerance` millidegrees.
  init(_ schedule: Schedule, within tolerance: Int32) {
    self.tolerance = tolerance
    model = schedule.model
    files = schedule.files
    limits = schedule.limits
    actions = schedule.actions
    length = schedule.length
  }
}
