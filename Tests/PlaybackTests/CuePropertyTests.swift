import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// Writes random scripts that wait for buttons and handle them, and presses them.
private struct Dramatist {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + random.below(range.count)
  }

  private var button: String { mutating get { "button \(number(1...2))" } }

  mutating func script() -> String {
    let handlers = (0..<max(0, number(-1...3))).map { handler($0 + 1) }
    return (handlers + (0..<number(1...4)).map { _ in statement() }).joined(separator: "\n")
  }

  /// The action for button `number`.
  private mutating func handler(_ number: Int) -> String {
    let policies = ["", "pausing", "pausing", "replacing", "queued", "ignoring"]
    let policy = policies[self.number(0...5)]
    if policy.isEmpty { return "on button \(number) { log \"\(number)\"; wait 700ms }" }
    let body = (0..<self.number(1...2)).map { _ in
      switch self.number(0...6) {
      case 0: "animate yes"
      case 1: "wait 300ms"
      case 2: turning(for: 1)
      case 3: tilt()
      case 4: phone()
      default: pan()
      }
    }
    return "on button \(number) \(policy) { \(body.joined(separator: "; ")) }"
  }

  private mutating func turning(for seconds: Int) -> String {
    "spin pan at \(number(5...40))deg/s right for \(seconds)s; stop pan"
  }

  private mutating func statement() -> String {
    switch number(0...10) {
    case 10: return "together { \(pans()); { \(phone()); \(phone()) } }"
    case 9: return "animate yes"
    case 0: return pan()
    case 1: return tilt()
    case 2: return "wait for \(button)"
    case 3:
      return "wait for { \(button) { \(pan()) }; tap when \(number(0...1)) > 0 { \(tilt()) }; "
        + "timeout \(number(100...4000))ms { \(tilt()) } }"
    case 4: return "race { \(pans()); wait for \(button); wait \(number(1...6))s }"
    case 5: return "together { \(pans()); wait for { \(button) \(tilts()) } }"
    case 6:
      return "race { \(tilts()); wait for { \(button) { log \"won\" } } }"
    case 7:
      return "race { repeat forever { \(pan()); \(tilt()) }; wait for \(button); wait 12s }"
    default:
      return "together { { \(turning(for: number(1...4))) }; "
        + "wait for \(button) { found \(tilts()) } }"
    }
  }

  /// A change of the phone that takes time.
  private mutating func phone() -> String {
    let change = ["camera zoom by 1x", "camera zoom 2x", "face next", "face happy"][number(0...3)]
    return "\(change) over \(number(1...4000))ms"
  }

  private mutating func pans() -> String {
    "{ \((0..<number(1...3)).map { _ in pan() }.joined(separator: "; ")) }"
  }

  private mutating func tilts() -> String {
    "{ \((0..<number(1...3)).map { _ in tilt() }.joined(separator: "; ")) }"
  }

  private var easing: String {
    mutating get { ["", "", " easing smooth"][number(0...2)] }
  }

  private mutating func pan() -> String {
    let angle = number(-60...60)
    return "pan to \(abs(angle))deg \(angle < 0 ? "left" : "right") over \(number(25...50))00ms"
      + easing
  }

  private mutating func tilt() -> String {
    let angle = number(-25...25)
    return "tilt to \(abs(angle))deg \(angle < 0 ? "up" : "down") over \(number(18...40))00ms"
      + easing
  }

  mutating func happenings() -> [Happening] {
    (0..<number(0...6)).map { _ in
      .button(number(1...3), at: Double(number(0...20_000_000)) / 1e6)
    }.inOrder
  }
}

extension CueShow {
  /// True if the script could not go on from where the dock was.
  fileprivate var isTooFast: Bool {
    guard case .failed(let failure) = run.outcome.ending else { return false }
    return failure.cause?.diagnostic?.code == .tooFast
  }
}

@Suite("Random scripts with decisions") struct CuePropertyTests {
  private static let shows = UInt64(Thorough.count(60, sample: 20))

  @Test("are played as planned, whatever comes when", arguments: 0..<4 as Range<UInt64>)
  func asPlanned(block: UInt64) {
    var (played, cues, worst) = (0, 0, 0.0)
    for seed in stride(from: block, to: Self.shows, by: 4) {
      var dramatist = Dramatist(seed: seed)
      let (script, happenings) = (dramatist.script(), dramatist.happenings())
      guard let cue = firstCue(of: script) else { continue }
      let show = CueShow(cue, happenings + [.end(at: 120)], isTracking: false)
      let comment: Comment = "seed \(seed): \(show.worstError)\n\(script)\n\(happenings)"
      let isOver =
        show.run.outcome.ending == .done || show.run.exit == .silence || show.isTooFast
      #expect(isOver, "\(comment) \(show.run.outcome)")
      #expect(show.run.findings.isEmpty, "\(comment) \(show.run.findings.map(\.text))")
      #expect(show.run.outcome.isTrackingRestored && show.run.outcome.isStopConfirmed, comment)
      #expect(show.isAsPlanned, comment)
      (played, cues) = (played + 1, cues + show.cues.count)
      worst = max(worst, show.worstError.degrees)
    }
    print("cues: \(played) shows, \(cues) cues, \(worst) deg from the plan at worst")
    #expect(played > Int(Self.shows) / 16)
  }

  @Test("stand and are given back when they are cut short anywhere") func cut() {
    for seed in 0..<Self.shows {
      var dramatist = Dramatist(seed: seed)
      let (script, happenings) = (dramatist.script(), dramatist.happenings())
      guard let cue = firstCue(of: script) else { continue }
      let exit = [Exit.interrupt, .kill, .suspend][dramatist.number(0...2)]
      let time = dramatist.number(0...15_000_000) * 1000
      let show = CueShow(
        cue, happenings + [.exit(exit, at: time), .end(at: 120)],
        isTracking: seed.isMultiple(of: 2))
      let comment: Comment = "seed \(seed): \(exit) at \(time)\n\(script)\n\(happenings)"
      // Who kills waits for nothing: what turns may be turning still.
      let isSound = show.run.findings.allSatisfy { exit == .kill && $0.kind == .moving }
      #expect(isSound, "\(comment) \(show.run.findings.map(\.text))")
      #expect(show.run.outcome.isTrackingRestored, comment)
      #expect(show.run.outcome.isStopConfirmed || exit == .kill, comment)
    }
  }
}
