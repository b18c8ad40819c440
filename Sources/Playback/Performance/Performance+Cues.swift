import DockKit
import Motion
import Schedules
import Vocabulary

/// The consequence of an event.
///
/// Whether there is one is asked twice a command: an object, so that a cue is not copied for that.
final class DueSign: Sendable {
  /// The cue that begins.
  let cue: Cue
  /// When.
  let moment: EventMoment

  init(cue: Cue, at moment: EventMoment) { (self.cue, self.moment) = (cue, moment) }
}

/// The time of something that comes from outside.
struct EventMoment {
  /// In milliseconds of the execution.
  let time: Int32
  /// In milliseconds of the cue.
  let cueTime: Int32
  /// The delays of the motions that are under way.
  var overtime: [Overtime] = []
}

extension Performance {
  /// Reads the events that have come; true if one of them leads to another cue before `due`.
  ///
  /// What comes between two milliseconds comes at the second, when everything of that millisecond
  /// has happened.
  mutating func readSigns(before due: Int) throws -> Bool {
    while show.sign == nil, !link.inbox.isEmpty || show.hasNews {
      let elapsed = max(0, timing.now - timing.delay + millisecond - 1) / millisecond
      let moment = moment(at: Int32(clamping: min(elapsed, Performance.longest)))
      let end = show.cue.isLast ? schedule.length : show.cue.goesOn
      if let end, moment.cueTime >= end { return false }
      // First what changed before, then the events in their order.
      if show.hasNews {
        if isToOpen(at: moment) { return false }
        try meetStates(at: moment)
      }
      guard show.sign == nil, !link.inbox.isEmpty else { break }
      // What a condition reads is first changed by what comes before the event.
      if isToChange(by: moment.time) { return false }
      try meet(link.inbox.removeFirst(), at: moment)
    }
    return show.sign.map { self.due($0.moment.time) < due } ?? false
  }

  /// What the time of the cue is for what comes at `time` of the execution.
  ///
  /// While a way that was planned again takes longer, the time of the cue stands still at its
  /// planned end. What comes meanwhile comes right before that: it finds the motion under way.
  private func moment(at time: Int32) -> EventMoment {
    guard let end = show.execution.standstill(at: time) else {
      let cueTime = show.execution.sourceTime(time)
      return EventMoment(
        time: time, cueTime: cueTime, overtime: show.execution.overtime(after: cueTime))
    }
    let before = end - 1
    if before >= 0, !show.execution.hasBegun(by: time, after: before, of: schedule.steps) {
      let rest = show.execution.end(ofSource: end) - time - 1
      let overtime = [Overtime(end: end, length: rest)] + show.execution.overtime(after: end)
      return EventMoment(time: time, cueTime: before, overtime: overtime)
    }
    // The cue knows nothing of a motion that is under way: it can only be stopped for good.
    let called = link.inbox.first.map { event in show.cue.awaited.filter { $0.isMeant(by: event) } }
    if let called, !called.isEmpty, called.allSatisfy({ $0.policy == .replacing }) {
      return EventMoment(time: time, cueTime: end)
    }
    return EventMoment(time: show.execution.end(ofSource: end), cueTime: end)
  }

  /// True if a command up to `time` of the execution is still to be carried out, and may change
  /// what a condition of the cue reads.
  private func isToChange(by time: Int32) -> Bool {
    show.cue.awaited.contains { $0.condition != nil } && isToAct(by: time)
  }

  /// True if a wait for a state begins at `moment`, and a command up to then is still to be carried
  /// out: a wait sees nothing of what led to it.
  private func isToOpen(at moment: EventMoment) -> Bool {
    let time = moment.cueTime
    return show.cue.awaited.contains {
      $0.state != nil && $0.start == time && $0.isOpen(at: time)
    } && isToAct(by: moment.time)
  }

  /// True if a command up to `time` of the execution is still to be carried out.
  private func isToAct(by time: Int32) -> Bool {
    guard !show.execution.isShort else { return true }
    let commands = show.execution.commands.commands
    let next = show.execution.nextCommand
    return next < commands.count && commands[next].time <= time
  }

  /// The greatest length of a cue, in milliseconds: as long as a schedule can be.
  private static let longest = 1_000_000_000

  /// Finds out what `event` leads to, which comes at `moment`.
  ///
  /// Where the dock stands is not asked: it is found out when the motors are taken, for until then
  /// the tracker moves it.
  private mutating func meet(_ event: WorldEvent, at moment: EventMoment) throws {
    let cueTime = moment.cueTime
    note(event)
    if event.kind == .undock {
      show.departure =
        show.departure ?? (showTime(cueTime), step(underWayAt: cueTime), authority.isHeld)
    } else if event.kind == .dock {
      show.departure = nil
    } else if event.kind == .error {
      orders.isAlarmed = authority.isHeld
    }
    let called = show.cue.awaited.indices.filter { show.cue.awaited[$0].isMeant(by: event) }
    let variables = called.flatMap { show.cue.awaited[$0].condition?.variables ?? [] }
    let state = try worldSeen(world, reading: variables)
    let meant = called.filter { show.cue.awaited[$0].condition?.holds(in: state) != false }
    let consequence = try consequence(of: event, for: meant, at: moment)
    if let next = consequence.cue { show.sign = DueSign(cue: next, at: moment) }
    let dropped = consequence.dropped.map { show.cue.awaited[$0] }
    for handler in dropped { record.calls.drop(handler) }
    for index in consequence.taken where show.cue.awaited[index].policy != nil {
      record.calls.take(show.cue.awaited[index])
    }
    tell(
      .event(
        event, lines: consequence.taken.map { show.cue.awaited[$0].line },
        dropped: dropped.map(\.line)))
  }

  /// What comes of `event` for those of the cue with `indices`; calls that cannot be made have
  /// failed, and so have those that are not worked out in time; those given up are aborted.
  private mutating func consequence(
    of event: WorldEvent, for indices: [Int], at moment: EventMoment
  ) throws -> Consequence {
    let time = moment.cueTime
    guard let rest = show.cue.rest else { return Consequence() }
    // A call that comes too soon after the last is dropped by the script: it still takes the place
    // of others.
    let open = indices.filter { index in
      let awaited = show.cue.awaited[index]
      return awaited.isOpen(at: time) || awaited.dropsBefore && time < awaited.start
    }
    guard !open.isEmpty else { return Consequence() }
    do {
      return try decide(.event(open, value: event.value), at: moment, rest)
    } catch {
      let end: HandlerTally.End =
        error is CueFailure || error is OverdueDecision ? .failed : .aborted
      for index in open where show.cue.awaited[index].policy != nil {
        record.calls.end(show.cue.awaited[index], end)
      }
      throw error
    }
  }

  /// What `rest` makes of `occurrence`: worked out beside the motors, which are stopped if it takes
  /// too long.
  mutating func decide(
    _ occurrence: Occurrence, at moment: EventMoment, _ rest: any Continuation
  ) throws -> Consequence {
    let (time, overtime) = (moment.cueTime, moment.overtime)
    let rest = overtime.isEmpty ? rest : rest.prolonged(by: overtime)
    show.decision = Decision(occurrence, of: show.cue, rest)
    let answer = try link.answer(to: Question(occurrence, at: time, rest))
    guard case .consequence(let result) = answer else { throw OverdueDecision() }
    return try result.get()
  }

  /// Goes on to the next cue, when it is expected, as the sign says that has come.
  mutating func meetSign() throws -> Bool {
    guard let sign = show.sign, try reach(sign.moment.time) else { return true }
    show.sign = nil
    show.cuesWithoutEvent = 0
    show.isBegunByTime = false
    try locateSubjects(of: sign.cue)
    try goOn(to: sign.cue, at: sign.moment)
    return true
  }

  /// Waits for the end of the cue, all commands of which are carried out, and goes on to the next;
  /// answers false if there is none.
  mutating func finishCue() throws -> Bool {
    if show.cue.endsForTest {
      // Then the wait for nothing but an event begins, as in a run.
      guard try reach(show.execution.end(ofSource: show.cue.quiet)) else { return try meetSign() }
      timing.lateness = 0
    }
    let end = show.execution.end(ofSource: show.cue.goesOn ?? schedule.length)
    // The show is over when it is expected to be, not when the motors are handed over.
    let isOver = show.cue.isLast && orders.hasChangedHands && nextStop(before: end, .max) == nil
    guard try isOver ? waitForSign(until: due(end)) : reach(end) else {
      return try meetSign()
    }
    guard !show.cue.isLast, let rest = show.cue.rest else { return false }
    if show.cue.goesOn != nil {
      let occurrence = try decision()
      let moment = EventMoment(time: end, cueTime: show.execution.sourceTime(end))
      let consequence = try decide(occurrence, at: moment, rest)
      guard let next = consequence.cue else { return false }
      if !show.cue.continues { show.cuesWithoutEvent += 1 }
      show.isBegunByTime = true
      if case .located(let place) = occurrence {
        tellSubject(at: place, of: next)
      } else {
        try locateSubjects(of: next)
      }
      try goOn(to: next, at: moment)
      return true
    }
    timing.lateness = 0
    // The wait has no limit; only an event or an interruption ends it.
    while try waitForSign(until: openEnd) {}
    return try meetSign()
  }

  /// Begins `next` at `moment`.
  private mutating func goOn(to next: Cue, at moment: EventMoment) throws {
    var next = next
    let (time, cueTime) = (moment.time, moment.cueTime)
    let (origin, ahead) = (due(time), originsAhead(after: cueTime))
    if orders.following?.isEnding == true { try findRest() }
    defer { if orders.following?.isEnding == true { orders.following = nil } }
    let hadMoved = next.holdsMotors && hasMoved(before: show.execution.nextStep)
    defer { show.hadMoved = hadMoved }
    if next.holdsMotors, authority.isHeld {
      let momentum = momentum(at: time, cueTime, joining: &next)
      let answer = try link.answer(
        to: Question(callsOf: next, continuing: momentum, within: precision))
      guard case .execution(let execution) = answer else { throw OverdueDecision() }
      begin(next, at: moment, execution)
      replan(momentum)
      orders.pending = execution.keptMotion.flatMap { kept in
        orders.pending.map { AwaitedMotion(command: kept, motion: $0.motion, repeats: $0.repeats) }
      }
    } else {
      var held = PlanState(before: schedule)
      _ = held.follow(schedule, until: cueTime)
      held.renumberLimits(of: schedule, as: &next.schedule)
      begin(next, at: moment, CueExecution(next, within: precision))
      show.execution.nextStep = next.schedule.steps.prefix { held.isRestated(by: $0) }.count
      orders.pending = nil
    }
    for delay in next.delays {
      let length = Int(delay.length) * millisecond
      note(Outcome.Stretch(reason: .replanned, time: showTime(delay.time), length: length))
    }
    record.start = record.start ?? 0
    keepAhead(ahead)
    count(from: origin)
    tell(.cue(schedule, start: show.cueStart))
  }

  /// Takes back what is left at `moment` of the delays of motions that were planned again.
  private mutating func forgetDelays(at moment: EventMoment) {
    let now = showTime(moment.cueTime)
    var past = Int(moment.time - show.execution.end(ofSource: moment.cueTime)) * millisecond
    for index in record.stretches.indices {
      let stretch = record.stretches[index]
      guard stretch.reason == .replanned, stretch.time > now else { continue }
      let length = min(past, stretch.length)
      past -= length
      timing.lateness -= stretch.length - length
      record.stretches[index] = Outcome.Stretch(
        reason: .replanned, time: stretch.time, length: length)
    }
    record.stretches.removeAll { $0.reason == .replanned && $0.length == 0 }
  }

  /// Makes `next`, which begins at `moment` of this one, the current cue.
  private mutating func begin(_ next: Cue, at moment: EventMoment, _ execution: CueExecution) {
    let (time, now) = (moment.cueTime, showTime(moment.cueTime))
    if !show.execution.delays.isEmpty { forgetDelays(at: moment) }
    for delay in show.cue.delays where delay.time < time { record.delay += Int(delay.length) }
    if !show.cue.continues || time != show.cue.goesOn {
      record.cues += 1
      record.wholeLength = nil
      show.decisionTime = timing.now
    }
    record.calls.close(show.cue, at: time, began: show.cueStart)
    record.calls.meet(next)
    // The same statement waits anew if it is come upon once more.
    let known = show.cue.awaited.filter { ($0.end ?? .max) > time }
    show.untold = next.awaited.filter { wait in
      let isNew = !known.contains { $0.sign == wait.sign && $0.line == wait.line }
      return wait.policy == nil && (wait.start > 0 || isNew) && !wait.isOverAtOnce
    }
    show.untold.sort { $0.start < $1.start }
    (show.cueStart, show.cueNumber) = (now, show.cueNumber + 1)
    (show.cue, show.execution, show.rest) = (next, execution, nil)
    show.course = Course()
    show.noteAwaited()
    show.hasNews = true
    (show.plan, show.planned, show.step) = (PlanState(before: next.schedule), 0, nil)
    record.tolerance = max(record.tolerance, execution.commands.tolerance)
  }
}
