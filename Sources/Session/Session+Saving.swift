import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Quantities
import Rehearsal
import Schedules
import Scheduling
import Simulation

extension Session {
  func save(
    _ path: String, replacing replaces: Bool, _ host: some SessionHost
  ) -> Reply {
    guard !path.isEmpty else { return refuse("':save' takes the name of a file", host) }
    guard !log.isEmpty || !declarations.items.isEmpty else {
      return refuse("there is nothing to save yet", host)
    }
    let scene = hasFaithfulScene(host)
    let text = script(with: scene == true ? world.timeline.text : "")
    do throws(SaveFailure) {
      try host.save(text, to: path, replacing: replaces)
    } catch {
      switch error {
      case .exists:
        return refuse("'\(path)' is there already; ':save! \(path)' replaces it", host)
      case .refused(let reason):
        return refuse("'\(path)' cannot be written: \(reason)", host)
      }
    }
    host.say("saved \(path)")
    if log.isCut { host.complain("warning: the session is too long: its beginning is not saved") }
    if scene == false {
      host.complain("warning: the scene is not saved: with it the script would run differently")
    }
    if world.hasCalled {
      host.complain(
        "warning: the events that were typed are not saved: a scene has them, as in "
          + "'scene { at 1s tap }'")
    }
    if world.hasAnnounced {
      host.complain(
        "warning: the persons and objects that were typed are not saved: a scene has them, as in "
          + "'scene { at 0s person ada }'")
    }
    report(text, savedAt: path, host)
    return .ready
  }

  /// Prints the diagnostics of the saved script `text`.
  private func report(_ text: TextBuffer, savedAt path: String, _ host: some SessionHost) {
    let file = host.script(text.bytes, name: path)
    let script = Script(checking: file, sounds: { host.sound($0, from: $1) }) {
      host.load($0, from: $1)
    }
    var found = script.diagnostics
    _ = script.cueSheet(for: settings.compilation, reporting: &found)
    if found.hasErrors { host.report(render(found, in: script.sources, style: host.style)) }
    guard !found.hasErrors, !log.isCut, let run = run(of: script),
      !ends(run, in: script.scene(reporting: &found))
    else { return }
    host.complain(
      "warning: the script ends elsewhere, at "
        + "\(Schedule(model: model, files: []).words(for: run.endPose)): "
        + "at the prompt each entry was a run of its own")
  }

  /// The run of a saved `script` with its scene; nil if there is none.
  private func run(of script: Script) -> RunRecord? {
    var found = script.diagnostics
    guard let cue = script.firstCue(for: settings.compilation, reporting: &found),
      !found.hasErrors
    else { return nil }
    let scene = script.scene(reporting: &found)
    if found.hasErrors { return nil }
    let latest = Happening.exit(.timeUp, at: 2 * log.length + Nanoseconds.second)
    return rehearse(
      cue, isTracking: settings.isTracking, company: scene?.company ?? Company(),
      faults: scene?.faults ?? [],
      happenings: ((scene?.happenings ?? []) + [latest]).inOrder)
  }

  /// True if `run` ends where the dock stands, as exactly as the persons of its `scene` allow.
  private func ends(_ run: RunRecord, in scene: Scene?) -> Bool {
    let isFollowing = scene?.company.isEmpty == false && run.outcome.trackingAfter
    let precision = isFollowing ? Session.followingPrecision : Session.precision
    return Axis.allCases.allSatisfy { abs(run.endPose[$0] - pose[$0]) <= precision }
  }

  /// True if a script with the scenes of the session runs as the session did; nil without a scene.
  ///
  /// It then lasts as long, and leads to where the dock stands.
  ///
  /// What was typed to happen, and the time spent at the prompt, is in no script.
  private func hasFaithfulScene(_ host: some SessionHost) -> Bool? {
    if world.timeline.isEmpty { return nil }
    let text = script(with: world.timeline.text)
    let file = host.script(text.bytes, name: "scene")
    let script = Script(checking: file, sounds: { host.sound($0, from: $1) }) {
      host.load($0, from: $1)
    }
    guard let run = run(of: script) else { return false }
    var found = Diagnostics()
    let slack = Milliseconds(log.mark.parts + 1).nanoseconds
    return run.outcome.ending == .done && abs(run.outcome.length - log.length) <= slack
      && ends(run, in: script.scene(reporting: &found))
  }

  /// As `precision`, for a dock that follows somebody: the tracker aims anew at every line of a
  /// session.
  private static let followingPrecision: Int32 = 5000

  /// The allowed distance between the end of the script and the pose of the session, in
  /// millidegrees: poses are rounded.
  private static let precision: Int32 = 20

  /// The session as a script: the declarations, then `scene`, then the statements.
  func script(with scene: String = "") -> TextBuffer {
    var text = TextBuffer()
    let start = settings.compilation.from
    if model != .stand || start != PerAxis(all: 0) {
      let from = Schedule(model: model, files: []).words(for: start)
      text.write(string: "# For '--profile \(settings.profile) --from \"\(from)\"'.\n")
    }
    var words: Set<String> = []
    for item in declarations.items {
      words.formUnion(item.words)
      words.formUnion(item.names + item.offered.flatMap(\.names))
      if item.kind != .limit { text.write(bytes: item.source) }
    }
    if text.count > 0, !scene.isEmpty { text.write("\n") }
    text.write(string: scene)
    let actions = log.script(to: standing, among: words)
    if text.count > 0, !actions.isEmpty { text.write("\n") }
    text.write(bytes: actions)
    return text
  }

  /// Enters the text of the file that `operand` names, from the first mark behind it to the second
  /// if it names them.
  mutating func load(
    _ operand: String, _ host: some SessionHost
  ) -> Reply {
    guard !operand.isEmpty else { return refuse("':load' takes the name of a file", host) }
    let words = operand.words
    // The name of a file may have spaces.
    let isPart = (2...3).contains(words.count) && (try? host.read(operand)) == nil
    let path = isPart ? words[0] : operand.unquoted
    do throws(FileFailure) {
      var entry = Entry(try host.read(path))
      if isPart { (entry.start, entry.stop) = (words[1], words.count > 2 ? words[2] : nil) }
      return entry.isBlank ? .ready : take(entry, host)
    } catch {
      return refuse("'\(path)' cannot be read: \(error.reason)", host)
    }
  }
}

extension String {
  /// The same without the quotes around all of it, if it has them.
  var unquoted: String {
    let isQuoted = count > 1 && first == "\"" && last == "\""
    return isQuoted ? String(dropFirst().dropLast()) : self
  }

  /// Its words; what stands in quotes is one.
  var words: [String] {
    var (words, word, isQuoted): ([String], String?, Bool) = ([], nil, false)
    for sign in self {
      if sign == "\"" {
        (word, isQuoted) = (word ?? "", !isQuoted)
      } else if sign == " ", !isQuoted {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(sign)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
