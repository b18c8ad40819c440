import Hardware
import Motion
import Playback
import Schedules
import Testing
import Vocabulary

/// A dock that follows its commands exactly, stepped in quarters of a millisecond.
///
/// Shares nothing with lowering but the assumption that speed changes at constant acceleration.
private struct Turntable {
  private(set) var position: PerAxis<Double>
  private var velocity = PerAxis<Double>(all: 0)
  private var target = PerAxis<Double>(all: 0)
  private var arrivals: [(time: Int32, pose: PerAxis<Double>)] = []
  private let acceleration: Double
  private var pending: ArraySlice<Command>

  init(_ list: CommandList, from: PerAxis<Int32>) {
    acceleration = list.model.acceleration
    pending = ArraySlice(list.commands)
    position = from.map { Double($0) / 1000 }
  }

  /// True if an orientation call is being carried out.
  var isOrienting: Bool { !arrivals.isEmpty }

  /// Takes the commands of `time` and turns for the millisecond that follows.
  mutating func run(at time: Int32) {
    while let command = pending.first, command.time <= time {
      let vector = command.vector.map { Double($0) / 1000 }
      if command.kind == .velocity { target = vector }
      if command.kind == .orientation { arrivals.append((time + command.length, vector)) }
      pending.removeFirst()
    }
    for _ in 0..<4 { turn(seconds: 0.25e-3) }
    if let arrival = arrivals.first, arrival.time == time + 1 {
      position = arrival.pose
      arrivals.removeFirst()
    }
  }

  private mutating func turn(seconds: Double) {
    for axis in Axis.allCases where velocity[axis] != 0 || target[axis] != 0 {
      let before = velocity[axis]
      let most = acceleration * seconds
      velocity[axis] += max(-most, min(most, target[axis] - before))
      position[axis] += (before + velocity[axis]) / 2 * seconds
    }
  }
}

@Suite("Lowered motion") struct LoweringMotionTests {
  /// How far a dock gets from the plan, in degrees.
  private struct Deviation {
    var gentle = 0.0
    var steep = 0.0
  }

  /// Performs `schedule` and measures every millisecond of every stream.
  private func deviation(of schedule: Schedule) -> Deviation {
    let plan = Plan(schedule)
    var dock = Turntable(lower(schedule), from: schedule.from)
    var worst = Deviation()
    for time in 0...schedule.length {
      for axis in Axis.allCases where !dock.isOrienting {
        guard let motion = plan.motion(axis, at: time) else { continue }
        let off = abs(dock.position[axis] - plan.position(axis, at: time))
        if motion.isSteep(for: schedule.model) {
          worst.steep = max(worst.steep, off)
        } else {
          worst.gentle = max(worst.gentle, off)
        }
      }
      dock.run(at: time)
    }
    return worst
  }

  @Test("a motor that follows stays within the tolerance of the plan", arguments: 0..<4)
  func random(block: Int) {
    for seed in block * 3..<block * 3 + Thorough.count(3, sample: 1) {
      let schedule = Choreographer.show(seed: seed)
      let worst = deviation(of: schedule)
      // The turntable takes its orientation calls lightly, so the steps that follow begin late.
      #expect(worst.gentle < 0.12, "seed \(seed)")
      #expect(worst.steep < 0.14, "seed \(seed)")
    }
  }

  @Test("a move through waypoints is on the plan") func through() {
    var schedule = Schedule(model: .stand, files: [])
    var step = Step(.through, start: 0)
    step.axes = [.yaw, .pitch]
    step.length = 6000
    step.to = PerAxis(yaw: 0, pitch: 20_000, roll: 0)
    schedule.throughs = [
      .init(
        points: [
          PerAxis(yaw: 40_000, pitch: 0, roll: 0), PerAxis(yaw: 40_000, pitch: 20_000, roll: 0),
          PerAxis(yaw: 0, pitch: 20_000, roll: 0),
        ], starts: [0, 1800, 3800], lengths: [2000, 2200, 2200])
    ]
    schedule.steps = [Step(.take, start: 0), step, Step(.giveBack, start: 6000)]
    schedule.length = 6000
    #expect(deviation(of: schedule).gentle < 0.1)
  }

  @Test("ten minutes of turning does not drift") func drift() {
    var schedule = Schedule(model: .flow2pro, files: [])
    schedule.steps = [Step(.take, start: 0)]
    var position: Int32 = 0
    for index in 0..<600 {
      var step = Step(.move, start: Int32(index) * 1000)
      step.axes = .yaw
      step.easing = 1
      step.length = 1000
      step.from.yaw = position
      position = index % 2 == 0 ? 7777 : 0
      step.to.yaw = position
      schedule.steps.append(step)
    }
    schedule.easings = [.plain, .curve(.smooth)]
    schedule.length = 600_000
    schedule.steps.append(Step(.giveBack, start: 600_000))
    var travelled = 0.0
    var last: (time: Int32, speed: Int32) = (0, 0)
    let acceleration = schedule.model.acceleration
    for command in lower(schedule).commands where command.kind == .velocity {
      travelled += Double(last.speed) / 1000 * Double(command.time - last.time) / 1000
      let change = Double(command.vector.yaw - last.speed) / 1000
      travelled -= change * abs(change) / (2 * acceleration)
      last = (command.time, command.vector.yaw)
    }
    #expect(abs(travelled) < 0.004)
  }
}
