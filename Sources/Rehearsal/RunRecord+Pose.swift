import Motion
import Playback
import Quantities
import Schedules
import Simulation

extension RunRecord {
  /// Where the dock stands at the end, in millidegrees, before the tracker turns it on.
  public var endPose: PerAxis<Int32> {
    var pose = PerAxis<Int32>(all: 0)
    let end = Nanoseconds(trace.handover(after: outcome)).seconds
    for motion in trace.axes {
      let position = thousandths(motion.position(at: end))
      pose[Axis(motion.axis)] = Int32(clamping: position)
    }
    return pose
  }

  /// What `axis` did; nil if the dock lacks it.
  public func motion(of axis: Axis) -> AxisMotion? {
    trace.axes.first { Axis($0.axis) == axis }
  }
}

extension Trace {
  /// When the tracker got the dock for good after the show of `outcome`, in nanoseconds; the end of
  /// the trace if it did not.
  func handover(after outcome: Outcome) -> Int {
    var (tracks, since) = (beganTracking, 0)
    for event in events {
      guard case .tracking(let isOn) = event.kind, isOn != tracks else { continue }
      (tracks, since) = (isOn, event.time)
    }
    return tracks ? min(end, max(since, outcome.start + outcome.length)) : end
  }
}
