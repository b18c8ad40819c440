import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

// The tracker turns axes after a subject. Nobody knows where they come to rest: a cue begins there,
// so that what follows is planned from where the dock really stands.

/// What a task follows with the tracker.
struct FollowingTask {
  /// The axes that the tracker turns.
  let axes: AxisSet
}

extension Scheduler {
  /// Begins to follow a subject.
  mutating func perform(_ follow: FollowStatement) throws(Halt) {
    let axes = try axes(of: follow)
    let length = try follow.length.map { node throws(Halt) in
      Nanoseconds(nearest: try time(node, what: "what follows 'for'", allowsZero: true))
    }
    if let other = motors.following {
      throw halt(.followsAlready(at: statementSpan, other: span(ofStatement: other.origin)))
    }
    try take(axes)
    try brake(axes)
    let braking = try braking(of: axes)
    let subject = subject(follow.subject)
    guard !follow.isUntilLost, let length else {
      let patience = (length ?? .zero).nearestMilliseconds
      try begin(Schedule.Following(subject, with: axes, patience: patience), braking)
      return try awaitLoss(follow)
    }
    guard length >= Nanoseconds(Milliseconds(braking)) else {
      let fix = follow.length.map { span(of: $0) }
      throw halt(.followsTooShortly(least: braking, at: statementSpan, fix: fix))
    }
    try begin(Schedule.Following(subject, with: axes), braking)
    try hold(length - Nanoseconds(Milliseconds(braking)))
  }

  /// The axes that `follow` names, or those of the camera, as far as the dock has them.
  private mutating func axes(of follow: FollowStatement) throws(Halt) -> AxisSet {
    var axes = AxisSet.none
    for axis in [Axis.yaw, .pitch] {
      let isNamed = AxisSet(rawValue: follow.named).contains(axis)
      guard isNamed || follow.named == 0 else { continue }
      if limit(of: axis) != nil {
        axes.insert(AxisSet(axis))
      } else if isNamed, isNew(.missingAxis) {
        report(.missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
      }
    }
    guard !axes.isEmpty else { throw Halt() }
    return axes
  }

  /// How long `axes` take to come to rest from their greatest speed, in milliseconds.
  private mutating func braking(of axes: AxisSet) throws(Halt) -> Int32 {
    let longest = axes.members.reduce(0.0) { longest, axis in
      guard let limit = limit(of: axis) else { return longest }
      return max(longest, SpeedChange.minimumLength(of: limit.speed, within: limit))
    }
    guard let length = Milliseconds.covering(longest) else {
      throw halt(.scheduleTooLong(compilation.budget.length, at: statementSpan))
    }
    return length
  }

  /// Lets the tracker turn the axes of `following`, which are the running task's.
  private mutating func begin(
    _ following: Schedule.Following, _ braking: Int32
  ) throws(Halt) {
    try act(.follow(following))
    motors.follow(following, by: tasks.running.origin, braking: braking)
    for axis in following.axes.members { motors.hand(axis, to: tasks.running.slot) }
    tasks.running.following = FollowingTask(axes: following.axes)
  }

  /// Rests until the subject is lost.
  private mutating func awaitLoss(_ follow: FollowStatement) throws(Halt) {
    checkTurnOfWait()
    tasks.running.wait = ScriptTask.Wait(
      since: now, end: nil, windows: events.awaited.count..<events.awaited.count + 1)
    events.awaited.append(
      Awaited(
        event: AwaitedEvent(.lost), start: milliseconds, end: nil,
        line: builder.line(of: tasks.running.origin), slot: tasks.running.slot,
        node: follow.id.index))
    tasks.noteDecision()
    rest()
    try resumeNext()
  }

  /// Takes the axes back that the running task has let the tracker turn; they come to rest.
  mutating func endFollowing() throws(Halt) {
    guard let task = tasks.running.following else { return }
    tasks.running.following = nil
    let end = try stopFollowing()
    try pass(Nanoseconds(Milliseconds(end - milliseconds)), moving: task.axes)
  }

  /// Takes the axes back that the tracker turns; gives when they are at rest, in milliseconds.
  ///
  /// A cue begins then.
  mutating func stopFollowing() throws(Halt) -> Int32 {
    guard let following = motors.following else { return milliseconds }
    var step = Step(.action, start: milliseconds)
    step.length = following.braking
    step.extra = builder.add(.follow(Schedule.Following(endingOf: following.value.axes)))
    try emit(step)
    motors.stopFollowing(until: step.end)
    motors.occupy(
      following.value.axes, until: step.end, by: following.origin,
      step: builder.schedule.steps.count - 1)
    return step.end
  }

  /// Ends the cue if the axes that the tracker has turned are at rest by now; true if it does.
  ///
  /// At the end of the script nothing follows; at that of a handler the show that it holds does.
  mutating func beginsWherePoseIsKnown() -> Bool {
    guard let time = motors.restsAt, milliseconds >= time else { return false }
    if tasks.running.isEnding, tasks.running.handler == nil { return false }
    motors.findRest()
    endPortion(.pose)
    return true
  }
}

extension Diagnostic {
  fileprivate static func followsAlready(
    at span: SourceSpan, other: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .sharedAxis, "the dock follows somebody already", at: span,
      labels: [Label(other, "follows at the same time")],
      notes: ["a dock has one view, and follows one subject at a time"])
  }

  fileprivate static func followsTooShortly(
    least: Int32, at span: SourceSpan, fix: SourceSpan?
  ) -> Diagnostic {
    Diagnostic(
      .tooFast, "the dock may need \(least) ms to come to rest again", at: span,
      notes: ["what follows 'for' includes the time in which the motors stop"],
      fixIts: fix.map { [FixIt("write '\(least)ms'", $0, "\(least)ms")] } ?? [])
  }
}
