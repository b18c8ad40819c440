import Motion
import Schedules
import Vocabulary

// Steps with the rule `skip` or `catch_up` keep their time, however late the dock makes the rest.

extension Performance {
  /// The next command that keeps its time, and when it is expected, in nanoseconds of the
  /// performance; nil if that is not before `time`.
  ///
  /// It may be ahead of commands that come before it in the schedule and wait for the dock.
  private mutating func nextBeat(before time: Int) -> (index: Int, due: Int)? {
    while let index = show.execution.beat {
      let command = show.execution.commands.commands[index]
      guard index >= show.execution.nextCommand, !isAhead(Int(command.step)) else {
        show.execution.nextBeat += 1
        continue
      }
      let planned = show.execution.delays.reduce(0) { $0 + Int($1.length) * millisecond }
      let due = due(show.execution.sourceTime(command.time)) - (timing.lateness - planned)
      return due < time ? (index, due) : nil
    }
    return nil
  }

  /// True if step number `index` of the execution has been carried out ahead of those before it.
  func isAhead(_ index: Int) -> Bool {
    guard !show.ahead.isEmpty, let number = show.execution.number(ofStep: index) else {
      return false
    }
    return show.ahead.contains(number)
  }

  /// Waits until `time` as `sleep` does, and carries out what keeps its time on the way.
  mutating func sleepInTime(
    until time: Int, endsWithSigns: Bool
  ) throws {
    while show.execution.beat != nil, let beat = nextBeat(before: time) {
      if timing.now < beat.due {
        let before = timing.delay
        try sleep(until: beat.due, endsWithSigns: endsWithSigns)
        // A sign that has come is looked at first, and after a hold everything is later.
        guard timing.now >= beat.due, timing.delay == before else { return }
      }
      try carryOut(beat.index, due: beat.due)
    }
    try sleep(until: time, endsWithSigns: endsWithSigns)
  }

  /// Carries out command number `index`, which was due at `due`, or leaves it out.
  private mutating func carryOut(_ index: Int, due: Int) throws {
    let command = show.execution.commands.commands[index]
    let (present, place) = (show.time, Int(command.step))
    let step = told(place)
    let number = show.execution.number(ofStep: place)
    if let number { show.ahead.insert(number) }
    show.execution.nextBeat += 1
    show.execution.skipTold(show.ahead)
    show.time = show.execution.sourceTime(command.time)
    defer { show.time = present }
    if let late = lateness(ofSkipped: place, due: due) {
      record.skipped += 1
      return tell(.skipped(step: number, step, late: late))
    }
    tell(.began(step: number, step))
    record.sent += 1
    try call(command, of: show.execution.commands)
    tell(.sent(command))
  }

  /// Takes note of which steps of the current cue were carried out ahead in the one before it,
  /// whose statements are `origins`.
  mutating func keepAhead(_ origins: [UInt32]) {
    show.ahead = []
    for origin in origins {
      let number = schedule.steps.indices.first {
        schedule.steps[$0].origin == origin && schedule.steps[$0].kind.mayBeSkipped
          && schedule.lateRule(of: schedule.steps[$0]).keepsTime && !show.ahead.contains($0)
          && schedule.steps[$0].start >= 0
      }
      if let number { show.ahead.insert(number) }
    }
    show.execution.skipTold(show.ahead)
  }

  /// The statements of the steps that were carried out ahead, of those after `time` of the cue.
  func originsAhead(after time: Int32) -> [UInt32] {
    show.ahead.filter { schedule.steps[$0].start > time }.sorted().map { schedule.steps[$0].origin }
  }
}

extension CueExecution {
  /// The index of the next command that keeps its time; nil if there is none.
  var beat: Int? { nextBeat < beats.count ? beats[nextBeat] : nil }

  /// The indexes of the commands of `list` that keep their time, whatever is late.
  static func beats(of list: CommandList, _ schedule: Schedule) -> [Int] {
    list.commands.indices.filter { index in
      let step = Int(list.commands[index].step)
      guard schedule.steps.indices.contains(step) else { return false }
      return schedule.steps[step].kind.mayBeSkipped
        && schedule.lateRule(of: schedule.steps[step]).keepsTime
    }
  }

  /// Goes on to the next step that is not among those carried out already, by their numbers in the
  /// whole schedule.
  mutating func skipTold(_ ahead: Set<Int>) {
    while !ahead.isEmpty, let number = number(ofStep: nextStep), ahead.contains(number) {
      nextStep += 1
    }
  }
}
