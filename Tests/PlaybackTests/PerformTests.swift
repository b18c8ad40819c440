import Diagnosis
import Foundation
import Language
import Printing
import Rehearsal
import Schedules
import Scheduling
import Testing
import Vocabulary

/// Tests that play their script, and what they expect of it.
struct PerformTests {
  /// What was found by the first test of `text`, line by line: the messages of its errors.
  private func failures(_ text: String) throws -> [String] {
    try run(text).found.all.filter { $0.severity == .error }.map(\.message)
  }

  private func run(_ text: String) throws -> TestRun {
    try script(text).runTest(0, for: Compilation(), in: nil, keepsVisits: true)
  }

  private func script(_ text: String) throws -> Script {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    if script.program == nil, !text.contains("repeat forever") {
      Issue.record("\(script.diagnostics.all.map(\.message))")
    }
    return script
  }

  private static let show = """
    on button 1 pausing { face happy; animate no; log "pressed" }
    on tap replacing { move to home over 1s }
    on double_tap { wait 2s }
    limit pan to 40deg left .. 40deg right
    pan to 30deg right over 2s
    wait for { shutter { camera record start }; timeout 3s { log "nobody" } }
    test "it" {
      %%
    }
    """

  private func ofShow(_ test: String) throws -> [String] {
    try failures(PerformTests.show.replacing("%%", with: test))
  }

  @Test(
    "a test finds no more wrong with what it performs than a check of that alone",
    arguments: [
      """
      count n to 5
      follow person for 1s
      repeat while n < 1 { add 1 to n; pan to 7deg right at 8deg/s }
      """,
      """
      limit pan at 40deg/s
      wait for { tap; timeout 0.8s { pan by 8deg left over 1s }}
      wait for { tap { pan to 30deg right over 1s }; timeout 0.8s { pan by 8deg left over 1s }}
      """,
      // A counted loop beside the end of the performance ends when it has been counted.
      """
      repeat 2 {
        if person { wait 100ms } else { wait 200ms }
        spin tilt at 5deg/s up for 1200ms
        stop tilt over 607ms
      }
      """,
      """
      limit tilt to 10deg up .. 10deg down
      repeat 2 { spin tilt at 5deg/s up for 1s; stop tilt; wait for tap for at most 1s }
      """,
      // Whether the two faces meet is up to the world.
      """
      tempo 100bpm
      mode m1 {
        wait 200ms
        if charging {
          race { face surprise over 900ms; { wait until next bar; face surprise over 600ms } }
        }
        go to m1
      }
      """,
    ])
  func noMoreThanAlone(text: String) throws {
    #expect(!(try script(text).findings(for: Compilation()).hasErrors))
    let tested = text + "\ntest \"it\" { perform for 30s }"
    #expect(!(try script(tested).findings(for: Compilation()).hasErrors))
    #expect(try failures(tested) == [])
  }

  @Test func facesThatMeetAtAnEventDoNotEndTheShow() throws {
    let show = """
      together { { wait for tap; face disgust over 1s }; { wait 2s; face sad over 300ms } }
      """
    let test = "test \"it\" { scene { at 1.5s tap }; expect at 2.4s face sad; perform }"
    #expect(try failures("\(show)\n\(test)") == [])
  }

  @Test func anExpectationBehindAllSeesWhatCameLaterThanPlanned() throws {
    // The axes take their time to come to rest, so that the last counts are late.
    let show = "count n\nfinally { add 1 to n }\nfollow person for 2010ms\nadd 1 to n"
    #expect(try failures("\(show)\ntest \"it\" { perform; expect n == 2 }") == [])
  }

  @Test func aHeldWaitSeesNothingOfWhatItsHandlerHasChangedBack() throws {
    let show = """
      count n to 3
      on tap pausing { add 1 to n; set n to 0 }
      wait until n == 1 for at most 5s
      """
    let test = "test \"it\" { scene { at 3s tap }; perform; expect elapsed == 5s }"
    #expect(try failures("\(show)\n\(test)") == [])
  }

  @Test(
    "what is wrong with the script or with the rest of a test is found",
    arguments: [
      "wait for tap\npan to 30deg right over 100ms\ntest \"it\" { perform for 30s }",
      "wait 1s\ntest \"it\" { perform for 30s; pan to 30deg right over 100ms }",
    ])
  func noLessThanAlone(text: String) throws {
    let message = "too fast: this takes at least 0.509s"
    #expect(try failures(text) == [message])
    let found = try script(text).findings(for: Compilation())
    #expect(found.all.map(\.message) == [message])
  }

  private static let parts = """
    count taps
    on tap { add 1 to taps }
    tempo 120bpm meter 4
    limit pan at 30deg/s
    face happy
    add 3 to taps
    pan to 30deg right over 3beats
    mark "verse"
    wait until next bar
    tilt to 10deg up over 1s
    mode idle { wait 3s; mark "late"; pan by 10deg left over 1s; go to greet }
    mode greet { log "hello"; wait 10s }
    test "it" {
      %%
    }
    """

  @Test(
    "a test begins at a mark or a mode, as if nothing had come before",
    arguments: [
      // The mark is at beat 4 of bar 1, and no motion leads there.
      """
      expect at 0s pose near pose(pan: 30deg right) within 0.1deg
      expect at 0s face happy
      expect at 400ms peak tilt speed == 0deg/s
      expect at 600ms peak tilt speed > 0deg/s
      perform from "verse" for 1.5s
      expect elapsed == 1.5s
      expect always pan within 29.9deg right .. 30.1deg right
      expect peak pan speed <= 1deg/s
      """,
      // Counts are as the script leaves them, and events come by the time of the test.
      """
      scene { at 2s tap }
      expect at 0s mode idle
      expect at 1s taps == 3
      expect at 2.5s taps == 4
      perform from idle for 3.5s
      expect pose near pose(pan: 25deg right, tilt: 10deg up) within 2deg
      """,
      """
      expect at 0s mode idle
      expect at 1100ms mode greet
      perform from "late" for 2s
      expect pose near pose(pan: 20deg right, tilt: 10deg up) within 0.1deg
      expect log "hello"
      """,
      """
      perform from greet
      expect elapsed == 10s
      move to home over 2s
      expect elapsed == 12s
      """,
    ])
  func fromMark(test: String) throws {
    let text = PerformTests.parts.replacing("%%", with: test)
    #expect(try failures(text) == [])
  }

  @Test("what stands above the mark is not carried out by the test")
  func coverageFromMark() throws {
    let script = """
      gesture before() { wait 1s }
      gesture after() { wait 2s }
      before()
      mark "here"
      after()
      test "it" { perform from "here"; expect elapsed == 3s }
      """
    let run = try run(script)
    #expect(run.found.all.map(\.message).count == 1, "it takes 2 s")
    #expect(run.visits.count == 1)
  }

  @Test(
    "a test has handlers of its own, and its show begins at a mark or a mode",
    arguments: ["perform from \"x\"", "perform from b", "perform"])
  func handlersOfTests(performance: String) throws {
    let found = try failures(
      """
      mode a { pan by 5deg right over 1s; go to b }
      mode b { mark "x"; pan by 5deg left over 2s; log "b"; go to end }
      test "h" {
          scene { at 500ms tap; at 700ms press button 1 }
          on tap { log "t" }
          on button 1 pausing { tilt to 5deg up over 500ms }
          \(performance)
          expect handler tap done 1 time
          expect handler button 1 done 1 time
          expect log "t"
          expect log "b"
          expect elapsed \(performance == "perform" ? "> 3.4s" : "< 3.4s")
      }
      """)
    #expect(found == [])
  }

  @Test("a mark stands behind a race with a loop that need not end: an event ends it")
  func markBehindEndlessLoop() throws {
    let found = try failures(
      """
      race { repeat forever { wait 1s }; wait for tap }
      mark "m"
      wait 1s
      test "m" { perform from "m"; expect elapsed == 1s }
      """)
    #expect(found == [])
  }

  @Test(
    "what comes at the last instant has happened, and what comes behind it has not",
    arguments: [
      ("at 1s undock; at 2s dock", "docked"), ("at 1s undock; at 2001ms dock", "not docked"),
      ("at 2s person ada at 0deg right; at 2s battery 10%", "person and battery < 20%"),
      ("at 2001ms person ada at 0deg right", "not person"),
    ])
  func eventsOfTheLastInstant(scene: String, state: String) throws {
    for lines in ["perform; expect \(state)", "expect at 2s \(state); perform"] {
      let found = try failures("wait 2s\ntest \"a\" { scene { \(scene) }; \(lines) }")
      #expect(found == [], "\(lines)")
    }
  }

  @Test("under 'skip' a recording ends on time, and what is owed is done")
  func endOfRecordingUnderSkip() throws {
    let found = try failures(
      """
      together {
          {
              when late skip
              repeat 1 { finally { log "owed" }; camera record { wait 3s } }
              log "behind"
          }
          { wait 500ms; pan by 10deg right over 1s; wait 1s }
      }
      test "t" {
          scene { at 0.3s fault late }
          expect at 2.999s recording
          expect at 3s not recording
          expect at 3s log "owed"
          perform
      }
      """)
    #expect(found == [])
  }

  @Test("a test plays the script, and then goes on")
  func plays() throws {
    let found = try ofShow(
      """
      expect at 1s face normal
      expect at 2s pose near pose(pan: 30deg right) within 0.1deg
      perform
      expect elapsed == 5s
      expect log "nobody"
      expect not recording
      expect late == 0s
      expect handler button 1 done 0 times
      pan to 0deg over 1s
      expect elapsed == 6s
      expect pose near home within 0.1deg
      """)
    #expect(found == [])
  }

  @Test("the scene of the test calls the handlers of the script")
  func handlers() throws {
    let found = try ofShow(
      """
      scene { at 1s press button 1; at 5s press shutter }
      expect at 900ms face normal
      expect at 2s face happy
      expect at 4500ms not recording
      perform
      expect recording
      expect log "pressed"
      expect handler button 1 done 1 time
      expect elapsed == 5s
      wait 500ms
      """)
    #expect(found == [])
  }

  @Test("a handler that is called once has one call, whatever comes")
  func once() throws {
    let script = """
      on tap once { log "hello" }
      wait 9s
      test "taps" {
        scene { at 1s tap; at 2s tap; at 3s tap }
        perform
        expect handler tap done 1 time
        expect handler tap dropped 0 times
      }
      """
    #expect(try failures(script) == [])
  }

  @Test("a button is pressed, whether or not its handler or the test says so")
  func phaseOfButton() throws {
    let phases = ["", " pressed"]
    for (own, asked) in phases.flatMap({ own in phases.map { (own, $0) } }) {
      let script = """
        on button 1\(own) { log "hello" }
        on button 1 released { log "bye" }
        wait 9s
        test "presses" {
          scene { at 1s hold button 1 for 1s; at 3s hold button 1 }
          perform
          expect handler button 1\(asked) done 2 times
          expect handler button 1 released done 1 time
        }
        """
      #expect(try failures(script) == [], "\(own), \(asked)")
    }
  }

  @Test("handlers in one line are handlers of their own")
  func severalInALine() throws {
    let script = """
      on tap { log "a" }; on double_tap { log "b" }; on button 2 { log "c" }
      wait 9s
      test "each" {
        scene { at 1s tap; at 2s double_tap; at 3s tap }
        perform
        expect handler tap done 2 times
        expect handler double_tap done 1 time
        expect handler button 2 done 0 times
      }
      """
    #expect(try failures(script) == [])
  }

  @Test("a handler that replaces the show does not replace the test")
  func replaced() throws {
    let found = try ofShow(
      """
      scene { at 500ms double_tap; at 1s tap }
      perform
      expect handler tap done 1 time
      expect handler double_tap preempted 1 time
      expect elapsed < 3s
      expect elapsed == 0s
      """)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("expected == 0s, found ") == true)
  }

  @Test(
    "a failure says what is so, and what was expected",
    arguments: [
      ("perform; expect face happy", "expected face happy, found face normal"),
      ("perform; expect recording", "expected a recording, found no recording"),
      ("perform; expect log \"x\"", "expected 'x', found 'nobody'"),
      ("perform; expect late > 1s", "expected > 1s, found 0s late"),
      (
        "perform; expect handler tap done 1 time",
        "expected done 1, found done 0, preempted 0, dropped 0"
      ),
      (
        "perform; expect handler shutter done 0 times",
        "expected a handler of 'shutter', found no such handler"
      ),
      (
        "expect at 9s face normal; perform",
        "the test is over at 5s, before this is checked at 9s"
      ),
      (
        "expect at 1s pose near home within 1deg; perform",
        "expected pan 0deg, tilt 0deg within 1deg, found pan 15deg right, tilt 0deg"
      ),
    ])
  func words(test: String, words: String) throws {
    #expect(try ofShow(test) == [words])
  }

  @Test("a failure in a loop says in which turn")
  func turn() throws {
    let run = try run(
      """
      test "it" {
        for step in 1..3 { wait 1s; expect elapsed == step * 1s }
        repeat 2 { wait 1s; expect elapsed < 5s }
      }
      """)
    let errors = run.found.all.filter { $0.severity == .error }
    #expect(errors.map { $0.labels.map(\.text) } == [["iteration 2 of 2"]])
  }

  @Test("an axis where it should not be: the failure says when, and inside of what")
  func breach() throws {
    let run = try run(
      """
      gesture nod(depth: angle) {
        tilt by depth down over 500ms
        tilt by depth up over 500ms
      }
      on button 1 pausing { animate yes }
      for step in 1..4 { nod(depth: 3deg * step) }
      test "it" {
        perform
        expect always tilt within 1deg up .. 10deg down
        expect peak tilt speed < 40deg/s
      }
      """)
    let place =
      "in 'tilt by depth down over 500ms' at line 2, in nod(depth: 3deg * step), called at line 6, "
      + "iteration 4 of 4 of 'for step in 1..4' at line 6"
    let errors = run.found.all.filter { $0.severity == .error }
    #expect(
      errors.map(\.message) == [
        "expected 1deg up .. 10deg down, found tilt 0deg .. 12deg down",
        "expected < 40deg/s, found tilt 48deg/s",
      ])
    #expect(errors.map(\.notes) == [["first at 3.344s, \(place)"], ["first at 3.183s, \(place)"]])
  }

  private static let loop = """
    limit pan to 20deg left .. 20deg right
    on button 1 pausing { animate yes }
    on button 2 replacing { animate no }
    repeat forever { pan to 10deg left over 1s; pan to 10deg right over 1s }
    test "it" {
      %%
    }
    """

  private func ofLoop(_ test: String) throws -> [String] {
    try failures(PerformTests.loop.replacing("%%", with: test))
  }

  @Test("a script without an end is played for a time, and the axes come to rest")
  func endless() throws {
    let found = try ofLoop(
      """
      perform for 7500ms
      expect elapsed >= 7500ms
      expect elapsed < 7900ms
      expect peak pan speed > 10deg/s
      wait 1s
      expect elapsed < 8900ms
      """)
    #expect(found == [])
    #expect(try ofLoop("perform").count == 1)
  }

  @Test("the time runs on while the show is paused, and ends the handler, too")
  func timeOfHandlers() throws {
    let found = try ofLoop(
      """
      scene { at 2s press button 1; at 6900ms press button 1 }
      perform for 7s
      expect elapsed < 8300ms
      expect handler button 1 done 1 time
      expect handler button 1 preempted 1 time
      """)
    #expect(found == [])
  }

  @Test("a performance for a time may end sooner")
  func sooner() throws {
    let found = try ofLoop(
      """
      scene { at 2s press button 2 }
      perform for 20s
      expect elapsed < 4s
      expect handler button 2 done 1 time
      """)
    #expect(found == [])
  }

  @Test("what a show does last counts, also behind a turn that an event has cut short")
  func lastStatement() throws {
    let show = """
      race { { spin pan at 20deg/s right for 6s; stop pan }; wait for tap }
      log "one"
      face happy

      """
    let test = """
      test "it" { scene { at 2.5s tap }; perform; expect log "one"; expect face happy }
      """
    #expect(try failures(show + test) == [])
  }

  @Test("a wait that nothing ends is cut off, and without a time the test fails")
  func silence() throws {
    let wait = "wait for tap\n"
    #expect(try failures(wait + "test \"it\" { perform for 3s; expect elapsed == 3s }") == [])
    let found = try failures(wait + "test \"it\" { perform; expect elapsed == 3s }")
    #expect(found.first == "the test waits for what does not come: 'tap'")
    let ways = "on undock { log 1 }\nwait for { button 1; tap when person }\n"
    #expect(
      try failures(ways + "test \"it\" { perform }").first
        == "the test waits for what does not come: 'button 1', 'tap'")
    let mode = "mode a { on tap { go to a } }\n"
    #expect(
      try failures(mode + "test \"it\" { perform }").first
        == "the test waits for what does not come: 'tap'")
    let modes = """
      on flip { log "flip" }
      on button 1 { go to b }
      mode a { on button 2 { log "two" }; on tap { go to b }; wait 1s }
      mode b { wait 1s }

      """
    #expect(
      try failures(modes + "test \"it\" { perform }").first
        == "the test waits for what does not come: 'button 1', 'tap'")
  }

  @Test(
    "a played script has the schedule of a run", arguments: ["Examples", "Tests/Goldens/schedules"])
  func sameSchedule(folder: String) throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var count = 0
    for name in names.sorted() where name.hasSuffix(".dock") && !name.contains("flow2pro") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      // The lines of both are the same.
      let texts = [text + "\n", text + "\ntest \"it\" { perform }\n"]
      let schedules = texts.enumerated().compactMap { index, text -> String? in
        let file = LoadedFile(identity: name, name: name, bytes: Array(text.utf8))
        let script = Script(checking: file) { used, _ in
          let found = try? Data(contentsOf: folder.appending(path: used))
          return found.map {
            .success(LoadedFile(identity: used, name: used, bytes: [UInt8]($0)))
          } ?? .failure(.notFound)
        }
        var compilation = Compilation()
        if index == 1 { compilation.test = script.testNames.count - 1 }
        var found = script.diagnostics
        guard let schedule = script.schedule(for: compilation, reporting: &found) else {
          return nil
        }
        var form = ""
        schedule.writeText { form += $0.text }
        // The motors are given back at the end of the test, not of the script.
        return form.split(separator: "\n").filter { !$0.contains("tracking restore") }
          .joined(separator: "\n")
      }
      guard schedules.count == 2 else { continue }
      #expect(schedules[0] == schedules[1], "\(name)")
      count += 1
    }
    #expect(count >= 5)
  }

  @Test("a late call makes the run late")
  func late() throws {
    let found = try failures(
      """
      pan to 30deg right over 2s
      animate yes
      pan to 0deg over 2s
      test "it" {
        scene { at 1900ms fault late }
        expect at 1s late == 0s
        perform
        expect late > 100ms
        expect late < 1s
      }
      """)
    #expect(found == [])
  }

  @Test(
    "what stands in 'finally' above the modes is done when the performance is over",
    arguments: [
      "perform; expect n == 1; wait 1s; expect log \"end\"", "perform from a; expect log \"end\"",
      "finally { add 1 to n }; perform for 500ms; expect log \"end\"; expect n == 1",
    ])
  func finallyAboveModes(test: String) throws {
    let show = """
      count n to 9
      finally { add 1 to n; log "end" }
      mode a { wait 1s }
      test "it" { \(test) }
      """
    #expect(try failures(show) == [])
  }

  @Test("the random numbers are those of a run")
  func random() throws {
    let show = "let pause = random(1s, 2s)\nwait 1s .. 9s; log pause\n"
    var found = Diagnostics()
    let text = show + "test \"it\" { let other = random(1s, 2s); wait other; perform }"
    let cue = try #require(try script(text).firstCue(for: Compilation(), reporting: &found))
    let lines = cue.schedule.actions.compactMap { action -> String? in
      guard case .note(let note) = action else { return nil }
      return note.text
    }
    let line = try #require(lines.first)
    let wanted = text.replacing("perform }", with: "perform; expect log \"\(line)\" }")
    #expect(try failures(wanted) == [])
  }

  @Test("a test has handlers of its own, which know the names above them")
  func own() throws {
    let test = """
      on zoom by factor { log "zoomed" }
      wait 5s
      test "it" {
        scene { at 2s tap; at 3s turn zoom by 0.5 }
        let pause = 500ms
        on tap { wait pause; log "done after ", pause }
        %%
        expect log "done after 0.5s"
        expect handler tap done 1 time
      }
      """
    #expect(try failures(test.replacing("%%", with: "wait 4s; expect elapsed == 4s")) == [])
    let performed = "perform; expect log \"zoomed\"; expect handler zoom by way done 1 time"
    #expect(try failures(test.replacing("%%", with: performed)) == [])
    let alone = try failures(test.replacing("%%", with: "wait 4s; expect log \"zoomed\""))
    #expect(alone.count == 1)
  }

  @Test("an expectation that a handler of the test keeps from being judged fails")
  func unjudged() throws {
    let found = try failures(
      """
      test "it" {
        scene { at 1s tap }
        on tap replacing { animate no }
        pan to 30deg right over 2s
        expect elapsed == 2s
      }
      """)
    #expect(found == ["a handler has replaced the test before this is judged"])
  }

  private static let places = """
    gesture nod() { tilt by 3deg down; tilt by 3deg up }
    gesture shake() { animate no }
    on button 1 { if 1 > 2 { log "a" } }
    on button 2 { log "b" }
    wait for { tap { nod() }; shutter; timeout 2s }
    choose { wait 1s; wait 2s }
    test "it" { scene { %% }; perform }
    """

  private func covered(_ scene: String) throws -> [String] {
    let text = PerformTests.places.replacing("%%", with: scene)
    let script = try script(text)
    let run = try run(text)
    let coverage = Coverage(of: script, visits: run.visits)
    return coverage.byFile.flatMap(\.places).filter(\.isCovered).map { "\($0.line) \($0.name)" }
  }

  @Test("what was carried out is covered, and nothing that was only planned")
  func coverage() throws {
    let options = ["6 option 1 of 'choose'", "6 option 2 of 'choose'"]
    let quiet = try covered("")
    #expect(quiet.filter { !options.contains($0) } == ["5 timeout 2s"])
    #expect(quiet.count == 2)
    let tapped = try covered("at 1s tap").filter { !options.contains($0) }
    #expect(tapped == ["1 gesture nod", "5 way tap"])
    let pressed = try covered("at 1s press shutter; at 2s press button 1")
    #expect(
      pressed.filter { !options.contains($0) } == [
        "3 on button 1", "3 'if 1 > 2' without 'else'", "5 way shutter",
      ])
  }

  @Test("what an event has kept from being carried out is not covered")
  func interrupted() throws {
    let text = """
      gesture nod() { tilt by 3deg down; tilt by 3deg up }
      on tap replacing { face sad }
      wait 2s
      nod()
      test "it" { scene { at 1s tap }; perform }
      """
    let coverage = Coverage(of: try script(text), visits: try run(text).visits)
    #expect(coverage.byFile.flatMap(\.places).map(\.isCovered) == [false, true])
  }

  @Test("the coverage of several scripts is one")
  func several() throws {
    let text = PerformTests.places.replacing("%%", with: "")
    let tapped = PerformTests.places.replacing("%%", with: "at 1s tap")
    var all = Coverage(of: try script(text), visits: try run(text).visits)
    #expect(all.count.all == 11)
    #expect(all.count.covered == 2)
    all.add(Coverage(of: try script(tapped), visits: try run(tapped).visits))
    #expect(all.count.all == 11)
    #expect(all.count.covered >= 4)
    #expect(all.share < 1)
    #expect(Coverage().share == 1)
  }
}
