import Diagnosis
import Language
import Printing
import Quantities
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Vocabulary

extension Session {
  /// Reads, checks and plans `entry`; nil after an error, which has been reported.
  ///
  /// - Parameters:
  ///   - event: what has happened, which the handlers may take once the entry is over.
  ///   - seed: the number that its random values begin with; nil for the next one.
  ///   - isTold: whether warnings are reported, too.
  func plan(
    _ entry: Entry, after event: WorldEvent? = nil, seed: UInt64? = nil, isTold: Bool = true,
    _ host: some SessionHost
  ) -> Show? {
    let seed = seed ?? (seedBase &+ UInt64(done.entries)) % (1 << 53)
    var world = world
    var draft = draft(entry, seed, calledBy: [], after: nil, host)
    if let scene = draft.scene { world.begin(scene, after: log.length) }
    let conditions =
      draft.cue?.isStill == true && event == nil ? world.onlookers : world.conditions
    var kinds = conditions.kinds.union(event.map { [$0.kind] } ?? [])
    if isLive, host.isListening, draft.cue?.isStill == false || event != nil {
      kinds.formUnion(AwaitedEvent.Kind.allCases)
    }
    if !draft.found.hasErrors, declarations.handles(kinds) {
      let scene = draft.scene
      draft = self.draft(entry, seed, calledBy: kinds, after: event, host)
      draft.scene = scene
    }
    for diagnostic in draft.runTests() { draft.found.report(diagnostic) }
    if isTold || draft.found.hasErrors {
      host.report(render(draft.found, in: draft.script.sources, style: host.style))
    }
    guard let cue = draft.cue, !draft.found.hasErrors else { return nil }
    if isTold { for name in draft.script.testNames { host.say("test \"\(name)\" passed") } }
    return rehearsed(draft, cue, in: conditions, host)
  }

  /// The show of `cue` of `draft`, rehearsed on the model.
  private func rehearsed(
    _ draft: Draft, _ cue: Cue, in conditions: ShowConditions, _ host: some SessionHost
  ) -> Show {
    var cue = cue
    cue.world = world.state
    let staging = Staging(
      cue: cue, pose: pose, isTracking: isTracking, phone: phone,
      company: conditions.company, faults: conditions.faults,
      happenings: conditions.happenings)
    let patience = conditions.patience(with: cue)
    var notes = ShowNotes(cue, calling: draft.handlers)
    let rehearsal = staging.rehearse(until: patience) { notes.note($0) }
    let isDisturbed = cue.isLast && !cue.isStill && !conditions.isEmpty
    let undisturbed =
      isDisturbed ? staging.undisturbed.rehearse(until: patience) { _ in } : rehearsal
    return Show(
      entry: draft.entry, sources: draft.script.sources, staging: staging, rehearsal: rehearsal,
      notes: notes, undisturbed: undisturbed, handlers: draft.handlers,
      declarations: draft.entry.declarations(
        seed: draft.seed, offer: { declarations(in: $0, host) },
        time: { end(of: $0, draft.seed, host) }),
      scene: draft.scene, seed: draft.seed, isDrawn: draft.isDrawn,
      choices: draft.script.program?.choices.count ?? 0)
  }

  /// When what follows `entry` would begin if it were done now, in nanoseconds of what is saved.
  private func end(of entry: Entry, _ seed: UInt64, _ host: some SessionHost) -> Int {
    guard !entry.isBlank, !entry.isDeclarative else { return log.length }
    let draft = draft(entry, seed, calledBy: [], after: nil, host)
    return log.length + Milliseconds(draft.cue?.schedule.length ?? 0).nanoseconds
  }

  /// An entry with all declarations of the session, read and checked.
  private struct Draft {
    let entry: Entry
    let seed: UInt64
    /// True if a random number may be drawn in it.
    let isDrawn: Bool
    let script: Script
    let compilation: Compilation
    /// The handlers that may be called, by their lines.
    let handlers: [UInt32: EventHandler]
    var found: Diagnostics
    var cue: Cue?
    /// The scene that begins with it; nil if none does.
    var scene: Scene?

    /// The results of its tests.
    func runTests() -> [Diagnostic] {
      var all: [Diagnostic] = []
      for index in script.testNames.indices {
        all += script.runTest(index, for: compilation.atHome).all
      }
      return all
    }
  }

  /// Reads and checks `entry`, with the handlers that events of these `kinds` may call.
  private func draft(
    _ entry: Entry, _ seed: UInt64, calledBy kinds: Set<AwaitedEvent.Kind>,
    after event: WorldEvent?, _ host: some SessionHost
  ) -> Draft {
    var said = declarations.surroundings(of: entry, calledBy: kinds)
    let isDrawn = entry.mayDraw || declarations.mayDraw(entry.words)
    if isDrawn || declarations.mayDraw(calledBy: kinds) { said.before += "seed \(seed)\n".utf8 }
    let script = script(of: entry, among: said, host)
    var compilation = settings.compilation.from(pose)
    (compilation.event, compilation.world) = (event, world.state)
    compilation.world.isTracking = isTracking
    compilation.world.subjects = states(
      of: world.conditions.company, seenBy: compilation.model, at: pose)
    // In a saved script, those of its gestures stand above all others.
    let isChosenInGestures = declarations.items.contains { $0.words.contains(Entry.choosing) }
    compilation.choicesAbove = isChosenInGestures ? 0 : log.choices
    compilation.tempoAge = Nanoseconds(
      max(0, log.length - (declarations.firstBar ?? log.length)))
    compilation.lastCalls = said.handlers.map { placed in
      guard placed.place != .entry, let time = called[placed.handler.title] else { return nil }
      return Int32(clamping: Nanoseconds(time - world.now).wholeMilliseconds)
    }
    var found = script.diagnostics
    do throws(NoSuchPart) {
      compilation = try script.compilation(
        compilation, fromMark: entry.start, toMark: entry.stop)
    } catch {
      found.report(Diagnostic(.unknownName, error.message, at: nil))
    }
    let cue = script.firstCue(for: compilation, reporting: &found)
    let scene = script.scene(reporting: &found)
    return Draft(
      entry: entry, seed: seed, isDrawn: isDrawn, script: script, compilation: compilation,
      handlers: script.lines(of: said.handlers), found: found, cue: cue, scene: scene)
  }

  /// The script of `entry` with the `context` around it.
  private func script(
    of entry: Entry, among said: Declarations.Surroundings, _ host: some SessionHost
  ) -> Script {
    let context = ScriptContext(
      before: host.script(said.before, name: Session.sourceName),
      amid: said.amid.isEmpty ? nil : host.script(said.amid, name: Session.sourceName),
      place: said.place)
    return Script(
      checking: host.script(entry.bytes, name: "entry"), in: context,
      sounds: { host.sound($0, from: $1) }, loading: { host.load($0, from: $1) })
  }

  /// The file name that is shown for the session.
  fileprivate static let sourceName = "session"

  /// The declarations of the file `name`.
  private func declarations(in name: String, _ host: some SessionHost) -> [Declaration] {
    let importer = host.script([], name: "entry").identity
    guard case .success(let file) = host.load(name, from: importer) else { return [] }
    return Entry(file.bytes).declarations(seed: 0).filter {
      [.value, .gesture, .function].contains($0.kind)
    }
  }

  /// The value of `name` as text; nil if it is not of a kind that has one.
  func value(of name: String, _ host: some SessionHost) -> String? {
    let entry = Entry(Array("log \(name)".utf8))
    let script = script(of: entry, among: declarations.surroundings(of: entry), host)
    var found = script.diagnostics
    return script.firstCue(for: settings.compilation, reporting: &found)?.schedule.texts.first
  }
}

extension Script {
  /// These `handlers` by their lines, as in `Step.line`.
  fileprivate func lines(of handlers: [PlacedHandler]) -> [UInt32: EventHandler] {
    if handlers.isEmpty { return [:] }
    let names = sources.files.map(\.name)
    var lines: [UInt32: EventHandler] = [:]
    for placed in handlers {
      let file =
        switch placed.place {
        case .entry: 0
        case .before: names.firstIndex(of: Session.sourceName) ?? 0
        case .amid: names.lastIndex(of: Session.sourceName) ?? 0
        }
      lines[Step.line(placed.line, inFile: file)] = placed.handler
    }
    return lines
  }
}

extension ShowConditions {
  /// True if the show goes as planned.
  fileprivate var isEmpty: Bool { faults.isEmpty && happenings.isEmpty && company.isEmpty }

  /// The kinds of the events to come.
  fileprivate var kinds: Set<AwaitedEvent.Kind> {
    let kinds = happenings.compactMap { happening -> AwaitedEvent.Kind? in
      if case .event(let event, _) = happening { event.kind } else { nil }
    }
    return Set(kinds).union(company.isEmpty ? [] : [.settled, .lost])
  }

  /// The end of a `cue` that could wait forever or never end: a time after all events, with room
  /// for the handlers.
  fileprivate func patience(with cue: Cue) -> [Happening] {
    guard cue.rest != nil else { return [] }
    let last = happenings.compactMap(\.time).max() ?? 0
    let minutes = 1 + min(happenings.count, 60)
    let length = Milliseconds(cue.schedule.length).nanoseconds
    return [.exit(.timeUp, at: max(last, length) + minutes * 60_000_000_000)]
  }
}

extension Declarations {
  /// True if a random number may be drawn by a handler for events of these `kinds`.
  fileprivate func mayDraw(calledBy kinds: Set<AwaitedEvent.Kind>) -> Bool {
    handles(kinds)
      && items.contains { item in
        item.handler?.kind.map(kinds.contains) == true && (item.mayDraw || mayDraw(item.words))
      }
  }
}
