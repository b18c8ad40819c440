import Motion
import Schedules

// Tasks end: by themselves, or because a race is won or a show replaced.

extension Scheduler {
  /// Ends the running task, whose frames are all closed; false if it was the script itself.
  mutating func endTask() throws(Halt) -> Bool {
    if !finals.entries.isEmpty, tasks.running.handler == nil { try settle(inside: 0) }
    let parent = tasks.running.parent
    guard parent >= 0 else {
      try settle([Finals.scriptSlot])
      return false
    }
    if let index = tasks.running.handler, try !proceed(index) { return true }
    let isShow = parent == 0 && tasks.running.slot == Scheduler.showSlot && !events.handlers.isEmpty
    if isShow, modeWaits {
      try waitInMode()
      return true
    }
    if isShow, compilation.event == nil { events.close(at: milliseconds) }
    let isTimer = tasks.others[parent]?.fork?.timer == tasks.running.slot
    if isTimer { try endPerformance() }
    let (end, remainder) = (now, tasks.running.remainder)
    tasks.lastEnd = max(tasks.lastEnd, end)
    tasks.running.hasEnded = true
    rest()
    if !isTimer { tasks.others[parent]?.fork?.alive -= 1 }
    if let index = tasks.running.handler {
      try retire(tasks.running.slot, index)
      endIdleMode()
    }
    if isShow, let event = compilation.event { try callAtRest(event) }
    guard let fork = tasks.others[parent]?.fork, fork.isRace || fork.alive == 0 || isTimer
    else {
      try resumeNext()
      return true
    }
    let last = tasks.running.origin
    resume(parent)
    if parent == 0, !events.handlers.isEmpty { tasks.running.origin = last }
    (tasks.running.now, tasks.running.remainder) = (end, remainder)
    tasks.running.fork = nil
    if parent == Scheduler.scriptSlot { findings.isPerformed = false }
    try join(fork)
    if parent == Scheduler.scriptSlot { try settle([Finals.scriptSlot]) }
    if now >= tasks.horizon { try yield() }
    return true
  }

  /// Ends a concurrent block: branches that have not ended are stopped, and what the others left
  /// turning is the task's from now on.
  private mutating func join(_ fork: ScriptTask.Fork) throws(Halt) {
    let losers = fork.branches.filter { tasks.others[$0]?.hasEnded == false }
    let owing = owing(losers)
    for slot in losers { cancel(slot) }
    if !losers.isEmpty {
      tasks.dequeueEnded()
      try letGo(losers)
      try settle(owing)
      let start = now
      try stop(losers)
      // Others may have something to do before they stand.
      let isDue = now == start || tasks.running.frame.kind != .fork
      if isDue { try takeBackLimits() } else { tasks.running.frame.hasLosers = true }
    }
    for slot in fork.branches {
      hand(from: slot, to: tasks.running.slot)
      tasks.vacate(slot)
    }
    for axis in AxisSet.all.members where motors.axes[axis].velocity != 0 {
      guard motors.axes[axis].owner == tasks.running.slot else { continue }
      checkExpiry(axis)
      settle(axis)
    }
  }

  /// Ends the task at `slot`, and those it waits for, where they are.
  mutating func cancel(_ slot: Int) {
    guard let loser = tasks.others[slot], !loser.hasEnded else { return }
    for branch in loser.fork?.branches ?? [] {
      cancel(branch)
      hand(from: branch, to: slot)
      tasks.vacate(branch)
    }
    tasks.others[slot]?.hasEnded = true
    tasks.others[slot]?.wait = nil
    if let wait = loser.wait, !loser.isFrozen {
      for window in wait.windows { events.awaited[window].end = milliseconds }
    }
    if let wait = loser.lastWait { builder.shorten(wait: wait, to: milliseconds) }
    builder.shorten(restOf: slot, to: milliseconds)
  }

  /// Makes the axes of the task at `slot`, and what it has in hand of the phone, those of the one
  /// at `other`.
  mutating func hand(from slot: Int, to other: Int) {
    motors.hand(from: slot, to: other)
    phone.hand(from: slot, to: other)
  }
}
