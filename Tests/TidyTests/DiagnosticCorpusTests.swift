import Diagnosis
import Language
import Testing

/// Every diagnostic that a script can provoke is provoked by a script of the corpus.
@Suite struct DiagnosticCorpusTests {
  /// Codes no compiled script can show: they speak of files, of schedule files, or of a run.
  static let notShownByScripts: Set<DiagnosticCode> = [
    .sourceTooLarge, .fileUnreadable, .cannotWrite,
    .malformedSchedule, .scheduleVersion, .unsafeSchedule, .unplayableSheet, .incompleteSheet,
    .expectationFailed, .accessoryError, .stopNotConfirmed, .trackingNotRestored, .lateShow,
    .overdueDecision, .profileLine, .profileForm, .profileValue, .repeatedProfileLine,
    .profileName, .noSwiftForm, .otherDock,
  ]

  @Test func everyCodeHasAScript() {
    let scripts = Tree.paths(under: "Tests/Goldens/errors").filter { $0.hasSuffix(".dock") }
    let names = scripts.compactMap { $0.split(separator: "/").last }
    for code in DiagnosticCode.allCases where !Self.notShownByScripts.contains(code) {
      #expect(
        names.contains { $0.hasPrefix("\(code.name)-") },
        "no script named '\(code.name)-….dock' shows '\(code)'")
    }
  }

  /// One mistake a file, one diagnostic, of the code the file is named after.
  @Test func everyScriptShowsItsCodeOnce() throws {
    for golden in Tree.paths(under: "Tests/Goldens/errors")
    where golden.hasSuffix(".errors") && !golden.contains(".actual.") {
      let name = golden.split(separator: "/").last ?? ""
      let lines = try Tree.text(at: golden).lines
      let found = lines.filter { $0.hasPrefix("error[") || $0.hasPrefix("warning[") }
      #expect(found.count == 1, "\(name): \(found)")
      #expect(found.first?.contains("[\(name.prefix(5))]") == true, "\(name): \(found)")
    }
  }
}
