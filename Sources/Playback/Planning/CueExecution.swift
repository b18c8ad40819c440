import Schedules

/// The schedule of a cue and its commands, or a region of it that was planned again.
package struct CueExecution: Sendable {
  /// The steps that are told of as they begin.
  let schedule: Schedule
  /// The commands found so far.
  private(set) var commands: CommandList
  /// Finds the rest of the commands; nil when all are found.
  private(set) var lowering: Lowering?
  /// How often `lowering` has gone on.
  private var rounds = 0
  /// What `lowering` becomes, if copies of this find it together.
  private var shared: SharedLowering?
  /// The motions in progress when it began with the motors held; nil if they were not held.
  let momentum: Momentum?
  /// The motion that the dock was carrying out by itself when it began, and goes on with.
  private(set) var keptMotion: Command?
  /// The index of the first step that is carried out.
  private var firstStep = 0
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
  private(set) var beats: [Int] = []
  /// The index of the next of `beats` that may be still to come.
  var nextBeat = 0

  /// Creates the execution of a whole cue, to be kept within `tolerance` millidegrees.
  init(_ cue: Cue, continuing momentum: Momentum? = nil, within tolerance: Int32) {
    schedule = cue.schedule
    self.momentum = momentum
    (delays, numbers) = ([], nil)
    nextStep = momentum?.begun ?? 0
    commands = CommandList(schedule, within: tolerance)
    begin(isLast: cue.isLast, within: tolerance)
  }

  /// Creates the execution of a region that was planned again, after the command that takes the
  /// motors.
  init(_ replanning: Replanning, within tolerance: Int32) {
    (delays, numbers) = (replanning.delays, replanning.numbers)
    schedule = replanning.schedule
    momentum = nil
    let take = schedule.steps.firstIndex { $0.kind == .take } ?? 0
    nextStep = take + 1
    commands = CommandList(schedule, within: tolerance)
    firstStep = take
    // It ends with giving back, or the motors are held when the cue is over.
    begin(isLast: false, within: tolerance)
    while isShort { goOn() }
    if nextCommand < commands.commands.count { nextCommand += 1 }
  }

  /// Creates the execution of a region that was planned again and begins with the motors held.
  init(_ replanning: Replanning, continuing momentum: Momentum, within tolerance: Int32) {
    (delays, numbers) = (replanning.delays, replanning.numbers)
    schedule = replanning.schedule
    self.momentum = momentum
    nextStep = momentum.begun
    commands = CommandList(schedule, within: tolerance)
    begin(isLast: false, within: tolerance)
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

  /// The time in the whole schedule that stands still at `time` until a way is over that was
  /// planned longer; nil if it goes on.
  func standstill(at time: Int32) -> Int32? {
    var later: Int32 = 0
    for delay in delays {
      let start = delay.time &+ later
      later &+= delay.length
      if time >= start, time < delay.time &+ later { return delay.time }
    }
    return nil
  }

  /// The delays after `source` in the whole schedule.
  func overtime(after source: Int32) -> [Overtime] {
    delays.filter { $0.time > source }.map { Overtime(end: $0.time, length: $0.length) }
  }

  /// The step that is number `number` of the whole schedule; nil if it is not carried out here.
  func step(number: Int) -> Step? {
    guard let numbers else {
      return schedule.steps.indices.contains(number) ? schedule.steps[number] : nil
    }
    return numbers.firstIndex(of: number).map { schedule.steps[$0] }
  }

  /// True if a step has begun by `time`, other than a move, that begins after `source` in the steps
  /// `whole` of the whole schedule.
  func hasBegun(by time: Int32, after source: Int32, of whole: ContiguousArray<Step>) -> Bool {
    schedule.steps.indices.contains { index in
      guard schedule.steps[index].start <= time, schedule.steps[index].kind != .move,
        let number = number(ofStep: index)
      else { return false }
      return whole[number].start > source
    }
  }

  // MARK: - Finding commands

  /// Finds the first commands.
  private mutating func begin(isLast: Bool, within tolerance: Int32) {
    var lowering = Lowering(
      schedule, continuing: momentum, isLast: isLast, within: tolerance)
    // What is in progress says whether a motion is kept; what keeps its time is looked for ahead.
    let keepsTime = schedule.lateRules.contains(where: \.keepsTime)
    let begun = momentum?.begun ?? 0
    while lowering.goOn(), keepsTime || lowering.next < begun {}
    if lowering.keepsMotion { keptMotion = momentum?.kept?.command }
    take(lowering)
    if keepsTime { beats = CueExecution.beats(of: commands, schedule) }
  }

  /// True if the next command has yet to be found.
  var isShort: Bool { nextCommand >= commands.commands.count && lowering != nil }

  /// Finds some more commands.
  mutating func goOn() {
    guard var lowering else { return }
    _ = lowering.goOn()
    take(lowering)
  }

  /// Asks for some more commands; nil when all are found.
  var question: Question? {
    lowering.map { [shared, rounds] in Question(continuing: $0, shared, after: rounds) }
  }

  /// Lets copies that are made from now on find its commands once for all.
  mutating func share() { shared = shared ?? SharedLowering() }

  /// Takes over what `lowering` has found, and goes on to the next command that is carried out.
  mutating func take(_ lowering: Lowering) {
    var lowering = lowering
    lowering.takeFound(into: &commands)
    rounds += 1
    self.lowering = lowering.isOver ? nil : lowering
    passSkipped()
  }

  private mutating func passSkipped() {
    while nextCommand < commands.commands.count,
      commands.commands[nextCommand].step < Int32(truncatingIfNeeded: firstStep)
    {
      nextCommand += 1
    }
  }

  /// Leaves out what comes before the step with `index`.
  mutating func skip(to index: Int) {
    (nextStep, firstStep) = (index, index)
    lowering?.skip(to: index)
    shared = nil
    passSkipped()
  }
}
