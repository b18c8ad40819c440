import Diagnosis
import Language
import Quantities
import Rehearsal
import Schedules
import Simulation
import Vocabulary

/// The events around the dock of a session: typed events, and those of a scene.
struct SessionWorld: Sendable {
  /// How long the session has lasted, in nanoseconds.
  private(set) var now = 0
  private(set) var timeline = SceneTimeline()
  /// The typed arrivals, in the form of a scene.
  private var announced: [(name: String, arrival: String)] = []
  /// What persons, objects and the light did by typed events, by the clock of the session.
  private var typed = Company()
  /// True once somebody, or something, was typed to come.
  var hasAnnounced: Bool { !typed.subjects.isEmpty }
  /// The buttons that are held down.
  private var held: Set<Int> = []
  private(set) var isDocked = true
  private(set) var isInForeground = true
  /// What conditions read, with the counts.
  private(set) var state = WorldState()
  /// True once a typed event has called a handler.
  var hasCalled = false
  /// The faults of the next show.
  var faults: [Fault] = []

  /// The reason why nothing can be moved at present; nil if there is none.
  var obstacle: String? {
    if !isDocked { return "the phone is out of the dock; ':dock' puts it back" }
    if !isInForeground { return "the app is in the background; ':foreground' brings it back" }
    return nil
  }

  /// The persons and objects in view: the names, and the arrivals in the form of a scene.
  var present: [(name: String, arrival: String)] { timeline.present(at: now) + announced }

  /// Begins `scene` now, at `length` nanoseconds of the script to be saved.
  mutating func begin(_ scene: Scene, after length: Int) {
    timeline.begin(scene, at: now, after: length)
  }

  /// Records that the script to be saved is shorter by that length.
  mutating func shorten(by length: Int) { timeline.shorten(by: length, at: now) }

  /// Continues with `former` instead of the present scene; its events in the meantime are skipped.
  mutating func goBack(to former: SceneTimeline) {
    timeline = former
    while nextDue == 0 { timeline.told += 1 }
  }

  /// Advances by `length` nanoseconds; the script to be saved advances by the first `kept` of them.
  mutating func pass(_ length: Int, kept: Int = 0) {
    timeline.halt(at: now + kept, for: max(0, length - kept))
    now += length
    faults = []
  }

  /// The events of a show that begins now.
  var conditions: ShowConditions {
    let way = timeline.start - now
    return ShowConditions(
      company: (timeline.scene?.company.counted(from: -way) ?? Company())
        .joined(by: typed.counted(from: now)),
      faults: faults + timeline.faults.compactMap { $0.later(by: way) },
      happenings: timeline.happenings.dropFirst(timeline.told).map { $0.later(by: way) })
  }

  /// Those who are around the dock, and nothing that happens: what a show without length can read.
  var onlookers: ShowConditions { ShowConditions(company: conditions.company) }

  /// The time to the next event of the scene, in nanoseconds; nil if there is none.
  var nextDue: Int? {
    guard timeline.told < timeline.happenings.count,
      let time = timeline.happenings[timeline.told].time
    else { return nil }
    return max(0, timeline.start + time - now)
  }

  /// The events of the scene up to now, the first `met` of which were part of a show.
  mutating func takeDue(met: Int = 0) -> [WorldEvent] {
    var due: [WorldEvent] = []
    while let time = nextDue, time == 0 {
      if case .event(let event, _) = timeline.happenings[timeline.told] { due.append(event) }
      timeline.told += 1
    }
    for event in due { note(event) }
    return Array(due.dropFirst(met))
  }

  /// Records the values of counts that a show has changed.
  mutating func note(_ counts: [String: Int]) {
    for (name, value) in counts { state.counts[name] = value == 0 ? nil : value }
  }

  /// Makes the counts those of before, and returns a line for each that this changes.
  mutating func restore(_ counts: [String: Int]) -> [String] {
    let names = Set(counts.keys).union(state.counts.keys).sorted()
    let changed = names.filter { counts[$0] != state.counts[$0] }
    state.counts = counts
    return changed.map { "count \($0) is \(counts[$0] ?? 0)" }
  }

  /// Records the changes by `event`.
  mutating func note(_ event: WorldEvent) {
    state.take(event)
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

  /// Records where `faults` have left the phone by `end`, in nanoseconds of their show.
  mutating func note(_ faults: [Fault], until end: Int) {
    for fault in faults {
      guard case .time(let time) = fault.moment, time <= end else { continue }
      if fault.kind == .undocked { isDocked = false }
      if fault.kind == .docked { isDocked = true }
    }
  }

  /// Records the arrivals of `scene`, whose last line is `line`, and what else is done in it now.
  mutating func note(_ scene: Scene, _ line: String) {
    let company = scene.company
    let events = company.events.filter { $0.time >= SessionWorld.moment }
    typed = typed.joined(
      by: Company(company.subjects, doing: events).counted(from: SessionWorld.moment - now))
    for event in scene.events where event.time >= SessionWorld.moment {
      switch event.occurrence {
      case .arrives(let number, _): announced.append((scene.subjects[number].name, line))
      case .leaves(let number):
        let name = scene.subjects[number].name
        let count = announced.count
        announced.removeAll { $0.name == name }
        if announced.count == count { timeline.leave(name, at: now) }
      default: break
      }
    }
  }

  /// The meaning of `line`, typed during a show.
  ///
  /// The app leaves the screen, and comes back, only after the show.
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
      return .refused(
        found.all.first { $0.severity == .error }?.message ?? "that cannot happen now")
    }
    let faults = scene.faults.compactMap { fault -> HeardEvent? in
      guard let delay = fault.later(by: -SessionWorld.moment)?.time else { return nil }
      return HeardEvent(.fault(fault.kind), after: delay)
    }
    if scene.faults.contains(where: \.isOfApp) { return .later }
    note(scene, rest)
    note(scene.faults.filter { $0.kind == .undocked }, until: .max)
    let events = scene.happenings.compactMap { happening -> HeardEvent? in
      guard case .event(let event, let time) = happening, time >= SessionWorld.moment else {
        return nil
      }
      note(event)
      return HeardEvent(.event(event), after: time - SessionWorld.moment)
    }
    return .events(faults + events)
  }

  /// The time of the present event in the scene of `text(of:)`, in nanoseconds.
  static let moment = Nanoseconds.second

  /// A scene with `line`, in the present state.
  func text(of line: String) -> String {
    var text = present.map { $0.arrival + "\n" }.joined()
    if !isDocked { text += "at 0s undock\n" }
    if !isInForeground { text += "at 0s background\n" }
    for number in held.sorted() { text += "at 0s hold button \(number)\n" }
    return text + "at 1s \(line)\n"
  }
}

extension Happening {
  /// Its time, in nanoseconds; nil if it has none.
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
  /// Its time, in nanoseconds; nil if it has none.
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
