import Motion
import Quantities
import Schedules
import Simulation

extension RunRecord {
  /// Where the dock stands at the end, in millidegrees.
  public var endPose: PerAxis<Int32> {
    var pose = PerAxis<Int32>(all: 0)
    for motion in trace.axes {
      let position = thousandths(motion.position(at: Nanoseconds(trace.end).seconds))
      pose[Axis(motion.axis)] = Int32(clamping: position)
    }
    return pose
  }

  /// What `axis` did; nil if the dock lacks it.
  public func motion(of axis: Axis) -> AxisMotion? {
    trace.axes.first { Axis($0.axis) == axis }
  }
}
