#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Language
import Playback
import Simulation

/// The results of random plays in random scenes.
struct SceneTally {
  private(set) var faults = 0
  private var played = 0
  private var commands = 0
  private var cues = 0
  private var drops = 0
  private var unsound = 0
  private var refusals: [String: Int] = [:]
  private var endings: [String: Int] = [:]

  /// Plays the scene of `seed`, with everything that can go wrong or with events alone.
  mutating func play(seed: Int, isRough: Bool) {
    let play = RandomPlay(seed: seed, isRough: isRough)
    InCaseOfATrap.note("scene \(seed) \(isRough ? "rough" : "calm")")
    let (prepared, diagnostics) = play.prepared()
    guard let prepared else {
      let code = diagnostics.first { $0.severity == .error }?.code
      return refusals[code?.name ?? "none", default: 0] += 1
    }
    let result = RandomPlayed(play, prepared)
    played += 1
    cues += result.outcome.cues
    drops += result.outcome.drops
    if !result.isSound { unsound += 1 }
    endings[name(of: result), default: 0] += 1
    for fault in result.faults { report(play, fault) }
  }

  private mutating func report(_ play: RandomPlay, _ fault: String) {
    faults += 1
    let mode = play.isRough ? "rough" : "calm"
    print("scene \(play.seed) \(mode): \(fault)")
    print("  Tests/Soak/programs \(mode) \(play.seed) > x.dock && \(play.command)")
    fflush(nil)
  }

  /// How it ended, and whether all was given back.
  private func name(of result: RandomPlayed) -> String {
    let outcome = result.outcome
    let ending =
      switch outcome.ending {
      case .done: "done"
      case .failed(let failure) where failure.cause != nil: "failed, the script cannot go on"
      case .failed(let failure): "failed, \(failure.message)"
      case .cancelled: "stopped"
      case .killed: "killed"
      }
    let isGivenBack = outcome.isStopConfirmed && outcome.isTrackingRestored
    if isGivenBack { return ending }
    if result.isKilled { return "killed, not waited for" }
    return ending + (result.isSound ? ", NOT given back" : ", not given back by a dock gone wrong")
  }

  var text: String {
    let refused = refusals.values.reduce(0, +)
    var lines = [
      "scenes                   \(played), \(cues) cues, \(drops) dropped; refused \(refused)",
      "scenes' faults           \(faults)",
      "docks gone wrong at end  \(unsound)",
    ]
    for (name, count) in sorted(endings) { lines.append("  \(count)  \(name)") }
    for (name, count) in sorted(refusals) { lines.append("  \(count)  refused: \(name)") }
    return lines.joined(separator: "\n")
  }

  private func sorted(_ counts: [String: Int]) -> [(String, Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

/// Says what was being played if the process ends by a trap.
enum InCaseOfATrap {
  nonisolated(unsafe) private static var words: [UInt8] = []

  /// The timer that counts the processor time of this process alone.
  #if canImport(Glibc)
    private static let limited = __itimer_which_t(ITIMER_VIRTUAL.rawValue)
  #else
    private static let limited = ITIMER_VIRTUAL
  #endif

  /// Notes that `name` is played now.
  static func note(_ name: String) {
    if words.isEmpty {
      for number in [SIGILL, SIGTRAP, SIGSEGV, SIGVTALRM] {
        signal(number) { number in
          _ = InCaseOfATrap.words.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
    words = Array("\(name): trapped, or took five minutes of processor time\n".utf8)
    var most = itimerval()
    most.it_value.tv_sec = 300
    setitimer(limited, &most, nil)
  }
}
