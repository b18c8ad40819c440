import Diagnosis
import Hardware
import Language
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// A random script, in a random scene, on one of the docks, cut short or not.
struct RandomPlay {
  let seed: Int
  /// The script, which has its scene with it.
  private(set) var text: String
  /// True if there is a fault, or the show is interrupted.
  let isRough: Bool
  /// The interruption or the pause; nil if there is none.
  let cut: Happening?
  /// The numbers of the marks between which it is played; nil for its beginning and its end.
  private(set) var part: (start: Int?, stop: Int?) = (nil, nil)
  /// No show is played for longer, in seconds.
  private(set) var longest = 600
  private var budget = Budget()

  var model: DockModel { .all[seed % 2] }
  /// True if system tracking is on before.
  var isTracking: Bool { seed % 3 > 0 }

  /// A script with handlers.
  init(seed: Int, isRough: Bool) {
    let parts = [
      RandomScene(seed: seed, hasFaults: isRough).text, RandomHandlers.make(seed: seed &* 7 &+ 3),
      RandomScene.wait(seed: seed &* 3 &+ 1), RandomProgram.make(seed: seed),
      RandomScene.wait(seed: seed &* 5 &+ 2),
    ]
    self.init(parts.joined(), seed: seed, isRough: isRough)
  }

  /// A script of the forms of a live show; of one in five, only a part from a mark is played.
  init(formsOf seed: Int, isRough: Bool) {
    let forms = RandomForms(seed: seed)
    let scene = RandomScene(seed: seed, hasFaults: isRough).text
    self.init(scene + forms.text, seed: seed, isRough: isRough)
    longest = 60
    // What loops for long, or has very many cues, is not looked at to its end.
    (budget.evaluationSteps, budget.scheduleSteps) = (50_000, 5_000)
    guard seed % 5 == 0, !forms.marks.isEmpty else { return }
    let start = seed / 5 % forms.marks.count
    part = (start, start + 1 < forms.marks.count ? start + 1 : nil)
  }

  /// A script, played as that of `seed` is.
  init(_ text: String, seed: Int, isRough: Bool) {
    (self.seed, self.text, self.isRough) = (seed, text, isRough)
    cut = isRough ? RandomPlay.cut(seed: seed &* 11 &+ 5) : nil
  }

  /// The script `text`, played as this one is.
  func reworded(_ text: String) -> RandomPlay {
    var play = self
    play.text = text
    return play
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

  /// The show and its scene; nil if the script is refused, with the reason.
  func prepared() -> (play: Prepared?, diagnostics: [Diagnostic]) {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(
      checking: file, sounds: { name, _ in RandomForms.sound(name) },
      loading: { _, _ in .failure(.notFound) })
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    let whole = Compilation(for: model, budget: budget)
    let compilation = script.compilation(whole, from: part.start, to: part.stop)
    let cue = script.firstCue(for: compilation, reporting: &found)
    guard let scene, let cue else { return (nil, found.all) }
    let bound = Happening.exit(.timeUp, at: longest * 1_000_000_000)
    let happenings = (scene.happenings + [cut, bound].compactMap { $0 }).inOrder
    let play = Prepared(
      script: script, compilation: compilation, cue: cue, company: scene.company,
      faults: scene.faults, happenings: happenings, isTracking: isTracking)
    return (play, found.all)
  }

  /// A script that compiles, and what comes from outside.
  struct Prepared {
    let script: Script
    let compilation: Compilation
    var cue: Cue
    let company: Company
    let faults: [Fault]
    let happenings: [Happening]
    let isTracking: Bool
  }

  /// The command line that plays it, if its text is in the file `x.dock`.
  var command: String {
    var words = ["dock run x.dock --trace --profile \(model.name) --for \(longest)s"]
    if let start = part.start { words.append("--start 'mark \(start)'") }
    if let stop = part.stop { words.append("--stop 'mark \(stop)'") }
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
