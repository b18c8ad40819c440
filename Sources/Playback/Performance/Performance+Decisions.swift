import Motion
import Schedules
import Vocabulary

// What a script decides in the show: conditions that are judged when a cue goes on, and states that
// it waits for. Whoever reads at one instant reads the same.

extension Performance {
  /// Judges the conditions of the cue, whose time has come; gives what comes of it.
  mutating func decision() throws -> Occurrence {
    if let subject = show.cue.subject { return try located(subject) }
    guard !show.cue.conditions.isEmpty else { return .time }
    let conditions = show.cue.conditions
    // A choice takes an option each time that it decides.
    if let choice = conditions.first?.choice { world.packs.draw(choice) }
    let state = try worldNow(reading: conditions.flatMap(\.variables))
    let first = conditions.firstIndex { $0.holds(in: state) } ?? conditions.count
    tell(.decided(conditions, first, line: show.cue.conditionsLine))
    return .decision(first)
  }

  /// The world after all events that it has brought by now, as far as `variables` read it.
  mutating func worldNow(reading variables: [StateVariable]) throws -> WorldState {
    try hearEvents()
    return try worldSeen(worldHeard, reading: variables)
  }

  /// `state` with what `variables` read of it that no event tells: whether system tracking is on,
  /// and how those are who are meant.
  mutating func worldSeen(
    _ state: WorldState, reading variables: [StateVariable]
  ) throws -> WorldState {
    var state = state
    state.isTracking = link.sight.isTracking
    var asked: Set<WorldSubject> = []
    for subject in variables.compactMap(\.subject) where asked.insert(subject).inserted {
      state.subjects[subject] = try self.state(of: subject)
    }
    return state
  }

  /// The world after the events that have come; those of the inbox are read later, but have
  /// happened.
  var worldHeard: WorldState {
    var state = world
    for event in link.inbox { state.take(event) }
    return state
  }

  /// Lets all events come that the world has brought by now; a hold is over when this returns.
  private mutating func hearEvents() throws {
    var isTold = true
    while isTold {
      do {
        isTold = !(try link.sleepUnlessTold(until: timing.now))
      } catch let interruption as Interruption where interruption.level == .hold {
        try hold()
      }
    }
  }

  /// Goes on to the cue that begins when one of the states holds that the cue waits for.
  ///
  /// They are looked at only after something has changed that they may read.
  mutating func meetStates(at moment: EventMoment) throws {
    guard show.hasNews else { return }
    show.hasNews = false
    let cueTime = moment.cueTime
    let open = show.cue.awaited.indices.filter {
      show.cue.awaited[$0].state != nil && show.cue.awaited[$0].isOpen(at: cueTime)
    }
    guard !open.isEmpty else { return }
    let variables = open.flatMap { show.cue.awaited[$0].state?.variables ?? [] }
    let state = try worldSeen(worldHeard, reading: variables)
    let met = open.filter { show.cue.awaited[$0].state?.holds(in: state) == true }
    guard !met.isEmpty, let rest = show.cue.rest else { return }
    let consequence = try decide(.event(met), at: moment, rest)
    for index in met {
      guard let state = show.cue.awaited[index].state else { continue }
      tell(.decided([state], 0, line: show.cue.awaited[index].line))
    }
    if let next = consequence.cue { show.sign = DueSign(cue: next, at: moment) }
  }

  /// When the states that the cue waits for have to be looked at again, in nanoseconds of the
  /// performance, though nothing tells that they have changed; nil if they need not be.
  ///
  /// That is ten times a second, as often as DockKit says whom it sees. Where all that moves around
  /// the dock is known, it ends some time after the last motion.
  var nextLook: Int? {
    let elapsed = Int32(clamping: max(0, timing.now - timing.delay) / millisecond)
    guard let end = show.looksUntil, show.execution.sourceTime(elapsed) <= end else { return nil }
    let period = 100 * millisecond
    let next = (timing.now / period + 1) * period
    return isStillAround(at: next) ? nil : next
  }

  /// True if nothing around the dock changes any more: where all that moves there is known, some
  /// time after the last motion.
  var isStillAround: Bool { isStillAround(at: timing.now) }

  private func isStillAround(at time: Int) -> Bool {
    guard let rest = link.driver.lastChange else { return false }
    return time > max(rest, show.decisionTime) + Performance.patienceForChanges
  }

  /// For how long after the last motion around the dock states are looked at, in nanoseconds.
  private static let patienceForChanges = 30_000 * millisecond

  /// Takes note of what `event` says of the world.
  mutating func note(_ event: WorldEvent) {
    world.take(event)
    show.hasNews = true
  }

  /// Changes a count of the show.
  mutating func perform(_ change: Schedule.CountChange) {
    let value = change.value(after: world.counts[change.name] ?? 0)
    world.counts[change.name] = value == 0 ? nil : value
    show.hasNews = true
    tell(.counted(change.name, value))
  }
}
