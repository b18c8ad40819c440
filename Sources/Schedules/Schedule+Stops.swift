import Motion
import Quantities

extension Schedule {
  /// How long the axes take to stop, and how far they go, at the worst moment of a step.
  public struct Stop: Equatable, Sendable {
    /// How long, in milliseconds, rounded up.
    public internal(set) var length: Int32 = 0
    /// How far each axis goes on, in millidegrees, rounded up.
    public internal(set) var angles = PerAxis<Int32>(all: 0)
    /// The axes that move.
    public internal(set) var axes = AxisSet.none

    /// Takes the greater of this and `other`.
    mutating func formUnion(_ other: Stop) {
      length = max(length, other.length)
      axes.formUnion(other.axes)
      for axis in other.axes.members { angles[axis] = max(angles[axis], other.angles[axis]) }
    }

    mutating func add(_ axis: Axis, _ worst: WorstStop) {
      guard worst.length > 0 else { return }
      axes.insert(AxisSet(axis))
      length = max(length, Stop.whole(worst.length))
      angles[axis] = max(angles[axis], Stop.whole(worst.angle))
    }

    private static func whole(_ value: Double) -> Int32 {
      Int32(min(Double(Int32.max), Thousandths.count(in: value).rounded(.up)))
    }
  }

  /// The worst stop of each step, at the quickest that the limits of its time allow.
  ///
  /// Built-in animations are left out: nothing is known of their motion.
  public func stops() -> [Stop] { stops(turning: PerAxis(all: 0), within: 0) }

  /// The same where axes turn before the first step, so many millidegrees a second, and the limits
  /// with the index `first` hold.
  func stops(turning: PerAxis<Int32>, within first: Int) -> [Stop] {
    var turning = turning
    var limits = self.limits.indices.contains(first) ? self.limits[first] : PerAxis(all: nil)
    return steps.map { step in
      limits = self.limits(of: step) ?? limits
      var stop = Stop()
      for axis in AxisSet.all.members {
        guard let limit = limits[axis]?.inDegrees else { continue }
        if step.length > 0, let profile = profile(of: axis, in: step, turning, within: limit) {
          stop.add(axis, WorstStop(from: profile, within: limit))
        }
        if step.moves, step.axes.contains(axis) {
          turning[axis] = step.kind == .ramp ? step.to[axis] : 0
        }
      }
      return stop
    }
  }

  /// How `axis`, which turns at the speed given, moves over `step`; nil if it does not.
  private func profile(
    of axis: Axis, in step: Step, _ turning: PerAxis<Int32>, within limits: AxisLimits
  ) -> Profile? {
    if step.axes.contains(axis) { return profile(of: axis, in: step, from: 0, within: limits) }
    guard turning[axis] != 0 else { return nil }
    return .hold(
      position: 0, velocity: Millidegrees(turning[axis]).degrees,
      length: Milliseconds(step.length).seconds)
  }
}

extension Cue {
  /// The worst stop of each step, as of `Schedule.stops`.
  public func stops() -> [Schedule.Stop] { schedule.stops(turning: turning, within: limits) }
}

extension Step {
  /// True if it changes how axes move.
  fileprivate var moves: Bool { kind == .move || kind == .through || kind == .ramp }
}

extension [Schedule.Stop] {
  /// The worst of all.
  var worst: Schedule.Stop { reduce(into: Schedule.Stop()) { $0.formUnion($1) } }
}
