import Language
import Motion
import Quantities
import Schedules

// Blocks are opened and closed, and loops begin their turns.

extension Scheduler {
  /// Begins the block `body`, which belongs to the statement `node`; what is said in it of limits
  /// and of being late ends with it.
  @inline(__always)
  mutating func open(_ kind: ScriptTask.Frame.Kind, _ body: BlockView, of node: NodeView) {
    tasks.running.outer.append(tasks.running.frame)
    tasks.running.frame = ScriptTask.Frame(
      kind: kind, late: tasks.running.late, rest: body.statements, node: node,
      body: body, limitIndex: tasks.running.limitIndex)
  }

  /// Goes on with the block outside.
  @inline(__always)
  mutating func close() {
    if let outer = tasks.running.outer.popLast() { tasks.running.frame = outer }
  }

  /// Begins the next turn of the innermost block, or ends it.
  @inline(__always)
  mutating func closeTurn() throws(Halt) {
    if tasks.running.frame.hasLosers { try takeBackLimits() }
    if !finals.entries.isEmpty { try settle(inside: tasks.running.outer.count) }
    if tasks.running.frame.limitIndex != tasks.running.limitIndex {
      try setLimits(tasks.running.frame.limitIndex)
    }
    tasks.running.late = tasks.running.frame.late
    if !evaluator.stack.tempos.isEmpty {
      evaluator.stack.leaveTempos(inside: tasks.running.outer.count)
    }
    switch tasks.running.frame.kind {
    case .task, .block, .fork: close()
    case .repeating where tasks.running.frame.mayEndCue && countsTurns: askForCountedTurn()
    case .counting, .repeating: try count()
    case .call: leaveCall()
    case .forever, .whilst, .every: try closeOpenTurn()
    }
  }

  /// Begins a turn of the innermost loop.
  @inline(__always)
  mutating func turn() throws(Halt) {
    if let node = tasks.running.frame.node { try begin(node) }
    if tasks.running.frame.kind == .repeating { tasks.running.frame.pose = motors.pose }
    tasks.running.frame.rest = tasks.running.frame.body?.statements ?? NodeList()
  }

  /// Counts a turn of the innermost loop; after the last it ends.
  @inline(__always)
  private mutating func count() throws(Halt) {
    let turn = tasks.running.frame.turn + 1
    if turn >= tasks.running.frame.turns { return close() }
    (tasks.running.frame.turn, tasks.running.frame.hasDecided) = (turn, false)
    if tasks.running.frame.kind == .counting,
      case .for(let loop)? = tasks.running.frame.node?.statement
    {
      try nameValue(of: loop)
    }
    try self.turn()
  }

  /// Ends a turn of the innermost loop, and begins the next if there is one.
  @inline(never)
  mutating func closeOpenTurn() throws(Halt) {
    let frame = tasks.running.frame
    if frame.kind == .every { return try closeTurn(ofGrid: frame) }
    if frame.since == now, !frame.hasMetEvent {
      // What a check could not know: a turn then takes as little time as can be.
      guard findings.isPlayed else { throw endless(frame) }
      try pass(Scheduler.tick, moving: .none)
    }
    if case .while(let loop)? = frame.node?.statement {
      if try asksForTurn(loop) { return }
      if try condition(loop.condition).known == false { return close() }
    }
    try nextOpenTurn()
    if frame.cue == tasks.cue { pauseTurn(since: frame.since) }
  }

  /// Begins the next turn of the innermost loop, which may never end.
  mutating func nextOpenTurn() throws(Halt) {
    (tasks.running.frame.since, tasks.running.frame.cue, tasks.running.frame.hasMetEvent) = (
      now, tasks.cue, false
    )
    tasks.running.frame.turn += 1
    try turn()
  }

  /// Ends the cue if nothing but this loop, which may never end, goes on; the turn that is over
  /// began in it, at `start`.
  mutating func pauseTurn(since start: Instant) {
    guard mayPause else { return }
    noteOpenTurn(since: start)
    tasks.running.frame.cue = tasks.cue + 1
    rest()
    tasks.enqueue(tasks.running.slot)
    tasks.pause()
  }
}
