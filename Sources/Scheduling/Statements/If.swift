import Language

extension Scheduler {
  mutating func perform(_ first: IfStatement) throws(Halt) {
    var choice = first
    while true {
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
}
