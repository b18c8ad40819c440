import Language
import Testing

/// Every diagnostic that a script can provoke is provoked by a script of the corpus.
@Suite struct DiagnosticCorpusTests {
  /// Codes no script can show: they speak of files, of schedule files, or of a real dock.
  static let notShownByScripts: Set<DiagnosticCode> = [
    .sourceTooLarge, .fileUnreadable, .cannotWrite,
    .malformedSchedule, .scheduleVersion, .unsafeSchedule,
    .accessoryError, .stopNotConfirmed, .trackingNotRestored,
  ]

  @Test(.disabled("corpus lands with the error goldens"))
  func everyCodeHasAScript() {
    let scripts = Tree.paths(under: "Tests/Goldens/errors").filter { $0.hasSuffix(".dock") }
    let names = scripts.compactMap { $0.split(separator: "/").last }
    for code in DiagnosticCode.allCases where !Self.notShownByScripts.contains(code) {
      #expect(
        names.contains { $0.hasPrefix("\(code.name)-") },
        "no script named '\(code.name)-….dock' shows '\(code)'")
    }
  }
}
