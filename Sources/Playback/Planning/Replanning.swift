#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Motion
import Quantities
import Schedules

/// Plans one region of a schedule again, from where the dock really stands.
///
/// A move to a place still goes to that place, and takes longer if its length does not suffice from
/// here. A move to a subject goes where that is, or as near as it can. A move by a distance keeps
/// its distance, and a speed stays. Where one of the latter, or a curve that goes beyond its ends,
/// would not fit within the limits, or an axis rests beyond them, the dock first goes to the
/// nearest pose from which all fits. A path goes exactly through its waypoints from here, and a way
/// back leads to where the dock stood.
struct Replanning {
  /// A delay of all that follows, in milliseconds.
  struct Delay: Equatable {
    /// The time in the schedule from which on everything is late.
    let time: Int32
    /// By how much.
    fileprivate(set) var length: Int32
  }

  let source: Schedule
  let region: ClosedRange<Int>
  private(set) var plan: PlanState
  /// By how much each axis is off its plan, in millidegrees.
  var offset: PerAxis<Int32>
  /// Where those are to whom moves turn each axis, in degrees; nil of who is not there.
  private let aims: PerAxis<Double?>
  /// By how much the axes were off their plan where ways back lead, by the numbers of the holds.
  private var holds: [Int32: PerAxis<Int32>]
  /// How far the first steps are, which have begun.
  private let progress: [StepUnderWay.Progress]
  /// The region, planned again.
  private(set) var schedule: Schedule
  /// The index in the source of each step; nil for one that was put in.
  private(set) var numbers: [Int?] = []
  private(set) var delays: [Delay] = []

  /// Plans the steps `region` of `source` again, which begin with taking and end with giving back;
  /// the axes are `offset` millidegrees away from `plan`, turn to subjects at `aims` degrees, and
  /// go back to places that are as far from their plan as `holds` says.
  ///
  /// A region that is in progress already has no taking; its first `begun` steps have begun, and
  /// are as far as `progress` says.
  init(
    _ region: ClosedRange<Int>, of source: Schedule, after plan: PlanState,
    offset: PerAxis<Int32>, aims: PerAxis<Double?>, holds: [Int32: PerAxis<Int32>],
    begun: Int? = nil, _ progress: [StepUnderWay.Progress] = []
  ) {
    self.source = source
    self.region = region
    self.plan = plan
    (self.offset, self.aims, self.holds) = (offset, aims, holds)
    self.progress = progress
    schedule = source
    schedule.steps = []
    let time = source.steps[region.lowerBound].start
    for axis in Axis.allCases {
      schedule.from[axis] = Int32(degrees: plan.position(of: axis, at: time)) &+ offset[axis]
    }
    if begun == nil { begin() }
    run(after: begun ?? 0)
  }

  private mutating func begin() {
    let take = source.steps[region.lowerBound]
    if let tracking = plan.tracking { add(at: take.start, tracking) }
    if plan.limits != 0 {
      var limit = Step(.limit, start: take.start)
      limit.extra = plan.limits
      add(at: take.start, limit)
    }
    add(take, region.lowerBound)
    makeRoom(at: take.start, from: region.lowerBound, .all)
  }

  /// Plans the rest of the region, of which the first `begun` steps have begun.
  private mutating func run(after begun: Int) {
    var moving = AxisSet.none
    for index in region.dropFirst(numbers.isEmpty ? 0 : 1) {
      let step = source.steps[index]
      if index < begun { moving.formUnion(step.axes) }
      if index == begun, begun > 0 || numbers.isEmpty {
        makeRoomForTurning(at: 0, from: index)
        makeRoom(at: step.start, from: index, .all.subtracting(moving))
      }
      switch step.kind {
      case .move: move(step, index, hasBegun: index < begun)
      case .through: through(step, index)
      case .cut: cut(step, index, hasBegun: index < begun)
      case .warp: warp(step, index, hasBegun: index < begun)
      default:
        add(step, index)
        if step.kind == .ramp { turn(step, for: progress(of: index).lead) }
      }
      if let hold = source.hold(of: step), index >= begun { holds[hold.number] = offset }
      plan.follow(step)
      if source.subject(of: step) != nil { makeRoom(at: step.end, from: index + 1, step.axes) }
    }
    if begun > region.upperBound { makeRoomForTurning(at: 0, from: begun) }
    schedule.length = source.length &+ delays.reduce(0) { $0 &+ $1.length }
    if let last = schedule.steps.last, last.kind == .giveBack { schedule.length = last.start }
  }

  // MARK: - Steps

  /// Adds `step`, which is number `number` of the source, as late as everything is by then.
  private mutating func add(_ step: Step, _ number: Int?) {
    var step = step
    step.start &+= delay(at: step.start)
    if let number { step.start &-= progress(of: number).lead }
    schedule.steps.append(step)
    numbers.append(number)
  }

  mutating func add(at time: Int32, _ step: Step) {
    var step = step
    step.start = time
    add(step, nil)
  }

  private func delay(at time: Int32) -> Int32 {
    delays.reduce(0) { $1.time <= time ? $0 &+ $1.length : $0 }
  }

  mutating func delay(by length: Int32, from time: Int32) {
    guard length > 0 else { return }
    let place = delays.firstIndex { $0.time > time } ?? delays.count
    if place > 0, delays[place - 1].time == time { return delays[place - 1].length &+= length }
    delays.insert(Delay(time: time, length: length), at: place)
  }

  /// Puts all off until `step` is over, which is number `index` of the source, where it is
  /// `original`.
  private mutating func delay(until step: Step, _ original: Step, _ index: Int) {
    delay(by: step.length &- progress(of: index).lead &- original.length, from: original.end)
  }

  /// How far the step number `index` of the source is, if it has begun before.
  private func progress(of index: Int) -> StepUnderWay.Progress {
    progress.indices.contains(index) ? progress[index] : StepUnderWay.Progress()
  }

  /// Takes note that the axes of `step` turn at its last speed for `time` milliseconds more.
  private mutating func turn(_ step: Step, for time: Int32) {
    for axis in step.axes.members {
      offset[axis] &+= Int32(
        degrees: Millidegrees(step.to[axis]).turned(in: Milliseconds(time)))
    }
  }

  /// Adds a move; one to who is not there is none.
  private mutating func move(_ original: Step, _ index: Int, hasBegun: Bool) {
    if !hasBegun { makeRoom(for: original, at: original.start) }
    var step = fromHere(original)
    if step.axes.isEmpty, !hasBegun { return }
    if !step.isRelative {
      for axis in step.axes.members { offset[axis] = step.to[axis] &- original.to[axis] }
    }
    if hasBegun, step.end <= progress(of: index).lead {
      // It is over already.
      for axis in step.axes.members { schedule.from[axis] = step.to[axis] }
      step.axes = .none
    }
    add(step, index)
    delay(until: step, original, index)
  }

  /// The move `original` from where the dock is: to the same place, and longer if it must be, or by
  /// the same distance; it moves no axis to who is not there.
  func fromHere(_ original: Step) -> Step {
    var step = original
    for axis in step.axes.members where offset[axis] != 0 {
      step.from[axis] &+= offset[axis]
      if step.isRelative { step.to[axis] &+= offset[axis] }
    }
    if let hold = hold(behind: step) {
      for axis in step.axes.members {
        let place = Millidegrees(step.to[axis] &+ hold[axis]).degrees
        guard let limits = limits(of: axis) else { continue }
        step.to[axis] = Int32(degrees: max(limits.lower, min(limits.upper, place)))
      }
    }
    if source.missingSubject(of: step) != nil {
      for axis in step.axes.members {
        guard let goal = goal(of: axis, from: step.from[axis]) else {
          step.axes.subtract(AxisSet(axis))
          continue
        }
        step.to[axis] = goal
      }
    }
    if !step.isRelative, step.from != original.from || step.to != original.to {
      for axis in step.axes.members { step.length = max(step.length, shortest(step, axis)) }
    }
    return step
  }

  /// By how much the axes were off their plan where `step` leads back to; nil if it leads to no
  /// such place.
  private func hold(behind step: Step) -> PerAxis<Int32>? {
    schedule.holdBehind(step).flatMap { holds[$0] }
  }

  /// True if an axis of `step` is off its plan, or was where it leads back to.
  private func isOffPlan(_ step: Step) -> Bool {
    let hold = hold(behind: step) ?? PerAxis(all: 0)
    return step.axes.members.contains { offset[$0] != 0 || hold[$0] != 0 }
  }

  /// Where `axis` turns to its subject from `start`, in millidegrees: to where that is, with as few
  /// turns as it can, or to the end of its range; nil if nobody is there.
  private func goal(of axis: Axis, from start: Int32) -> Int32? {
    guard let aim = aims[axis], let limits = limits(of: axis) else { return nil }
    return Int32(degrees: limits.place(lookingAlong: aim, from: Milliseconds(start).seconds))
  }

  /// Adds a motion that is cut off: it begins where the dock is, and ends where that leads.
  private mutating func cut(_ original: Step, _ index: Int, hasBegun: Bool) {
    guard let cut = source.cut(of: original) else { return add(original, index) }
    self.cut(cut, original, index, hasBegun: hasBegun)
  }

  /// Adds `original` as `cut`.
  private mutating func cut(
    _ cut: Schedule.Cut, _ original: Step, _ index: Int, hasBegun: Bool
  ) {
    var (step, cut) = (original, cut)
    cut.time = progress(of: index).cut ?? cut.time &+ progress(of: index).lead
    switch cut.whole.kind {
    case .move:
      if !hasBegun { makeRoom(for: cut.whole, at: original.start) }
      cut.whole = fromHere(cut.whole)
      step.axes.formIntersection(cut.whole.axes)
      if step.axes.isEmpty, !hasBegun { return }
    case .warp, .through:
      guard
        let whole = cut.whole.kind == .warp ? warpFromHere(cut.whole) : pathFromHere(cut.whole)
      else { return enter(original, index) }
      cut.whole = whole
    default: break
    }
    for axis in step.axes.members {
      step.from[axis] &+= offset[axis]
      step.to[axis] &+= offset[axis]
    }
    step.extra = UInt32(schedule.cuts.count)
    schedule.cuts.append(cut)
    settle(&step, original)
    add(step, index)
    delay(until: step, original, index)
  }

  /// Adds a part of a motion that slows to a stop, or sets out again.
  private mutating func warp(_ original: Step, _ index: Int, hasBegun: Bool) {
    if !hasBegun, let warp = source.warp(of: original), warp.begin == 0 {
      makeRoom(for: warp.whole, at: original.start)
    }
    if hasBegun, let stop = stop(of: original, index) {
      var step = original
      step.kind = .cut
      return cut(stop, step, index, hasBegun: true)
    }
    guard var step = warpFromHere(original) else { return enter(original, index) }
    if step.kind == .move {
      for axis in step.axes.members { offset[axis] = step.to[axis] &- original.to[axis] }
    } else if !step.isRelative {
      for axis in step.axes.members {
        guard let limits = limits(of: axis),
          let profile = schedule.profile(of: axis, in: step, from: 0, within: limits)
        else { continue }
        step.to[axis] = Int32(
          degrees: profile.state(at: Milliseconds(step.length).seconds).position)
        offset[axis] = step.to[axis] &- original.to[axis]
      }
    }
    add(step, index)
    delay(until: step, original, index)
  }

  /// How the warp `original` is cut off, which is number `index` of the source, if it slows to a
  /// stop after it has been under way for longer than planned, or otherwise: it is faster or slower
  /// than planned then.
  private func stop(of original: Step, _ index: Int) -> Schedule.Cut? {
    let progress = progress(of: index)
    let isOtherwise = progress.lead != 0 || progress.cut != nil || progress.move != nil
    guard isOtherwise, let warp = source.warp(of: original), let change = warp.changes.last,
      change.rate == 0
    else { return nil }
    if warp.begin == 0 { return Schedule.Cut(warp.whole, after: change.time) }
    guard var move = progress.move else { return nil }
    for axis in move.axes.members {
      move.from[axis] &-= offset[axis]
      if move.isRelative { move.to[axis] &-= offset[axis] }
    }
    return Schedule.Cut(move, after: change.time)
  }

  /// The warp `original` from where the dock is; nil if it goes on with a path, which began
  /// elsewhere.
  ///
  /// One that sets out again, and goes to a place, becomes a move to it from rest: how the motion
  /// began no longer tells where the dock is.
  private mutating func warpFromHere(_ original: Step) -> Step? {
    guard var warp = source.warp(of: original), isOffPlan(original) else { return original }
    var step = original
    if warp.whole.kind == .through {
      guard warp.begin == 0, let path = pathFromHere(warp.whole) else { return nil }
      if warp.changes.last?.rate == 100 { step.length &+= path.length &- warp.whole.length }
      warp.whole = path
    } else if step.isRelative || warp.begin == 0 {
      warp.whole = fromHere(warp.whole)
    } else {
      var manner = Schedule.Manner()
      manner.hold = schedule.holdBehind(original)
      (step.kind, step.easing, step.extra) = (.move, 0, schedule.index(of: manner))
      return fromHere(step)
    }
    for axis in step.axes.members {
      step.from[axis] &+= offset[axis]
      step.to[axis] &+= offset[axis]
    }
    step.extra = UInt32(schedule.warps.count)
    schedule.warps.append(warp)
    return step
  }

  /// Makes `step`, which is cut off, last until all its axes stand, and go to where they do.
  private mutating func settle(_ step: inout Step, _ original: Step) {
    var ends = PerAxis<Double?>(all: nil)
    for axis in Axis.allCases where step.axes.contains(axis) {
      guard let limits = limits(of: axis) else { continue }
      let cut = schedule.cuts[Int(step.extra)]
      let position = Millidegrees(step.from[axis]).degrees
      guard
        let whole = schedule.profile(of: axis, in: cut.whole, from: position, within: limits),
        let stopped = StoppedMotion(whole, after: Milliseconds(cut.time).seconds, within: limits)
      else { continue }
      step.length = max(step.length, Milliseconds.covering(stopped.length) ?? 0)
      ends[axis] = stopped.stop.target.position
    }
    for axis in Axis.allCases {
      guard let end = ends[axis] else { continue }
      step.to[axis] = Int32(degrees: end)
      offset[axis] = step.to[axis] &- original.to[axis]
    }
  }

  private mutating func through(_ original: Step, _ index: Int) {
    guard let step = pathFromHere(original) else { return enter(original, index) }
    for axis in step.axes.members { offset[axis] = 0 }
    add(step, index)
    delay(until: step, original, index)
  }

  /// The path `original` from where the dock is, exactly through its waypoints; nil if there is
  /// none.
  private mutating func pathFromHere(_ original: Step) -> Step? {
    guard let through = source.through(of: original), isOffPlan(original) else { return original }
    var step = original
    for axis in step.axes.members { step.from[axis] &+= offset[axis] }
    let points = through.points.map { point in
      var place = step.from
      for axis in step.axes.members { place[axis] = point[axis] }
      return place.map { Millidegrees($0).degrees }
    }
    guard let plan = plan(from: step.from, points, through.speed, original.length) else {
      return nil
    }
    step.length = plan.length
    step.extra = UInt32(schedule.throughs.count)
    schedule.throughs.append(Schedule.Through(plan, speed: through.speed))
    return step
  }

  /// The plan from `start` through `points` in `length` milliseconds, or longer if it must be.
  private func plan(
    from start: PerAxis<Int32>, _ points: [PerAxis<Double>], _ speed: Int32?, _ length: Int32
  ) -> PassingPlan? {
    var limits = PerAxis<AxisLimits?>(all: nil)
    for axis in Axis.allCases { limits[axis] = self.limits(of: axis) }
    var length = length
    for _ in 0..<2 {
      do throws(ThroughPlan.Failure) {
        let plan = try PassingPlan.plan(
          from: start.map { Millidegrees($0).degrees }, points: points,
          speed: speed.map { Millidegrees($0).degrees }, length: Milliseconds(length).seconds,
          limits: limits)
        return plan.points.isEmpty ? nil : plan
      } catch {
        guard case .tooShort(let shortest) = error else { return nil }
        length = shortest
      }
    }
    return nil
  }

  /// Adds a motion on waypoints that cannot be planned from here: the dock first goes to its start.
  private mutating func enter(_ step: Step, _ index: Int) {
    var target = PerAxis<Int32?>(all: nil)
    for axis in step.axes.members where offset[axis] != 0 { target[axis] = step.from[axis] }
    approach(target, at: step.start)
    add(step, index)
  }

  /// Puts in a move to `target`, given as planned positions, which are then true.
  mutating func approach(_ target: PerAxis<Int32?>, at time: Int32) {
    var step = Step(.move, start: time)
    for axis in Axis.allCases {
      guard let goal = target[axis] else { continue }
      step.axes.insert(AxisSet(axis))
      step.from[axis] = Int32(degrees: plan.position(of: axis, at: time)) &+ offset[axis]
      step.to[axis] = goal
      step.length = max(step.length, shortest(step, axis))
      offset[axis] = 0
    }
    guard !step.axes.isEmpty else { return }
    add(step, nil)
    delay(by: step.length, from: time)
  }

  /// The shortest length of `step` for `axis`, in milliseconds.
  private func shortest(_ step: Step, _ axis: Axis) -> Int32 {
    guard let limits = limits(of: axis) else { return 0 }
    let seconds = source.shortestLength(of: axis, in: step, within: limits)
    return seconds.isFinite ? Milliseconds.covering(seconds) ?? 0 : 0
  }

  func limits(of axis: Axis) -> AxisLimits? {
    let index = Int(plan.limits)
    return (index < source.limits.count ? source.limits[index] : source.limits.first)?[axis]?
      .inDegrees
  }
}

extension Schedule {
  /// True if `step` is a move to a place, or part of one, so that it ends there wherever it begins.
  func leadsToPlace(_ step: Step) -> Bool {
    switch step.kind {
    case .move, .warp: !step.isRelative
    case .through: true
    case .cut:
      !step.isRelative && cut(of: step).map { $0.whole.kind != .ramp } ?? false
    default: false
    }
  }

  /// The limits with `index` for `axis`, in degrees; nil if there are none.
  func limits(_ index: UInt32, of axis: Axis) -> AxisLimits? {
    guard index < limits.count else { return nil }
    return limits[Int(index)][axis]?.inDegrees
  }
}

extension Int32 {
  /// `degrees` in whole millidegrees, held within 32 bits; 0 for what is no number.
  init(degrees: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    let rounded = Millidegrees.count(in: degrees).rounded(rule)
    self = rounded.isNaN ? 0 : Int32(Swift.max(-2e9, Swift.min(2e9, rounded)))
  }
}
