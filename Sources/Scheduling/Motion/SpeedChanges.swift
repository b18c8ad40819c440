import Diagnosis
import Language
import Motion
import Quantities
import Schedules

// Changes of speed: of what ramps and spins, and of what comes to rest.

extension Scheduler {
  /// The shortest time in which `moved` reach `targets`, in milliseconds; of speeds at `pace`, the
  /// time that they take as they are written.
  mutating func quickest(
    _ moved: AxisSet, _ targets: PerAxis<Int32>, atPace pace: Double = 1
  ) throws(Halt) -> Int32 {
    var shortest = 0.0
    for axis in moved.members {
      guard let limit = limit(of: axis) else { continue }
      let change = Millidegrees(targets[axis] - motors.axes[axis].velocity).degrees / pace
      shortest = max(shortest, SpeedChange.minimumLength(of: change, within: limit))
    }
    guard let least = Milliseconds.covering(shortest) else {
      throw halt(.scheduleTooLong(compilation.budget.length, at: statementSpan))
    }
    return least
  }

  /// Changes the speeds of `moved` to `targets` as quickly as can be, which takes `least`
  /// milliseconds; at a slow pace it takes longer.
  mutating func change(
    _ moved: AxisSet, _ targets: PerAxis<Int32>, atPaceOr least: Int32
  ) throws(Halt) {
    guard rendition.pace < 1 else {
      return try change(moved, targets, least, Nanoseconds(Milliseconds(least)))
    }
    let seconds = paced(try quickest(moved, targets, atPace: rendition.pace))
    try change(moved, targets, length(of: seconds), spend(seconds))
  }

  /// Changes the speeds of `moved` to `targets` in `length` milliseconds.
  mutating func change(
    _ moved: AxisSet, _ targets: PerAxis<Int32>, _ length: Int32, _ exact: Nanoseconds
  ) throws(Halt) {
    var step = Step(.ramp, start: milliseconds)
    step.length = length
    for axis in moved.members {
      if motors.axes[axis].velocity == targets[axis] { continue }
      step.axes.insert(AxisSet(axis))
      step.from[axis] = motors.axes[axis].velocity
      step.to[axis] = targets[axis]
    }
    if step.axes.isEmpty { return try hold(exact) }
    try emit(step)
    let seconds = Milliseconds(length).seconds
    let changed = step.axes
    try pass(exact, moving: changed)
    for axis in changed.members {
      checkExpiry(axis)
      reach(axis, step, seconds)
    }
  }

  /// Carries `axis` over the change of speed `step`.
  private mutating func reach(_ axis: Axis, _ step: Step, _ seconds: Double) {
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    let end = motors.axes[axis].position + (from + to) / 2 * seconds
    if from * to < 0, let limit = limit(of: axis) {
      let change = SpeedChange(
        position: motors.axes[axis].position, from: from, to: to, length: seconds, within: limit)
      checkReach(axis, change.peaks)
    } else {
      checkReach(axis, end)
    }
    motors.go(axis, to: end, turning: step.to[axis], by: tasks.running.origin, at: step.end)
  }

  /// Brings those of `moved` that turn to rest, as quickly as can be.
  mutating func brake(_ moved: AxisSet) throws(Halt) {
    let turning = motors.turning(moved)
    if turning.isEmpty { return }
    let least = try quickest(turning, PerAxis(all: 0))
    try change(turning, PerAxis(all: 0), atPaceOr: least)
  }
}
