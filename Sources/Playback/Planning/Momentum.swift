import Hardware
import Motion
import Quantities
import Schedules

/// The state of the motors that a cue takes over from the one before.
struct Momentum {
  /// The motors, as the calls so far leave them.
  ///
  /// A motor that the dock turns by itself has a command that nobody can give.
  var motors: PerAxis<LoweringMotor>
  /// True if the last command to the dock was that every axis stands.
  var isKnownZero: Bool
  /// How many of the steps of the cue have begun before, or only say what holds already.
  var begun: Int
  /// The motion that the dock carries out by itself, and the index of its step; nil if there is
  /// none.
  var kept: (step: Int, command: Command)?
  /// True if a tracker turns some of the axes, or has, and nobody knows where they are at rest.
  var isFollowing = false
  /// The index of the limits that the dock has.
  var limits: UInt32
  /// When the last calls were made that the dock counts, in milliseconds of the cue.
  var calls: [Int32]
  /// By how much each axis is off its plan, in millidegrees.
  var offset = PerAxis<Int32>(all: 0)
  /// How far the steps are that have begun before.
  var progress: [StepUnderWay.Progress] = []

  /// The momentum of `cue` if all is as planned, where nothing is known of the one before it.
  init(planned cue: Cue) {
    let schedule = cue.schedule
    let begun = schedule.steps.prefix { $0.start < 0 }
    var plan = PlanState(before: schedule)
    let under = plan.follow(schedule, until: 0)
    motors = plan.positions.map {
      LoweringMotor(position: $0, acceleration: schedule.model.acceleration)
    }
    for part in under {
      for axis in part.step.axes.members {
        guard let state = schedule.state(of: axis, in: part, at: 0, after: plan) else { continue }
        motors[axis].position = state.position
        motors[axis].velocity = state.velocity
        motors[axis].command = LoweringMotor.unknown
      }
    }
    (isKnownZero, self.begun, limits, calls) = (false, begun.count, plan.limits, [])
    let following = schedule.steps.lazy.compactMap { schedule.following(of: $0) }.first
    isFollowing = following.map { $0.subject == nil } ?? false
  }

  init(
    motors: PerAxis<LoweringMotor>, isKnownZero: Bool, begun: Int, limits: UInt32, calls: [Int32]
  ) {
    (self.motors, self.isKnownZero, self.begun) = (motors, isKnownZero, begun)
    (self.limits, self.calls) = (limits, calls)
  }
}

extension LoweringMotor {
  /// The command of a motor that is doing something else than keeping a speed: no call repeats it.
  static let unknown = Int32.max

  /// Where it stands if it is stopped now, in degrees.
  var stoppingPlace: Double { position + velocity * abs(velocity) / (2 * max(1, acceleration)) }
}

extension Command {
  /// Where a motion that the dock carries out by itself leaves `axis`, in degrees: an animation
  /// returns to the position from which it set out.
  func rest(of axis: Axis, from position: Double) -> Double {
    kind == .orientation ? Millidegrees(vector[axis]).degrees : position
  }
}

/// A step that is being carried out.
struct StepUnderWay {
  /// The step, and its index.
  let step: Step
  let index: Int
  /// The index of the limits that held when it began.
  let limits: UInt32
  /// How far it really is.
  var progress = Progress()

  /// How far a step has come that is under way.
  struct Progress {
    /// For how much longer it has been under way than planned, in milliseconds.
    var lead: Int32 = 0
    /// When it was really cut off, in milliseconds after its start; nil if it was not.
    var cut: Int32?
    /// The move that it became.
    var move: Step?
  }
}

extension PlanState {
  /// Goes on to `time` milliseconds of `schedule`; answers the motions that are in progress then.
  ///
  /// Of an axis that such a motion moves it stays where the motion began.
  mutating func follow(_ schedule: Schedule, until time: Int32) -> [StepUnderWay] {
    var under: [StepUnderWay] = []
    for (index, step) in schedule.steps.enumerated() {
      guard step.start <= time else { break }
      if step.length > 0, step.end > time, !step.axes.isEmpty || step.kind == .animate {
        under.append(StepUnderWay(step: step, index: index, limits: limits))
      } else {
        follow(step)
      }
    }
    return under
  }
}

extension Schedule {
  /// The state of `axis` at `time` milliseconds, in the middle of `part`, before which it was as in
  /// `plan`.
  func state(
    of axis: Axis, in part: StepUnderWay, at time: Int32, after plan: PlanState
  ) -> MotionState? {
    guard part.limits < limits.count, let limit = limits[Int(part.limits)][axis] else { return nil }
    let position = plan.position(of: axis, at: part.step.start)
    return profile(of: axis, in: part.step, from: position, within: limit.inDegrees)?
      .state(at: Milliseconds(time - part.step.start).seconds)
  }
}

// MARK: - The motors

extension CueExecution {
  /// The motors at `time`, as the commands that have been given leave them, and whether the last
  /// that they were told is to stand.
  func motors(at time: Int32) -> (PerAxis<LoweringMotor>, isKnownZero: Bool) {
    var reckoning = Reckoning(self)
    for command in commands.commands[..<nextCommand] { reckoning.follow(command, in: self) }
    reckoning.advance(to: time)
    return (reckoning.motors, reckoning.isKnownZero)
  }
}

/// Where the motors are by the commands given, as lowering foresees them.
private struct Reckoning {
  var motors: PerAxis<LoweringMotor>
  var isKnownZero: Bool
  private var time: Int32 = 0
  private var nextStep = 0
  /// The axes that have moved in this region.
  private var moved: AxisSet

  init(_ execution: CueExecution) {
    let schedule = execution.schedule
    motors = schedule.from.map {
      LoweringMotor(position: Millidegrees($0).degrees, acceleration: schedule.model.acceleration)
    }
    (moved, isKnownZero) = (.none, true)
    guard let momentum = execution.momentum else { return }
    (motors, moved, isKnownZero) = (momentum.motors, .all, momentum.isKnownZero)
    guard let kept = execution.keptMotion else { return }
    for axis in Axis.allCases { stand(axis, at: kept.rest(of: axis, from: motors[axis].position)) }
    isKnownZero = false
  }

  mutating func advance(to time: Int32) {
    for axis in Axis.allCases { motors[axis].advance(by: Milliseconds(time - self.time).seconds) }
    self.time = time
  }

  /// Makes every motor rest where an orientation call brings it.
  private mutating func rest(at vector: PerAxis<Int32>) {
    for axis in Axis.allCases { stand(axis, at: Millidegrees(vector[axis]).degrees) }
    isKnownZero = false
  }

  private mutating func stand(_ axis: Axis, at position: Double) {
    motors[axis] = LoweringMotor(position: position, acceleration: motors[axis].acceleration)
  }

  mutating func follow(_ command: Command, in execution: CueExecution) {
    while nextStep <= command.step, nextStep < execution.schedule.steps.count {
      begin(execution.schedule.steps[nextStep])
      nextStep += 1
    }
    switch command.kind {
    case .velocity:
      advance(to: command.time)
      for axis in Axis.allCases { motors[axis].command = command.vector[axis] }
      isKnownZero = command.vector == PerAxis(all: 0)
    case .orientation: rest(at: command.vector)
    case .animate: isKnownZero = false
    case .tracking: moved = .none
    default: break
    }
  }

  /// The first move of a region begins where it is assumed to.
  private mutating func begin(_ step: Step) {
    guard step.kind != .ramp else { return moved = moved.union(step.axes) }
    for axis in step.axes.members where !moved.contains(axis) {
      moved.insert(AxisSet(axis))
      if step.assumed.contains(axis) {
        motors[axis].position = Millidegrees(step.from[axis]).degrees
      }
    }
  }
}
