import Schedules

/// The schedule of a cue and its commands, or a region of it that was planned again.
package struct CueExecution: Sendable {
  /// The steps that are told of as they begin.
  let schedule: Schedule
  /// The commands.
  let commands: CommandList
  /// The motions in progress when it began with the motors held; nil if they were not held.
  let momentum: Momentum?
  /// The motion that the dock was carrying out by itself when it began, and goes on with.
  let keptMotion: Command?
  /// The delays that planning a region again has brought.
  let delays: [Replanning.Delay]
  /// The index in the whole schedule of each step, nil for one that was put in; nil if this is the
  /// whole.
  private let numbers: [Int?]?
  /// The index of the next step to be told of.
  var nextStep = 0
  /// The indexes of the steps that were too late, and whose commands are still to come.
  var skipped: [Int] = []
  /// The index of the next command to be given.
  var nextCommand = 0
  /// The indexes of the commands that keep their time, whatever is late.
  let beats: [Int]
  /// The index of the next of `beats` that may be still to come.
  var nextBeat = 0

  /// Creates the execution of a whole cue, to be kept within `tolerance` millidegrees.
  init(_ cue: Cue, continuing momentum: Momentum? = nil, within tolerance: Int32) {
    schedule = cue.schedule
    self.momentum = momentum
    let lowered = lower(
      schedule, continuing: momentum, isLast: cue.isLast, within: tolerance)
    commands = lowered.list
    keptMotion = lowered.keepsMotion ? momentum?.kept?.command : nil
    (delays, numbers) = ([], nil)
    nextStep = momentum?.begun ?? 0
    beats = CueExecution.beats(of: commands, schedule)
  }

  /// Creates the execution of a region that was planned again, after the command that takes the
  /// motors.
  init(_ replanning: Replanning, within tolerance: Int32) {
    (delays, numbers) = (replanning.delays, replanning.numbers)
    schedule = replanning.schedule
    (momentum, keptMotion) = (nil, nil)
    // It ends with giving back, or the motors are held when the cue is over.
    commands = lower(schedule, continuing: nil, isLast: false, within: tolerance).list
    beats = CueExecution.beats(of: commands, schedule)
    let take = schedule.steps.firstIndex { $0.kind == .take } ?? 0
    nextStep = take + 1
    nextCommand = (commands.commands.firstIndex { $0.step == Int32(take) } ?? -1) + 1
  }

  /// Creates the execution of a region that was planned again and begins with the motors held.
  init(_ replanning: Replanning, continuing momentum: Momentum, within tolerance: Int32) {
    (delays, numbers) = (replanning.delays, replanning.numbers)
    schedule = replanning.schedule
    self.momentum = momentum
    let lowered = lower(schedule, continuing: momentum, isLast: false, within: tolerance)
    commands = lowered.list
    keptMotion = lowered.keepsMotion ? momentum.kept?.command : nil
    nextStep = momentum.begun
    beats = CueExecution.beats(of: commands, schedule)
  }

  /// True if nothing comes after giving back the motors.
  var isRegion: Bool { numbers != nil }

  /// True if the command of step `index`, which comes next, is to be left out.
  mutating func takeSkipped(_ index: Int) -> Bool {
    guard let place = skipped.firstIndex(of: index) else { return false }
    skipped.removeSubrange(...place)
    return true
  }

  /// The index in the whole schedule of step `index` of this one; nil for one that was put in.
  func number(ofStep index: Int) -> Int? {
    guard schedule.steps.indices.contains(index) else { return nil }
    return numbers.map { $0[index] } ?? index
  }

  /// The time in the whole schedule of the time `time` of this one.
  func sourceTime(_ time: Int32) -> Int32 {
    var source = time
    for delay in delays where source > delay.time {
      source = max(delay.time, source &- delay.length)
    }
    return source
  }

  /// The time in this one of the time `time` in the whole schedule.
  func time(ofSource time: Int32) -> Int32 {
    delays.reduce(time) { $1.time < time ? $0 &+ $1.length : $0 }
  }

  /// The time in this one of the time `time` in the whole schedule, with all delays up to then.
  func end(ofSource time: Int32) -> Int32 {
    delays.reduce(time) { $1.time <= time ? $0 &+ $1.length : $0 }
  }

  /// When the show goes on if at `time` it waits for a way to be over that was planned longer.
  func end(ofDelayAt time: Int32) -> Int32 {
    var later: Int32 = 0
    for delay in delays {
      let start = delay.time &+ later
      later &+= delay.length
      if time > start, time < delay.time &+ later { return delay.time &+ later }
    }
    return time
  }

  /// Leaves out what comes before the step with `index`.
  mutating func skip(to index: Int) {
    nextStep = index
    while nextCommand < commands.commands.count,
      commands.commands[nextCommand].step < Int32(truncatingIfNeeded: index)
    {
      nextCommand += 1
    }
  }
}
