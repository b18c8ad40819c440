import Motion
import Quantities
import Schedules

// A move that begins elsewhere than planned may take longer; what comes meanwhile finds it under
// way.

extension Scheduler {
  /// Lets what moves at `time` milliseconds end later by the `delays` of its end, and with it all
  /// that follows; gives the delays of moves, counted from `time`.
  mutating func prolong(by delays: [Overtime], after time: Int32) -> [Cue.Delay] {
    overtime = .none
    // From the last on: the ends of those before are still as planned.
    return delays.reversed().flatMap { $0.length > 0 ? prolong(by: $0, after: time) : [] }
  }

  private mutating func prolong(by delay: Overtime, after time: Int32) -> [Cue.Delay] {
    var late: [Cue.Delay] = []
    for index in builder.schedule.steps.indices {
      var step = builder.schedule.steps[index]
      guard step.start <= time, step.end == delay.end, !step.axes.isEmpty else { continue }
      overtime.formUnion(step.axes)
      guard step.kind == .move else { continue }
      step.length += delay.length
      builder.replace(index, with: step)
      motors.occupy(step.axes, until: step.end)
      late.append(Cue.Delay(time: step.start - time, length: delay.length, of: step.axes))
    }
    guard !late.isEmpty else { return [] }
    let length = Nanoseconds(Milliseconds(delay.length))
    for slot in tasks.others.indices where tasks.others[slot]?.isFrozen == false {
      tasks.others[slot]?.putOff(by: length, from: delay.end)
    }
    tasks.lookAhead()
    return late
  }
}

extension ScriptTask {
  /// Lets all that comes from `time` milliseconds on come later by `length`.
  ///
  /// A task that waits for a motion may go on a part of a millisecond before the end of its step.
  fileprivate mutating func putOff(by length: Nanoseconds, from time: Int32) {
    if now.milliseconds >= time { now += length }
    if let end = wait?.end, end.milliseconds >= time { wait?.end = end + length }
    values.shiftTempos(by: length)
    if frame.kind == .every { frame.since += length }
    for index in outer.indices where outer[index].kind == .every { outer[index].since += length }
  }
}
