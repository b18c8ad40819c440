import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

// The phone on the dock: its face, its eyes and its camera. None of it takes the motors.

extension Scheduler {
  /// A length of time, as it is and as the clock shows it from now on.
  struct Length {
    var exact: Nanoseconds
    var shown: Int32
  }

  /// The length that `node` says, which follows `over`; 0 if there is none.
  mutating func length(behindOver node: ExpressionView?) throws(Halt) -> Length {
    guard let node else { return Length(exact: .zero, shown: 0) }
    let length = spend(try time(node, what: "a length behind 'over'", allowsZero: true))
    return Length(exact: length, shown: self.length(of: length))
  }

  /// Asks for `call`, which takes no time.
  mutating func ask(
    for call: PhoneCall, changing part: PhoneTracking.Part? = nil
  ) throws(Halt) {
    try change(part, by: call, Length(exact: .zero, shown: 0))
  }

  /// Asks for `call`, which changes `part` in some time, and waits for that.
  mutating func change(
    _ part: PhoneTracking.Part?, by call: PhoneCall, _ length: Length
  ) throws(Halt) {
    if let part, finals.captured == nil { try claim(part) }
    try emit(call)
    if let part {
      phone[part] = change(by: call, of: tasks.running.slot, from: tasks.running.origin)
    }
    if length.exact > .zero { try pass(length.exact, moving: .none) }
  }

  /// Appends the step of `call`, which takes its whole length.
  mutating func emit(_ call: PhoneCall) throws(Halt) {
    if finals.captured != nil { return try act(.phone(call)) }
    try emit(call, from: tasks.running.origin, late: tasks.running.late.rule)
  }

  /// Appends the step of `call`, which comes from the statement at `origin` and follows the rule
  /// `late`, an index of `Schedule.lateRules`; of the task at `owner` if that is not the running
  /// one.
  mutating func emit(
    _ call: PhoneCall, from origin: UInt32, of owner: Int? = nil, late: UInt8
  ) throws(Halt) {
    var step = Step(.action, start: milliseconds)
    step.lateRule = late
    step.length = call.length
    step.extra = builder.add(.phone(call))
    try emit(step, from: origin, of: owner)
  }

  /// What the task at `owner` changes by `call`, of which the step has just been appended, from
  /// the statement at `origin`.
  func change(
    by call: PhoneCall, of owner: Int, from origin: UInt32
  ) -> PhoneTracking.Change {
    PhoneTracking.Change(
      owner: owner, origin: origin, start: milliseconds, end: milliseconds + call.length,
      step: builder.schedule.steps.count - 1, call: call)
  }

  /// Makes `part` that of the running task, unless a branch beside it is changing it.
  ///
  /// A change that goes on from an earlier cue or from before a pause, one of a handler, and one
  /// that no check has met give way: when the two meet is up to the world, and no script could keep
  /// them apart.
  private mutating func claim(_ part: PhoneTracking.Part) throws(Halt) {
    let other = phone[part]
    guard !findings.isPlayed, !other.goesOn,
      other.end > milliseconds || other.start == milliseconds, !tasks.waitsForRunning(other.owner),
      events.handlers.isEmpty || tasks.branch(of: other.owner) == tasks.ownBranch
    else { return overtake(part) }
    throw halt(
      .sharedPart(
        part == .face ? "the face" : "the zoom of the camera", at: statementSpan,
        other: span(ofStatement: other.origin), until: other.end,
        time: milliseconds))
  }

  /// Ends the step of the change of `part` that the next one overtakes, if it is in progress.
  private mutating func overtake(_ part: PhoneTracking.Part) {
    if phone[part].end > milliseconds { _ = endStep(of: part) }
  }

  /// Ends what the `losers` of a race have in hand: a sound ends, a zoom stays where it is, a face
  /// that has begun to change changes by itself.
  mutating func letGo(_ losers: [Int]) throws(Halt) {
    try silence(losers)
    for part in PhoneTracking.Part.allCases where losers.contains(phone[part].owner) {
      phone[part].owner = tasks.running.slot
      guard phone[part].end > milliseconds else { continue }
      let hasBegun = endStep(of: part)
      phone[part].end = milliseconds
      if part == .zoom, hasBegun { try hold(.zoom) }
    }
  }

  /// Ends the step of the change of `part` now; false if that has not begun, and is left out.
  mutating func endStep(of part: PhoneTracking.Part) -> Bool {
    let change = phone[part]
    guard let index = change.step, builder.schedule.steps.indices.contains(index) else {
      return true
    }
    guard builder.schedule.steps[index].start >= milliseconds, !change.goesOn else {
      builder.end(index, at: milliseconds)
      return true
    }
    builder.drop(index)
    return false
  }

  /// Holds `part` where it is.
  mutating func hold(_ part: PhoneTracking.Part) throws(Halt) {
    try act(.phone(part.hold))
  }
}
