import Hardware
import Motion
import Quantities
import Schedules

/// How far ahead of the present a script is planned while it is played.
///
/// A script that is only compiled is planned as a whole. One that is played, and may be interrupted
/// by events, is planned some steps ahead: what an event costs does not depend on how long the
/// script still is.
package struct Portion {
  /// The number of steps after which planning stops at the next opportunity.
  var size = Int.max
  /// Why it has stopped; nil while it goes on.
  var end: End?

  /// Why a cue ends that goes on by itself.
  enum End {
    /// Enough steps are planned.
    case size
    /// What comes next depends on where the dock stands then.
    case pose
    /// What comes next depends on where somebody is then.
    case subject
    /// What comes next depends on what is read then.
    case decision
    /// What comes next is another mode.
    case mode
  }

  /// The number of steps for a script that is played: some seconds, as a rule.
  ///
  /// A larger number makes an event cost more, a smaller one all that is played.
  package static let played = 24

  /// The number of steps after which it ends wherever that is.
  ///
  /// So an event does not cost more the longer a script is. Speeds that are found together may then
  /// differ from those of the whole.
  static let most = 4 * played
}

extension Scheduler {
  /// True if the running task is the script itself, between two of its statements, and nothing goes
  /// on beside it: then nothing that comes later changes a step there is.
  ///
  /// What ends the script belongs to its last statement. A portion lasts at least 20 ms for each of
  /// its steps, so that a dense script does not go on from one to the next all the time.
  ///
  /// Steps that keep their time are given out together: a late dock may be behind by any time. Else
  /// it ends where nothing later changes what the dock is told, or after `Portion.most` steps.
  var mayEndPortion: Bool {
    !tasks.isPaused && Int(milliseconds) >= 20 * portion.size && !tasks.running.isEnding
      && tasks.running.parent <= 0 && tasks.running.handler == nil
      && pauses.isEmpty && events.waitingCalls.isEmpty
      && tasks.others.indices.allSatisfy { $0 == 0 || tasks.others[$0] == nil }
      && !builder.schedule.lateRules.contains(where: \.keepsTime)
      && (motorsAreSettled || builder.newSteps >= Portion.most)
  }

  /// True if nothing that is planned later changes what the motors are told up to now.
  ///
  /// Speeds are found together for motions that follow each other closely. Whether a move is one
  /// call depends on what else moves, and on how many such calls there are in a second.
  private var motorsAreSettled: Bool {
    guard !motors.isAnyTurning, motors.following == nil, motors.restsAt == nil else { return false }
    let steps = builder.schedule.steps
    guard let last = steps.last(where: \.kind.movesMotors) else { return true }
    let recent = steps.reversed().prefix { milliseconds - $0.start < Milliseconds.second }
    guard recent.count(where: \.mayBeOneCall) < 2 else { return false }
    let ends = AxisSet.all.members.map { motors.axes[$0].movedUntil }
    let rest = milliseconds - ends.reduce(last.end, max)
    return Int(rest) > model.streamPeriod || isOneCall(last)
  }

  /// True if `step`, the last that moves the motors, is surely a single call.
  private func isOneCall(_ step: Step) -> Bool {
    guard step.mayBeOneCall, motors.heldLimits == 0, step.isBeyond(model.deadBand) else {
      return false
    }
    return AxisSet.all.members.allSatisfy { axis in
      step.axes.contains(axis) || motors.axes[axis].movedUntil <= step.start
    }
  }

  /// Stops planning; the cue ends here, and goes on by itself.
  mutating func endPortion(_ end: Portion.End) {
    portion.end = end
    if end != .size { tasks.noteDecision() }
    rest()
    tasks.enqueue(tasks.running.slot)
    tasks.pause()
  }
}

extension Step {
  /// True if the dock may be told of it in one call, of which it takes only so many a second.
  fileprivate var mayBeOneCall: Bool {
    kind == .animate || kind == .move && easing == 0 && extra == 0 && length > 0
  }
}
