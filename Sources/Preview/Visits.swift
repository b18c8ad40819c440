import Hardware
import Playback
import Plotting
import Quantities
import Rehearsal
import Schedules
import Simulation
import Vocabulary

// A visitor: what a script asks of persons is no event that could be pressed alone, for somebody
// must be there to be followed.

extension Preview {
  /// The visitor who comes and leaves, as events: none if no cue of `sheet` asks for persons.
  static func visits(of sheet: CueSheet) -> [Event] {
    let waits = sheet.entries.lazy.compactMap { entry in
      entry.cue.awaited.firstIndex { $0.sign.asksForPerson }.map { (entry, index: $0) }
    }
    let wait = waits.first
    let decision = sheet.entries.first { $0.cue.conditions.contains(where: \.asksForPerson) }
    guard let entry = wait?.0 ?? decision else { return [] }
    let line = wait.map { $0.0.cue.awaited[$0.index].line } ?? entry.cue.conditionsLine
    let policy = wait.map { sheet.policy(of: $0.index, in: $0.0) } ?? "asked for"
    let source = entry.cue.schedule.files.source(of: line)
    return [
      Event(
        name: "a person comes", policy: policy, act: .arrival, option: "at T person visitor",
        source: source),
      Event(
        name: "the person leaves", policy: "asked for", act: .departure,
        option: "at T visitor leaves", source: source),
    ]
  }
}

extension Preview.Act {
  /// True of what a visitor does.
  var isVisit: Bool {
    switch self {
    case .event: false
    case .arrival, .departure: true
    }
  }

  /// True if it is what `sign` waits for.
  func answers(_ sign: Awaited.Sign) -> Bool {
    switch (self, sign) {
    case (.event(let event), .event(let awaited)): awaited.matches(event)
    case (.arrival, _): sign.asksForPerson
    case (.event, .state), (.departure, _): false
    }
  }
}

extension Preview.Press {
  /// Takes note of where the phone looks, by `trace`.
  mutating func look(where trace: Trace) {
    let known = Nanoseconds(min(time, trace.end)).seconds
    bearing = trace.motion(of: .yaw)?.position(at: known) ?? 0
  }
}

extension PreviewShow {
  /// Performs the show with `presses` of `events`.
  func perform(_ presses: [Preview.Press], of events: [Preview.Event]) -> Performance {
    var (more, deeds) = ([Happening](), [Company.Event]())
    for press in presses {
      switch events[press.event].act {
      case .event(let event): more.append(.event(event, at: press.time))
      case .arrival:
        let place = Company.Place(yaw: press.bearing)
        deeds.append(Company.Event(time: press.time, .deed(subject: 0, .arrives(place))))
        more.append(.event(WorldEvent(.person), at: press.time))
      case .departure:
        deeds.append(Company.Event(time: press.time, .deed(subject: 0, .leaves)))
        // While others are there, nobody is missed.
        if company.subjects.contains(where: \.isPerson) { continue }
        more.append(.event(WorldEvent(.person, .lost), at: press.time))
      }
    }
    var show = self
    let visitor = Company.Subject(name: "visitor", isPerson: true)
    if !deeds.isEmpty { show.company = company.joined(by: Company([visitor], doing: deeds)) }
    return show.perform(adding: more)
  }
}

extension CueSheet {
  /// What becomes of the show when event number `index` of `entry` comes: the policy of its
  /// handler, or where that leads; nil of a wait.
  func policy(of index: Int, in entry: Entry) -> String? {
    guard let policy = entry.cue.awaited[index].policy else { return nil }
    let target = entry.exits.first { $0.event == index }?.target ?? 0
    guard policy == .alongside, entries.indices.contains(target - 1) else { return policy.rawValue }
    var next = entries[target - 1]
    // A handler that does nothing else is a cue of its own.
    if next.cue.schedule.steps.isEmpty, let mode = next.onward?.target,
      entries.indices.contains(mode - 1)
    {
      next = entries[mode - 1]
    }
    for step in next.cue.schedule.steps where step.start == 0 {
      if case .note(let note) = next.cue.schedule.action(of: step), note.kind == .mode {
        return "leads to mode \(note.text)"
      }
    }
    return policy.rawValue
  }
}

extension Awaited.Sign {
  /// True if it is that somebody comes.
  var asksForPerson: Bool {
    switch self {
    case .event(let event): event == AwaitedEvent(.person)
    case .state(let condition): condition.asksForPerson
    }
  }
}

extension Condition {
  /// True if it depends on whether somebody is there, or on where.
  fileprivate var asksForPerson: Bool {
    variables.contains { variable in
      switch variable {
      case .world(let word): word == .person
      case .presence(let subject), .angle(let subject, _), .looking(let subject):
        subject == .person(nil)
      case .count: false
      }
    }
  }
}
