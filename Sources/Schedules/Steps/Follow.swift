import Hardware
import Motion
import Printing

extension Schedule {
  /// Whom or what the tracker keeps in the picture while the script has the motors.
  public struct Following: Equatable, Sendable {
    /// The subject; nil if the tracker lets go of the axes, which come to rest within the length of
    /// the step.
    public var subject: PhoneCall.Subject?
    /// The axes that the tracker turns.
    public var axes: AxisSet
    /// How long the subject stays lost before it counts as lost, in milliseconds.
    public var patience: Int32

    /// Creates what begins when the tracker turns `axes` after `subject`.
    public init(_ subject: PhoneCall.Subject, with axes: AxisSet, patience: Int32 = 0) {
      (self.subject, self.axes, self.patience) = (subject, axes, patience)
    }

    /// Creates the end, at which the tracker lets go of `axes`.
    public init(endingOf axes: AxisSet) {
      (subject, self.axes, patience) = (nil, axes, 0)
    }
  }
}

extension Schedule {
  /// What the tracker begins or ends in `step`; nil if that is another step.
  package func following(of step: Step) -> Following? {
    if case .follow(let following)? = action(of: step) { following } else { nil }
  }

  /// The axes that `step` moves, or has the tracker move.
  package func axes(turnedBy step: Step) -> AxisSet { following(of: step)?.axes ?? step.axes }
}

extension Schedule.Following: ActionForm {
  var verb: Schedule.Action.Verb { .follow }

  var capacity: Int { 64 + (subject?.capacity ?? 0) }

  var scriptWords: String { subject.map { "follow \($0.wordsWithName)" } ?? "stop following" }

  var fault: Finding.Kind? {
    axes.isEmpty || axes.contains(.roll) || patience < 0 ? .movesNothing : nil
  }

  func write(to cursor: inout TextCursor) {
    if let subject { subject.write(to: &cursor) } else { cursor.write("none") }
    cursor.write(" with")
    for axis in axes.members {
      cursor.write(byte: 0x20)
      cursor.write(axis.name)
    }
    guard patience > 0 else { return }
    cursor.write(" lost ")
    cursor.write(patience)
  }

  func write(to json: inout JSONWriter) {
    if let subject {
      subject.write("subject", to: &json)
    } else {
      json.member("subject", nil as Int?)
    }
    json.array("with") { json in
      for axis in axes.members { json.element("\(axis.name)") }
    }
    if patience > 0 { json.member("lost", Int(patience)) }
  }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    let subject = reader.scanner.takeWord("none") ? nil : try reader.subject()
    guard reader.scanner.takeWord("with") else {
      throw reader.scanner.fault(
        "expected 'with' before \(reader.scanner.nextText)",
        note: "write it as in follow person with yaw pitch")
    }
    var following = Self(endingOf: AxisSet(try reader.axis()))
    following.subject = subject
    while !reader.scanner.isAtEnd, !reader.scanner.isAt("lost"), !reader.scanner.isAt("late") {
      following.axes.insert(AxisSet(try reader.axis()))
    }
    if reader.scanner.takeWord("lost") {
      following.patience = try reader.scanner.milliseconds("a time")
    }
    return .follow(following)
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    let subject = try json.member("subject")
    text.write(" ")
    if case .null = subject.content {
      text.write("none")
    } else {
      try subject.writeSubject(to: &text)
    }
    text.write(" with")
    for axis in try json.elements("with") { text.write(string: " \(try axis.word)") }
    if json["lost"] != nil { text.write(string: " lost \(try json.integer("lost"))") }
  }
}

extension Schedule {
  /// True if the tracker turns axes when all steps are over, false if a step has taken them back;
  /// nil if no step says so.
  var isFollowingAtEnd: Bool? {
    for step in steps.reversed() {
      if case .follow(let following) = action(of: step) { return following.subject != nil }
    }
    return nil
  }
}
