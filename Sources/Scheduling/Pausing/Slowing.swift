import Motion
import Quantities
import Schedules

// How motions slow down along their paths and set out again: how long their changes of rate take.

extension Scheduler {
  /// Lengths of changes of rate are multiples of this many milliseconds, so that own times are
  /// whole ones.
  static let grid: Int32 = 8

  /// The motion number `index` as it stands at `start`; nil if it cannot slow down from there.
  mutating func motion(_ index: Int, at start: Int32) -> PausedScript.Motion? {
    let step = builder.schedule.steps[index]
    // What begins as the cue does has begun in the cue before.
    if index < builder.keptSteps, step.start == start { return later(start + 1) }
    switch step.kind {
    // How far its subject is, and so where it is by now, is known only in the show.
    case .move where builder.schedule.missingSubject(of: step) != nil: return later(step.end)
    case .move, .through:
      let goesOn = builder.schedule.manner(of: step).velocities != PerAxis(all: 0)
      if step.start >= start, goesOn { return later(step.start + 1) }
      return PausedScript.Motion(
        whole: step, own: max(0, start - step.start), rate: 100, end: step.end,
        hasBegun: step.start < start)
    case .warp:
      let warp = builder.schedule.warps[Int(step.extra)]
      guard let change = warp.changes.last, change.rate > 0 else { return later(step.end) }
      // One that sets out has its rate first: till then its time is not that of the clock.
      let steady = start - step.start - change.length
      if steady < 0 { return later(step.start + change.length) }
      let hundredths = (change.length / 2 + steady) * change.rate
      if hundredths % 100 != 0 { return later(start + 1) }
      var whole = warp.whole
      whole.lateRule = step.lateRule
      return PausedScript.Motion(
        whole: whole, own: warp.begin + hundredths / 100, rate: change.rate, end: step.end,
        hasBegun: true)
    default: return later(step.end)
    }
  }

  /// Lets the running task try again at `time` milliseconds.
  mutating func later<Value>(_ time: Int32) -> Value? {
    tasks.running.now = max(now + Scheduler.tick, Instant(Milliseconds(time)))
    return nil
  }

  /// How long `motions` take to slow to a stop, in milliseconds; nil if they cannot yet.
  mutating func slowing(_ motions: [PausedScript.Motion], at start: Int32) -> Int32? {
    var (seconds, delay) = (0.0, 0.0)
    for motion in motions where motion.hasBegun {
      let movements = movements(of: motion)
      let rate = Double(motion.rate) / 100
      guard let found = TimeWarp.soonest(from: rate, to: 0, in: movements) else {
        return later(motion.end)
      }
      seconds = max(seconds, found.length)
      delay = max(delay, found.delay / rate)
    }
    if delay > 0 { return later(start + max(1, Milliseconds.covering(delay) ?? 1)) }
    guard var length = Scheduler.gridded(seconds) else {
      return later(motions.map(\.end).min() ?? start)
    }
    for _ in 0..<32 {
      let areGentle = motions.allSatisfy {
        !$0.hasBegun || $0.lasts(length) && isGentle($0, from: $0.rate, to: 0, over: length)
      }
      if areGentle { return length }
      length += Scheduler.grid
    }
    return later(motions.map(\.end).min() ?? start)
  }

  /// The greatest length of a change of rate, in milliseconds.
  private static let longestChange: Int32 = 1_000_000

  /// The least length of a change of rate that lasts for `seconds`, in milliseconds; nil if that is
  /// for ever.
  private static func gridded(_ seconds: Double) -> Int32? {
    guard let whole = Milliseconds.covering(seconds), whole <= longestChange else { return nil }
    return (whole + grid - 1) / grid * grid
  }

  /// True if `motions`, which slow to a stop over `length` milliseconds from `start` on, can set
  /// out again at the rate they had, as what turns beside them does; otherwise the running task
  /// tries again a little later.
  mutating func setsOutWhole(
    _ motions: [PausedScript.Motion], after length: Int32, at start: Int32
  ) -> Bool {
    var held = motions.filter(\.hasBegun)
    for index in held.indices { held[index].own += length / 2 * held[index].rate / 100 }
    held.removeAll { $0.own >= $0.whole.length }
    if held.isEmpty || risingLength(of: held, 1) != nil { return true }
    let end = held.map(\.end).min() ?? start
    let _: Bool? = later(min(end, start + 20))
    return false
  }

  func movements(of motion: PausedScript.Motion) -> [TimeWarp.Movement] {
    motion.whole.axes.members.compactMap { axis in
      guard let limit = builder.limits(motors.heldLimits)[axis]?.inDegrees,
        let profile = builder.schedule.profile(of: axis, in: motion.whole, from: 0, within: limit)
      else { return nil }
      return TimeWarp.Movement(profile, limit, at: Milliseconds(motion.own).seconds)
    }
  }

  /// True if `motion` keeps its limits if its rate changes where it is, in `length` milliseconds.
  private func isGentle(
    _ motion: PausedScript.Motion, from: Int32, to: Int32, over length: Int32
  ) -> Bool {
    let seconds = Milliseconds(length).seconds
    let changes = [
      WarpedMotion.Change(at: 0, over: 0, to: Double(from) / 100),
      WarpedMotion.Change(at: 0, over: seconds, to: Double(to) / 100),
    ]
    return movements(of: motion).allSatisfy { movement in
      let warped = WarpedMotion(
        movement.profile, from: movement.elapsed, changes: changes, length: seconds)
      return (warped?.peaks.stretch(within: movement.limits) ?? 2) <= 1 + 3e-10
    }
  }

  /// How the time of `show` goes on, and the rates of its motions, in hundredths.
  func clock(for show: PausedScript) -> (ResumeClock, [Int32]) {
    let under = show.motions.filter { $0.own > 0 && $0.own < $0.whole.length }
    let end = under.reduce(show.time) { max($0, $1.end) }
    var clock = ResumeClock(
      own: show.time, start: milliseconds + show.runUps.delay, length: 0, slowness: 1, end: end)
    // Almost at a limit a motion takes long to reach its rate, and is over sooner at half of it.
    // What turns has the rate of the show.
    let slownesses: [Int32] = show.turns.isEmpty ? [1, 2] : [1]
    let clocks = slownesses.compactMap { slowness in
      risingLength(of: under, slowness).map { length in
        (clock.length, clock.slowness) = (length, slowness)
        return clock
      }
    }
    let last = Instant(Milliseconds(end))
    clock = clocks.min { $0.instant(of: last) < $1.instant(of: last) } ?? clock
    return (clock, show.motions.map { $0.rate / clock.slowness })
  }

  /// How long `motions` take to reach their rate, divided by `slowness`, in milliseconds; nil if
  /// they cannot.
  private func risingLength(of motions: [PausedScript.Motion], _ slowness: Int32) -> Int32? {
    var seconds = 0.0
    for motion in motions {
      let rate = Double(motion.rate / slowness) / 100
      guard let found = TimeWarp.soonest(from: 0, to: rate, in: movements(of: motion)) else {
        return nil
      }
      seconds = max(seconds, found.length)
    }
    guard var length = Scheduler.gridded(seconds) else { return nil }
    for _ in 0..<32 {
      let areGentle = motions.allSatisfy {
        isGentle($0, from: 0, to: $0.rate / slowness, over: length)
      }
      if areGentle { return length }
      length += Scheduler.grid
    }
    return slowness > 1 ? length : nil
  }
}
