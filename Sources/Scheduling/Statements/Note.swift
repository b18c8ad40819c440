import Diagnosis
import Language
import Schedules
import Vocabulary

extension Scheduler {
  /// Leaves the line `text` of a statement of `kind`; it takes no time.
  mutating func leave(_ kind: NoteKind, _ text: String) throws(Halt) {
    guard builder.schedule.noteCount < 100_000, text.utf8.count <= 65_536 else {
      throw halt(.tooManyTexts(kind, at: statementSpan))
    }
    try act(.note(Note(kind, text)))
  }

  /// Leaves the text `name`, as it stands in a statement of `kind`.
  mutating func leave(_ kind: NoteKind, named name: StringView) throws(Halt) {
    try leave(kind, program.program.tree.strings[name.index])
  }
}
