import Language
import Schedules
import Vocabulary

// What is decided in the show: the cue ends where a condition is read, and goes on with what
// follows from it.

/// What a task has asked of the world, and not heard yet.
struct PendingDecision {
  /// The statement that decides.
  let statement: Statement
  let node: NodeID
  /// The conditions, in their order; the first that holds is taken.
  let conditions: [Condition]
  /// True if a loop is asked whether it takes another turn.
  var isTurn = false
}

extension Scheduler {
  /// True if the condition `node` reads what only the show knows.
  @inline(__always)
  func isLive(_ node: ExpressionView) -> Bool {
    !program.live.isEmpty && program.live.contains(node.id)
  }

  /// The condition `node`, whose known parts are worked out.
  mutating func condition(_ node: ExpressionView) throws(Halt) -> Condition {
    guard isLive(node) else { return .known(try value(node) != 0) }
    if let variable = program.readings[node.id] { return .reading(variable) }
    if case .not(let operand) = node.form { return try condition(operand).negated }
    guard let operation = node.binary else { return .known(try value(node) != 0) }
    if operation.symbol == .and {
      return try condition(operation.left).and(condition(operation.right))
    }
    if operation.symbol == .or {
      return try condition(operation.left).or(condition(operation.right))
    }
    guard let comparison = Condition.Comparison(rawValue: operation.symbol.symbol) else {
      return .known(try value(node) != 0)
    }
    return .comparison(try side(operation.left), comparison, try side(operation.right))
  }

  /// One side of a comparison.
  private mutating func side(_ node: ExpressionView) throws(Halt) -> Condition.Operand {
    if let variable = program.readings[node.id] { return .reading(variable) }
    return .number(try value(node))
  }

  /// Has the running task ask which of `conditions` is the first that holds, for the statement
  /// `node`; gives the answer if it is known already.
  mutating func ask(
    _ conditions: [Condition], for node: NodeView, isTurn: Bool = false
  ) throws(Halt) -> Int? {
    let known = conditions.firstIndex { $0.known == true } ?? conditions.count
    let open = conditions[..<known].filter { $0.known == nil }
    if open.isEmpty { return known }
    tasks.running.decision = PendingDecision(
      statement: node.statement, node: node.id, conditions: Array(conditions[..<known]),
      isTurn: isTurn)
    endPortion(.decision)
    return nil
  }

  /// Gives the task that has asked its answer: the index of the condition that holds.
  mutating func answer(_ index: Int) throws(Halt) {
    guard let slot = tasks.dequeue(), let decision = tasks.others[slot]?.decision else {
      throw Halt()
    }
    resume(slot)
    tasks.running.decision = nil
    try carryOut(decision, index)
    rest()
    if tasks.running.wait.map({ $0.end != nil }) ?? true { tasks.enqueue(slot) }
  }

  private mutating func carryOut(_ decision: PendingDecision, _ index: Int) throws(Halt) {
    if case .if(let choice) = decision.statement { open(way: index, of: choice) }
    if case .while(let loop) = decision.statement {
      try decide(loop, holds: index == 0, isTurn: decision.isTurn)
    }
    if case .waitUntil(let wait) = decision.statement, index > 0 {
      try beginWait(wait, decision.conditions[0])
    }
  }

  /// The conditions that decide at the end of the cue; none if nothing is decided then.
  var pendingDecision: PendingDecision? {
    portion.end == .decision ? tasks.next?.decision : nil
  }
}
