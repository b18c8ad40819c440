import Diagnosis
import Hardware
import Playback
import Rehearsal
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

  /// The tests of the script that compile pass on a dock without quirks; a move that turns out to
  /// be too fast from where the dock stands ends a show, and so do the end of the range and a turn
  /// that takes too long, of which `check` warns.
  private mutating func runTests(_ prepared: RandomPlay.Prepared) {
    for test in prepared.script.testNames.indices {
      var found = prepared.script.diagnostics
      let budget = prepared.compilation.budget
      let compilation = Compilation(for: .stand, budget: budget, test: test)
      let cue = prepared.script.firstCue(for: compilation, reporting: &found)
      guard cue != nil, !found.hasErrors else { continue }
      tests += 1
      let run = prepared.script.runTest(test, for: compilation)
      for finding in run.all
      where finding.severity == .error && finding.code != .tooFast
        && !prepared.isWarned(of: finding)
      {
        all.append("test \(test): \(finding.code.name) \(finding.message)")
      }
    }
  }
}

extension RandomPlay.Prepared {
  /// True if `finding` is that a loop leads an axis out of its range some day, or that a turn of an
  /// `every` takes too long, and the check of the script warns of that: it cannot know whether that
  /// turn comes.
  fileprivate func isWarned(of finding: Diagnostic) -> Bool {
    guard [.positionLimit, .overrun].contains(finding.code) else { return false }
    var found = script.diagnostics
    let checked = Compilation(for: .stand, budget: compilation.budget)
    _ = script.cueSheet(for: checked, reporting: &found)
    // Of a range both say first which axis it is.
    let axis = finding.code == .positionLimit ? finding.message.prefix { $0 != " " } + " " : ""
    return found.all.contains {
      $0.severity == .warning && $0.code == finding.code && $0.message.hasPrefix(axis)
    }
  }
}
