import Motion
import Schedules

// The limits that the dock holds.

extension Scheduler {
  /// Makes the limits number `index` hold from now.
  mutating func setLimits(_ index: UInt32) throws(Halt) {
    let outer = limitIndex
    tasks.running.limitIndex = index
    tasks.running.limits = builder.degrees(ofLimits: index)
    try tellLimits(index, insteadOf: outer)
  }

  /// Tells the dock of the limits number `index`, which hold for this task instead of `outer`.
  mutating func tellLimits(_ index: UInt32, insteadOf outer: UInt32) throws(Halt) {
    guard tasks.running.parent >= 0 || motors.heldLimits != outer else {
      motors.heldLimits = index
      return try world(.limit, extra: index)
    }
    var told = builder.limits(motors.heldLimits)
    for axis in AxisSet.all.members {
      let limit = builder.limits(index)[axis]
      if limit != builder.limits(outer)[axis] { told[axis] = limit }
    }
    try tell(told)
  }

  /// Tells the dock of `limits` unless it holds them already.
  mutating func tell(_ limits: PerAxis<Schedule.Limit?>) throws(Halt) {
    if limits == builder.limits(motors.heldLimits) { return }
    if limits == builder.limits(limitIndex) {
      motors.heldLimits = limitIndex
    } else {
      motors.heldLimits = builder.add(limits)
    }
    try world(.limit, extra: motors.heldLimits)
  }
}
