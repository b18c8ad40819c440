import Diagnosis
import Hardware
import Playback
@testable import Rehearsal
import Schedules
import Scheduling

/// All that is wrong with a random script of live forms.
struct RandomFormFaults {
  /// The violations, in words; empty if there are none.
  private(set) var all: [String] = []
  /// The play, as it was judged by what happened to the dock.
  let played: RandomPlayed
  /// Whether its cue sheet can be played; nil if it has none, or is not looked at.
  private(set) var isSheetPlayed: Bool?
  /// How many tests of the script were carried out.
  private(set) var tests = 0

  /// Verifies, plays and repeats `prepared`, which is of `play`.
  init(_ play: RandomPlay, _ prepared: RandomPlay.Prepared) {
    played = RandomPlayed(play, prepared)
    all = played.faults + RepeatedPlay(prepared).faults
    verify(prepared)
    if play.isRough { return }
    let sheet = RepeatedSheet(prepared)
    isSheetPlayed = sheet.isPlayed
    all += sheet.faults
    runTests(prepared)
  }

  /// The verifier accepts the schedule of a script without decisions; it has read all other sheets.
  private mutating func verify(_ prepared: RandomPlay.Prepared) {
    for finding in prepared.cue.straight?.findings() ?? [] where !finding.isWarning {
      all.append("\(finding)")
    }
  }

  /// The tests that compile, of a script that is not refused, pass on a dock without quirks; a move
  /// that turns out to be too fast from where the dock stands ends a show, and so do the end of the
  /// range and a turn that takes too long, of which `check` warns.
  private mutating func runTests(_ prepared: RandomPlay.Prepared) {
    let script = prepared.script
    let compilation = Compilation(for: .stand, budget: prepared.compilation.budget)
    let alone = script.checkedAlone(for: compilation)
    // The verifier finds nothing wrong with a script that is refused for another reason.
    all += alone.all.filter { $0.code == .unsafeSchedule }.map { "check: \($0.message)" }
    guard !alone.hasErrors else { return }
    for test in script.testNames.indices {
      let run = script.runTest(
        test, for: compilation, in: nil, keepsVisits: false, alone: alone)
      let errors = run.found.all.filter {
        $0.severity == .error && $0.code != .tooFast && !$0.isWarning(in: alone)
          && !$0.isBehindTracker(in: script)
      }
      guard errors.isEmpty || compiles(test, of: script, for: compilation) else { continue }
      tests += 1
      all += errors.map { "test \(test): \($0.code.name) \($0.message)" }
    }
  }

  /// True if `script` can be played as its test with the index `test` says.
  private func compiles(_ test: Int, of script: Script, for compilation: Compilation) -> Bool {
    var (found, compilation) = (script.diagnostics, compilation)
    compilation.test = test
    return script.firstCue(for: compilation, reporting: &found) != nil && !found.hasErrors
  }
}

extension Diagnostic {
  /// True if an axis that a tracker has turned is set turning, and reaches the end of its range.
  ///
  /// Nobody can foresee where it begins to turn; a move is given room.
  fileprivate func isBehindTracker(in script: Script) -> Bool {
    guard code == .positionLimit, let span else { return false }
    let text = script.sources.text(of: span)
    let file = String(decoding: script.sources.files[0].bytes, as: UTF8.self)
    return ["spin", "ramp", "stop"].contains { text.hasPrefix($0) } && file.contains("follow ")
  }

  /// True if it is that a loop leads an axis out of its range some day, that a turn of an `every`
  /// takes too long, or that an axis still turns on a way that may never be taken, and `check`,
  /// which found `others`, warns of that: it cannot know whether that turn or that way comes; or if
  /// it warns that it has not looked at all ways.
  fileprivate func isWarning(in others: Diagnostics) -> Bool {
    guard [.positionLimit, .overrun, .openVelocity].contains(code) else { return false }
    // Of a range both say first which axis it is; without a known beginning there is no room.
    let isRange = code == .positionLimit
    let axis = isRange ? message.prefix { $0 != " " } + " " : ""
    return others.all.contains {
      $0.severity == .warning
        && ($0.code == code || isRange && $0.code == .noRoom
          || code == .openVelocity && $0.code == .tooManyCues)
        && $0.message.hasPrefix(axis)
    }
  }
}
