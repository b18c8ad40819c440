import Diagnosis
import Language
import Quantities
import Schedules

// Concurrent tasks. A branch is a task that its block waits for; the task with the earliest time
// runs.

extension Scheduler {
  /// Carries out tasks in the order of time, until the last has ended or all rest.
  mutating func runTasks() throws(Halt) {
    while !tasks.isPaused {
      if tasks.running.isSettingOut || beginning?.hasSetOut == false {
        try goToBeginning()
        if tasks.running.now >= tasks.horizon { try yield() }
        continue
      }
      if tasks.running.following != nil {
        try endFollowing()
        if tasks.running.now >= tasks.horizon { try yield() }
        continue
      }
      if beginsWherePoseIsKnown() { continue }
      let node: NodeView
      if let turn = tasks.running.turn {
        node = turn.move.view
      } else if let next = tasks.running.frame.rest.next() {
        node = next
      } else if tasks.running.frame.kind != .task {
        try closeTurn()
        continue
      } else if let first = tasks.running.first {
        tasks.running.first = nil
        node = first
      } else if try endTask() {
        continue
      } else {
        return
      }
      try begin(node)
      try perform(node.statement)
      if tasks.running.now >= tasks.horizon { try yield() }
      if tasks.running.following != nil { continue }
      if builder.newSteps >= portion.size, mayEndPortion { endPortion(.size) }
    }
  }

  /// Runs another task if that one is earlier.
  @inline(never)
  mutating func yield() throws(Halt) {
    guard tasks.isTurnOver else { return }
    rest()
    tasks.enqueue(tasks.running.slot)
    try resumeNext()
  }

  /// Puts the running task aside.
  mutating func rest() { tasks.rest(evaluator.stack) }

  /// Runs the next task.
  mutating func resumeNext() throws(Halt) {
    guard let next = tasks.next, !tasks.isQuiet, next.now < tasks.stopTime,
      let slot = tasks.dequeue()
    else { return tasks.pause() }
    resume(slot)
    if tasks.running.wait != nil { endWait() }
    let rest = tasks.running.rest
    guard rest > .zero else { return }
    tasks.running.rest = .zero
    try hold(rest)
    if now >= tasks.horizon { try yield() }
  }

  /// Runs the suspended task at `slot`.
  mutating func resume(_ slot: Int) {
    tasks.resume(slot)
    evaluator.stack = tasks.running.values
  }

  /// A scheduler with memory of its own, of which all tasks rest as in this one.
  func snapshot() -> Scheduler {
    var copy = self
    (copy.evaluator, copy.tasks) = (evaluator.snapshot(), tasks.snapshot())
    return copy
  }

  /// A slot for a new task.
  mutating func freeSlot() throws(Halt) -> Int {
    if let slot = tasks.newSlot() { return slot }
    throw halt(.tooManyBranches(Budget.branches, at: statementSpan))
  }
}
