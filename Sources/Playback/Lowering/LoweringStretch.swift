#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Motion
import Quantities

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

  // MARK: - The calls

  /// Finds the calls, adds them to `calls` and brings the motors to the end; answers how far the
  /// motors get from their plans, in degrees.
  mutating func solve(with search: inout LoweringSearch, adding calls: inout SpeedCalls) -> Double {
    var error = 0.0
    while let part = solveBeginning(before: .max, with: &search, adding: &calls) {
      error = max(error, part)
    }
    setMoments(before: .max, of: &search)
    samplePlans(for: &search)
    let last = run(&search, goesOn: false)
    collect(search, along: search.way(to: last)[...], to: &calls)
    finish(search, at: last, adding: &calls)
    return max(error, search.error)
  }

  /// Finds the calls of the beginning, if the stretch is long, and leaves the rest; answers how far
  /// the motors get from their plans, in degrees, or nil if there is nothing to find yet.
  ///
  /// So the work for a moment of the stretch does not depend on how long that is, and the first
  /// calls are known before its end is. The calls are found further than they are kept: what comes
  /// soon after has its say.
  ///
  /// - Parameter time: all motions that begin earlier are known, in milliseconds.
  mutating func solveBeginning(
    before time: Int32, with search: inout LoweringSearch, adding calls: inout SpeedCalls
  ) -> Double? {
    let most = LoweringStretch.window
    let leastGap = LoweringStretch.leastGap(of: search.model)
    guard Double(min(time, end) - start) / leastGap * Double(plans.count) >= Double(most) else {
      return nil
    }
    setMoments(before: time, of: &search, atMost: most)
    guard search.grid.times.count == most else { return nil }
    samplePlans(for: &search)
    let last = run(&search, goesOn: true)
    let way = search.way(to: last)
    let kept = way.lastIndex { search.moment(of: $0) <= most / 8 * 7 } ?? 0
    guard kept > 0 else { return nil }
    collect(search, along: way[...kept], to: &calls)
    begin(at: search.grid.times[search.moment(of: way[kept])])
    return search.labels[way[kept]].error
  }

  /// How many moments are looked at together: a second or two of quick motions.
  private static let window = 512

  /// Leaves out what is over before `time`.
  private mutating func begin(at time: Int32) {
    start = time
    for index in plans.indices { plans[index].begin(at: time) }
  }

  /// Finds the calls, as a rule a period of the dock's stream apart; answers the label of the last.
  ///
  /// Axes whose motors have to begin and end a steep change of speed at times of their own share
  /// their calls. Where they would stray for that, and only there, calls may follow each other in
  /// half the time, or in a third; in a second there are no more of them for it.
  private func run(_ search: inout LoweringSearch, goesOn: Bool) -> Int {
    let period = Int32(clamping: max(1, search.model.streamPeriod))
    let length = goesOn ? .max : end - start
    let gap = max(1, min(period, length / 2))
    (search.gap, search.steepGap) = (gap, gap)
    var last = search.run(from: motors, goesOn: goesOn)
    var best = (error: search.error, gap: gap)
    for closer in [gap / 2, gap / 3] where search.isSteep && best.error > search.grid.tolerance {
      search.steepGap = max(1, closer)
      last = search.run(from: motors, goesOn: goesOn)
      if search.error < best.error { best = (search.error, search.steepGap) }
    }
    guard search.steepGap != best.gap else { return last }
    search.steepGap = best.gap
    return search.run(from: motors, goesOn: goesOn)
  }

  // MARK: - Moments

  /// Sets the moments before `time` between which pieces may lie, the first `most` of them.
  private func setMoments(
    before time: Int32, of search: inout LoweringSearch, atMost most: Int = Int(Int32.max)
  ) {
    search.grid.times.removeAll(keepingCapacity: true)
    search.grid.times.append(start)
    for plan in plans { addMoments(of: plan, before: time, to: &search, atMost: most) }
    addMomentsOfEvenSpeed(before: time, to: &search)
    search.grid.times.sort()
    search.grid.times.removeRepetitions()
    search.grid.times.removeLast(max(0, search.grid.times.count - most))
  }

  /// Sets the plans at the moments that are set.
  private func samplePlans(for search: inout LoweringSearch) {
    let last = search.grid.times.last ?? start
    search.isSteep = plans.contains { plan in
      plan.segments.lazy.prefix { $0.start < last }.contains {
        $0.peaks.acceleration > search.model.acceleration * LoweringSearch.steepness
      }
    }
    search.grid.nodes.removeAll(keepingCapacity: true)
    for plan in plans {
      plan.sample(at: search.grid.times, within: search.grid.tolerance, into: &search.grid.nodes)
    }
  }

  /// Adds the moments before `time` between which pieces of `plan` may lie, as a rule the first
  /// `most`.
  ///
  /// A chord over T seconds of a curve with acceleration a is off by a T² / 8: the moments lie a
  /// fraction of the shortest such piece apart, and no further than what the slowest motor needs to
  /// cover half the tolerance.
  private func addMoments(
    of plan: LoweringPlan, before time: Int32, to search: inout LoweringSearch, atMost most: Int
  ) {
    let model = search.model
    let least = LoweringStretch.leastGap(of: model)
    // Rounding may bring two of them together.
    var left = 2 * most
    for segment in plan.segments where segment.end > start && segment.start < time && left > 0 {
      let piece = Milliseconds.count(
        in: (8 * search.grid.tolerance / segment.peaks.acceleration).squareRoot())
      let creep = Milliseconds.count(
        in: search.grid.tolerance / 2 / max(model.minimumSpeed, 1e-3))
      let length = Double(segment.end) - Double(segment.start)
      let wanted = max(min(piece / 5, creep), least, length / 200_000)
      let count = max(1, (length / (wanted.isFinite ? wanted : least)).rounded(.up))
      let last = min(Int(count), left)
      for number in 0...last {
        let offset = (length * Double(number) / count).rounded()
        let moment = segment.start + Int32(offset)
        if moment < time { search.grid.times.append(moment) }
      }
      let end = segment.start + Int32((length * Double(last) / count).rounded())
      addTurns(of: segment, until: min(time, end), to: &search)
      left -= last
    }
  }

  /// Adds moments before `time` at which a motor that has changed its speed may get that of the
  /// plan, where changes of speed about it leave it no call of its own.
  private func addMomentsOfEvenSpeed(before time: Int32, to search: inout LoweringSearch) {
    let period = Int32(clamping: max(1, search.model.streamPeriod))
    for plan in plans {
      var nearest = plans.map { _ in 0 }
      for (index, segment) in plan.segments.enumerated() where segment.finalSpeed != 0 {
        let earliest = segment.start - 2 * period
        var isCrowded = index == 0 || plan.segments[index - 1].end > earliest
        for (number, other) in plans.enumerated() where other.axis != plan.axis {
          let passed = other.segments[nearest[number]...].prefix { $0.end <= earliest }.count
          nearest[number] += passed
          let next = other.segments.dropFirst(nearest[number]).first
          isCrowded = isCrowded || next.map { $0.start < segment.end + period } ?? false
        }
        guard isCrowded else { continue }
        let bound = index + 1 < plan.segments.count ? plan.segments[index + 1].start : end
        for quarter in Int32(1)...8 {
          let moment = segment.end + max(1, period * quarter / 4)
          if start < moment, moment < min(time, bound) { search.grid.times.append(moment) }
        }
      }
    }
  }

  /// The least time between two moments of a smooth motion, in milliseconds.
  private static func leastGap(of model: DockModel) -> Double {
    Double(max(5, model.streamPeriod)) / 5
  }

  /// Adds the milliseconds until `end` about which the acceleration of `segment` begins to be more
  /// than half of what the motors have.
  ///
  /// That is where a motor, whose acceleration is all or nothing, has to begin.
  private func addTurns(
    of segment: LoweringSegment, until end: Int32, to search: inout LoweringSearch
  ) {
    let half = search.model.acceleration / 2
    guard segment.peaks.acceleration > half else { return }
    func sense(_ time: Int32) -> Int {
      let acceleration =
        segment.profile.state(at: Milliseconds(time - segment.origin).seconds).acceleration
      return acceleration > half ? 1 : acceleration < -half ? -1 : 0
    }
    var last = 0
    for time in stride(from: segment.start, to: end, by: 4) {
      let now = sense(time)
      if now != last, now != 0 {
        let turns = stride(
          from: max(segment.start, time - 8), through: min(end, time + 3), by: 2)
        search.grid.times.append(contentsOf: turns)
      }
      last = now
    }
  }

  // MARK: - Reading

  /// Reads the calls off the labels of `search` along `way`, and moves the motors on to its end.
  ///
  /// Unless the last of them is the end of the stretch, it is where the next piece begins.
  private mutating func collect(
    _ search: LoweringSearch, along way: ArraySlice<Int>, to calls: inout SpeedCalls
  ) {
    for (label, next) in zip(way, way.dropFirst()) {
      add(to: &calls, at: label, in: search) { search.motor($0, at: next).command }
    }
    guard let last = way.last else { return }
    for axis in plans.indices { motors[axis] = search.motor(axis, at: last) }
  }

  /// Gives every axis its final speed at the label `last` of `search`, and moves the motors on to
  /// the end.
  private mutating func finish(
    _ search: LoweringSearch, at last: Int, adding calls: inout SpeedCalls
  ) {
    let end = search.grid.times.count - 1
    add(to: &calls, at: last, in: search) { search.grid.node($0, at: end).finalSpeed }
    let time = search.grid.times[search.moment(of: last)]
    for axis in plans.indices {
      motors[axis].command = search.grid.node(axis, at: end).finalSpeed
      motors[axis].advance(by: Milliseconds(self.end - time).seconds)
    }
  }

  /// Adds the call at `label` that gives each axis, by its number, the speed `command`, if that
  /// changes anything.
  private func add(
    to calls: inout SpeedCalls, at label: Int, in search: LoweringSearch,
    _ command: (Int) -> Int32
  ) {
    let moment = search.moment(of: label)
    var call = SpeedCall(time: search.grid.times[moment], speeds: PerAxis(all: 0), step: 0)
    var isChange = false
    for (axis, plan) in plans.enumerated() {
      let speed = command(axis)
      isChange = isChange || speed != search.motor(axis, at: label).command
      call.speeds[plan.axis] = speed
      call.step = max(call.step, search.grid.node(axis, at: moment).step)
    }
    if isChange { calls.add(call) }
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
