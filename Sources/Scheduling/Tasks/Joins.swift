import Motion
import Schedules

// Strands end: by themselves, or because a race is won or a show replaced.

extension Scheduler {
  /// Ends the running strand, whose frames are all closed; false if it was the script itself.
  mutating func endStrand() throws(Halt) -> Bool {
    let parent = strand.parent
    guard parent >= 0 else { return false }
    if let index = strand.handler, try !proceed(index) { return true }
    let isShow = parent == 0 && strand.slot == Scheduler.showSlot && !handlers.isEmpty
    if isShow, compilation.event == nil { closeHandlers() }
    let end = now
    lastEnd = max(lastEnd, end)
    strand.hasEnded = true
    evaluator.stack.free()
    rest()
    others[parent]?.fork?.alive -= 1
    if let index = strand.handler { try retire(strand.slot, index) }
    if isShow, let event = compilation.event { try callAtRest(event) }
    guard let fork = others[parent]?.fork, fork.isRace || fork.alive == 0 else {
      try resumeNext()
      return true
    }
    let last = strand.origin
    resume(parent)
    if parent == 0, !handlers.isEmpty { strand.origin = last }
    strand.now = end
    strand.fork = nil
    try join(fork)
    if now >= horizon { try yield() }
    return true
  }

  /// Ends a concurrent block: branches that have not ended are stopped, and what the others left
  /// turning is the strand's from now on.
  private mutating func join(_ fork: Strand.Fork) throws(Halt) {
    let losers = fork.branches.filter { others[$0]?.hasEnded == false }
    for slot in losers { cancel(slot) }
    if !losers.isEmpty {
      forgetCancelled()
      try letGo(losers)
      try stop(losers)
    }
    for slot in fork.branches {
      inherit(from: slot)
      others[slot] = nil
      vacant.append(slot)
    }
    for axis in AxisSet.all.members where axes[axis].velocity != 0 {
      guard axes[axis].owner == strand.slot else { continue }
      checkExpiry(axis)
      settle(axis)
    }
  }

  /// Takes the strands that have been cancelled out of line.
  mutating func forgetCancelled() {
    ready.removeAll { others[$0]?.hasEnded != false }
    horizon = min(ready.last.flatMap { others[$0]?.now } ?? .max, stopTime)
  }

  /// Ends the strand at `slot`, and those it waits for, where they are.
  mutating func cancel(_ slot: Int) {
    guard let loser = others[slot], !loser.hasEnded else { return }
    for branch in loser.fork?.branches ?? [] {
      cancel(branch)
      for axis in AxisSet.all.members where axes[axis].owner == branch { axes[axis].owner = slot }
      phone.hand(from: branch, to: slot)
      others[branch] = nil
      vacant.append(branch)
    }
    loser.values.free()
    others[slot]?.hasEnded = true
    others[slot]?.wait = nil
    if let wait = loser.wait, !loser.isFrozen { awaited[wait.window].end = milliseconds }
    if let wait = loser.lastWait { builder.shorten(wait: wait, to: milliseconds) }
  }

  /// Makes the axes of the strand at `slot` those of the running one.
  private mutating func inherit(from slot: Int) {
    for axis in AxisSet.all.members where axes[axis].owner == slot {
      axes[axis].owner = strand.slot
    }
    phone.hand(from: slot, to: strand.slot)
  }
}
