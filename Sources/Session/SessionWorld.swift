import Diagnosis
import Language
import Rehearsal
import Schedules
import Simulation
import Vocabulary

/// What happens around the dock of a session: what was said to happen now, and what a scene holds.
struct SessionWorld: Sendable {
  /// How long the session has lasted, in nanoseconds.
  private(set) var now = 0
  private(set) var course = SceneCourse()
  /// Who was said to be seen, as a scene says it.
  private var announced: [(name: String, arrival: String)] = []
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

  /// Who and what is to be seen: the names, and the arrivals as a scene says them.
  var present: [(name: String, arrival: String)] { course.present(at: now) + announced }

  /// Begins `scene` now, when a script of what was done would have lasted for `length` nanoseconds.
  mutating func begin(_ scene: Scene, after length: Int) {
    course.begin(scene, at: now, after: length)
  }

  /// Takes note that a script of what was done is so much shorter than it was.
  mutating func shorten(by length: Int) { course.shorten(by: length, at: now) }

  /// Goes on with `former` instead of the present scene; what of it was due meanwhile is over.
  mutating func goBack(to former: SceneCourse) {
    course = former
    while nextDue == 0 { course.told += 1 }
  }

  /// Lets `length` nanoseconds pass, in the first `kept` of which a script of what was done goes
  /// on.
  mutating func pass(_ length: Int, kept: Int = 0) {
    course.halt(at: now + kept, for: max(0, length - kept))
    now += length
    faults = []
  }

  /// What a show that begins now meets.
  var weather: Weather {
    let way = course.start - now
    return Weather(
      faults: faults + course.faults.compactMap { $0.later(by: way) },
      happenings: course.happenings.dropFirst(course.told).map { $0.later(by: way) })
  }

  /// When the next thing of the scene happens, in nanoseconds from now; nil if nothing does.
  var nextDue: Int? {
    guard course.told < course.happenings.count,
      let time = course.happenings[course.told].time
    else { return nil }
    return max(0, course.start + time - now)
  }

  /// The events of the scene that have come by now, the first `met` of which a show has met.
  mutating func takeDue(met: Int = 0) -> [WorldEvent] {
    var due: [WorldEvent] = []
    while let time = nextDue, time == 0 {
      if case .event(let event, _) = course.happenings[course.told] { due.append(event) }
      course.told += 1
    }
    for event in due { note(event) }
    return Array(due.dropFirst(met))
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
      case .arrives(let number, _): announced.append((scene.subjects[number].name, line))
      case .leaves(let number):
        let name = scene.subjects[number].name
        let count = announced.count
        announced.removeAll { $0.name == name }
        if announced.count == count { course.leave(name, at: now) }
      default: break
      }
    }
  }

  /// What comes of `line`, typed while a show goes on.
  ///
  /// The app leaves the screen, and comes back, once the show is over.
  mutating func hear(_ line: [UInt8]) -> Heard {
    guard let (mark, rest) = PromptCommand.split(line), mark == .command else { return .later }
    let word = String(rest.prefix { $0 != " " })
    guard Session.happenings.contains(word) || present.contains(where: { $0.name == word }) else {
      return .later
    }
    let bytes = Array(text(of: rest).utf8)
    let script = Script(scene: LoadedFile(identity: "//scene", name: "scene", bytes: bytes))
    var found = script.diagnostics
    guard let scene = script.scene(reporting: &found), !found.hasErrors else {
      return .refused(found.all.first { $0.severity == .error }?.message ?? "that cannot be")
    }
    let faults = scene.faults.compactMap { fault -> HeardEvent? in
      guard let delay = fault.later(by: -SessionWorld.moment)?.time else { return nil }
      return HeardEvent(.fault(fault.kind), after: delay)
    }
    if scene.faults.contains(where: \.isOfApp) { return .later }
    note(scene, rest)
    let events = scene.happenings.compactMap { happening -> HeardEvent? in
      guard case .event(let event, let time) = happening, time >= SessionWorld.moment else {
        return nil
      }
      note(event)
      return HeardEvent(.event(event), after: time - SessionWorld.moment)
    }
    return .events(faults + events)
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

  /// The same so many nanoseconds later; an app that stays in the background ends a show, but not
  /// the session.
  fileprivate func later(by way: Int) -> Happening {
    switch self {
    case .event(let event, let time): .event(event, at: max(0, time + way))
    case .exit(.terminate, let time): .exit(.interrupt, at: max(0, time + way))
    case .exit(let exit, let time): .exit(exit, at: max(0, time + way))
    case .resumed(let time): .resumed(at: max(0, time + way))
    case .late, .exitAfter: self
    }
  }
}

extension Fault {
  /// When it strikes, in nanoseconds; nil if that is not a time.
  fileprivate var time: Int? { if case .time(let time) = moment { time } else { nil } }

  /// True if it concerns the app rather than the dock, from a scene in which `line` happens now.
  fileprivate var isOfApp: Bool {
    (kind == .background || kind == .foreground) && moment == .time(SessionWorld.moment)
  }

  /// The same so many nanoseconds later; nil if that is over.
  fileprivate func later(by way: Int) -> Fault? {
    guard case .time(let time) = moment, time + way >= 0 else { return nil }
    return Fault(kind, at: .time(time + way))
  }
}
