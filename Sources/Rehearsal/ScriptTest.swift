import Language
import Playback
import Scheduling
import Simulation

extension Script {
  /// Runs the test with `index` on a simulated dock; what is not as it expects is reported.
  ///
  /// A test whose dock refuses a call or moves as it must not has failed, whatever it expects.
  ///
  /// - Parameter scene: what happens around the dock; what the test itself says, if nil.
  public nonisolated(nonsending) func runTest(
    _ index: Int, for compilation: Compilation, in scene: Scene? = nil
  ) async -> Diagnostics {
    var found = diagnostics
    guard let program, program.testNames.indices.contains(index) else { return found }
    var compilation = compilation
    compilation.test = index
    let own = self.scene(ofTest: index, reporting: &found)
    guard let schedule = schedule(for: compilation, reporting: &found), !found.hasErrors else {
      return found
    }
    let scene = scene ?? own
    let faults = scene?.faults ?? []
    let rehearsal = await rehearse(
      schedule, faults: faults, happenings: scene?.happenings ?? [])
    let place = program.span(ofTest: index)
    for failure in rehearsal.failures(of: schedule, at: place, isSound: faults.isEmpty) {
      found.report(failure)
    }
    guard rehearsal.outcome.ending == .done else { return found }
    for expectation in schedule.expectations {
      rehearsal.hold(expectation, reporting: &found)
    }
    return found
  }
}

extension RunRecord {
  /// Reports `expectation` if it does not hold.
  fileprivate func hold(_ expectation: Expectation, reporting found: inout Diagnostics) {
    let judgement = judge(expectation, outcome: outcome, trace: trace)
    if judgement.passed { return }
    found.report(
      Diagnostic(
        .expectationFailed, "this was expected and is not so: \(judgement.found)",
        at: SourceSpan(expectation.start, expectation.end), label: "found \(judgement.found)"))
  }

  /// What went wrong beside all expectations, as diagnostics at `place`.
  ///
  /// A dock that is not sound, but made to go wrong, may move as it likes.
  fileprivate func failures(
    of schedule: Schedule, at place: SourceSpan, isSound: Bool
  ) -> [Diagnostic] {
    var failures = outcome.diagnostics(of: schedule, at: place)
    guard isSound else { return failures }
    for finding in findings {
      failures.append(
        Diagnostic(
          .accessoryError, "the dock moved as it must not: \(finding.text)", at: place,
          notes: ["no script can cause this: it is a fault of the player"]))
    }
    return failures
  }
}
