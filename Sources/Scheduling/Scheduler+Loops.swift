import Language
import Schedules

// Loops that need not end by themselves.

extension Scheduler {
  /// Begins `repeat forever`.
  mutating func forever(_ node: UInt32) throws(Halt) {
    open(.forever, nodes[Int(node)].payload, of: node)
    strand.frame.since = now
    strand.frame.cue = cue
    try begin(node)
  }

  /// Begins `repeat while`.
  mutating func whilst(_ node: UInt32) throws(Halt) {
    let condition = nodes[Int(node)].payload
    if try value(condition) == 0 { return }
    open(.whilst, nodes[Int(condition)].next, of: node)
    strand.frame.since = now
    strand.frame.cue = cue
    try begin(node)
  }

  /// Begins `every`, whose turns stand on a grid.
  mutating func every(_ node: UInt32) throws(Halt) {
    let first = nodes[Int(node)].payload
    var body = nodes[Int(first)].next
    let period = try time(first, what: "the time between two turns")
    var whole = Double.infinity
    if nodes[Int(body)].role == .lasting {
      whole = try time(body, what: "the length of a loop") * 1e9
      body = nodes[Int(body)].next
    }
    open(.every, body, of: node)
    strand.frame.step = (period * 1e9).rounded()
    strand.frame.first = whole.rounded()
    strand.frame.since = now
    strand.frame.cue = cue
    try begin(node)
  }

  /// Ends a turn of the innermost loop, and begins the next if there is one.
  @inline(never)
  mutating func closeOpenTurn() throws(Halt) {
    let frame = strand.frame
    if frame.kind == .every { return try closeTurn(ofGrid: frame) }
    if frame.since == now, !frame.hasMetEvent { throw endless(frame.node) }
    if frame.kind == .whilst, try value(nodes[Int(frame.node)].payload) == 0 { return close() }
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
    origin = nodes[Int(frame.node)].start
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
  private mutating func endless(_ node: UInt32) -> Halt {
    halt(.endlessLoop(at: program.program.tokenSpan(at: nodes[Int(node)].start)))
  }

  @inline(never)
  private mutating func overrun(
    _ frame: Strand.Frame, end: Double, _ elapsed: Double
  ) -> Halt {
    let begun = frame.turn * frame.step
    return halt(
      .overrun(
        seconds: (elapsed - begun) / 1e9, given: (end - begun) / 1e9,
        at: span(of: nodes[Int(frame.node)].payload)))
  }
}
