import Diagnosis
import Schedules
import Testing

/// The cues of scripts that choose.
@Suite("Cues of choices") struct ChoiceCueTests {
  @Test("each option has a cue where the show decides")
  func cues() throws {
    let sheet = try #require(
      Compiling("wait for tap\nchoose { log 1; 2: log 2; log 3 }".replacing("2: ", with: "")).sheet)
    let exits = sheet.entries[1].exits
    #expect(exits.map(\.target) == [3, 4, 5] && exits.map(\.condition) == [0, 1, nil])
    #expect(sheet.entries.count == 5)
    #expect(sheet.entries.allSatisfy { $0.exits.allSatisfy(\.isExact) })
  }

  @Test(
    "where nothing else is decided, the options are taken when the script is compiled",
    arguments: [
      ("choose { wait 1s; wait 2s }", true), ("repeat 9 { choose { wait 1s; wait 2s } }", true),
      ("gesture g() { wait for tap }\nchoose { wait 1s; wait 2s }", true),
      ("every 5s for 20s { choose { wait 1s; wait 2s } }", true),
      ("test \"t\" { expect elapsed < 2s; wait 1s }\nchoose { wait 1s; wait 2s }", true),
      ("choose { wait 1s; wait 2s }\nwait for tap", false),
      ("gesture g() { wait for tap }\nchoose { g(); wait 2s }", false),
      ("repeat forever { choose { wait 1s; wait 2s } }", false),
      ("race { every 5s { choose { wait 1s; wait 2s } }; wait 9s }", false),
      ("choose { wait 1s; wait 2s }\non tap { log 1 }", false),
      ("mode a { choose { wait 1s; wait 2s } }", false),
      ("choose { wait 1s; wait 2s }\nmove to person over 1s", false),
      ("if person { choose { wait 1s; wait 2s } }", false),
    ])
  func whereItIsDecided(script: String, isStraight: Bool) throws {
    let sheet = try #require(Compiling(script).sheet, "\(script)")
    let chooses = sheet.entries.contains { $0.cue.conditions.first?.choice != nil }
    #expect(chooses == !isStraight, "\(script)")
  }

  @Test(
    "every option is checked to its end, with what follows it",
    arguments: [
      "wait for tap\nchoose { wait 1s; { wait for tap; tilt by 60deg down } }",
      "wait for tap\nchoose { wait 1s; { if person { tilt by 60deg down } } }",
      "tilt to 40deg down\nif person { choose { wait 1s; tilt by 10deg up } }\ntilt by 10deg down",
      "wait for tap\nchoose { wait 1s; choose { wait 1s; tilt by 60deg down } }",
    ])
  func errors(script: String) { #expect(Compiling(script).codes == [.positionLimit], "\(script)") }

  @Test("options take turns, so what they move does not add up over the turns of a loop")
  func drift() {
    let bodies = [
      ("choose { tilt by 9deg up over 1s; tilt by 9deg down over 1s }", false),
      ("choose { wait 1s; wait 2s }; tilt by 9deg down over 1s", true),
      ("choose { pan by 9deg left over 1s; wait 1s }; tilt by 9deg down over 1s", true),
    ]
    for (body, isWarned) in bodies {
      let compiled = Compiling("repeat forever { \(body) }")
      #expect(compiled.codes == (isWarned ? [.positionLimit] : []), "\(body)")
      #expect(!compiled.diagnostics.hasErrors, "\(body)")
    }
  }

  @Test("a way that makes a choice twice may never be taken")
  func doubt() {
    let compiled = Compiling(
      """
      gesture g() { choose { wait 1s; tilt by 30deg down } }
      tilt to home over 1s
      g()
      if person { wait 1s }
      g()
      """)
    #expect(compiled.codes == [.positionLimit] && !compiled.diagnostics.hasErrors)
  }

  @Test("an option without time in a loop without end is named")
  func endless() throws {
    let found = Compiling("repeat forever { choose { log 1; wait 1s } }").diagnostics.all
    #expect(found.map(\.code) == [.endlessLoop])
    #expect(found.first?.labels.map(\.text) == ["if this is chosen, no time passes"])
  }

  @Test("a branch that chooses in the show shares no axis with another")
  func branches() {
    let branches = """
      together {
          { choose { wait 1s; wait 2s }; pan by 9deg left }
          { wait 5s; pan by 9deg left }
      }

      """
    #expect(Compiling(branches).codes == [])
    #expect(Compiling(branches + "wait for tap").codes == [.sharedAxis])
  }
}
