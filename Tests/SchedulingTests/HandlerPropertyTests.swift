import Hardware
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// For every show, and for calls of its handlers at every time, the motion stays within the limits
/// of the motors.
@Suite struct HandlerPropertyTests {
  /// How many random scripts are tried.
  private static let count = Thorough.count(150, sample: 40)

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

  /// A paused motion takes its planned time, plus the handler, plus the time to slow down and to
  /// start again.
  @Test(arguments: 0..<Thorough.count(100, sample: 30))
  func aPauseTakesItsTimeAndNoMore(seed: Int) throws {
    var random = SplitMix64(seed)
    var composer = Composer(seed: UInt64(seed), waits: false, asks: true)
    var (text, length) = composer.statement(depth: 3)
    // Two branches may not change one thing.
    while Compiling(text).schedule == nil { (text, length) = composer.statement(depth: 3) }
    let handled = Int32.random(in: 0...3000, using: &random)
    var playing = try Playing("on tap pausing { wait \(handled)ms }\n" + text)
    let moment = Int32.random(in: 0...5000, using: &random)
    try playing.happen(WorldEvent(.tap), at: moment)
    let expected = Int(moment) < length ? length + Int(handled) : length
    #expect(Int(playing.end()) == expected, "seed \(seed), at \(moment)\n\(text)")
  }

  /// A zoom and a face of a show that is held, whatever moves beside them, last as long as a wait
  /// in their place, and who waits for them goes on when they are over.
  @Test func aChangeThatIsHeldTakesTheTimeOfAWait() throws {
    var held = 0
    let count = Thorough.count(60, sample: 20)
    for seed in 0..<count { held += try aChangeThatIsHeldTakesTheTimeOfAWait(seed: seed) }
    #expect(held > count)
  }

  private func aChangeThatIsHeldTakesTheTimeOfAWait(seed: Int) throws -> Int {
    var held = 0
    var random = SplitMix64(seed)
    let (changes, waits) = HandlerScript.changes(&random)
    let calls = HandlerScript.calls(&random)
    var (changing, waiting) = (try Playing(changes), try Playing(waits))
    for call in calls {
      let press = WorldEvent(.button, .pressed, number: Double(call.button))
      try changing.happen(press, at: call.time)
      try waiting.happen(press, at: call.time)
    }
    let whole = changing.whole()
    let comment: Comment = "seed \(seed), calls \(calls)\n\(changes)"
    #expect(changing.end() == waiting.end(), comment)
    #expect(changing.logs.map(\.time) == waiting.logs.map(\.time), comment)
    #expect(!whole.findings().contains { !$0.isWarning }, comment)
    // Every call is over when who waits for it goes on, or is held; what is held goes on.
    for track in [PhoneCall.Track.face, .camera] {
      let steps = whole.steps.filter { whole.phoneCall(of: $0)?.track == track }
      func isHold(_ step: Step) -> Bool {
        [.holdFace, .holdZoom].contains(whole.phoneCall(of: step))
      }
      for (index, step) in steps.enumerated() {
        let next = index + 1 < steps.count ? steps[index + 1] : nil
        let isHeld = next.map { isHold($0) && $0.start <= step.end } ?? false
        // While the show slows down, a change may end, and who waits for it stands already.
        let isOver =
          changing.logs.contains { $0.time == step.end }
          || calls.contains { ($0.time..<$0.time + 500).contains(step.end) }
        #expect(isHold(step) ? next.map { !isHold($0) } ?? false : isOver || isHeld, comment)
        held += isHold(step) ? 1 : 0
      }
    }
    return held
  }

  @Test func theSameCallsGiveTheSame() throws {
    for seed in 0..<Thorough.count(10, sample: 4) {
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
