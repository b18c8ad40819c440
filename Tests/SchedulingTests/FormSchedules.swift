import Hardware
import Motion
import Quantities
import Schedules
import Vocabulary

/// Builds random schedules that keep every rule.
struct RandomSchedule {
  private(set) var schedule: Schedule
  private var random: SplitMix64
  private var time: Int32 = 0
  private var pose: PerAxis<Int32>
  private var limits: PerAxis<Schedule.Limit?>
  private var moved = AxisSet.none

  /// The schedule of `seed`.
  static func make(seed: Int) -> Schedule {
    var maker = RandomSchedule(seed: seed)
    for _ in 0..<Int.random(in: 0...6, using: &maker.random) { maker.addPart() }
    maker.schedule.length = maker.time + Int32.random(in: 0...500, using: &maker.random)
    return maker.schedule
  }

  private init(seed: Int) {
    random = SplitMix64(seed)
    let files = ["show.dock", "a b.dock", "lib/é\u{202E}.dock"]
    let model = DockModel.all.randomElement(using: &random) ?? .stand
    schedule = Schedule(
      model: model, files: Array(files.prefix(Int.random(in: 1...3, using: &random))))
    pose = PerAxis(yaw: Int32.random(in: -90_000...90_000, using: &random), pitch: 0, roll: 0)
    schedule.from = pose
    limits = schedule.limits[0]
  }

  private mutating func addPart() {
    if random.once(in: 3) { addCue() }
    add(.take)
    moved = .none
    for _ in 0..<Int.random(in: 1...6, using: &random) { addMotion() }
    add(.giveBack)
  }

  private mutating func addCue() {
    switch Int.random(in: 0..<9, using: &random) {
    case 7: addPhoneCall()
    case 8:
      let names = ["ada", "a \"b\" \u{1b} # é"]
      let subjects: [PhoneCall.Subject] = [
        .person(nil), .speaker, .object(nil), .object(names.randomElement(using: &random)),
        .person(names.randomElement(using: &random)),
      ]
      add(.select(.subject(subjects.randomElement(using: &random) ?? .speaker)))
    case 0:
      let texts = ["hello", "", "a \"b\" \\ # c", "\u{1b}[2J\u{202E}\n\t\u{0}é"]
      add(.note(Note(.log, texts.randomElement(using: &random) ?? "")))
    case 1: add(.region(.init(x: 250, y: 0, width: 500, height: 1000)))
    case 2: add(.select(.point(x: 400, y: 600)))
    case 3: add(.select(.none))
    case 4: add(.frame(FramingMode.allCases.randomElement(using: &random) ?? .center))
    case 5: add(.tracking, extra: 0...1)
    default: addLimit()
    }
  }

  private mutating func addPhoneCall() {
    let length = random.once(in: 2) ? 0 : Int32.random(in: 1...3000, using: &random)
    let easing: FaceEasing = random.once(in: 2) ? .spring : .gentle
    let size = PhoneCall.Size(width: Int32.random(in: 16...8192, using: &random), height: 480)
    let calls: [PhoneCall] = [
      .face(Mood.allCases.randomElement(using: &random) ?? .normal, over: length, easing: easing),
      .nextFace(over: length, easing: easing), .sameFace(over: length), .holdFace,
      .restlessFace(every: 100...length + 100, seed: length),
      .look(PhoneCall.Gaze.allCases.randomElement(using: &random) ?? .up), .blink,
      .follow(.speaker), .follow(.person("ada")), .follow(.object("a \"b\" \u{1b} # é")), .flip,
      .photo, .record(PhoneCall.Recording.allCases.randomElement(using: &random) ?? .stop),
      .zoom(Int32.random(in: PhoneCall.zooms, using: &random), over: length),
      .zoomBy(Int32.random(in: -15_000...15_000, using: &random), over: length), .holdZoom,
      .format(size, rate: nil), .format(size, rate: Int32.random(in: 1...240, using: &random)),
      .crop(size),
    ]
    let call = calls.randomElement(using: &random) ?? .blink
    add(.phone(call), length: random.once(in: 2) ? length : length / 2)
  }

  /// The index of a rule for being late that a step of `kind` may have.
  private mutating func lateRule(for kind: Step.Kind) -> UInt8 {
    let isMotion = [.move, .through, .ramp, .animate].contains(kind)
    let policies = LateRule.Policy.allCases.filter { kind == .wait || !$0.concernsWaits }
    let policy = isMotion ? .stop : policies.randomElement(using: &random) ?? .skip
    let rule = LateRule(policy, allowing: random.once(in: 2) ? 0 : 250)
    if let index = schedule.lateRules.firstIndex(of: rule) { return UInt8(index) }
    schedule.lateRules.append(rule)
    return UInt8(schedule.lateRules.count - 1)
  }

  private mutating func addLimit() {
    limits = schedule.limits[0]
    if !random.once(in: 4) {
      limits.yaw?.speed = Int32.random(in: 20_000...80_000, using: &random)
      limits.pitch?.acceleration = 300_000
      if random.once(in: 2) { limits.yaw?.lower = -2_000_000 }
    }
    let index = schedule.limits.firstIndex(of: limits) ?? schedule.limits.count
    if index == schedule.limits.count { schedule.limits.append(limits) }
    add(.limit) { step, _ in step.extra = UInt32(index) }
  }

  private mutating func addMotion() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: addRamps()
    case 1: addThrough()
    case 2:
      let extra = Int.random(in: 0..<4, using: &random)
      add(.animate, length: Int32(schedule.model.animationLengths[extra])) { step, _ in
        step.extra = UInt32(extra)
      }
    case 3: add(.wait, length: Int32.random(in: 0...3000, using: &random))
    case 4: addCue()
    default: addMove()
    }
  }

  private mutating func target(_ axis: Axis) -> Int32 {
    axis == .yaw
      ? Int32.random(in: -180_000...180_000, using: &random)
      : Int32.random(in: -27_000...27_000, using: &random)
  }

  private mutating func someAxes() -> [Axis] {
    [[.yaw], [.pitch], [.yaw, .pitch]].randomElement(using: &random) ?? [.yaw]
  }

  private mutating func addMove() {
    let easings: [Easing] = [
      .plain, .plain, .curve(.linear), .curve(.easeIn), .curve(.easeOut), .curve(.easeInOut),
      .curve(.smooth), .spring(bounce: 0.15),
      .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1), .bezier(x1: 1 / 3, y1: 0, x2: 0.6, y2: 1),
    ]
    let easing = easings.randomElement(using: &random) ?? .plain
    let index = schedule.easings.firstIndex(of: easing) ?? schedule.easings.count
    if index == schedule.easings.count { schedule.easings.append(easing) }
    let targets = someAxes().map { ($0, target($0)) }
    var length: Int32 = 1
    for (axis, target) in targets {
      guard let limit = limits[axis]?.inDegrees else { continue }
      let seconds = easing.minimumLength(of: Double(target - pose[axis]) / 1000, within: limit)
      length = max(length, Milliseconds.covering(seconds) ?? 10_000)
    }
    if random.once(in: 2) { length += Int32.random(in: 0...3000, using: &random) }
    let isRelative = random.once(in: 2)
    if index == 0, random.once(in: 2) {
      var manner = Schedule.Manner()
      manner.speed = 200_000 + Int32(schedule.manners.count)
      if !isRelative, schedule.manners.count % 2 == 0 { manner.hold = 1 }
      schedule.manners.append(manner)
      return add(.move, length: length, axes: targets) {
        $0.extra = UInt32($1.manners.count - 1)
        $0.isRelative = isRelative
      }
    }
    add(.move, length: length, axes: targets) { step, _ in
      step.easing = UInt8(index)
      step.isRelative = isRelative
    }
  }

  private mutating func addThrough() {
    let count = Int.random(in: 1...4, using: &random)
    let axes = someAxes()
    var through = Schedule.Through(points: [], starts: [], lengths: [])
    let passes = count > 1 && random.once(in: 2)
    let beat = passes ? 20_000 : 18_000
    for leg in 0..<count {
      var (point, velocity) = (PerAxis<Int32>(all: 0), PerAxis<Int32>(all: 0))
      for axis in axes {
        point[axis] = target(axis) / 4 + pose[axis] / 4
        velocity[axis] = leg == count - 1 ? 0 : Int32.random(in: 1...100, using: &random)
      }
      through.points.append(point)
      through.starts.append(Int32(leg * beat))
      through.lengths.append(20_000)
      if passes { through.velocities.append(velocity) }
    }
    schedule.throughs.append(through)
    let last = through.points[count - 1]
    let length = Int32((count - 1) * beat + 20_000)
    add(.through, length: length, axes: axes.map { ($0, last[$0]) }) {
      $0.extra = UInt32($1.throughs.count - 1)
    }
  }

  /// An axis is set turning, turns, and is stopped.
  private mutating func addRamps() {
    let speed = Int32.random(in: -20_000...20_000, using: &random)
    var step = Step(.ramp, start: time)
    step.length = Int32.random(in: 300...2000, using: &random)
    step.axes = .yaw
    step.to.yaw = speed
    append(step)
    time = step.end
    let turning = Int32.random(in: 0...4000, using: &random)
    add(.wait, length: turning)
    (step.start, step.from, step.to) = (time, step.to, step.from)
    append(step)
    time = step.end
    let travelled = Int64(speed) * Int64(step.length + turning)
    pose.yaw += Int32((Double(travelled) / 1000).rounded())
    moved.insert(.yaw)
  }

  private mutating func add(_ kind: Step.Kind, extra: ClosedRange<UInt32>) {
    let value = UInt32.random(in: extra, using: &random)
    add(kind) { step, _ in step.extra = value }
  }

  private mutating func add(_ action: Schedule.Action, length: Int32 = 0) {
    let index = schedule.add(action)
    add(.action, length: length) { step, _ in step.extra = index }
  }

  private mutating func add(
    _ kind: Step.Kind, length: Int32 = 0, axes: [(Axis, Int32)] = [],
    _ change: (inout Step, Schedule) -> Void = { _, _ in }
  ) {
    var step = Step(kind, start: time)
    step.length = length
    for (axis, target) in axes {
      step.axes.insert(AxisSet(axis))
      step.from[axis] = pose[axis]
      step.to[axis] = target
      if !moved.contains(axis), random.once(in: 2) { step.assumed.insert(AxisSet(axis)) }
      moved.insert(AxisSet(axis))
      pose[axis] = target
    }
    change(&step, schedule)
    if random.once(in: 5) { step.lateRule = lateRule(for: kind) }
    append(step)
    time += length
  }

  private mutating func append(_ step: Step) {
    var step = step
    if !random.once(in: 4) {
      let file = Int.random(in: 0..<schedule.files.count, using: &random)
      step.line = Step.line(Int.random(in: 1...30_000_000, using: &random), inFile: file)
    }
    schedule.steps.append(step)
  }
}
