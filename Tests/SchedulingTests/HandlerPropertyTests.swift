import Foundation
import Language
import Motion
import Scheduling
import Testing

/// Whatever a show does, and whenever its handlers are called for, it moves as motors can.
///
/// `DOCK_SOAK_HANDLERS` says how many scripts.
@Suite struct HandlerPropertyTests {
  private static let count =
    ProcessInfo.processInfo.environment["DOCK_SOAK_HANDLERS"].flatMap { Int($0) } ?? 150

  @Test(arguments: 0..<8)
  func nothingJumps(block: Int) {
    for seed in stride(from: block, to: Self.count, by: 8) {
      #expect(throws: Never.self, "seed \(seed)") { try nothingJumps(seed: seed) }
    }
  }

  private func nothingJumps(seed: Int) throws {
    var random = SplitMix64(seed)
    let script = HandlerScript.make(&random)
    let calls = HandlerScript.calls(&random)
    var playing = try Playing(script)
    for call in calls {
      let press = WorldEvent(.button, .pressed, number: Double(call.button))
      try playing.happen(press, at: call.time)
    }
    let (whole, end) = (playing.whole(), playing.end())
    let findings = whole.findings().filter { !$0.isWarning }
    #expect(findings.isEmpty, "seed \(seed), calls \(calls)\n\(script)\n\(findings)")
    #expect(end >= calls.last?.time ?? 0 || playing.cue.isLast)
    #expect(!whole.steps.contains { $0.length < 0 })
  }

  /// What is paused takes as long as it would have, the handler, and what it takes to slow down and
  /// to set out again.
  @Test(arguments: 0..<100 as Range<Int>)
  func aPauseTakesItsTimeAndNoMore(seed: Int) throws {
    var random = SplitMix64(seed)
    var composer = Composer(seed: UInt64(seed), waits: false)
    let (text, length) = composer.statement(depth: 3)
    let handled = Int32.random(in: 0...3000, using: &random)
    var playing = try Playing("on tap pausing { wait \(handled)ms }\n" + text)
    let moment = Int32.random(in: 0...5000, using: &random)
    try playing.happen(WorldEvent(.tap), at: moment)
    let expected = Int(moment) < length ? length + Int(handled) : length
    #expect(Int(playing.end()) == expected, "seed \(seed), at \(moment)\n\(text)")
  }

  @Test func theSameCallsGiveTheSame() throws {
    for seed in 0..<10 {
      var schedules: [Schedule] = []
      for _ in 0..<3 {
        var random = SplitMix64(seed)
        var playing = try Playing(HandlerScript.make(&random))
        try playing.happen(WorldEvent(.button, .pressed, number: 1), at: 1300)
        schedules.append(playing.whole())
      }
      #expect(schedules.allSatisfy { $0 == schedules[0] })
    }
  }
}
