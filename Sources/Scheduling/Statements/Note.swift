import Diagnosis
import Language
import Schedules
import Vocabulary

extension Scheduler {
  /// Leaves the line `text` of a statement of `kind`; it takes no time.
  mutating func leave(_ kind: NoteKind, _ text: String) throws(Halt) {
    try checkNote(of: text.utf8.count, kind)
    try act(.note(Note(kind, text)))
  }

  /// Leaves a line for the log that is filled in as `template` says; it takes no time.
  mutating func leave(_ template: Schedule.LogTemplate) throws(Halt) {
    try checkNote(of: template.textSize, .log)
    try act(.log(template))
  }

  /// Checks that one more line of `size` bytes may be left by a statement of `kind`.
  private mutating func checkNote(of size: Int, _ kind: NoteKind) throws(Halt) {
    let schedule = builder.schedule
    guard schedule.noteCount < Budget.texts, size <= Budget.textBytes,
      schedule.noteBytes + size <= Budget.allTextBytes
    else {
      throw halt(.tooManyTexts(kind, at: statementSpan))
    }
  }

  /// Leaves the text `name`, as it stands in a statement of `kind`.
  mutating func leave(_ kind: NoteKind, named name: StringView) throws(Halt) {
    try leave(kind, program.program.tree.strings[name.index])
  }
}
