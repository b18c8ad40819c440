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
    tasks.countedLoops += 1
    (tasks.running.frame.turns, tasks.running.frame.number) = (turns, tasks.countedLoops)
    tasks.running.frame.pose = motors.pose
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
    if isLive(loop.condition) {
      if let known = try ask([try condition(loop.condition)], for: loop.view), known == 0 {
        try enter(loop)
      }
      return
    }
    if try value(loop.condition) == 0 { return }
    try enter(loop)
  }

  /// Begins the first turn of `loop`.
  private mutating func enter(_ loop: WhileStatement) throws(Halt) {
    open(.whilst, loop.body, of: loop.view)
    tasks.running.frame.since = now
    tasks.running.frame.cue = tasks.cue
    try begin(loop.view)
  }

  /// Asks whether `loop` takes another turn, if that is decided in the show; true if it is asked.
  mutating func asksForTurn(_ loop: WhileStatement) throws(Halt) -> Bool {
    guard isLive(loop.condition) else { return false }
    return try ask([try condition(loop.condition)], for: loop.view, isTurn: true) == nil
  }

  /// Goes on with `loop`, whose condition `holds` or does not: with a turn, the first unless it
  /// `isTurn`, or behind it.
  mutating func decide(_ loop: WhileStatement, holds: Bool, isTurn: Bool) throws(Halt) {
    if isTurn {
      if holds { try nextOpenTurn() } else { close() }
    } else if holds {
      try enter(loop)
    }
  }

  @inline(never)
  mutating func endless(_ frame: ScriptTask.Frame) -> Halt {
    var condition: ExpressionView?
    if case .while(let loop)? = frame.node?.statement, isLive(loop.condition) {
      condition = loop.condition
    }
    return halt(
      .endlessLoop(
        at: program.program.tokenSpan(at: frame.node?.start ?? tasks.running.origin),
        while: condition.map { program.sources.text(of: span(of: $0)) },
        way: wayWithoutTime(in: frame.body)))
  }
}
