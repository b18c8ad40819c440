import Diagnosis
import Language
import Schedules

extension Scheduler {
  mutating func perform(_ log: LogStatement) throws(Halt) {
    var text = ""
    for value in log.values { text += try describe(value) }
    guard builder.schedule.logCount < 100_000, text.utf8.count <= 65_536 else {
      throw halt(.tooManyTexts(at: statementSpan))
    }
    try act(.log(text))
  }
}
