import Hardware
import Printing
import Vocabulary

extension Schedule {
  /// What a script owes when a block of it is left, from the step on that says so.
  ///
  /// Whoever plays the schedule does it if the show ends before the block is left.
  public indirect enum Final: Equatable, Sendable {
    /// The `finally` of this number owes this action, which takes no time.
    case owes(Int32, Action)
    /// The block is left: what the `finally` of this number owes is done by the steps after this
    /// one.
    case isDue(Int32)

    /// The number of its `finally`, from 1; those that hold at one time have different numbers.
    public var number: Int32 {
      switch self {
      case .owes(let number, _), .isDue(let number): number
      }
    }
  }
}

extension Schedule.Final: ActionForm {
  var verb: Schedule.Action.Verb { .finally }

  var capacity: Int {
    if case .owes(_, let action) = self { 64 + action.capacity } else { 64 }
  }

  var scriptWords: String {
    if case .owes(_, let action) = self { "finally \(action.words)" } else { "leave the block" }
  }

  var fault: Finding.Kind? {
    if case .owes(_, let action) = self { action.form.fault } else { nil }
  }

  func write(to cursor: inout TextCursor) {
    cursor.write(number)
    cursor.write(byte: 0x20)
    if case .owes(_, let action) = self { action.write(to: &cursor) } else { cursor.write("due") }
  }

  func write(to json: inout JSONWriter) {
    json.member("number", Int(number))
    guard case .owes(_, let action) = self else { return json.member("owes", nil as Int?) }
    json.object("owes") { json in
      json.member("do", action.name)
      action.write(to: &json)
    }
  }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    let start = reader.scanner
    let number = try reader.scanner.integer("a number")
    let note = "write it as in finally 1 camera record stop, or finally 1 due"
    guard number > 0 else { throw start.fault("numbers begin with 1", note: note) }
    if reader.scanner.takeWord("due") { return .finally(.isDue(number)) }
    let place = reader.scanner
    let word = String(decoding: reader.scanner.word(), as: UTF8.self)
    guard let owed = Schedule.Action.Verb(rawValue: word), owed.mayBeOwed else {
      throw place.fault("a 'finally' cannot hold \(place.nextText)", note: note)
    }
    let action = try owed.form.read(owed, from: &reader)
    if case .phone(let call) = action, call.length > 0 {
      throw place.fault("what a 'finally' holds takes no time", note: note)
    }
    return .finally(.owes(number, action))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    text.write(string: " \(try json.integer("number"))")
    let owed = try json.member("owes")
    if case .null = owed.content { return text.write(" due") }
    let word = try owed.word("do")
    text.write(string: " \(word)")
    guard let verb = Schedule.Action.Verb(rawValue: word), verb.mayBeOwed else { return }
    try verb.form.translate(owed, to: &text)
  }
}
