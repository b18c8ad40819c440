import Language
import Rehearsal
import Scheduling
import Simulation

/// What happens around the dock of a session: what was said to happen now, and what a scene holds.
struct SessionWorld: Sendable {
  /// The scene, and how much of it is over, in nanoseconds.
  private(set) var scene: Scene?
  private(set) var now = 0
  /// When the scene began, in nanoseconds of the session.
  private var start = 0
  /// How many of the scene's happenings have been told.
  private var told = 0
  /// Who is to be seen, as a scene says it.
  private(set) var present: [(name: String, arrival: String)] = []
  /// The buttons that are held down.
  private var held: Set<Int> = []
  private(set) var isDocked = true
  private(set) var isInForeground = true
  /// What is to go wrong with the next show.
  var faults: [Fault] = []

  /// Why nothing can be moved at present; nil if it can.
  var obstacle: String? {
    if !isDocked { return "the phone is out of the dock; ':dock' puts it back" }
    if !isInForeground { return "the app is in the background; ':foreground' brings it back" }
    return nil
  }

  /// Begins `scene` now.
  mutating func begin(_ scene: Scene) { (self.scene, start, told) = (scene, now, 0) }

  /// Lets `length` nanoseconds pass.
  mutating func pass(_ length: Int) {
    now += length
    faults = []
  }

  /// What a show that begins now meets, which may have a scene of its own.
  func weather(with own: Scene?) -> Weather {
    var weather = Weather(faults: faults)
    if let own { return Weather(faults: faults + own.faults, happenings: own.happenings) }
    guard let scene else { return weather }
    weather.happenings = scene.happenings.dropFirst(told).map { $0.later(by: start - now) }
    weather.faults += scene.faults.compactMap { $0.later(by: start - now) }
    return weather
  }

  /// When the next thing of the scene happens, in nanoseconds from now; nil if nothing does.
  var nextDue: Int? {
    guard let scene, told < scene.happenings.count, let time = scene.happenings[told].time else {
      return nil
    }
    return max(0, start + time - now)
  }

  /// The events of the scene that have come by now.
  mutating func takeDue() -> [WorldEvent] {
    guard let scene else { return [] }
    var due: [WorldEvent] = []
    let all = scene.happenings
    while told < all.count, let time = all[told].time, start + time <= now {
      if case .event(let event, _) = all[told] { due.append(event) }
      told += 1
    }
    for event in due { note(event) }
    return due
  }

  /// Takes note of what `event` changes.
  mutating func note(_ event: WorldEvent) {
    switch event.kind {
    case .dock: isDocked = true
    case .undock: isDocked = false
    case .foreground: isInForeground = true
    case .background: isInForeground = false
    case .button:
      let number = Int(exactly: event.number ?? 0) ?? 0
      if event.phase == .pressed { held.insert(number) } else { held.remove(number) }
    default: break
    }
  }

  /// Takes note of what `scene`, whose last line is `line`, says of who is to be seen.
  mutating func note(_ scene: Scene, _ line: String) {
    for event in scene.events where event.time >= SessionWorld.moment {
      switch event.occurrence {
      case .arrives(let number, _): present.append((scene.subjects[number].name, line))
      case .leaves(let number): present.removeAll { $0.name == scene.subjects[number].name }
      default: break
      }
    }
  }

  /// The time of what happens now in the scene that `text(of:)` gives, in nanoseconds.
  static let moment = 1_000_000_000

  /// A scene in which `line` happens, among what is so now.
  func text(of line: String) -> String {
    var text = present.map { $0.arrival + "\n" }.joined()
    if !isDocked { text += "at 0s undock\n" }
    if !isInForeground { text += "at 0s background\n" }
    for number in held.sorted() { text += "at 0s hold button \(number)\n" }
    return text + "at 1s \(line)\n"
  }
}

extension Happening {
  /// When it comes, in nanoseconds; nil if that is not a time.
  var time: Int? {
    switch self {
    case .event(_, let time), .exit(_, let time), .resumed(let time), .late(_, let time): time
    case .exitAfter: nil
    }
  }

  /// The same so many nanoseconds later, if it is an event.
  fileprivate func later(by way: Int) -> Happening {
    if case .event(let event, let time) = self {
      .event(event, at: max(0, time + way))
    } else {
      self
    }
  }
}

extension Fault {
  /// The same so many nanoseconds later; nil if that is over.
  fileprivate func later(by way: Int) -> Fault? {
    guard case .time(let time) = moment, time + way >= 0 else { return nil }
    return Fault(kind, at: .time(time + way))
  }
}
