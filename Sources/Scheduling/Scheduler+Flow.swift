import Language
import Motion

extension Scheduler {
  /// Carries out `node` and its right neighbours.
  mutating func sequence(_ first: UInt32) throws(Halt) {
    var node = first
    while node != 0 {
      try statement(node)
      node = nodes[Int(node)].next
    }
  }

  /// Carries out a block; limits set in it end with it.
  ///
  /// The checker has seen to it that blocks do not nest too deeply, calls included.
  mutating func block(_ node: UInt32) throws(Halt) {
    if node == 0 { return }
    let outer = limitIndex
    try sequence(nodes[Int(node)].payload)
    if limitIndex != outer { try setLimits(outer) }
  }

  @inline(__always)
  mutating func statement(_ node: UInt32) throws(Halt) {
    try begin(node)
    switch nodes[Int(node)].kind {
    case .counting: try counting(node)
    case .repeating: try repeating(node)
    case .choosing: try choosing(node)
    case .call: try call(node)
    default: try action(node)
    }
  }

  /// Carries out a statement without a block; apart, so that blocks within blocks stay small.
  @inline(never)
  private mutating func action(_ node: UInt32) throws(Halt) {
    switch nodes[Int(node)].kind {
    case .axisMove, .poseMove: try move(node)
    case .ramp: try ramp(node)
    case .spin: try spin(node)
    case .stop: try stop(node)
    case .wait: try wait(node)
    case .animate: try animate(node)
    case .letting: try letting(node)
    case .tracking: try tracking(node)
    case .frame: try world(.frame, extra: UInt32(nodes[Int(node)].detail))
    case .region: try region(node)
    case .select: try select(node)
    case .log: try log(node)
    case .limit: try limit(node)
    case .seed: try seed(node)
    case .expect: try expect(node)
    default: break
    }
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
      return
    }
    // A part in a million of a step is forgiven, so that 0 .. 1 by 0.1 has its eleven turns.
    let turns = ((last - first) / step + 1e-6).rounded(.down)
    var turn = 0.0
    while turn <= turns {
      evaluator.store(first + turn * step, at: label)
      try begin(node)
      try block(body)
      turn += 1
    }
  }

  private mutating func repeating(_ node: UInt32) throws(Halt) {
    let count = nodes[Int(node)].payload
    let turns = try value(count)
    if turns != turns.rounded() || turns < 0 {
      throw notWhole(turns, count)
    }
    var turn = 0.0
    while turn < turns {
      try begin(node)
      try block(nodes[Int(count)].next)
      turn += 1
    }
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
      if try value(condition) != 0 {
        try block(body)
        return
      }
      node = nodes[Int(body)].next
      if node == 0 { return }
      if nodes[Int(node)].kind == .block {
        try block(node)
        return
      }
    }
  }

  private mutating func call(_ node: UInt32) throws(Halt) {
    let label = nodes[Int(node)].payload
    let callee = program.callables[Int(nodes[Int(label)].payload)]
    let before = axes
    let place = origin
    guard let outer = evaluator.enter(callee, node) else { throw failed(node) }
    if evaluator.failure != nil { throw failed(node) }
    try block(callee.body)
    evaluator.leave(to: outer)
    origin = place
    checkDrift(of: callee, since: before)
  }

  private mutating func seed(_ node: UInt32) throws(Halt) {
    let value = try value(nodes[Int(node)].payload)
    guard value >= 0, value < 0x1p53, value == value.rounded() else {
      throw notWhole(value, nodes[Int(node)].payload)
    }
    evaluator.random = SplitMix64(seed: UInt64(value))
  }
}
