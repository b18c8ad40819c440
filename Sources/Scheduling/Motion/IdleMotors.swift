import Diagnosis
import Hardware
import Motion
import Printing
import Schedules

// Docks that leave when the system does not track and nobody turns their motors.

extension Scheduler {
  /// Warns where the motors rest for so long that the dock leaves: held, or given back while
  /// tracking is off.
  ///
  /// The schedule is complete, its steps in order, and nothing else happens until `end`, in
  /// milliseconds; `.max` until an event comes. How long motors that were held when it began had
  /// rested before is not known, and does not count.
  mutating func checkIdleMotors(until end: Int32) {
    guard model.has(.idleFlap) else { return }
    let schedule = builder.schedule
    let change = schedule.steps.first { $0.takesOrGivesBack }
    var isHeld = change.map { $0.kind == .giveBack } ?? motors.areTaken
    var rest: Int32? = isHeld ? 0 : nil
    var isTracking = true
    var turning = AxisSet()
    // Whether the tracker turns what somebody follows, and may have since the motors rest.
    var (isFollowing, mayTurn) = (false, false)
    for step in schedule.steps {
      if let following = schedule.following(of: step) {
        isFollowing = following.subject != nil
        mayTurn = mayTurn || isFollowing
      }
      let isMotion = step.kind == .animate || !step.axes.isEmpty
      guard isMotion || step.takesOrGivesBack || step.kind == .tracking else { continue }
      if turning.isEmpty {
        checkIdle(since: rest, until: step.start, isHeld: isHeld, mayTurn: mayTurn)
      }
      mayTurn = isFollowing
      switch step.kind {
      case .take: (rest, isHeld) = (step.start, true)
      case .giveBack:
        (rest, isHeld, turning) = (isTracking ? nil : step.start, false, AxisSet())
      case .tracking:
        isTracking = step.wantsTracking
        if !isHeld { rest = isTracking ? nil : rest ?? step.start }
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
    if turning.isEmpty {
      checkIdle(since: rest, until: end, isHeld: isHeld, mayTurn: mayTurn)
    }
  }

  /// Warns if motors that stand from `rest` to `end`, in milliseconds, stand too long; nil if the
  /// tracker has them.
  ///
  /// It `mayTurn` them meanwhile if it finds somebody to follow.
  private mutating func checkIdle(
    since rest: Int32?, until end: Int32, isHeld: Bool, mayTurn: Bool
  ) {
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
        rested: end == .max ? nil : Int(end - rest), model.name, isHeld: isHeld, mayTurn: mayTurn,
        at: span(ofStatement: origin), time: departure))
  }
}

extension Step {
  fileprivate var takesOrGivesBack: Bool { kind == .take || kind == .giveBack }
}

extension Diagnostic {
  /// Reports motors that rest for `rested` milliseconds, nil until an event comes, which is longer
  /// than the dock `model` stays, and which the show holds or has given back.
  fileprivate static func idleMotors(
    rested: Int?, _ model: String, isHeld: Bool, mayTurn: Bool, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    let most = decimal(thousandths: Quirk.idleTime)
    return Diagnostic(
      .idleMotors,
      "the '\(model)' leaves by itself when its motors have rested for \(most)s, and that ends "
        + (isHeld ? "the show" : "'tracking off'"), at: span,
      label: "here they rest "
        + (rested.map { "for \(decimal(thousandths: $0))s" } ?? "until an event comes")
        + (mayTurn ? " if nobody is there to follow" : ""),
      notes: [
        "turn an axis before \(most)s are over, or give the motors to the tracker with "
          + "'tracking on'",
        "the tracker may turn the dock anywhere, so begin again with a move 'to' a place",
      ],
      motion: Motion(
        time: Int(time), axis: nil, value: rested, limit: Quirk.idleTime, unit: "s"))
  }
}
