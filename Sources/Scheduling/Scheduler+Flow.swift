import Diagnosis
import Hardware
import Language
import Motion
import Schedules

extension Scheduler {
  /// Carries out strands in the order of time, until the last has ended or all rest.
  mutating func runStrands() throws(Halt) {
    while !isPaused {
      let node: NodeView
      if let next = strand.frame.rest.next() {
        node = next
      } else if strand.frame.kind != .strand {
        try closeTurn()
        continue
      } else if let first = strand.first {
        strand.first = nil
        node = first
      } else if try endStrand() {
        continue
      } else {
        return
      }
      try begin(node)
      try perform(node.statement)
      if strand.now >= horizon { try yield() }
    }
  }

  /// Carries out `statement`.
  @inline(__always)
  mutating func perform(_ statement: Statement) throws(Halt) {
    switch statement {
    case .let(let naming): try perform(naming)
    case .ramp(let ramp): try perform(ramp)
    case .move(let move): try perform(move)
    case .for(let loop): try perform(loop)
    case .repeat(let loop): try perform(loop)
    case .if(let choice): try perform(choice)
    case .call(let call): try perform(call)
    case .spin(let spin): try perform(spin)
    case .stop(let stop): try perform(stop)
    case .wait(let wait): try perform(wait)
    case .animate(let animate): try perform(animate)
    case .tracking(let tracking): try perform(tracking)
    case .frame(let frame): try world(.frame, extra: UInt32(frame.mode))
    case .region(let region): try perform(region)
    case .select(let select): try perform(select)
    case .log(let log): try perform(log)
    case .face(let face): try perform(face)
    case .eyes(let eyes): try perform(eyes)
    case .camera(let camera): try perform(camera)
    case .limit(let limit): try perform(limit)
    case .late(let late): try perform(late)
    case .seed(let seed): try perform(seed)
    case .expect(let expectation): try perform(expectation)
    case .block(let block): open(.block, block, of: block.view)
    case .forever(let loop): try perform(loop)
    case .while(let loop): try perform(loop)
    case .every(let every): try perform(every)
    case .concurrent(let concurrent): try perform(concurrent)
    case .waitFor(let wait): try perform(wait)
    case .handler(let handler): try perform(handler)
    // They are there to be used, and do nothing themselves.
    case .gesture, .function, .use, .test, .scene: break
    }
  }

  // MARK: - Blocks

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
    if let node = strand.frame.node { try begin(node) }
    strand.frame.rest = strand.frame.body?.statements ?? NodeList()
  }

  mutating func perform(_ naming: LetStatement) throws(Halt) {
    let value = naming.value
    evaluator.store(value, at: naming.label)
    if evaluator.failure != nil { throw failed(value) }
  }

  private mutating func perform(_ loop: ForStatement) throws(Halt) {
    let (from, to) = (loop.lower, loop.upper)
    let first = try value(from)
    let last = try value(to)
    let by = loop.step
    var step = last < first ? -1.0 : 1.0
    if let by {
      step = try value(by)
      if step == 0 { throw emptyStep(by) }
    } else if last < first {
      return warnOfNoTurns(from, to, by: nil)
    }
    // A part in a million of a step is forgiven, so that 0 .. 1 by 0.1 has its eleven turns.
    let turns = ((last - first) / step + 1e-6).rounded(.down) + 1
    if turns < 1 { return warnOfNoTurns(from, to, by: step < 0 ? nil : by) }
    open(.counting, loop.body, of: loop.view)
    strand.frame.turns = turns
    strand.frame.first = first
    strand.frame.step = step
    evaluator.store(first, at: loop.label)
    try begin(loop.view)
  }

  /// Warns of a loop that runs no turn if its range is written in numbers: one that is calculated
  /// may well hold nothing.
  @inline(never)
  private mutating func warnOfNoTurns(
    _ from: ExpressionView, _ to: ExpressionView, by step: ExpressionView?
  ) {
    guard literal(in: from) != nil, literal(in: to) != nil, isNew(.loopWithoutTurns) else { return }
    let start = step.flatMap { literal(in: $0) }.map { span(of: $0).start }
    reporter.report(
      .loopWithoutTurns(
        at: span(of: from).union(span(of: to)),
        minus: start.map { SourceSpan($0, $0) }, swap: swap(from, to)))
  }

  private mutating func perform(_ loop: RepeatStatement) throws(Halt) {
    let count = loop.count
    let turns = try value(count)
    if turns != turns.rounded() || turns < 0 {
      throw notWhole(turns, count)
    }
    if turns == 0 { return }
    open(.repeating, loop.body, of: loop.view)
    strand.frame.turns = turns
    try begin(loop.view)
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

  @inline(never)
  private mutating func emptyStep(_ node: ExpressionView) -> Halt {
    halt(.emptyStep(at: span(of: node)))
  }

  @inline(never)
  private mutating func notWhole(_ value: Double, _ node: ExpressionView) -> Halt {
    let span = span(of: node)
    return halt(.notWhole(at: span, text: value > 0 ? program.sources.text(of: span) : nil))
  }

  private mutating func perform(_ first: IfStatement) throws(Halt) {
    var choice = first
    while true {
      if try value(choice.condition) != 0 { return open(.block, choice.body, of: first.view) }
      switch choice.alternative {
      case .none: return
      case .block(let body): return open(.block, body, of: first.view)
      case .choice(let next): choice = next
      }
    }
  }

  private mutating func perform(_ statement: CallStatement) throws(Halt) {
    let call = statement.call
    let index = call.label.index
    let callee = program.callables[index]
    guard let outer = evaluator.enter(callee, call) else { throw failed(call) }
    if evaluator.failure != nil { throw failed(call) }
    strand.calls.append(Strand.Call(callee: index, values: outer, origin: origin, before: axes))
    open(.call, callee.block, of: call.view)
  }

  private mutating func leaveCall() {
    close()
    guard let call = strand.calls.popLast() else { return }
    evaluator.leave(to: call.values)
    origin = call.origin
    checkDrift(of: program.callables[call.callee], since: call.before)
  }

  private mutating func perform(_ seed: SeedStatement) throws(Halt) {
    let value = try value(seed.value)
    guard value >= 0, value < 0x1p53, value == value.rounded() else {
      throw notWhole(value, seed.value)
    }
    evaluator.random = SplitMix64(seed: UInt64(value))
  }
}
