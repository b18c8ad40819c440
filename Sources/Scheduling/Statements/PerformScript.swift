import Diagnosis
import Language
import Quantities

extension Scheduler {
  /// Begins the script beside a test that plays it: its handlers may be called until it ends, and
  /// then the test goes on.
  ///
  /// Its random numbers are those of a run of the script.
  mutating func perform(_ performance: PerformStatement) throws(Halt) {
    let end = try end(of: performance)
    evaluator.random = scriptRandom
    choices = Choices(seed: compilation.seed)
    branchShow(of: program.script.statements)
    findings.isPerformed = true
    let handlers = waitingHandlers
    waitingHandlers = []
    for handler in handlers { try perform(handler) }
    // Its time begins at its mark.
    if let end, goal == nil { try endShow(at: end, from: performance) }
  }

  /// When `performance`, which begins now, ends at the latest, in nanoseconds; nil for never.
  private mutating func end(of performance: PerformStatement) throws(Halt) -> Instant? {
    guard let length = performance.longest else { return nil }
    let end = now + Nanoseconds(nearest: try time(length, what: "a performance"))
    guard end <= longest else {
      throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
    }
    return end
  }

  /// Lets the time of `performance`, whose mark is here, end the show and its handlers.
  mutating func endShow(after performance: PerformStatement) throws(Halt) {
    if let end = try end(of: performance) { try endShow(at: end, from: performance) }
  }

  /// Lets the time `end`, in nanoseconds, end the show and its handlers.
  private mutating func endShow(at end: Instant, from performance: PerformStatement) throws(Halt) {
    var timer = ScriptTask(limits: limits, values: evaluator.stack.branch())
    (timer.slot, timer.parent, timer.path) = (try freeSlot(), 0, [2])
    (timer.now, timer.origin) = (end, performance.start)
    (timer.limitIndex, timer.late) = (limitIndex, tasks.running.late)
    timer.wait = ScriptTask.Wait(since: now, end: end, windows: 0..<0, statement: nil)
    tasks.others[timer.slot] = timer
    tasks.others[0]?.fork?.branches.append(timer.slot)
    tasks.others[0]?.fork?.timer = timer.slot
    tasks.enqueue(timer.slot)
    tasks.lookAhead()
  }
}
