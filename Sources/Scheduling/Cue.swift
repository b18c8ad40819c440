import Motion

/// A straight part of a script: what happens, if nothing comes in between, until the next decision.
///
/// As in a theatre, somebody has to give the sign for the next one.
public struct Cue: Sendable {
  /// What happens, timed from the beginning of the cue; its length is when nothing is left to do.
  ///
  /// Steps that began before the cue and go on in it start before 0.
  public var schedule: Schedule
  /// True iff the motors are held when it begins.
  public var holdsMotors: Bool
  /// The events that lead on, and when.
  public var awaited: [Awaited]
  /// When it goes on by itself, in milliseconds; nil if it does not.
  public var goesOn: Int32?
  /// True iff the script is over when it is, unless an event comes.
  public var isLast: Bool
  /// What comes after it; nil if nothing can.
  public var rest: (any Continuation)?
  /// How many statements and loop turns it took to find out.
  var spent = 0
}

/// An event that is waited for over a stretch of a cue.
public struct Awaited: Equatable, Sendable {
  /// The event.
  public var event: AwaitedEvent
  /// From when on it leads on, in milliseconds.
  public var start: Int32
  /// Until when, in milliseconds; nil if that is for as long as it takes.
  public var end: Int32?
  /// The line of the statement that waits, as in `Step.line`.
  public var line: UInt32
  /// The strand that waits, and its statement.
  var slot: Int
  var node: UInt32
}

/// What leads from a cue to the next.
public enum Occurrence: Equatable, Sendable {
  /// The event of `Cue.awaited` with this index has come, with a value if it brings one.
  case event(Int, value: Double = 1)
  /// The time `Cue.goesOn` has come.
  case time
}

/// Why a script cannot go on.
public struct CueFailure: Error, Equatable, Sendable {
  /// What is wrong, as a diagnostic says it.
  public var message: String
  /// The line of the statement, as in `Step.line`; 0 if there is none.
  public var line: UInt32
}

/// What comes after a cue: the script, stopped at a decision.
///
/// A value: asking it changes nothing, and it may be asked again. So a run can be forked anywhere.
public protocol Continuation: Sendable {
  /// The cue that begins when `occurrence` comes, `time` milliseconds after the beginning of the
  /// cue that this continues.
  ///
  /// `pose` is where the axes are then, in degrees, as far as the motors are not held; nil if
  /// nobody knows.
  func cue(
    after occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>?
  ) throws(CueFailure) -> Cue
}

/// An event that a script waits for or handles.
public struct AwaitedEvent: Equatable, Sendable {
  /// What happens.
  public enum Kind: String, CaseIterable, Sendable {
    case button, shutter, flip, zoom, dock, undock, battery, charging, person, object, tap
    case background, foreground, error
    case trackingButton = "tracking_button"
    case longPress = "long_press"
  }

  /// What of it: a button goes down or up, a person gets lost or speaks.
  public enum Phase: String, Sendable {
    case any, pressed, released, lost, speaking
  }

  /// What happens.
  public var kind: Kind
  /// What of it.
  public var phase = Phase.any
  /// The number of the button, or the charge below which the battery is, from 0 to 1.
  public var number: Double?

  /// The event as scripts write it.
  public var description: String {
    var words = kind.rawValue
    if let number {
      let share = Scheduler.decimal(number * 100) + "%"
      words += kind == .battery ? " below \(share)" : " \(Scheduler.decimal(number))"
    }
    return phase == .any ? words : words + " \(phase.rawValue)"
  }
}
