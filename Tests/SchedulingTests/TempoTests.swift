import Diagnosis
import Printing
import Schedules
import Scheduling
import Testing

/// Beats are exact, however many there are.
struct TempoTests {
  /// The schedule of `text`.
  private func schedule(_ text: String) throws -> Schedule {
    let compiling = Compiling(text)
    return try #require(compiling.schedule, "\(compiling.rendered)")
  }

  /// 7,020 beats at 117bpm, in several ways; each ends after 3600.000000000 s.
  private static let hours = [
    "repeat 7020 { wait 1beat }", "repeat 1755 { wait 0.5beats; wait 3.5beats }",
    "every 1beat for 7020beats { wait 100ms }", "every 1beat for 1755bars { wait 1beat }",
    "wait 1755bars", "repeat 3510 { together { wait 2beats; wait 1beat } }",
    "repeat 3510 { face random over 1beat; wait 1beat }",
    "together { repeat 7020 { wait 1beat }; every 1bar for 1755bars { wait 1s } }",
    "repeat 3510 { pan to 1deg over 1beat; pan to 0deg over 1beat }",
    "wait 1beat; wait until bar 1756",
  ]

  @Test(arguments: hours)
  func anHourIsAnHour(beats: String) throws {
    // A schedule shows whole milliseconds: half of one, and what is just less, show the rest.
    let below = try schedule("tempo 117bpm\n\(beats)\nwait 0.499999ms\nlog 1")
    let above = try schedule("tempo 117bpm\n\(beats)\nwait 0.5ms\nlog 1")
    #expect(below.length == 3_600_000)
    #expect(above.length == 3_600_001)
  }

  @Test func everyWholeTempoIsOne() throws {
    for rate in 1...1000 {
      let length = try schedule("tempo \(rate)bpm\nwait 1beat").length
      #expect(abs(Double(length) - 60_000 / Double(rate)) <= 0.5, "\(rate)")
    }
  }

  @Test(arguments: ["1e7", "1e18", "1e300"])
  func aBarThatIsTooFarIsNotWaitedFor(bar: String) {
    let compiling = Compiling("tempo 120bpm\nwait until bar \(bar)")
    #expect(compiling.schedule == nil)
    #expect(compiling.diagnostics.all.map(\.code) == [.scheduleTooLong])
  }

  private static let swing = "pan by 40deg right over 2beats; pan by 40deg left over"

  @Test(
    "four bars without a wait draw a warning, and no wait makes fewer of them",
    arguments: [
      ("repeat 4 { \(swing) 2beats }", true), ("repeat 3 { \(swing) 2beats }", false),
      ("repeat forever { \(swing) 2beats }", true),
      ("repeat forever { \(swing) 1.5beats; wait 0.5beats }", false),
      ("every 1bar { \(swing) 2beats }", true), ("every 1bar { \(swing) 1.9beats }", false),
      ("every 1bar for 4bars { \(swing) 2beats }", true),
      ("every 1bar for 4bars { \(swing) 1.9beats }", false),
      ("repeat 2 { repeat 3 { \(swing) 2beats }; wait 1beat }", false),
      ("when late stretch; repeat 4 { \(swing) 2beats }", false),
      ("together { repeat 4 { \(swing) 2beats }; wait 8bars }", true),
      ("together { repeat 4 { \(swing) 2beats }; wait 4bars }; wait 1beat", true),
      (
        "together { { when late skip; every 1beat for 8bars { log 1 } }; "
          + "repeat 4 { \(swing) 2beats; wait 1beat } }", false
      ), ("face happy over 8bars", false), ("wait 8bars", false),
      ("spin pan at 5deg/s right for 5bars; stop", true),
      ("repeat 8 { if person { \(swing) 2beats } else { wait 1bar } }", false),
    ])
  func fourBarsWithoutAWait(script: String, warns: Bool) throws {
    let compiling = Compiling("tempo 120bpm\n\(script)")
    #expect(
      compiling.diagnostics.all.map(\.code) == (warns ? [.lateBars] : []), "\(compiling.rendered)")
  }

  @Test("each beat is where it belongs", arguments: [7, 61, 90, 117, 119, 131, 173, 999])
  func eachBeat(rate: Int) throws {
    for loop in ["repeat 500 { log 1; wait 1beat }", "every 1beat for 500beats { log 1 }"] {
      let steps = try schedule("tempo \(rate)bpm\n\(loop)").steps.filter { $0.kind == .action }
      #expect(steps.count == 500)
      for (number, step) in steps.enumerated() {
        let exact = Double(number) * 60_000 / Double(rate)
        #expect(abs(Double(step.start) - exact) <= 0.5 + 1e-6, "\(loop) beat \(number)")
      }
    }
  }

  @Test("what waits for a bar goes on with one", arguments: 1...20)
  func bars(seed: Int) throws {
    var random = SplitMix64(seed)
    let rate = 40 + random.below(160)
    let meter = 2 + random.below(4)
    var text = "tempo \(rate)bpm meter \(meter)\n"
    for _ in 0..<10 { text += "wait \(random.below(9000))ms\nwait until next bar\nlog 1\n" }
    let bar = 60_000 * Double(meter) / Double(rate)
    for step in try schedule(text).steps where step.kind == .action {
      let rest = Double(step.start).remainder(dividingBy: bar)
      #expect(abs(rest) <= 0.5 + 1e-6, "seed \(seed)")
    }
  }

  @Test func onABarNothingIsWaitedFor() throws {
    let text = "tempo 120bpm\nwait until next bar\nwait 2bars\nwait until next bar\nlog 1"
    #expect(try schedule(text).length == 4000)
  }

  @Test func aTempoEndsWithItsBlock() throws {
    let text = "tempo 60bpm\nif true { tempo 120bpm; wait 1beat }\nwait 1beat\nlog 1"
    #expect(try schedule(text).length == 1500)
    #expect(Compiling("if true { tempo 60bpm }\nwait 1beat").codes == [.beatWithoutTempo])
    #expect(Compiling("gesture g() { tempo 60bpm }\ng()\nwait 1beat").codes == [.beatWithoutTempo])
  }
}

/// What a choice carries out.
struct ChooseTests {
  private func lines(_ text: String) throws -> [String] {
    let compiling = Compiling(text)
    let schedule = try #require(compiling.schedule, "\(compiling.rendered)")
    var words = ""
    schedule.writeText { words += String(decoding: Array($0.text.utf8), as: UTF8.self) }
    return words.split(separator: "\n").filter { $0.contains(" log ") }
      .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
  }

  @Test(arguments: 1...20)
  func dealsLikeCards(seed: Int) throws {
    let count = 2 + seed % 5
    let options = (0..<count).map { "log \($0)" }.joined(separator: "; ")
    let dealt = try lines("seed \(seed)\nrepeat \(count * 12) { choose { \(options) } }")
    #expect(dealt.count == count * 12)
    for pack in stride(from: 0, to: dealt.count, by: count) {
      #expect(Set(dealt[pack..<pack + count]).count == count, "seed \(seed)")
    }
    #expect(!zip(dealt, dealt.dropFirst()).contains { $0 == $1 }, "seed \(seed)")
  }

  @Test func drawsByWeight() throws {
    let drawn = try lines("repeat 4000 { choose { 3: log 3; 1: log 1 } }")
    #expect((2800...3200).contains(drawn.count { $0 == "3" }))
  }

  @Test("each option is checked, drawn or not", arguments: 0..<4)
  func checksAll(seed: Int) {
    let text = "seed \(seed)\nchoose { wait 1s; { wait 1s; tilt by 90deg down }; animate yes }"
    #expect(Compiling(text).codes == [.positionLimit])
    let inner = "choose { wait 1s; wait 2s; choose { wait 3s; tilt by 90deg down } }"
    #expect(Compiling("seed \(seed)\n\(inner)").codes == [.positionLimit])
  }

  @Test("the mistakes of all options are reported at once", arguments: 0..<4)
  func checksAllAtOnce(seed: Int) {
    let text = "choose { wait 1s; { wait 1s; pan to 60deg right over 10ms }; tilt by 90deg down }"
    let found = Compiling("seed \(seed)\n\(text)")
    #expect(Set(found.codes) == [.tooFast, .positionLimit] && found.codes.count == 2)
  }

  @Test func manyChoicesAreTriedOnce() {
    var text = "wait 1s"
    for _ in 0..<40 { text = "choose { \(text); wait 1s; animate yes }" }
    #expect(Compiling(text).errors.isEmpty)
  }
}
