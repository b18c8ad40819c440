import Diagnosis
import Hardware
import Language
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// Options that are taken in the show.
@Suite("Choices") struct ChoiceTests {
  /// A tap each second, `count` times.
  private static func taps(_ count: Int) -> [Happening] {
    (1...count).map { .event(WorldEvent(.tap), at: $0 * 1_000_000_000) }
      + [.end(at: Double(count) + 1)]
  }

  /// The options that a show of `script` takes, as it says them.
  private static func taken(_ script: String, taps: Int, seed: UInt64 = 0) throws -> [Int] {
    let cue = try #require(firstCue(of: script, seed: seed), "\(script)")
    return CueShow(cue, Self.taps(taps)).events.compactMap { event in
      guard case .decided(let conditions, let index, _) = event.kind, conditions[0].choice != nil
      else { return nil }
      return index
    }
  }

  @Test("each option is dealt once from each pack, and none twice running", arguments: 0..<8)
  func dealing(seed: UInt64) throws {
    let script = "repeat forever { wait for tap; choose { face happy; face sad; face joy } }"
    let taken = try Self.taken(script, taps: 60, seed: seed)
    #expect(taken.count == 60)
    for pack in stride(from: 0, to: 60, by: 3) {
      #expect(taken[pack..<pack + 3].sorted() == [0, 1, 2], "\(taken)")
    }
    #expect(zip(taken, taken.dropFirst()).allSatisfy { $0 != $1 }, "\(taken)")
  }

  @Test("all calls of a statement deal from one pack, each statement from its own")
  func packs() throws {
    let gesture = "gesture g() { choose { face happy; face sad; face joy } }\n"
    let one = try Self.taken(gesture + "repeat 30 { wait for tap; g(); g(); g() }", taps: 30)
    for pack in stride(from: 0, to: 90, by: 3) {
      #expect(one[pack..<pack + 3].sorted() == [0, 1, 2], "\(one)")
    }
    let two = try Self.taken(
      "repeat 30 { wait for tap; choose { face happy; face sad }; choose { log 1; log 2 } }",
      taps: 30)
    let (first, second) = (
      stride(from: 0, to: 60, by: 2).map { two[$0] }, stride(from: 1, to: 60, by: 2).map { two[$0] }
    )
    for options in [first, second] {
      #expect(zip(options, options.dropFirst()).allSatisfy { $0 != $1 }, "\(options)")
    }
  }

  @Test("weights say how often each option is taken")
  func weights() throws {
    let script = "repeat forever { wait for tap; choose { 3: face happy; 1: face sad } }"
    let taken = try Self.taken(script, taps: 2000)
    // Three quarters of 2,000, and five times the deviation of as many throws.
    #expect(abs(taken.count { $0 == 0 } - 1500) < 97)
    #expect(zip(taken, taken.dropFirst()).contains { $0 == $1 })
  }

  @Test("the options that are taken hang on the seed, and not on other random numbers")
  func seeds() throws {
    let choice = "repeat 9 { wait for tap; choose { face happy; face sad; face joy } }"
    let options = try (0..<8).map { try Self.taken(choice, taps: 9, seed: $0) }
    #expect(Set(options).count > 4)
    let other = "let x = random(1, 2)\nlog x\n" + choice
    #expect(try Self.taken(other, taps: 9) == options[0])
    #expect(try Self.taken("seed 3\n" + choice, taps: 9) == options[3])
  }

  /// Scripts that choose in the show, and whose sheets are exact.
  private static let scripts = [
    "repeat 9 { wait for tap; choose { face happy; face sad; face joy } }",
    "repeat 9 { wait for tap; choose { 2.5: face happy; 1: face sad; 0.5: animate yes } }",
    "seed 7\nrepeat 9 { wait for tap; choose { face happy; { wait 100ms; face sad } } }",
    "gesture g() { choose { face happy; face sad } }\nrepeat 4 { wait for tap; g(); g() }",
    "repeat 9 { wait for tap; choose { { wait for tap; log 1 }; if charging { log 2 } } }",
    "repeat 5 { wait for tap; choose { choose { log 1; log 2 }; log 3; log 4 } }",
    """
    mode a { wait for tap; choose { go to b; go to c } }
    mode b { pan to 10deg right over 500ms; go to a }
    mode c { choose { 3: log 1; 1: log 2 }; go to a }
    """,
  ]

  @Test("a sheet takes the options that its script takes", arguments: scripts)
  func sheets(script: String) throws {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    for seed in UInt64(0)..<6 {
      var found = checked.diagnostics
      let compilation = Compilation(for: .stand, seed: seed)
      let cue = try #require(checked.firstCue(for: compilation, reporting: &found), "\(found)")
      let repeated = RepeatedSheet(
        RandomPlay.Prepared(
          script: checked, compilation: compilation, cue: cue, company: Company(), faults: [],
          happenings: Self.taps(9), isTracking: true))
      #expect(repeated.isPlayed == true && repeated.faults == [], "seed \(seed): \(script)")
    }
  }

  /// Between two marks it plays what the whole show plays there.
  @Test(
    "behind a mark the pack goes on, in the show and in its sheet",
    arguments: [
      "log 1; log 2; log 3; log 4", "3: log 1; 1: log 2; 2: log 3",
      "log 1; choose { log 2; log 3 }",
    ], ["", "if person { wait 1s }\n"])
  func behindMark(options: String, decision: String) throws {
    let text = """
      gesture pick() { choose { \(options) } }
      repeat 3 { pick(); wait 1s }
      mark "two"
      repeat 5 { pick(); wait 1s }
      \(decision)
      """
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    for seed in UInt64(0)..<UInt64(Thorough.count(8, sample: 2)) {
      var found = script.diagnostics
      let whole = Compilation(for: .stand, seed: seed)
      let part = script.compilation(whole, from: 0, to: nil)
      let first = try #require(script.firstCue(for: whole, reporting: &found))
      let second = try #require(script.firstCue(for: part, reporting: &found), "\(found)")
      let logs = [first, second].map { cue in
        CueShow(cue, []).events.compactMap { event in
          if case .note(let note) = event.kind, note.kind == .log { note.text } else { nil }
        }
      }
      #expect(logs[0].count == 8 && Array(logs[0].suffix(5)) == logs[1], "seed \(seed)")
      let repeated = RepeatedSheet(
        RandomPlay.Prepared(
          script: script, compilation: part, cue: second, company: Company(), faults: [],
          happenings: [], isTracking: true))
      #expect(repeated.isPlayed != false && repeated.faults == [], "seed \(seed)")
    }
  }
}
