import DockKit
import Motion
import Scheduling

/// An event that leads from a cue to the next.
struct DueSign {
  /// What to tell the script.
  let occurrence: Occurrence
  /// When, in milliseconds of the passage.
  let time: Int32
}

extension Performance {
  /// Looks at what the world has told; true iff something of it leads on to another cue before
  /// `due`.
  ///
  /// What comes between two milliseconds comes at the second, when everything of that millisecond
  /// has happened. While the motors are where a cue does not have them, as long as a way that was
  /// planned again takes longer, its time stands still.
  mutating func readSigns(before due: Int) -> Bool {
    while sign == nil, let event = pace.inbox.first {
      let elapsed = max(0, now - delay + millisecond - 1) / millisecond
      let time = passage.end(ofDelayAt: Int32(clamping: min(elapsed, Performance.longest)))
      let cueTime = passage.sourceTime(time)
      if let end = cue.isLast ? schedule.length : cue.goesOn, cueTime >= end { return false }
      pace.inbox.removeFirst()
      let index =
        cue.rest == nil
        ? nil : cue.awaited.firstIndex { $0.isOpen(at: cueTime) && $0.event.matches(event) }
      tell(.event(event, line: index.map { cue.awaited[$0].line }))
      if let index { sign = DueSign(occurrence: .event(index, value: event.value), time: time) }
    }
    return sign.map { self.due($0.time) < due } ?? false
  }

  /// The greatest length of a cue, in milliseconds: as long as a schedule can be.
  private static let longest = 1_000_000_000

  /// Goes on to the next cue, when it is due, as the sign says that has come.
  nonisolated(nonsending) mutating func meetSign() async throws -> Bool {
    guard let sign, let rest = cue.rest, try await reach(sign.time) else { return true }
    try goOn(with: rest, after: sign.occurrence, at: sign.time)
    return true
  }

  /// Waits for the end of the cue, all commands of which are carried out, and goes on to the next;
  /// answers false if there is none.
  nonisolated(nonsending) mutating func finishCue() async throws -> Bool {
    // The show is over when it is due to be, not when the motors are handed over.
    if cue.isLast { hasChangedHands = false }
    let end = cue.goesOn ?? schedule.length
    guard try await reach(end) else { return try await meetSign() }
    guard !cue.isLast, let rest = cue.rest else { return false }
    if cue.goesOn != nil {
      try goOn(with: rest, after: .time, at: end)
      return true
    }
    // Nobody knows for how long; only a sign ends this, or an interruption.
    while try await waitForSign(until: openEnd) {}
    return try await meetSign()
  }

  /// Begins the cue that follows when `occurrence` comes at `time` of the passage.
  private mutating func goOn(
    with rest: any Continuation, after occurrence: Occurrence, at time: Int32
  ) throws {
    let cueTime = passage.sourceTime(time)
    // Where the dock stands is found out when the motors are taken: until then the tracker moves it.
    let consequence = try rest.consequence(of: occurrence, at: cueTime, from: nil)
    guard var next = consequence.cue else {
      sign = nil
      return
    }
    let origin = due(time)
    let tolerance = passage.commands.tolerance
    sign = nil
    if next.holdsMotors, authority.isHeld {
      let momentum = momentum(at: time, cueTime, joining: &next)
      begin(next, at: cueTime, Passage(next, continuing: momentum, within: tolerance))
      if momentum.offset != PerAxis(all: 0) { replan(momentum) }
      pending = passage.keptMotion.flatMap { kept in
        pending.map { AwaitedMotion(command: kept, progress: $0.progress, repeats: $0.repeats) }
      }
    } else {
      begin(next, at: cueTime, Passage(next, within: tolerance))
      pending = nil
    }
    record.start = record.start ?? 0
    count(from: origin)
    tell(.cue(schedule, start: cueStart))
  }

  /// Makes `next`, which begins at `time` of this one, the cue at hand.
  private mutating func begin(_ next: Cue, at time: Int32, _ passage: Passage) {
    let now = showTime(time)
    // What was to come later for a way that is not gone does not.
    record.stretches.removeAll { $0.reason == .replanned && $0.time > now }
    let known = cue.awaited
    untold = next.awaited.filter { wait in
      wait.start > 0 || !known.contains { $0.event == wait.event && $0.line == wait.line }
    }
    untold.sort { $0.start < $1.start }
    (cueStart, cueNumber) = (now, cueNumber + 1)
    (cue, self.passage, rest) = (next, passage, nil)
    (plan, planned, step) = (PlanState(before: next.schedule), 0, nil)
  }
}

extension Awaited {
  /// True iff it leads on at `time`, in milliseconds of the cue.
  func isOpen(at time: Int32) -> Bool { start <= time && end.map { time < $0 } ?? true }
}
