#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Language
import Rehearsal
import Schedules
import Scheduling

/// The results of the sweeps of random scripts.
struct SweepTally {
  private(set) var faults = 0
  private var swept = 0
  private var refused = 0
  private var calls = 0
  private var cases = 0

  /// The script of `seed`: straight, or with handlers, events and waits for them.
  static func script(seed: Int) -> String {
    guard seed % 3 == 2 else { return RandomProgram.makeShort(seed: seed) }
    return RandomScene(seed: seed, hasFaults: false).text
      + RandomHandlers.make(seed: seed &* 7 &+ 3) + RandomProgram.makeShort(seed: seed)
      + RandomScene.wait(seed: seed &* 5 &+ 2)
  }

  /// Sweeps the script of `seed`.
  mutating func sweep(seed: Int) {
    InCaseOfATrap.note("sweep \(seed)")
    let model = DockModel.all[seed % 2]
    let text = SweepTally.script(seed: seed)
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    guard let cue = script.firstCue(for: Compilation(for: model), reporting: &found) else {
      return refused += 1
    }
    let result = Rehearsal.sweep(
      cue, happenings: scene?.happenings ?? [], pairedBy: UInt64(seed))
    swept += 1
    calls += result.calls
    cases += result.cuts + result.faults
    guard let first = result.first else { return }
    faults += 1
    print("sweep \(seed): \(result.failures) failed; \(first.reasons.joined(separator: "; "))")
    print("  \(first.blow)")
    print("  Tests/Soak/programs sweep \(seed) > x.dock; --profile \(model.name)")
    fflush(nil)
  }

  var text: String {
    """
    swept                    \(swept), \(calls) calls, \(cases) cases; refused \(refused)
    sweeps' faults           \(faults)
    """
  }
}
