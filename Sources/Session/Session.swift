import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Synchronization

/// A dock that is moved from a prompt: a line goes in, text comes out.
///
/// Each entry is read, checked and planned by the same stages as a file, from the pose of the dock;
/// an entry with an error changes nothing.
public struct Session: Sendable {
  /// The settings of a session.
  public struct Settings: Sendable {
    /// The model, the start pose and the budget.
    public var compilation: Compilation
    /// What the option `--profile` takes for this model: its name, or the path of its profile.
    public var profile: String
    /// True if system tracking is on at the beginning.
    public var isTracking = true
    /// True if shows play in real time.
    public var isLive = false

    /// Creates settings; a model that is not built in has the profile at the path `profile`.
    public init(_ compilation: Compilation = Compilation(), profile: String? = nil) {
      self.compilation = compilation
      self.profile = profile ?? compilation.model.name
    }
  }

  /// The result of a line.
  public enum Reply: Equatable, Sendable {
    /// The line was carried out.
    case ready
    /// The line begins an unfinished entry.
    case more
    /// The line had an error, and nothing has changed.
    case refused
    /// Its show was interrupted, and the dock has stopped.
    case stopped
    /// Its show was interrupted, and it is not confirmed that the dock has stopped and has its
    /// tracking back.
    case unconfirmed
    /// The run broke a safety rule: a bug in dock.
    case broken
    /// The session is over.
    case quit
  }

  /// The number of entries that can be undone.
  static let undoDepth = 100

  /// The greatest length of an entry that is typed, in bytes.
  public static let longestEntry = 4 << 20

  /// The session as it was before an entry.
  struct Snapshot: Sendable {
    let standing: Standing
    let phone: PhoneState
    let declarations: Declarations
    /// The counts that are not zero.
    let counts: [String: Int]
    let called: [String: Int]
    let seedBase: UInt64
    let log: SessionLog.Mark
    /// The former scene, if the entry began another one.
    let timeline: SceneTimeline?
    /// What was entered, in one line.
    let title: String
  }

  var settings: Settings
  /// Where the dock stands, in millidegrees.
  var pose: PerAxis<Int32>
  var isTracking: Bool
  var declarations = Declarations()
  var log: SessionLog
  var undoable: [Snapshot] = []
  /// The lines of an unfinished entry.
  var pending: [UInt8] = []
  private var pendingEnding = Outline.Ending.whole
  /// The lines of comment directly before the next entry.
  private var heading: [UInt8] = []
  /// The show that waits for `:go`.
  var prepared: Show?
  var isPreviewing = false
  /// What happens around the dock.
  var world = SessionWorld()
  /// The time of the last call of each handler, in nanoseconds of the session, by its title.
  var called: [String: Int] = [:]
  /// The number with which the random values of an entry begin, less the number of those before it.
  var seedBase: UInt64
  /// The phone in the dock.
  var phone = PhoneState()
  var isLive: Bool
  /// The last show that was carried out.
  var last: RunRecord?
  /// Its first cue, and what its performance told of.
  var played: (cue: Cue, events: [PlaybackEvent])?
  /// How many entries were done, and how long they took together, in nanoseconds.
  var done = (entries: 0, length: 0)

  /// Begins a session.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    // ':why' asks for it.
    self.settings.compilation.keepsProvenance = true
    (pose, seedBase) = (settings.compilation.from, settings.compilation.seed)
    isTracking = settings.isTracking
    isLive = settings.isLive
    log = SessionLog(from: Standing(pose: pose, isTracking: isTracking))
  }

  /// The content of the prompt.
  public var prompt: Prompt {
    if !pending.isEmpty { return Prompt(parts: [.more]) }
    let axes = Schedule(model: model, files: []).axes
    let places = axes.map { $0.place(tenths: pose[$0]) }
    return Prompt(
      parts: [.pose(places.joined(separator: " ")), .tracking(isTracking)]
        + (prepared == nil ? [] : [.prepared]))
  }

  var model: DockModel { settings.compilation.model }

  // MARK: - Lines

  /// Carries out `line`, which may be many lines at once.
  public mutating func enter(
    _ line: [UInt8], _ host: some SessionHost
  ) -> Reply {
    if let (mark, rest) = PromptCommand.split(line),
      pending.isEmpty || PromptCommand.isMeant(mark, rest)
    {
      if !pending.isEmpty {
        host.say("the unfinished entry is dropped: \(Entry(pending).title)")
        drop()
      }
      return carryOut(mark, rest, host)
    }
    if pending.isEmpty, let command = PromptCommand.unmarked(line) {
      return refuse("commands begin with ':'; did you mean ':\(command)'?", host)
    }
    let isFirst = pending.isEmpty
    if pending.count + line.count > Session.longestEntry {
      drop()
      return refuseLength(host)
    }
    if !isFirst { pending.append(0x0A) }
    pending += line
    // Only a bracket can close a bracket, so a long block is not read again for each of its lines.
    if pendingEnding == .insideBrackets, !line.contains(0x7D), !line.contains(0x29) { return .more }
    let entry = Entry(pending)
    pendingEnding = entry.outline.ending
    let isEnded = !isFirst && line[...].isBlank && pendingEnding == .insideStatement
    if pendingEnding != .whole, !isEnded { return .more }
    drop()
    if entry.isBlank {
      heading = entry.heading(below: heading)
      return .ready
    }
    defer { heading = [] }
    return take(Entry(entry.bytes, below: heading), host)
  }

  /// Refuses an entry, or a line of one, that is longer than `longestEntry`.
  public func refuseLength(_ host: some SessionHost) -> Reply {
    refuse(
      "this is longer than \(Session.longestEntry >> 20) MiB; ':load FILE' reads a long script",
      host)
  }

  /// Forgets the lines of an unfinished entry.
  public mutating func drop() {
    pending = []
    pendingEnding = .whole
  }

  /// Ends an unfinished entry.
  public mutating func endInput(_ host: some SessionHost) -> Reply {
    guard !pending.isEmpty else { return .ready }
    let entry = Entry(pending)
    drop()
    return take(entry, host)
  }

  // MARK: - Entries

  /// Plans `entry`, and does it unless it is only to be shown.
  mutating func take(
    _ entry: Entry, _ host: some SessionHost
  ) -> Reply {
    guard let show = plan(entry, host) else { return .refused }
    let isDeclared = entry.isDeclarative && !entry.isBlank
    if show.isStill, !isPreviewing || isDeclared { return carryOut(show, host) }
    if show.takesMotors, let obstacle = world.obstacle { return refuse(obstacle, host) }
    if let refusal = endlessness(of: show, host) { return refusal }
    host.say(show.plan)
    guard isPreviewing else { return carryOut(show, host) }
    prepared = show
    return .ready
  }

  /// Refuses `show` if it would never end in virtual time; nil if it may be carried out.
  func endlessness(of show: Show, _ host: some SessionHost) -> Reply? {
    guard !isLive, let exit = show.rehearsal.exit,
      [.silence, .timeUp, .tooManyCues].contains(exit)
    else {
      return nil
    }
    let cure =
      exit == .silence
      ? "'wait for ... for at most 5s' waits no longer than that"
      : "'race { ...; wait 5s }' or 'every 1s for 5s' bounds it"
    return refuse("it never ends by itself: \(cure); with ':live' Ctrl-C ends it", host)
  }

  // MARK: - Shows

  /// Carries out `show` and records its result.
  mutating func carryOut(
    _ show: Show, isLogged: Bool = true, _ host: some SessionHost
  ) -> Reply {
    prepared = nil
    let former = show.scene == nil ? nil : world.timeline
    if let scene = show.scene {
      world.begin(scene, after: log.length)
      host.say("the scene begins")
    }
    if show.isStill { return carryOutStill(show, instead: former, isLogged: isLogged, host) }
    var (run, notes, endsSession) = (show.rehearsal, show.notes, false)
    let told = Mutex(ShowNotes(show.cue, calling: show.handlers))
    let listening = Mutex((world: world, heard: [HeardEvent]()))
    if isLive,
      let live = host.perform(
        show.staging, telling: { event in told.withLock { $0.note(event) } },
        hearing: { line in
          listening.withLock { listening in
            let heard = listening.world.hear(line)
            if case .events(let events) = heard { listening.heard += events }
            return heard
          }
        })
    {
      (run, notes, endsSession) = (live.run, told.withLock { $0 }, live.endsSession)
    } else {
      for line in notes.lines { host.say(line) }
    }
    let isKept = keep(show, run, notes, instead: former, isLogged: isLogged)
    tellNames(of: show, host)
    host.say(show.receipt(run, trackingAfter: isTracking))
    let (heardWorld, all) = listening.withLock { ($0.world, $0.heard) }
    let heard = all.compactMap(\.event)
    var reply = judge(run, of: show, hadFaults: heard.count < all.count, host)
    world = heardWorld
    world.note(notes.counts)
    world.pass(run.trace.end, kept: isKept ? run.outcome.length : 0)
    let (met, unmet) = notes.met(without: heard)
    let events = world.takeDue(met: met)
    world.note(show.staging.faults, until: run.trace.end - run.outcome.start)
    let due = deliver(events + unmet, host)
    if reply == .ready { reply = due }
    return endsSession && reply != .unconfirmed ? .quit : reply
  }

  private mutating func carryOutStill(
    _ show: Show, instead former: SceneTimeline?, isLogged: Bool, _ host: some SessionHost
  ) -> Reply {
    for line in show.notes.lines { host.say(line) }
    let before = (isTracking, phone)
    _ = keep(show, show.rehearsal, show.notes, instead: former, isLogged: isLogged)
    tellNames(of: show, host)
    if before.0 != isTracking { host.say("tracking \(before.0.word) -> \(isTracking.word)") }
    let change = phone.words(since: before.1)
    if !change.isEmpty { host.say("phone \(change)") }
    return show.scene == nil ? .ready : deliver(world.takeDue(), host)
  }

  /// Records the result `run` of `show`, and the `former` scene if it began another one; true if
  /// the script to be saved continues with it.
  private mutating func keep(
    _ show: Show, _ run: RunRecord, _ notes: ShowNotes, instead former: SceneTimeline?,
    isLogged: Bool
  ) -> Bool {
    let before = standing
    undoable.append(
      Snapshot(
        standing: before, phone: phone, declarations: declarations, counts: world.state.counts,
        called: called, seedBase: seedBase, log: log.mark, timeline: former,
        title: show.entry.title))
    if undoable.count > Session.undoDepth { undoable.removeFirst() }
    log.change(declarations.changed(by: show.declarations))
    declarations.remember(show.declarations)
    for item in show.declarations { if let handler = item.handler { called[handler.title] = nil } }
    for call in notes.calls { called[call.handler.title] = world.now + call.time }
    done.entries += 1
    if let seed = show.entry.seed { seedBase = seed &- UInt64(done.entries) }
    phone = run.phone
    world.note(notes.counts)
    if !show.isStill {
      (last, pose, played) = (run, run.endPose, (show.cue, notes.told))
      done.length += run.outcome.length
    }
    guard run.outcome.ending == .done else { return false }
    if let tracking = notes.tracking { isTracking = tracking }
    // What is set above a mark cannot be told from what is done, so of a part the way is saved.
    let isWhole = show.entry.start == nil && show.entry.stop == nil
    let actions = show.entry.actions
    guard isWhole, isLogged, !actions.isEmpty else { return false }
    let seed = show.isDrawn ? "seed \(show.seed)\n" : ""
    log.append(
      seed.utf8 + actions, using: declarations.names(usedBy: show.entry.words), from: before,
      to: Standing(pose: show.isStill ? pose : show.planned, isTracking: isTracking),
      lasting: show.isStill ? 0 : run.outcome.length, choosing: show.choices)
    return true
  }

  /// Where the dock stands.
  var standing: Standing { Standing(pose: pose, isTracking: isTracking) }

  /// Prints the diagnostics of `run`.
  private func judge(
    _ run: RunRecord, of show: Show, hadFaults: Bool, _ host: some SessionHost
  ) -> Reply {
    var found = Diagnostics()
    for diagnostic in run.outcome.diagnostics(at: nil) {
      found.report(diagnostic)
    }
    host.report(render(found, in: show.sources, style: host.style))
    guard run.outcome.isStopConfirmed, run.outcome.isTrackingRestored else { return .unconfirmed }
    guard run.outcome.ending == .done else { return .stopped }
    guard show.staging.faults.isEmpty, !hadFaults else { return .ready }
    for finding in run.findings {
      host.complain("a bug in dock: the run broke a safety rule: \(finding.text)")
    }
    return run.findings.isEmpty ? .ready : .broken
  }

  /// The greatest number of names that are printed one by one.
  private static let toldNames = 8

  /// Prints the new names, with their values; of many names only the number.
  private func tellNames(of show: Show, _ host: some SessionHost) {
    let all = show.declarations.flatMap { [$0] + $0.offered }
    for item in all where item.kind == .limit || item.kind == .handler {
      host.say("from now on: \(item.title)")
    }
    let named = all.flatMap { item in item.names.map { (name: $0, kind: item.kind) } }
      .filter { $0.name.utf8.first != 0x22 }
    if named.count > Session.toldNames { return host.say("named \(named.count) things") }
    for (name, kind) in named {
      let value = kind == .value ? value(of: name, host) : nil
      host.say(value.map { "named \(name) = \($0)" } ?? "named \(name)")
    }
  }
}

extension Compilation {
  /// The same from home.
  var atHome: Compilation { from(PerAxis(all: 0)) }

  /// The same from `pose`.
  func from(_ pose: PerAxis<Int32>) -> Compilation {
    var compilation = self
    compilation.from = pose
    return compilation
  }
}

extension Bool {
  /// The word for the state of a switch.
  var word: String { self ? "on" : "off" }
}

extension Entry {
  /// The word of a statement that takes one of its options by chance.
  static let choosing = Keyword.choose.spelling

  /// True if a random number may be drawn in it.
  var mayDraw: Bool {
    let words = words
    return words.contains("random") || words.contains(Entry.choosing)
      || words.contains("wait")
        && bytes.indices.dropLast().contains {
          bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E
        }
  }
}

extension SessionHost {
  /// Shows `line`, with nothing in it that a terminal would act on.
  func say(_ line: String) {
    var text = TextBuffer()
    text.write(sanitizedLine: line)
    text.write("\n")
    show(text)
  }

  /// Reports `message` about a command.
  func complain(_ message: String) {
    var text = TextBuffer()
    text.write(sanitized: message)
    text.write("\n")
    report(text)
  }
}
