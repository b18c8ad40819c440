import Hardware
import Motion
import Quantities
import Schedules

/// The exact calls to `schedule.model` that carry out `schedule`, with their times.
///
/// - A plain move is one orientation call, if no other axis turns meanwhile, the dock's budget of
///   such calls allows one, and the move is beyond the dock's dead band.
/// - Every other motion is a stream of speeds: the fewest calls with which the motors stay within
///   `tolerance` of the plan; see `LoweringSearch`. Speeds of one instant are one call. Where a
///   dock forgets speeds, those that last are sent again in time.
/// - In each region tracking goes off first, then limits are set if they are not the dock's own; at
///   its end the axes are told to stand before tracking is restored.
///
/// - Parameters:
///   - schedule: what is to be carried out.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees; at least 1.
///     Where a plan asks for more than the motors can do in the rhythm of a stream, the list states
///     the distance it does keep.
public func lower(
  _ schedule: Schedule, within tolerance: Int32 = CommandList.defaultTolerance
) -> CommandList {
  var lowering = Lowering(schedule, isLast: true, within: tolerance)
  return lowering.finish()
}

/// The state of lowering one schedule, step by step.
///
/// It goes on when it is asked to: the first calls of a long schedule are known before the rest is
/// looked at.
package struct Lowering: Sendable {
  /// The state of one axis.
  struct Track {
    /// The position at `time` by the plan, in degrees.
    var position: Double
    /// The speed from `time` on, in millidegrees a second.
    var velocity: Int32 = 0
    /// When the last step of the axis ends, in milliseconds.
    var time: Int32 = 0
    /// The motor as it answers the commands so far.
    var motor: LoweringMotor
  }

  let schedule: Schedule
  /// True if nothing comes after the schedule.
  private let isLast: Bool
  /// The commands found so far, all those before some time.
  private(set) var list: CommandList
  /// The commands found so far that those of streams may still come before.
  private var others: ContiguousArray<Command> = []
  /// The index of the next step to be lowered.
  private(set) var next = 0
  /// The index of the first step whose calls are of interest.
  private var firstStep = 0
  /// True when all is done.
  private(set) var isOver = false
  /// How much has been done lately, in moments of streams.
  private var work = 0
  var tracks: [Track]
  private var stretch = LoweringStretch()
  private var search: LoweringSearch
  var speeds: SpeedCalls
  var budget: CallBudget
  /// The index in `schedule.limits` of the limits that hold.
  private var limits = 0
  /// The index of the limits the dock has.
  var dockLimits = 0
  var isTaken = false
  /// The axes that have moved in this region; others stand where they are assumed to.
  var moved = AxisSet.none
  /// The state of tracking to give back, if the script sets one.
  private var wanted: Command.Tracking?
  /// The motions in progress when it began with the motors held; nil if they were not held.
  var momentum: Momentum?
  /// True once the tracker turns axes in this cue: the dock then stands elsewhere than planned, and
  /// no call may name a pose.
  var hasFollowed = false
  /// True if the motion goes on that the dock was carrying out by itself.
  var keepsMotion = false

  init(
    _ schedule: Schedule, continuing momentum: Momentum? = nil, isLast: Bool,
    within tolerance: Int32
  ) {
    let tolerance = max(1, tolerance)
    (self.schedule, self.isLast) = (schedule, isLast)
    list = CommandList(schedule, within: tolerance)
    search = LoweringSearch(schedule.model, within: Millidegrees(tolerance).degrees)
    speeds = SpeedCalls(schedule.model)
    budget = CallBudget(schedule)
    tracks = Axis.allCases.map { axis in
      let position = Millidegrees(schedule.from[axis]).degrees
      return Track(
        position: position,
        motor: LoweringMotor(position: position, acceleration: schedule.model.acceleration))
    }
    if let momentum { take(over: momentum) }
  }

  /// Finds the rest of the commands, and answers all that have not been taken.
  mutating func finish() -> CommandList {
    while goOn() {}
    return list
  }

  /// Moves the commands found so far to `list`.
  mutating func takeFound(into list: inout CommandList) {
    list.commands += self.list.commands
    list.tolerance = max(list.tolerance, self.list.tolerance)
    self.list.commands.removeAll(keepingCapacity: true)
  }

  /// Looks no longer for the calls of streams before step number `index`, before which the motors
  /// are given back.
  mutating func skip(to index: Int) { firstStep = index }

  /// Finds some more commands; answers false if there are none.
  mutating func goOn() -> Bool {
    guard !isOver else { return false }
    let known = list.commands.count
    repeat {
      work = 0
      while !isOver, work < Lowering.share { lowerNext() }
      moveFound()
    } while !isOver && list.commands.count == known
    return true
  }

  /// How many moments of streams are looked at before what is found is handed on.
  private static let share = 512

  /// Lowers the next step, unless so much is known of a stream that its beginning can be found.
  private mutating func lowerNext() {
    let horizon = next < schedule.steps.count ? schedule.steps[next].start : .max
    if let error = stretch.solveBeginning(before: horizon, with: &search, adding: &speeds) {
      work += search.grid.times.count
      return keep(error)
    }
    guard next < schedule.steps.count else { return end() }
    work += 8
    next += 1
    lower(next - 1)
  }

  /// Moves to the list what has been found and nothing can come before any more.
  private mutating func moveFound() {
    guard !isOver else { return speeds.move(with: &others, before: .max, to: &list, of: schedule) }
    let start = next < schedule.steps.count ? schedule.steps[next].start : schedule.length
    let bound = min(start, stretch.isEmpty ? .max : stretch.start, speeds.nextRenewal)
    speeds.move(with: &others, before: bound, to: &list, of: schedule)
  }

  private mutating func lower(_ index: Int) {
    let step = schedule.steps[index]
    switch step.kind {
    case .take: take(index)
    case .giveBack: giveBack(index)
    case .move, .through, .ramp, .cut, .warp: move(index)
    case .wait: break
    case .animate: animate(index)
    case .limit: limit(index)
    case .tracking: track(index)
    case .action:
      if case .follow = schedule.action(of: step) { hasFollowed = true }
      if !hasBegun(index) { add(.action, index) }
    }
  }

  private mutating func end() {
    isOver = true
    close(at: schedule.length)
    guard wanted != nil, isLast else { return }
    var command = Command(.tracking, time: schedule.length, step: Int32(schedule.steps.count) - 1)
    command.tracking = .restore
    others.append(command)
  }

  private mutating func add(
    _ kind: Command.Kind, _ index: Int, extra: UInt32? = nil, length: Int32 = 0,
    vector: PerAxis<Int32> = PerAxis(all: 0)
  ) {
    let step = schedule.steps[index]
    var command = Command(kind, time: step.start, step: Int32(truncatingIfNeeded: index))
    command.line = step.line
    command.extra = extra ?? step.extra
    command.length = length
    command.vector = vector
    others.append(command)
  }

  private mutating func set(_ tracking: Command.Tracking, _ index: Int) {
    add(.tracking, index, extra: tracking.rawValue)
  }

  private mutating func take(_ index: Int) {
    set(.off, index)
    isTaken = true
    moved = .none
    dockLimits = 0
    setLimits(index)
  }

  private mutating func giveBack(_ index: Int) {
    close(at: schedule.steps[index].start)
    if !speeds.areKnownZero { add(.velocity, index, extra: 0) }
    speeds.reset()
    for axis in tracks.indices {
      tracks[axis].velocity = 0
      tracks[axis].motor.command = 0
      tracks[axis].motor.velocity = 0
      // Nobody has followed the motors through what is skipped: they are where they were to be.
      if index < firstStep { tracks[axis].motor.position = tracks[axis].position }
    }
    set(wanted ?? .restore, index)
    isTaken = false
  }

  private mutating func limit(_ index: Int) {
    limits = Int(schedule.steps[index].extra)
    if isTaken, !hasBegun(index) { setLimits(index) }
  }

  /// Sets the limits that hold, unless the dock has them.
  private mutating func setLimits(_ index: Int) {
    guard limits < schedule.limits.count else { return }
    guard schedule.limits[limits] != schedule.limits[dockLimits] else { return }
    dockLimits = limits
    add(.limits, index, extra: UInt32(limits))
  }

  private mutating func track(_ index: Int) {
    let tracking: Command.Tracking = schedule.steps[index].wantsTracking ? .on : .off
    wanted = tracking
    if !isTaken { set(tracking, index) }
  }

  private mutating func animate(_ index: Int) {
    let step = schedule.steps[index]
    if hasBegun(index) {
      _ = keep(index)
      for axis in tracks.indices { tracks[axis].time = step.end }
      return
    }
    close(at: step.start)
    add(.animate, index, length: step.length)
    speeds.forget()
    budget.spend(at: step.start)
    for axis in tracks.indices { tracks[axis].time = step.end }
  }

  private mutating func move(_ index: Int) {
    let step = schedule.steps[index]
    // A move to who is not there moves nothing.
    guard step.length > 0, !step.axes.isEmpty else { return }
    for axis in Axis.allCases where step.axes.contains(axis) { begin(step, axis) }
    if hasBegun(index) {
      if !keep(index) { stream(index) }
    } else if isOneCall(index) {
      orient(index)
    } else {
      stream(index)
    }
    for axis in Axis.allCases where step.axes.contains(axis) {
      tracks[axis.rawValue].time = step.end
      tracks[axis.rawValue].velocity = step.kind == .ramp ? step.to[axis] : 0
      if step.kind != .ramp { tracks[axis.rawValue].position = Millidegrees(step.to[axis]).degrees }
    }
  }

  /// Brings what is known of `axis` to the start of `step`.
  private mutating func begin(_ step: Step, _ axis: Axis) {
    let isFirst = !moved.contains(axis)
    moved.insert(AxisSet(axis))
    var track = tracks[axis.rawValue]
    let turned = Milliseconds.seconds(
      in: Millidegrees(track.velocity).degrees * Double(step.start - track.time))
    track.position += turned
    if step.kind != .ramp {
      track.position = Millidegrees(step.from[axis]).degrees
      if isFirst, step.assumed.contains(axis) { track.motor.position = track.position }
    }
    track.time = step.start
    tracks[axis.rawValue] = track
  }

  /// True if the step can be, and the dock takes it as, one orientation call.
  private func isOneCall(_ index: Int) -> Bool {
    let step = schedule.steps[index]
    guard step.kind == .move, step.easing == 0, step.isBeyond(schedule.model.deadBand)
    else { return false }
    let manner = schedule.manner(of: step)
    guard !manner.isStraight, manner.velocities == PerAxis(all: 0) else { return false }
    return !hasFollowed && isAlone(index) && budget.allows(at: step.start) && isOwnMotion(step)
  }

  /// True if the dock, left to itself, moves as planned: its speed can be limited, but not its
  /// acceleration and jerk, and it knows nothing of the manner of a single move.
  private func isOwnMotion(_ step: Step) -> Bool {
    if limits == 0, step.extra == 0 { return true }
    var plain = step
    plain.extra = 0
    return Axis.allCases.allSatisfy { axis in
      guard step.axes.contains(axis), let limit = limit(of: axis)?.inDegrees else { return true }
      guard var own = schedule.limits.first?[axis]?.inDegrees else { return false }
      own.speed = min(own.speed, limit.speed)
      let position = tracks[axis.rawValue].position
      return schedule.profile(of: axis, in: step, from: position, within: limit)
        == schedule.profile(of: axis, in: plain, from: position, within: own)
    }
  }

  /// True if no other axis turns while the step lasts, nor a tracker may turn one.
  func isAlone(_ index: Int) -> Bool {
    let step = schedule.steps[index]
    for axis in Axis.allCases where !step.axes.contains(axis) {
      let track = tracks[axis.rawValue]
      if track.velocity != 0 || track.time > max(0, step.start) { return false }
    }
    var next = index + 1
    while next < schedule.steps.count, schedule.steps[next].start < step.end {
      let other = schedule.steps[next]
      if other.kind.movesMotors || schedule.following(of: other)?.subject != nil { return false }
      next += 1
    }
    return true
  }

  private mutating func orient(_ index: Int) {
    let step = schedule.steps[index]
    close(at: step.start)
    var target = PerAxis<Int32>(all: 0)
    for axis in Axis.allCases {
      target[axis] = step.axes.contains(axis) ? step.to[axis] : position(of: axis)
    }
    add(.orientation, index, extra: 0, length: step.length, vector: target)
    speeds.forget()
    budget.spend(at: step.start)
    for axis in Axis.allCases {
      tracks[axis.rawValue].motor = LoweringMotor(
        position: Millidegrees(target[axis]).degrees, acceleration: schedule.model.acceleration)
    }
  }

  /// Where `axis` stands by the plan, in whole millidegrees.
  private func position(of axis: Axis) -> Int32 {
    Int32(clampingRounded: Millidegrees.count(in: tracks[axis.rawValue].position))
  }

  private mutating func stream(_ index: Int) {
    let step = schedule.steps[index]
    let period = Int32(clamping: max(1, schedule.model.streamPeriod))
    if !stretch.isEmpty, !stretch.turnsOn, step.start - stretch.end > period {
      close(at: step.start)
    }
    for axis in Axis.allCases where step.axes.contains(axis) {
      guard let limit = limit(of: axis) else { continue }
      let track = tracks[axis.rawValue]
      let profile = schedule.profile(
        of: axis, in: step, from: track.position, within: limit.inDegrees)
      guard let profile else { continue }
      tracks[axis.rawValue].position = profile.end.position
      guard index >= firstStep else { continue }
      let segment = LoweringSegment(
        profile, Int32(truncatingIfNeeded: index), from: step.start, to: step.end,
        finalSpeed: step.kind == .ramp ? step.to[axis] : 0,
        greatestSpeed: greatestSpeed(of: axis, in: step, within: limit))
      stretch.add(segment, axis, track.motor)
    }
  }

  /// The greatest speed that `step` may give to `axis`, in millidegrees a second.
  ///
  /// A move that is slower than the motors can turn is made in small steps at their slowest speed.
  private func greatestSpeed(
    of axis: Axis, in step: Step, within limit: Schedule.Limit
  ) -> Int32 {
    let greatest = schedule.greatestSpeed(of: axis, in: step, within: limit)
    guard step.kind != .ramp else { return greatest }
    let slowest = Millidegrees.count(in: schedule.model.minimumSpeed).rounded(.up)
    return max(greatest, min(limit.speed, Int32(clampingRounded: slowest)))
  }

  /// Finds the calls of all streams so far, and sends the last speeds again until `time`.
  private mutating func close(at time: Int32) {
    if !stretch.isEmpty {
      keep(stretch.solve(with: &search, adding: &speeds))
      work += search.grid.times.count
      for (plan, motor) in zip(stretch.plans, stretch.motors) {
        tracks[plan.axis.rawValue].motor = motor
      }
      stretch.removeAll()
    }
    speeds.renew(until: time)
  }

  /// Takes note of how far the motors get from their plans, in degrees.
  private mutating func keep(_ error: Double) {
    list.tolerance = max(
      list.tolerance, Int32(clampingRounded: Millidegrees.count(in: error).rounded(.up)))
  }

  private func limit(of axis: Axis) -> Schedule.Limit? {
    limits < schedule.limits.count ? schedule.limits[limits][axis] : schedule.limits.first?[axis]
  }
}
