import Diagnosis
import Language
import Schedules

// Several strands at once. A branch is a strand that its block waits for; whoever is earliest runs.

extension Scheduler {
  /// Carries out strands in the order of time, until the last has ended or all rest.
  mutating func runStrands() throws(Halt) {
    while !isPaused {
      let node: NodeView
      if let next = strand.frame.rest.next() {
        node = next
      } else if strand.frame.kind != .strand {
        try closeTurn()
        continue
      } else if let first = strand.first {
        strand.first = nil
        node = first
      } else if try endStrand() {
        continue
      } else {
        return
      }
      try begin(node)
      try perform(node.statement)
      if strand.now >= horizon { try yield() }
    }
  }

  /// Lets another strand run if it is its turn.
  @inline(never)
  mutating func yield() throws(Halt) {
    let other = ready.last.flatMap { others[$0] }
    guard !isPaused, strand.now >= stopTime || other?.precedes(strand) == true else { return }
    let slot = strand.slot
    rest()
    enqueue(slot)
    try resumeNext()
  }

  /// Puts the running strand aside.
  mutating func rest() {
    strand.values = evaluator.stack
    others[strand.slot] = strand
  }

  /// Puts the resting strand at `slot` in line.
  mutating func enqueue(_ slot: Int) {
    guard let strand = others[slot] else { return }
    var (low, high) = (0, ready.count)
    while low < high {
      let middle = (low + high) / 2
      if let other = others[ready[middle]], strand.precedes(other) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    ready.insert(slot, at: low)
  }

  /// Lets the next strand in line run.
  mutating func resumeNext() throws(Halt) {
    guard let slot = ready.last, !isQuiet, let next = others[slot], next.now < stopTime else {
      return pause()
    }
    ready.removeLast()
    resume(slot)
    if strand.wait != nil { endWait(isFound: false) }
    let rest = strand.rest
    guard rest > 0 else { return }
    strand.rest = 0
    try hold(rest)
    if now >= horizon { try yield() }
  }

  /// Lets the resting strand at `slot` run.
  mutating func resume(_ slot: Int) {
    guard let next = others[slot] else { return }
    others[slot] = nil
    strand = next
    evaluator.stack = strand.values
    horizon = min(ready.last.flatMap { others[$0]?.now } ?? .max, stopTime)
  }

  /// Gives back the memory of the strands that rest.
  func freeStrands() {
    for strand in others where strand?.hasEnded == false { strand?.values.free() }
  }

  /// A scheduler with memory of its own, of which all strands rest as in this one.
  func copied() -> Scheduler {
    var copy = self
    copy.evaluator.detach()
    for slot in others.indices where others[slot]?.hasEnded == false {
      copy.others[slot]?.values = others[slot]?.values.copied() ?? evaluator.stack
    }
    return copy
  }

  /// A slot for a new strand.
  mutating func freeSlot() throws(Halt) -> Int {
    if let slot = vacant.popLast() { return slot }
    guard others.count <= Budget.branches else {
      throw halt(.tooManyBranches(Budget.branches, at: statementSpan))
    }
    others.append(nil)
    return others.count - 1
  }
}
