import Language
import Motion
import Schedules

// Where a cue begins all times are counted anew, and what is over is forgotten: a script that goes
// on for ever takes no more memory than one that has just begun.

extension Scheduler {
  /// Begins a cue at `time` milliseconds: from here on times are counted from there.
  mutating func beginCue(at time: Int32) throws(Halt) {
    for slot in others.indices where others[slot]?.isFrozen == false {
      others[slot]?.shift(by: time)
    }
    for index in handlers.indices { handlers[index].shift(by: time) }
    handlings = handlings.filter { $0.result == .dropped && $0.end == time }
    for index in handlings.indices { (handlings[index].start, handlings[index].end) = (0, 0) }
    for axis in AxisSet.all.members { axes[axis].shift(by: time) }
    forgetPast(at: time)
    phone.shift(by: time)
    recentCalls = (recentCalls.0.counted(from: time), recentCalls.1.counted(from: time))
    (cue, lastEnd) = (cue + 1, 0)
    allowDecision()
    keepWaiting()
    strand.now = 0
    if heldLimits != 0 { try world(.limit, extra: heldLimits) }
    if let wanted { try world(.tracking, extra: wanted ? 1 : 0) }
  }

  /// Grants what may be evaluated from a decision to the next.
  mutating func allowDecision() {
    evaluator.allowance = evaluator.allowance.forDecision(compilation.budget.decisionSteps)
  }

  /// Waits on in a new cue.
  private mutating func keepWaiting() {
    let old = awaited
    awaited = []
    if isCallable { for index in handlers.indices { awaitCall(of: index) } }
    for slot in others.indices {
      guard let wait = others[slot]?.wait, others[slot]?.isFrozen == false else { continue }
      var window = old[wait.window]
      (window.start, window.end) = (0, wait.end.map(Scheduler.milliseconds))
      others[slot]?.wait?.window = awaited.count
      awaited.append(window)
    }
  }

  /// Keeps of the schedule the steps that go on at `time`, what stands still, and what these speak
  /// of; a step then begins at 0 or before.
  private mutating func forgetPast(at time: Int32) {
    let past = builder.schedule
    var schedule = Schedule(model: past.model, files: past.files)
    schedule.lateRules = past.lateRules
    schedule.limits = keepLimits(of: past)
    var kept: [Int] = []
    for axis in AxisSet.all.members where isUnderWay(axis, in: past) {
      if !kept.contains(axes[axis].step) { kept.append(axes[axis].step) }
    }
    kept.sort { (past.steps[$0].start, $0) < (past.steps[$1].start, $1) }
    for index in kept {
      var step = schedule.adopted(past.steps[index], of: past)
      step.start -= time
      schedule.steps.append(step)
    }
    for axis in AxisSet.all.members {
      schedule.from[axis] = axes[axis].millidegrees
      guard isUnderWay(axis, in: past), let place = kept.firstIndex(of: axes[axis].step) else {
        continue
      }
      axes[axis].step = place
      let step = schedule.steps[place]
      if step.kind != .ramp, step.axes.contains(axis) { schedule.from[axis] = step.from[axis] }
    }
    for pause in pauses.indices {
      for motion in pauses[pause].motions.indices {
        let whole = pauses[pause].motions[motion].whole
        pauses[pause].motions[motion].whole = schedule.adopted(whole, of: past)
      }
    }
    builder.restart(with: schedule)
  }

  /// True if a step of `past` moves `axis`, and goes on.
  private func isUnderWay(_ axis: Axis, in past: Schedule) -> Bool {
    axes[axis].movedUntil > 0 && past.steps.indices.contains(axes[axis].step)
  }

  /// Numbers the sets of limits of `past` anew; gives those that hold anywhere.
  private mutating func keepLimits(of past: Schedule) -> [PerAxis<Schedule.Limit?>] {
    var numbers: [UInt32: UInt32] = [0: 0]
    var limits = [past.limits[0]]
    func keep(_ index: inout UInt32) {
      if let number = numbers[index] { return index = number }
      numbers[index] = UInt32(limits.count)
      limits.append(past.limits[Int(index)])
      index = UInt32(limits.count - 1)
    }
    keep(&heldLimits)
    keep(&scriptLimits)
    for index in pauses.indices { keep(&pauses[index].limits) }
    for slot in others.indices where others[slot] != nil {
      others[slot]?.keepLimits(keep)
    }
    return limits
  }
}

extension Strand {
  /// Counts its times from `time` milliseconds on.
  fileprivate mutating func shift(by time: Int32) {
    let nanoseconds = Int64(time) * 1_000_000
    now -= nanoseconds
    wait?.since -= nanoseconds
    wait?.end? -= nanoseconds
    frame.since -= nanoseconds
    for index in outer.indices { outer[index].since -= nanoseconds }
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
    opening = max(0, opening - Int64(time) * 1_000_000)
    start = start.counted(from: time)
  }
}

extension AxisTracking {
  /// Counts its times from `time` on, in milliseconds; one that turns is where it is then.
  fileprivate mutating func shift(by time: Int32) {
    if velocity != 0, self.time < time {
      go(to: position + Double(velocity) * Double(time - self.time) / 1_000_000)
      self.time = time
    }
    (self.time, turnedAt) = (self.time.counted(from: time), turnedAt.counted(from: time))
    movedUntil = max(movedUntil, time) - time
  }
}

extension Int32 {
  /// This time counted from `time` on, both in milliseconds; what is long past stays so.
  func counted(from time: Int32) -> Int32 {
    Int32(Swift.max(-1_000_000_000, Int(self) - Int(time)))
  }
}
