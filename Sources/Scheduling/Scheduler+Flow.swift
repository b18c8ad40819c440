import Diagnosis
import Hardware
import Language
import Motion
import Schedules

extension Scheduler {
  /// Carries out strands in the order of time, until the last has ended.
  mutating func runStrands() throws(Halt) {
    while let node = try nextStatement() {
      try begin(node)
      try statement(node)
      if strand.now >= horizon { try yield() }
    }
  }

  /// The statement that comes next; nil once nothing is left to do.
  @inline(__always)
  private mutating func nextStatement() throws(Halt) -> UInt32? {
    while !isPaused {
      let node = strand.frame.next
      if node != 0 {
        strand.frame.next = nodes[Int(node)].next
        return node
      }
      if strand.frame.kind != .strand {
        try closeTurn()
      } else if strand.first != 0 {
        defer { strand.first = 0 }
        return strand.first
      } else if try !endStrand() {
        return nil
      }
    }
    return nil
  }

  @inline(__always)
  mutating func statement(_ node: UInt32) throws(Halt) {
    switch nodes[Int(node)].kind {
    case .letting: try letting(node)
    case .ramp: try ramp(node)
    case .axisMove, .poseMove: try move(node)
    case .counting: try counting(node)
    case .repeating: try repeating(node)
    case .choosing: try choosing(node)
    case .call: try call(node)
    default: try rare(node)
    }
  }

  @inline(never)
  private mutating func rare(_ node: UInt32) throws(Halt) {
    switch nodes[Int(node)].kind {
    case .spin: try spin(node)
    case .stop: try stop(node)
    case .wait: try wait(node)
    case .animate: try animate(node)
    case .tracking: try tracking(node)
    case .frame: try world(.frame, extra: UInt32(nodes[Int(node)].detail))
    case .region: try region(node)
    case .select: try select(node)
    case .log: try log(node)
    case .face: try face(node)
    case .eyes: try eyes(node)
    case .camera: try camera(node)
    case .limit: try limit(node)
    case .lateness: try lateness(node)
    case .seed: try seed(node)
    case .expect: try expect(node)
    case .block: open(.block, node, of: node)
    case .forever: try forever(node)
    case .whilst: try whilst(node)
    case .every: try every(node)
    case .together, .race, .stagger: try fork(node)
    case .waitFor: try waitFor(node)
    case .handler: try handle(node)
    default: break
    }
  }

  // MARK: - Blocks

  /// Begins the block `body`, which belongs to the statement `node`; what is said in it of limits
  /// and of being late ends with it.
  @inline(__always)
  mutating func open(_ kind: Strand.Frame.Kind, _ body: UInt32, of node: UInt32) {
    strand.outer.append(strand.frame)
    strand.frame = Strand.Frame(
      kind: kind, late: strand.late, next: body == 0 ? 0 : nodes[Int(body)].payload, node: node,
      body: body, limitIndex: strand.limitIndex)
  }

  /// Goes on with the block outside.
  @inline(__always)
  mutating func close() {
    if let outer = strand.outer.popLast() { strand.frame = outer }
  }

  /// Begins the next turn of the innermost block, or ends it.
  @inline(__always)
  private mutating func closeTurn() throws(Halt) {
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
    try begin(strand.frame.node)
    let body = strand.frame.body
    strand.frame.next = body == 0 ? 0 : nodes[Int(body)].payload
  }

  mutating func letting(_ node: UInt32) throws(Halt) {
    let label = nodes[Int(node)].payload
    let value = nodes[Int(label)].next
    evaluator.store(value, at: label)
    if evaluator.failure != nil { throw failed(value) }
  }

  private mutating func counting(_ node: UInt32) throws(Halt) {
    let label = nodes[Int(node)].payload
    let from = nodes[Int(label)].next
    let to = nodes[Int(from)].next
    var body = nodes[Int(to)].next
    let first = try value(from)
    let last = try value(to)
    var step = last < first ? -1.0 : 1.0
    if nodes[Int(body)].role == .step {
      step = try value(body)
      if step == 0 { throw emptyStep(body) }
      body = nodes[Int(body)].next
    } else if last < first {
      return warnOfNoTurns(from, to, by: nil)
    }
    // A part in a million of a step is forgiven, so that 0 .. 1 by 0.1 has its eleven turns.
    let turns = ((last - first) / step + 1e-6).rounded(.down) + 1
    if turns < 1 { return warnOfNoTurns(from, to, by: step < 0 ? nil : nodes[Int(to)].next) }
    open(.counting, body, of: node)
    strand.frame.turns = turns
    strand.frame.first = first
    strand.frame.step = step
    evaluator.store(first, at: label)
    try begin(node)
  }

  /// Warns of a loop that runs no turn if its range is written in numbers: one that is calculated
  /// may well hold nothing.
  @inline(never)
  private mutating func warnOfNoTurns(_ from: UInt32, _ to: UInt32, by step: UInt32?) {
    guard literal(in: from) != nil, literal(in: to) != nil, isNew(.loopWithoutTurns) else { return }
    let start = step.flatMap { literal(in: $0) }.map { span(of: $0).start }
    reporter.report(
      .loopWithoutTurns(
        at: span(of: from).union(span(of: to)),
        minus: start.map { SourceSpan($0, $0) }, swap: swap(from, to)))
  }

  private mutating func repeating(_ node: UInt32) throws(Halt) {
    let count = nodes[Int(node)].payload
    let turns = try value(count)
    if turns != turns.rounded() || turns < 0 {
      throw notWhole(turns, count)
    }
    if turns == 0 { return }
    open(.repeating, nodes[Int(count)].next, of: node)
    strand.frame.turns = turns
    try begin(node)
  }

  /// Counts a turn of the innermost loop; after the last it ends.
  @inline(__always)
  private mutating func count() throws(Halt) {
    let turn = strand.frame.turn + 1
    if turn >= strand.frame.turns { return close() }
    strand.frame.turn = turn
    if strand.frame.kind == .counting {
      let value = strand.frame.first + turn * strand.frame.step
      evaluator.store(value, at: nodes[Int(strand.frame.node)].payload)
    }
    try self.turn()
  }

  @inline(never)
  private mutating func emptyStep(_ node: UInt32) -> Halt {
    halt(.emptyStep(at: span(of: node)))
  }

  @inline(never)
  private mutating func notWhole(_ value: Double, _ node: UInt32) -> Halt {
    let span = span(of: node)
    return halt(.notWhole(at: span, text: value > 0 ? program.sources.text(of: span) : nil))
  }

  private mutating func choosing(_ first: UInt32) throws(Halt) {
    var node = first
    while true {
      let condition = nodes[Int(node)].payload
      let body = nodes[Int(condition)].next
      if try value(condition) != 0 { return open(.block, body, of: first) }
      node = nodes[Int(body)].next
      if node == 0 { return }
      if nodes[Int(node)].kind == .block { return open(.block, node, of: first) }
    }
  }

  private mutating func call(_ node: UInt32) throws(Halt) {
    let label = nodes[Int(node)].payload
    let index = Int(nodes[Int(label)].payload)
    let callee = program.callables[index]
    guard let outer = evaluator.enter(callee, node) else { throw failed(node) }
    if evaluator.failure != nil { throw failed(node) }
    strand.calls.append(Strand.Call(callee: index, values: outer, origin: origin, before: axes))
    open(.call, callee.body, of: node)
  }

  private mutating func leaveCall() {
    close()
    guard let call = strand.calls.popLast() else { return }
    evaluator.leave(to: call.values)
    origin = call.origin
    checkDrift(of: program.callables[call.callee], since: call.before)
  }

  private mutating func seed(_ node: UInt32) throws(Halt) {
    let value = try value(nodes[Int(node)].payload)
    guard value >= 0, value < 0x1p53, value == value.rounded() else {
      throw notWhole(value, nodes[Int(node)].payload)
    }
    evaluator.random = SplitMix64(seed: UInt64(value))
  }
}
