/// A value of the language that is read in the show, when its time has come.
public enum ReadingWord: String, Term {
  case person, object, battery, charging, docked, tracking, recording

  /// What the table says about the word.
  public var entry: TermEntry {
    switch self {
    case .person: TermEntry(help: "true while somebody is seen")
    case .object: TermEntry(help: "true while something is seen")
    case .battery: TermEntry(help: "the charge of the dock, from 0% to 100%")
    case .charging: TermEntry(help: "true while the dock is charged")
    case .docked: TermEntry(help: "true while the phone is in the dock")
    case .tracking: TermEntry(help: "true while system tracking is on")
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
  /// True while whom or what is meant is there.
  case presence(WorldSubject)
  /// The angle from home at which the axis looks at whom or what is meant, in degrees.
  case angle(WorldSubject, ViewAxis)
  /// How sure the phone is that the person who is meant looks at the camera, from 0 to 1.
  case looking(WorldSubject)

  /// What `name` reads: a value of the language, or else the count of that name.
  public init(_ name: String) {
    self = ReadingWord(rawValue: name).map(StateVariable.world) ?? .count(name)
  }

  /// What is read of `subject`: the `part`, or without one whether it is there.
  public init(_ subject: WorldSubject, _ part: SubjectPart?) {
    if let part {
      self = part.axis.map { .angle(subject, $0) } ?? .looking(subject)
    } else if subject == .person(nil) {
      self = .world(.person)
    } else {
      self = subject == .object(nil) ? .world(.object) : .presence(subject)
    }
  }

  /// The words for it, as scripts write them.
  public var name: String {
    switch self {
    case .world(let word): word.rawValue
    case .count(let name): name
    case .presence(let subject): StateVariable.words(subject)
    case .angle(let subject, let axis): "\(StateVariable.words(subject)).\(axis.rawValue)"
    case .looking(let subject): "\(StateVariable.words(subject)).\(SubjectPart.looking.rawValue)"
    }
  }

  private static func words(_ subject: WorldSubject) -> String {
    subject.words + (subject.name.map { " \($0)" } ?? "")
  }

  /// Whom or what has to be looked for to know it; nil if it is known without that.
  public var subject: WorldSubject? {
    switch self {
    case .world(.object): .object(nil)
    case .presence(let subject), .angle(let subject, _), .looking(let subject): subject
    case .world, .count: nil
    }
  }

  /// True if no event tells when it changes, so that it has to be looked at now and then.
  public var changesUntold: Bool { subject != nil || self == .world(.tracking) }

  /// The unit in which it is written.
  public var unit: ReadingUnit {
    switch self {
    case .world(.battery), .looking: .share
    case .angle(_, let axis): .angle(axis)
    case .world, .count, .presence: .plain
    }
  }

  /// True if it is a number, false if it is a truth.
  public var isNumber: Bool {
    switch self {
    case .world(let word): word.isNumber
    case .count, .angle, .looking: true
    case .presence: false
    }
  }
}

/// The unit of a number that is read in the show.
public enum ReadingUnit: Equatable, Sendable {
  /// A number without a unit.
  case plain
  /// A share, such as `20%`.
  case share
  /// An angle of the axis, such as `20deg right`.
  case angle(ViewAxis)
}
