import Language
import Motion
import Schedules

extension Scheduler {
  /// Carries out `tracking`: on gives the motors back at once; both say what they are given back
  /// to.
  mutating func perform(_ tracking: TrackingStatement) throws(Halt) {
    let isOn = tracking.isOn
    if isOn, tasks.running.parent >= 0 { try claim(.all) }
    if isOn, motors.areTaken {
      refuseTurning("when the motors are given back", stop(before: tasks.running.origin))
      motors.stand()
    }
    motors.wantedTracking = isOn
    try world(.tracking, extra: isOn ? 1 : 0)
    if isOn {
      giveBack()
      motors.forget()
    }
  }
}
