import Motion
import Quantities
import Schedules

/// Where a schedule is after some of its steps, if all goes as planned.
struct PlanState {
  private(set) var positions: PerAxis<Double>
  private var velocities = PerAxis<Double>(all: 0)
  private var times = PerAxis<Int32>(all: 0)
  /// The index in the schedule of the limits that hold.
  private(set) var limits: UInt32 = 0
  /// The step that said last what tracking is given back to.
  private(set) var tracking: Step?

  /// The state before the first step of `schedule`.
  init(before schedule: Schedule) {
    positions = schedule.from.map { Millidegrees($0).degrees }
  }

  /// The position of `axis` at `time` milliseconds, in degrees, unless a step moves it then.
  func position(of axis: Axis, at time: Int32) -> Double {
    positions[axis]
      + Milliseconds.seconds(in: velocities[axis] * Double(max(0, time - times[axis])))
  }

  /// True if `step`, at the beginning of a cue, only says what holds already.
  func isRestated(by step: Step) -> Bool {
    step.start == 0
      && (step.kind == .limit && step.extra == limits
        || step.kind == .tracking && step.wantsTracking == tracking?.wantsTracking)
  }

  /// True if no step changes the speed of `axis` at `time`.
  func isSteady(_ axis: Axis, at time: Int32) -> Bool { times[axis] <= time }

  /// The speed that `axis` keeps, in millidegrees a second.
  func velocity(of axis: Axis) -> Int32 { Int32(degrees: velocities[axis]) }

  /// Numbers the limits that hold, now by `schedule`, as that of the next cue does.
  mutating func renumberLimits(of schedule: Schedule, as next: inout Schedule) {
    limits = next.number(ofLimits: limits, of: schedule)
  }

  /// Goes on to the end of `step`.
  mutating func follow(_ step: Step) {
    switch step.kind {
    case .move, .through, .ramp, .cut, .warp:
      for axis in Axis.allCases where step.axes.contains(axis) { follow(step, axis) }
    case .limit: limits = step.extra
    case .tracking: tracking = step
    default: break
    }
  }

  private mutating func follow(_ step: Step, _ axis: Axis) {
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    if step.kind == .ramp {
      let way = Milliseconds.seconds(in: (from + to) / 2 * Double(step.length))
      positions[axis] = position(of: axis, at: step.start) + way
      velocities[axis] = to
    } else {
      positions[axis] = to
      velocities[axis] = 0
    }
    times[axis] = step.end
  }
}

extension Schedule {
  /// The index of the limits that are number `index` of `other`; they are added if they are new.
  mutating func number(ofLimits index: UInt32, of other: Schedule) -> UInt32 {
    guard other.limits.indices.contains(Int(index)) else { return 0 }
    return UInt32(number(ofLimits: other.limits[Int(index)]))
  }
}
