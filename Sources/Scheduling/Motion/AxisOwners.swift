import Diagnosis
import Language
import Motion
import Schedules

// Which task has which axis.

extension Scheduler {
  /// Makes `moved` axes of the running branch, unless another has them.
  @inline(never)
  mutating func claim(_ moved: AxisSet) throws(Halt) {
    for axis in moved.members {
      guard isFree(axis) else { throw sharedAxis(axis, of: moved) }
      motors.hand(axis, to: tasks.running.slot)
      if motors.axes[axis].velocity != 0 {
        checkExpiry(axis)
        settle(axis)
      }
    }
  }

  /// True if no other branch moves or limits `axis` at present.
  func isFree(_ axis: Axis) -> Bool {
    let tracking = motors.axes[axis]
    if tasks.waitsForRunning(tracking.owner) { return true }
    return tracking.velocity == 0 && !tracking.isFollowing && tracking.movedUntil <= milliseconds
      && builder.limits(motors.heldLimits)[axis] == builder.limits(limitIndex)[axis]
  }

  /// Notes that `moved` axes are busy up to the present time with the step just appended.
  mutating func occupy(_ moved: AxisSet) {
    motors.occupy(
      moved, until: milliseconds, by: tasks.running.origin, step: builder.schedule.steps.count - 1)
  }

  @inline(never)
  private mutating func sharedAxis(_ axis: Axis, of moved: AxisSet) -> Halt {
    let other = motors.axes[axis]
    let isTurning = other.velocity != 0
    if other.isFollowing {
      return halt(
        .axisFollows(
          axis, of: moved, at: statementSpan, other: span(ofStatement: other.turnedBy),
          time: milliseconds))
    }
    return halt(
      .sharedAxis(
        axis, at: statementSpan,
        other: span(ofStatement: isTurning ? other.turnedBy : other.movedBy),
        until: isTurning ? nil : other.movedUntil, time: milliseconds))
  }
}
