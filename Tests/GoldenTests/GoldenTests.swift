import Diagnosis
import Drawing
import Face
import Hardware
import Language
import Playback
import Plotting
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

/// Every script of the goldens and examples becomes what the file beside it says, byte for byte.
@Suite struct GoldenTests {
  @Test(arguments: Golden.all)
  func becomesWhatIsExpected(golden: Golden) throws {
    let actual = try #require(golden.make(), "it cannot be made")
    let expected = Tree.bytes(of: golden.expected)
    if Tree.updates, expected != actual {
      try Tree.write(actual, to: golden.expected)
    } else if let expected, expected == actual {
      Tree.remove(golden.actual)
    } else {
      try Tree.write(actual, to: golden.actual)
      let changes = difference(from: expected ?? [], to: actual)
      Issue.record("\(golden.expected) differs; see \(golden.actual)\n\(changes)")
    }
  }

  /// The moods are no script's, and everybody's.
  @Test func theMoodsAreDrawn() throws {
    let actual = MoodSheet.picture(width: 1100, in: .page).svg().bytes
    let path = "Examples/pictures/moods.svg"
    if Tree.updates { try Tree.write(actual, to: path) }
    #expect(Tree.bytes(of: path) == actual, "\(path) is not current: run 'make goldens'")
  }

  @Test func thereAreGoldens() { #expect(!Golden.all.isEmpty) }

  @Test(arguments: ["errors", "schedules", "cues", "commands", "traces", "pictures"])
  func everyGoldenHasItsScript(folder: String) {
    let names = Tree.names(in: "Tests/Goldens/\(folder)")
    for name in names
    where name.contains(".") && !name.hasSuffix(".dock")
      && !name.hasSuffix(".wav") && !name.hasSuffix(".mp3") && !name.contains(".actual.")
    {
      let stem = name.split(separator: ".").dropLast().joined(separator: ".")
      #expect(names.contains(stem + ".dock"), "\(folder)/\(name) has no script")
    }
  }
}

extension Golden {
  /// Makes what the script becomes at the stage; nil if it does not get so far.
  func make() -> [UInt8]? {
    guard let bytes = Tree.bytes(of: script), let model = DockModel.named(profile) else {
      return nil
    }
    let name = String(script.split(separator: "/").last ?? "")
    let folder = script.dropLast(name.count)
    let file = LoadedFile(identity: name, name: name, bytes: bytes)
    let compiled = Script(
      checking: file, sounds: { sound($0, from: $1, in: String(folder)) }
    ) { used, importer in
      load(used, from: importer, in: String(folder))
    }
    // What goes on without an end need not go on for long.
    var budget = Budget()
    budget.evaluationSteps /= 20
    budget.scheduleSteps /= 5
    return make(compiled, for: Compilation(for: model, budget: budget))
  }

  /// The file that `importer` calls `name`; no name of this machine gets into a golden.
  private func load(
    _ name: String, from importer: String, in folder: String
  ) -> Result<LoadedFile, LoadFailure> {
    let parts = importer.split(separator: "/").dropLast() + name.split(separator: "/")
    if name.hasPrefix("/") || parts.contains("..") { return .failure(.outsideRoot) }
    let path = parts.joined(separator: "/")
    guard let bytes = Tree.bytes(of: folder + path) else { return .failure(.notFound) }
    return .success(LoadedFile(identity: path, name: path, bytes: bytes))
  }

  /// The sound that `importer` calls `name`.
  private func sound(
    _ name: String, from importer: String, in folder: String
  ) -> Result<SoundFile, SoundFailure> {
    let names = Tree.names(in: folder).filter { $0.hasSuffix(".wav") }
    let parts = importer.split(separator: "/").dropLast() + name.split(separator: "/")
    if name.hasPrefix("/") || parts.contains("..") {
      return .failure(.outsideRoot(inside: names.first { $0 == parts.last ?? "" }))
    }
    let path = parts.joined(separator: "/")
    guard let bytes = Tree.bytes(of: folder + path) else {
      return .failure(.notFound(beside: names))
    }
    return SoundFile.reading(bytes, name: path)
  }

  private func make(_ script: Script, for compilation: Compilation) -> [UInt8]? {
    var found = script.diagnostics
    switch stage {
    case .errors:
      found = script.findings(for: compilation)
      return render(found, in: script.sources, style: RenderStyle(width: 80)).bytes
    case .expected:
      guard let sheet = script.cueSheet(for: compilation, reporting: &found) else { return nil }
      return ExpectedFile.text(of: sheet).bytes
    case .schedule:
      guard let schedule = script.schedule(for: compilation, reporting: &found) else { return nil }
      var text = TextBuffer()
      schedule.writeText { text.write(bytes: $0.bytes) }
      return text.bytes
    case .cues:
      guard let sheet = script.cueSheet(for: compilation, reporting: &found) else { return nil }
      var text = TextBuffer()
      sheet.writeText { text.write(bytes: $0.bytes) }
      return text.bytes
    case .json:
      guard let sheet = script.cueSheet(for: compilation, reporting: &found) else { return nil }
      var text = TextBuffer()
      sheet.writeJSON { text.write(bytes: $0.bytes) }
      return text.bytes
    case .commands:
      guard let schedule = script.schedule(for: compilation, reporting: &found) else { return nil }
      var text = TextBuffer()
      lower(schedule).writeText { text.write(bytes: $0.bytes) }
      return text.bytes
    case .svg:
      guard let sheet = script.cueSheet(for: compilation, reporting: &found) else { return nil }
      let plot = TimePlot(of: sheet)
      return plot.picture(in: .page(width: plot.pageWidth)).svg().bytes
    case .trace:
      guard let cue = script.firstCue(for: compilation, reporting: &found) else { return nil }
      let scene = script.scene(reporting: &found)
      let run = rehearse(
        cue, company: scene?.company ?? Company(), faults: scene?.faults ?? [],
        happenings: scene?.happenings ?? [])
      return Array(run.trace.text.utf8)
    }
  }
}

/// The lines that differ, as a diff shows them.
private func difference(from expected: [UInt8], to actual: [UInt8]) -> String {
  func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
  let changes = lines(actual).difference(from: lines(expected))
  let rows = changes.map { change in
    switch change {
    case .remove(let line, let text, _): (line, "-\(line + 1): \(text)")
    case .insert(let line, let text, _): (line, "+\(line + 1): \(text)")
    }
  }
  return rows.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
}
