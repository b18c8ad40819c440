import Motion
import Quantities
import Schedules

/// The lengths that a move to a place can have.
struct MoveDuration {
  /// The shortest length of the axes that begin at rest, in seconds; any greater one will do.
  private var fromRest = 0.0
  /// The motions of the axes that are moving already; some greater lengths may be impossible.
  private var onward: [Transition] = []
  private var isPossible = true

  /// Adds the motion of `axis` in `step`, which begins at `velocity` millidegrees a second.
  mutating func add(
    _ axis: Axis, of step: Step, at velocity: Int32, _ easing: Easing, within limit: AxisLimits
  ) {
    guard velocity != 0 else {
      let way = Millidegrees(Int(step.way(axis))).degrees
      fromRest = max(fromRest, easing.minimumLength(of: way, within: limit))
      return
    }
    let start = MotionState(
      position: Millidegrees(step.from[axis]).degrees, velocity: Millidegrees(velocity).degrees)
    let target = MotionState(position: Millidegrees(step.to[axis]).degrees)
    do throws(PlanningFailure) {
      onward.append(try Transition(from: start, to: target, within: limit))
    } catch {
      isPossible = false
    }
  }

  /// True if the least length is greater than that of any schedule.
  var isTooLong: Bool {
    isPossible && fromRest.isFinite && Milliseconds.covering(fromRest) == nil
  }

  /// The least length in which all axes arrive together, not below `wanted`, in milliseconds; nil
  /// if there is none.
  func shortestLength(atLeast wanted: Int32) -> Int32? {
    guard isPossible, fromRest.isFinite, var length = Milliseconds.covering(fromRest) else {
      return nil
    }
    length = max(length, wanted)
    if onward.isEmpty { return length }
    // Each turn leaves a gap of some axis behind; an axis has two at most.
    for _ in 0..<16 {
      var next = length
      for motion in onward {
        let seconds = motion.shortestLength(atLeast: Milliseconds(length).seconds)
        guard let whole = Milliseconds.covering(seconds) else { return nil }
        next = max(next, whole)
      }
      if next == length { return length }
      length = next
    }
    return nil
  }
}
