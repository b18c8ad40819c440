import Motion
import Quantities
import Schedules

// Room for what follows: motions that would leave the limits of an axis begin elsewhere.

extension Replanning {
  /// Moves at `time` to where the move `original` to a place fits within the limits, although its
  /// curve goes beyond its ends.
  mutating func makeRoom(for original: Step, at time: Int32) {
    if original.isRelative || original.easing == 0 { return }
    let step = fromHere(original)
    var target = PerAxis<Int32?>(all: nil)
    var fitting = offset
    for axis in step.axes.members {
      guard let place = fittingStart(of: step, axis) else { continue }
      fitting[axis] = place &- original.from[axis]
      target[axis] = place
    }
    approach(target, at: time)
    offset = fitting
  }

  /// The place nearest to where `step` begins from which `axis` comes to its target within the
  /// limits, in millidegrees; nil if it does from where it begins.
  private func fittingStart(of step: Step, _ axis: Axis) -> Int32? {
    guard let limits = limits(of: axis),
      let peaks = source.profile(of: axis, in: step, from: 0, within: limits)?.peaks
    else { return nil }
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    var start = from
    for extreme in [peaks.lower, peaks.upper] {
      // How far it goes beyond an end is a share of its way.
      let share = (extreme - from) / (to - from)
      let bound = max(limits.lower, min(limits.upper, extreme))
      guard share < 0 || share > 1, abs(extreme - bound) > 0.0005 else { continue }
      let least = (bound - share * to) / (1 - share)
      if abs(least - to) < abs(start - to) { start = least }
    }
    let place = Int32(degrees: start, to < from ? .down : .up)
    return place == step.from[axis] ? nil : place
  }

  /// Moves `axes` at `time` to where the region from step `first` of the source on fits within the
  /// limits.
  mutating func makeRoom(at time: Int32, from first: Int, _ axes: AxisSet) {
    var target = PerAxis<Int32?>(all: nil)
    var fitting = offset
    for axis in axes.members {
      let room = room(for: axis, at: time, from: first).offsets
      fitting[axis] = max(room.lower, min(room.upper, offset[axis]))
      guard fitting[axis] != offset[axis] else { continue }
      target[axis] = Int32(degrees: plan.position(of: axis, at: time)) &+ fitting[axis]
    }
    approach(target, at: time)
    offset = fitting
  }

  /// Stops the axes that turn at `time`, if one of them would leave its limits, moves that to where
  /// the region from step `first` of the source on fits within them, and lets all turn again.
  mutating func makeRoomForTurning(at time: Int32, from first: Int) {
    var (stop, restart) = (Step(.ramp, start: time), Step(.ramp, start: time))
    var (target, fitting) = (PerAxis<Int32?>(all: nil), offset)
    for axis in Axis.allCases {
      let velocity = plan.velocity(of: axis)
      guard velocity != 0 else { continue }
      guard plan.isSteady(axis, at: time), let limits = limits(of: axis) else { return }
      (stop.from[axis], restart.to[axis]) = (velocity, velocity)
      stop.axes.insert(AxisSet(axis))
      stop.length = max(stop.length, StopOrStart(Millidegrees(velocity), within: limits).length)
      let room = room(for: axis, at: time, from: first).offsets
      fitting[axis] = max(room.lower, min(room.upper, offset[axis]))
    }
    guard fitting != offset else { return }
    (restart.axes, restart.length) = (stop.axes, stop.length)
    for axis in stop.axes.members {
      // Half of how far it would turn in that time at its speed.
      let way = Int32(
        degrees: Millidegrees(restart.to[axis]).turned(in: Milliseconds(stop.length)) / 2)
      let place = plan.position(of: axis, at: time) + Millidegrees(fitting[axis] &- way).degrees
      guard let limits = limits(of: axis) else { continue }
      let start = Int32(degrees: max(limits.lower, min(limits.upper, place)))
      // Where the range is too narrow for the way to that speed, it begins nearer.
      fitting[axis] &+= start &- Int32(degrees: place)
      target[axis] = start
      offset[axis] &+= way
    }
    add(at: time, stop)
    delay(by: stop.length, from: time)
    approach(target, at: time)
    add(at: time, restart)
    delay(by: restart.length, from: time)
    offset = fitting
  }

  /// The room in which `axis` rests, and moves by distances and speeds, from `time` and step
  /// `first` of the source on, before its next absolute move.
  private func room(for axis: Axis, at time: Int32, from first: Int) -> Room {
    var plan = plan
    var room = Room()
    for index in region where index >= first {
      let step = source.steps[index]
      guard let limits = source.limits(plan.limits, of: axis) else { return room }
      let position = plan.position(of: axis, at: step.start)
      if step.start > time { room.fit(Peaks(restingAt: position), within: limits) }
      if step.axes.contains(axis) {
        let isInMotion = source.velocity(of: axis, before: step) != 0
        if source.leadsToPlace(step), !isInMotion { return room }
        room.fit(Peaks(restingAt: position), within: limits)
        if source.leadsToPlace(step) {
          turnBack(axis, in: step, from: position, within: limits, &room)
          return room
        }
        let profile = source.profile(of: axis, in: step, from: position, within: limits)
        guard let profile else { return room }
        room.fit(profile.peaks, within: limits)
      }
      plan.follow(step)
    }
    let last = plan.position(of: axis, at: source.length)
    if source.length > time, let limits = source.limits(plan.limits, of: axis) {
      room.fit(Peaks(restingAt: last), within: limits)
      // What turns on when the next cue begins must still be able to stop.
      let stop = StopOrStart(Millidegrees(plan.velocity(of: axis)), within: limits)
      room.fit(Peaks(restingAt: last + stop.way), within: limits)
    }
    return room
  }

  /// Makes `room` so small that the move `step` to a place, which begins in motion at `position`
  /// degrees by the plan, turns back within `limits`.
  private func turnBack(
    _ axis: Axis, in step: Step, from position: Double, within limits: AxisLimits,
    _ room: inout Room
  ) {
    let whole = source.cut(of: step)?.whole ?? source.warp(of: step)?.whole ?? step
    var trial = self
    // How far it goes on before it turns back depends little on where it begins.
    for _ in 0..<8 {
      trial.offset[axis] = max(room.offsets.lower, min(room.offsets.upper, offset[axis]))
      let begin = Millidegrees(trial.offset[axis]).degrees
      let profile = source.profile(of: axis, in: trial.fromHere(whole), from: 0, within: limits)
      guard let peaks = profile?.peaks, peaks.lower < limits.lower || peaks.upper > limits.upper
      else { return }
      var turn = Peaks(restingAt: position)
      if peaks.lower < limits.lower { turn.lower = peaks.lower - begin }
      if peaks.upper > limits.upper { turn.upper = peaks.upper - begin }
      room.fit(turn, within: limits)
    }
  }

  /// A change from a speed to rest, or from rest to it, as quick as can be.
  private struct StopOrStart {
    /// How long it takes, in milliseconds.
    let length: Int32
    /// How far it goes, in degrees: half as far as at that speed.
    let way: Double

    init(_ speed: Millidegrees, within limits: AxisLimits) {
      let seconds = SpeedChange.minimumLength(of: speed.degrees, within: limits)
      length = Milliseconds.covering(seconds) ?? 0
      way = speed.turned(in: Milliseconds(length)) / 2
    }
  }

  /// By how much an axis can be off its plan, in degrees, and stay within its limits.
  private struct Room {
    private var (lower, upper) = (-Double.infinity, Double.infinity)

    /// Makes it so small that a motion with `peaks` fits within `limits`.
    mutating func fit(_ peaks: Peaks, within limits: AxisLimits) {
      lower = max(lower, limits.lower - peaks.lower)
      upper = min(upper, limits.upper - peaks.upper)
    }

    /// The offsets in it, in millidegrees.
    var offsets: (lower: Int32, upper: Int32) {
      // Where nothing fits, half of what is missing shows at either end.
      let middle = (lower + upper) / 2
      let (lower, upper) = lower > upper ? (middle, middle) : (lower, upper)
      return (Int32(degrees: lower, .up), Int32(degrees: upper, .down))
    }
  }
}
