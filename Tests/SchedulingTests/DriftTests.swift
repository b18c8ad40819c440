import Diagnosis
import Testing

/// A loop that need not end comes back to where it began, or the compiler says when it is too far.
@Suite struct DriftTests {
  /// A decision, after which time passes in any case.
  private static let either = "if docked { wait 2s } else { wait 3s }"

  @Test(arguments: [
    ("repeat forever { tilt by 5deg down over 1s }", "iteration 10"),
    ("tilt to 40deg up over 2s\nrepeat forever { tilt by 5deg down over 1s }", "iteration 18"),
    ("every 2s { tilt by 1deg down over 1s }", "iteration 46"),
    (
      "repeat while pi > 3 { pan to 5deg right; tilt by 10deg up over 1s; pan to home }",
      "iteration 5"
    ),
    (
      "limit tilt to 9deg up .. 9deg down\nrepeat forever { tilt by 5deg down over 1s }",
      "iteration 2"
    ),
    (
      "limit pan to 80deg left .. 80deg right\nrepeat forever { pan by 10deg right }", "iteration 9"
    ),
    ("repeat forever { spin tilt at 5deg/s down; wait 1s }", "iteration 9"),
    ("repeat forever { tilt by 0.05deg down over 1s }", "iteration 901"),
    // The turn behind those that the sheet has goes too far at once.
    ("repeat forever { tilt by 20deg down over 1s }", "iteration 3"),
    ("repeat forever { spin tilt at 10deg/s down; wait 2s }", "iteration 3"),
  ])
  func theTurnThatGoesTooFarIsNamed(script: String, turn: String) throws {
    let errors = Compiling(script).diagnostics.all.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [.positionLimit], "\(script)")
    #expect(errors.first?.labels.contains { $0.text == turn } == true, "\(script) \(errors)")
  }

  @Test("whichever turn is the one that goes too far", arguments: 5...45)
  func everyTurn(step: Int) {
    let turn = "iteration \(45 / step + 1)"
    let forever = "repeat forever { tilt by \(step)deg up over 2s }"
    let errors = Compiling(forever).diagnostics.all
    #expect(errors.map(\.code) == [.positionLimit])
    #expect(errors.first?.labels.contains { $0.text == turn } == true, "\(errors)")
    #expect(errors.first?.severity == .error)
    // So it is where something that is read decides, though that may also end it.
    for doubtful in [
      "repeat while not person { tilt by \(step)deg up over 2s }",
      "repeat forever { if docked { tilt by \(step)deg up over 2s } else { wait 1s } }",
    ] {
      let found = Compiling(doubtful).diagnostics
      #expect(found.all.map(\.code) == [.positionLimit], "\(doubtful)")
    }
    let modes = """
      mode a { tilt by \(step)deg up over 2s; go to b }
      mode b { wait 1s; go to a }
      """
    #expect(Compiling(modes).diagnostics.all.map(\.code) == [.positionLimit])
  }

  /// Nobody knows where the axis stands, but how far it goes from there.
  @Test(
    "so it is behind a tracker, as there is room in some turns alone",
    arguments: [
      ("move to person\nrepeat forever { tilt by 3deg up over 1s }", "iteration 31"),
      ("follow person for 2s\nevery 2s { tilt by 3deg up over 1s }", "iteration 31"),
      (
        "move to person\nrepeat forever { tilt by 20deg up over 1s; tilt by 18deg down over 1s }",
        "iteration 37"
      ),
      (
        "move to person\nrepeat forever { tilt by 18deg down over 1s; tilt by 20deg up over 1s }",
        "iteration 37"
      ),
      (
        "move to person\ntilt by 9deg up\nrepeat forever { tilt by 5deg down over 1s }",
        "iteration 19"
      ),
      ("move to person\nrepeat forever { tilt to person; pan by 9deg left }", "iteration 14"),
      (
        "move to person\nrepeat 40 { tilt by 3deg up; if docked { wait 1s } }", "iteration 31 of 40"
      ),
      ("move to person\nrepeat forever { spin tilt at 5deg/s down; wait 1s }", "iteration 18"),
    ])
  func whereNobodyKnows(script: String, turn: String) {
    let errors = Compiling("limit pan to 60deg left .. 60deg right\n" + script).diagnostics.all
    #expect(errors.map(\.code) == [.noRoom], "\(script)")
    #expect(errors.first?.severity == .error)
    #expect(errors.first?.labels.contains { $0.text == turn } == true, "\(script) \(errors)")
  }

  @Test(
    "a counted loop does not hide the modes around it",
    arguments: ["pan to home", "follow person for 1s"],
    ["repeat 3 { tilt to person }", "repeat 3 { if docked { wait 1s } else { wait 2s } }"])
  func countedInModes(before: String, loop: String) {
    let found = Compiling(
      """
      limit pan to 60deg left .. 60deg right
      \(before)
      mode a { \(loop); pan by 20deg right; go to a }
      """
    ).diagnostics
    #expect(found.all.map(\.code) == [before.hasPrefix("pan") ? .positionLimit : .noRoom])
    #expect(found.hasErrors == loop.contains("person"))
  }

  @Test("modes that lead round are a loop, too")
  func modes() throws {
    let script = """
      mode a { tilt by 5deg down over 1s; go to b }
      mode b { tilt by 5deg down over 1s; go to a }
      """
    let errors = Compiling(script).diagnostics.all.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [.positionLimit])
    let notes = try #require(errors.first).notes
    #expect(notes.contains("mode 'b' begins 5 times until then"), "\(notes)")
  }

  @Test(
    "modes that lead out of the range within three turns are refused",
    arguments: [
      "mode a { tilt by 10deg down over 1s; tilt by 10deg down over 1s; go to a }",
      "mode a { repeat 2 { tilt by 10deg down over 1s }; go to a }",
      "mode a { spin tilt at 10deg/s down; wait 2s; go to a }",
    ])
  func quickModes(script: String) {
    let found = Compiling(script).diagnostics.all
    #expect(found.map(\.code) == [.positionLimit] && found[0].severity == .error, "\(script)")
  }

  @Test(arguments: [
    "race { repeat forever { tilt by 5deg down over 1s }; wait for tap }",
    "repeat forever { tilt by 5deg down over 1s; wait 1s .. 2s }",
    "limit pan to 80deg left .. 80deg right\nrepeat while docked { pan by 10deg right over 1s }",
    "mode a { tilt by 5deg down over 1s; choose { go to b; wait 1s }; go to b }\n"
      + "mode b { wait 1s; go to a }",
    "mode a { tilt by 5deg down over 1s; if person { go to b }; wait 1s; go to b }\n"
      + "mode b { wait 1s; go to a }",
    "repeat forever { if person { tilt by 5deg down over 1s } else { wait 1s } }",
    "race { wait for tap; repeat forever { tilt by 20deg down over 1s } }",
    // The last turn of a counted loop closes it.
    "mode a { repeat 2 { choose { { tilt by 5deg down over 1s }; wait 1s } }; go to a }",
    "mode a { repeat 2 { choose { { spin tilt at 5deg/s down; wait 1s }; wait 1s } }; go to a }",
    "repeat forever { spin tilt at 5deg/s down; choose { wait 1s; wait 500ms }; stop tilt }",
    // A loop in it ends, too.
    "repeat forever { repeat while person { wait 1s }\n"
      + "if docked { tilt by 5deg down over 1s } else { wait 1s } }",
    "mode a { repeat while person { wait 1s }\n"
      + "if docked { tilt by 5deg up over 1s } else { tilt to home over 1s }; go to a }",
    "repeat 20 { repeat while person { wait 1s }\n"
      + "if docked { tilt by 8deg down over 1s } else { wait 1s } }",
    // A count decides, but not how often it goes round.
    "count n\ntilt to home\nmode a { repeat 3 {\n"
      + "choose { { tilt by 12deg down over 1s }; wait 1s }\n"
      + "if 3 > n { wait 1s } else { add 1 to n } }; go to a }",
    "count n\nrepeat forever { tilt by 20deg up over 1s; if n < 9 { wait 1s; add 1 to n } }",
    // Each cue begins in the midst of a move.
    "repeat forever { race { { tilt by 5deg down over 1s; wait 9s }; \(either) } }",
    "repeat forever { race { tilt by 9deg down over 4s; { wait 1s; \(either) } } }",
    "limit pan to 80deg left .. 80deg right\n"
      + "repeat forever { race { { pan by 9deg right over 2s; wait 9s }; \(either) } }",
    "mode a { race { { tilt by 5deg up over 1s; wait 2s }; \(either) }; go to a }",
  ])
  func whereEventsOrChanceDecideItIsAWarning(script: String) {
    let found = Compiling(script).diagnostics
    #expect(!found.hasErrors, "\(script)")
    #expect(found.all.map(\.code) == [.positionLimit], "\(script)")
  }

  @Test(arguments: [
    "repeat forever { tilt by 5deg down over 1s; tilt by 5deg up over 1s }",
    "repeat forever { tilt to 5deg down over 1s; wait 1s }",
    "repeat forever { wait for tap; tilt by 5deg down over 1s }",
    "race { repeat forever { tilt by 5deg down over 1s }; wait 5s }",
    "repeat forever { animate yes }",
    "mode a { tilt by 5deg down over 1s; go to b }\nmode b { tilt by 5deg up over 1s; go to a }",
    "mode a { tilt by 5deg down over 1s; wait for tap; go to b }\nmode b { wait 1s; go to a }",
    "repeat forever { race { { tilt to 5deg down over 1s; wait 9s }; \(either) }\n"
      + "tilt to home over 1s }",
    "repeat forever { race { { tilt by 5deg down over 1s; wait 9s }; \(either) }\n"
      + "tilt by 5deg up over 1s }",
    "repeat forever { repeat while person { wait 1s }\n"
      + "if docked { tilt by 5deg up over 1s }; tilt to home over 1s }",
    // What is read may end it before.
    "count turns\nrepeat while turns < 2 { tilt by 20deg down over 1s; add 1 to turns }",
    "move to person\nrepeat forever { tilt by 5deg down over 1s; tilt by 5deg up over 1s }",
    "repeat forever { tilt to person; tilt by 20deg up over 1s }",
    "repeat forever { follow person for 2s; tilt by 20deg up over 1s }",
    "repeat forever { follow person for 2s; repeat 3 { tilt by 20deg up over 1s } }",
    "count turns\nmode a { tilt by 20deg down over 1s; add 1 to turns\n"
      + "if turns > 1 { go to b }; go to a }\nmode b { tilt to home; set turns to 0; go to a }",
    "count n\nrepeat forever { tilt by 20deg up over 1s; add 1 to n\n"
      + "if n > 1 { tilt to home; set n to 0 } }",
    // Nobody knows where it stands, and it goes first to where there is room.
    "limit pan to 80deg left .. 80deg right\npan to person over 1s\n"
      + "repeat forever { race { pan by 8deg left over 2s; wait 1s }; pan to person over 1s }",
  ])
  func whatComesBackIsWell(script: String) {
    #expect(Compiling(script).codes == [], "\(script)")
  }

  @Test(arguments: [
    "repeat forever { pan by 10deg right over 1s }",
    "repeat forever { if person { pan by 10deg right over 1s } else { wait 1s } }",
  ])
  func anAxisWithoutEndsWindsUpItsCable(script: String) {
    #expect(Compiling(script).codes == [.woundUp], "\(script)")
    // It has come back before that.
    let back = script.replacing("over 1s", with: "over 1s; pan by 10deg left over 1s")
    #expect(Compiling(back).codes == [], "\(back)")
  }

  @Test("a counted loop ends before that", arguments: [3, 60])
  func aCableThatIsNotWoundUp(turns: Int) {
    let script = """
      spin pan at 15deg/s left
      repeat \(turns) { if person { wait 1s } else { wait 1500ms } }
      stop pan
      """
    #expect(Compiling(script).codes == (turns == 3 ? [] : [.woundUp]), "\(script)")
  }
}
