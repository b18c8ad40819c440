import Rehearsal
import Schedules
import Simulation

/// The timeline of a scene in a session, and the part of it that a saved script needs.
///
/// There are three times: the time of the scene; the time of the session, which always advances;
/// and the time of the script to be saved, which advances only with what is saved.
struct SceneTimeline: Sendable {
  private(set) var scene: Scene?
  private(set) var happenings: [Happening] = []
  private(set) var faults: [Fault] = []
  /// When it began, in nanoseconds of the session.
  private(set) var start = 0
  /// The number of past events.
  var told = 0
  /// The past events, of this scene and earlier ones, in script time.
  private var past: [(time: Int, words: String)] = []
  /// How many of the events are among these.
  private var settled = 0
  /// The script time of its beginning, counting only what is saved.
  private var origin = 0

  /// Begins `scene` at `now`, when the script would have lasted for `length` nanoseconds.
  mutating func begin(_ scene: Scene, at now: Int, after length: Int) {
    settle(until: now)
    (self.scene, happenings, faults) = (scene, scene.happenings, scene.faults)
    (start, told, settled, origin) = (now, 0, 0, length)
  }

  /// True if a script needs nothing of it.
  var isEmpty: Bool { past.isEmpty && (scene?.events.count ?? 0) <= settled }

  // MARK: - Who is there

  /// The persons and objects in view at `now`: the names, and the arrivals in the form of a scene.
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

  /// Records that the subject `name` has left at `now`, and does nothing more.
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

  /// Records that the session advances from `now` by `length` nanoseconds, without the script.
  mutating func halt(at now: Int, for length: Int) {
    settle(until: now)
    settle(until: now + length, at: now)
    origin -= length
  }

  /// Records that the script is shorter by that length at `now`.
  mutating func shorten(by length: Int, at now: Int) {
    settle(until: now)
    origin -= length
    let present = origin + now - start
    for index in past.indices { past[index].time = max(0, min(past[index].time, present)) }
  }

  /// Moves the events up to the session time `time` to the past, with times of at most `last`.
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

  /// The scene for the saved script; empty if there were no events.
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
  /// The number of its subject; nil without a subject.
  fileprivate var subject: Int? {
    switch self {
    case .arrives(let number, _), .speaks(let number), .walks(let number, _, _),
      .sits(let number), .stands(let number), .looks(let number, _), .leaves(let number):
      number
    default: nil
    }
  }
}
