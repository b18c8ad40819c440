import Diagnosis
import Language
import Printing
import Testing

/// A script under a name, and spans found in it by their text.
private struct Script {
  var sources = SourceMap()

  init(_ text: String, name: String = "show.dock") {
    self.init(bytes: Array(text.utf8), name: name)
  }

  init(bytes: [UInt8], name: String = "show.dock") {
    sources.add(name: name, bytes: bytes)
  }

  func span(_ text: String, in file: Int = 0) -> SourceSpan {
    let bytes = sources.files[file].bytes
    let needle = Array(text.utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: needle) } ?? bytes.count
    let base = Int(sources.files[file].base)
    return SourceSpan(UInt32(base + start), UInt32(base + start + needle.count))
  }

  var end: SourceSpan {
    let count = UInt32(sources.files[0].bytes.count)
    return SourceSpan(count, count)
  }

  func drawn(_ diagnostic: Diagnostic, width: Int? = nil, color: Bool = false) -> String {
    diagnostic.rendered(in: sources, style: RenderStyle(color: color, width: width)).text
  }
}

@Suite struct DiagnosticRenderingTests {
  @Test func theWholeAnatomy() {
    let script = Script("tilt to 10deg up\npan to 30degrees right over 2s\nstop\n")
    let unit = script.span("degrees")
    let diagnostic = Diagnostic(
      .unknownUnit, "unknown unit 'degrees'", at: unit, label: "no such unit",
      notes: ["angles are written in deg, rad or turn"],
      fixIts: [FixIt("write 'deg'", unit, "deg")])
    #expect(
      script.drawn(diagnostic) == """
        error[D0109]: unknown unit 'degrees'
         --> show.dock:2:10
          |
        2 | pan to 30degrees right over 2s
          |          ^^^^^^^ no such unit
          |
          = note: angles are written in deg, rad or turn
          = help: write 'deg'
        2 + pan to 30deg right over 2s

        """)
  }

  @Test func severalLabelsOnALineHangFromIt() {
    let script = Script("let a = 30deg + 2s\n")
    let diagnostic = Diagnostic(
      .incompatibleOperands, "an angle and a time cannot be added", at: script.span("+"),
      label: "here",
      labels: [
        .init(script.span("30deg"), "an angle"), .init(script.span("2s"), "a time"),
      ])
    #expect(
      script.drawn(diagnostic) == """
        error[D0403]: an angle and a time cannot be added
         --> show.dock:1:15
          |
        1 | let a = 30deg + 2s
          |         ----- ^ -- a time
          |         |     |
          |         |     here
          |         an angle

        """)
  }

  @Test func aMarkWithinAnotherHangsToo() {
    let script = Script("pan to 30deg right\n")
    let diagnostic = Diagnostic(
      .wrongDirection, "'right' is no direction of tilt", at: script.span("30deg"), label: "inner",
      labels: [.init(script.span("pan to 30deg right"), "outer")])
    #expect(
      script.drawn(diagnostic) == """
        error[D0404]: 'right' is no direction of tilt
         --> show.dock:1:8
          |
        1 | pan to 30deg right
          | -------^^^^^------
          | |      |
          | |      inner
          | outer

        """)
  }

  @Test func labelsInOtherLinesAndFiles() {
    var script = Script("let a = 1s\nwait a\nwait 1s\n\n\n\n\n\nwait 2s\nlet a = 2s\n")
    script.sources.add(name: "other.dock", bytes: Array("# names\nlet a = 3s\n".utf8))
    let diagnostic = Diagnostic(
      .nameTaken, "the name 'a' is taken", at: script.span("let a = 2s"), label: "again here",
      labels: [
        .init(script.span("a = 3s", in: 1), "and here"),
        .init(script.span("let a = 1s"), "declared here"),
        .init(script.span("wait a"), "used here"),
      ])
    #expect(
      script.drawn(diagnostic) == """
        error[D0302]: the name 'a' is taken
          --> show.dock:10:1
           |
         1 | let a = 1s
           | ---------- declared here
         2 | wait a
           | ------ used here
        ...
        10 | let a = 2s
           | ^^^^^^^^^^ again here
          ::: other.dock:2:5
           |
         2 | let a = 3s
           |     ------ and here

        """)
  }

  @Test func tabsAndWideCharactersAlign() {
    let script = Script("\tlet\t日本 = 3 + 2s\n")
    let diagnostic = Diagnostic(
      .incompatibleOperands, "no sum", at: script.span("+"),
      labels: [.init(script.span("日本"), "a name")])
    #expect(
      script.drawn(diagnostic) == """
        error[D0403]: no sum
         --> show.dock:1:13
          |
        1 |     let 日本 = 3 + 2s
          |         ----     ^
          |         |
          |         a name

        """)
  }

  @Test func whatATerminalWouldObeyIsEscaped() {
    let script = Script(
      bytes: Array("log \"\u{1B}[2J\u{202E}".utf8) + [0xFF] + Array("x\"\r\n".utf8),
      name: "a\u{7}b.dock")
    let diagnostic = Diagnostic(
      .controlCharacter, "control character \u{1B}", at: script.span("x"), label: "la\u{9B}bel",
      notes: ["no\u{2028}te", "two\nlines"])
    #expect(
      script.drawn(diagnostic) == #"""
        error[D0105]: control character \u{1b}
         --> a\u{7}b.dock:1:12
          |
        1 | log "\u{1b}[2J\u{202e}\xffx"
          |                           ^ la\u{9b}bel
          |
          = note: no\u{2028}te
          = note: two
                  lines

        """#)
  }

  @Test func aSpanAcrossLinesIsMarkedToTheEndOfTheFirst() {
    let script = Script("repeat 2 {\n  wait 1s\n")
    let diagnostic = Diagnostic(
      .unclosedBlock, "this block is never closed", at: script.span("{\n  wait"))
    #expect(
      script.drawn(diagnostic) == """
        error[D0203]: this block is never closed
         --> show.dock:1:10
          |
        1 | repeat 2 {
          |          ^

        """)
  }

  @Test(arguments: [
    ("wait 1s", "1:8", "1 | wait 1s\n  |        ^"), ("wait 1s\n", "2:1", "2 |\n  | ^"),
    ("", "1:1", "1 |\n  | ^"),
  ])
  func theEndOfTheFile(text: String, place: String, lines: String) {
    let script = Script(text)
    let diagnostic = Diagnostic(.expectedToken, "expected '}'", at: script.end, label: "here")
    #expect(
      script.drawn(diagnostic)
        == "error[D0202]: expected '}'\n --> show.dock:\(place)\n  |\n\(lines) here\n")
  }

  @Test func spansBeyondEverythingAreDrawnAtTheEnd() {
    let script = Script("wait 1s")
    let diagnostic = Diagnostic(
      .expectedToken, "far away", at: SourceSpan(4_000_000_000, 4_294_967_295))
    #expect(
      script.drawn(diagnostic) == """
        error[D0202]: far away
         --> show.dock:1:8
          |
        1 | wait 1s
          |        ^

        """)
  }

  @Test func withoutTextThereIsNoExcerpt() {
    let diagnostic = Diagnostic(
      .fileNotFound, "cannot find 'x.dock'", at: nil, notes: ["the path starts at the script"])
    let expected = """
      error[D0501]: cannot find 'x.dock'
        = note: the path starts at the script

      """
    let style = RenderStyle()
    #expect(diagnostic.rendered(in: SourceMap(), style: style).text == expected)
    #expect(Script("wait 1s").drawn(diagnostic) == expected)
    let lost = Diagnostic(.fileNotFound, "lost", at: SourceSpan(3, 9))
    #expect(lost.rendered(in: SourceMap(), style: style).text == "error[D0501]: lost\n")
  }

  @Test func motionFactsComeFirst() {
    let script = Script("pan by 190deg right over 2s\n")
    let time = script.span("2s")
    let diagnostic = Diagnostic(
      .tooFast, "pan would have to turn faster than it can", at: script.span("190deg"),
      notes: ["the dock 'stand' turns at 90 deg/s at most"],
      fixIts: [FixIt("take 2.112 s", time, "2112ms")],
      motion: .init(time: 1250, axis: "yaw", value: 95000, limit: 90000, unit: "deg/s"))
    #expect(
      script.drawn(diagnostic) == """
        error[D0702]: pan would have to turn faster than it can
         --> show.dock:1:8
          |
        1 | pan by 190deg right over 2s
          |        ^^^^^^
          |
          = note: at 1.250 s, yaw 95.000 deg/s, limit 90.000 deg/s
          = note: the dock 'stand' turns at 90 deg/s at most
          = help: take 2.112 s
        1 + pan by 190deg right over 2112ms

        """)
  }

  @Test func motionFactsMayLack() {
    let facts = Diagnostic.Motion(time: -5, axis: nil, value: nil, limit: nil, unit: "ms")
    #expect(facts.summary == "at -0.005 s")
    let rate = Diagnostic.Motion(time: 0, axis: nil, value: 250_000, limit: 500_000, unit: "ms")
    #expect(rate.summary == "at 0.000 s, 250.000 ms, limit 500.000 ms")
  }

  @Test func changesOfSeveralEditsAreMadeTogether() {
    let script = Script("yaw to 30degrees\n")
    let diagnostic = Diagnostic(
      .foreignWord, "foreign", at: script.span("yaw"),
      fixIts: [
        FixIt(
          "use our words",
          [
            .init(script.span("degrees"), "deg"), .init(script.span("yaw"), "pan"),
            .init(script.span("\n"), " right").insertion,
          ])
      ])
    #expect(script.drawn(diagnostic).hasSuffix("= help: use our words\n1 + pan to 30deg right\n"))
  }

  @Test func changesThatDoNotFitALineAreOnlyNamed() {
    let script = Script("wait 1s\nwait 2s\n")
    let span = script.span("1s")
    for fixIt in [
      FixIt("two lines", span, "1s\n}"), FixIt("nothing", []),
      FixIt("beyond", SourceSpan(5, 12), "x"), FixIt("gone", script.span("wait 1s"), ""),
      FixIt("meeting", [.init(span, "2s"), .init(span, "3s")]),
      FixIt("long", span, String(repeating: "9", count: 500)),
    ] {
      let diagnostic = Diagnostic(.expectedToken, "m", at: span, fixIts: [fixIt])
      #expect(script.drawn(diagnostic).hasSuffix("  |\n  = help: \(fixIt.title)\n"))
    }
  }

  @Test func longLinesAreShownAroundTheSpan() {
    let filler = String(repeating: "wait 1s; ", count: 40)
    let script = Script(filler + "pan to 3degrees; " + filler)
    let diagnostic = Diagnostic(
      .unknownUnit, "unknown unit 'degrees'", at: script.span("degrees"), label: "here",
      labels: [.init(SourceSpan(0, 4), "far")])
    #expect(
      script.drawn(diagnostic, width: 60) == """
        error[D0109]: unknown unit 'degrees'
         --> show.dock:1:369
          |
        1 | … wait 1s; pan to 3degrees; wait 1s; wait 1s; wait 1s; …
          | -                  ^^^^^^^ here
          | |
          | far

        """)
    #expect(
      script.drawn(Diagnostic(.unknownUnit, "first", at: SourceSpan(0, 4)), width: 40) == """
        error[D0109]: first
         --> show.dock:1:1
          |
        1 | wait 1s; wait 1s; wait 1s; wait 1s…
          | ^^^^

        """)
    #expect(
      script.drawn(Diagnostic(.unknownUnit, "last", at: script.end), width: 40)
        == "error[D0109]: last\n --> show.dock:1:738\n  |\n"
        + "1 | …it 1s; wait 1s; wait 1s; wait 1s; \n  |                                    ^\n")
  }

  @Test func aLineOfTenMegabytesIsShownInPart() {
    var bytes = [UInt8](repeating: 0x20, count: 10_000_000)
    bytes.replaceSubrange(5_000_000..<5_000_003, with: Array("日".utf8))
    bytes.replaceSubrange(5_000_010..<5_000_013, with: Array("bad".utf8))
    let script = Script(bytes: bytes)
    let span = SourceSpan(5_000_010, 5_000_013)
    let drawn = script.drawn(Diagnostic(.unknownName, "m", at: span, label: "here"), width: 50)
    #expect(
      drawn.split(separator: "\n").map { $0.trimmingTrailingSpaces } == [
        "error[D0301]: m", " --> show.dock:1:5000009", "  |",
        "1 | …     日       bad                           …",
        "  |                ^^^ here",
      ])
  }

  @Test func warningsSummaryAndMore() {
    let script = Script(String(repeating: "wait 1s\n", count: 60))
    var diagnostics = Diagnostics()
    let nothing = render(diagnostics, in: script.sources, style: RenderStyle())
    #expect(nothing.text.isEmpty)
    diagnostics.report(Diagnostic(.netDrift, "drifts", at: SourceSpan(0, 4)))
    diagnostics.report(Diagnostic(.unknownName, "unknown name 'wait'", at: SourceSpan(8, 12)))
    #expect(
      render(diagnostics, in: script.sources, style: RenderStyle()).text == """
        warning[D0705]: drifts
         --> show.dock:1:1
          |
        1 | wait 1s
          | ^^^^

        error[D0301]: unknown name 'wait'
         --> show.dock:2:1
          |
        2 | wait 1s
          | ^^^^

        1 error, 1 warning

        """)
    for line in 2..<60 {
      diagnostics.report(
        Diagnostic(.unknownName, "m", at: SourceSpan(UInt32(8 * line), UInt32(8 * line + 4))))
    }
    #expect(diagnostics.summary == "50 errors, and 10 more")
    #expect(diagnostics.all.last?.span == SourceSpan(8 * 50, 8 * 50 + 4))
  }

  @Test func coloursOnlyIfAsked() {
    let script = Script("pan to 3deg\n")
    let diagnostic = Diagnostic(
      .unknownName, "m", at: script.span("3deg"), label: "l",
      labels: [.init(script.span("pan"), "")], notes: ["n"],
      fixIts: [FixIt("f", script.span("3deg"), "4deg")])
    let drawn = script.drawn(diagnostic, color: true)
    #expect(!script.drawn(diagnostic).contains("\u{1B}"))
    #expect(
      drawn.replacing("\u{1B}[", with: "<").replacing("m", with: ">") == """
        <1;31>error[D0301]<0><1>: <0><1>><0>
         <1;34>--><0> show.dock:1:8
          <1;34>|<0>
        <1;34>1<0> <1;34>|<0> pan to 3deg
          <1;34>|<0> <1;34>---<0>    <1;31>^^^^<0> <1;31>l<0>
          <1;34>|<0>
          <1;34>=<0> <1>note:<0> n
          <1;34>=<0> <1>help:<0> f
        <32>1<0> <32>+<0> <32>pan to 4deg<0>

        """)
  }

  /// For all bytes and spans, nothing unprintable is drawn and nothing traps.
  @Test(arguments: UInt64(0)..<100)
  func anythingCanBeDrawn(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet: [UInt8] = [
      0x0A, 0x0D, 0x09, 0x20, 0x61, 0x62, 0xE6, 0x97, 0xA5, 0xCC, 0x81, 0xFF, 0x1B, 0xF0, 0x9F,
    ]
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    }
    var script = Script(bytes: bytes)
    script.sources.add(name: "b", bytes: bytes)
    func span() -> SourceSpan {
      let start = UInt32.random(in: 0...850, using: &random)
      return SourceSpan(start, start + UInt32.random(in: 0...90, using: &random))
    }
    let diagnostic = Diagnostic(
      .unknownName, "m", at: span(), label: "p", labels: [.init(span(), "q"), .init(span(), "r")],
      fixIts: [FixIt("f", [.init(span(), "x"), .init(span(), "y")])])
    let drawn = script.drawn(diagnostic, width: Int.random(in: 0...90, using: &random))
    #expect(
      drawn.unicodeScalars.allSatisfy { !$0.isUnprintable || $0 == "\n" }, "seed \(seed)")
    let location = script.sources.location(of: diagnostic.span?.start ?? 0)
    #expect(drawn.contains(":\(location.line):\(location.column)\n"), "seed \(seed)")
  }
}

extension FixIt.Edit {
  /// The same replacement, inserted before its span.
  fileprivate var insertion: FixIt.Edit {
    FixIt.Edit(SourceSpan(span.start, span.start), replacement)
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
