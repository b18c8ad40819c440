import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Scheduling
import Simulation

/// A dock that is moved by talking to it: a line goes in, text comes out.
///
/// Each entry is read, checked and planned by the stages that a file goes through, from where the
/// dock stands; an entry with an error in it changes nothing.
public struct Session: Sendable {
  /// For what, from where and how a session is held.
  public struct Settings: Sendable {
    /// For which dock, from which pose, within which bounds.
    public var compilation: Compilation
    /// True iff system tracking is on at the beginning.
    public var isTracking = true
    /// True iff shows take as long as they would with a dock.
    public var isLive = false

    /// Creates settings.
    public init(_ compilation: Compilation = Compilation()) { self.compilation = compilation }
  }

  /// What came of a line.
  public enum Reply: Equatable, Sendable {
    /// It was done; the next one may come.
    case ready
    /// It is the beginning of an entry that goes on.
    case more
    /// There was an error in it, and nothing has changed.
    case refused
    /// Its show was ended before its time, and the dock stands.
    case stopped
    /// Its show was ended, and that the dock stands or has its tracking back is not confirmed.
    case unconfirmed
    /// The dock moved as it must not: a bug in dock.
    case broken
    /// The session is over.
    case quit
  }

  /// How many entries can be taken back.
  static let undoDepth = 100

  /// The session as it was before an entry.
  struct Snapshot: Sendable {
    let pose: PerAxis<Int32>
    let isTracking: Bool
    let declarations: Declarations
    let logCount: Int
  }

  var settings: Settings
  /// Where the dock stands, in millidegrees.
  var pose: PerAxis<Int32>
  var isTracking: Bool
  var declarations = Declarations()
  var log = SessionLog()
  var undoable: [Snapshot] = []
  /// The lines of an entry that goes on.
  var pending: [UInt8] = []
  private var pendingEnding = Outline.Ending.whole
  /// The lines of comment right before the entry to come.
  private var heading: [UInt8] = []
  /// The show that waits for `:go`.
  var prepared: Show?
  var isPreviewing = false
  /// What happens around the dock.
  var world = SessionWorld()
  /// When each handler was carried out last, in nanoseconds of the session.
  var handled: [String: Int] = [:]
  var isLive: Bool
  /// The last show that was carried out.
  var last: RunRecord?
  /// How many entries were done, and how long they took together, in nanoseconds.
  var done = (entries: 0, length: 0)

  /// Begins a session.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    pose = settings.compilation.from
    isTracking = settings.isTracking
    isLive = settings.isLive
  }

  /// What the prompt says.
  public var prompt: Prompt {
    if !pending.isEmpty { return Prompt(parts: [.more]) }
    let axes = Schedule(model: model, files: []).axes
    let places = axes.map { "\($0.scriptName) \(tenths(pose[$0]))" }
    return Prompt(
      parts: [.pose(places.joined(separator: " ")), .tracking(isTracking)]
        + (prepared == nil ? [] : [.prepared]))
  }

  var model: DockModel { settings.compilation.model }

  // MARK: - Lines

  /// Takes `line`, which may be many lines at once, and does what it says.
  public nonisolated(nonsending) mutating func enter(
    _ line: [UInt8], _ host: some SessionHost
  ) async -> Reply {
    if pending.isEmpty, let (mark, rest) = Command.split(line) {
      return await carryOut(mark, rest, host)
    }
    let isFirst = pending.isEmpty
    if !isFirst { pending.append(0x0A) }
    pending += line
    // Only a bracket can close one; so a long block is not read anew for each of its lines.
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
    return await take(Entry(entry.bytes, below: heading), host)
  }

  /// Forgets the lines of an entry that goes on.
  public mutating func drop() {
    pending = []
    pendingEnding = .whole
  }

  /// Takes what has been entered of an entry as all there will be of it.
  public nonisolated(nonsending) mutating func endInput(_ host: some SessionHost) async -> Reply {
    guard !pending.isEmpty else { return .ready }
    let entry = Entry(pending)
    drop()
    return await take(entry, host)
  }

  // MARK: - Entries

  /// Plans `entry`, and does it unless it is only to be shown.
  nonisolated(nonsending) mutating func take(
    _ entry: Entry, _ host: some SessionHost
  ) async -> Reply {
    guard let show = await plan(entry, host) else { return .refused }
    if show.isStill { return await carryOut(show, host) }
    if show.takesMotors, let obstacle = world.obstacle { return refuse(obstacle, host) }
    if !isLive, let exit = show.rehearsal.exit, exit == .silence || exit == .timeUp {
      return refuse("it comes to no end by itself; with ':live' it goes on until Ctrl-C", host)
    }
    host.say(show.plan)
    guard isPreviewing else { return await carryOut(show, host) }
    prepared = show
    return .ready
  }

  /// Reads, checks and plans `entry`; nil after an error, which has been reported.
  ///
  /// It is shown under `name` where it is at fault; `said` stands before it, too.
  nonisolated(nonsending) func plan(
    _ entry: Entry, named name: String = "entry", saying said: String = "",
    _ host: some SessionHost
  ) async -> Show? {
    let seed = (settings.compilation.seed &+ UInt64(done.entries)) % (1 << 53)
    let draws = entry.mayDraw || declarations.mayDraw(entry.words)
    let prelude = said + (draws ? "seed \(seed)\n" : "")
    let script = script(of: entry, named: name, saying: prelude, host)
    let compilation = settings.compilation.from(pose)
    var found = script.diagnostics
    let cue = script.firstCue(for: compilation, reporting: &found)
    let own = script.scene(reporting: &found)
    for index in script.testNames.indices {
      for diagnostic in await script.runTest(index, for: settings.compilation.atHome).all {
        found.report(diagnostic)
      }
    }
    host.report(render(found, in: script.sources, style: host.style))
    guard let cue, !found.hasErrors else { return nil }
    for name in script.testNames { host.say("test \"\(name)\" passed") }
    var notes = RunNotes(cue)
    let weather = world.weather(with: own)
    let rehearsal = await rehearse(
      cue, from: pose, isTracking: isTracking, faults: weather.faults,
      happenings: weather.happenings + patience(with: cue, weather)
    ) { notes.note($0) }
    return Show(
      entry: entry, sources: script.sources, cue: cue, rehearsal: rehearsal,
      declarations: entry.declarations(seed: seed) { declarations(in: $0, host) },
      seed: draws ? seed : nil, logs: notes.logs, tracking: notes.tracking, weather: weather)
  }

  /// For how much longer than anything happens around the dock an entry that could wait for ever,
  /// or never ends, is looked at in no time, in nanoseconds.
  private static let patience = 60_000_000_000

  private func patience(with cue: Cue, _ weather: Weather) -> [Happening] {
    guard cue.rest != nil else { return [] }
    let last = weather.happenings.compactMap(\.time).max() ?? 0
    let length = Int(cue.schedule.length) * 1_000_000
    return [.exit(.timeUp, at: max(last, length) + Session.patience)]
  }

  /// What the file called `name` declares.
  private func declarations(in name: String, _ host: some SessionHost) -> [Declaration] {
    let importer = host.script([], name: "entry").identity
    guard case .success(let file) = host.load(name, from: importer) else { return [] }
    return Entry(file.bytes).declarations(seed: 0).filter {
      [.value, .gesture, .function].contains($0.kind)
    }
  }

  /// The script of `entry` among all that has been said, and `prelude` right before it.
  private func script(
    of entry: Entry, named name: String = "entry", saying prelude: String = "",
    _ host: some SessionHost
  ) -> Script {
    var said = declarations.surroundings(of: entry.outline)
    if !prelude.isEmpty { said.before += prelude.utf8 }
    let context = ScriptContext(
      before: host.script(said.before, name: "session"),
      amid: said.amid.isEmpty ? nil : host.script(said.amid, name: "session"), place: said.place)
    return Script(checking: host.script(entry.bytes, name: name), in: context) {
      host.load($0, from: $1)
    }
  }

  // MARK: - Shows

  /// Carries out `show` and takes note of what came of it.
  nonisolated(nonsending) mutating func carryOut(
    _ show: Show, isLogged: Bool = true, _ host: some SessionHost
  ) async -> Reply {
    prepared = nil
    for line in show.logs { host.say("log   \(line)") }
    guard !show.isStill else {
      let before = isTracking
      keep(show, show.rehearsal, isLogged: isLogged)
      tellNames(of: show, host)
      if before != isTracking { host.say("tracking \(before.word) -> \(isTracking.word)") }
      return .ready
    }
    var (run, endsSession) = (show.rehearsal, false)
    if isLive,
      let live = await host.perform(
        show.cue, from: pose, isTracking: isTracking, faults: show.weather.faults,
        happenings: show.weather.happenings)
    {
      (run, endsSession) = (live.run, live.endsSession)
    }
    keep(show, run, isLogged: isLogged)
    tellNames(of: show, host)
    host.say(show.receipt(run, trackingAfter: isTracking))
    var reply = judge(run, of: show, host)
    world.pass(run.trace.end)
    let due = await deliver(host)
    if reply == .ready { reply = due }
    return endsSession && reply != .unconfirmed ? .quit : reply
  }

  /// Takes note of what `run` made of `show`.
  private mutating func keep(_ show: Show, _ run: RunRecord, isLogged: Bool) {
    undoable.append(
      Snapshot(
        pose: pose, isTracking: isTracking, declarations: declarations, logCount: log.count))
    if undoable.count > Session.undoDepth { undoable.removeFirst() }
    declarations.remember(show.declarations)
    done.entries += 1
    guard !show.isStill || show.tracking != nil else {
      if isLogged { log.append(show.entry.actions, seed: show.seed) }
      return
    }
    last = run
    pose = run.endPose
    done.length += run.outcome.length
    guard run.outcome.ending == .done else { return }
    if let tracking = show.tracking { isTracking = tracking }
    if isLogged { log.append(show.entry.actions, seed: show.seed) }
  }

  /// Says what went wrong with `run`.
  private func judge(_ run: RunRecord, of show: Show, _ host: some SessionHost) -> Reply {
    var found = Diagnostics()
    for diagnostic in run.outcome.diagnostics(at: nil) {
      found.report(diagnostic)
    }
    host.report(render(found, in: show.sources, style: host.style))
    guard run.outcome.isStopConfirmed, run.outcome.isTrackingRestored else { return .unconfirmed }
    guard run.outcome.ending == .done else { return .stopped }
    guard show.weather.faults.isEmpty else { return .ready }
    for finding in run.findings {
      host.complain("a bug in dock: the dock moved as it must not: \(finding.text)")
    }
    return run.findings.isEmpty ? .ready : .broken
  }

  /// The most names that are told one by one.
  private static let toldNames = 8

  /// Says what was named, a value with what it is; of many names, how many they are.
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

  /// The value of `name` as text; nil if it is not of a kind that has one.
  func value(of name: String, _ host: some SessionHost) -> String? {
    let script = script(of: Entry(Array("log \(name)".utf8)), host)
    var found = script.diagnostics
    return script.firstCue(for: settings.compilation, reporting: &found)?.schedule.texts.first
  }
}

/// What a run told while it went on.
private struct RunNotes {
  private(set) var logs: [String] = []
  private(set) var tracking: Bool?

  init(_ cue: Cue) { look(at: cue.schedule) }

  mutating func note(_ event: PlaybackEvent) {
    switch event.kind {
    case .log(let line): logs.append(line)
    case .cue(let schedule, _): look(at: schedule)
    default: break
    }
  }

  private mutating func look(at schedule: Schedule) {
    let last = schedule.steps.last { $0.kind == .tracking }
    tracking = last.map { $0.extra == 1 } ?? tracking
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
  /// The word for a switch that is so.
  var word: String { self ? "on" : "off" }
}

extension Entry {
  /// True iff a random number may be drawn in it.
  var mayDraw: Bool {
    let words = words
    return words.contains("random")
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
