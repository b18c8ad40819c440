import Diagnosis
import Language
import Printing
import Testing

@Suite struct DiagnosticFormatTests {
  private static let script = "let ü = 3\npan to 30degrees\n"

  private func report() -> (Diagnostics, SourceMap) {
    var sources = SourceMap()
    sources.add(name: "show.dock", bytes: Array(Self.script.utf8))
    var diagnostics = Diagnostics()
    let unit = SourceSpan(20, 27)
    diagnostics.report(
      Diagnostic(
        .unknownUnit, "unknown unit 'degrees'", at: unit, label: "no such unit",
        labels: [.init(SourceSpan(4, 6), "a name")], notes: ["one \"note\""],
        fixIts: [FixIt("write 'deg'", unit, "deg")],
        motion: .init(time: 1250, axis: "yaw", value: 95000, limit: nil, unit: "deg/s")))
    diagnostics.report(Diagnostic(.fileNotFound, "cannot find 'a\u{1B}\n'", at: nil))
    return (diagnostics, sources)
  }

  @Test func shortIsOneLineEach() {
    let (diagnostics, sources) = report()
    #expect(
      diagnostics.short(in: sources).text == #"""
        error[D0501]: cannot find 'a\u{1b}\u{a}'
        show.dock:2:10: error[D0109]: unknown unit 'degrees'

        """#)
    #expect(
      diagnostics.all[1].short(in: sources)
        == "show.dock:2:10: error[D0109]: unknown unit 'degrees'")
  }

  @Test func jsonIsOneObjectEach() {
    let (diagnostics, sources) = report()
    let lines = diagnostics.json(in: sources).text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first.map(String.init)
        == #"{"schemaVersion":1,"code":"D0501","severity":"error","#
        + #""message":"cannot find 'a\u001b\n'","label":"","labels":[],"notes":[],"fixIts":[],"#
        + #""rendered":"error[D0501]: cannot find 'a\\u{1b}\n              '\n"}"#)
    #expect(
      lines.last.map(String.init)
        == #"{"schemaVersion":1,"code":"D0109","severity":"error","#
        + #""message":"unknown unit 'degrees'","file":"show.dock","#
        + #""span":{"start":{"byte":20,"line":2,"column":10},"#
        + #""end":{"byte":27,"line":2,"column":17}},"label":"no such unit","labels":["#
        + #"{"file":"show.dock","span":{"start":{"byte":4,"line":1,"column":5},"#
        + #""end":{"byte":6,"line":1,"column":6}},"text":"a name"}],"notes":["one \"note\""],"#
        + #""fixIts":[{"title":"write 'deg'","edits":[{"file":"show.dock","span":"#
        + #"{"start":{"byte":20,"line":2,"column":10},"end":{"byte":27,"line":2,"column":17}},"#
        + #""replacement":"deg"}]}],"motion":{"timeMilliseconds":1250,"axis":"yaw","#
        + #""value":95.000,"limit":null,"unit":"deg/s"},"rendered":"error[D0109]: unknown unit "#
        + #"'degrees'\n --> show.dock:2:10\n  |\n1 | let ü = 3\n  |     - a name\n"#
        + #"2 | pan to 30degrees\n  |          ^^^^^^^ no such unit\n  |\n"#
        + #"  = note: at 1.250 s, yaw 95.000 deg/s\n  = note: one \"note\"\n"#
        + #"  = help: write 'deg'\n2 + pan to 30deg\n"}"#)
  }

  @Test func anErrorTakesThePlaceOfAWarning() {
    var diagnostics = Diagnostics()
    for line in 0..<UInt32(60) {
      diagnostics.report(Diagnostic(.netDrift, "drifts", at: SourceSpan(line, line)))
    }
    #expect(diagnostics.summary == "50 warnings, and 10 more")
    diagnostics.report(Diagnostic(.unknownName, "unknown", at: SourceSpan(99, 99)))
    #expect(diagnostics.summary == "1 error, 49 warnings, and 11 more")
    #expect(diagnostics.all.last?.code == .unknownName)
  }

  @Test func aWarningThatIsNotKeptNeedsNoWords() {
    var diagnostics = Diagnostics()
    for line in 0..<UInt32(50) {
      let isCounted = diagnostics.countsWarning(at: 99)
      #expect(!isCounted)
      diagnostics.report(Diagnostic(.netDrift, "drifts", at: SourceSpan(2 * line, 2 * line)))
    }
    let areCounted = [99, 3, 4].map { diagnostics.countsWarning(at: $0) }
    #expect(areCounted == [true, true, false], "what may be known is not counted")
    #expect(diagnostics.summary == "50 warnings, and 2 more")
  }
}
