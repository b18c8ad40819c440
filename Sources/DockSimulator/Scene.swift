import Diagnosis
import Language
import Quantities
import Rehearsal
import Simulation

extension Simulator {
  /// What happens around the dock, and when.
  ///
  /// It is read from the language of scenes (`at 2s ada walks to 30deg left over 4s`), or built of
  /// values. Either way it is checked: nobody walks who is not there.
  public struct Scene: Equatable, Sendable {
    let company: Company
    let inputs: [Input]
    let faults: [Fault]

    /// Something that is done to the dock at a time.
    struct Input: Equatable, Sendable {
      /// In nanoseconds.
      let time: Int
      let input: DockInput
    }

    /// A scene in which nothing happens and nobody is there.
    public init() { (company, inputs, faults) = (Company(), [], []) }

    /// Reads a scene: the lines that stand in a file of a scene.
    ///
    /// Throws a `DescriptionError` with everything that is wrong with it, and where.
    public init(_ text: String) throws(DescriptionError) {
      let file = LoadedFile(identity: "scene", name: "scene", bytes: Array(text.utf8))
      let script = Script(scene: file)
      var found = script.diagnostics
      let scene = found.hasErrors ? nil : script.scene(reporting: &found)
      guard !found.hasErrors else {
        throw DescriptionError(problems: found.all.map { $0.short(in: script.sources) })
      }
      company = scene?.company ?? Company()
      inputs = (scene?.inputs ?? []).map { Input(time: $0.time, input: $0.input) }
      faults = scene?.mishaps ?? []
    }

    /// Creates a scene of `events`, in any order; what is of one time happens in the order given.
    ///
    /// Everything that is not finite, a time before the beginning, and what somebody does who is
    /// not there throws a `DescriptionError`.
    public init(_ events: [Event], seed: UInt64 = 0) throws(DescriptionError) {
      var names: [String] = []
      for event in events {
        if case .person(let name, _) = event.what, !names.contains(name) { names.append(name) }
        if case .object(let name, _) = event.what, !names.contains(name) { names.append(name) }
      }
      let order = events.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map(\.element)
      let problems = Scene.problems(of: order)
      guard problems.isEmpty else { throw DescriptionError(problems: problems) }
      company = Company(
        names.map { name in
          Company.Subject(name: name, isPerson: !order.contains { $0.isObject(name) })
        }, doing: order.compactMap { $0.event(among: names) }, seed: seed)
      inputs = order.compactMap { event in
        event.occasion?.input.map { Input(time: event.nanoseconds, input: $0) }
      }
      faults = order.compactMap { event in
        event.occasion?.fault.map { Fault($0, at: .time(event.nanoseconds)) }
      }
    }
  }
}

extension Simulator.Scene {
  /// Something that happens at a time.
  public struct Event: Equatable, Sendable {
    /// When, from the beginning.
    public let time: Duration
    /// What.
    public let what: What

    /// Creates an event.
    public init(at time: Duration, _ what: What) { (self.time, self.what) = (time, what) }
  }

  /// What can happen.
  public enum What: Equatable, Sendable {
    /// The person of this name does something.
    case person(String, Deed)
    /// The object of this name does something.
    case object(String, Deed)
    /// The light goes on or off; without light nobody is seen.
    case light(isOn: Bool)
    /// Something happens to the dock.
    case dock(Simulator.Occasion)
  }

  /// What a person or an object does.
  public enum Deed: Equatable, Sendable {
    /// Is there from now on.
    case arrives(Place = Place())
    /// Walks to a place.
    case walks(to: Place, over: Duration)
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

  /// A place, as seen from the dock at home; what is nil is as it was, or as it usually is.
  public struct Place: Equatable, Sendable {
    /// How far to the right, in degrees from -180 to 180; 0 as a rule.
    public var right: Double?
    /// How far up, in degrees from -90 to 90; 0 as a rule.
    public var up: Double?
    /// How far away, in metres; 2 as a rule.
    public var away: Double?

    /// Creates a place.
    public init(right: Double? = nil, up: Double? = nil, away: Double? = nil) {
      (self.right, self.up, self.away) = (right, up, away)
    }
  }
}

// MARK: - To the world

extension Simulator.Scene.Event {
  fileprivate var nanoseconds: Int { time.wholeNanoseconds }

  fileprivate var occasion: Simulator.Occasion? {
    if case .dock(let occasion) = what { occasion } else { nil }
  }

  fileprivate func isObject(_ name: String) -> Bool {
    if case .object(name, _) = what { true } else { false }
  }

  /// What changes about the company; nil if nothing does.
  fileprivate func event(among names: [String]) -> Company.Event? {
    switch what {
    case .person(let name, let deed), .object(let name, let deed):
      names.firstIndex(of: name).map { number in
        Company.Event(time: nanoseconds, .deed(subject: number, deed.deed))
      }
    case .light(let isOn): Company.Event(time: nanoseconds, .light(isOn: isOn))
    case .dock: nil
    }
  }
}

extension Simulator.Scene.Deed {
  fileprivate var deed: Company.Deed {
    switch self {
    case .arrives(let place): .arrives(place.place)
    case .walks(let place, let length): .walks(to: place.place, over: length.wholeNanoseconds)
    case .sits: .sits
    case .stands: .stands
    case .speaks: .speaks
    case .looks(let share): .looks(atCamera: max(0, min(1, share)))
    case .leaves: .leaves
    }
  }

  /// The place that it names; nil if it names none.
  fileprivate var place: Simulator.Scene.Place? {
    switch self {
    case .arrives(let place), .walks(let place, _): place
    default: nil
    }
  }
}

extension Simulator.Scene.Place {
  fileprivate var place: Company.Place {
    Company.Place(yaw: right, pitch: up.map { -$0 }, distance: away)
  }

  fileprivate var isValid: Bool {
    right.map((-180...180).contains) ?? true && up.map((-90...90).contains) ?? true
      && away.map(Company.Place.distances.contains) ?? true
  }
}

// MARK: - What makes no sense

extension Simulator.Scene {
  /// What is wrong with `events`, which are in the order of their times.
  private static func problems(of events: [Event]) -> [String] {
    var problems: [String] = []
    var (present, kinds): (Set<String>, [String: Bool]) = ([], [:])
    for event in events {
      func refuse(_ what: String) { problems.append("at \(event.time): \(what)") }
      if event.time < .zero { refuse("a time must not be before the beginning") }
      if case .dock(let occasion) = event.what, let problem = occasion.problem { refuse(problem) }
      let (name, deed, isPerson): (String, Deed, Bool)
      switch event.what {
      case .person(let who, let does): (name, deed, isPerson) = (who, does, true)
      case .object(let what, let does): (name, deed, isPerson) = (what, does, false)
      case .light, .dock: continue
      }
      if kinds[name, default: isPerson] != isPerson {
        refuse("'\(name)' is a person and an object")
      }
      kinds[name] = isPerson
      if !(deed.place?.isValid ?? true) { refuse("there is no such place") }
      if case .walks(_, let length) = deed, length <= .zero { refuse("a walk takes some time") }
      switch deed {
      case .arrives: if !present.insert(name).inserted { refuse("'\(name)' is there already") }
      case .leaves: if present.remove(name) == nil { refuse("'\(name)' is not there") }
      default: if !present.contains(name) { refuse("'\(name)' is not there") }
      }
    }
    return problems
  }
}

extension Simulator.Occasion {
  /// Why it cannot happen; nil if it can.
  fileprivate var problem: String? {
    switch self {
    case .battery(let level) where !(0...1).contains(level): "a charge is from 0 to 1"
    case .zoom(let factor) where !factor.isFinite: "a factor is a finite number"
    default: nil
    }
  }
}
