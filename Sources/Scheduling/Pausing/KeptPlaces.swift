import Motion
import Schedules

// Where a paused script stands is known by its plan, as far as that is true: a dock that was not
// where it was assumed to be is as far from it still. What then takes an axis to a place, or gives
// it to the tracker, ends that. Whoever plays the schedule keeps the places before, and the way
// back leads there.

extension PausedScript {
  /// True if `axis` may have stood elsewhere than where it is taken back to.
  func mayStandElsewhere(_ axis: Axis) -> Bool {
    held.contains(axis) && !axes[axis].isFollowing && standing[axis].certainty != .known
  }
}

extension Scheduler {
  /// Notes that the places where the script stands that was paused last are to be kept, if `step`
  /// is the first that leaves nothing of how far an axis may be from them.
  @inline(never)
  mutating func keepPlaces(before step: Step) throws(Halt) {
    guard let last = pauses.indices.last, pauses[last].hold == nil, pauses[last].hadMotors else {
      return
    }
    let mayMatter = axesLost(by: step).members.contains { axis in
      limits[axis] != nil && pauses[last].mayStandElsewhere(axis)
    }
    guard mayMatter else { return }
    let number = 1 + (pauses.compactMap(\.hold).max() ?? 0)
    pauses[last].hold = number
    try act(.hold(Schedule.Hold(number)))
  }

  /// The axes that are no longer as far from their plan behind `step` as they were before it.
  private func axesLost(by step: Step) -> AxisSet {
    switch step.kind {
    case .giveBack: .all
    case .move where step.isRelative: .none
    case .move, .through: step.axes
    default: builder.schedule.following(of: step)?.axes ?? .none
    }
  }
}
