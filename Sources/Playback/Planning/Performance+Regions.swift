import DockKit
import Motion
import Quantities
import Schedules

extension Performance {
  /// A difference that is no more than encoders show of a pose, in millidegrees.
  private static let tolerance: Int32 = 20

  /// Takes the motors for the region that begins with the step `index`.
  mutating func take(_ index: Int) throws {
    orders.hasChangedHands = true
    try authority.take(&link)
    look()
    tell(isTracking: false)
    let region = region(from: index)
    while show.planned < index {
      show.plan.follow(schedule.steps[show.planned])
      show.planned += 1
    }
    let soon = timing.now + Nanoseconds.second
    guard let reading = link.reading(atRestBy: soon) else { return }
    if let trouble = reading.trouble { throw trouble }
    record.lastPose = reading.pose
    record.firstPose = record.firstPose ?? reading.pose
    replan(region, offset(of: reading.pose, from: schedule.steps[index].start))
  }

  /// True if the steps `region` may be beyond the limits although the dock stands where it should,
  /// which may be assumed: an axis rests there, or does not move to a place.
  private func mayNotFit(_ region: ClosedRange<Int>) -> Bool {
    show.plan.limits != 0
      || schedule.steps[region].contains {
        $0.kind == .limit || !$0.axes.isEmpty && !schedule.leadsToPlace($0)
      }
  }

  /// The steps of the region that begins with the step `index`, taking and giving back included.
  private func region(from index: Int) -> ClosedRange<Int> {
    let rest = schedule.steps[index...]
    return index...(rest.firstIndex { $0.kind == .giveBack } ?? schedule.steps.count - 1)
  }

  /// How far `pose` is from the plan at `time`, in millidegrees; 0 where that is mere noise.
  private func offset(of pose: PerAxis<Double>, from time: Int32) -> PerAxis<Int32> {
    var offset = PerAxis<Int32>(all: 0)
    for axis in Axis.allCases where schedule.limits.first?[axis] != nil {
      let difference = Int32(degrees: pose[axis] - show.plan.position(of: axis, at: time))
      if abs(difference) > Performance.tolerance { offset[axis] = difference }
    }
    return offset
  }

  /// Plans `region` again for a dock that is off by `offset`, if need be; it is carried out next.
  private mutating func replan(_ region: ClosedRange<Int>, _ offset: PerAxis<Int32>) {
    guard let replanning = replanning(region, offset) else { return }
    if offset != PerAxis(all: 0) { tell(.replanned) }
    let again = CueExecution(replanning, within: precision)
    follow(replanning, upTo: region.upperBound, again)
  }

  /// Plans the region in which the cue begins again, if motors are off their plan, it turns to a
  /// subject, or it does not fit from where the dock stands.
  mutating func replan(_ momentum: Momentum) {
    guard !schedule.steps.isEmpty else { return }
    let region = region(from: 0)
    let replanning = replanning(
      region, momentum.offset, begun: momentum.begun, momentum.progress)
    guard let replanning else { return }
    let again = CueExecution(replanning, continuing: momentum, within: precision)
    follow(replanning, upTo: region.upperBound, again)
  }

  /// The steps `region` for a dock that is off by `offset`, of which `begun` have begun; nil if
  /// nothing is to be planned again, as it stands where it should and all is within the limits.
  private func replanning(
    _ region: ClosedRange<Int>, _ offset: PerAxis<Int32>, begun: Int? = nil,
    _ progress: [StepUnderWay.Progress] = []
  ) -> Replanning? {
    let isOff =
      offset != PerAxis(all: 0) || turnsToSubject(in: region) || goesBackOffPlan(in: region)
      || progress.contains { $0.lead != 0 }
    guard isOff || mayNotFit(region) else { return nil }
    let replanning = Replanning(
      region, of: schedule, after: show.plan, offset: offset, aims: orders.aims,
      holds: show.holds, begun: begun, progress)
    return isOff || !replanning.delays.isEmpty ? replanning : nil
  }

  /// True if a move of the steps `region` goes back to where the dock stood off its plan.
  private func goesBackOffPlan(in region: ClosedRange<Int>) -> Bool {
    !show.holds.isEmpty
      && region.contains { index in
        let hold = schedule.holdBehind(schedule.steps[index]).flatMap { show.holds[$0] }
        return hold.map { $0 != PerAxis(all: 0) } ?? false
      }
  }

  private mutating func follow(_ replanning: Replanning, upTo last: Int, _ again: CueExecution) {
    for delay in replanning.delays {
      let length = Int(delay.length) * millisecond
      note(Outcome.Stretch(reason: .replanned, time: showTime(delay.time), length: length))
    }
    // What came as it begins comes once the dock is where the cue has it.
    show.sign = show.sign.map { sign in
      guard let end = again.standstill(at: sign.moment.time) else { return sign }
      let moment = EventMoment(time: again.end(ofSource: end), cueTime: sign.moment.cueTime)
      return DueSign(cue: sign.cue, at: moment)
    }
    show.rest = (show.execution, last + 1)
    show.execution = again
    record.tolerance = max(record.tolerance, again.commands.tolerance)
  }

  /// Goes back from a region that was planned again to the whole; returns false if there is none.
  ///
  /// It also returns false if the motors are held when the cue is over: the next cue goes on from
  /// where they really are.
  mutating func leaveRegion() -> Bool {
    guard let rest = show.rest, show.execution.schedule.steps.last?.kind == .giveBack else {
      return false
    }
    postpone(by: show.execution.delays.reduce(0) { $0 + Int($1.length) * millisecond })
    show.execution = rest.execution
    show.execution.skip(to: rest.step)
    show.rest = nil
    return true
  }
}
