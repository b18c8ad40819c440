import Language
import Motion
import Quantities
import Schedules
import Vocabulary

// Where a cue begins all times are counted from 0 again, and the past is forgotten: a script
// without an end needs no more memory than one that has just begun.

extension Scheduler {
  /// Begins a cue at `time` milliseconds: from here on times are counted from there.
  mutating func beginCue(at time: Int32) throws(Halt) {
    let rests = rests(at: time)
    for slot in tasks.others.indices where tasks.others[slot]?.isFrozen == false {
      tasks.others[slot]?.shift(by: time)
    }
    for index in events.handlers.indices { events.handlers[index].shift(by: time) }
    events.handlings = events.handlings.filter { $0.result == .dropped && $0.end == time }
    for index in events.handlings.indices {
      (events.handlings[index].start, events.handlings[index].end) = (0, 0)
    }
    visits = visits.mapValues { _ in 0 }
    motors.shift(by: time)
    forgetPast(at: time)
    for rest in rests { builder.keep(rest) }
    phone.shift(by: time)
    modes.shift(by: Nanoseconds(Milliseconds(time)))
    (tasks.cue, tasks.lastEnd) = (tasks.cue + 1, .start)
    if portion.end != .size || evaluator.allowance.isForDecision { allowDecision() }
    portion.end = nil
    keepWaiting()
    tasks.running.now = .start
    if motors.heldLimits != 0 { try world(.limit, extra: motors.heldLimits) }
    if let wanted = motors.wantedTracking { try tell(wanted) }
  }

  /// The waits for time that go on at `time` milliseconds, counted from there.
  private func rests(at time: Int32) -> [Provenance.Rest] {
    if !builder.keepsProvenance { return [] }
    return tasks.others.indices.compactMap { slot in
      guard let task = tasks.others[slot], !task.hasEnded, !task.isFrozen,
        var rest = builder.rest(of: slot, since: task.lastWait, at: time)
      else { return nil }
      (rest.start, rest.end) = (rest.start - time, rest.end - time)
      return rest
    }
  }

  /// Grants what may be evaluated from a decision to the next.
  mutating func allowDecision() {
    evaluator.allowance = evaluator.allowance.forDecision(compilation.budget.decisionSteps)
  }

  /// Waits on in a new cue.
  mutating func keepWaiting() {
    let old = events.awaited
    events.awaited = []
    if events.isCallable {
      for index in events.handlers.indices where events.handlers[index].isActive {
        events.awaitCall(of: index, at: .start)
      }
    }
    for slot in tasks.others.indices {
      guard let wait = tasks.others[slot]?.wait, tasks.others[slot]?.isFrozen == false else {
        continue
      }
      let first = events.awaited.count
      for var window in old[wait.windows] {
        (window.start, window.end) = (0, wait.end?.milliseconds)
        events.awaited.append(window)
      }
      tasks.others[slot]?.wait?.windows = first..<events.awaited.count
    }
  }

  /// Keeps of the schedule the steps that go on at `time`, what stands still, and what these speak
  /// of; a step then begins at 0 or before.
  private mutating func forgetPast(at time: Int32) {
    let past = builder.schedule
    var schedule = Schedule(model: past.model, files: past.files)
    schedule.lateRules = past.lateRules
    schedule.provenance = past.provenance.map { _ in Provenance() }
    let limits = keepLimits()
    schedule.limits = limits.map { past.limits[Int($0)] }
    var kept: [Int] = []
    for axis in AxisSet.all.members where isUnderWay(axis, in: past) {
      if !kept.contains(motors.axes[axis].step) { kept.append(motors.axes[axis].step) }
    }
    kept.sort { (past.steps[$0].start, $0) < (past.steps[$1].start, $1) }
    for index in kept {
      var step = schedule.adopted(past.steps[index], of: past)
      step.start -= time
      schedule.steps.append(step)
      if let old = past.provenance { schedule.provenance?.append(step: index, of: old) }
    }
    for axis in AxisSet.all.members {
      schedule.from[axis] = motors.axes[axis].millidegrees
      guard isUnderWay(axis, in: past), let place = kept.firstIndex(of: motors.axes[axis].step)
      else {
        continue
      }
      motors.renumber(axis, step: place)
      let step = schedule.steps[place]
      if step.kind != .ramp, step.axes.contains(axis) { schedule.from[axis] = step.from[axis] }
    }
    for pause in pauses.indices {
      for motion in pauses[pause].motions.indices {
        let whole = pauses[pause].motions[motion].whole
        pauses[pause].motions[motion].whole = schedule.adopted(whole, of: past)
      }
    }
    builder.restart(with: schedule, limits: limits)
  }

  /// True if a step of `past` moves `axis`, and goes on.
  private func isUnderWay(_ axis: Axis, in past: Schedule) -> Bool {
    motors.axes[axis].movedUntil > 0 && past.steps.indices.contains(motors.axes[axis].step)
  }

  /// Numbers the sets of limits anew; gives the old numbers of those that hold anywhere.
  private mutating func keepLimits() -> [UInt32] {
    var numbers: [UInt32: UInt32] = [0: 0]
    var limits: [UInt32] = [0]
    func keep(_ index: inout UInt32) {
      if let number = numbers[index] {
        index = number
        return
      }
      numbers[index] = UInt32(limits.count)
      limits.append(index)
      index = UInt32(limits.count - 1)
    }
    keep(&motors.heldLimits)
    keep(&events.scriptLimits)
    if var standby = modes.standby {
      keep(&standby.events.scriptLimits)
      modes.standby = standby
    }
    for index in pauses.indices { keep(&pauses[index].limits) }
    for slot in tasks.others.indices where tasks.others[slot] != nil {
      tasks.others[slot]?.keepLimits(keep)
    }
    return limits
  }
}

extension ScriptTask {
  /// Counts its times from `time` milliseconds on.
  fileprivate mutating func shift(by time: Int32) {
    let past = Nanoseconds(Milliseconds(time))
    now -= past
    wait?.since -= past
    wait?.end? -= past
    values.shiftTempos(by: -past)
    frame.since -= past
    for index in outer.indices { outer[index].since -= past }
    lastWait = nil
  }

  /// Lets `keep` number its limits anew.
  fileprivate mutating func keepLimits(_ keep: (inout UInt32) -> Void) {
    keep(&limitIndex)
    keep(&frame.limitIndex)
    for index in outer.indices { keep(&outer[index].limitIndex) }
  }
}

extension CalledHandler {
  /// Counts its times from `time` on, in milliseconds.
  fileprivate mutating func shift(by time: Int32) {
    opening = max(.start, opening - Nanoseconds(Milliseconds(time)))
    start = start.counted(from: time)
  }
}

extension Int32 {
  /// This time counted from `time` on, both in milliseconds; what is long past stays so.
  func counted(from time: Int32) -> Int32 {
    Int32(Swift.max(-Schedule.greatestLength, Int(self) - Int(time)))
  }
}
