import Diagnosis
import Schedules

/// The diagnostics of the script so far.
struct Findings {
  /// Where it is reported.
  var reporter: Diagnostics
  /// True if the script is being run.
  var isRun = false
  /// True while a test performs the script, which is checked by itself: no test may find more wrong
  /// with it because it knows more of where the dock will be.
  var isPerformed = false
  /// True if the script is being played: a move for which the time is too short takes longer, for
  /// no check could know where it would begin.
  var isPlayed: Bool { isRun || isPerformed }
  /// The moves of this cue that take longer than the script says.
  var delays: [Cue.Delay] = []
  /// The reported diagnostics, by statement and code.
  private var reported: Set<UInt64> = []

  init(_ reporter: Diagnostics) { self.reporter = reporter }

  /// True if there is an error among them.
  var hasErrors: Bool { reporter.hasErrors }

  /// Reports `diagnostic`.
  mutating func report(_ diagnostic: Diagnostic) { reporter.report(diagnostic) }

  /// Takes note that `step` is cut off: nothing comes later because of how long it would have been.
  mutating func forgetDelay(of step: Step) {
    delays.removeAll { $0.time == step.start && !$0.axes.isDisjoint(with: step.axes) }
  }

  /// True if the statement at `statement` has not been found to have the fault `code` before.
  ///
  /// A loop reports what is wrong with a statement once, and not in every turn.
  mutating func isNew(_ code: DiagnosticCode, at statement: UInt32) -> Bool {
    reported.insert(UInt64(statement) << 16 | UInt64(code.rawValue)).inserted
  }
}
