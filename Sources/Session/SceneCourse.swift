import Rehearsal
import Schedules
import Simulation

/// A scene as it goes on in a session, and what of it a script needs that does the same.
///
/// It knows three times: its own; that of the session, which goes on whatever is done; and that of
/// the script to be saved, which goes on only with what is saved.
struct SceneCourse: Sendable {
  private(set) var scene: Scene?
  private(set) var happenings: [Happening] = []
  private(set) var faults: [Fault] = []
  /// When it began, in nanoseconds of the session.
  private(set) var start = 0
  /// How many of the happenings are over.
  var told = 0
  /// What happened already, in this scene and those before it, by the time of the script.
  private var past: [(time: Int, words: String)] = []
  /// How many of the events are among these.
  private var settled = 0
  /// The time of the script when it began, if none had passed but that of what is saved.
  private var origin = 0

  /// Begins `scene` at `now`, when the script would have lasted for `length` nanoseconds.
  mutating func begin(_ scene: Scene, at now: Int, after length: Int) {
    settle(until: now)
    (self.scene, happenings, faults) = (scene, scene.happenings, scene.faults)
    (start, told, settled, origin) = (now, 0, 0, length)
  }

  /// True if there is nothing in it for a script.
  var isEmpty: Bool { past.isEmpty && (scene?.events.count ?? 0) <= settled }

  // MARK: - Who is there

  /// Who and what is to be seen at `now`: the names, and the arrivals as a scene says them.
  func present(at now: Int) -> [(name: String, arrival: String)] {
    guard let scene else { return [] }
    var places: [Int: Scene.Place] = [:]
    for event in scene.events.prefix(while: { start + $0.time <= now }) {
      switch event.occurrence {
      case .arrives(let number, let place), .walks(let number, let place, _):
        places[number] = place
      case .leaves(let number): places[number] = nil
      default: break
      }
    }
    return places.sorted { $0.key < $1.key }.map {
      (scene.subjects[$0.key].name, scene.arrival(of: $0.key, at: $0.value))
    }
  }

  /// Takes note that whoever is called `name` has left at `now`, and does nothing any more.
  mutating func leave(_ name: String, at now: Int) {
    guard let scene, let number = scene.subjects.firstIndex(where: { $0.name == name }) else {
      return
    }
    let elapsed = now - start
    settle(until: now)
    let (before, after) = (
      scene.events.filter { $0.time <= elapsed },
      scene.events.filter { $0.time > elapsed && $0.occurrence.subject != number }
    )
    let leaving = Scene.Event(time: elapsed, occurrence: .leaves(number))
    let left = scene.with(before + [leaving] + after)
    (self.scene, happenings, faults) = (left, left.happenings, left.faults)
    told = happenings.count { ($0.time ?? 0) <= elapsed }
  }

  // MARK: - As a part of a script

  /// Takes note that the session goes on from `now` for `length` nanoseconds, without the script.
  mutating func halt(at now: Int, for length: Int) {
    settle(until: now)
    settle(until: now + length, at: now)
    origin -= length
  }

  /// Takes note that the script is so much shorter at `now` than it was.
  mutating func shorten(by length: Int, at now: Int) {
    settle(until: now)
    origin -= length
    let present = origin + now - start
    for index in past.indices { past[index].time = max(0, min(past[index].time, present)) }
  }

  /// Puts what has happened until `time` of the session among the past, as if no later than `last`.
  private mutating func settle(until time: Int, at last: Int = .max) {
    guard let scene else { return }
    while settled < scene.events.count, start + scene.events[settled].time <= time {
      past.append(line(scene.events[settled], of: scene, atMost: last))
      settled += 1
    }
  }

  private func line(
    _ event: Scene.Event, of scene: Scene, atMost last: Int = .max
  ) -> (time: Int, words: String) {
    let time = min(start + event.time, last) - start
    return (max(0, origin + time), scene.words(for: event))
  }

  /// The scene of a script that does what was done; empty if nothing happened.
  var text: String {
    var lines = past
    if let scene { lines += scene.events.dropFirst(settled).map { line($0, of: scene) } }
    guard !lines.isEmpty else { return "" }
    var pressed: Set<Int> = []
    var text = "scene {\n"
    for (index, line) in lines.enumerated() where !pressed.contains(index) {
      var words = line.words
      if words.hasPrefix("hold "), let end = lines.release(of: index) {
        words = "press" + words.dropFirst(4)
        pressed.insert(end)
      }
      text += "    at \(seconds(line.time)) \(words)\n"
    }
    return text + "}\n"
  }
}

extension [(time: Int, words: String)] {
  /// The line that releases the button held in line `index`, if it was only pressed.
  fileprivate func release(of index: Int) -> Int? {
    let wanted = "release" + self[index].words.dropFirst(4)
    let next = self[(index + 1)...].firstIndex { $0.words == wanted }
    return next.flatMap { self[$0].time == self[index].time + Scene.press ? $0 : nil }
  }
}

extension Scene.Occurrence {
  /// The number of whom or what it is about; nil of the rest.
  fileprivate var subject: Int? {
    switch self {
    case .arrives(let number, _), .speaks(let number), .walks(let number, _, _),
      .sits(let number), .stands(let number), .looks(let number, _), .leaves(let number):
      number
    default: nil
    }
  }
}
