import Language
import Motion
import Schedules

/// A state of system tracking that the script wants.
struct WantedTracking: Equatable {
  /// True if tracking is to be on.
  var isOn: Bool
  /// The start of the statement that says so.
  var origin: UInt32
}

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
    if isOn { try keepPlaces(before: Step(.giveBack, start: milliseconds)) }
    let wanted = WantedTracking(isOn: isOn, origin: tasks.running.origin)
    motors.wantedTracking = wanted
    try tell(wanted)
    if isOn {
      giveBack()
      motors.forget()
    }
  }

  /// Says to what tracking is given back; a cue says again what an earlier one has set.
  mutating func tell(_ wanted: WantedTracking) throws(Halt) {
    var step = Step(.tracking, start: milliseconds)
    step.extra = wanted.isOn ? 1 : 0
    try emit(step, from: wanted.origin)
  }
}
