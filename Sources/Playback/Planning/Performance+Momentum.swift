import Hardware
import Motion
import Quantities
import Schedules

extension Performance {
  /// What is in progress at `time` of the execution, which is `cueTime` of the cue.
  ///
  /// It is written down in the steps of `next`, which begins now, too: the limits under which they
  /// began, where the changes of speed began, and the speeds that nothing changes.
  func momentum(at time: Int32, _ cueTime: Int32, joining next: inout Cue) -> Momentum {
    var plan = PlanState(before: schedule)
    let under = plan.follow(schedule, until: cueTime).map { part in
      let limits = next.schedule.number(ofLimits: part.limits, of: schedule)
      let progress = progress(of: part, at: time, cueTime)
      return StepUnderWay(step: part.step, index: part.index, limits: limits, progress: progress)
    }
    plan.renumberLimits(of: schedule, as: &next.schedule)
    var splice = CueSplice(next.schedule, after: plan, under, at: cueTime)
    splice.run()
    let (motors, isKnownZero) = show.execution.motors(at: time)
    var momentum = Momentum(
      motors: motors, isKnownZero: isKnownZero, begun: splice.begun, limits: plan.limits,
      calls: orders.countedCalls.map { Int32(clamping: ($0 - due(time)) / millisecond) })
    momentum.progress = splice.progress
    if let motion = orders.pending?.command, motion.time + motion.length > time {
      follow(motion, at: time, &momentum.motors)
    }
    momentum.offset = offset(from: plan, under, of: momentum.motors, at: time, cueTime)
    momentum.isFollowing = orders.following != nil && orders.following?.rest == nil
    if let following = orders.following, let pose = following.rest {
      for axis in following.axes.members {
        momentum.motors[axis] = LoweringMotor(
          position: pose[axis], acceleration: schedule.model.acceleration)
      }
    }
    if let motion = orders.pending?.command, motion.time + motion.length > time {
      momentum.isKnownZero = false
      let index = show.execution.number(ofStep: Int(motion.step))
      let step = index.map { schedule.steps[$0] }
      let kept = splice.schedule.steps.prefix(splice.begun).firstIndex {
        $0.origin == step?.origin && $0.start == (step?.start ?? 0) - cueTime
          && ($0.kind == .move || $0.kind == .animate)
      }
      momentum.kept = kept.map { index in
        var command = motion
        command.time -= time
        command.step = Int32(truncatingIfNeeded: index)
        return (index, command)
      }
    }
    next.schedule = splice.schedule
    return momentum
  }

  /// Brings `motors` to where `motion`, which the dock carries out by itself, has them.
  private func follow(
    _ motion: Command, at time: Int32, _ motors: inout PerAxis<LoweringMotor>
  ) {
    var plan = PlanState(before: show.execution.schedule)
    let under = plan.follow(show.execution.schedule, until: time).first {
      $0.index == Int(motion.step)
    }
    for axis in Axis.allCases {
      motors[axis].command = LoweringMotor.unknown
      motors[axis].velocity = 0
      guard motion.kind == .orientation else { continue }
      motors[axis].position = plan.position(of: axis, at: time)
      guard let under, under.step.kind == .move, under.step.axes.contains(axis),
        let state = show.execution.schedule.state(of: axis, in: under, at: time, after: plan)
      else { continue }
      (motors[axis].position, motors[axis].velocity) = (state.position, state.velocity)
    }
  }

  /// Keeps in mind by how much the axes are off their plan at `time` of the execution, for the way
  /// back that names `hold`.
  mutating func keepPlaces(as hold: Schedule.Hold, at time: Int32) {
    let cueTime = show.execution.sourceTime(time)
    var plan = PlanState(before: schedule)
    let under = plan.follow(schedule, until: cueTime)
    let (motors, _) = show.execution.motors(at: time)
    show.holds[hold.number] = offset(from: plan, under, of: motors, at: time, cueTime)
  }

  /// How far `part`, which is under way at `cueTime` of the cue, is at `time` of the execution.
  private func progress(
    of part: StepUnderWay, at time: Int32, _ cueTime: Int32
  ) -> StepUnderWay.Progress {
    var progress = StepUnderWay.Progress()
    guard show.execution.isRegion, let step = show.execution.step(number: part.index) else {
      return progress
    }
    progress.lead = time - step.start - (cueTime - part.step.start)
    progress.cut = show.execution.schedule.cut(of: step)?.time
    if step.kind == .move, part.step.kind == .warp { progress.move = step }
    return progress
  }

  /// By how much each axis is off `plan` at `time` of the execution, which is `cueTime` of the cue,
  /// in millidegrees: of a motion in progress at its start; of one of `motors` of which the plan
  /// knows nothing where it can stop.
  private func offset(
    from plan: PlanState, _ under: [StepUnderWay], of motors: PerAxis<LoweringMotor>,
    at time: Int32, _ cueTime: Int32
  ) -> PerAxis<Int32> {
    var offset = PerAxis<Int32>(all: 0)
    if show.execution.isRegion {
      offset = offsetOfRegion(from: plan, under, of: motors, at: time, cueTime)
    } else if let before = show.execution.momentum {
      // A cue without steps is never planned again, but the dock may be off its plan all the same.
      offset = before.offset
    }
    guard let following = orders.following, let pose = following.rest else { return offset }
    for axis in following.axes.members {
      offset[axis] = Int32(degrees: pose[axis] - plan.position(of: axis, at: cueTime))
    }
    return offset
  }

  /// The same, of a region that was planned again.
  private func offsetOfRegion(
    from plan: PlanState, _ under: [StepUnderWay], of motors: PerAxis<LoweringMotor>,
    at time: Int32, _ cueTime: Int32
  ) -> PerAxis<Int32> {
    var actual = PlanState(before: show.execution.schedule)
    let moving = actual.follow(show.execution.schedule, until: time)
    var offset = PerAxis<Int32>(all: 0)
    for axis in Axis.allCases {
      let planned = under.last { $0.step.axes.contains(axis) }
      let step = planned.flatMap { show.execution.step(number: $0.index) }
      if let planned, let step, step.kind != .ramp {
        offset[axis] = step.from[axis] &- planned.step.from[axis]
        continue
      }
      // A speed changes from where it began to.
      let (start, cueStart) = (step?.start ?? time, planned?.step.start ?? cueTime)
      var place = actual.position(of: axis, at: start)
      if planned == nil, moving.contains(where: { $0.step.axes.contains(axis) }) {
        place = motors[axis].stoppingPlace
      }
      offset[axis] = Int32(degrees: place - plan.position(of: axis, at: cueStart))
    }
    return offset
  }
}

/// Adds all motions in progress at the start of a cue to its schedule.
private struct CueSplice {
  private(set) var schedule: Schedule
  /// How many of its steps have begun before, or say what holds already.
  private(set) var begun = 0
  /// How far those that are under way have come.
  private(set) var progress: [StepUnderWay.Progress] = []
  private let plan: PlanState
  private let under: [StepUnderWay]
  private let time: Int32
  /// The limits that hold by the steps so far.
  private var limits: UInt32 = 0
  private var steps: ContiguousArray<Step> = []
  /// Which step of the cue each of them is; nil for one that is put in.
  private var numbers: [Int?] = []

  init(_ schedule: Schedule, after plan: PlanState, _ under: [StepUnderWay], at time: Int32) {
    (self.schedule, self.plan, self.under, self.time) = (schedule, plan, under, time)
  }

  mutating func run() {
    let old = schedule.steps
    let carried = old.prefix { $0.start < 0 || $0.start == 0 && part(of: $0) != nil }
    for index in carried.indices.sorted(by: { (old[$0].start, $0) < (old[$1].start, $1) }) {
      carry(old[index], number: index)
    }
    for axis in Axis.allCases where !under.contains(where: { $0.step.axes.contains(axis) }) {
      turn(axis)
    }
    hold(plan.limits, from: 0)
    let rest = old.dropFirst(carried.count)
    let restated = rest.prefix { plan.isRestated(by: $0) }
    begun = steps.count + restated.count
    schedule.steps = steps + rest
    schedule.provenance?.arrange(numbers + rest.indices.map { $0 })
    for index in schedule.expectations.indices
    where schedule.expectations[index].place >= carried.count {
      schedule.expectations[index].place += steps.count - carried.count
    }
  }

  /// What of the cue before `step` goes on with.
  private func part(of step: Step) -> StepUnderWay? {
    under.first { $0.step.origin == step.origin && $0.step.start - time == step.start }
  }

  private mutating func carry(_ step: Step, number: Int) {
    let part = part(of: step)
    hold(part?.limits ?? plan.limits, from: step.start, part?.progress)
    if let part {
      for axis in step.axes.members where step.kind == .ramp {
        schedule.from[axis] = Int32(degrees: plan.position(of: axis, at: part.step.start))
      }
    }
    append(step, part?.progress, number: number)
  }

  private mutating func append(
    _ step: Step, _ progress: StepUnderWay.Progress? = nil, number: Int? = nil
  ) {
    steps.append(step)
    numbers.append(number)
    self.progress.append(progress ?? StepUnderWay.Progress())
  }

  private mutating func hold(
    _ limits: UInt32, from start: Int32, _ progress: StepUnderWay.Progress? = nil
  ) {
    guard limits != self.limits else { return }
    self.limits = limits
    var step = Step(.limit, start: start)
    step.extra = limits
    append(step, StepUnderWay.Progress(lead: progress?.lead ?? 0))
  }

  /// Says that `axis` turns, if it does, by a change of speed that changes nothing.
  private mutating func turn(_ axis: Axis) {
    let velocity = plan.velocity(of: axis)
    guard velocity != 0 else { return }
    var step = Step(.ramp, start: -1)
    step.length = 1
    step.axes = AxisSet(axis)
    (step.from[axis], step.to[axis]) = (velocity, velocity)
    let turned = Millidegrees(velocity).turned(in: Milliseconds(step.length))
    let position = plan.position(of: axis, at: time) - turned
    schedule.from[axis] = Int32(degrees: position)
    append(step)
  }
}
