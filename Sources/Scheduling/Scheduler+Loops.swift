import Language
import Schedules

// Loops that need not end by themselves.

extension Scheduler {
  /// Begins `repeat forever`.
  mutating func perform(_ loop: ForeverStatement) throws(Halt) {
    open(.forever, loop.body, of: loop.view)
    strand.frame.since = now
    strand.frame.cue = cue
    try begin(loop.view)
  }

  /// Begins `repeat while`.
  mutating func perform(_ loop: WhileStatement) throws(Halt) {
    if try value(loop.condition) == 0 { return }
    open(.whilst, loop.body, of: loop.view)
    strand.frame.since = now
    strand.frame.cue = cue
    try begin(loop.view)
  }

  /// Begins `every`, whose turns stand on a grid.
  mutating func perform(_ every: EveryStatement) throws(Halt) {
    let period = try time(every.period, what: "the time between two turns")
    var whole = Double.infinity
    if let length = every.length { whole = try time(length, what: "the length of a loop") * 1e9 }
    open(.every, every.body, of: every.view)
    strand.frame.step = (period * 1e9).rounded()
    strand.frame.first = whole.rounded()
    strand.frame.since = now
    strand.frame.cue = cue
    try begin(every.view)
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
  private mutating func pauseTurn() {
    guard mayPause else { return }
    strand.frame.cue = cue + 1
    let slot = strand.slot
    rest()
    enqueue(slot)
    pause()
  }

  /// Waits for the end of the turn of an `every`, or begins the next one once it has come.
  private mutating func closeTurn(ofGrid frame: Strand.Frame) throws(Halt) {
    let turn = frame.turn + 1
    let elapsed = Double(now - frame.since)
    let end = min(turn * frame.step, frame.first)
    if elapsed > end { throw overrun(frame, end: end, elapsed) }
    if let node = frame.node { origin = node.start }
    if elapsed < end {
      try hold(Int64(end - elapsed))
      if now >= horizon { try yield() }
    } else if end >= frame.first {
      close()
    } else {
      strand.frame.turn = turn
      strand.frame.cue = cue
      try self.turn()
      if frame.isOpen, frame.cue == cue { pauseTurn() }
    }
  }

  @inline(never)
  private mutating func endless(_ frame: Strand.Frame) -> Halt {
    halt(.endlessLoop(at: program.program.tokenSpan(at: frame.node?.start ?? origin)))
  }

  @inline(never)
  private mutating func overrun(
    _ frame: Strand.Frame, end: Double, _ elapsed: Double
  ) -> Halt {
    let begun = frame.turn * frame.step
    var place = statementSpan
    if case .every(let every)? = frame.node?.statement { place = span(of: every.period) }
    return halt(
      .overrun(
        seconds: (elapsed - begun) / 1e9, given: (end - begun) / 1e9,
        at: place))
  }
}
