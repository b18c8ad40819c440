import Hardware
import Motion
import Quantities
import Schedules

extension Scheduler {
  /// The state at the start of a cue, for its verification.
  var opening: Verification.Opening {
    var opening = Verification.Opening(builder.schedule)
    (opening.isTaken, opening.limits) = (motors.areTaken, Int(motors.heldLimits))
    opening.unwound = compilation.from.map { Millidegrees($0).degrees }
    for axis in AxisSet.all.members { opening.axes[axis] = state(of: axis) }
    return opening
  }

  /// How `axis` is, or was when the step began that moves it.
  private func state(of axis: Axis) -> AxisState {
    let tracking = motors.axes[axis]
    var state = AxisState(position: tracking.position)
    (state.slack, state.hasMoved, state.isOutside) = (0.001, motors.areTaken, tracking.isOutside)
    state.isLost = tracking.certainty == .unknown
    let winding = tracking.position - Millidegrees(compilation.from[axis]).degrees
    state.isWound = abs(winding) > model.cable ?? .infinity
    (state.lowest, state.highest) = tracking.roamed
    state.moment.velocity = Millidegrees(tracking.velocity).degrees
    state.time = Int(tracking.velocity == 0 ? .min : tracking.time)
    if tracking.isFollowing { state.time = AxisState.whileFollowing }
    guard tracking.movedUntil > 0, builder.schedule.steps.indices.contains(tracking.step) else {
      return state
    }
    let step = builder.schedule.steps[tracking.step]
    state.time = Int(step.start)
    guard step.axes.contains(axis) else { return state }
    state.moment = AxisSample(
      position: start(of: axis, in: step),
      velocity: Millidegrees(builder.schedule.velocity(of: axis, before: step)).degrees)
    // Where it was before a move to a known place is not known any more.
    if tracking.certainty == .known, step.assumed.contains(axis) { state.isLost = true }
    return state
  }
}
