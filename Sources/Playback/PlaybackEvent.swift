import Scheduling

/// Something that happens in a performance, told as it happens.
public struct PlaybackEvent: Equatable, Sendable {
  /// What can happen.
  public enum Kind: Equatable, Sendable {
    /// The step with this index in the schedule begins, as it is planned by now.
    ///
    /// Without an index it is one that was put in, to get to where the others can begin.
    case began(step: Int?, Step)
    /// A command was carried out: a call was made, and the dock took it.
    case sent(Command)
    /// A line is logged.
    case log(String)
    /// All that follows is later by some time.
    case stretched(Outcome.Stretch)
    /// The dock refused a call.
    ///
    /// That is the end of the show, but for a subject that is not there and for what the phone is
    /// asked for.
    case refused(Outcome.Failure)
    /// System tracking went on or off.
    case tracking(Bool)
    /// System tracking was on behind our back; it is off again.
    case reclaimed
    /// The show is held until it is told to carry on.
    case held
    /// The show carries on.
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
