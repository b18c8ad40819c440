import Language
import Playback
import Quantities
import Schedules
import Simulation
import Vocabulary

/// The kinds of interruption from outside.
public enum Exit: String, CaseIterable, Hashable, Sendable {
  /// Ctrl-C.
  case interrupt = "SIGINT"
  /// A polite request to end.
  case terminate = "SIGTERM"
  /// The terminal is gone.
  case hangUp = "SIGHUP"
  /// Ctrl-\.
  case quit = "SIGQUIT"
  /// Any other signal that ends a process.
  case signal
  /// The output is closed.
  case closedOutput = "closed-output"
  /// The other end of standard input is closed.
  case endOfInput = "end-of-input"
  /// The output cannot be written.
  case fullDisk = "full-disk"
  /// A second Ctrl-C.
  case kill = "second-SIGINT"
  /// The time that was to be shown of it is over.
  case timeUp = "time-up"
  /// It has too many cues without an event in virtual time.
  case tooManyCues = "too-many-cues"
  /// It waits, and nothing will ever come.
  case silence = "nothing-more"
  /// What comes next was not worked out in time.
  case overdue = "overdue-decision"
  /// The app leaves the screen; the show resumes when it is back.
  case background
  /// Ctrl-Z; the show resumes with the process.
  case suspend = "SIGTSTP"

  /// How urgent it is.
  public var level: Interruption.Level {
    switch self {
    case .suspend, .background: .hold
    case .kill: .kill
    default: .stop
    }
  }
}

/// Something that came from outside in a performance and is not in its schedule, with its time.
///
/// With the schedule and these a performance can be repeated to the byte.
public enum Happening: Hashable, Sendable {
  /// Somebody wanted it to end, at so many nanoseconds.
  case exit(Exit, at: Int)
  /// Somebody wanted it to end right after so many calls of the dock, and so many of its phone.
  case exitAfter(Exit, calls: Int, phoneCalls: Int = 0)
  /// It resumed at this time, in nanoseconds, after a pause.
  case resumed(at: Int)
  /// What was due at `deadline` nanoseconds happened only at `time`; before an exit, what was
  /// asked for at `deadline` had no answer yet.
  case late(deadline: Int, time: Int)
  /// The world brought an event, at so many nanoseconds.
  case event(WorldEvent, at: Int)
}

extension Happening {
  /// When it comes, in nanoseconds; 0 of what comes after so many calls.
  fileprivate var time: Int {
    switch self {
    case .exit(_, let time), .event(_, let time), .resumed(let time), .late(let time, _): time
    case .exitAfter: 0
    }
  }
}

extension Happening {
  /// How long a show may go on in no time after the last that happens, in nanoseconds: as long as a
  /// schedule may be.
  static let greatestSilence = Milliseconds(Budget().length).nanoseconds

  /// True if it only says that no more is played.
  var isTimeUp: Bool { if case .exit(.timeUp, _) = self { true } else { false } }
}

extension [Happening] {
  /// These, and a time up at the end if there is none: nothing is played for ever in no time.
  var withEnd: [Happening] {
    if contains(where: \.isTimeUp) { return self }
    let last = reduce(0) { Swift.max($0, $1.time) }
    let (end, isBeyond) = last.addingReportingOverflow(Happening.greatestSilence)
    return self + [.exit(.timeUp, at: isBeyond ? .max : end)]
  }

  /// These by their times; those of one instant stay as they are.
  public var inOrder: [Happening] {
    indices.sorted { (self[$0].time, $0) < (self[$1].time, $1) }.map { self[$0] }
  }
}

/// A wait in which something unforeseen may come, by the clock of the dock.
struct Interval {
  /// When it begins, in nanoseconds.
  let start: Int
  /// What is waited for, in nanoseconds; it may be over already.
  let deadline: Int
  /// How many calls have been made.
  let calls: CallCount

  /// Creates the wait that begins at `start`.
  init(after start: Int, until deadline: Int, calls: CallCount) {
    (self.start, self.deadline, self.calls) = (start, deadline, calls)
  }

  /// When `exit`, which comes at `time`, takes effect, and how that is written down so that a
  /// replay brings it in the same wait and no earlier one.
  ///
  /// - Parameter callsSince: when somebody first waited after the last of the calls.
  func happening(
    _ exit: Exit, at time: Int, callsSince: Int
  ) -> (time: Int, happening: Happening) {
    if deadline > start {
      let time = max(start + 1, min(time, deadline))
      return (time, .exit(exit, at: time))
    }
    // A wait that is over when it begins: the time does not tell it from others of that instant.
    let isTold = callsSince == start
    guard isTold else { return (start, .exit(exit, at: start)) }
    return (start, .exitAfter(exit, calls: calls.dock, phoneCalls: calls.phone))
  }
}
