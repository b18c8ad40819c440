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
      guard isFree(axis) else { throw sharedAxis(axis) }
      axes[axis].owner = strand.slot
      if axes[axis].velocity != 0 {
        checkExpiry(axis)
        settle(axis)
      }
    }
  }

  /// True if no other branch moves or limits `axis` at present.
  func isFree(_ axis: Axis) -> Bool {
    let tracking = axes[axis]
    if tracking.owner == strand.slot { return true }
    var outer = strand.parent
    while outer >= 0, outer != tracking.owner { outer = others[outer]?.parent ?? -1 }
    if outer >= 0 { return true }
    return tracking.velocity == 0 && tracking.movedUntil <= milliseconds
      && builder.limits(heldLimits)[axis] == builder.limits(limitIndex)[axis]
  }

  /// Notes that `moved` axes are busy up to the present time with the step just appended.
  mutating func occupy(_ moved: AxisSet) {
    for axis in moved.members {
      axes[axis].movedBy = strand.origin
      axes[axis].movedUntil = milliseconds
      axes[axis].step = builder.schedule.steps.count - 1
    }
  }

  @inline(never)
  private mutating func sharedAxis(_ axis: Axis) -> Halt {
    let other = axes[axis]
    let isTurning = other.velocity != 0
    return halt(
      .sharedAxis(
        axis, at: statementSpan,
        other: span(ofStatement: isTurning ? other.turnedBy : other.movedBy),
        until: isTurning ? nil : other.movedUntil, time: milliseconds))
  }
}
