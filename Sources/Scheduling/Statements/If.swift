import Diagnosis
import Language
import Schedules

extension Scheduler {
  mutating func perform(_ first: IfStatement) throws(Halt) {
    var choice = first
    while true {
      if isLive(choice.condition) { return try decide(first) }
      if try value(choice.condition) != 0 {
        visit(choice.body.id)
        return open(.block, choice.body, of: first.view)
      }
      switch choice.alternative {
      case .none: return visit(choice.id)
      case .block(let body):
        visit(body.id)
        return open(.block, body, of: first.view)
      case .choice(let next): choice = next
      }
    }
  }

  /// Has the show decide which block of `first` is carried out.
  private mutating func decide(_ first: IfStatement) throws(Halt) {
    var conditions: [Condition] = []
    for choice in first.choices { conditions.append(try condition(choice.condition)) }
    if let known = try ask(conditions, for: first.view) { open(way: known, of: first) }
  }

  /// Opens the block behind the condition number `index` of `first`, or the last one.
  mutating func open(way index: Int, of first: IfStatement) {
    let choices = first.choices
    tasks.running.way = .block(index, of: first)
    if index < choices.count {
      visit(choices[index].body.id)
      open(.block, choices[index].body, of: first.view)
    } else if case .block(let body)? = choices.last?.alternative {
      visit(body.id)
      open(.block, body, of: first.view)
    } else if let last = choices.last {
      visit(last.id)
    }
  }
}

extension Scheduler {
  /// Where the last decision of the running task has led, if it stands in `loop`: the way through
  /// a turn that takes no time.
  func wayWithoutTime(in loop: BlockView?) -> Diagnostic.Label? {
    guard let loop, let way = tasks.running.way, way.start > loop.start,
      way.start < program.program.closingBrace(of: loop)
    else { return nil }
    switch way {
    case .block(let index, let first): return wayWithoutTime(through: index, of: first)
    case .option(let option, _):
      return Diagnostic.Label(
        program.program.statementSpan(at: option.start), "if this is chosen, no time passes")
    }
  }

  /// The way through the block behind the condition number `index` of `first`, or the last one.
  private func wayWithoutTime(
    through index: Int, of first: IfStatement
  ) -> Diagnostic.Label? {
    let choices = first.choices
    if index < choices.count {
      return Diagnostic.Label(
        program.program.span(of: choices[index].condition), "if this holds, no time passes")
    }
    guard let last = choices.last else { return nil }
    if case .block(let body) = last.alternative {
      return Diagnostic.Label(program.program.tokenSpan(at: body.start), "no time passes here")
    }
    return Diagnostic.Label(
      program.program.tokenSpan(at: last.start), "no time passes if this does not hold")
  }
}

/// Where a decision has led.
enum Way {
  /// To the block behind the condition with that index, or the last one.
  case block(Int, of: IfStatement)
  /// To an option.
  case option(NodeView, of: ChooseStatement)

  /// Where the statement that decided begins.
  fileprivate var start: UInt32 {
    switch self {
    case .block(_, let choice): choice.start
    case .option(_, let choice): choice.start
    }
  }
}

extension IfStatement {
  /// It and the conditions behind each `else if`, in their order.
  fileprivate var choices: [IfStatement] {
    var choices = [self]
    while case .choice(let next)? = choices.last?.alternative { choices.append(next) }
    return choices
  }
}
