import Hardware
import Quantities

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// The dock reports its motion on a fixed grid of times, rounded to its encoders' ticks.

extension DockWorld {
  /// A report of the dock's motion, in degrees and degrees a second.
  struct Report: Hashable, Sendable {
    let position: AxisVector
    let speed: AxisVector
  }

  /// The number of the first report that is not before now and comes after number `previous`.
  func nextReport(after previous: Int) -> Int? {
    guard isConnected, model.motionStateRate > 0 else { return nil }
    let first = (seconds * model.motionStateRate - 1e-6).rounded(.up)
    guard first < Double(DockWorld.horizon) else { return nil }
    return max(Int(first), previous + 1)
  }

  /// When report `number` is made, in nanoseconds.
  func time(ofReport number: Int) -> Int {
    let time = (Nanoseconds.count(in: Double(number)) / model.motionStateRate).rounded()
    return time < Double(DockWorld.horizon) ? Int(time) : DockWorld.horizon
  }

  /// The present report of the dock.
  var report: Report {
    var position = reportedPose
    if model.positionTick > 0 {
      for motor in motors {
        let ticks = (position[motor.axis] / model.positionTick).rounded()
        position[motor.axis] = ticks * model.positionTick
      }
    }
    return Report(position: position, speed: speeds)
  }
}
