import Motion
import Printing

// What the JSON forms of schedules and cue sheets are made of, as the lines of the text forms have
// it.

extension JSONValue {
  /// The member `name`, which must be there.
  func member(_ name: String) throws(JSONFault) -> JSONValue {
    guard let member = self[name] else { throw JSONFault("there is no '\(name)'", at: place) }
    return member
  }

  var integer: Int32 {
    get throws(JSONFault) {
      guard case .number(let digits) = content, let number = Int32(digits) else {
        throw JSONFault("expected a whole number", at: place)
      }
      return number
    }
  }

  /// A number as it is written.
  var number: String {
    get throws(JSONFault) {
      guard case .number(let digits) = content else {
        throw JSONFault("expected a number", at: place)
      }
      return String(digits)
    }
  }

  var text: String {
    get throws(JSONFault) {
      guard case .text(let text) = content else { throw JSONFault("expected a text", at: place) }
      return text
    }
  }

  /// A text that is one word, as the lines of a schedule have them.
  var word: String {
    get throws(JSONFault) {
      let word = try text
      let isWord = word.utf8.allSatisfy {
        $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
          || $0 == 0x2D
      }
      guard isWord, !word.isEmpty else { throw JSONFault("expected a word", at: place) }
      return word
    }
  }

  /// A name of a script, as the lines of a schedule have it.
  var identifier: String {
    get throws(JSONFault) {
      let name = try text
      let isName = name.utf8.allSatisfy {
        $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
          || $0 >= 0x80
      }
      guard isName, !name.isEmpty else { throw JSONFault("expected a name", at: place) }
      return name
    }
  }

  /// An event, as the lines of cue sheets have it.
  var event: String { get throws(JSONFault) { try plainText(and: "", "an event") } }

  /// What gives the sign for a cue, as the lines of cue sheets have it.
  var sign: String { get throws(JSONFault) { try plainText(and: "()<>=!-+", "an event") } }

  /// The condition of a way on, as the lines of cue sheets have it.
  var condition: String {
    get throws(JSONFault) { try condition("state") }
  }

  /// The condition that is the member `name`, as the lines of cue sheets have it.
  func condition(_ name: String) throws(JSONFault) -> String {
    try member(name).plainText(and: "()<>=!-+:", "a condition")
  }

  /// What a line for the log reads, as the lines of schedules have it.
  var variable: String { get throws(JSONFault) { try plainText(and: "_", "a reading") } }

  /// A text of letters, digits, spaces, `_`, `%`, `.` and the bytes of `marks`, which is `what` it
  /// says; letters of other scripts only if there are such marks.
  private func plainText(and marks: StaticString, _ what: String) throws(JSONFault) -> String {
    let words = try text
    let isPlain = words.utf8.allSatisfy { byte in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
        || byte >= 0x80 && marks.utf8CodeUnitCount > 0 || "_ %.".utf8.contains(byte)
        || marks.withUTF8Buffer { $0.contains(byte) }
    }
    guard isPlain, !words.isEmpty else { throw JSONFault("expected \(what)", at: place) }
    return words
  }

  /// Where an exit leads.
  var exit: String {
    get throws(JSONFault) {
      let cue = try member("cue")
      var anew = ""
      if self["anew"] != nil {
        for loop in try elements("anew") { anew += ", loop \(try loop.integer) anew" }
      }
      if case .null = cue.content { return "a cue not shown\(anew)" }
      let isExact = self["exact"] == nil ? true : try truth("exact")
      return "\(isExact ? "" : "like ")cue \(try cue.integer)\(anew)"
    }
  }

  /// A pose, in millidegrees.
  var wholePose: PerAxis<Int32> {
    get throws(JSONFault) {
      var pose = PerAxis<Int32>(all: 0)
      for (name, value) in try axes {
        for axis in Axis.allCases where axis.name.description == name {
          pose[axis] = try value.integer
        }
      }
      return pose
    }
  }

  func integer(_ name: String) throws(JSONFault) -> Int32 { try member(name).integer }

  func text(_ name: String) throws(JSONFault) -> String { try member(name).text }

  func word(_ name: String) throws(JSONFault) -> String { try member(name).word }

  /// The words of which the member `name` makes one, as in `record_start`.
  func words(_ name: String) throws(JSONFault) -> String {
    String(try word(name).map { $0 == "_" ? " " : $0 })
  }

  func truth(_ name: String) throws(JSONFault) -> Bool {
    let member = try member(name)
    guard case .truth(let truth) = member.content else {
      throw JSONFault("expected true or false", at: member.place)
    }
    return truth
  }

  func elements(_ name: String) throws(JSONFault) -> [JSONValue] {
    let member = try member(name)
    guard case .array(let elements) = member.content else {
      throw JSONFault("expected an array", at: member.place)
    }
    return elements
  }

  /// The members of an object that are named after axes, in their order.
  var axes: [(name: String, value: JSONValue)] {
    get throws(JSONFault) {
      guard case .object(let members) = content else {
        throw JSONFault("expected an object", at: place)
      }
      let names = Axis.allCases.map(\.name.description)
      if let other = members.first(where: { !names.contains($0.name) }) {
        throw JSONFault("'\(other.name)' is no axis", at: other.value.place)
      }
      return names.compactMap { name in members.first { $0.name == name } }
    }
  }

  func pose(_ name: String) throws(JSONFault) -> String {
    var words: [String] = []
    for axis in try member(name).axes { words.append("\(axis.name) \(try axis.value.integer)") }
    return words.isEmpty ? "home" : words.joined(separator: ", ")
  }

  /// Where an axis starts.
  var start: String {
    get throws(JSONFault) {
      let isAssumed = self["assumed"] == nil ? false : try truth("assumed")
      return (isAssumed ? "~" : "") + String(try integer("from"))
    }
  }

  /// The limits of an axis.
  var limit: String {
    get throws(JSONFault) {
      var range = ""
      for (name, separator) in [("lower", ".."), ("upper", "")] {
        let bound = try member(name)
        if case .null = bound.content {} else { range += String(try bound.integer) }
        range += separator
      }
      var words = range == ".." ? "any" : range
      for name in ["speed", "acceleration", "jerk"] { words += " \(name) \(try integer(name))" }
      return words
    }
  }
}
