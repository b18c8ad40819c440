import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

extension Scheduler {
  /// Carries out `animate`.
  mutating func perform(_ animate: AnimateStatement) throws(Halt) {
    let animation = Int(animate.number)
    for axis in AxisSet.all.members where motors.axes[axis].velocity != 0 {
      if isNew(.axisTurning) {
        report(
          .axisTurning(
            axis, at: statementSpan, since: span(ofStatement: motors.axes[axis].turnedBy),
            fixIt: stop(before: tasks.running.origin), time: milliseconds))
      }
      // That it still turns at the end is no second mistake.
      motors.stand(axis, at: motors.axes[axis].position, isAssumed: false)
    }
    try take(.all)
    checkRate(isAnimation: true)
    var step = Step(.animate, start: milliseconds)
    step.extra = UInt32(animation)
    step.length = Int32(model.animationLengths[animation])
    try emit(step)
    try pass(Nanoseconds(Milliseconds(step.length)), moving: .all)
  }
}
