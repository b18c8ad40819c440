import Hardware
import Motion
import Quantities

extension Schedule {
  /// Holds the whole schedule to the rules and returns what breaks them, in the order of the steps.
  ///
  /// Time goes forward; a step of an axis starts when, where and as fast as the last one ended;
  /// motors move only while they are taken and stand when they are given back; limits only narrow;
  /// and every motion, piece by piece, is in one piece itself and stays within the limits of
  /// position, speed, acceleration and jerk that hold then. Linear in the number of steps, about
  /// 0.3 µs each; nothing is sampled, and nothing is asked of what planned the motions.
  public func findings() -> [Finding] { findings(from: Verification.Opening(self)) }

  /// What breaks the rules if it begins as `opening` says.
  package func findings(from opening: Verification.Opening) -> [Finding] {
    var verification = Verification(self, from: opening)
    verification.run()
    return verification.findings
  }
}

/// Follows a schedule step by step and holds each to the rules.
package struct Verification {
  /// The greatest length that is tried for a step, in milliseconds.
  static let longestStep: Int32 = 1_000_000_000

  /// How things are when a schedule begins, and whether they are over with it.
  package struct Opening {
    /// True if the motors are taken.
    package var isTaken = false
    /// The limits that hold, as an index of `Schedule.limits`.
    package var limits = 0
    /// True if something goes on when it is over, as from cue to cue.
    package var goesOn = false
    /// The axes; one that a step moves that began before is as it was when that step did.
    package var axes: PerAxis<AxisState>
    /// Where no cable is wound, in degrees: where the performance begins.
    package var unwound: PerAxis<Double>

    /// The beginning of a script: nothing moves.
    package init(_ schedule: Schedule) {
      unwound = schedule.from.map { Millidegrees($0).degrees }
      axes = unwound.map { AxisState(position: $0) }
    }
  }

  let schedule: Schedule
  private(set) var findings: [Finding] = []
  var axes: PerAxis<AxisState>
  /// The limits that hold, in degrees; nil for an axis the dock lacks.
  private(set) var limits: PerAxis<AxisLimits?>
  /// How far each axis may wind its cable to either side, in degrees; infinite if its ends or
  /// nothing hold it.
  let cables: PerAxis<Double>
  /// Where no cable is wound, in degrees.
  let unwound: PerAxis<Double>
  /// The index of those limits in the schedule.
  private(set) var limitIndex: Int
  /// True while the motors are taken.
  private(set) var isTaken: Bool
  private let goesOn: Bool
  private var time = 0
  private var lastEnd = 0

  init(_ schedule: Schedule, from opening: Opening) {
    self.schedule = schedule
    (axes, isTaken, limitIndex) = (opening.axes, opening.isTaken, opening.limits)
    (goesOn, unwound) = (opening.goesOn, opening.unwound)
    let held = schedule.limits.indices.contains(limitIndex) ? schedule.limits[limitIndex] : nil
    limits = held?.map { $0?.inDegrees } ?? PerAxis(all: nil)
    time = min(0, Int(schedule.steps.first?.start ?? 0))
    let cable = schedule.model.cable ?? .infinity
    cables = limits.map { $0?.isEndless == true ? cable : .infinity }
  }

  mutating func run() {
    verifyLimits(0, within: Schedule(model: schedule.model, files: []).limits[0], step: nil)
    for index in schedule.steps.indices { verify(schedule.steps[index], index) }
    if !goesOn { end() }
  }

  mutating func report(_ finding: Finding) { findings.append(finding) }

  private mutating func report(_ kind: Finding.Kind, _ index: Int?, _ axis: Axis? = nil) {
    report(Finding(kind, step: index, axis: axis, time: Int32(clamping: time)))
  }

  private mutating func verify(_ step: Step, _ index: Int) {
    let start = Int(step.start)
    if start < time {
      let kind = Finding.Kind.timeGoesBack(from: Int32(clamping: time))
      return report(Finding(kind, step: index, time: step.start))
    }
    time = start
    if step.length < 0 { return report(.negativeLength, index) }
    lastEnd = max(lastEnd, start + Int(step.length))
    switch step.kind {
    case .take: take(index)
    case .giveBack: giveBack(index)
    case .move, .through, .ramp, .cut, .warp: move(step, index)
    case .animate: animate(step, index)
    case .limit: limit(step, index)
    case .action: act(step, index)
    case .wait, .tracking: break
    }
  }

  // MARK: - Motors

  private mutating func take(_ index: Int) {
    if isTaken { return report(.takenTwice, index) }
    isTaken = true
  }

  private mutating func giveBack(_ index: Int) {
    guard isTaken else { return report(.givenBackUntaken, index) }
    isTaken = false
    for axis in AxisSet.all.members {
      verifyRest(axis, index)
      axes[axis].moment = AxisSample(position: axes[axis].moment.position)
      axes[axis].lose()
    }
  }

  /// Holds `axis` to standing still, with nothing in progress.
  private mutating func verifyRest(_ axis: Axis, _ index: Int?) {
    let until = axes[axis].time
    if until > time {
      return report(.stillMoving(until: Int32(clamping: until)), index, axis)
    }
    let velocity = axes[axis].moment.velocity
    pass(axis, until: time)
    guard abs(velocity) > 1e-9 * (limits[axis]?.speed ?? 1) else { return }
    report(
      Finding(
        .stillTurning, step: index, axis: axis, time: Int32(clamping: time), value: velocity,
        limit: 0))
  }

  private mutating func animate(_ step: Step, _ index: Int) {
    guard isTaken else { return report(.notTaken, index) }
    for axis in AxisSet.all.members {
      verifyRest(axis, index)
      axes[axis].moment = AxisSample(position: axes[axis].moment.position)
      axes[axis].time = max(axes[axis].time, Int(step.start) + Int(step.length))
    }
  }

  private mutating func act(_ step: Step, _ index: Int) {
    guard let action = schedule.action(of: step) else { return }
    if let fault = action.form.fault { return report(fault, index) }
    if case .follow(let following) = action { follow(following, step, index) }
  }

  /// Hands axes at rest to the tracker, or takes them back: nobody knows where they come to rest.
  private mutating func follow(_ following: Schedule.Following, _ step: Step, _ index: Int) {
    guard isTaken else { return report(.notTaken, index) }
    for axis in following.axes.members {
      if limits[axis] == nil { return report(.missingAxis, index, axis) }
      if following.subject != nil { verifyRest(axis, index) }
      axes[axis].moment = AxisSample(position: axes[axis].moment.position)
      axes[axis].lose()
      axes[axis].time =
        following.subject == nil ? Int(step.end) : AxisState.whileFollowing
    }
  }

  private mutating func move(_ step: Step, _ index: Int) {
    guard isTaken else { return report(.notTaken, index) }
    if step.axes.isEmpty { return report(.movesNothing, index) }
    for axis in step.axes.members { move(axis, by: step, index) }
  }

  // A call of its own: in a loop the places of all three axes would be worked out for every step.
  @inline(never)
  private mutating func move(_ axis: Axis, by step: Step, _ index: Int) {
    guard let limit = limits[axis] else { return report(.missingAxis, index, axis) }
    let bounds = bounds(of: axis, limit)
    if axes[axis].glide(axis, through: step, index, within: limit, bounds) {
      unwind(axis)
    } else {
      follow(step, index, axis, limit)
    }
  }

  private mutating func end() {
    if Int(schedule.length) < lastEnd {
      report(.endsAfterTheEnd(Int32(clamping: lastEnd)), nil)
    }
    time = max(time, Int(schedule.length))
    if isTaken {
      report(.neverGivenBack, nil)
      for axis in AxisSet.all.members { verifyRest(axis, axes[axis].turnedBy) }
    }
  }

  // MARK: - Limits

  private mutating func limit(_ step: Step, _ index: Int) {
    let (old, next) = (limitIndex, Int(step.extra))
    guard next < schedule.limits.count else { return report(.limitsAllowNothing, index) }
    verifyLimits(next, within: schedule.limits[0], step: index)
    for axis in AxisSet.all.members
    where schedule.limits[old][axis] != schedule.limits[next][axis] {
      if axes[axis].time > time {
        report(.stillMoving(until: Int32(clamping: axes[axis].time)), index, axis)
      } else {
        pass(axis, until: time)
      }
      limits[axis] = schedule.limits[next][axis]?.inDegrees
      verifyStanding(axis, index)
    }
    limitIndex = next
  }

  private mutating func verifyLimits(
    _ number: Int, within own: PerAxis<Schedule.Limit?>, step: Int?
  ) {
    guard number < schedule.limits.count else { return }
    for axis in AxisSet.all.members {
      guard let limit = schedule.limits[number][axis], let own = own[axis] else { continue }
      if !limit.isPossible { report(.limitsAllowNothing, step, axis) }
      if !limit.isWithin(own) { report(.limitsTooWide, step, axis) }
    }
  }
}

extension Verification.Opening {
  /// How fast the axes turn, in millidegrees a second.
  package var turning: PerAxis<Int32> {
    axes.map { Int32(clamping: Int64(Millidegrees.count(in: $0.moment.velocity).rounded())) }
  }
}

extension AxisLimits {
  /// True if neither side has an end.
  fileprivate var isEndless: Bool { lower == -.infinity && upper == .infinity }
}

extension Schedule.Limit {
  /// True if it leaves something to do.
  fileprivate var isPossible: Bool {
    (lower ?? .min) < (upper ?? .max) && speed > 0 && acceleration > 0 && jerk > 0
  }

  /// True if it allows nothing that `other` does not.
  fileprivate func isWithin(_ other: Schedule.Limit) -> Bool {
    (lower ?? .min) >= (other.lower ?? .min) && (upper ?? .max) <= (other.upper ?? .max)
      && speed <= other.speed && acceleration <= other.acceleration && jerk <= other.jerk
  }
}
