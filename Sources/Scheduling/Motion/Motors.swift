import Motion

/// The motors: where each axis is and who has it, and what the dock has been told of them.
struct Motors {
  var axes: PerAxis<AxisTracking>
  /// The limits that the dock holds, as an index of `Schedule.limits`.
  var heldLimits: UInt32 = 0
  /// True between taking them and giving them back.
  var areTaken = false
  /// What tracking is given back to, if the script has said.
  var wantedTracking: Bool?
  /// The times of the last two calls of which DockKit takes only so many a second, in milliseconds.
  private var recentCalls: (Int32, Int32) = (.min / 2, .min / 2)

  /// The motors at `position`, in millidegrees, as nobody has taken them yet.
  init(at position: PerAxis<Int32>, tracking: Bool? = nil) {
    axes = position.map { AxisTracking(position: Double($0) / 1000) }
    wantedTracking = tracking
  }

  /// True if one of `wanted` moves at `time`, in milliseconds.
  func isMoving(_ wanted: AxisSet, at time: Int32) -> Bool {
    wanted.members.contains { axes[$0].velocity != 0 || axes[$0].movedUntil > time }
  }

  /// True if an axis keeps a speed.
  var isAnyTurning: Bool { AxisSet.all.members.contains { axes[$0].velocity != 0 } }

  /// Those of `wanted` that keep a speed.
  func turning(_ wanted: AxisSet) -> AxisSet {
    wanted.members.reduce(into: AxisSet.none) { turning, axis in
      if axes[axis].velocity != 0 { turning.insert(AxisSet(axis)) }
    }
  }

  /// The axes that the task at `slot` has moved last.
  func owned(by slot: Int) -> AxisSet {
    AxisSet.all.members.reduce(into: AxisSet.none) { owned, axis in
      if axes[axis].owner == slot { owned.insert(AxisSet(axis)) }
    }
  }

  /// Makes the axes of the task at `slot` those of the one at `other`.
  mutating func hand(from slot: Int, to other: Int) {
    for axis in AxisSet.all.members where axes[axis].owner == slot { axes[axis].owner = other }
  }

  /// Notes that `moved` axes are busy up to `time`, in milliseconds, with step number `step` of the
  /// statement at `origin`.
  mutating func occupy(_ moved: AxisSet, until time: Int32, by origin: UInt32, step: Int) {
    for axis in moved.members {
      axes[axis].movedBy = origin
      axes[axis].movedUntil = time
      axes[axis].step = step
    }
  }

  /// Forgets where the axes are: the tracker has them.
  mutating func forget() {
    for axis in AxisSet.all.members { axes[axis].forget() }
  }

  /// True if a call at `time`, in milliseconds, is one more than DockKit takes a second.
  func isCallTooSoon(at time: Int32) -> Bool { time - recentCalls.0 < 1000 }

  /// Notes a call at `time`, in milliseconds.
  mutating func noteCall(at time: Int32) { recentCalls = (recentCalls.1, time) }

  /// Counts all times from `time` on, in milliseconds.
  mutating func shift(by time: Int32) {
    for axis in AxisSet.all.members { axes[axis].shift(by: time) }
    recentCalls = (recentCalls.0.counted(from: time), recentCalls.1.counted(from: time))
  }
}
