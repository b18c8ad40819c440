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
  private static let policies = ["pausing", "replacing", "queued", "ignoring"]

  @Test(arguments: 0..<8)
  func nothingJumps(block: Int) {
    for seed in stride(from: block, to: Self.count, by: 8) {
      #expect(throws: Never.self, "seed \(seed)") { try nothingJumps(seed: seed) }
    }
  }

  private func nothingJumps(seed: Int) throws {
    var random = SplitMix64(seed)
    let script = Self.script(&random)
    var playing = try Playing(script)
    var calls: [Int32] = []
    var time: Int32 = 0
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      time += Int32.random(in: 1...4000, using: &random)
      calls.append(time)
      let event = WorldEvent(
        .button, .pressed, number: Double.random(in: 1..<3, using: &random).rounded(.down))
      try playing.happen(event, at: time)
    }
    let (whole, end) = (playing.whole(), playing.end())
    let findings = whole.findings().filter { !$0.isWarning }
    #expect(findings.isEmpty, "seed \(seed), calls \(calls)\n\(script)\n\(findings)")
    #expect(end >= time || playing.cue.isLast)
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
        var playing = try Playing(Self.script(&random))
        try playing.happen(WorldEvent(.button, .pressed, number: 1), at: 1300)
        schedules.append(playing.whole())
      }
      #expect(schedules.allSatisfy { $0 == schedules[0] })
    }
  }

  // MARK: - Scripts

  private static func script(_ random: inout SplitMix64) -> String {
    var text = ""
    for number in 1...2 {
      let policy = policies.randomElement(using: &random) ?? "pausing"
      text += "on button \(number) \(policy) { \(statements(2, &random)) }\n"
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      text += "together {\n{ \(moves("pan", 4, &random)) }\n{ \(moves("tilt", 4, &random)) }\n}"
    case 1: text += "repeat 3 { \(moves("pan", 2, &random)) }\nmove to home"
    case 2: text += "every 30s for 60s { \(moves("tilt", 2, &random)) }"
    default: text += statements(5, &random)
    }
    return text + "\nstop\n"
  }

  private static func statements(_ count: Int, _ random: inout SplitMix64) -> String {
    (0..<count).map { _ in statement(&random) }.joined(separator: "; ")
  }

  private static func statement(_ random: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0...7) {
    case 0: return "wait \(number(0...900))ms"
    case 1: return "animate yes"
    case 2:
      return "move to pose(pan: \(number(-90...90))deg right, tilt: \(number(-30...30))deg down)"
        + (number(0...1) == 0 ? "" : " straight") + " over \(number(3...7))s"
    case 3: return "spin pan at \(number(-30...30))deg/s right for \(number(1...3))s; stop"
    case 4: return moves("tilt", 1, &random)
    case 5: return "pan through \(number(10...50))deg left, \(number(10...50))deg right over 9s"
    case 6:
      return "race { pan by \(number(-30...30))deg right over 3s; wait \(number(0...2000))ms }"
    default: return moves("pan", 1, &random)
    }
  }

  private static func moves(_ axis: String, _ count: Int, _ random: inout SplitMix64) -> String {
    let easings = ["", " easing smooth", " easing ease_in_out", " easing bezier(0.3, 0, 0.6, 1)"]
    return (0..<count).map { _ in
      let range = axis == "pan" ? -90...90 : -30...30
      let (target, over) = (
        Int.random(in: range, using: &random), Int.random(in: 2500...6000, using: &random)
      )
      let word = axis == "pan" ? "right" : "down"
      guard Int.random(in: 0..<3, using: &random) > 0 else {
        return "\(axis) to \(target)deg \(word)"
      }
      let easing = easings.randomElement(using: &random) ?? ""
      return "\(axis) to \(target)deg \(word) over \(over * 2)ms\(easing)"
    }.joined(separator: "; ")
  }
}
