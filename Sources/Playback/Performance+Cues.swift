import DockKit
import Motion
import Schedules

/// What an event leads to.
///
/// Whether there is one is asked twice a command: an object, so that a cue is not copied for that.
final class DueSign: Sendable {
  /// The cue that begins.
  let cue: Cue
  /// When, in milliseconds of the passage.
  let time: Int32

  init(cue: Cue, time: Int32) { (self.cue, self.time) = (cue, time) }
}

extension Performance {
  /// Looks at what the world has told; true iff something of it leads on to another cue before
  /// `due`.
  ///
  /// What comes between two milliseconds comes at the second, when everything of that millisecond
  /// has happened. While the motors are where a cue does not have them, as long as a way that was
  /// planned again takes longer, its time stands still.
  mutating func readSigns(before due: Int) throws -> Bool {
    while sign == nil, let event = link.inbox.first {
      let elapsed = max(0, now - delay + millisecond - 1) / millisecond
      let time = passage.end(ofDelayAt: Int32(clamping: min(elapsed, Performance.longest)))
      let end = cue.isLast ? schedule.length : cue.goesOn
      if let end, passage.sourceTime(time) >= end { return false }
      link.inbox.removeFirst()
      try meet(event, at: time)
    }
    return sign.map { self.due($0.time) < due } ?? false
  }

  /// The greatest length of a cue, in milliseconds: as long as a schedule can be.
  private static let longest = 1_000_000_000

  /// Finds out what `event` leads to, which comes at `time` of the passage.
  ///
  /// Where the dock stands is not asked: it is found out when the motors are taken, for until then
  /// the tracker moves it.
  private mutating func meet(_ event: WorldEvent, at time: Int32) throws {
    let cueTime = passage.sourceTime(time)
    if event.kind == .undock {
      departure = departure ?? (showTime(cueTime), step(underWayAt: cueTime))
    } else if event.kind == .dock {
      departure = nil
    } else if event.kind == .error {
      isAlarmed = authority.isHeld
    }
    let meant = cue.awaited.indices.filter { cue.awaited[$0].event.matches(event) }
    let consequence = try consequence(of: event, for: meant, at: cueTime)
    if let next = consequence.cue { sign = DueSign(cue: next, time: time) }
    let dropped = consequence.dropped.map { cue.awaited[$0].line }
    for line in dropped { record.calls.drop(line) }
    tell(.event(event, lines: consequence.taken.map { cue.awaited[$0].line }, dropped: dropped))
  }

  /// What comes of `event` for those of the cue with `indices`; handlers that it cannot call for
  /// have failed.
  private mutating func consequence(
    of event: WorldEvent, for indices: [Int], at time: Int32
  ) throws -> Consequence {
    guard let rest = cue.rest else { return Consequence() }
    let open = indices.filter { cue.awaited[$0].isOpen(at: time) }
    var consequence = Consequence()
    do {
      if !open.isEmpty {
        consequence = try decide(.event(open, value: event.value), at: time, rest)
      }
    } catch let failure as CueFailure {
      for index in open where cue.awaited[index].policy != nil {
        record.calls.fail(cue.awaited[index].line)
      }
      throw failure
    }
    // It came too soon after the last for these.
    consequence.dropped += indices.filter {
      cue.awaited[$0].policy != nil && time < cue.awaited[$0].start
    }
    return consequence
  }

  /// What `rest` makes of `occurrence`: worked out beside the motors, which are stopped if it takes
  /// too long.
  private mutating func decide(
    _ occurrence: Occurrence, at time: Int32, _ rest: any Continuation
  ) throws -> Consequence {
    decision = Decision(occurrence, of: cue, rest)
    let answer = try link.answer(to: Question(occurrence, at: time, rest))
    guard case .consequence(let result) = answer else { throw OverdueDecision() }
    return try result.get()
  }

  /// Goes on to the next cue, when it is due, as the sign says that has come.
  mutating func meetSign() throws -> Bool {
    guard let sign, try reach(sign.time) else { return true }
    self.sign = nil
    cuesWithoutEvent = 0
    try goOn(to: sign.cue, at: sign.time)
    return true
  }

  /// Waits for the end of the cue, all commands of which are carried out, and goes on to the next;
  /// answers false if there is none.
  mutating func finishCue() throws -> Bool {
    let end = cue.goesOn ?? schedule.length
    // The show is over when it is due to be, not when the motors are handed over.
    let isOver = cue.isLast && hasChangedHands && nextStop(before: end, .max) == nil
    guard try isOver ? waitForSign(until: due(end)) : reach(end) else {
      return try meetSign()
    }
    guard !cue.isLast, let rest = cue.rest else { return false }
    if cue.goesOn != nil {
      let consequence = try decide(.time, at: passage.sourceTime(end), rest)
      guard let next = consequence.cue else { return false }
      cuesWithoutEvent += 1
      try goOn(to: next, at: end)
      return true
    }
    lateness = 0
    // Nobody knows for how long; only a sign ends this, or an interruption.
    while try waitForSign(until: openEnd) {}
    return try meetSign()
  }

  /// Begins `next` at `time` of the passage.
  private mutating func goOn(to next: Cue, at time: Int32) throws {
    var next = next
    let cueTime = passage.sourceTime(time)
    let (origin, ahead) = (due(time), originsAhead(after: cueTime))
    if next.holdsMotors, authority.isHeld {
      let momentum = momentum(at: time, cueTime, joining: &next)
      let answer = try link.answer(
        to: Question(callsOf: next, continuing: momentum, within: precision))
      guard case .passage(let passage) = answer else { throw OverdueDecision() }
      begin(next, at: cueTime, passage)
      if momentum.offset != PerAxis(all: 0) { replan(momentum) }
      pending = passage.keptMotion.flatMap { kept in
        pending.map { AwaitedMotion(command: kept, motion: $0.motion, repeats: $0.repeats) }
      }
    } else {
      var held = PlanState(before: schedule)
      _ = held.follow(schedule, until: cueTime)
      held.renumberLimits(of: schedule, as: &next.schedule)
      begin(next, at: cueTime, Passage(next, within: precision))
      passage.nextStep = next.schedule.steps.prefix { held.isRestated(by: $0) }.count
      pending = nil
    }
    record.start = record.start ?? 0
    keepAhead(ahead)
    count(from: origin)
    tell(.cue(schedule, start: cueStart))
  }

  /// Makes `next`, which begins at `time` of this one, the cue at hand.
  private mutating func begin(_ next: Cue, at time: Int32, _ passage: Passage) {
    let now = showTime(time)
    // What was to come later for a way that is not gone does not.
    let isForgone = { (stretch: Outcome.Stretch) in
      stretch.reason == .replanned && stretch.time > now
    }
    lateness -= record.stretches.filter(isForgone).reduce(0) { $0 + $1.length }
    record.stretches.removeAll(where: isForgone)
    record.calls.close(cue, at: time, began: cueStart)
    record.calls.meet(next)
    let known = cue.awaited
    untold = next.awaited.filter { wait in
      let isNew = !known.contains { $0.event == wait.event && $0.line == wait.line }
      return wait.policy == nil && (wait.start > 0 || isNew)
    }
    untold.sort { $0.start < $1.start }
    (cueStart, cueNumber) = (now, cueNumber + 1)
    (cue, self.passage, rest) = (next, passage, nil)
    (plan, planned, step) = (PlanState(before: next.schedule), 0, nil)
    record.tolerance = max(record.tolerance, passage.commands.tolerance)
  }
}
