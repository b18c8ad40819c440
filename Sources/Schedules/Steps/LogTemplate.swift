import Printing
import Vocabulary

extension Schedule {
  /// A line for the log whose readings are filled in when it is written.
  public struct LogTemplate: Equatable, Sendable {
    /// A part of the line.
    public enum Part: Equatable, Sendable {
      /// A text that is known.
      case text(String)
      /// What is read in the show.
      case reading(StateVariable)
    }

    /// The parts, one behind the other.
    public let parts: [Part]

    /// Creates a line of `parts`.
    public init(_ parts: [Part]) { self.parts = parts }

    /// What it reads.
    public var variables: [StateVariable] {
      parts.compactMap { part in if case .reading(let variable) = part { variable } else { nil } }
    }

    /// How many bytes its texts and names have.
    package var textSize: Int {
      parts.reduce(0) { sum, part in
        switch part {
        case .text(let text): sum + text.utf8.count
        case .reading(let variable): sum + variable.name.utf8.count
        }
      }
    }

    /// The line as it is written in `state`.
    public func note(in state: WorldState) -> Note {
      let texts = parts.map { part in
        switch part {
        case .text(let text): text
        case .reading(let variable): state.words(for: variable)
        }
      }
      return Note(.log, texts.joined())
    }
  }
}

extension WorldState {
  /// The value of `variable` as a log shows it.
  public func words(for variable: StateVariable) -> String {
    guard let value = value(of: variable) else { return "unknown" }
    guard variable.isNumber else { return value == 0 ? "false" : "true" }
    return Condition.Operand.number(value).words(in: variable.unit)
  }
}

extension Schedule.LogTemplate: ActionForm {
  var verb: Schedule.Action.Verb { .note(.log) }

  var capacity: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .text(let text): sum + TextCursor.quotedCapacity(text) + 2
      case .reading(let variable): sum + variable.name.utf8.count + 2
      }
    }
  }

  var scriptWords: String {
    let words = parts.map { part in
      switch part {
      case .text(let text): "\"\(text)\""
      case .reading(let variable): variable.name
      }
    }
    return "log \(words.joined(separator: ", "))"
  }

  func write(to cursor: inout TextCursor) {
    for (index, part) in parts.enumerated() {
      if index > 0 { cursor.write(", ") }
      switch part {
      case .text(let text): cursor.write(quoted: text)
      case .reading(let variable): cursor.write(string: variable.name)
      }
    }
  }

  func write(to json: inout JSONWriter) {
    json.array("parts") { json in
      for part in parts {
        json.object { json in
          switch part {
          case .text(let text): json.member("text", text)
          case .reading(let variable): json.member("reading", variable.name)
          }
        }
      }
    }
  }

  /// Reads a line for the log: a note if it reads nothing.
  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    var parts: [Part] = []
    repeat {
      let isName = reader.scanner.isAtIdentifier
      parts.append(
        isName ? .reading(try reader.variable()) : .text(try reader.scanner.quoted()))
    } while reader.scanner.take(",")
    if parts.count == 1, case .text(let text) = parts[0] { return .note(Note(.log, text)) }
    return .log(Schedule.LogTemplate(parts))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    let parts = try json.elements("parts")
    guard !parts.isEmpty else {
      throw JSONFault("expected a part of the line", at: try json.member("parts").place)
    }
    for (index, part) in parts.enumerated() {
      if index > 0 { text.write(",") }
      if let reading = part["reading"] {
        text.write(string: " \(try reading.variable)")
      } else {
        text.write(quoted: try part.text("text"))
      }
    }
  }
}
