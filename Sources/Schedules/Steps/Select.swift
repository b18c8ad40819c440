import Hardware
import Printing
import Quantities

extension Schedule {
  /// Whom or what tracking is to follow.
  public enum Selection: Equatable, Sendable {
    /// The system chooses.
    case none
    /// What is seen at a point of the camera's picture, in thousandths of its sides, from the upper
    /// left.
    case point(x: Int32, y: Int32)
    /// A subject, if it is there.
    case subject(PhoneCall.Subject)
  }
}

extension Schedule.Selection: ActionForm {
  var verb: Schedule.Action.Verb { .select }
  var lasts: Bool { true }

  var capacity: Int {
    if case .subject(let subject) = self { subject.capacity } else { 0 }
  }

  var scriptWords: String {
    switch self {
    case .none: "select nobody"
    case .point: "select"
    case .subject(let subject): "select \(subject.wordsWithName)"
    }
  }

  var fault: Finding.Kind? {
    guard case .point(let x, let y) = self else { return nil }
    let picture = 0...Thousandths.whole
    return picture.contains(x) && picture.contains(y) ? nil : .outsidePicture
  }

  func write(to cursor: inout TextCursor) {
    switch self {
    case .none: cursor.write("none")
    case .point(let x, let y):
      cursor.write("at ")
      cursor.write(x)
      cursor.write(", ")
      cursor.write(y)
    case .subject(let subject): subject.write(to: &cursor)
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .none: json.member("at", nil as Int?)
    case .point(let x, let y):
      json.object("at") { json in
        json.member("x", Int(x))
        json.member("y", Int(y))
      }
    case .subject(let subject): subject.write("subject", to: &json)
    }
  }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    if reader.scanner.takeWord("none") { return .select(.none) }
    guard reader.scanner.takeWord("at") else { return .select(.subject(try reader.subject())) }
    let x = try reader.scanner.integer("thousandths of the picture")
    try reader.scanner.expect(",", "write a point as in select at 500, 400")
    return .select(.point(x: x, y: try reader.scanner.integer("thousandths of the picture")))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    text.write(" ")
    if let subject = json["subject"] { return try subject.writeSubject(to: &text) }
    let point = try json.member("at")
    if case .null = point.content { return text.write("none") }
    text.write(string: "at \(try point.integer("x")), \(try point.integer("y"))")
  }
}
