import Printing

extension Schedule {
  /// The places of the axes when a script was paused, which are about to be lost; a move that goes
  /// back there names it.
  ///
  /// A dock that is off its plan by then goes back to where it stood, and not to where it was
  /// planned to stand.
  public struct Hold: Equatable, Sendable {
    /// Its number, from 1; those of scripts that are paused at one time have different numbers.
    public let number: Int32

    /// Creates the hold with `number`.
    public init(_ number: Int32) { self.number = number }
  }

  /// What `step` says that places are kept for; nil if that is another step.
  package func hold(of step: Step) -> Hold? {
    if case .hold(let hold)? = action(of: step) { hold } else { nil }
  }

  /// The number of the hold to whose places `step` goes back, if only for a part of the way; nil if
  /// it goes elsewhere.
  package func holdBehind(_ step: Step) -> Int32? {
    guard step.kind != .action, let whole = wholeMove(of: step) else { return nil }
    return manner(of: whole).hold
  }
}

extension Schedule.Hold: ActionForm {
  var verb: Schedule.Action.Verb { .hold }

  var capacity: Int { 16 }

  var scriptWords: String { "keep in mind where the paused script stands" }

  func write(to cursor: inout TextCursor) { cursor.write(number) }

  func write(to json: inout JSONWriter) { json.member("number", Int(number)) }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    .hold(Self(try reader.numberOfHold()))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    text.write(string: " \(try json.integer("number"))")
  }
}

extension ScheduleReader {
  /// Reads the number of a hold.
  mutating func numberOfHold() throws(ScheduleFault) -> Int32 {
    let start = scanner
    let number = try scanner.integer("a number")
    guard number > 0 else {
      throw start.fault(
        "numbers begin with 1", note: "write it as in hold 1, or move back 1 yaw 20000 -> 0")
    }
    return number
  }
}
