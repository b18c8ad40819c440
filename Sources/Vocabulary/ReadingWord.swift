/// A value of the language that is read in the show, when its time has come.
public enum ReadingWord: String, Term {
  case person, battery, charging, docked, recording

  /// What the table says about the word.
  public var entry: TermEntry {
    switch self {
    case .person: TermEntry(help: "true while somebody is seen")
    case .battery: TermEntry(help: "the charge of the dock, from 0% to 100%")
    case .charging: TermEntry(help: "true while the dock is charged")
    case .docked: TermEntry(help: "true while the phone is in the dock")
    case .recording: TermEntry(help: "true while the camera records")
    }
  }

  /// True if it is a number, false if it is a truth.
  public var isNumber: Bool { self == .battery }
}

/// What a condition reads.
public enum StateVariable: Hashable, Sendable {
  /// A value of the language.
  case world(ReadingWord)
  /// The count with this name.
  case count(String)

  /// What `name` reads: a value of the language, or else the count of that name.
  public init(_ name: String) {
    self = ReadingWord(rawValue: name).map(StateVariable.world) ?? .count(name)
  }

  /// The word for it.
  public var name: String {
    switch self {
    case .world(let word): word.rawValue
    case .count(let name): name
    }
  }

  /// True if it is a number that is written as a share.
  public var isShare: Bool { self == .world(.battery) }

  /// True if it is a number, false if it is a truth.
  public var isNumber: Bool {
    switch self {
    case .world(let word): word.isNumber
    case .count: true
    }
  }
}
