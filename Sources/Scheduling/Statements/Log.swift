import Language
import Schedules
import Vocabulary

extension Scheduler {
  mutating func perform(_ log: LogStatement) throws(Halt) {
    var (text, parts): (String, [Schedule.LogTemplate.Part]) = ("", [])
    for value in log.values {
      guard let variable = program.readings[value.id] else {
        text += try describe(value)
        continue
      }
      if !text.isEmpty { parts.append(.text(text)) }
      parts.append(.reading(variable))
      text = ""
    }
    guard !parts.isEmpty else { return try leave(.log, text) }
    if !text.isEmpty { parts.append(.text(text)) }
    try leave(Schedule.LogTemplate(parts))
  }
}
