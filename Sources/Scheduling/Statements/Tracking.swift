import Language
import Motion
import Schedules

extension Scheduler {
  /// Carries out `tracking`: on gives the motors back at once; both say what they are given back
  /// to.
  mutating func perform(_ tracking: TrackingStatement) throws(Halt) {
    let isOn = tracking.isOn
    if isOn, strand.parent >= 0 { try claim(.all) }
    if isOn, hasMotors {
      refuseTurning("when the motors are given back", stop(before: strand.origin))
      for axis in AxisSet.all.members { axes[axis].velocity = 0 }
    }
    wanted = isOn
    try world(.tracking, extra: isOn ? 1 : 0)
    if isOn {
      giveBack()
      for axis in AxisSet.all.members { axes[axis].forget() }
    }
  }
}
