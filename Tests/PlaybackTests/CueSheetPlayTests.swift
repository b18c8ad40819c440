import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

@Suite("Playing cue sheets") struct CueSheetPlayTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The scripts of the project, by their paths in it.
  private static let scripts =
    ["Examples"].flatMap(paths)
    + ["cues", "errors", "schedules", "traces", "commands"].flatMap {
      paths(in: "Tests/Goldens/\($0)")
    }

  private static func paths(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)
    return (names ?? []).filter { $0.hasSuffix(".dock") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func script(_ text: [UInt8], named name: String) -> Script {
    Script(checking: LoadedFile(identity: name, name: name, bytes: text)) { _, _ in
      .failure(.notFound)
    }
  }

  /// Plays `script` and what is read of its cue sheets, and compares; returns whether the sheet can
  /// be played, and nil if there is none.
  private func compare(
    _ script: Script, happenings: [Happening], faults: [Fault] = [], _ name: String
  ) -> Bool? {
    // What loops for long has no sheet to be read.
    var budget = Budget()
    budget.evaluationSteps /= 100
    budget.scheduleSteps /= 100
    var found = script.diagnostics
    let compilation = Compilation(for: .stand, budget: budget)
    guard let cue = script.firstCue(for: compilation, reporting: &found) else { return nil }
    let play = RandomPlay.Prepared(
      script: script, compilation: compilation, cue: cue, company: Company(), faults: faults,
      happenings: happenings, isTracking: true)
    let repeated = RepeatedSheet(play)
    #expect(repeated.faults == [], "\(name)")
    return repeated.isPlayed
  }

  @Test(
    "every sheet of the corpus is read back, and plays as its script or is refused",
    arguments: 0..<Thorough.count(4, sample: 1))
  func corpus(block: Int) throws {
    var (played, refused) = (0, 0)
    for index in stride(from: block, to: Self.scripts.count, by: 4) {
      let path = Self.scripts[index]
      let bytes = [UInt8](try Data(contentsOf: Self.root.appending(path: path)))
      let script = Self.script(bytes, named: String(path.split(separator: "/").last ?? ""))
      var found = script.diagnostics
      let scene = script.scene(reporting: &found)
      let happenings = scene?.happenings ?? RandomWaits.happenings(seed: 0)
      let isPlayed = compare(
        script, happenings: happenings + [.end(at: 60)], faults: scene?.faults ?? [], path)
      played += isPlayed == true ? 1 : 0
      refused += isPlayed == false ? 1 : 0
    }
    #expect(played + refused > 0)
  }

  @Test("random sheets play as their scripts, or are refused", arguments: 0..<4)
  func random(block: Int) throws {
    var (played, refused) = (0, 0)
    for seed in stride(from: block, to: Self.count, by: 4) {
      let text = RandomWaits(seed: seed).text
      let isPlayed = compare(
        Self.script(Array(text.utf8), named: "x.dock"),
        happenings: RandomWaits.happenings(seed: seed), "seed \(seed)\n\(text)")
      played += isPlayed == true ? 1 : 0
      refused += isPlayed == false ? 1 : 0
    }
    #expect(played * 10 >= Self.count / 4 && refused > 0, "\(played) played, \(refused) refused")
  }

  /// How many random scripts are played.
  private static let count = Thorough.count(160, sample: 40)

  /// Scripts whose sheets once were not read back as they were written.
  private static let mended = [
    // A mode that is done waits only for what leads to a handler of a cue before.
    """
    mode idle { on flip ignoring { animate yes }; wait until charging for at most 1s }
    """,
    // The cue cuts off a motion that was whole in the cue before.
    """
    together {
        race { tilt to 20deg up over 2s; wait 1s }
        { wait 500ms; if battery < 20% { log "a" } }
    }
    """,
    // A motion that has just begun is left out.
    """
    together {
        tilt to 10deg down over 2s
        race { { wait 500ms; if person { pan to 20deg right over 2s } }; wait for tap }
    }
    """,
    // An axis takes its time to stay where it is.
    """
    together {
        { tilt to 10deg down over 1s; tilt to 10deg down over 2s }
        { wait 1500ms; if person { log "a" }; wait 100ms }
    }
    """,
    // A wait of another branch goes on, and has no line in the cue.
    "together { wait 700ms; wait until recording or docked for at most 2500ms }",
    // Where the last turn of a loop leads, the pose is as nobody knows it in any turn.
    """
    repeat 2 { wait for tap; pan by 16deg left; every 4s for 8s { pan by 16deg left } }
    face sad over 500ms
    """,
  ]

  /// Scripts with counted loops, which are exact.
  private static let counted = [
    "repeat 3 { wait for tap; pan to 10deg right over 1s; pan to home }\nlog \"over\"",
    "repeat 2 { repeat 2 { wait for tap; face next }; log \"turn\" }\nanimate yes",
    "repeat 4 { wait for { tap { face next }; button 1 { face sad; log \"one\" } } }\nanimate no",
    """
    repeat forever {
        race { { repeat 3 { wait for tap; face next }; log "3" }; wait for button 1 }
    }
    """,
    "repeat 3 { wait for tap for at most 700ms; log \"x\" }\nlog \"over\"",
    "gesture g() { repeat 2 { wait for tap } }\nrepeat 2 { g(); wait for button 1; g() }",
    "repeat 2 { repeat 3 { if charging { wait 300ms } else { wait 1s } }; log \"turn\" }",
    // A cue to which several lead moves an axis by a distance, from where nobody knows.
    """
    repeat 3 { wait for { long_press; timeout 2400ms { pan to 11deg right over 2133ms } } }
    ramp pan to 9deg/s left over 507ms
    wait 700ms
    stop pan
    wait for tap for at most 600ms
    pan by 9deg left over 1s
    """,
  ]

  @Test("loops are counted by their sheets as by their scripts", arguments: counted)
  func countedLoop(script: String) {
    let checked = Self.script(Array(script.utf8), named: "x.dock")
    for order in ["ttttttttt", "tt1ttt1t1ttttt", "1t1tt1ttt1tttt", "t1t1t1tttttttt"] {
      let events = order.enumerated().map { place, letter in
        let event = letter == "t" ? WorldEvent(.tap) : WorldEvent(.button, .pressed, number: 1)
        return Happening.event(event, at: (place + 1) * 2_200_000_000)
      }
      #expect(
        compare(checked, happenings: events + [.end(at: 40)], "\(order) \(script)") == true,
        "\(order) \(script)")
    }
  }

  @Test("what random scripts found is read back, and plays as its script", arguments: mended)
  func found(script: String) {
    let tap = Happening.event(WorldEvent(.tap), at: 700_000_000)
    let checked = Self.script(Array(script.utf8), named: "x.dock")
    #expect(compare(checked, happenings: [tap, .end(at: 9)], script) != nil)
  }

  @Test("a run that comes to a cue not shown ends there, with the motors given back")
  func missing() throws {
    let sheet = """
      dock-schedule 2
      profile stand
      from    yaw 0, pitch 0

      cue 1
             0         until tap: cue 2
             0         until person: a cue not shown

      cue 2: tap
             0         tracking off
             0   +1000 move yaw ~0 -> 10000
          1000         tracking restore
          1000         until tap: a cue not shown

      """
    let read = readBack(Array(sheet.utf8)).sheet
    var found = Diagnostics()
    let cue = try #require(read?.firstCue(reporting: &found))
    #expect(found.all.map(\.code) == [.incompleteSheet] && !found.hasErrors)
    let run = rehearse(
      cue,
      happenings: [.event(WorldEvent(.tap), at: 0), .event(WorldEvent(.tap), at: 3_000_000_000)])
    guard case .failed(let failure) = run.outcome.ending else {
      Issue.record("\(run.outcome.ending)")
      return
    }
    #expect(failure.message == "the cue sheet does not say what comes after 'tap'")
    #expect(run.outcome.isTrackingRestored && run.outcome.isStopConfirmed)
  }

  @Test("a recording of a sheet needs nothing else, and repeats the run")
  func recorded() throws {
    let text = "repeat forever { wait for tap; pan to 20deg right over 1s; pan to home over 1s }"
    var found = Diagnostics()
    let sheet = try #require(
      Self.script(Array(text.utf8), named: "x.dock")
        .cueSheet(for: Compilation(), reporting: &found))
    var sources = SourceMap()
    let read = readCueSheet(
      Array(sheet.json.utf8), name: "x.json", sources: &sources, reporting: &found)
    let cue = try #require(read?.firstCue(reporting: &found))
    let happenings = [Happening.event(WorldEvent(.tap), at: 500_000_000), .end(at: 4)]
    let run = rehearse(cue, happenings: happenings)
    let recording = Recording(
      of: cue, compiledFor: Compilation(), from: sources, isTracking: true, faults: [],
      happenings: happenings, trace: run.trace)
    let again = try #require(Recording(recording.text.bytes))
    var other = SourceMap()
    let kept = try #require(again.cue(name: "r", sources: &other, reporting: &found))
    #expect(again.replay(kept).trace == run.trace)
  }
}
