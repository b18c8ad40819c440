import Diagnosis
import Language
import Playback
import Schedules
import Scheduling
import Simulation

extension Script {
  /// Runs the test with `index` on a simulated dock; what is not as it expects is reported.
  ///
  /// A test whose dock refuses a call or moves as it must not has failed, whatever it expects.
  ///
  /// - Parameter scene: what happens around the dock; what the test itself says, if nil.
  public func runTest(
    _ index: Int, for compilation: Compilation, in scene: Scene? = nil
  ) -> Diagnostics {
    var found = diagnostics
    guard let program, program.testNames.indices.contains(index) else { return found }
    var compilation = compilation
    compilation.test = index
    let own = self.scene(ofTest: index, reporting: &found)
    guard let cue = firstCue(for: compilation, reporting: &found), !found.hasErrors else {
      return found
    }
    var expectations = Expectations(of: cue)
    let scene = scene ?? own
    let faults = scene?.faults ?? []
    let bound = Happening.exit(.timeUp, at: compilation.budget.length * 1_000_000)
    let happenings = (scene?.happenings ?? []) + [bound]
    let rehearsal = rehearse(
      cue, company: scene?.company ?? Company(), faults: faults, happenings: happenings.inOrder
    ) {
      expectations.note($0)
    }
    let place = program.span(ofTest: index)
    for failure in rehearsal.failures(at: place, isSound: faults.isEmpty) { found.report(failure) }
    guard rehearsal.outcome.ending == .done else { return found }
    for expectation in expectations.all {
      rehearsal.hold(expectation, reporting: &found)
    }
    return found
  }
}

/// What a test expects of its run, cue by cue.
struct Expectations {
  /// All that came due so far, and what the current cue expects, in milliseconds of the show.
  private(set) var all: [Expectation]

  init(of cue: Cue) { all = cue.schedule.expectations }

  /// Takes in those of the next cue; what the one before it was still to expect does not come.
  mutating func note(_ event: PlaybackEvent) {
    guard case .cue(let schedule, let start) = event.kind else { return }
    all.removeAll { $0.time > start }
    all += schedule.expectations.map { expectation in
      var expectation = expectation
      expectation.time = Int32(clamping: Int(expectation.time) + Int(start))
      return expectation
    }
  }
}

extension RunRecord {
  /// Reports `expectation` if it does not hold.
  fileprivate func hold(_ expectation: Expectation, reporting found: inout Diagnostics) {
    let judgement = judge(expectation, outcome: outcome, trace: trace)
    if judgement.passed { return }
    found.report(
      Diagnostic(
        .expectationFailed, "this was expected and is not so: \(judgement.description)",
        at: SourceSpan(expectation.start, expectation.end), label: "found \(judgement.found)"))
  }

  /// What went wrong beside all expectations, as diagnostics at `place`.
  ///
  /// A dock that is not sound, but made to go wrong, may move as it likes.
  fileprivate func failures(at place: SourceSpan, isSound: Bool) -> [Diagnostic] {
    var failures = outcome.diagnostics(at: place)
    if let exit {
      failures.append(
        Diagnostic(
          .expectationFailed,
          exit == .silence
            ? "the test waits for what never comes" : "the test does not come to an end",
          at: place))
    }
    guard isSound else { return failures }
    for finding in findings {
      failures.append(
        Diagnostic(
          .accessoryError, "the run broke a safety rule: \(finding.text)", at: place,
          notes: ["no script can cause this: it is a fault of the player"]))
    }
    return failures
  }
}
