import Language

extension Scheduler {
  mutating func perform(_ first: IfStatement) throws(Halt) {
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
}
