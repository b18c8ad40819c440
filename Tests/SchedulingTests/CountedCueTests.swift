import Diagnosis
import Schedules
import Testing

/// The turns of a counted loop share their cues: a cue is a place in the script, not a state of it.
@Suite struct CountedCueTests {
  /// How many cues `script` has.
  private static func size(_ script: String) throws -> Int {
    try #require(Compiling(script).sheet, "\(script)").entries.count
  }

  @Test(arguments: [
    "repeat N { wait for tap; face next }",
    "repeat N { wait for tap; pan to 10deg right over 1s }",
    "repeat N { wait for tap for at most 1s; face next }",
    "repeat N { if person { animate yes } else { wait 1s } }",
    "repeat N { wait until person for at most 2s; log \"x\" }",
    "repeat N { pan to person over 1s; wait for tap }",
    "repeat N { wait for { tap { face next }; button 1 { face sad } } }",
    "repeat N { repeat N { wait for tap; face next }; wait for flip }",
    "repeat forever { race { repeat N { wait for tap; face next }; wait for flip } }",
    "gesture g() { wait for tap; animate yes }\nrepeat N { g(); g() }",
    "on flip { repeat N { wait for tap; face next } }\nwait for shutter",
    "mode a { repeat N { wait for tap; face next }; go to b }\nmode b { wait for flip; go to a }",
    "together { repeat N { wait for tap; face next }; repeat N { wait for flip; animate yes } }",
  ])
  func howOftenALoopTurnsDoesNotMatter(family: String) throws {
    let sizes = try [2, 3, 40, 500, 1_000_000].map {
      try Self.size(family.replacing("N", with: String($0)))
    }
    #expect(Set(sizes).count == 1, "\(family): \(sizes)")
  }

  @Test(arguments: [
    ("repeat 9 { wait for tap; face next }\n", ""),
    ("repeat 9 { wait for tap; pan to 5deg right\n", "}"),
    ("repeat 9 { race { repeat 4 { wait for tap }; wait for flip } }\n", ""),
  ])
  func theSizeIsLinearInTheScript(begin: String, end: String) throws {
    let sizes = try (1...6).map { count in
      try Self.size(
        String(repeating: begin, count: count) + String(repeating: end, count: count))
    }
    let steps = zip(sizes.dropFirst(), sizes).map { $0 - $1 }
    #expect(Set(steps.dropFirst()).count == 1, "\(sizes)")
  }

  @Test("the exit says how many turns there are, and the sheet is exact")
  func times() throws {
    let sheet = try #require(
      Compiling("repeat 500 { wait for tap; face next }\nanimate yes").sheet)
    let counted = sheet.entries.compactMap(\.cue.again)
    #expect(counted.map(\.times) == [500] && counted.map(\.loop) == [1])
    #expect(sheet.entries.count == 4)
    #expect(sheet.entries.allSatisfy { $0.exits.allSatisfy(\.isExact) })
  }

  @Test("a loop of one turn, and one that decides nothing, count nothing")
  func plain() throws {
    let scripts = [
      "repeat 1 { wait for tap; face next }", "repeat 9 { animate yes }\nwait for tap",
    ]
    for script in scripts {
      let sheet = try #require(Compiling(script).sheet)
      #expect(sheet.entries.allSatisfy { $0.cue.again == nil }, "\(script)")
    }
  }

  @Test("a loop that is left before its end begins anew")
  func anew() throws {
    let script = "repeat forever { race { repeat 3 { wait for tap }; wait for flip } }"
    let sheet = try #require(Compiling(script).sheet)
    let left = sheet.entries.flatMap { entry in entry.exits.filter { !$0.anew.isEmpty } }
    #expect(!left.isEmpty && left.allSatisfy { $0.anew == [1] && !$0.isAgain })
  }

  @Test(arguments: [
    (
      "repeat 20 { tilt by 5deg down over 1s; if person { log \"x\" } }", "iteration 10 of 20",
      Diagnostic.Severity.error
    ),
    (
      "repeat 9999 { wait 1s; tilt by 0.1deg down; if person { log \"x\" } }",
      "iteration 451 of 9999",
      .warning
    ),
  ])
  func theTurnThatGoesTooFarIsNamed(
    script: String, turn: String, severity: Diagnostic.Severity
  ) {
    let found = Compiling(script).diagnostics.all
    #expect(found.map(\.code) == [.positionLimit], "\(script)")
    #expect(found.first?.severity == severity)
    #expect(found.first?.labels.contains { $0.text == turn } == true, "\(script) \(found)")
  }

  @Test(arguments: [
    "repeat 3 { repeat 4 { tilt by 5deg down over 1s; if person { log \"x\" } } }",
    "repeat 2 { repeat 6 { tilt by 5deg down over 1s; if person { log \"x\" } } }",
    "repeat 4 { tilt by 5deg down over 1s; if person { log \"x\" } }\ntilt by 30deg down over 2s",
    "repeat 20 { if person { tilt by 5deg down over 1s } else { wait 1s } }",
  ])
  func loopsThatGoTooFarAreFound(script: String) {
    #expect(Compiling(script).codes == [.positionLimit], "\(script)")
  }

  @Test(arguments: [
    "repeat 9 { tilt by 5deg down over 1s; if person { log \"x\" } }",
    "repeat 3 { repeat 3 { tilt by 5deg down over 1s; if person { log \"x\" } } }",
    "repeat 4 { tilt by 5deg down over 1s; if person { log \"x\" } }\ntilt by 20deg down over 2s",
    "repeat 500 { tilt by 5deg down over 1s; if person { log \"x\" }; tilt by 5deg up over 1s }",
    "repeat 500 { wait for tap; tilt by 5deg down over 1s }",
    // Beside another loop, too: 12 iterations of the first would lead too far.
    """
    together {
        repeat 5 { if person { wait 1s } else { wait 900ms }; tilt by 4deg up over 900ms }
        repeat 6 { if person { wait 700ms } else { wait 400ms }; pan by 20deg left over 900ms }
    }
    """,
  ])
  func loopsThatStayWithinTheRangeAreWell(script: String) {
    #expect(Compiling(script).codes == [], "\(script)")
  }
}
