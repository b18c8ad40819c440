import Diagnosis
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
  /// The turn that is over, if a loop with a count asks that.
  var again: CountedTurn?
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
    if case .within(let range) = node.form { return try condition(range) }
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

  /// The condition that a value lies in its `range`.
  private mutating func condition(_ range: WithinView) throws(Halt) -> Condition {
    let (value, first) = (try side(range.value), try side(range.first))
    let second = try side(range.second)
    if range.isNear {
      if case .number(let tolerance) = second, tolerance < 0 {
        throw halt(.negativeTolerance(at: span(of: range.second)))
      }
      return .near(value, first, second)
    }
    if case .number(let lower) = first, case .number(let upper) = second, lower > upper {
      throw halt(
        emptyRange(range.first, range.second))
    }
    return .within(value, first, second)
  }

  /// The report of a range whose ends `lower` and `upper` are exchanged.
  private func emptyRange(_ lower: ExpressionView, _ upper: ExpressionView) -> Diagnostic {
    let (first, last) = (span(of: lower), span(of: upper))
    let words = (
      first: program.sources.text(of: first), last: program.sources.text(of: last)
    )
    return Diagnostic(
      .constantCondition, "nothing lies in this range", at: SourceSpan(first.start, last.end),
      notes: ["the lower end comes first: left, up and counterclockwise are negative"],
      fixIts: [
        FixIt(
          "write '\(words.last) .. \(words.first)'",
          [FixIt.Edit(first, words.last), FixIt.Edit(last, words.first)])
      ])
  }

  /// The part of the condition `node` behind an event that is judged when the event comes; nil if
  /// it reads nothing.
  ///
  /// What it joins with `and` is either read in the show or worked out by itself.
  mutating func liveCondition(behind node: ExpressionView) throws(Halt) -> Condition? {
    guard isLive(node) else { return nil }
    if let operation = node.binary, operation.symbol == .and {
      let left = try liveCondition(behind: operation.left)
      let right = try liveCondition(behind: operation.right)
      guard let left, let right else { return left ?? right }
      return left.and(right)
    }
    let condition = try condition(node)
    switch condition.known {
    case true?: return nil
    case false?: throw halt(.neverTaken(at: span(of: node)))
    case nil: return condition
    }
  }

  /// True if what the condition `node` behind an event joins holds, but for what is judged in the
  /// show.
  mutating func holdsApart(_ node: ExpressionView) throws(Halt) -> Bool {
    guard isLive(node) else { return try value(node) != 0 }
    guard let operation = node.binary, operation.symbol == .and else { return true }
    guard try holdsApart(operation.left) else { return false }
    return try holdsApart(operation.right)
  }

  /// True if all that the condition `node` behind an event joins is judged in the show.
  func isWhollyLive(_ node: ExpressionView) -> Bool {
    guard isLive(node) else { return false }
    guard let operation = node.binary, operation.symbol == .and else { return true }
    return isWhollyLive(operation.left) && isWhollyLive(operation.right)
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
    if decision.again != nil { return try decide(again: index == 0) }
    if case .if(let choice) = decision.statement { open(way: index, of: choice) }
    if case .choose(let choice) = decision.statement { open(choice.options[index], of: choice) }
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

extension Diagnostic {
  fileprivate static func negativeTolerance(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "nothing is nearer than that", at: span,
      notes: ["a tolerance is 0 or more"])
  }

  fileprivate static func neverTaken(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "this never holds, so the event leads to nothing", at: span,
      notes: ["a condition behind an event reads what is known in the show, or its value"])
  }
}
