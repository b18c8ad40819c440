import DockKit
import Motion
import Schedules

/// How a performance went.
public struct Outcome: Equatable, Sendable {
  /// How a performance can end.
  public enum Ending: Equatable, Sendable {
    /// All was carried out.
    case done
    /// The dock refused something, or the script could not go on from where the dock was.
    case failed(Failure)
    /// It was stopped from outside, or the task was cancelled.
    case cancelled
    /// It was stopped from outside without waiting for the dock to stand.
    case killed
  }

  /// The call that the dock refused, or the reason why the script could not continue.
  public struct Failure: Equatable, Sendable {
    /// The name of the error, as DockKit or the dock calls it.
    public let message: String
    /// The error, if it is one of DockKit's.
    public let error: DockKitError?
    /// When, on the schedule, in milliseconds from the beginning of the show.
    public let time: Int32
    /// The step that was being carried out; nil outside all steps.
    public let step: Step?
    /// Why the script cannot go on; nil if it was the dock that refused, or the show was late.
    public let cause: CueFailure?
    /// True if the show was later than its script allows.
    public let isLate: Bool
    /// True if nobody was seen whom the script selects.
    public let isUnseen: Bool
    /// True if the journal could not be written, and so the motors were not taken.
    public let isJournal: Bool
    /// True if the dock may have left by itself, because the show had not turned its motors.
    public let isAfterRest: Bool
    /// When the phone had left the dock, as `time`, if the show did not have the motors then; nil
    /// otherwise.
    public let departure: Int32?

    init(
      _ error: any Error, at time: Int32, step: Step?, isAfterRest: Bool = false,
      departure: Int32? = nil
    ) {
      (self.isAfterRest, self.departure) = (isAfterRest, departure)
      cause = error as? CueFailure
      isLate = error is LateShow
      message = cause?.message ?? String(describing: error)
      isUnseen = error is NobodySeen
      isJournal = error is JournalFailure
      self.error = isUnseen ? .noSubjectFound : error as? DockKitError
      self.time = time
      self.step = cause == nil ? step : nil
    }
  }

  /// A delay of everything that came after it, or what a wait made up for.
  public struct Stretch: Equatable, Sendable {
    /// Why the show got longer than planned.
    public enum Reason: Equatable, Sendable {
      /// A motion of the dock's own took longer than planned.
      case slowMotion
      /// A motion of the dock's own never finished, and was not waited for any longer.
      case gaveUp
      /// The dock stood at another position than assumed, and the distance was longer.
      case replanned
      /// Taking or giving back the motors took time.
      case handover
      /// The dock takes so many calls a second, and no more.
      case callRate
      /// The dock had to be brought back to its path after the motors were turned from outside.
      case regained
      /// The show was held.
      case held
      /// A command was given late, and what follows keeps its distance from it.
      case late
      /// A wait was shorter than planned, and made up for delays before it; the length is negative.
      case recovered
    }

    /// Why.
    public let reason: Reason
    /// When, on the schedule, in milliseconds from the beginning of the show; what is at that time
    /// is late already.
    public let time: Int32
    /// By how much, in nanoseconds; negative if a wait made up for it.
    public let length: Int
  }

  /// How it ended.
  public internal(set) var ending: Ending
  /// True if the dock has reported, after all, that nothing moves, or the motors were never taken.
  public internal(set) var isStopConfirmed: Bool
  /// True if system tracking was on before.
  public internal(set) var trackingBefore: Bool
  /// True if system tracking is on now.
  public internal(set) var trackingAfter: Bool
  /// How often system tracking was switched on while motion needed the motors, and off again.
  public internal(set) var reclaims = 0
  /// The length of the schedule, in milliseconds: of all its cues.
  public internal(set) var plannedLength: Int32
  /// The time at which the show began, in nanoseconds of the clock since it was asked to.
  ///
  /// It begins when the motors are taken and the dock stands still.
  public internal(set) var start = 0
  /// How long it really took from `start`, in nanoseconds; giving the motors back not counted.
  public internal(set) var length = 0
  /// All delays, in the order they became known.
  public internal(set) var stretches: [Stretch] = []
  /// How many steps were left out because they were late, as their script says.
  public internal(set) var skipped = 0
  /// The greatest speeds, in degrees a second: those commanded, or planned where the dock plans
  /// itself.
  public var peakSpeed: PerAxis<Double>
  /// How far the pose at the end is from that at the start, in degrees; nil if the dock does not
  /// say.
  public var displacement: PerAxis<Double>?
  /// How far the dock stood from where it should when the motors were given back last, in degrees;
  /// nil if that is less than it can be turned by, or 1, and if the dock does not say.
  public internal(set) var misplacement: PerAxis<Double>?
  /// How far a motor was from the plan at most if it did as it was told, in millidegrees.
  ///
  /// What was asked for, or more where the motors cannot follow a plan as closely as that.
  public internal(set) var tolerance = CommandList.defaultTolerance
  /// How many cues were begun.
  public internal(set) var cues = 1
  /// The number of cues that had followed each other without an event when it was ended for that;
  /// nil if it was not.
  public internal(set) var cuesWithoutEvent: Int?
  /// The handlers, in the order of the script, and how their calls ended; also those that were
  /// never called.
  public internal(set) var handlers: [HandlerTally] = []
  /// When a handler took the place of the script, in milliseconds of the show; nil if none did.
  public internal(set) var preemption: Int32?
  /// When the show began a recording that has not ended, in milliseconds of the show; nil if there
  /// is none.
  public internal(set) var recording: Int32?
  /// When the show began a recording that still ran at its end and was stopped then, in
  /// milliseconds of the show; nil if there was none.
  public internal(set) var stoppedRecording: Int32?

  /// How many events came to a handler that was busy, or had been called just before.
  public var drops: Int { handlers.reduce(0) { $0 + $1[.dropped] } }

  /// True if system tracking is what it was.
  public var isTrackingRestored: Bool { trackingBefore == trackingAfter }

  /// When, in nanoseconds of the clock, the time `milliseconds` of the schedule really was.
  public func time(of milliseconds: Int32) -> Int {
    var time = start + Int(milliseconds) * millisecond
    for stretch in stretches where stretch.time <= milliseconds { time += stretch.length }
    return time
  }
}

extension Outcome.Failure {
  /// What happened, in a line, as it is told while the show goes on.
  public var summary: String {
    if cause != nil { return "the script cannot go on: \(message)" }
    if isLate { return message }
    if isUnseen { return "nothing is selected: \(message)" }
    if isJournal { return "the motors were not taken: \(message)" }
    return error == .notConnected ? "the phone has left the dock" : "the dock refused: \(message)"
  }
}
