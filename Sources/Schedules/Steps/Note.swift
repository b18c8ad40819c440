import Printing
import Vocabulary

extension Note: ActionForm {
  var verb: Schedule.Action.Verb { .note(kind) }
  var capacity: Int { TextCursor.quotedCapacity(text) }
  var scriptWords: String { "\(kind.rawValue) \(text)" }

  static func mayBeOwed(_ verb: Schedule.Action.Verb) -> Bool { verb == .note(.log) }

  func write(to cursor: inout TextCursor) { cursor.write(quoted: text) }

  func write(to json: inout JSONWriter) { json.member("text", text) }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    let kind = NoteKind(rawValue: verb.rawValue) ?? .log
    if kind == .log { return try Schedule.LogTemplate.read(verb, from: &reader) }
    return .note(Note(kind, try reader.scanner.quoted()))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    if json["parts"] != nil { return try Schedule.LogTemplate.translate(json, to: &text) }
    text.write(quoted: try json.text("text"))
  }
}
