import Diagnosis
import Hardware
import Motion
import Printing
import Vocabulary

/// A cue: the fixed steps of a script up to the next decision.
///
/// As in a theatre, the next cue waits for a sign.
public struct Cue: Sendable {
  /// The steps, timed from the beginning of the cue; its length is the time at which nothing is
  /// left to do.
  ///
  /// Steps that began before the cue and go on in it start before 0.
  public var schedule: Schedule
  /// True if the motors are held when it begins.
  public var holdsMotors: Bool
  /// The events that lead on, and when.
  public var awaited: [Awaited]
  /// When it goes on by itself, in milliseconds; nil if it does not.
  public var goesOn: Int32?
  /// The conditions that are judged when it goes on by itself, in their order; the first that holds
  /// says where it leads.
  ///
  /// None if nothing is decided then.
  public var conditions: [Condition] = []
  /// The turn of a counted loop that is over when it goes on by itself; nil if none is.
  public var again: CountedTurn?
  /// Whom or what is looked for when it goes on by itself, because a move turns to it.
  public var subject: PhoneCall.Subject?
  /// The line of the statement that decides, or of the loop, as in `Step.line`; 0 if there is none.
  public var conditionsLine: UInt32 = 0
  /// What conditions read as the show begins with it.
  public var world = WorldState()
  /// True if it goes on by itself only because no more of the script has been planned so far:
  /// nothing is decided then.
  public var continues = false
  /// True if it goes on by itself only because a test ends the show then: in a run it would wait
  /// for nothing but events.
  package var endsForTest = false
  /// The length of all that is known until the next decision, in milliseconds, if this cue is only
  /// the beginning of it.
  public var wholeLength: Int32?
  /// True if the script is over when it is, unless an event comes.
  public var isLast: Bool
  /// The continuation; nil if nothing can follow.
  public var rest: (any Continuation)?
  /// True if it is of an entry at a prompt: a recording that runs at its end goes on.
  package var isEntered = false
  /// The handlers that are in progress in it, and those that end in it, by start.
  public var handlings: [Handling] = []
  /// The moves that take longer than the script says, because of where they begin.
  package var delays: [Delay] = []
  /// How many statements and loop turns it took to find out, ten operators for one.
  package var spent = 0
  /// How fast the axes turn where it begins, in millidegrees a second; one that a step moves which
  /// began before, as it did when that step began.
  package var turning = PerAxis<Int32>(all: 0)
  /// The axes of which nobody knows where they are when it begins.
  package var unknown = AxisSet.all
  /// The limits that hold where it begins, as an index of those of the schedule.
  package var limits = 0
  /// The limits that hold for handlers when it is over.
  package var handlerLimits = PerAxis<Schedule.Limit?>(all: nil)

  /// By how much a move takes longer than the script says.
  package struct Delay: Equatable, Sendable {
    /// When the move begins, in milliseconds.
    package var time: Int32
    /// By how many milliseconds it is longer.
    package var length: Int32
    /// The axes that it moves.
    package var axes: AxisSet

    /// Creates the delay of the move of `axes` that begins at `time`.
    package init(time: Int32, length: Int32, of axes: AxisSet) {
      (self.time, self.length, self.axes) = (time, length, axes)
    }
  }

  /// Creates a cue of `schedule`, without handlers in progress, that begins at rest.
  package init(
    schedule: Schedule, holdsMotors: Bool, awaited: [Awaited], goesOn: Int32?, isLast: Bool,
    rest: (any Continuation)?
  ) {
    (self.schedule, self.holdsMotors, self.awaited) = (schedule, holdsMotors, awaited)
    (self.goesOn, self.isLast, self.rest) = (goesOn, isLast, rest)
  }

  /// When nothing is left to do by what its text says, in milliseconds: what goes on from the cue
  /// before and has no step here, as a wait of another branch, does not count.
  package var quiet: Int32 {
    if isLast { return schedule.length }
    let last = schedule.steps.reduce(0) { max($0, $1.end) }
    let waits = awaited.filter { $0.policy == nil }
    let quiet = waits.reduce(last) { max($0, $1.start) }
    return min(quiet, goesOn ?? quiet)
  }
}

/// One time that a handler is called for.
public struct Handling: Equatable, Sendable {
  /// How it ends.
  public enum Result: String, Sendable {
    /// All of it was carried out.
    case done
    /// Something else took its place.
    case preempted
    /// It never began: the handler was busy, and something newer took its place.
    case dropped
  }

  /// The line of the handler, as in `Step.line`; 0 for the script itself.
  public var line: UInt32
  /// The event that it handles; nil for the script itself, and in a sheet that does not say it.
  public var event: AwaitedEvent?
  /// When it begins, in milliseconds; below 0 if that was before the cue.
  public var start: Int32
  /// When it ends, in milliseconds; nil if it is still in progress when the cue is over.
  public var end: Int32?
  /// How it ends.
  public var result: Result
  /// True if the dock went first to the nearest pose from which its block fits.
  public var hasMadeRoom = false
  /// The axes that it moves.
  package var axes = AxisSet.none
  /// Where its statement stands in the sources.
  package var source: Range<UInt32> = 0..<0

  /// Creates a call of the handler of `event` at `line`, which moves nothing, from `start` to
  /// `end`.
  package init(
    line: UInt32, event: AwaitedEvent? = nil, start: Int32, end: Int32?, result: Result
  ) {
    (self.line, self.event, self.start) = (line, event, start)
    (self.end, self.result) = (end, result)
  }

  /// True if `step`, which is carried out meanwhile, is one of its own.
  ///
  /// Nothing else has its axes; what moves none, and is not said in its block, is not taken for it.
  public func owns(_ step: Step) -> Bool {
    let moved = step.kind == .animate ? .all : step.axes
    return moved.isEmpty
      ? source.contains(step.origin) : !moved.intersection(axes).isEmpty
  }
}

/// An event or a state that leads on from a cue, over a stretch of it: one that is waited for, or
/// handled.
///
/// Those that are handled stand in the order of the script. An event is for all whose event it is:
/// each wait that it finds is over, and each handler is called.
public struct Awaited: Equatable, Sendable {
  /// What leads on.
  public enum Sign: Equatable, Sendable {
    /// An event that comes.
    case event(AwaitedEvent)
    /// A condition that begins to hold.
    case state(Condition)
  }

  /// What leads on.
  public var sign: Sign
  /// From when on it leads on, in milliseconds.
  public var start: Int32
  /// Until when, in milliseconds; nil if that is for as long as it takes.
  public var end: Int32?
  /// The line of the statement that waits, as in `Step.line`.
  public var line: UInt32
  /// The policy of the handler; nil for a statement that waits.
  public var policy: HandlerPolicy?
  /// The least time from one occurrence to the next that a handler takes, in milliseconds.
  public var period: Int32 = 0
  /// True if the handler is called at most once.
  public var isOnce = false
  /// True if a handler drops events before the `start`, which come too soon after its last call;
  /// false if the script has not come upon it by then.
  package var dropsBefore = false
  /// What has to hold when the event comes, of what is read in the show; nil if nothing has to.
  public var condition: Condition?
  /// True if it leads on only if something else holds, too, such as of the value of the event.
  package var isConditional = false
  /// The line of the handler that waits, which an event for it does not call again; 0 if none does.
  package var handlerLine: UInt32 = 0
  /// The task that waits, or the number of the handler, and the statement.
  package var slot: Int
  package var node: UInt32

  /// Creates the wait of a statement for `event`, from `start` to `end`.
  package init(
    event: AwaitedEvent, start: Int32, end: Int32?, line: UInt32, slot: Int, node: UInt32
  ) {
    self.init(.event(event), start: start, end: end, line: line, slot: slot, node: node)
  }

  /// Creates the wait of a statement for `sign`, from `start` to `end`.
  package init(
    _ sign: Sign, start: Int32, end: Int32?, line: UInt32, slot: Int, node: UInt32
  ) {
    (self.sign, self.start, self.end, self.line) = (sign, start, end, line)
    (self.slot, self.node) = (slot, node)
  }
}

extension Awaited {
  /// The event; nil if it is a state.
  public var event: AwaitedEvent? { if case .event(let event) = sign { event } else { nil } }

  /// The condition that has to hold; nil if it is an event.
  public var state: Condition? { if case .state(let state) = sign { state } else { nil } }

  /// What leads on, as scripts write it.
  public var description: String {
    switch sign {
    case .event(let event): event.description
    case .state(let state): state.description
    }
  }

  /// The condition as scripts write it behind the event, after a space; empty if there is none.
  public var conditionWords: String { condition.map { " when \($0)" } ?? "" }

  /// The wait as scripts write it, as in `wait for tap` or `wait until person`.
  public var waitWords: String {
    "wait \(state == nil ? "for" : "until") \(description)\(conditionWords)"
  }

  /// What begins the cue that it leads to.
  package var signWords: String {
    guard state == nil else { return "when \(description)" }
    return (policy == nil ? "" : "on ") + description + conditionWords
  }

  /// True if `event` is what leads on.
  public func isMeant(by event: WorldEvent) -> Bool { self.event?.matches(event) == true }

  /// True if whatever event is for the handler `other` is for this wait of it, and so does not call
  /// it again.
  package func keeps(_ other: Awaited) -> Bool {
    policy == nil && other.policy != nil && handlerLine == other.line && sign == other.sign
      && condition == nil && !isConditional
  }

  /// True if one event can lead on by this and by `other`.
  package func mayCome(with other: Awaited) -> Bool {
    guard let event, let next = other.event else { return sign == other.sign }
    return event.mayCome(with: next)
  }

  /// True if it leads on at `time`, in milliseconds of the cue.
  public func isOpen(at time: Int32) -> Bool { start <= time && end.map { time < $0 } ?? true }

  /// True if it is over as it begins, so that nothing comes in time.
  package var isOverAtOnce: Bool { end == start }
}

/// An exit from a cue to the next.
public enum Occurrence: Equatable, Sendable {
  /// An event has come for those of `Cue.awaited` with these indices, with a value if it brings
  /// one.
  case event([Int], value: Double = 1)
  /// The time `Cue.goesOn` has come.
  case time
  /// That time has come, and of `Cue.conditions` this is the first that holds; as many as there are
  /// if none does.
  ///
  /// Of a cue with `Cue.again`, 0 is another turn and 1 none, whatever the loop has counted.
  case decision(Int)
  /// That time has come, and `Cue.subject` is where each axis would be at these angles, in degrees;
  /// all are nil if it is not there.
  case located(PerAxis<Double?>)
}

extension Occurrence {
  /// True if the cue goes on by itself.
  package var isTime: Bool {
    switch self {
    case .event: false
    case .time, .decision, .located: true
    }
  }
}

/// Why a script cannot go on.
public struct CueFailure: Error, Equatable, Sendable {
  /// The message of the diagnostic.
  public var message: String
  /// The line of the statement, as in `Step.line`; 0 if there is none.
  public var line: UInt32
  /// The diagnostic; nil if nothing waits for the event.
  public var diagnostic: Diagnostic?

  /// Creates a failure.
  public init(message: String, line: UInt32, diagnostic: Diagnostic? = nil) {
    (self.message, self.line, self.diagnostic) = (message, line, diagnostic)
  }

  /// The next cue was not computed in time; `line` is the line of the wait.
  public static func overdue(line: UInt32) -> CueFailure {
    CueFailure(message: "it took too long to work out what comes next", line: line)
  }
}

/// The consequence of an occurrence.
public struct Consequence: Sendable {
  /// The cue that begins at that moment; nil if the current cue continues.
  public var cue: Cue?
  /// Of those that the event came for, the waits that are over and the handlers that are called.
  ///
  /// A handler whose condition does not hold is neither here nor among the `dropped`.
  public var taken: [Int] = []
  /// Of those that the event came for, the handlers that drop it: it came too soon after the last,
  /// or while an axis that they need was moving.
  public var dropped: [Int] = []

  /// Creates the consequence of an occurrence; without arguments, nothing follows.
  public init(cue: Cue? = nil, taken: [Int] = [], dropped: [Int] = []) {
    (self.cue, self.taken, self.dropped) = (cue, taken, dropped)
  }
}

/// By how much longer a motion takes that begins elsewhere than planned, in milliseconds.
public struct Overtime: Sendable {
  /// When it was to end.
  public let end: Int32
  /// How much later it ends.
  public let length: Int32

  /// Creates the overtime of what was to end at `end`.
  public init(end: Int32, length: Int32) { (self.end, self.length) = (end, length) }
}

/// The continuation of a cue: the script, stopped at a decision.
///
/// A value: asking it changes nothing, and it may be asked again. So a run can be forked anywhere.
public protocol Continuation: Sendable {
  /// What comes of `occurrence`, `time` milliseconds after the beginning of the cue that this
  /// continues; times of a cue that begins then are counted from there.
  ///
  /// All that the cue does at that millisecond is done before it: the next one has of its steps
  /// those that go on, with starts of 0 or less.
  /// `pose` is where the axes are then, in degrees, as far as the motors are not held; nil if
  /// nobody knows.
  func consequence(
    of occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>?
  ) throws(CueFailure) -> Consequence
  /// The same where motions take longer by `overtime`, in the order of their ends.
  func prolonged(by overtime: [Overtime]) -> any Continuation
  /// Lets every `consequence` of the script that is being worked out end soon, and with an error;
  /// nothing more can be asked of it.
  func cancel()
  /// Why the script cannot go on if what comes of `awaited`, nil for time alone, is not worked out
  /// in time.
  func overdue(_ awaited: Awaited?) -> CueFailure
}

extension Continuation {
  /// Says that much, and the line of what waits.
  public func overdue(_ awaited: Awaited?) -> CueFailure {
    .overdue(line: awaited?.line ?? 0)
  }

  /// Continues as planned: what is known already does not depend on how long a motion takes.
  public func prolonged(by overtime: [Overtime]) -> any Continuation { self }

  /// Does nothing: the consequence is known already.
  public func cancel() {}
}

/// An event that a script waits for or handles.
public struct AwaitedEvent: Hashable, Sendable {
  /// The kind of event.
  public typealias Kind = EventKind
  /// The phase of what happens: a button goes down or up, a person gets lost or speaks.
  public typealias Phase = EventPhase

  /// The kind of event.
  public var kind: Kind
  /// The phase of the event.
  public var phase = Phase.any
  /// The number of the button, or the charge below which the battery is, from 0 to 1.
  public var number: Double?

  /// Creates an event of `kind`, in any phase unless one is named.
  public init(kind: Kind, phase: Phase = .any, number: Double? = nil) {
    (self.kind, self.phase, self.number) = (kind, phase, number)
  }

  /// True if it is the same event as `other`: of a button the phase 'pressed' may be left out.
  public func isSame(as other: AwaitedEvent) -> Bool {
    func full(_ event: AwaitedEvent) -> AwaitedEvent {
      var event = event
      if event.kind == .button, event.phase == .any { event.phase = .pressed }
      return event
    }
    return full(self) == full(other)
  }

  /// The event as scripts write it.
  public var description: String {
    var words = kind.rawValue
    if let number {
      let share = decimal(number * 100) + "%"
      words += kind == .battery ? " below \(share)" : " \(decimal(number))"
    }
    return phase == .any ? words : words + " \(phase.rawValue)"
  }
}
