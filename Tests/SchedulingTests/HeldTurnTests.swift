import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// An axis that turns while its show is paused turns again as before: it reaches every position at
/// its script time.
@Suite struct HeldTurnTests {
  /// How many random scripts are tried.
  private static let count = Thorough.count(160, sample: 40)
  private let tap = WorldEvent(.tap)

  /// Where `schedule` leaves each axis, in degrees.
  private func end(of schedule: Schedule) -> PerAxis<Double> {
    var (places, speeds) = (schedule.from.map { Double($0) / 1000 }, PerAxis<Double>(all: 0))
    var times = PerAxis<Int32>(all: 0)
    for step in schedule.steps {
      for axis in Axis.allCases where step.axes.contains(axis) {
        let (from, to) = (Double(step.from[axis]) / 1000, Double(step.to[axis]) / 1000)
        if step.kind == .ramp {
          places[axis] += speeds[axis] * Double(step.start - times[axis]) / 1000
          places[axis] += (from + to) / 2 * Double(step.length) / 1000
          speeds[axis] = to
        } else {
          (places[axis], speeds[axis]) = (to, 0)
        }
        times[axis] = step.end
      }
    }
    return places
  }

  /// Plays `text`, called at `moments`; what comes of it, and its logs.
  private func played(_ text: String, _ moments: [Int32]) throws -> (Schedule, Playing) {
    var playing = try Playing(text)
    for moment in moments { try playing.happen(tap, at: moment) }
    let whole = playing.whole()
    _ = playing.end()
    return (whole, playing)
  }

  private func expectTheSame(_ text: String, at moments: [Int32]) throws {
    let (calm, _) = try played(text, [])
    let (held, playing) = try played(text, moments)
    let (goal, place) = (end(of: calm), end(of: held))
    for axis in [Axis.yaw, .pitch] {
      let gap = abs(goal[axis] - place[axis])
      #expect(gap <= 0.001 * Double(moments.count) + 1e-6, "\(axis) at \(moments)\n\(text)")
    }
    let findings = held.findings().filter { !$0.isWarning }
    #expect(findings.isEmpty, "at \(moments)\n\(text)\n\(findings)")
    #expect(playing.cue.isLast)
  }

  // MARK: - The cases of the book

  private static let ramp = """
    on tap pausing { tilt by 10deg up over 1s }
    ramp pan to 20deg/s right over 2s
    wait 1s; log "even"
    ramp pan to 0deg/s over 1s
    log "over"
    """

  @Test(arguments: [1, 30, 500, 1000, 1500, 1999, 2000, 2001, 2500, 2999, 3001, 3500, 3999])
  func aRampThatIsInterrupted(time: Int32) throws {
    try expectTheSame(Self.ramp, at: [time])
    let (held, playing) = try played(Self.ramp, [time])
    // Nothing is done twice, left out, or done in a hurry.
    let late = playing.logs.map(\.time).last.map { $0 - 4000 }
    let wholeLate = try #require(late)
    #expect(wholeLate > 1000 && wholeLate < 2300, "\(wholeLate)")
    if time < 3000 {
      #expect(playing.logs.map(\.time) == [3000 + wholeLate, 4000 + wholeLate])
    }
    let again = held.steps.filter { $0.kind == .ramp && $0.start > time && $0.from.yaw == 0 }
    #expect(again.allSatisfy { abs($0.to.yaw) <= 20_000 })
  }

  /// It has its former speed when script time resumes, and the rest of its motion is left.
  @Test func itCarriesOnWithTheSpeedItHad() throws {
    let (held, _) = try played(Self.ramp, [1000])
    let ramps = held.steps.filter { $0.kind == .ramp }
    #expect(ramps.map(\.to.yaw) == [10_000, 20_000, 0])
    #expect(ramps.map(\.from.yaw) == [0, 10_000, 20_000])
    #expect(ramps.map(\.length).dropFirst() == [1000, 1000])
    #expect(ramps[1].start == ramps[0].end)
  }

  @Test(arguments: [20, 75, 76, 500, 2900, 2999] as [Int32])
  func aSpinThatIsInterrupted(time: Int32) throws {
    try expectTheSame(
      "on tap pausing { pan by 30deg left over 2s }\nspin pan at 20deg/s right for 3s\nstop",
      at: [time])
  }

  @Test func manyInterruptionsLoseNothing() throws {
    let text = """
      on tap pausing { tilt by 5deg down over 300ms }
      spin pan at 20deg/s right for 6s; spin pan at 5deg/s left for 4s; stop over 2s
      """
    try expectTheSame(text, at: (1...12).map { $0 * 900 })
  }

  /// A limit is kept on the way back, too.
  @Test(arguments: [5, 20, 40, 60, 74, 100] as [Int32])
  func thereMayBeNoRoomBehindIt(time: Int32) throws {
    let text = """
      on tap pausing { pan by 30deg right over 2s }
      limit pan to 0deg .. 61deg right
      spin pan at 20deg/s right for 3s; stop
      """
    let (held, _) = try played(text, [time])
    #expect(held.findings().isEmpty)
    try expectTheSame(text, at: [time])
  }

  // MARK: - Whatever a show does

  @Test(arguments: 0..<8)
  func nothingIsLost(block: Int) throws {
    for seed in stride(from: block, to: Self.count, by: 8) {
      var random = SplitMix64(seed)
      let text = Self.script(&random)
      let length = try played(text, []).0.length
      var moments: [Int32] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        moments.append(Int32.random(in: 1..<max(2, length), using: &random))
      }
      try expectTheSame(text, at: moments.sorted())
    }
  }

  private static func script(_ random: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let blocks = ["tilt by 5deg down over 1s", "pan by 20deg left over 2s", "wait 700ms"]
    var text = "on tap pausing { \(blocks[number(0...2)]) }\n"
    text += "move to pose(pan: 1deg right, tilt: 1deg down)\n"
    for _ in 0..<number(2...5) {
      switch number(0...8) {
      case 0: text += "ramp pan to \(number(-40...40))deg/s right over \(number(600...3000))ms\n"
      case 1: text += "spin pan at \(number(-40...40))deg/s right for \(number(500...2000))ms\n"
      case 2: text += "stop pan\n"
      case 3: text += "stop pan over \(number(600...2000))ms\n"
      case 4:
        text += "ramp pan to \(number(-40...40))deg/s right, tilt to 2deg/s down over 1s\n"
        text += "wait 300ms\nstop\n"
      case 5: text += "tilt to \(number(-20...20))deg down over \(number(1500...4000))ms\n"
      case 6:
        text += "together {\n{ spin pan at \(number(-40...40))deg/s right for 400ms; stop }\n"
        text += "{ tilt to \(number(-20...20))deg down; wait 300ms; tilt to 0deg } }\n"
      case 7:
        text += "together {\nrepeat 3 { spin pan at \(number(1...40))deg/s right for 300ms; "
        text += "spin pan at \(number(1...40))deg/s left for 200ms }\n"
        text += "{ wait 100ms; tilt to \(number(-20...20))deg down over 1s } }\nstop\n"
      default: text += "wait \(number(0...900))ms\n"
      }
    }
    return text + "stop\nlog \"over\"\n"
  }
}
