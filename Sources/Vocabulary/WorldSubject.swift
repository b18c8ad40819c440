/// Whom or what a script means, of those around the dock.
public enum WorldSubject: Hashable, Sendable {
  /// A person: the one of that name, or any.
  case person(String?)
  /// The person who speaks.
  case speaker
  /// A thing: the one of that name, or any.
  case object(String?)

  /// The name it is known by; nil if it is anybody or anything.
  public var name: String? {
    switch self {
    case .person(let name), .object(let name): name
    case .speaker: nil
    }
  }

  /// The words for it without the name.
  public var words: String {
    switch self {
    case .person: "person"
    case .speaker: "person speaking"
    case .object: "object"
    }
  }
}

/// What a script reads of somebody or something behind a point, as in `person.pan`.
public enum SubjectPart: String, CaseIterable, Sendable {
  case pan, tilt, looking

  /// True if it can be read of `subject`: an object looks at nobody.
  public func isRead(of subject: WorldSubject) -> Bool {
    if case .object = subject { self != .looking } else { true }
  }

  /// The axis whose angle it is; nil if it is no angle.
  public var axis: ViewAxis? { ViewAxis(rawValue: rawValue) }
}

/// An axis that turns the view of the camera.
public enum ViewAxis: String, CaseIterable, Sendable {
  case pan, tilt

  /// The axis with this number, as in `Direction.axis`; nil if it does not turn the view.
  public init?(number: UInt8) {
    switch number {
    case 0: self = .pan
    case 1: self = .tilt
    default: return nil
    }
  }

  /// Its number, as in `Direction.axis`.
  public var number: UInt8 { self == .pan ? 0 : 1 }
}
