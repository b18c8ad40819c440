import Motion
import Schedules
import Vocabulary

/// Where in a show a performance is.
struct ShowPosition {
  /// The cue at hand, and when it began, in milliseconds of the show.
  var (cue, cueStart): (Cue, Int32)
  /// When something was last decided, in nanoseconds of the performance: a cue that continues
  /// another one decides nothing.
  var decisionTime = 0
  /// How many cues there were before.
  var cueNumber = 0
  /// True if the cue follows the one before by time alone, and not an event.
  var isBegunByTime = false
  /// How many cues have begun since the last event.
  var cuesWithoutEvent = 0
  /// The step in execution.
  var execution: CueExecution
  /// The schedule to continue with after a region that was planned again, and its next step.
  var rest: (execution: CueExecution, step: Int)?
  /// The index of the step being carried out, and its time, in the cue's schedule.
  var step: Int?
  var time: Int32 = 0
  /// The steps of the cue that were carried out ahead of others before them, which are late.
  var ahead: Set<Int> = []
  /// What goes on in the cue.
  var course = Course()
  /// The waits for events that have not been told of yet, by their beginnings.
  var untold: [Awaited]
  /// True if something has changed that a state which the cue waits for may read.
  var hasNews = true
  /// True if the cue waits for what the tracker makes of its subject.
  private(set) var awaitsTracker = false
  /// Until when the cue waits for a state that may change without an event, in milliseconds of the
  /// cue; nil if it waits for none.
  private(set) var looksUntil: Int32?
  /// True if something has moved the dock in the cues before, since the motors were taken.
  var hadMoved = false
  /// By how much each axis was off its plan when scripts were paused, in millidegrees, by the
  /// numbers of their holds.
  var holds: [Int32: PerAxis<Int32>] = [:]
  /// How far the plan has been followed, and what it comes to.
  var planned = 0
  var plan: PlanState
  /// The last or present computation.
  var decision: Decision?
  /// An event that leads on to the next cue; nil while there is none.
  var sign: DueSign?
  /// When the phone was said to leave the dock, on the schedule of the show, the step in progress
  /// then, and whether the show had the motors; nil unless it is still said to be out.
  var departure: (time: Int32, step: Step?, isHeld: Bool)?

  /// The beginning of a show with `cue`, to be kept within `tolerance` millidegrees.
  init(at cue: Cue, within tolerance: Int32) {
    (self.cue, cueStart) = (cue, 0)
    execution = CueExecution(cue, within: tolerance)
    untold = cue.awaited.filter { $0.policy == nil && !$0.isOverAtOnce }
      .sorted { $0.start < $1.start }
    plan = PlanState(before: cue.schedule)
    noteAwaited()
  }

  /// Notes what the cue waits for.
  mutating func noteAwaited() {
    awaitsTracker = cue.awaited.contains { $0.event?.kind == .settled || $0.event?.kind == .lost }
    let untold = cue.awaited.filter { $0.state?.variables.contains(where: \.changesUntold) == true }
    looksUntil = untold.map { $0.end ?? .max }.max()
  }

  /// True if all commands of the cue are carried out, and only an event leads on.
  var waitsForEvent: Bool {
    cue.goesOn == nil && !cue.isLast && !execution.isShort
      && execution.nextCommand >= execution.commands.commands.count
  }

  /// The time `milliseconds` of the cue's schedule, counted from the beginning of the show.
  func showTime(_ milliseconds: Int32) -> Int32 {
    Int32(clamping: Int(cueStart) + Int(milliseconds))
  }
}

/// How long what has begun in a cue goes on, in milliseconds of the cue's schedule.
struct Course {
  /// When the last wait ends that may be shorter.
  private var recovering = Int32.min
  /// When the last of all other steps ends.
  private var busy = Int32.min
  /// When each sound ends, and by how much the show was late when it began, in nanoseconds.
  private var sounds: [(end: Int32, lateness: Int)] = []

  /// Takes note of a step that begins and lasts until `end`.
  mutating func begin(until end: Int32, recovers: Bool) {
    if recovers { recovering = max(recovering, end) } else { busy = max(busy, end) }
  }

  /// Takes note of a sound that begins and lasts until `end`, in a show that is late by `lateness`.
  mutating func beginSound(until end: Int32, lateBy lateness: Int) {
    sounds.append((end, lateness))
  }

  /// By how much the show was late when those sounds began that go on at `time`.
  func lateness(ofSoundsAt time: Int32) -> Int {
    sounds.reduce(0) { $1.end > time ? max($0, $1.lateness) : $0 }
  }

  /// True if nothing but waits that may be shorter, and sounds, goes on from `start` to `end`, and
  /// some do: while the dock goes first to where a motion begins, the time of the cue stands still.
  func onlyRecovers(from start: Int32, to end: Int32) -> Bool {
    start < end && busy <= start && end <= recovering
  }
}

/// The time in a performance, and its lateness, in nanoseconds.
struct Timing {
  /// When the clock was last looked at, since the performance began.
  var now = 0
  /// When it was last looked whether the motors are still held.
  var watched = 0
  /// By how much everything is late by now.
  var delay = 0
  /// By how much the show is later than planned, since it began or last waited for nothing but an
  /// event.
  var lateness = 0

  /// When the time `milliseconds` of the schedule is expected.
  func due(_ milliseconds: Int32) -> Int { delay + Int(milliseconds) * millisecond }
}

/// The last commands to the motors of a performance, and their known state.
struct Orders {
  /// The speeds last commanded, in degrees a second.
  var speeds = PerAxis<Double>(all: 0)
  /// The motion that is to be waited for.
  var pending: AwaitedMotion?
  /// True if the motors have turned for longer than planned, and so are off their way.
  var isAstray = false
  /// True if the dock has reported an error since its motors were last looked at.
  var isAlarmed = false
  /// True if the motors changed hands since the last command, which takes its own time.
  var hasChangedHands = false
  /// The axes that follow a subject; nil if none do.
  var following: FollowingAxes?
  /// Where those are to whom the last moves to subjects turn each axis, in degrees; nil of who is
  /// not there.
  var aims = PerAxis<Double?>(all: nil)
  /// When the last calls that the dock counts were made.
  var countedCalls: [Int] = []
}
