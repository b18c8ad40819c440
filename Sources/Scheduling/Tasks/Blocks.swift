import Language
import Motion

// Blocks are opened and closed, and loops begin their turns.

extension Scheduler {
  /// Begins the block `body`, which belongs to the statement `node`; what is said in it of limits
  /// and of being late ends with it.
  @inline(__always)
  mutating func open(_ kind: Strand.Frame.Kind, _ body: BlockView, of node: NodeView) {
    strand.outer.append(strand.frame)
    strand.frame = Strand.Frame(
      kind: kind, late: strand.late, rest: body.statements, node: node,
      body: body, limitIndex: strand.limitIndex)
  }

  /// Goes on with the block outside.
  @inline(__always)
  mutating func close() {
    if let outer = strand.outer.popLast() { strand.frame = outer }
  }

  /// Begins the next turn of the innermost block, or ends it.
  @inline(__always)
  mutating func closeTurn() throws(Halt) {
    if strand.frame.limitIndex != strand.limitIndex { try setLimits(strand.frame.limitIndex) }
    strand.late = strand.frame.late
    switch strand.frame.kind {
    case .strand, .block, .fork: close()
    case .counting, .repeating: try count()
    case .call: leaveCall()
    case .forever, .whilst, .every: try closeOpenTurn()
    }
  }

  /// Begins a turn of the innermost loop.
  @inline(__always)
  mutating func turn() throws(Halt) {
    if let node = strand.frame.node { try begin(node) }
    strand.frame.rest = strand.frame.body?.statements ?? NodeList()
  }

  /// Counts a turn of the innermost loop; after the last it ends.
  @inline(__always)
  private mutating func count() throws(Halt) {
    let turn = strand.frame.turn + 1
    if turn >= strand.frame.turns { return close() }
    strand.frame.turn = turn
    if strand.frame.kind == .counting, case .for(let loop)? = strand.frame.node?.statement {
      let value = strand.frame.first + turn * strand.frame.step
      evaluator.store(value, at: loop.label)
    }
    try self.turn()
  }

  /// Ends a turn of the innermost loop, and begins the next if there is one.
  @inline(never)
  mutating func closeOpenTurn() throws(Halt) {
    let frame = strand.frame
    if frame.kind == .every { return try closeTurn(ofGrid: frame) }
    if frame.since == now, !frame.hasMetEvent { throw endless(frame) }
    if case .while(let loop)? = frame.node?.statement, try value(loop.condition) == 0 {
      return close()
    }
    (strand.frame.since, strand.frame.cue, strand.frame.hasMetEvent) = (now, cue, false)
    try turn()
    if frame.cue == cue { pauseTurn() }
  }

  /// Ends the cue if nothing but this loop, which may never end, goes on; the turn that is over
  /// began in it.
  mutating func pauseTurn() {
    guard mayPause else { return }
    strand.frame.cue = cue + 1
    let slot = strand.slot
    rest()
    enqueue(slot)
    pause()
  }
}
