#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Motion

/// Motions that are streams of speeds, and overlap or follow each other so closely that their calls
/// have to be found together.
struct LoweringStretch {
  /// One plan an axis, in the order in which they began.
  private(set) var plans: [LoweringPlan] = []
  /// The motor of each plan, when the stretch begins.
  private(set) var motors: [LoweringMotor] = []
  /// When it begins and when its last motion ends, in milliseconds.
  private(set) var (start, end): (Int32, Int32) = (0, 0)

  /// True if there is nothing to do.
  var isEmpty: Bool { plans.isEmpty }

  /// True if at the end of the stretch an axis turns on.
  var turnsOn: Bool { plans.contains { ($0.segments.last?.finalSpeed ?? 0) != 0 } }

  /// Adds a motion of `axis`, whose motor is `motor` if it has done nothing in the stretch yet.
  mutating func add(_ segment: LoweringSegment, _ axis: Axis, _ motor: LoweringMotor) {
    if isEmpty { (start, end) = (segment.start, segment.end) }
    end = max(end, segment.end)
    if let index = plans.firstIndex(where: { $0.axis == axis }) {
      plans[index].append(segment)
    } else {
      plans.append(LoweringPlan(axis, segment))
      motors.append(motor)
    }
  }

  /// Forgets everything, and keeps the room for it.
  mutating func removeAll() {
    plans.removeAll(keepingCapacity: true)
    motors.removeAll(keepingCapacity: true)
  }

  /// Finds the calls, adds them to `calls` and brings the motors to the end.
  mutating func solve(with search: inout LoweringSearch, adding calls: inout SpeedCalls) {
    search.grid.times.removeAll(keepingCapacity: true)
    for plan in plans { addMoments(of: plan, to: &search) }
    search.isSteep = plans.contains { plan in
      plan.segments.contains {
        $0.peaks.acceleration > search.model.acceleration * LoweringSearch.steepness
      }
    }
    if plans.count > 1 || search.isSteep { search.grid.times.sort() }
    search.grid.times.removeRepetitions()
    search.grid.nodes.removeAll(keepingCapacity: true)
    for plan in plans {
      plan.sample(at: search.grid.times, within: search.grid.tolerance, into: &search.grid.nodes)
    }
    let period = Int32(clamping: max(1, search.model.streamPeriod))
    let gap = max(1, min(period, (end - start) / 2))
    let last = run(&search, in: gap)
    collect(search, until: last, to: &calls)
  }

  /// Finds the calls, as a rule `gap` apart; answers the label of the last.
  ///
  /// Axes whose motors have to begin and end a steep change of speed at times of their own share
  /// their calls. Where they would stray for that, and only there, calls may follow each other in
  /// half the time, or in a third; in a second there are no more of them for it.
  private func run(_ search: inout LoweringSearch, in gap: Int32) -> Int {
    (search.gap, search.steepGap) = (gap, gap)
    var last = search.run(from: motors)
    var best = (error: search.error, gap: gap)
    for closer in [gap / 2, gap / 3] where search.isSteep && best.error > search.grid.tolerance {
      search.steepGap = max(1, closer)
      last = search.run(from: motors)
      if search.error < best.error { best = (search.error, search.steepGap) }
    }
    guard search.steepGap != best.gap else { return last }
    search.steepGap = best.gap
    return search.run(from: motors)
  }

  /// Adds the moments between which pieces of `plan` may lie.
  ///
  /// A chord over T seconds of a curve with acceleration a is off by a T² / 8: the moments lie a
  /// fraction of the shortest such piece apart, and no further than what the slowest motor needs to
  /// cover half the tolerance.
  private func addMoments(of plan: LoweringPlan, to search: inout LoweringSearch) {
    let model = search.model
    let least = Double(max(5, model.streamPeriod)) / 5
    for segment in plan.segments {
      let piece = (8 * search.grid.tolerance / segment.peaks.acceleration).squareRoot() * 1000
      let creep = search.grid.tolerance / 2 / max(model.minimumSpeed, 1e-3) * 1000
      let length = Double(segment.end) - Double(segment.start)
      let wanted = max(min(piece / 5, creep), least, length / 200_000)
      let count = max(1, (length / (wanted.isFinite ? wanted : least)).rounded(.up))
      for number in 0...Int(count) {
        let offset = (length * Double(number) / count).rounded()
        search.grid.times.append(segment.start + Int32(offset))
      }
      addTurns(of: segment, to: &search)
    }
  }

  /// Adds the milliseconds about which the acceleration of `segment` begins to be more than half of
  /// what the motors have.
  ///
  /// That is where a motor, whose acceleration is all or nothing, has to begin.
  private func addTurns(of segment: LoweringSegment, to search: inout LoweringSearch) {
    let half = search.model.acceleration / 2
    guard segment.peaks.acceleration > half else { return }
    func sense(_ time: Int32) -> Int {
      let acceleration =
        segment.profile.state(at: Double(time - segment.origin) / 1000).acceleration
      return acceleration > half ? 1 : acceleration < -half ? -1 : 0
    }
    var last = 0
    for time in stride(from: segment.start, to: segment.end, by: 4) {
      let now = sense(time)
      if now != last, now != 0 {
        let turns = stride(
          from: max(segment.start, time - 8), through: min(segment.end, time + 3), by: 2)
        search.grid.times.append(contentsOf: turns)
      }
      last = now
    }
  }

  /// Reads the calls off the labels of `search` and moves the motors on.
  private mutating func collect(
    _ search: LoweringSearch, until last: Int, to calls: inout SpeedCalls
  ) {
    var labels = [last]
    while let label = labels.last, label > 0 { labels.append(max(0, search.labels[label].origin)) }
    labels.reverse()
    for (index, label) in labels.enumerated() {
      let moment = search.moment(of: label)
      let next = index + 1 < labels.count ? labels[index + 1] : nil
      var call = SpeedCall(time: search.grid.times[moment], speeds: PerAxis(all: 0), step: 0)
      var isChange = false
      for (axis, plan) in plans.enumerated() {
        var motor = search.motor(axis, at: label)
        let before = motor.command
        motor.command =
          next.map { search.motor(axis, at: $0).command }
          ?? search.grid.node(axis, at: search.grid.times.count - 1).finalSpeed
        isChange = isChange || motor.command != before
        call.speeds[plan.axis] = motor.command
        call.step = max(call.step, search.grid.node(axis, at: moment).step)
        guard next == nil else { continue }
        motor.advance(by: Double(end - call.time) / 1000)
        motors[axis] = motor
      }
      if isChange { calls.add(call) }
    }
  }
}

extension ContiguousArray where Element == Int32 {
  /// Removes what repeats the element before it.
  fileprivate mutating func removeRepetitions() {
    var count = 0
    for index in indices where count == 0 || self[count - 1] != self[index] {
      self[count] = self[index]
      count += 1
    }
    removeLast(self.count - count)
  }
}
