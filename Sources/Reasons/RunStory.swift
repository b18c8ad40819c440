import Hardware
import Motion
import Playback
import Quantities
import Schedules
import Simulation
import Vocabulary

/// What happened in a run, in the form in which somebody asks about it.
///
/// Times are nanoseconds of the run's clock, as `dock run` shows them.
package struct RunStory: Sendable {
  /// A cue that was played.
  struct Played: Sendable {
    var schedule: Schedule
    /// When it began.
    var start: Int
    /// True if it is the first.
    var isFirst = false
    /// When steps of it began, by their indices.
    var began: [Int: Int] = [:]
    /// The steps that were left out.
    var skipped: Set<Int> = []
    /// The steps that were put in, and when they began.
    var inserted: [(time: Int, step: Step)] = []

    /// When so many milliseconds of it have passed.
    func time(of milliseconds: Int32) -> Int { start + Milliseconds(milliseconds).nanoseconds }

    /// When the step number `index` began, or will.
    func start(of index: Int) -> Int { began[index] ?? time(of: schedule.steps[index].start) }

    /// When the step number `index` began; nil if it did not.
    ///
    /// Nobody tells of what goes on from the cue before, or what a cue says again.
    func beginning(of index: Int) -> Int? {
      began[index] ?? (isFirst || schedule.steps[index].start > 0 ? nil : start(of: index))
    }

    /// When the step number `index` ends.
    func end(of index: Int) -> Int {
      start(of: index) + Milliseconds(schedule.steps[index].length).nanoseconds
    }
  }

  /// An event that came.
  struct Occurred: Sendable {
    var time: Int
    var event: WorldEvent
    /// The lines of the waits that it ended and of the handlers that it called.
    var lines: [UInt32]
  }

  /// The cues, by start.
  private(set) var cues: [Played]
  /// The events that came.
  private(set) var occurred: [Occurred] = []
  /// The waits that were told of, and when they began.
  private(set) var waits: [(time: Int, wait: Awaited)] = []
  /// When the show was paused from outside, and when it was resumed.
  private(set) var holds: [(time: Int, isHeld: Bool)] = []
  /// Why it failed; nil if it did not.
  private(set) var failure: (time: Int, failure: Outcome.Failure)?
  /// What happened to the dock.
  let trace: Trace
  /// How it went.
  let outcome: Outcome
  /// True if it was over because the script waits for events, and none comes.
  let isOpen: Bool

  /// Creates the story of a run that began with `cue`, of what it reported; it `isOpen` if it ended
  /// because the script waits for events and none comes.
  package init(
    of cue: Cue, _ events: [PlaybackEvent], _ outcome: Outcome, _ trace: Trace, isOpen: Bool
  ) {
    (self.outcome, self.trace, self.isOpen) = (outcome, trace, isOpen)
    cues = [Played(schedule: cue.schedule, start: outcome.start, isFirst: true)]
    for event in events { add(event) }
  }

  /// True if a story tells of `event`.
  package static func tells(of event: PlaybackEvent) -> Bool {
    switch event.kind {
    case .began, .skipped, .cue, .awaits, .event, .refused, .held, .resumed, .owed: true
    case .sent, .note, .wrote, .decided, .located, .counted, .stretched, .tracking,
      .reclaimed, .replanned, .gaveBack:
      false
    }
  }

  private mutating func add(_ event: PlaybackEvent) {
    let last = cues.count - 1
    switch event.kind {
    case .began(let index?, let step):
      cues[last].began[index] = event.time
      // Where a move leads by a distance, and how long it takes, depends on where it begins.
      guard step.kind == .move, cues[last].schedule.steps[index].kind == .move else { break }
      (cues[last].schedule.steps[index].from, cues[last].schedule.steps[index].to) =
        (step.from, step.to)
      cues[last].schedule.steps[index].length = step.length
    case .began(nil, let step): cues[last].inserted.append((event.time, step))
    case .owed(let action, let line):
      var step = Step(.action, start: 0)
      (step.extra, step.line) = (cues[last].schedule.add(action), line)
      cues[last].inserted.append((event.time, step))
    case .skipped(let index?, _, _): cues[last].skipped.insert(index)
    case .cue(var schedule, _):
      schedule.files = cues[0].schedule.files
      cues.append(Played(schedule: schedule, start: event.time))
    case .awaits(let wait): waits.append((event.time, wait))
    case .event(let event_, let lines, _):
      occurred.append(Occurred(time: event.time, event: event_, lines: lines))
    case .refused(let failure): self.failure = (event.time, failure)
    case .held: holds.append((event.time, true))
    case .resumed: holds.append((event.time, false))
    default: break
    }
  }

  /// When the show was over.
  package var end: Int { outcome.start + outcome.length }

  /// The names of the source files.
  var files: [String] { cues[0].schedule.files }

  /// The dock.
  var model: DockModel { cues[0].schedule.model }

  /// The axes that the dock has.
  var axes: [Axis] { Axis.allCases.filter { cues[0].schedule.limits.first?[$0] != nil } }

  /// The index of the cue in progress at `time`.
  func cue(at time: Int) -> Int { cues.lastIndex { $0.start <= time } ?? 0 }
}
