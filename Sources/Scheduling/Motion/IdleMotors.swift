import Diagnosis
import Hardware
import Motion
import Printing
import Schedules

// Docks that leave when the show has their motors and does not turn them.

extension Scheduler {
  /// Warns where the motors are held at rest for so long that the dock leaves.
  ///
  /// The schedule is complete, its steps in order. How long motors that were held when it began
  /// had rested before is not known, and does not count.
  mutating func checkIdleMotors() {
    guard model.has(.idleFlap) else { return }
    let schedule = builder.schedule
    var rest: Int32? = schedule.steps.first { $0.takesOrGivesBack }?.kind == .take ? nil : 0
    var turning = AxisSet()
    for step in schedule.steps {
      let isMotion = step.kind == .animate || !step.axes.isEmpty
      guard isMotion || step.takesOrGivesBack else { continue }
      if turning.isEmpty { checkIdle(since: rest, until: step.start) }
      switch step.kind {
      case .take: rest = step.start
      case .giveBack: (rest, turning) = (nil, AxisSet())
      default: rest = max(rest ?? 0, step.end)
      }
      for axis in step.axes.members {
        let keepsTurning = step.kind == .ramp && step.to[axis] != 0
        if keepsTurning {
          turning.formUnion(AxisSet(axis))
        } else {
          turning.subtract(AxisSet(axis))
        }
      }
    }
    if turning.isEmpty { checkIdle(since: rest, until: schedule.length) }
  }

  /// Warns if motors that stand from `rest` to `end`, in milliseconds, stand too long; nil if they
  /// are not held.
  private mutating func checkIdle(since rest: Int32?, until end: Int32) {
    guard let rest, Int(end) - Int(rest) > Quirk.idleTime else { return }
    let departure = rest + Int32(Quirk.idleTime)
    let steps = builder.schedule.steps
    let step =
      steps.last { $0.kind == .wait && $0.start <= departure && departure < $0.end }
      ?? steps.last { $0.start <= departure && $0.origin != Step.none }
    guard let origin = step?.origin, origin != Step.none,
      findings.isNew(.idleMotors, at: origin)
    else { return }
    report(
      .idleMotors(
        rested: Int(end - rest), model.name, at: span(ofStatement: origin), time: departure))
  }
}

extension Step {
  fileprivate var takesOrGivesBack: Bool { kind == .take || kind == .giveBack }
}

extension Diagnostic {
  /// Reports motors that rest for `rested` milliseconds, which is longer than the dock `model`
  /// stays.
  fileprivate static func idleMotors(
    rested: Int, _ model: String, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    let most = decimal(thousandths: Quirk.idleTime)
    return Diagnostic(
      .idleMotors,
      "the '\(model)' leaves by itself when its motors have rested for \(most)s, and that ends "
        + "the show", at: span,
      label: "here they rest for \(decimal(thousandths: rested))s",
      notes: [
        "turn an axis before \(most)s are over, or give the motors to the tracker with "
          + "'tracking on'"
      ],
      motion: Motion(
        time: Int(time), axis: nil, value: rested, limit: Quirk.idleTime, unit: "s"))
  }
}
