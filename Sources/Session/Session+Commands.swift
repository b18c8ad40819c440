import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Plotting
import Printing
import Quantities
import Reasons
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Vocabulary

extension Session {
  /// Carries out the command, or answers the question, that stands in `rest`.
  mutating func carryOut(
    _ mark: PromptCommand.Mark, _ rest: String, _ host: some SessionHost
  ) -> Reply {
    if mark == .question { return help(rest, host) }
    let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
    var name = words.first ?? "help"
    let isForced = name.hasSuffix("!")
    if isForced { name.removeLast() }
    let operand = words.count > 1 ? words[1].trimmed : ""
    if begins(name, with: operand), !isForced { return happen(rest, host) }
    guard let command = PromptCommand(rawValue: name), !isForced || command == .save else {
      return unknown(name, host)
    }
    if command.operand.isEmpty, !operand.isEmpty {
      return refuse("':\(name)' stands alone", host)
    }
    return carryOut(command, operand, isForced: isForced, host)
  }

  private mutating func carryOut(
    _ command: PromptCommand, _ operand: String, isForced: Bool, _ host: some SessionHost
  ) -> Reply {
    switch command {
    case .pose:
      host.say(Schedule(model: model, files: []).words(for: pose))
      if !phone.words.isEmpty { host.say("phone \(phone.words)") }
    case .home: return take(Entry(Array("move to home".utf8)), host)
    case .undo: return undo(host)
    case .trace: return trace(host)
    case .plot: return plot(host)
    case .why: return why(operand, host)
    case .save: return save(operand.unquoted, replacing: isForced, host)
    case .load: return load(operand, host)
    case .time: tellTime(host)
    case .limits: tellLimits(host)
    case .profile: return profile(operand, host)
    case .reset:
      let (wasLive, wasPreviewing) = (isLive, isPreviewing)
      self = Session(settings)
      (isLive, isPreviewing) = (wasLive, wasPreviewing)
      host.say("everything is forgotten")
    case .preview: return toggle(\.isPreviewing, "preview", operand, host)
    case .go: return go(host)
    case .live: return toggle(\.isLive, "live", operand, host)
    case .names: tellNames(host)
    case .scene: return scene(operand, host)
    case .press:
      // What nobody presses happens all the same.
      let isPressed = EventKind(rawValue: operand).map { $0.sceneForm == .pressed } ?? true
      return happen(isPressed ? "press \(operand)" : operand, host)
    case .help: return help(operand, host)
    case .quit: return .quit
    }
    return .ready
  }

  private func unknown(_ name: String, _ host: some SessionHost) -> Reply {
    let known =
      PromptCommand.allCases.map(\.rawValue) + Session.happenings + world.present.map(\.name)
    let nearest = Suggestion.nearest(to: name, in: known)
    let remedy = nearest.map { "did you mean ':\($0)'?" } ?? "':help' lists them"
    return refuse("there is no command ':\(name)'; \(remedy)", host)
  }

  func refuse(_ message: String, _ host: some SessionHost) -> Reply {
    host.complain("error: \(message)")
    return .refused
  }

  // MARK: - Motion

  private mutating func undo(_ host: some SessionHost) -> Reply {
    guard let former = undoable.last else {
      return refuse("there is nothing to undo", host)
    }
    let way = Standing.move(from: pose, to: former.standing.pose)
    if way != nil, let obstacle = world.obstacle { return refuse(obstacle, host) }
    undoable.removeLast()
    prepared = nil
    host.say("undone: \(former.title.isEmpty ? "what the event has called" : former.title)")
    (isTracking, phone) = (former.standing.isTracking, former.phone)
    (declarations, called, seedBase) = (former.declarations, former.called, former.seedBase)
    for line in world.restore(former.counts) { host.say(line) }
    let length = log.length
    log.cut(to: former.log)
    if let timeline = former.timeline { world.goBack(to: timeline) }
    world.shorten(by: length - log.length)
    guard let way else { return .ready }
    let (depth, isPreviewed) = (undoable.count, isPreviewing)
    isPreviewing = false
    defer { isPreviewing = isPreviewed }
    guard let show = plan(Entry(Array(way.utf8)), host) else { return .refused }
    host.say(show.plan)
    let reply = carryOut(show, isLogged: false, host)
    // Undoing is not an entry.
    undoable.removeSubrange(min(depth, undoable.count)...)
    return reply
  }

  private mutating func go(_ host: some SessionHost) -> Reply {
    guard let shown = prepared else {
      return refuse("there is no shown entry to do", host)
    }
    // Events may have happened since it was shown.
    guard let show = plan(shown.entry, seed: shown.seed, isTold: false, host) else {
      return .refused
    }
    if show.takesMotors, let obstacle = world.obstacle { return refuse(obstacle, host) }
    return carryOut(show, host)
  }

  private mutating func toggle(
    _ setting: WritableKeyPath<Session, Bool>, _ name: String, _ operand: String,
    _ host: some SessionHost
  ) -> Reply {
    switch operand {
    case "": self[keyPath: setting].toggle()
    case "on": self[keyPath: setting] = true
    case "off": self[keyPath: setting] = false
    default: return refuse("':\(name)' takes 'on' or 'off'", host)
    }
    if !isPreviewing { prepared = nil }
    host.say("\(name) \(self[keyPath: setting].word)")
    return .ready
  }

  /// Changes to the dock that `operand` names or describes, at home; without one, says which it is.
  private mutating func profile(_ operand: String, _ host: some SessionHost) -> Reply {
    if !operand.isEmpty {
      guard let model = dock(operand, host) else { return .refused }
      settings.compilation = settings.compilation.atHome
      (settings.compilation.model, settings.profile) = (model, operand)
      (pose, prepared, undoable, last) = (PerAxis(all: 0), nil, [], nil)
      if !log.isEmpty { host.say("':save' will leave out what was done before") }
      log = SessionLog(from: standing)
    }
    host.say("profile \(model.name)")
    return .ready
  }

  /// The dock with this name, or of the profile at this path; nil, and says why, if there is none.
  private func dock(_ operand: String, _ host: some SessionHost) -> DockModel? {
    if let model = DockModel.named(operand) { return model }
    guard DockProfile.isFile(operand) else {
      let known = DockModel.all.map(\.name)
      let nearest = Suggestion.nearest(to: operand, in: known).map { "did you mean '\($0)'?" }
      let names = "the docks are \(known.joined(separator: ", "))"
      host.complain(
        "error: there is no dock '\(operand)'; "
          + (nearest ?? "\(names), and the name of a file ends in '.profile'"))
      return nil
    }
    do throws(FileFailure) {
      let bytes = try host.read(operand)
      if bytes.count > DockProfile.greatestSize { throw .tooLarge(limit: DockProfile.greatestSize) }
      let profile = DockProfile(LoadedFile(identity: operand, name: operand, bytes: bytes))
      host.report(render(profile.diagnostics, in: profile.sources, style: host.style))
      return profile.model
    } catch {
      host.complain("error: '\(operand)' cannot be read: \(error.reason)")
      return nil
    }
  }

  // MARK: - Looking back

  private func trace(_ host: some SessionHost) -> Reply {
    guard let last else { return refuse("nothing has moved yet", host) }
    var text = TextBuffer()
    last.trace.write(to: &text)
    host.show(text)
    return .ready
  }

  private func plot(_ host: some SessionHost) -> Reply {
    guard let last, let played else {
      host.say("nothing has been played yet, so there is nothing to draw")
      return .ready
    }
    host.show(
      SessionPicture(
        TimePlot(of: played.cue, played.events, last.outcome, last.trace)))
    return .ready
  }

  /// Says what the dock did at a time of the last show, and why.
  private func why(_ operand: String, _ host: some SessionHost) -> Reply {
    guard let last, let played else {
      host.say("nothing has been played yet")
      return .ready
    }
    guard let time = operand.isEmpty ? last.trace.end : nanoseconds(in: operand) else {
      return refuse("':why' takes a time of the last show, as in ':why 1.5s'", host)
    }
    let story = RunStory(
      of: played.cue, played.events, last.outcome, last.trace, isOpen: last.exit == .silence)
    host.show(story.account(at: time).text)
    return .ready
  }

  /// The nanoseconds of a time as `1.5s`, `1500ms` or `1.5`; nil if it is none of at most a day.
  private func nanoseconds(in text: String) -> Int? {
    let isFine = text.hasSuffix("ms")
    let unit = isFine ? 2 : text.hasSuffix("s") ? 1 : 0
    guard let value = Double(String(text.dropLast(unit)).trimmed) else { return nil }
    let count = isFine ? Nanoseconds.count(inMilliseconds: value) : Nanoseconds.count(in: value)
    let time = count.rounded()
    return (0...86_400e9).contains(time) ? Int(time) : nil
  }

  private func tellTime(_ host: some SessionHost) {
    let entries = "\(done.entries) entr\(done.entries == 1 ? "y" : "ies")"
    host.say(
      "\(decimal(Nanoseconds(done.length)))s of motion in \(entries), "
        + (isLive ? "in real time" : "in virtual time"))
  }

  private func tellLimits(_ host: some SessionHost) {
    let limits = Schedule(model: model, files: []).limits.first
    for axis in Axis.allCases {
      guard let limit = limits?[axis] else { continue }
      let ends = [limit.lower, limit.upper].compactMap { $0.map { axis.directed($0, "deg") } }
      let range = ends.isEmpty ? "anywhere" : ends.joined(separator: " .. ")
      host.say(
        "\(axis.scriptName)  \(range), \(decimal(thousandths: Int(limit.speed)))deg/s, "
          + "\(decimal(thousandths: Int(limit.acceleration)))deg/s^2, "
          + "\(decimal(thousandths: Int(limit.jerk)))deg/s^3"
      )
    }
    for item in declarations.items where item.kind == .limit { host.say(item.text) }
  }

  private func tellNames(_ host: some SessionHost) {
    if declarations.items.isEmpty { host.say("nothing has been named") }
    for item in declarations.items where item.kind != .limit {
      host.say(item.title)
    }
  }
}

extension Declaration {
  /// The form of a call, as in `nod(depth)`.
  var title: String {
    switch kind {
    case .gesture, .function: "\(names.first ?? "")(\(parameters.joined(separator: ", ")))"
    case .value: text.split(separator: "\n").last.map(String.init) ?? ""
    default: text.split(separator: "\n").first { !$0.hasPrefix("#") }.map(String.init) ?? ""
    }
  }
}

extension String {
  /// The text without the spaces around it.
  var trimmed: String {
    let start = utf8.firstIndex { !$0.isBlank } ?? endIndex
    let end = utf8.lastIndex { !$0.isBlank }.map { utf8.index(after: $0) } ?? endIndex
    return start < end ? String(self[start..<end]) : ""
  }
}
