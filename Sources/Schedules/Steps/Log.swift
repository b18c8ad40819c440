import Printing

/// The form of a line that is logged.
struct LogForm: ActionForm {
  let text: String

  var verb: Schedule.Action.Verb { .log }
  var capacity: Int { TextCursor.quotedCapacity(text) }
  var scriptWords: String { "log \(text)" }

  func write(to cursor: inout TextCursor) { cursor.write(quoted: text) }

  func write(to json: inout JSONWriter) { json.member("text", text) }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    .log(try reader.scanner.quoted())
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    text.write(quoted: try json.text("text"))
  }
}
