import Scheduling

/// A schedule and its commands, or a region of one that was planned again.
struct Passage {
  /// The steps that are told of as they begin.
  let schedule: Schedule
  /// What is to be done.
  let commands: CommandList
  /// The delays that planning a region again has brought.
  let delays: [Replanning.Delay]
  /// The index in the whole schedule of each step, nil for one that was put in; nil if this is the
  /// whole.
  private let numbers: [Int?]?
  /// The index of the next step to be told of.
  var nextStep = 0
  /// The index of the next command to be given.
  var nextCommand = 0

  /// Creates the passage of a whole schedule, to be kept within `tolerance` millidegrees.
  init(_ schedule: Schedule, within tolerance: Int32) {
    self.schedule = schedule
    commands = lower(schedule, within: tolerance)
    (delays, numbers) = ([], nil)
  }

  /// Creates the passage of a region that was planned again, after the command that takes the
  /// motors.
  init(_ replanning: Replanning, within tolerance: Int32) {
    (delays, numbers) = (replanning.delays, replanning.numbers)
    schedule = replanning.schedule
    commands = lower(schedule, within: tolerance)
    let take = schedule.steps.firstIndex { $0.kind == .take } ?? 0
    nextStep = take + 1
    nextCommand = (commands.commands.firstIndex { $0.step == Int32(take) } ?? -1) + 1
  }

  /// True iff nothing comes after giving back the motors.
  var isRegion: Bool { numbers != nil }

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
