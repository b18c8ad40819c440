import Language

// Loops that need not end by themselves.

extension Scheduler {
  /// Begins `repeat forever`.
  mutating func forever(_ node: UInt32) throws(Halt) {
    open(.forever, nodes[Int(node)].payload, of: node)
    strand.frames[strand.frames.count - 1].since = now
    try begin(node)
  }

  /// Begins `repeat while`.
  mutating func whilst(_ node: UInt32) throws(Halt) {
    let condition = nodes[Int(node)].payload
    if try value(condition) == 0 { return }
    open(.whilst, nodes[Int(condition)].next, of: node)
    strand.frames[strand.frames.count - 1].since = now
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
    let top = strand.frames.count - 1
    strand.frames[top].step = (period * 1e9).rounded()
    strand.frames[top].first = whole.rounded()
    strand.frames[top].since = now
    try begin(node)
  }

  /// Ends a turn of the loop that is frame number `top`, and begins the next if there is one.
  @inline(never)
  mutating func closeOpenTurn(_ top: Int) throws(Halt) {
    let frame = strand.frames[top]
    if frame.kind == .every { return try closeTurn(ofGrid: frame, top) }
    if frame.since == now { throw endless(frame.node) }
    if frame.kind == .whilst, try value(nodes[Int(frame.node)].payload) == 0 {
      strand.frames.removeLast()
      return
    }
    strand.frames[top].since = now
    try turn(top)
  }

  /// Waits for the end of the turn of an `every`, or begins the next one once it has come.
  private mutating func closeTurn(ofGrid frame: Strand.Frame, _ top: Int) throws(Halt) {
    let turn = frame.turn + 1
    let elapsed = Double(now - frame.since)
    let end = min(turn * frame.step, frame.first)
    if elapsed > end { throw overrun(frame, end: end, elapsed) }
    origin = nodes[Int(frame.node)].start
    if elapsed < end {
      try hold(Int64(end - elapsed))
      if now >= horizon { try yield() }
    } else if end >= frame.first {
      strand.frames.removeLast()
    } else {
      strand.frames[top].turn = turn
      try self.turn(top)
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
