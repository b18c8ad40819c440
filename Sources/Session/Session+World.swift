import Diagnosis
import Language
import Printing
import Quantities
import Rehearsal
import Schedules
import Simulation
import Vocabulary

extension Session {
  /// The words that begin an event of a scene.
  static let happenings = Keyword.sceneWords

  /// The deeds of persons and objects.
  static let deeds = Keyword.deeds.map(\.spelling)

  /// True if `word` and `rest` are an event that can happen now.
  ///
  /// The deed distinguishes a subject with the name of a command.
  func begins(_ word: String, with rest: String) -> Bool {
    if Session.happenings.contains(word) { return true }
    guard world.present.contains(where: { $0.name == word }) else { return false }
    let deed = rest.prefix { $0 != " " }
    return PromptCommand(rawValue: word) == nil || Session.deeds.contains(String(deed))
  }

  /// Makes `line`, a line of a scene, happen now.
  mutating func happen(
    _ line: String, _ host: some SessionHost
  ) -> Reply {
    let script = Script(scene: host.script(Array(world.text(of: line).utf8), name: "scene"))
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    host.report(render(found, in: script.sources, style: host.style))
    guard let scene, !found.hasErrors else { return .refused }
    world.note(scene, line)
    for event in scene.events where event.time >= SessionWorld.moment {
      guard case .fault(let kind) = event.occurrence else { continue }
      world.faults.append(Fault(kind, at: .time(0)))
      host.say("in the next show: \(line)")
    }
    var worst = Reply.ready
    for case .event(let event, let time) in scene.happenings where time >= SessionWorld.moment {
      world.hasCalled = world.hasCalled || declarations.handles([event.kind])
      let reply = occur(event, host)
      if reply != .ready { worst = reply }
    }
    return worst
  }

  /// Makes `events` of the scene happen one after the other.
  mutating func deliver(
    _ events: [WorldEvent], _ host: some SessionHost
  ) -> Reply {
    var worst = Reply.ready
    for event in events {
      let reply = occur(event, host)
      if reply != .ready { worst = reply }
    }
    return worst
  }

  /// The time to the next event of the scene, in nanoseconds; nil if there is none.
  public var nextDue: Int? { isLive ? world.nextDue : nil }

  /// Advances the session by `length` nanoseconds at the prompt, with the events in that time.
  public mutating func wait(
    _ length: Int, _ host: some SessionHost
  ) -> Reply {
    let faults = world.faults
    world.pass(max(0, length))
    phone = phone.counted(from: max(0, length))
    world.faults = faults
    return deliver(world.takeDue(), host)
  }

  /// Records `event`, and carries out its handlers.
  private mutating func occur(
    _ event: WorldEvent, _ host: some SessionHost
  ) -> Reply {
    world.note(event)
    host.say("event \(event.description)")
    if event.kind == .trackingButton, !isTracking {
      isTracking = true
      host.say("tracking off -> on")
    }
    guard declarations.handles([event.kind]) else { return .ready }
    guard let show = plan(Entry([]), after: event, host) else { return .refused }
    guard !show.cue.handlings.isEmpty else { return .ready }
    if show.takesMotors, let obstacle = world.obstacle {
      host.say("not done: \(obstacle)")
      return .ready
    }
    if let refusal = endlessness(of: show, host) { return refusal }
    if !show.isStill { host.say(show.plan) }
    return carryOut(show, isLogged: false, host)
  }

  // MARK: - Scenes

  /// Begins the scene in the file at `path`; without a path, prints the state around the dock.
  mutating func scene(
    _ path: String, _ host: some SessionHost
  ) -> Reply {
    if path.isEmpty { return tellScene(host) }
    let script: Script
    do throws(FileFailure) {
      script = Script(scene: host.script(try host.read(path), name: path))
    } catch {
      return refuse("'\(path)' cannot be read: \(error.reason)", host)
    }
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    host.report(render(found, in: script.sources, style: host.style))
    guard let scene, !found.hasErrors else { return .refused }
    begin(scene)
    host.say("the scene begins")
    return deliver(world.takeDue(), host)
  }

  /// Begins `scene` now.
  public mutating func begin(_ scene: Scene) { world.begin(scene, after: log.length) }

  private func tellScene(_ host: some SessionHost) -> Reply {
    host.say("the phone is \(world.isDocked ? "in" : "out of") the dock")
    host.say("the app is in the \(EventKind.word(isInForeground: world.isInForeground))")
    for subject in world.present { host.say(subject.arrival) }
    if let due = world.nextDue { host.say("next in \(decimal(Nanoseconds(due)))s") }
    for handler in declarations.handlers {
      host.say(handler.title)
    }
    return .ready
  }
}
