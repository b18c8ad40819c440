import Diagnosis
import Language
import Motion
import Playback
import Printing
import Schedules
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
  func live(kind: Int) throws {
    var found = Diagnostics()
    let (script, compilation) = (script(), Compilation(seed: 5))
    let cue = try #require(script.firstCue(for: compilation, reporting: &found))
    let wall =
      switch kind {
      case 0: StagedWall()
      case 1: StagedWall(delays: [9: 300_000_000, 25: 77_000_001, 30: 40_000_000])
      default: StagedWall(exits: [(.suspend, 4_200_000_000), (.interrupt, 11_300_000_000)])
      }
    let live = rehearseLive(
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
    let replayed = read.replay(again)
    #expect(replayed.trace == live.run.trace)
    #expect(Recording.hash(replayed.trace) == read.trace)
    #expect(replayed == live.run)
    #expect(live.run.findings.isEmpty)
  }

  @Test("keeps the seed and the light of a scene in which nobody is")
  func nobody() throws {
    var found = Diagnostics()
    let (script, compilation) = (script(), Compilation())
    let cue = try #require(script.firstCue(for: compilation, reporting: &found))
    let company = Company([], doing: [Company.Event(time: 9, .light(isOn: false))], seed: 7)
    let run = rehearse(cue, company: company, happenings: [.end(at: 2)])
    let recording = Recording(
      of: cue, compiledFor: compilation, from: script.sources, isTracking: true, company: company,
      faults: [], happenings: [.end(at: 2)], trace: run.trace)
    #expect(Recording(recording.text.bytes) == recording)
  }

  /// Shows whose events come while the process is late, and between calls of one instant.
  private static let shows = [
    "repeat 4 { wait for button 1; pan by 10deg right over 500ms; pan by 10deg left over 500ms }",
    """
    on button 1 pausing { tilt to 10deg up over 400ms; tilt to 0deg over 400ms }
    on button 2 { eyes blink }
    ramp pan to 10deg/s right over 300ms
    wait 1s
    ramp pan to 0deg/s over 300ms
    together {
        pan to 0deg over 3s
        { when late catch_up; every 200ms for 3s { eyes blink; camera photo } }
    }
    """,
    """
    on button 1 replacing { animate yes }
    together { pan to 40deg right over 5s; race { wait for button 2; wait 4s } }
    """,
  ]

  @Test("repeats events that lateness has overtaken, and exits at any time", arguments: shows)
  func overtaken(script: String) throws {
    let cue = try #require(firstCue(of: script))
    for seed in 0..<Thorough.count(60, sample: 20) {
      var random = SplitMix64(seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      let events = (0..<random.below(5)).map { _ in
        Happening.button(
          1 + random.below(2), at: Double(random.below(60)) / 10)
      }
      let lengths = [30_000_000, 200_000_000, 800_000_001, 5_000_000_000]
      var delays: [Int: Int] = [:]
      for _ in 0..<(1 + random.below(3)) {
        delays[1 + random.below(60)] = lengths[random.below(lengths.count)]
      }
      var exits: [(exit: Exit, time: Int)] = []
      if random.below(2) == 0 {
        // Also at the very instants at which something is done.
        let kinds: [Exit] = [.interrupt, .fullDisk, .suspend, .signal]
        exits.append(
          (kinds[random.below(kinds.count)], random.below(60) * 100_000_000))
      }
      let live = rehearseLive(
        cue, happenings: (events + [.end(at: 9)]).inOrder,
        wall: StagedWall(delays: delays, exits: exits))
      let again = rehearse(cue, happenings: live.happenings + [.end(at: 9)])
      #expect(again.trace.text == live.run.trace.text, "seed \(seed)")
    }
  }

  @Test("an event that lateness has overtaken does not hide how late what follows is")
  func notHidden() throws {
    let cue = try #require(
      firstCue(of: "on button 2 { eyes blink }\nwait 2s\npan by 30deg right over 1s"))
    // The process stands still from the event on until 6 s.
    let live = rehearseLive(
      cue, happenings: [.button(2, at: 1), .end(at: 20)],
      wall: StagedWall(delays: [1: 5_000_000_000]))
    let call = live.run.trace.text.split(separator: "\n").first { $0.contains("setOrientation") }
    let time = try #require(call?.split(separator: " ").first.flatMap { Int($0) })
    #expect(time >= 6000)
  }

  @Test("repeats a run that its own report has ended", arguments: shows)
  func endedByReport(script: String) throws {
    let cue = try #require(firstCue(of: script))
    let happenings: [Happening] = [.button(1, at: 0.5), .button(2, at: 1.2), .end(at: 9)]
    for number in 1...60 {
      var count = 0
      let (run, recorded) = rehearse(cue, happenings: happenings) { _ in
        count += 1
        return count == number ? .fullDisk : nil
      }
      let again = rehearse(cue, happenings: recorded)
      #expect(again.trace.text == run.trace.text, "event \(number)")
      if count >= number { #expect(again.exit == run.exit, "event \(number)") }
    }
  }

  @Test("on time, a live run is that in no time") func onTime() throws {
    var found = Diagnostics()
    let cue = try #require(script().firstCue(for: Compilation(seed: 5), reporting: &found))
    let happenings = Self.happenings + [.end(at: 20)]
    let live = rehearseLive(cue, happenings: happenings, wall: StagedWall(), rate: 100) {
      _ in
    }
    let virtual = rehearse(cue, happenings: happenings)
    #expect(live.run == virtual)
    #expect(live.happenings == happenings.dropLast())
  }

  @Test("the same script, events and seed leave the same trace") func same() throws {
    var found = Diagnostics()
    let cue = try #require(script().firstCue(for: Compilation(seed: 5), reporting: &found))
    let happenings = Self.happenings.prefix(3) + [.end(at: 5)]
    let first = Recording.hash(rehearse(cue, happenings: Array(happenings)).trace)
    for _ in 0..<Thorough.count(1000, sample: 50) {
      let again = rehearse(cue, happenings: Array(happenings))
      guard Recording.hash(again.trace) == first else {
        Issue.record("not the same")
        return
      }
    }
  }
}
