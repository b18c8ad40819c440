import Language
import Vocabulary

extension Scheduler {
  mutating func perform(_ log: LogStatement) throws(Halt) {
    var text = ""
    for value in log.values { text += try describe(value) }
    try leave(.log, text)
  }
}
