import Hardware
import Motion
import Schedules

/// As `lower(_:within:)`, for a cue; it may begin with the motors held and motions in progress.
///
/// Where nothing else is known the motors are where they are planned to be.
public func lower(
  _ cue: Cue, within tolerance: Int32 = CommandList.defaultTolerance
) -> CommandList {
  let momentum = cue.holdsMotors ? Momentum(planned: cue) : nil
  var lowering = Lowering(
    cue.schedule, continuing: momentum, isLast: cue.isLast, within: tolerance)
  return lowering.finish()
}

extension Lowering {
  /// Begins with the motors held, as `momentum` has them.
  mutating func take(over momentum: Momentum) {
    self.momentum = momentum
    isTaken = true
    hasFollowed = momentum.isFollowing
    moved = .all
    dockLimits = Int(momentum.limits)
    for axis in Axis.allCases { tracks[axis.rawValue].motor = momentum.motors[axis] }
    budget.recall(momentum.calls)
    guard !momentum.isKnownZero else { return }
    speeds.forget()
    let commands = momentum.motors.map(\.command)
    if Axis.allCases.allSatisfy({ commands[$0] != LoweringMotor.unknown }) {
      speeds.begin(at: commands)
      standStill(commands, after: momentum.begun)
    } else if momentum.kept == nil {
      endOwnMotion(after: momentum.begun)
    }
  }

  /// Ends the motion that the dock carries out by itself, unless another call does that at once.
  private mutating func endOwnMotion(after begun: Int) {
    let present = schedule.steps.prefix { $0.start <= 0 }
    if present.contains(where: { $0.kind.movesMotors && $0.length > 0 }) { return }
    for axis in Axis.allCases { tracks[axis.rawValue].motor.command = 0 }
    speeds.add(SpeedCall(time: 0, speeds: PerAxis(all: 0), step: Int32(max(0, begun - 1))))
  }

  /// Makes those of the axes stand that turn at `commands`, though no step has them turn.
  ///
  /// What begins at the very instant at which a cue gives way may not be gone on with.
  private mutating func standStill(_ commands: PerAxis<Int32>, after begun: Int) {
    let present = schedule.steps.prefix { $0.start <= 0 }
    guard !present.contains(where: { $0.kind == .animate }) else { return }
    var call = SpeedCall(time: 0, speeds: commands, step: Int32(max(0, begun - 1)))
    for axis in Axis.allCases where !present.contains(where: { $0.axes.contains(axis) }) {
      call.speeds[axis] = 0
      tracks[axis.rawValue].motor.command = 0
    }
    if call.speeds != commands { speeds.add(call) }
  }

  /// True if step number `index` has begun before the schedule does.
  func hasBegun(_ index: Int) -> Bool { index < momentum?.begun ?? 0 }

  /// Leaves the dock to the motion it carries out by itself, if that is step number `index` and
  /// nothing else moves meanwhile; answers whether.
  mutating func keep(_ index: Int) -> Bool {
    guard let kept = momentum?.kept, kept.step == index, isAlone(index) else { return false }
    keepsMotion = true
    for axis in Axis.allCases {
      tracks[axis.rawValue].motor = LoweringMotor(
        position: kept.command.rest(of: axis, from: momentum?.motors[axis].position ?? 0),
        acceleration: schedule.model.acceleration)
    }
    return true
  }
}
