import Camera

/// The persons and objects around a dock, and what they do.
///
/// A value: all of it is known before anything happens, and where everybody is at any time follows
/// from it in closed form. Times are nanoseconds since the world began, places degrees and metres
/// as seen from the dock at home.
public struct Company: Equatable, Sendable {
  /// A person or an object.
  public struct Subject: Equatable, Sendable {
    /// The name, by which a scene speaks of it.
    public let name: String
    /// True of a person, false of an object.
    public let isPerson: Bool

    /// Creates a subject.
    public init(name: String, isPerson: Bool) { (self.name, self.isPerson) = (name, isPerson) }
  }

  /// Where a subject is; what is nil is as it was before, or as it usually is.
  public struct Place: Equatable, Sendable {
    /// How far to the right, in degrees from -180 to 180; 0 as a rule.
    public var yaw: Double?
    /// How far down the face or the object is, in degrees from -90 to 90; 0 as a rule.
    public var pitch: Double?
    /// How far away, in metres; 2 as a rule.
    public var distance: Double?

    /// Creates a place.
    public init(yaw: Double? = nil, pitch: Double? = nil, distance: Double? = nil) {
      (self.yaw, self.pitch, self.distance) = (yaw, pitch, distance)
    }
  }

  /// What a subject does.
  public enum Deed: Equatable, Sendable {
    /// Is there from now on, standing, with the face to the camera.
    case arrives(Place)
    /// Walks to a place, for so many nanoseconds.
    case walks(to: Place, over: Int)
    /// Sits down.
    case sits
    /// Stands up.
    case stands
    /// Speaks for three seconds.
    case speaks
    /// Looks at the camera, of which the phone is so sure: 1 is at the camera, 0 away.
    case looks(atCamera: Double)
    /// Is not there any more.
    case leaves
  }

  /// Something that changes at a time.
  public enum Change: Equatable, Sendable {
    /// The subject of this number does something.
    case deed(subject: Int, Deed)
    /// The light goes on or off; without light nobody is seen.
    case light(isOn: Bool)
  }

  /// A change and its time.
  public struct Event: Equatable, Sendable {
    /// When, in nanoseconds.
    public let time: Int
    /// What.
    public let change: Change

    /// Creates an event at `time`, in nanoseconds.
    public init(time: Int, _ change: Change) { (self.time, self.change) = (time, change) }
  }

  /// Who and what there is.
  public let subjects: [Subject]
  /// What they do, in the order of the times.
  public let events: [Event]
  /// What the mistakes of the detector are drawn from.
  public let seed: UInt64
  /// What each subject does, by its number.
  let courses: [Course]
  /// When the light goes on or off; it is on at the beginning.
  private let lights: [(time: Int, isOn: Bool)]

  /// Creates the company of `subjects`; what is done by nobody among them is left out.
  public init(_ subjects: [Subject] = [], doing events: [Event] = [], seed: UInt64 = 0) {
    self.subjects = subjects
    self.seed = seed
    let known = events.enumerated().filter { event in
      guard case .deed(let subject, _) = event.element.change else { return true }
      return subjects.indices.contains(subject)
    }
    self.events =
      known.sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    var courses = Array(repeating: Course(), count: subjects.count)
    var lights: [(time: Int, isOn: Bool)] = []
    for event in self.events {
      switch event.change {
      case .deed(let subject, let deed): courses[subject].add(deed, at: event.time)
      case .light(let isOn): lights.append((event.time, isOn))
      }
    }
    (self.courses, self.lights) = (courses, lights)
  }

  /// The same, with all times counted from `time` nanoseconds.
  public func counted(from time: Int) -> Company {
    Company(
      subjects, doing: events.map { Event(time: $0.time - time, $0.change) }, seed: seed)
  }

  /// The company of both; subjects of one name and kind are the same one.
  public func joined(by other: Company) -> Company {
    var (subjects, events) = (subjects, events)
    let numbers = other.subjects.map { subject -> Int in
      if let known = subjects.firstIndex(of: subject) { return known }
      subjects.append(subject)
      return subjects.count - 1
    }
    for event in other.events {
      guard case .deed(let subject, let deed) = event.change else {
        events.append(event)
        continue
      }
      events.append(Event(time: event.time, .deed(subject: numbers[subject], deed)))
    }
    return Company(subjects, doing: events, seed: seed)
  }

  /// True if there is nobody and nothing.
  public var isEmpty: Bool { subjects.isEmpty }

  /// True if the light is on at `time` nanoseconds.
  package func isLit(at time: Int) -> Bool { lights.last { $0.time <= time }?.isOn ?? true }

  /// True if the same do the same, and the detector makes the same mistakes.
  public static func == (left: Company, right: Company) -> Bool {
    left.subjects == right.subjects && left.events == right.events && left.seed == right.seed
  }
}
