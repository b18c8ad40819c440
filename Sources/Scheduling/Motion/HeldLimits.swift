import Motion
import Schedules

// The limits that the dock holds.

extension Scheduler {
  /// Makes the limits number `index` hold from now.
  mutating func setLimits(_ index: UInt32) throws(Halt) {
    let outer = limitIndex
    strand.limitIndex = index
    strand.limits = schedule.limits[Int(index)].map { $0?.inDegrees }
    try tellLimits(index, insteadOf: outer)
  }

  /// Tells the dock of the limits number `index`, which hold for this strand instead of `outer`.
  mutating func tellLimits(_ index: UInt32, insteadOf outer: UInt32) throws(Halt) {
    guard strand.parent >= 0 || heldLimits != outer else {
      heldLimits = index
      return try world(.limit, extra: index)
    }
    var told = schedule.limits[Int(heldLimits)]
    for axis in AxisSet.all.members {
      let limit = schedule.limits[Int(index)][axis]
      if limit != schedule.limits[Int(outer)][axis] { told[axis] = limit }
    }
    try tell(told)
  }

  /// Tells the dock of `limits` unless it holds them already.
  mutating func tell(_ limits: PerAxis<Schedule.Limit?>) throws(Halt) {
    if limits == schedule.limits[Int(heldLimits)] { return }
    if limits == schedule.limits[Int(limitIndex)] {
      heldLimits = limitIndex
    } else {
      schedule.limits.append(limits)
      heldLimits = UInt32(schedule.limits.count - 1)
    }
    try world(.limit, extra: heldLimits)
  }
}
