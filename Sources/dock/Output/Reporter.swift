import Diagnosis
import Language
import Printing

/// Writes diagnostics as the user asked for them.
struct Reporter {
  let format: DiagnosticFormat
  let coloring: Coloring

  init(_ format: DiagnosticFormat, _ coloring: Coloring) {
    self.format = format
    self.coloring = coloring
  }

  /// Creates a reporter for people.
  init(_ coloring: Coloring) { self.init(.human, coloring) }

  /// Writes `diagnostics` about `sources`: JSON as a result, everything else as messages.
  func report(_ diagnostics: Diagnostics, in sources: SourceMap) throws(OutputFailure) {
    switch format {
    case .human: Console.show(diagnostics, in: sources, coloring)
    case .short: Console.show(diagnostics.short(in: sources))
    case .json: try OutputFile.standard.writeWhileRead(diagnostics.json(in: sources))
    }
  }

  /// Writes `diagnostic`, which speaks of no text.
  func report(_ diagnostic: Diagnostic) throws(OutputFailure) {
    var diagnostics = Diagnostics()
    diagnostics.report(diagnostic)
    try report(diagnostics, in: SourceMap())
  }
}
