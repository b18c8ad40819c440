import Language
import Motion
import Playback
import Printing
import Scheduling
import Simulation
import Testing

@testable import Rehearsal

/// Shows that depend on what comes from outside, taken down and repeated.
@Suite("A recording of a script with decisions") struct CueRecordingTests {
  private static let main = """
    use "lib/gestures.dock" (nod)
    repeat forever {
        wait for button 1
        race {
            { pan by 40deg right over 2s easing smooth; pan by 40deg left over 2s }
            wait for button 2
        }
        nod()
        wait 1s .. 3s
    }
    """
  private static let gestures = """
    gesture nod() { tilt by 8deg down over 500ms; tilt by 8deg up over 500ms }
    """

  private func script() -> Script {
    let main = LoadedFile(
      identity: "shows/main.dock", name: "shows/main.dock", bytes: Array(Self.main.utf8))
    return Script(checking: main) { name, _ in
      guard name == "lib/gestures.dock" else { return .failure(.notFound) }
      return .success(
        LoadedFile(
          identity: "shows/lib/gestures.dock", name: "shows/lib/gestures.dock",
          bytes: Array(Self.gestures.utf8)))
    }
  }

  private static let happenings: [Happening] = [
    .button(1, at: 1.5), .button(2, at: 2.25), .button(2, at: 3), .button(1, at: 3.1),
    .button(1, at: 9), .button(2, at: 10.7771),
  ]

  /// Plays the script live and repeats it from the text of its recording alone.
  @Test("repeats a live run to the byte", arguments: [0, 1, 2])
  func live(kind: Int) async throws {
    var found = Diagnostics()
    let (script, compilation) = (script(), Compilation(seed: 5))
    let cue = try #require(script.firstCue(for: compilation, reporting: &found))
    let wall =
      switch kind {
      case 0: StagedWall()
      case 1: StagedWall(delays: [9: 300_000_000, 25: 77_000_001, 30: 40_000_000])
      default: StagedWall(exits: [(.suspend, 4_200_000_000), (.interrupt, 11_300_000_000)])
      }
    let live = await rehearseLive(
      cue, happenings: Self.happenings + [.end(at: 20)], wall: wall)
    #expect(live.run.exit == (kind == 2 ? .interrupt : .silence))
    #expect(live.happenings.filter { if case .event = $0 { true } else { false } }.count == 6)
    let recording = Recording(
      of: cue, compiledFor: compilation, from: script.sources, isTracking: true, faults: [],
      happenings: live.happenings, trace: live.run.trace)
    let read = try #require(Recording(recording.text.bytes))
    #expect(read == recording)
    var sources = SourceMap()
    let again = try #require(read.cue(name: "rec", sources: &sources, reporting: &found))
    let replayed = await read.replay(again)
    #expect(replayed.trace == live.run.trace)
    #expect(Recording.hash(replayed.trace) == read.trace)
    #expect(replayed == live.run)
    #expect(live.run.findings.isEmpty)
  }

  @Test("on time, a live run is that in no time") func onTime() async throws {
    var found = Diagnostics()
    let cue = try #require(script().firstCue(for: Compilation(seed: 5), reporting: &found))
    let happenings = Self.happenings + [.end(at: 20)]
    let live = await rehearseLive(cue, happenings: happenings, wall: StagedWall(), rate: 100) {
      _ in
    }
    let virtual = await rehearse(cue, happenings: happenings)
    #expect(live.run == virtual)
    #expect(live.happenings == happenings.dropLast())
  }

  @Test("the same script, events and seed leave the same trace") func same() async throws {
    var found = Diagnostics()
    let cue = try #require(script().firstCue(for: Compilation(seed: 5), reporting: &found))
    let happenings = Self.happenings.prefix(3) + [.end(at: 5)]
    let first = Recording.hash(await rehearse(cue, happenings: Array(happenings)).trace)
    for _ in 0..<1000 {
      let again = await rehearse(cue, happenings: Array(happenings))
      guard Recording.hash(again.trace) == first else {
        Issue.record("not the same")
        return
      }
    }
  }
}
