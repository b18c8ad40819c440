import Motion
import Quantities
import Schedules

/// The motors: the position and owner of each axis, and the limits that the dock has.
struct Motors {
  /// Where each axis is, who moves it, and until when.
  private(set) var axes: PerAxis<AxisTracking>
  /// What each axis was before the last motion of a branch that moved it.
  private var before: PerAxis<AxisTracking>
  /// The limits that the dock holds, as an index of `Schedule.limits`.
  var heldLimits: UInt32 = 0
  /// True between taking them and giving them back.
  private(set) var areTaken = false
  /// The state of tracking to give back, and the start of the statement that sets it; nil if the
  /// script sets none.
  var wantedTracking: WantedTracking?
  /// What the tracker does for the script; nil if it turns no axis for it.
  private(set) var following: Following?
  /// When the axes are at rest that the tracker has turned, in milliseconds; nil if a cue has begun
  /// since.
  private(set) var restsAt: Int32?
  /// The times of the last two calls of which DockKit takes only so many a second, in milliseconds.
  private var recentCalls: (Int32, Int32) = (.min / 2, .min / 2)

  /// The motors at `position`, in millidegrees, as nobody has taken them yet.
  init(at position: PerAxis<Int32>, tracking: WantedTracking? = nil) {
    axes = position.map { AxisTracking(position: Millidegrees($0).degrees) }
    before = axes
    wantedTracking = tracking
  }

  /// True if one of `wanted` moves at `time`, in milliseconds, or the tracker turns it.
  func isMoving(_ wanted: AxisSet, at time: Int32) -> Bool {
    wanted.members.contains {
      axes[$0].velocity != 0 || axes[$0].isFollowing || axes[$0].movedUntil > time
    }
  }

  /// True if `axis` is busy with step number `step` at `time`, in milliseconds.
  func isBusy(_ axis: Axis, withStep step: Int, at time: Int32) -> Bool {
    axes[axis].step == step && axes[axis].movedUntil > time
  }

  /// True if an axis keeps a speed.
  var isAnyTurning: Bool { AxisSet.all.members.contains { axes[$0].velocity != 0 } }

  /// Those of `wanted` that keep a speed.
  func turning(_ wanted: AxisSet) -> AxisSet {
    wanted.members.reduce(into: AxisSet.none) { turning, axis in
      if axes[axis].velocity != 0 { turning.insert(AxisSet(axis)) }
    }
  }

  /// Where the axes are, in degrees.
  var pose: PerAxis<Double> { axes.map(\.position) }

  /// The axes that the task at `slot` has moved last.
  func owned(by slot: Int) -> AxisSet {
    AxisSet.all.members.reduce(into: AxisSet.none) { owned, axis in
      if axes[axis].owner == slot { owned.insert(AxisSet(axis)) }
    }
  }

  // MARK: - Who has them

  /// Notes that they are taken.
  mutating func take() { areTaken = true }

  /// Notes that they are given back.
  mutating func giveBack() { areTaken = false }

  /// Makes `axis` that of the task at `slot`.
  mutating func hand(_ axis: Axis, to slot: Int) { axes[axis].owner = slot }

  /// Makes the axes of the task at `slot` those of the one at `other`.
  mutating func hand(from slot: Int, to other: Int) {
    for axis in AxisSet.all.members where axes[axis].owner == slot { axes[axis].owner = other }
  }

  /// Notes that `moved` axes are busy up to `time`, in milliseconds, with step number `step` of the
  /// statement at `origin`.
  mutating func occupy(_ moved: AxisSet, until time: Int32, by origin: UInt32, step: Int) {
    for axis in moved.members {
      if axes[axis].step != step || axes[axis].movedUntil == 0 { before[axis] = axes[axis] }
      axes[axis].movedBy = origin
      axes[axis].movedUntil = time
      axes[axis].step = step
    }
  }

  /// Notes that `moved` axes are busy up to `time`, in milliseconds.
  mutating func occupy(_ moved: AxisSet, until time: Int32) {
    for axis in moved.members { axes[axis].movedUntil = time }
  }

  /// Notes that `moved` axes are busy with step number `step`, up to `time`, in milliseconds, or
  /// longer if they were.
  mutating func occupy(_ moved: AxisSet, withStep step: Int, until time: Int32) {
    for axis in moved.members {
      axes[axis].step = step
      axes[axis].movedUntil = max(axes[axis].movedUntil, time)
    }
  }

  /// Notes that the step that moved `axis` last has the number `step` now.
  mutating func renumber(_ axis: Axis, step: Int) { axes[axis].step = step }

  // MARK: - The tracker

  /// What the tracker does for the script.
  struct Following: Equatable {
    let value: Schedule.Following
    /// The statement that says so.
    let origin: UInt32
    /// How long the axes take to come to rest at most, in milliseconds.
    let braking: Int32
  }

  /// Lets the tracker turn axes, as the statement at `origin` says.
  mutating func follow(_ value: Schedule.Following, by origin: UInt32, braking: Int32) {
    following = Following(value: value, origin: origin, braking: braking)
    for axis in value.axes.members {
      axes[axis].isFollowing = true
      axes[axis].turnedBy = origin
      axes[axis].forget()
    }
  }

  /// Notes that the tracker turns nothing any more; nobody knows where its axes are at rest at
  /// `time`, in milliseconds.
  mutating func stopFollowing(until time: Int32) {
    for axis in AxisSet.all.members where axes[axis].isFollowing {
      axes[axis].isFollowing = false
      axes[axis].forget()
    }
    (following, restsAt) = (nil, time)
  }

  /// Notes that a cue begins where all axes are found.
  mutating func findRest() { restsAt = nil }

  // MARK: - Where they are

  /// Lets `axis` come to rest at `target` degrees, a place if `isAbsolute`, or at some way from
  /// where it was.
  mutating func arrive(_ axis: Axis, at target: Double, isAbsolute: Bool) {
    axes[axis].arrive(at: target, isAbsolute: isAbsolute)
  }

  /// Lets `axis` go to `target` degrees.
  mutating func go(_ axis: Axis, to target: Double) { axes[axis].go(to: target) }

  /// Lets `axis` go back to `target` degrees, where it is known no better than when it was as
  /// `before`.
  mutating func goBack(_ axis: Axis, to target: Double, as before: AxisTracking) {
    axes[axis].goBack(to: target, as: before)
  }

  /// Lets `axis` go to `target` degrees and turn on from there at `velocity`, in millidegrees a
  /// second, from `time` on, in milliseconds, as the statement at `origin` says.
  mutating func go(
    _ axis: Axis, to target: Double, turning velocity: Int32, by origin: UInt32, at time: Int32
  ) {
    axes[axis].go(to: target, turning: velocity, by: origin, at: time)
  }

  /// Turns `axis`, which keeps its speed, up to `time`, in milliseconds; false if it is there.
  mutating func advance(_ axis: Axis, to time: Int32) -> Bool {
    let elapsed = time - axes[axis].time
    if elapsed <= 0 { return false }
    axes[axis].time = time
    let way = Millidegrees(axes[axis].velocity).turned(in: Milliseconds(elapsed))
    axes[axis].go(to: axes[axis].position + way)
    return true
  }

  /// Takes `axis` to be at `place`, in degrees, whatever way it has come.
  mutating func put(_ axis: Axis, at place: Double) { axes[axis].position = place }

  /// Takes `axis` to have been where `tracking` has been since nobody knows where it is.
  mutating func roam(_ axis: Axis, as tracking: AxisTracking) { axes[axis].roam(as: tracking) }

  /// Takes `axis` to stand at `place`, in degrees, which `isAssumed` if the motion has begun at an
  /// assumed position.
  mutating func stand(_ axis: Axis, at place: Double, isAssumed: Bool) {
    axes[axis].stop(at: place)
    if isAssumed { axes[axis].missPlace() }
  }

  /// Takes `axis` to be what it was before its last motion, which never began; who has it keeps it.
  mutating func forgo(_ axis: Axis) {
    let owner = axes[axis].owner
    axes[axis] = before[axis]
    axes[axis].owner = owner
  }

  /// Notes that `axis` turns from `place`, in degrees, at `velocity`, in millidegrees a second,
  /// since `time`, in milliseconds; a speed that `isNew` is held from then on.
  mutating func turn(
    _ axis: Axis, from place: Double, at velocity: Int32, since time: Int32, isNew: Bool
  ) {
    (axes[axis].position, axes[axis].velocity) = (place, velocity)
    (axes[axis].movedUntil, axes[axis].time) = (time, time)
    if isNew { axes[axis].turnedAt = time }
  }

  /// Takes all axes to stand where they are.
  mutating func stand() {
    for axis in AxisSet.all.members { axes[axis].velocity = 0 }
  }

  /// Knows `axis` to stand at `place`, in degrees.
  mutating func find(_ axis: Axis, at place: Double) {
    axes[axis] = AxisTracking(position: place)
    axes[axis].certainty = .known
  }

  /// Takes `axis` to be as `tracking` says.
  mutating func restore(_ axis: Axis, as tracking: AxisTracking) { axes[axis] = tracking }

  /// Notes whether `axis` is where it cannot be, which is reported once.
  mutating func note(_ axis: Axis, isOutside: Bool) { axes[axis].isOutside = isOutside }

  /// Notes that `axis`, whose position nobody knows, comes to `place` degrees under `limit`.
  mutating func visit(_ axis: Axis, _ place: Double, within limit: AxisLimits) {
    axes[axis].visit(place, from: limit.lower, to: limit.upper)
  }

  /// Forgets where `axis` is.
  mutating func forget(_ axis: Axis) { axes[axis].forget() }

  /// Takes note that `axis` was as in `earlier` before a move to a subject that has no step, which
  /// began at `time`, in milliseconds.
  mutating func seek(_ axis: Axis, from earlier: AxisTracking, at time: Int32) {
    before[axis] = earlier
    axes[axis].seek(at: time)
  }

  /// Forgets where the axes are, which the task at `slot` has from `time` on, in milliseconds; they
  /// stand.
  mutating func isolate(for slot: Int, at time: Int32) {
    for axis in AxisSet.all.members {
      axes[axis].forget()
      axes[axis].owner = slot
      axes[axis].movedUntil = min(axes[axis].movedUntil, time)
      axes[axis].velocity = 0
      axes[axis].isFollowing = false
    }
    (following, restsAt) = (nil, nil)
  }

  /// Forgets where the axes are: the tracker has them.
  mutating func forget() {
    for axis in AxisSet.all.members { axes[axis].forget() }
  }

  // MARK: - Times

  /// True if a call at `time`, in milliseconds, is one more than DockKit takes a second.
  func isCallTooSoon(at time: Int32) -> Bool { time - recentCalls.0 < Milliseconds.second }

  /// Notes a call at `time`, in milliseconds.
  mutating func noteCall(at time: Int32) { recentCalls = (recentCalls.1, time) }

  /// Counts all times from `time` on, in milliseconds.
  mutating func shift(by time: Int32) {
    for axis in AxisSet.all.members {
      axes[axis].shift(by: time)
      before[axis].shift(by: time)
    }
    recentCalls = (recentCalls.0.counted(from: time), recentCalls.1.counted(from: time))
    restsAt = restsAt?.counted(from: time)
  }
}
