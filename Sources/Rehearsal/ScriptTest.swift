import Diagnosis
import Language
import Playback
import Schedules
import Scheduling
import Simulation
import Vocabulary

/// The run of a test.
public struct TestRun: Sendable {
  /// What was found; errors if the test has failed.
  public var found: Diagnostics
  /// The places of the source that it carried out, by their nodes.
  package var visits: Set<UInt32> = []
}

extension Script {
  /// Runs the test with `index` on a simulated dock; what is not as it expects is reported.
  ///
  /// A test whose dock refuses a call or moves as it must not has failed, whatever it expects.
  ///
  /// - Parameter scene: what happens around the dock; what the test itself says, if nil.
  public func runTest(
    _ index: Int, for compilation: Compilation, in scene: Scene? = nil
  ) -> Diagnostics {
    runTest(index, for: compilation, in: scene, keepsVisits: false).found
  }

  /// As `runTest`, with the places that the test carried out.
  package func runTest(
    _ index: Int, for compilation: Compilation, in scene: Scene?, keepsVisits: Bool
  ) -> TestRun {
    var run = TestRun(found: diagnostics)
    guard let program, program.testNames.indices.contains(index) else { return run }
    var compilation = compilation
    compilation.test = index
    compilation.keepsVisits = keepsVisits
    (compilation.event, compilation.lastCalls) = (nil, [])
    let own = self.scene(ofTest: index, reporting: &run.found)
    guard let cue = firstCue(for: compilation, reporting: &run.found), !run.found.hasErrors else {
      return run
    }
    var notes = TestNotes(of: cue)
    let scene = scene ?? own
    let faults = scene?.faults ?? []
    let bound = Happening.exit(.timeUp, at: compilation.budget.length * 1_000_000)
    let happenings = (scene?.happenings ?? []) + [bound]
    let rehearsal = rehearse(
      cue, company: scene?.company ?? Company(), faults: faults, happenings: happenings.inOrder
    ) {
      notes.note($0)
    }
    run.visits = Set(notes.visits.keys)
    let place = program.span(ofTest: index)
    for failure in rehearsal.failures(at: place, isSound: faults.isEmpty) {
      run.found.report(failure)
    }
    guard rehearsal.outcome.ending == .done else { return run }
    for expectation in notes.expectations {
      rehearsal.hold(expectation, log: notes.log, reporting: &run.found)
    }
    for span in program.expectations(ofTest: index)
    where !notes.expectations.contains(where: { $0.start == span.start }) {
      run.found.report(
        Diagnostic(
          .expectationFailed, "a handler has replaced the test before this is judged", at: span))
    }
    return run
  }
}

extension CheckedProgram {
  /// Where the expectations stand that test number `index` comes to if nothing replaces it.
  fileprivate func expectations(ofTest index: Int) -> [SourceSpan] {
    tests[index].body.statements.compactMap { node in
      guard case .expect(let expect) = node.statement else { return nil }
      return program.statementSpan(at: expect.start)
    }
  }
}

/// What a test expects of its run, and what it comes to, cue by cue.
struct TestNotes {
  /// All that came due so far, and what the current cue expects, in milliseconds of the show.
  private(set) var expectations: [Expectation]
  /// The places of the source that were carried out, and when.
  private(set) var visits: [UInt32: Int32]
  /// The lines of the log, with their times in nanoseconds.
  private(set) var log: [(time: Int, text: String)] = []

  init(of cue: Cue) { (expectations, visits) = (cue.schedule.expectations, cue.schedule.visits) }

  /// Takes in those of the next cue; what the one before it was still to come to does not come.
  mutating func note(_ event: PlaybackEvent) {
    switch event.kind {
    case .note(let note) where note.kind == .log: log.append((event.time, note.text))
    case .cue(let schedule, let start):
      expectations.removeAll { $0.time > start && !$0.isTimed }
      expectations += schedule.expectations.map { expectation in
        var expectation = expectation
        if !expectation.isTimed {
          expectation.time = Int32(clamping: Int(expectation.time) + Int(start))
        }
        return expectation
      }
      visits = visits.filter { $0.value <= start }
      visits.merge(schedule.visits.mapValues { $0 + start }) { first, _ in first }
    default: break
    }
  }
}

extension RunRecord {
  /// Reports `expectation` if it does not hold.
  fileprivate func hold(
    _ expectation: Expectation, log: [(time: Int, text: String)], reporting found: inout Diagnostics
  ) {
    let judgement = judge(expectation, outcome: outcome, trace: trace, log: log)
    if judgement.passed { return }
    found.report(
      Diagnostic(
        .expectationFailed, "this was expected and is not so: \(judgement.description)",
        at: SourceSpan(expectation.start, expectation.end), label: "found \(judgement.found)",
        labels: expectation.context))
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
