import Hardware
import Motion
import Playback
import Schedules
import Testing
import Vocabulary

@Suite("The rules of lowering") struct LoweringRulesTests {
  private static let perBlock = Thorough.count(5, sample: 2)
  private static let lists = (0..<4 * perBlock).map { lower(Choreographer.show(seed: $0)) }

  static func shows(_ block: Int) -> [(seed: Int, list: CommandList)] {
    (block * perBlock..<(block + 1) * perBlock).map { ($0, lists[$0]) }
  }

  @Test("calls stand in order, and never outside the show", arguments: 0..<4)
  func order(block: Int) {
    for (seed, list) in Self.shows(block) {
      #expect(
        zip(list.commands, list.commands.dropFirst()).allSatisfy { $0.time <= $1.time },
        "seed \(seed)")
      #expect(list.commands.allSatisfy { $0.time >= 0 && $0.time <= list.length }, "seed \(seed)")
    }
  }

  @Test("thousands of moves that a motor may sleep through are lowered in linear time")
  func slumber() {
    var schedule = Schedule(model: .stand, files: ["show.dock"])
    schedule.easings = [.plain, .curve(.smooth)]
    schedule.steps.append(Step(.take, start: 0))
    for index in 0..<2000 {
      var step = Step(.move, start: Int32(index) * 500)
      step.axes = .yaw
      step.easing = 1
      (step.from.yaw, step.to.yaw) = index.isMultiple(of: 2) ? (0, 40) : (40, 0)
      step.length = 500
      schedule.steps.append(step)
    }
    schedule.length = 1_000_000
    schedule.steps.append(Step(.giveBack, start: schedule.length))
    let calls = lower(schedule).commands.filter { $0.kind == .velocity }
    #expect(calls.allSatisfy { $0.vector == PerAxis(all: 0) }, "\(calls.count)")
  }

  @Test("a move with a speed of its own is no call that the dock carries out in its own manner")
  func manner() {
    var schedule = Schedule(model: .stand, files: ["show.dock"])
    var manner = Schedule.Manner()
    manner.speed = 15_000
    schedule.manners = [Schedule.Manner(), manner]
    for index in 0..<2 {
      var step = Step(.move, start: Int32(index) * 6000)
      step.axes = .yaw
      (step.from.yaw, step.to.yaw) = index == 0 ? (0, 80_000) : (80_000, 0)
      step.length = 6000
      step.extra = UInt32(index)
      schedule.steps.append(step)
    }
    schedule.length = 12_000
    let calls = lower(schedule).commands
    #expect(calls.filter { $0.kind == .orientation }.map(\.time) == [0])
    #expect(calls.contains { $0.kind == .velocity && $0.time >= 6000 })
  }

  @Test("no second has more calls than the dock takes", arguments: 0..<4)
  func budget(block: Int) {
    for (seed, list) in Self.shows(block) {
      let calls = list.commands.filter { $0.kind == .orientation || $0.kind == .animate }
      let limit = list.model.callsPerSecond
      #expect(
        zip(calls, calls.dropFirst(limit)).allSatisfy { $1.time - $0.time >= 1000 }, "seed \(seed)")
    }
  }

  @Test(
    "motors are told nothing unless they are taken, and stand when given back", arguments: 0..<4)
  func regions(block: Int) {
    for (seed, list) in Self.shows(block) {
      var isTaken = false
      var lastMotor: Command?
      for command in list.commands {
        switch command.kind {
        case .tracking:
          isTaken = command.tracking == .off
          let stands =
            lastMotor == nil
            || lastMotor?.kind == .velocity && lastMotor?.vector == PerAxis(all: 0)
          if !isTaken { #expect(stands, "seed \(seed), \(command.time) ms") }
          lastMotor = nil
        case .velocity, .orientation, .animate, .limits:
          #expect(isTaken, "seed \(seed), \(command.time) ms")
          if command.kind != .limits { lastMotor = command }
        default: break
        }
      }
      #expect(!isTaken, "seed \(seed)")
    }
  }

  @Test("a speed is sent again in time, and otherwise only when it changes", arguments: 0..<4)
  func leases(block: Int) {
    for (seed, list) in Self.shows(block) {
      var last: Command?
      for command in list.commands {
        if case .note = list.action(of: command) { continue }
        defer { last = command.kind == .velocity ? command : nil }
        guard let last, last.vector != PerAxis(all: 0) else { continue }
        let age = command.time - last.time
        if let lifetime = list.model.velocityLifetime {
          #expect(age * 5 <= Int32(lifetime) * 4, "seed \(seed), \(command.time) ms")
        }
        if command.kind == .velocity, command.vector == last.vector {
          #expect(list.model.velocityLifetime != nil && age > 1040, "seed \(seed)")
        }
      }
    }
  }

  /// The times of the calls that set speeds, without those before the motors are given back.
  private func times(of list: CommandList) -> [Int32] {
    let givenBack = Set(list.commands.filter { $0.kind == .tracking }.map(\.step))
    let calls = list.commands.filter { $0.kind == .velocity && !givenBack.contains($0.step) }
    return calls.map(\.time)
  }

  @Test("speeds of a calm show are at least a period of the stream apart", arguments: 0..<12)
  func periods(seed: Int) {
    let list = lower(Choreographer.show(seed: seed, isCalm: true))
    let times = times(of: list)
    for (time, next) in zip(times, times.dropFirst()) {
      #expect(next - time >= Int32(list.model.streamPeriod), "\(time) ms")
    }
  }

  @Test("no second has more speeds than periods, and none are closer than a third of one")
  func rate() {
    var closest = Int32.max
    for seed in [45, 67, 103, 109, 113, 117, 131, 134, 139, 151, 193] {
      let list = lower(Choreographer.show(seed: seed))
      let (times, period) = (times(of: list), Int32(list.model.streamPeriod))
      for (time, next) in zip(times, times.dropFirst()) { closest = min(closest, next - time) }
      let most = Int(1000 / period)
      for (time, next) in zip(times, times.dropFirst(most)) {
        #expect(next - time >= 1000, "seed \(seed), \(time) ms")
      }
      #expect(closest >= period / 3, "seed \(seed)")
    }
    // Or the shows are too calm for this to say anything.
    #expect(closest < 50)
  }

  @Test("no speed is one the motors do not make", arguments: 0..<4)
  func speeds(block: Int) {
    for (seed, list) in Self.shows(block) {
      let least = Int32(list.model.minimumSpeed * 1000)
      for command in list.commands where command.kind == .velocity {
        for axis in Axis.allCases where command.vector[axis] != 0 {
          let speed = abs(command.vector[axis])
          #expect(speed >= least, "seed \(seed)")
          #expect(speed <= Int32((list.limits[0][axis]?.speed ?? 0)), "seed \(seed)")
        }
      }
    }
  }

  private func region(_ model: DockModel, _ steps: [Step]) -> Schedule {
    var schedule = Schedule(model: model, files: [])
    schedule.easings = [.plain, .curve(.smooth)]
    schedule.length = steps.map(\.end).max() ?? 0
    schedule.steps =
      [Step(.take, start: 0)] + ContiguousArray(steps) + [Step(.giveBack, start: schedule.length)]
    return schedule
  }

  private func move(_ axis: Axis, at start: Int32, from: Int32, to: Int32, over length: Int32)
    -> Step
  {
    var step = Step(.move, start: start)
    step.length = length
    step.axes = AxisSet(axis)
    step.from[axis] = from
    step.to[axis] = to
    return step
  }

  private func kinds(_ schedule: Schedule) -> [Command.Kind] {
    lower(schedule).commands.map(\.kind).filter { $0 == .velocity || $0 == .orientation }
  }

  @Test("a plain move alone is one call that speaks for all axes") func plainMove() {
    let schedule = region(
      .stand,
      [
        move(.yaw, at: 0, from: 0, to: 9000, over: 1000),
        move(.pitch, at: 1000, from: 0, to: -5000, over: 500),
      ])
    let calls = lower(schedule).commands.filter { $0.kind == .orientation }
    #expect(calls.map(\.vector.yaw) == [9000, 9000])
    #expect(calls.map(\.vector.pitch) == [0, -5000])
    #expect(calls.map(\.length) == [1000, 500])
  }

  @Test("a move while another axis turns is a stream") func overlapping() {
    let schedule = region(
      .stand,
      [
        move(.yaw, at: 0, from: 0, to: 9000, over: 1000),
        move(.pitch, at: 999, from: 0, to: -5000, over: 500),
      ])
    #expect(!kinds(schedule).contains(.orientation))
  }

  @Test("the third move of a second is a stream") func thirdOfASecond() {
    let schedule = region(
      .stand,
      [
        move(.yaw, at: 0, from: 0, to: 3000, over: 400),
        move(.yaw, at: 400, from: 3000, to: 6000, over: 400),
        move(.yaw, at: 800, from: 6000, to: 3000, over: 400),
        move(.yaw, at: 1200, from: 3000, to: 0, over: 400),
      ])
    let calls = lower(schedule).commands.filter { $0.kind == .orientation }
    #expect(calls.map(\.time) == [0, 400, 1200])
  }

  @Test("a coming animation has its place in the second") func animationsFirst() {
    var animation = Step(.animate, start: 800)
    animation.length = 1200
    let schedule = region(
      .stand,
      [
        move(.yaw, at: 0, from: 0, to: 3000, over: 400),
        move(.yaw, at: 400, from: 3000, to: 6000, over: 400), animation,
      ])
    let calls = lower(schedule).commands.filter { $0.kind == .orientation || $0.kind == .animate }
    #expect(calls.map(\.kind) == [.orientation, .animate])
  }

  @Test("a move inside the dead band is a stream") func deadBand() {
    let step = move(.yaw, at: 0, from: 0, to: 1500, over: 1000)
    #expect(kinds(region(.stand, [step])) == [.orientation, .velocity])
    #expect(!kinds(region(.flow2pro, [step])).contains(.orientation))
  }

  @Test("limits are set where a region needs them, and only then") func limits() {
    var schedule = region(.stand, [move(.yaw, at: 0, from: 0, to: 1500, over: 1000)])
    var narrow = schedule.limits[0]
    narrow.yaw?.speed = 50_000
    schedule.limits.append(narrow)
    var limit = Step(.limit, start: 0)
    limit.extra = 1
    schedule.steps.insert(limit, at: 0)
    schedule.steps.append(Step(.take, start: 1000))
    schedule.steps.append(Step(.giveBack, start: 1000))
    limit.start = 1000
    limit.extra = 0
    schedule.steps.append(limit)
    schedule.steps.append(Step(.take, start: 1000))
    schedule.steps.append(Step(.giveBack, start: 1000))
    let kinds = lower(schedule).commands.map(\.kind)
    #expect(
      kinds == [
        .tracking, .limits, .orientation, .velocity, .tracking, .tracking, .limits, .tracking,
        .tracking, .tracking,
      ])
  }

  @Test("tracking is given back to what the script wants, and in the end to what it was")
  func tracking() {
    var schedule = Schedule(model: .stand, files: [])
    var on = Step(.tracking, start: 0)
    on.extra = 1
    schedule.steps = [
      Step(.take, start: 0), on, Step(.giveBack, start: 500), Step(.tracking, start: 600),
      Step(.take, start: 700), Step(.giveBack, start: 800),
    ]
    schedule.length = 900
    let commands = lower(schedule).commands
    #expect(commands.map(\.tracking) == [.off, .on, .off, .off, .off, .restore])
    #expect(commands.map(\.time) == [0, 500, 600, 700, 800, 900])
  }
}
