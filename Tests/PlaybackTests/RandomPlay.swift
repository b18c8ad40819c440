import Diagnosis
import Hardware
import Language
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// A random script with handlers, in a random scene, on one of the docks, cut short or not.
struct RandomPlay {
  let seed: Int
  /// The script, which has its scene with it.
  let text: String
  /// True if there is a fault, or the show is interrupted.
  let isRough: Bool
  /// The interruption or the pause; nil if there is none.
  let cut: Happening?

  var model: DockModel { .all[seed % 2] }
  /// True if system tracking is on before.
  var isTracking: Bool { seed % 3 > 0 }

  init(seed: Int, isRough: Bool) {
    self.seed = seed
    self.isRough = isRough
    let parts = [
      RandomScene(seed: seed, hasFaults: isRough).text, RandomHandlers.make(seed: seed &* 7 &+ 3),
      RandomScene.wait(seed: seed &* 3 &+ 1), RandomProgram.make(seed: seed),
      RandomScene.wait(seed: seed &* 5 &+ 2),
    ]
    text = parts.joined()
    cut = isRough ? RandomPlay.cut(seed: seed &* 11 &+ 5) : nil
  }

  /// True if it is to end without anybody's waiting for the dock to stand.
  var isKilled: Bool {
    switch cut {
    case .exit(.kill, _), .exitAfter(.kill, _, _): true
    default: false
    }
  }

  private static func cut(seed: Int) -> Happening? {
    var random = SplitMix64(seed)
    let exits: [Exit] = [.interrupt, .kill, .terminate, .closedOutput, .suspend, .suspend]
    let exit = exits.randomElement(using: &random) ?? .interrupt
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .exit(exit, at: Int.random(in: 0...30_000, using: &random) * 1_000_000)
    case 1: return .exitAfter(exit, calls: Int.random(in: 0...60, using: &random))
    default: return nil
    }
  }

  /// No show is played for longer, in nanoseconds.
  private static let longest = 600_000_000_000

  /// The show and its scene; nil if the script is refused, with the reason.
  func prepared() -> (play: Prepared?, diagnostics: [Diagnostic]) {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    let cue = script.firstCue(for: Compilation(for: model), reporting: &found)
    guard let scene, let cue else { return (nil, found.all) }
    let bound = Happening.exit(.timeUp, at: RandomPlay.longest)
    let happenings = (scene.happenings + [cut, bound].compactMap { $0 }).inOrder
    return (Prepared(cue: cue, faults: scene.faults, happenings: happenings), found.all)
  }

  /// A script that compiles, and what comes from outside.
  struct Prepared {
    let cue: Cue
    let faults: [Fault]
    let happenings: [Happening]
  }

  /// The command line that plays it, if its text is in the file `x.dock`.
  var command: String {
    var words = ["dock run x.dock --trace --profile \(model.name) --for 600s"]
    if !isTracking { words.append("--tracking off") }
    switch cut {
    case .exit(let exit, let time):
      words.append("--cut \(time / 1_000_000)ms --by \(exit.rawValue)")
    case .exitAfter(let exit, let calls, _):
      words.append("--cut call:\(calls) --by \(exit.rawValue)")
    default: break
    }
    return words.joined(separator: " ")
  }
}
