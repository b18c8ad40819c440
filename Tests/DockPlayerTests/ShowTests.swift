import DockPlayer
import DockSimulator
import Foundation
import Hardware
import Language
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

/// What an app reads is what `dock run` plays.
@Suite(.serialized) @MainActor struct ShowTests {
  @Test func aBadScriptSaysWhatIsWrong() throws {
    let error = #expect(throws: ShowError.self) {
      try Show("pan to 30deg right over 300ms\npam to 3deg", named: "broken.dock")
    }
    let problems = try #require(error?.problems)
    #expect(problems.first?.line == 2 && problems.first?.file == "broken.dock")
    #expect(error?.description.contains("broken.dock:2:1") == true)
    let fast = #expect(throws: ShowError.self) { try Show("pan to 30deg right over 300ms") }
    #expect(fast?.problems.map(\.code) == ["D0702"])
    #expect(fast?.description.contains("write '0.509s'") == true)
  }

  @Test(arguments: ["", "\n", "# nothing"]) func nothingIsAShow(text: String) async throws {
    let stand = try Stand()
    let report = try await stand.play(text)
    #expect(report.ending == .finished && report.length == .zero && report.isSafe)
    #expect(!stand.simulator.trace.contains("call"))
  }

  @Test(arguments: ["dock-schedule 9", "{\"format\": 1}", "{\"", "dock-schedule 2\nnonsense"])
  func aBadScheduleSaysWhatIsWrong(text: String) {
    #expect(throws: ShowError.self) { try Show(text) }
  }

  @Test func bytesThatAreNoTextAreNoShow() {
    #expect(throws: ShowError.self) { try Show([0xFF, 0xFE, 0x00]) }
  }

  @Test func aShowSaysWhatItIs() throws {
    let still = try Show("face happy over 1s\nwait 2s", named: "still")
    #expect(!still.moves && !still.hearsEvents && still.length == .seconds(3))
    #expect(still.name == "still" && still.dock == .stand)
    let moving = try Show("wait for tap\npan to 5deg right over 1s", for: .flow2pro)
    #expect(moving.moves && moving.hearsEvents && moving.dock == .flow2pro)
    #expect(Show.Dock(named: "flow2pro") == .flow2pro && Show.Dock(named: "chair") == nil)
  }

  @Test func aScriptUsesOtherFiles() async throws {
    let files = ["nod.dock": "gesture nod() { tilt by 5deg down over 500ms }"]
    let stand = try Stand()
    let show = try Show("use \"nod.dock\"\nnod()", using: files)
    let task = try stand.player.start(show, on: stand.simulator.accessory)
    await stand.finish()
    #expect(try await task.value.ending == .finished)
    #expect(throws: ShowError.self) { try Show("use \"nod.dock\"\nnod()") }
  }

  @Test func theSeedIsThatOfTheScript() throws {
    let text = "pan to random(1deg, 40deg) right over 3s"
    let length = { (seed: UInt64) in try Show(text, seed: seed).length }
    #expect(try length(1) == length(1))
  }

  // MARK: The same as `dock run`

  /// The examples that wait for nothing that no dock sends, and follow nobody.
  nonisolated static let examples = [
    "01-hello", "02-ramps", "03-poses", "04-gestures", "07-film",
  ]

  nonisolated private static func path(of example: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/\(example).dock").path
  }

  /// Each form in which a show can be given.
  enum Form: CaseIterable, Sendable { case script, text, json }

  @Test(arguments: Thorough.sample(examples, oneIn: 3), Form.allCases)
  func theTraceIsThatOfDockRun(example: String, form: Form) async throws {
    let source = try String(contentsOfFile: Self.path(of: example), encoding: .utf8)
    let script = Script(
      checking: LoadedFile(identity: "a", name: "a", bytes: Array(source.utf8))
    ) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let schedule = try #require(script.schedule(for: Compilation(for: .stand), reporting: &found))
    let run = rehearse(schedule)
    var written: [UInt8] = []
    switch form {
    case .script: written = Array(source.utf8)
    case .text: schedule.writeText { written += $0.bytes }
    case .json: schedule.writeJSON { written += $0.bytes }
    }
    let stand = try Stand()
    let task = try stand.player.start(Show(written), on: stand.simulator.accessory)
    await stand.finish(atMost: .seconds(600))
    let report = try await task.value
    #expect(report.ending == .finished && report.isSafe)
    #expect(report.length == .nanoseconds(run.outcome.length))
    #expect(showLines(of: stand.simulator.trace) == showLines(of: run.trace.text))
  }

  @Test func cuesArePlayedWithoutTheirScript() async throws {
    let source = "wait for tap\npan to 10deg right over 1s\nwait for tap\nmove to home over 1s"
    let script = Script(
      checking: LoadedFile(identity: "a", name: "a", bytes: Array(source.utf8))
    ) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let sheet = try #require(script.cueSheet(for: Compilation(for: .stand), reporting: &found))
    var (text, json): ([UInt8], [UInt8]) = ([], [])
    sheet.writeText { text += $0.bytes }
    sheet.writeJSON { json += $0.bytes }
    var traces: Set<[Substring]> = []
    for show in [try Show(source), try Show(text), try Show(json)] {
      let stand = try Stand()
      #expect(show.hearsEvents && show.moves)
      let task = try stand.player.start(show, on: stand.simulator.accessory)
      for _ in 0..<2 {
        await stand.simulator.advance(by: .seconds(3))
        stand.player.send(.tap)
      }
      await stand.finish()
      #expect(try await task.value.ending == .finished)
      traces.insert(showLines(of: stand.simulator.trace))
    }
    #expect(traces.count == 1)
  }

  @Test func handlersNeedTheirScript() throws {
    let script = Script(
      checking: LoadedFile(
        identity: "a", name: "a", bytes: Array("on tap ignoring { animate yes }\nwait 5s".utf8))
    ) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let sheet = try #require(script.cueSheet(for: Compilation(for: .stand), reporting: &found))
    var text: [UInt8] = []
    sheet.writeText { text += $0.bytes }
    let error = #expect(throws: ShowError.self) { try Show(text) }
    #expect(error?.description.contains("run the script instead") == true)
  }
}
