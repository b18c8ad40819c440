import Diagnosis
import Language

extension Scheduler {
  mutating func perform(_ loop: RepeatStatement) throws(Halt) {
    let count = loop.count
    let turns = try value(count)
    if turns != turns.rounded() || turns < 0 {
      throw notWhole(turns, count)
    }
    if turns == 0 { return }
    open(.repeating, loop.body, of: loop.view)
    tasks.running.frame.turns = turns
    try begin(loop.view)
  }

  /// Begins `repeat forever`.
  mutating func perform(_ loop: ForeverStatement) throws(Halt) {
    open(.forever, loop.body, of: loop.view)
    tasks.running.frame.since = now
    tasks.running.frame.cue = tasks.cue
    try begin(loop.view)
  }

  /// Begins `repeat while`.
  mutating func perform(_ loop: WhileStatement) throws(Halt) {
    if try value(loop.condition) == 0 { return }
    open(.whilst, loop.body, of: loop.view)
    tasks.running.frame.since = now
    tasks.running.frame.cue = tasks.cue
    try begin(loop.view)
  }

  @inline(never)
  mutating func endless(_ frame: ScriptTask.Frame) -> Halt {
    halt(.endlessLoop(at: program.program.tokenSpan(at: frame.node?.start ?? tasks.running.origin)))
  }
}
