import Schedules

// What a script decides in the show: conditions that are judged when a cue goes on, and states that
// it waits for. Whoever reads at one instant reads the same.

extension Performance {
  /// Judges the conditions of the cue, whose time has come; gives what comes of it.
  mutating func decision() throws -> Occurrence {
    if let subject = show.cue.subject { return try located(subject) }
    guard !show.cue.conditions.isEmpty else { return .time }
    let state = try worldNow()
    let conditions = show.cue.conditions
    let first = conditions.firstIndex { $0.holds(in: state) } ?? conditions.count
    tell(.decided(conditions, first, line: show.cue.conditionsLine))
    return .decision(first)
  }

  /// The world after all events that it has brought by now.
  mutating func worldNow() throws -> WorldState {
    try hearEvents()
    return worldHeard
  }

  /// The world after the events that have come; those of the inbox are read later, but have
  /// happened.
  var worldHeard: WorldState {
    var state = world
    for event in link.inbox { state.take(event) }
    return state
  }

  /// Lets all events come that the world has brought by now.
  private mutating func hearEvents() throws {
    while !(try link.sleepUnlessTold(until: timing.now)) {}
  }

  /// Goes on to the cue that begins when one of the states holds that the cue waits for.
  ///
  /// They are looked at only after something has changed that they may read.
  mutating func meetStates(at time: Int32) throws {
    guard show.hasNews else { return }
    show.hasNews = false
    let cueTime = show.execution.sourceTime(time)
    let met = show.cue.awaited.indices.filter {
      let wait = show.cue.awaited[$0]
      return wait.isOpen(at: cueTime) && wait.state?.holds(in: world) == true
    }
    guard !met.isEmpty, let rest = show.cue.rest else { return }
    let consequence = try decide(.event(met), at: cueTime, rest)
    for index in met {
      guard let state = show.cue.awaited[index].state else { continue }
      tell(.decided([state], 0, line: show.cue.awaited[index].line))
    }
    if let next = consequence.cue { show.sign = DueSign(cue: next, time: time) }
  }

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
