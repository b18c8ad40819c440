import Motion
import Schedules
import Vocabulary

/// What a dock and its phone do at one moment of a run, and why.
///
/// Times are nanoseconds of the run, angles degrees.
package struct Account: Equatable, Sendable {
  /// Where in a run the moment is.
  package enum Phase: String, Sendable {
    /// The motors are not taken yet.
    case before
    case playing
    /// The show is paused from outside.
    case held
    case after
  }

  /// Something around a statement, and where it stands.
  package struct Around: Equatable, Sendable {
    /// What it is.
    package var kind: Provenance.Surrounding.Kind
    /// It, as a part of a sentence: `turn 2 of 3 of 'repeat 3'`.
    package var words: String
    /// The line, as in `Step.line`.
    package var line: UInt32
    /// Of a handler, the event that called it, and when it came.
    package var event: (words: String, time: Int)?

    package static func == (one: Around, other: Around) -> Bool {
      one.kind == other.kind && one.words == other.words && one.line == other.line
        && one.event?.words == other.event?.words && one.event?.time == other.event?.time
    }
  }

  /// A step that is the reason for something.
  package struct Cause: Equatable, Sendable {
    /// The step, in the words of scripts.
    package var words: String
    /// Its line, as in `Step.line`.
    package var line: UInt32
    /// When it began.
    package var start: Int
    /// When it ends; nil if it has no end of its own.
    package var end: Int?
    /// What is around its statement, the innermost first.
    package var around: [Around] = []
  }

  /// What an axis does.
  package struct AxisState: Equatable, Sendable {
    /// What an axis can do.
    package enum Doing: String, Sendable {
      case rests, moves, turns
      /// It is brought to rest as quickly as can be.
      case brakes
      /// It slows down along its path, or sets out again, because the show is paused.
      case pauses
      /// The tracker turns it for the script.
      case follows
      /// A built-in animation turns it.
      case performs
      /// The tracker has it.
      case tracked
      /// Nobody has it.
      case free
    }

    /// The axis.
    package var axis: Axis
    /// Its position, in degrees.
    package var position: Double
    /// Its speed, in degrees a second.
    package var speed: Double
    /// What it does.
    package var doing: Doing
    /// Why; nil if nothing has moved it yet.
    package var cause: Cause?
    /// The axes that arrive together with it.
    package var together: [Axis] = []
    /// The limits that it is near to, as sentences without a dot.
    package var limits: [String] = []
    /// What is next for it in this cue; nil if nothing is known.
    package var next: Cause?
  }

  /// The state of a part of the phone.
  package struct PhonePart: Equatable, Sendable {
    /// The part.
    package var track: String
    /// Its state, in the words of scripts; empty for that of a phone that nothing was asked of.
    package var words: String
    /// Why; nil if nothing was asked of it.
    package var cause: Cause?
  }

  /// A wait.
  package struct Wait: Equatable, Sendable {
    /// The event; nil if it is only for time.
    package var event: String?
    /// The statement that waits.
    package var cause: Cause
  }

  /// Who has the motors.
  package struct Motors: Equatable, Sendable {
    /// True if the script has them.
    package var isScript: Bool
    /// True if system tracking is on.
    package var isTracking: Bool
    /// Since when.
    package var since: Int
    /// When the script gives them back; nil if that is not known.
    package var until: Int?
  }

  /// A handler that may be called.
  package struct Handler: Equatable, Sendable {
    /// Its event.
    package var event: String
    /// How it meets a motion.
    package var policy: HandlerPolicy
    /// The mode to which its block goes; nil if it goes to none, or that is not known.
    package var mode: String?
    /// Its line, as in `Step.line`.
    package var line: UInt32
    /// Since when its block is being carried out; nil if it is not.
    package var since: Int?
  }

  /// The moment.
  package var time: Int
  /// Where in the run it is.
  package var phase: Phase
  /// When the show begins, and when it ends; nil if it waits for what never comes, until it is over
  /// because of that.
  package var start: Int
  package var end: Int?
  /// Why the show is over, if something ended it before its time.
  package var failure: String?
  /// The name of the dock's profile.
  package var profile: String
  /// The names of the source files.
  package var files: [String]
  /// The mode that the show is in, and since when; nil if it is in none.
  package var mode: (name: String, since: Int)?
  /// Who has the motors.
  package var motors: Motors
  /// The axes that the dock has.
  package var axes: [AxisState]
  /// The face, the eyes and the camera, and what is heard if anything is.
  package var phone: [PhonePart]
  /// What the script waits for.
  package var waits: [Wait]
  /// The handlers that may be called.
  package var handlers: [Handler]
  /// The faults that have begun, and when.
  package var faults: [(name: String, time: Int)]

  /// True if no axis moves.
  package var isStill: Bool {
    axes.allSatisfy { abs($0.speed) < 0.0005 && [.rests, .tracked, .free].contains($0.doing) }
  }

  package static func == (one: Account, other: Account) -> Bool {
    one.time == other.time && one.phase == other.phase && one.start == other.start
      && one.end == other.end && one.failure == other.failure && one.files == other.files
      && one.profile == other.profile && one.motors == other.motors && one.axes == other.axes
      && one.phone == other.phone && one.waits == other.waits && one.handlers == other.handlers
      && one.mode?.name == other.mode?.name && one.mode?.since == other.mode?.since
      && one.faults.elementsEqual(other.faults) { $0 == $1 }
  }
}
