import Printing
import Vocabulary

extension FramingMode: ActionForm {
  var verb: Schedule.Action.Verb { .frame }
  var lasts: Bool { true }
  var scriptWords: String { "frame \(rawValue)" }

  func write(to cursor: inout TextCursor) { cursor.write(bytes: Array(rawValue.utf8)) }

  func write(to json: inout JSONWriter) { json.member("framing", rawValue) }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    .frame(try reader.choice(of: Self.self, "a framing mode"))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    text.write(string: " \(try json.word("framing"))")
  }
}
