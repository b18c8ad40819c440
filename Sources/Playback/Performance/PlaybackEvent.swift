import Hardware
import Motion
import Schedules
import Vocabulary

/// An event of a performance, reported at once.
public struct PlaybackEvent: Equatable, Sendable {
  /// What can happen.
  public enum Kind: Equatable, Sendable {
    /// The step with this index in the schedule begins, as it is planned by now.
    ///
    /// Without an index it is one that was put in, to get to where the others can begin.
    case began(step: Int?, Step)
    /// The step with this index, which was to begin, is left out: it is so many nanoseconds late.
    case skipped(step: Int?, Step, late: Int)
    /// The show goes on with another cue, which has this schedule and begins at so many
    /// milliseconds of the show.
    case cue(Schedule, start: Int32)
    /// From here on the script waits for an event.
    case awaits(Awaited)
    /// The world brought an event.
    ///
    /// With the lines of the statements that waited for it and of the handlers that it calls; and
    /// of the handlers that drop it, because they are busy or have just been called.
    case event(WorldEvent, lines: [UInt32], dropped: [UInt32])
    /// The script has judged these conditions, of which the first that holds has this index; their
    /// number if none does.
    case decided([Condition], Int, line: UInt32)
    /// A move turns to this subject, which is at these angles, in degrees; nil of axes that it does
    /// not turn, and all nil if nobody is there.
    ///
    /// With how far beyond the end of the range of each axis that is, in degrees.
    case located(
      PhoneCall.Subject, at: PerAxis<Double?>, short: PerAxis<Double>, line: UInt32)
    /// The count with this name has this value now.
    case counted(String, Int)
    /// A command was carried out: a call was made, and the dock took it.
    case sent(Command)
    /// The script leaves a line of text.
    case note(Note)
    /// A line of the log has been filled in, which comes next; its statement is in this line, as in
    /// `Step.line`.
    case wrote(Note, line: UInt32)
    /// The show is over, and something is done that it owes; the statement is in this line, as in
    /// `Step.line`.
    case owed(Schedule.Action, line: UInt32)
    /// All that follows is later by some time.
    case stretched(Outcome.Stretch)
    /// The dock refused a call.
    ///
    /// That is the end of the show, but for a subject that is not there and for what the phone is
    /// asked for; and so it is if the script cannot go on.
    case refused(Outcome.Failure)
    /// System tracking went on or off.
    case tracking(Bool)
    /// System tracking was on behind our back; it is off again.
    case reclaimed
    /// The show is paused until a request to resume.
    case held
    /// The show resumes.
    case resumed
    /// The dock stood elsewhere than assumed: the region that begins was planned again.
    case replanned
    /// The motors were given back.
    case gaveBack(Handback)
  }

  /// When, in nanoseconds of the clock since the performance was asked for.
  ///
  /// It is the time the player was waiting for; what a call itself takes is not in it.
  public let time: Int
  /// What.
  public let kind: Kind
}
