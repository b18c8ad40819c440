import Hardware
import Motion
import Quantities
import Schedules
import Vocabulary

extension SplitMix64 {
  mutating func number(_ range: ClosedRange<Int32>) -> Int32 {
    Int32.random(in: range, using: &self)
  }
}

/// Builds random shows in which axes move together, apart, fast and slowly.
struct Choreographer {
  private(set) var schedule: Schedule
  private var random: SplitMix64
  private var time: Int32 = 0
  private var pose = PerAxis<Int32>(all: 0)

  /// How much longer motions last than they must.
  private var patience: Int32 = 1

  /// The show of `seed`; a calm one takes twice the time it needs for every motion.
  static func show(seed: Int, isCalm: Bool = false) -> Schedule {
    var maker = Choreographer(seed: seed)
    maker.patience = isCalm ? 2 : 1
    for _ in 0..<3 { maker.addRegion() }
    maker.schedule.length = maker.time
    return maker.schedule
  }

  private init(seed: Int) {
    random = SplitMix64(seed)
    schedule = Schedule(
      model: DockModel.exact.randomElement(using: &random) ?? .stand, files: ["show.dock"])
    schedule.easings = [
      .plain, .curve(.smooth), .curve(.easeIn), .curve(.easeOut), .curve(.easeInOut),
      .curve(.linear),
      .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), .spring(bounce: 0.2),
    ]
  }

  private mutating func addRegion() {
    schedule.steps.append(Step(.take, start: time))
    for _ in 0..<random.number(1...5) {
      switch random.number(0...5) {
      case 0: animate()
      case 1: time += random.number(0...2000)
      case 2: addTracks()
      default: addMove([.yaw, .pitch], plain: random.number(0...1) == 0)
      }
    }
    schedule.steps.append(Step(.giveBack, start: time))
    time += random.number(0...1500)
  }

  private mutating func animate() {
    var step = Step(.animate, start: time)
    step.extra = UInt32(random.number(0...3))
    step.length = Int32(schedule.model.animationLengths[Int(step.extra)])
    schedule.steps.append(step)
    time = step.end
  }

  /// Each axis follows steps of its own.
  private mutating func addTracks() {
    let start = time
    let first = schedule.steps.count
    for axis in [Axis.yaw, .pitch] {
      time = start + random.number(0...300)
      for _ in 0..<random.number(1...3) {
        if axis == .yaw, random.number(0...2) == 0 { addRamps() }
        addMove(AxisSet(axis), plain: random.number(0...1) == 0)
        time += random.number(0...1) * random.number(0...400)
      }
    }
    let steps = schedule.steps[first...].sorted { $0.start < $1.start }
    schedule.steps.replaceSubrange(first..., with: steps)
    time = schedule.steps.reduce(0) { max($0, $1.end) }
  }

  private mutating func addMove(_ axes: AxisSet, plain: Bool) {
    var step = Step(.move, start: time)
    step.axes = axes
    step.easing = plain ? 0 : UInt8(random.number(1...Int32(schedule.easings.count - 1)))
    step.from = pose
    step.length = patience == 1 ? 20 : 200
    for axis in Axis.allCases where axes.contains(axis) {
      let reach: Int32 = random.number(0...2) == 0 ? 2000 : axis == .yaw ? 90_000 : 27_000
      step.to[axis] = random.number(-reach...reach)
      step.length = max(step.length, shortest(step, axis) * patience)
      pose[axis] = step.to[axis]
    }
    step.length += random.number(0...1) * random.number(0...4000)
    schedule.steps.append(step)
    time = step.end
  }

  private func shortest(_ step: Step, _ axis: Axis) -> Int32 {
    guard let limits = schedule.limits[0][axis]?.inDegrees else { return 0 }
    let distance = Double(step.to[axis] - step.from[axis]) / 1000
    let easing = schedule.easings[Int(step.easing)]
    let seconds = easing.minimumLength(of: distance, within: limits)
    return Milliseconds.covering(seconds) ?? 20_000
  }

  /// Yaw turns, changes speed, turns on and stops.
  private mutating func addRamps() {
    var speed: Int32 = 0
    for next in [random.number(10_000...60_000), random.number(-60_000 ... -200), 0] {
      var step = Step(.ramp, start: time)
      step.axes = .yaw
      step.from.yaw = speed
      step.to.yaw = next
      let slope = abs(next - speed) / 700
      step.length = (100 + slope) * (patience * 2 - 1) + random.number(0...1000)
      schedule.steps.append(step)
      let still = next == 0 ? 0 : random.number(0...1) * random.number(0...6000)
      let turned = Int64(speed + next) * Int64(step.length) / 2 + Int64(next) * Int64(still)
      pose.yaw += Int32((Double(turned) / 1000).rounded())
      time = step.end + still
      speed = next
    }
  }
}

/// Where every axis is by the plan of a schedule.
struct Plan {
  /// One motion of one axis.
  struct Motion {
    var start: Int32
    var end: Int32
    var profile: Profile

    /// True if it asks for so much of the motors' acceleration that they cannot follow closely.
    func isSteep(for model: DockModel) -> Bool {
      profile.peaks.acceleration > model.acceleration * 0.4
    }
  }

  private var motions: PerAxis<[Motion]> = PerAxis(all: [])
  private let from: PerAxis<Int32>

  init(_ schedule: Schedule) {
    from = schedule.from
    for step in schedule.steps {
      for axis in Axis.allCases where step.axes.contains(axis) {
        guard let limit = schedule.limits[0][axis]?.inDegrees else { continue }
        let position = self.position(axis, at: step.start)
        let profile = schedule.profile(of: axis, in: step, from: position, within: limit)
        guard let profile else { continue }
        motions[axis].append(Motion(start: step.start, end: step.end, profile: profile))
      }
    }
  }

  /// The motion in progress, or the last one.
  func motion(_ axis: Axis, at time: Int32) -> Motion? {
    motions[axis].last { $0.start <= time }
  }

  /// Where `axis` is at `time` milliseconds, in degrees.
  func position(_ axis: Axis, at time: Int32) -> Double {
    guard let motion = motion(axis, at: time) else {
      return Double(from[axis]) / 1000
    }
    let seconds = Double(time - motion.start) / 1000
    guard time >= motion.end else { return motion.profile.state(at: seconds).position }
    let end = motion.profile.end
    return end.position + end.velocity * Double(time - motion.end) / 1000
  }
}

extension DockModel {
  /// Every dock without its quirks, for what is compared to the millidegree.
  static let exact = all.map { dock in
    var dock = dock
    dock.quirks = []
    return dock
  }
}
