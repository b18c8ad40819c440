#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Diagnosis
import Language
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling

/// Compiles, verifies, performs and audits random programs: `programs [COUNT] [SHOWS] [SCENES]
/// [SWEEPS] [FORMS] [FORM-SWEEPS]`.
///
/// `COUNT` scripts (10,000) go from text to trace, `SHOWS` schedules (none) that are as quick as
/// the dock allows are performed, and `SCENES` scripts with handlers (none) are played in scenes of
/// their own, with faults and without. `SWEEPS` short scripts (none) are swept: cut short at every
/// instant, with every fault at every call, and with every pair of a blow and a random fault soon
/// after. `FORMS` scripts of the forms of a live show (none) are played in scenes of their own,
/// with faults and without, and repeated: from their cue sheets, from recordings, in their tests;
/// and `FORM-SWEEPS` of them (none) are swept. Each number may be a range of seeds, as in
/// `500-1000`. Prints what is wrong with any of them, and the worst of all. The exit code is 1 if
/// anything is. `programs program SEED` prints the script of a number of `COUNT`, `programs show
/// SEED` and `programs calm-show SEED` a schedule of `SHOWS`, `programs rough SEED` and `programs
/// calm SEED` the script of a scene, `programs sweep SEED` the one that is swept, and `programs
/// forms-rough SEED` and `programs forms-calm SEED` the one of live forms. `programs least-rough
/// SEED` and `programs least-calm SEED` print the smallest part of such a script that is wrong as
/// it is, and `programs judge-rough SEED < FILE` and `programs judge-calm SEED < FILE` what is
/// wrong with a script that is played as that of a seed.
@main
enum Programs {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if let mode = arguments.first, modes.contains(mode), let seed = Int(arguments.last ?? "") {
      return print(text(of: mode, seed), terminator: "")
    }
    let seeds = arguments.compactMap(range) + Array(repeating: 0..<0, count: 6)
    var tally = Tally()
    for seed in arguments.isEmpty ? 0..<10_000 : seeds[0] { perform(seed, &tally) }
    for seed in seeds[1] {
      for isCalm in [false, true] {
        let show = Choreographer.show(seed: seed, isCalm: isCalm)
        tally.perform(show, isCalm ? "calm show \(seed)" : "show \(seed)")
      }
    }
    var scenes = SceneTally()
    for seed in seeds[2] {
      for isRough in [false, true] { scenes.play(seed: seed, isRough: isRough) }
    }
    var sweeps = SweepTally()
    for seed in seeds[3] { sweeps.sweep(seed: seed) }
    var forms = FormTally()
    for seed in seeds[4] {
      for isRough in [false, true] { forms.play(seed: seed, isRough: isRough) }
    }
    for seed in seeds[5] { forms.sweep(seed: seed) }
    print(tally.text, scenes.text, sweeps.text, forms.text, separator: "\n")
    if tally.faults + scenes.faults + sweeps.faults + forms.faults > 0 { exit(1) }
  }

  private static let modes = [
    "program", "show", "calm-show", "rough", "calm", "sweep", "forms-rough", "forms-calm",
    "least-rough", "least-calm", "judge-rough", "judge-calm",
  ]

  /// The script of `seed` that is played, or swept.
  private static func text(of mode: String, _ seed: Int) -> String {
    switch mode {
    case "program": RandomProgram.make(seed: seed)
    case "show", "calm-show":
      String(
        decoding: bytes(of: Choreographer.show(seed: seed, isCalm: mode != "show")), as: UTF8.self)
    case "sweep": SweepTally.script(seed: seed)
    case "forms-rough", "forms-calm":
      RandomPlay(formsOf: seed, isRough: mode == "forms-rough").text
    case "least-rough", "least-calm":
      SmallestForms(RandomPlay(formsOf: seed, isRough: mode == "least-rough"))?.text ?? ""
    case "judge-rough", "judge-calm":
      FormTally.judged(RandomPlay(formsOf: seed, isRough: mode == "judge-rough"))
    default: RandomPlay(seed: seed, isRough: mode == "rough").text
    }
  }

  /// The seeds that `text` names: `N` are the first N, `A-B` those from A until before B.
  private static func range(_ text: String) -> Range<Int>? {
    let ends = text.split(separator: "-").compactMap { Int($0) }
    guard let last = ends.last, last >= 0 else { return nil }
    return (ends.count == 2 ? min(ends[0], last) : 0)..<last
  }

  private static func perform(_ seed: Int, _ tally: inout Tally) {
    let name = "program \(seed)"
    let text = RandomProgram.make(seed: seed)
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let schedule = script.schedule(for: Compilation(), reporting: &found)
    // The planner refuses what cannot be done; what it passes, the verifier must.
    for diagnostic in found.all
    where diagnostic.code == .unsafeSchedule || diagnostic.code.name.hasPrefix("D02") {
      tally.report(name, diagnostic.message)
    }
    guard let schedule else { return tally.refused += 1 }
    for finding in schedule.findings() where !finding.isWarning {
      tally.report(name, "\(finding)")
    }
    if !readsBack(schedule) { tally.report(name, "does not read back") }
    tally.perform(schedule, name)
  }

  private static func readsBack(_ schedule: Schedule) -> Bool {
    var sources = SourceMap()
    var log = Diagnostics()
    let written = bytes(of: schedule)
    let read = readSchedule(written, name: "x.schedule", sources: &sources, reporting: &log)
    return read.map(bytes) == written
  }

  private static func bytes(of schedule: Schedule) -> [UInt8] {
    var text = ""
    schedule.writeText { text += $0.text }
    return Array(text.utf8)
  }
}
