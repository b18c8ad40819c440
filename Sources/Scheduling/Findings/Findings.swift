import Diagnosis

/// The diagnostics of the script so far.
struct Findings {
  /// Where it is reported.
  var reporter: Diagnostics
  /// The reported diagnostics, by statement and code.
  private var reported: Set<UInt64> = []

  init(_ reporter: Diagnostics) { self.reporter = reporter }

  /// True if there is an error among them.
  var hasErrors: Bool { reporter.hasErrors }

  /// Reports `diagnostic`.
  mutating func report(_ diagnostic: Diagnostic) { reporter.report(diagnostic) }

  /// True if the statement at `statement` has not been found to have the fault `code` before.
  ///
  /// A loop reports what is wrong with a statement once, and not in every turn.
  mutating func isNew(_ code: DiagnosticCode, at statement: UInt32) -> Bool {
    reported.insert(UInt64(statement) << 16 | UInt64(code.rawValue)).inserted
  }
}
