import Printing

extension Schedule {
  /// A change of a count, which stays between 0 and its bound.
  public struct CountChange: Equatable, Sendable {
    /// The name of the count.
    public let name: String
    /// By how much it changes, or what it becomes.
    public let amount: Int
    /// True if the amount is what it becomes.
    public let isAbsolute: Bool
    /// The greatest value.
    public let bound: Int

    /// The greatest value of a count that names none, and of all.
    public static let greatest = 1_000_000

    /// Creates the change of the count `name` by `amount`, or to it if it `isAbsolute`.
    public init(_ name: String, _ amount: Int, isAbsolute: Bool, bound: Int) {
      (self.name, self.amount) = (name, amount)
      (self.isAbsolute, self.bound) = (isAbsolute, bound)
    }

    /// The value that follows `value`.
    public func value(after value: Int) -> Int {
      min(max(isAbsolute ? amount : value + amount, 0), bound)
    }
  }
}

extension Schedule.CountChange: ActionForm {
  var verb: Schedule.Action.Verb { isAbsolute ? .set : .add }
  var capacity: Int { name.utf8.count + 48 }
  var lasts: Bool { true }

  var scriptWords: String {
    isAbsolute ? "set \(name) to \(amount)" : "add \(amount) to \(name)"
  }

  static func mayBeOwed(_ verb: Schedule.Action.Verb) -> Bool { true }

  func write(to cursor: inout TextCursor) {
    cursor.write(bytes: Array((isAbsolute ? "\(name) to \(amount)" : "\(amount) to \(name)").utf8))
    if bound < Schedule.CountChange.greatest { cursor.write(bytes: Array(" max \(bound)".utf8)) }
  }

  func write(to json: inout JSONWriter) {
    json.member("count", name)
    json.member("amount", amount)
    json.member("bound", bound)
  }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    let (name, amount): (String, Int32)
    if verb == .set {
      name = try reader.nameOfCount()
      try reader.expectTo()
      amount = try reader.numberOfCount("the new value")
    } else {
      amount = try reader.numberOfCount("what is added")
      try reader.expectTo()
      name = try reader.nameOfCount()
    }
    var bound = Schedule.CountChange.greatest
    if reader.scanner.takeWord("max") {
      bound = Int(try reader.numberOfCount("the greatest value"))
    }
    return .count(
      Schedule.CountChange(name, Int(amount), isAbsolute: verb == .set, bound: bound))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    let (name, amount) = (try json.member("count").identifier, try json.integer("amount"))
    let change = try json.word("do") == "set" ? "\(name) to \(amount)" : "\(amount) to \(name)"
    text.write(string: " \(change) max \(try json.integer("bound"))")
  }
}

extension ScheduleReader {
  fileprivate mutating func nameOfCount() throws(ScheduleFault) -> String {
    guard scanner.isAtIdentifier else {
      throw scanner.fault(
        "expected the name of a count before \(scanner.nextText)",
        note: "write it as in 'add 1 to taps'")
    }
    return scanner.identifier()
  }

  /// Reads a whole number that a count may reach.
  fileprivate mutating func numberOfCount(_ what: String) throws(ScheduleFault) -> Int32 {
    let place = scanner
    let number = try scanner.integer(what)
    guard abs(Int(number)) <= Schedule.CountChange.greatest else {
      throw place.fault(
        "\(what) is out of range", note: "a count goes to \(Schedule.CountChange.greatest)")
    }
    return number
  }

  fileprivate mutating func expectTo() throws(ScheduleFault) {
    guard scanner.takeWord("to") else {
      throw scanner.fault(
        "expected 'to' before \(scanner.nextText)",
        note: "write it as in 'add 1 to taps' or 'set taps to 0'")
    }
  }
}
