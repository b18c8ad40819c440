import DockKit
import Motion
import Quantities
import Schedules

/// The connection from a performance to its driver: an interruption of an action is thrown, and
/// events are kept until the performance reads them.
struct Link {
  var driver: any Driver
  /// The events that have not been read yet, in order.
  var inbox: [WorldEvent] = []
  /// The interruption that came while the motors were given back on the way; nil if none did.
  ///
  /// The next action of the show throws it; a hold, the next wait.
  private(set) var postponed: Interruption.Level?

  /// How long the dock may take to answer a call of the show, in nanoseconds.
  static let patience = 2 * Nanoseconds.second

  init(_ driver: any Driver) { self.driver = driver }

  /// The time since the performance began, in nanoseconds.
  var now: Int { driver.now }

  /// The state of the dock that can be read without waiting.
  var sight: Sight { driver.sight }

  /// Carries out `action`; events that come before its end go into the inbox.
  mutating func carryOut(_ action: Action) -> Input {
    while true {
      let input = driver.carryOut(action)
      guard case .event(let event) = input else { return input }
      inbox.append(event)
    }
  }

  /// Keeps an interruption of `level` for the next action of the show.
  mutating func postpone(_ level: Interruption.Level) {
    postponed = max(level, postponed ?? level)
  }

  /// Throws the postponed interruption, but keeps a hold: the show can be held in a wait only.
  private mutating func throwPostponedEnd() throws {
    guard let level = postponed, level > .hold else { return }
    postponed = nil
    throw Interruption(level)
  }

  /// Waits until `time`; throws `Interruption`.
  mutating func sleep(until time: Int) throws {
    while !(try sleepUnlessTold(until: time)) {}
  }

  /// As `sleep`, but an event ends it; answers false if one did.
  mutating func sleepUnlessTold(until time: Int) throws -> Bool {
    if let level = postponed.take() { throw Interruption(level) }
    let input = driver.carryOut(.wait(until: time))
    if case .event(let event) = input {
      inbox.append(event)
      return false
    }
    try input.check(OverdueDecision())
    return true
  }

  /// As `sleepUnlessTold`, but the tracker's next guidance ends it, too; answers that.
  mutating func watch(until time: Int) throws -> Guidance? {
    if let level = postponed.take() { throw Interruption(level) }
    let input = driver.carryOut(.watch(until: time))
    if case .event(let event) = input {
      inbox.append(event)
      return nil
    }
    if case .answered(.guidance(let guidance)) = input { return guidance }
    try input.check(OverdueDecision())
    return nil
  }

  /// Waits for the end of a hold; throws `Interruption` if something else comes first.
  mutating func awaitResumption() throws {
    try throwPostponedEnd()
    try carryOut(.awaitResumption).check(OverdueDecision())
  }

  /// Makes `call`; throws what the dock does, `UnansweredCall`, and `Interruption`.
  @discardableResult
  mutating func call(_ call: DockCall, within span: Int = Link.patience) throws -> Answer {
    try throwPostponedEnd()
    return try carryOut(.call(call, within: span)).answer(orElse: UnansweredCall())
  }

  /// Makes `call`, which begins a motion; throws as `call` does.
  mutating func begin(_ call: DockCall) throws -> MotionID {
    guard case .motion(let motion) = try self.call(call) else { throw UnansweredCall() }
    return motion
  }

  /// The limits of the dock; throws as `call` does.
  mutating func limits() throws -> DockAccessory.Limits {
    guard case .limits(let limits) = try call(.readLimits) else { throw UnansweredCall() }
    return limits
  }

  /// The first reading at rest, or the last one before `deadline`; nil if the dock says nothing.
  ///
  /// Only of use while system tracking is off: some docks must not be asked while it is on.
  mutating func reading(atRestBy deadline: Int) -> Reading? {
    switch carryOut(.read(atRestBy: deadline)) {
    case .answered(.reading(let reading)): return reading
    case .interrupted(let level): postpone(level)
    default: break
    }
    return nil
  }

  /// The answer to `question`; throws `Interruption`, and `OverdueDecision` if there is none in
  /// time.
  mutating func answer(to question: Question) throws -> Answer {
    try throwPostponedEnd()
    return try carryOut(.ask(question)).answer(orElse: OverdueDecision())
  }

  /// Writes `entry` into the journal, or makes it empty; throws what the journal does.
  mutating func write(_ entry: JournalEntry?) throws {
    try carryOut(.journal(entry)).check(UnansweredCall())
  }
}

extension Input {
  /// Why the action has not come to its end; nil if it has.
  ///
  /// `overdue` stands for no answer.
  func failure(_ overdue: any Error) -> (any Error)? {
    switch self {
    case .interrupted(let level): Interruption(level)
    case .refused(let error): error
    case .unanswered: overdue
    case .reached, .event, .resumed, .answered: nil
    }
  }

  /// Throws if the action has not come to its end; `overdue` stands for no answer.
  fileprivate func check(_ overdue: @autoclosure () -> any Error) throws {
    if case .answered = self { return }
    if let error = failure(overdue()) { throw error }
  }

  /// The answer; throws `overdue` if there is none.
  fileprivate func answer(orElse overdue: @autoclosure () -> any Error) throws -> Answer {
    if case .answered(let answer) = self { return answer }
    throw failure(overdue()) ?? overdue()
  }
}
