import Language

extension Scheduler {
  mutating func perform(_ naming: LetStatement) throws(Halt) {
    let value = naming.value
    evaluator.store(value, at: naming.label)
    if evaluator.failure != nil { throw failed(value) }
  }
}
