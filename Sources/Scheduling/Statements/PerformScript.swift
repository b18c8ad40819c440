import Diagnosis
import Language

extension Scheduler {
  /// Begins the script beside a test that plays it: its handlers may be called until it ends, and
  /// then the test goes on.
  ///
  /// Its random numbers are those of a run of the script.
  mutating func perform(_ performance: PerformStatement) throws(Halt) {
    var end: Int64?
    if let length = performance.longest {
      end = now + Scheduler.nanoseconds(try time(length, what: "a performance"))
    }
    if let end, end > longest {
      throw halt(.scheduleTooLong(Int(longest / 1_000_000), at: statementSpan))
    }
    evaluator.random = scriptRandom
    packs = Packs()
    branchShow(of: program.script.statements)
    let handlers = waitingHandlers
    waitingHandlers = []
    for handler in handlers { try perform(handler) }
    if let end { try endShow(at: end, from: performance) }
  }

  /// Lets the time `end`, in nanoseconds, end the show and its handlers.
  private mutating func endShow(at end: Int64, from performance: PerformStatement) throws(Halt) {
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
