import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// A script with modes is always in one of them, and 'go to' leaves all of it.
@Suite struct ModeTests {
  /// The notes of `script`, each with its milliseconds, and what has come of the run.
  private func play(
    _ script: String, _ events: [(WorldEvent, Double)], for seconds: Double = 30
  ) throws -> (notes: [String], show: CueShow) {
    let happenings = events.map { Happening.event($0.0, at: Int($0.1 * 1e9)) }
    let show = try CueShow(script, happenings + [.end(at: seconds)])
    #expect(show.run.findings.isEmpty)
    return (show.notes, show)
  }

  private let tap = WorldEvent(.tap)
  private let button = WorldEvent(.button, .pressed, number: 1)

  @Test("a mode begins when the axes stand, also if another event comes before that")
  func eventsWhileTheAxesStop() throws {
    for second in [tap, button] {
      let (notes, _) = try play(
        """
        on tap { go to a }
        on button 1 { go to b }
        mode a { pan to 50deg right over 3s }
        mode b { wait 1s }
        """, [(tap, 1), (second, 1.02)])
      let next = second == tap ? "a" : "b"
      #expect(notes == ["0 mode a", "1079 mode \(next)"])
    }
  }

  @Test(
    "several handlers of one event may lead to one mode", arguments: ["", "queued ", "pausing "])
  func sameModeTwice(policy: String) throws {
    let (notes, show) = try play(
      """
      on tap \(policy){ go to a }
      on tap { log "x"; go to a }
      mode a { wait for button 1 }
      """, [(tap, 1)])
    #expect(notes.filter { $0 == "1000 mode a" }.count == 2 && notes.contains("1000 log x"))
    guard case .cancelled = show.run.outcome.ending else {
      Issue.record("\(show.run.outcome.ending)")
      return
    }
  }

  @Test("of several handlers above the modes the last 'go to' counts, in a mode the first")
  func severalWays() throws {
    let handlers = "on tap { go to b }\non tap { go to c }\n"
    let modes = "mode b { wait 9s }\nmode c { wait 9s }\n"
    let (above, _) = try play("\(handlers)mode a { wait 9s }\n\(modes)", [(tap, 1)], for: 5)
    #expect(above == ["0 mode a", "1000 mode b", "1000 mode c"])
    let (inside, _) = try play("mode a { \(handlers)wait 9s }\n\(modes)", [(tap, 1)], for: 5)
    #expect(inside == ["0 mode a", "1000 mode b"])
  }

  @Test(
    "'go to end' ends the script, whatever could lead on",
    arguments: [
      ("on tap { go to end }\non button 1 { go to a }\nmode a { pan to 50deg right over 3s }", 1),
      ("on button 1 { go to a }\nmode a { pan to 50deg right over 1s; go to end }", 0),
      ("on button 1 { go to a }\nmode a { on tap { go to end }; pan to 50deg right over 3s }", 1),
      ("on tap { go to a }\non tap { go to end }\nmode a { pan to 50deg right over 3s }", 2),
    ])
  func goingToTheEnd(script: String, calls: Int) throws {
    let (notes, show) = try play("finally { log \"over\" }\n\(script)", [(tap, 1)])
    #expect(notes.last?.hasSuffix(" log over") == true, "\(notes)")
    #expect(notes.count { $0.hasSuffix("mode a") } == 1, "\(notes)")
    #expect(show.run.outcome.ending == .done && show.run.outcome.length < 1_200_000_000)
    #expect(show.run.outcome.handlers.reduce(0) { $0 + $1[.done] } == calls)
  }

  @Test("a handler goes on behind 'go to end', and leads to no mode; a mode may be called so")
  func beyondTheEnd() throws {
    let (going, _) = try play(
      """
      on tap { wait 2s; log "late" }
      mode a { wait for tap; go to end }
      """, [(tap, 1)])
    #expect(going == ["0 mode a", "3000 log late"])
    let (again, _) = try play(
      """
      on tap { go to end }
      on tap { go to b }
      mode a { wait 9s }
      mode b { wait 1s; log "b" }
      """, [(tap, 1)], for: 5)
    #expect(again == ["0 mode a"])
    let (named, _) = try play(
      "mode a { wait 1s; go to end }\nmode end { wait 1s; log \"x\" }", [])
    #expect(named == ["0 mode a", "1000 mode end", "2000 log x"])
  }

  @Test("a handler that holds the show holds a mode that waits for the axes to stand")
  func holdingWhileTheAxesStop() throws {
    let (notes, _) = try play(
      """
      on tap { go to b }
      on button 1 pausing { tilt to 10deg down over 1s }
      mode a { pan to 50deg right over 3s }
      mode b { pan to home over 1s; log "home" }
      """, [(tap, 1), (button, 1.02)])
    #expect(notes == ["0 mode a", "2370 mode b", "3370 log home"])
  }

  @Test("a handler that replaces what the mode does and one that leads on may have the same event")
  func replacingAndGoing() throws {
    let show = try CueShow(
      """
      on flip replacing { face happy }
      on flip { go to a }
      mode a { pan by 8deg right over 1s; pan by 8deg left over 1s; go to a }
      """, [.event(WorldEvent(.flip), at: 500_000_000), .end(at: 3)])
    #expect(show.run.findings == [])
    #expect(show.notes.count { $0.hasSuffix("mode a") } == 3)
  }

  @Test("a handler that has replaced what the mode does ends with it", arguments: [1.01, 1.5])
  func goingWhileReplaced(time: Double) throws {
    let (notes, _) = try play(
      """
      on tap replacing { finally { log "left" }; tilt to 5deg down over 1s; log "down" }
      on button 1 { go to b }
      mode a { move to home over 2s }
      mode b { move to home over 2s; log "home" }
      """, [(tap, 1), (button, time)])
    let places = notes.map { $0.split(separator: " ", maxSplits: 1)[1] }
    #expect(places == ["mode a", "log left", "mode b", "log home"])
  }

  @Test("so it does if the same event leads on")
  func goingInPlaceOfReplacing() throws {
    let (notes, _) = try play(
      """
      on tap replacing { spin pan at 15deg/s right }
      on tap { go to b }
      mode a { wait 30s }
      mode b { move through pose(pan: 9deg right), pose(tilt: 6deg down), home over 5s }
      """, [(tap, 1)])
    #expect(notes == ["0 mode a", "1000 mode b"])
  }

  @Test("what is stopped keeps its limits until it stands", arguments: [0.36, 0.38, 0.4])
  func limitsWhileTheAxesStop(time: Double) throws {
    for policy in ["", "replacing"] {
      let (notes, _) = try play(
        """
        limit pan at 40deg/s
        on tap \(policy) { go to b }
        on button 1 { go to a }
        mode a { limit pan at 20deg/s; pan to 10deg left over 1s; pan to home over 2s }
        mode b { move to home over 2s; log "home" }
        """, [(tap, 0.35), (button, time)])
      #expect(notes.last == "407 mode a")
    }
  }

  /// The bars of a tempo above the modes stand still while the show is held, also for later modes.
  @Test(arguments: [0.5, 0.6, 1.5])
  func aTempoAboveTheModesStandsStill(time: Double) throws {
    let (notes, _) = try play(
      """
      tempo 120bpm
      on tap pausing { pan by 5deg left over 1s; pan by 5deg right over 500ms }
      mode a { wait 1700ms; go to b }
      mode b { wait until next bar; log "bar" }
      """, [(tap, time)])
    #expect(notes == ["0 mode a", "3200 mode b", "3500 log bar"])
  }

  @Test func theFirstModeBeginsBehindWhatStandsAboveIt() throws {
    let (notes, show) = try play(
      """
      log "first"
      wait 1s
      mode a { log "in a"; wait 2s; go to b }
      mode b { log "in b" }
      """, [])
    #expect(
      notes == ["0 log first", "1000 mode a", "1000 log in a", "3000 mode b", "3000 log in b"])
    #expect(show.run.outcome.ending == .done)
  }

  /// Three taps at three times, in a handler of the mode; the count decides.
  @Test func aHandlerOfTheModeLeadsOn() throws {
    let script = """
      count taps to 3
      mode idle { on tap { add 1 to taps; if taps == 3 { go to greet } }; wait 20s }
      mode greet { set taps to 0; log "hello"; wait 2s; go to idle }
      """
    let (notes, _) = try play(script, [(tap, 1), (tap, 2), (tap, 2), (tap, 3), (tap, 5)])
    #expect(notes == ["0 mode idle", "2000 mode greet", "2000 log hello", "4000 mode idle"])
  }

  /// The first tap in a mode is for its handler, the second for the one above; the mode anew, too.
  @Test func onceBeginsAnewWithItsMode() throws {
    let script = """
      on tap { log "above" }
      mode a { on tap once { log "once" }; wait 3s; go to b }
      mode b { wait 1s; go to a }
      """
    let taps = [1, 2, 5, 6].map { (tap, Double($0)) }
    let (notes, show) = try play(script, taps, for: 7)
    #expect(
      notes.filter { !$0.contains("mode") }
        == ["1000 log once", "2000 log above", "5000 log once", "6000 log above"])
    #expect(show.run.outcome.handlers.map { $0[.done] } == [2, 2])
    #expect(show.run.outcome.drops == 0)
  }

  /// What could lead on has been called: the mode that is done is the end.
  @Test func aModeEndsAfterTheOnlyCallThatLedOn() throws {
    let script = """
      on tap once { go to b }
      mode a { wait 1s }
      mode b { log "b" }
      """
    let (notes, show) = try play(script, [(tap, 3)])
    #expect(notes == ["0 mode a", "3000 mode b", "3000 log b"])
    #expect(show.run.outcome.ending == .done && show.run.outcome.length == 3_000_000_000)
  }

  /// Its only handler has been called as often as it may be: the mode ends with that call.
  @Test func aModeEndsWithTheLastCallThatItWaitedFor() throws {
    let script = """
      mode a { on tap once { log "tap"; wait 1s }; on button 1 once { wait 2s }; log "a" }
      """
    let (_, one) = try play(script, [(button, 1), (tap, 4)])
    #expect(one.run.outcome.ending == .done && one.run.outcome.length == 5_000_000_000)
    let (_, both) = try play(script, [(tap, 3), (button, 3), (tap, 9)])
    #expect(both.run.outcome.ending == .done && both.run.outcome.length == 5_000_000_000)
  }

  @Test func aHandlerOfTheModeTakesThePlaceOfThoseAbove() throws {
    let script = """
      on tap { log "above" }
      mode a { on tap when person { log "never" }; wait for button 1; go to b }
      mode b { on tap { log "b" }; wait 20s }
      """
    let (notes, _) = try play(script, [(tap, 1), (button, 2), (tap, 3)])
    #expect(notes == ["0 mode a", "1000 log above", "2000 mode b", "3000 log b"])
  }

  @Test func safetyHandlersAreAllCalled() throws {
    let script = """
      on undock { log "above" }
      mode a { on undock { log "in a" }; wait 20s }
      """
    let (notes, _) = try play(script, [(WorldEvent(.undock), 1)], for: 3)
    #expect(notes.contains("1000 log above") && notes.contains("1000 log in a"), "\(notes)")
  }

  /// What turns is stopped, branches end, and the other mode begins when the axes stand.
  @Test func goingLeavesEverythingOfTheMode() throws {
    let script = """
      on button 1 { go to b }
      mode a {
          together { { spin pan at 20deg/s right; wait 20s; stop }; { wait 3s; log "late" } }
      }
      mode b { tilt to 10deg up over 1s; log "there" }
      """
    let (notes, show) = try play(script, [(button, 2)], for: 10)
    #expect(notes.map { $0.split(separator: " ").last } == ["a", "b", "there"])
    #expect(show.isAsPlanned, "\(show.worstError)")
    #expect(show.run.outcome.drops == 0)
    let places = try [2500, 9000].map {
      try #require(show.run.trace.position(of: .yaw, at: $0))
    }
    #expect(places[0] > 30 && abs(places[0] - places[1]) < 0.01, "\(places)")
  }

  @Test func aHeldShowIsLeft() throws {
    let script = """
      on button 1 pausing { tilt to 10deg up over 1s; go to b }
      mode a { pan to 60deg right over 4s; log "never" }
      mode b { log "b"; move to home over 1s }
      """
    let (notes, show) = try play(script, [(button, 1)])
    #expect(notes.map { $0.split(separator: " ").last } == ["a", "b", "b"])
    #expect(show.isAsPlanned)
    #expect(show.run.outcome.handlers.first.map { $0[.done] } == 1)
  }

  /// The mode waits for what leads on; the show is not over.
  @Test func replacingEndsWhatTheModeDoes() throws {
    let script = """
      on button 1 replacing { tilt to 10deg up over 1s }
      on tap { go to b }
      mode a { pan to 60deg right over 4s; log "never" }
      mode b { log "b" }
      """
    let (notes, show) = try play(script, [(button, 1), (tap, 5)])
    #expect(notes == ["0 mode a", "5000 mode b", "5000 log b"])
    #expect(show.isAsPlanned)
  }

  @Test func aModeGoneToFromItselfBeginsAnew() throws {
    let script = """
      mode a { on button 1 { go to a }; log "begin"; wait 5s; log "end" }
      """
    let (notes, _) = try play(script, [(button, 2)], for: 9)
    #expect(
      notes == ["0 mode a", "0 log begin", "2000 mode a", "2000 log begin", "7000 log end"])
  }

  /// Limits and the tempo above the modes hold in each of them.
  @Test func whatIsSetAboveHoldsInEachMode() throws {
    let script = """
      tempo 120bpm
      limit pan to 30deg left .. 30deg right at 40deg/s
      mode a { limit pan at 20deg/s; wait 2beats; go to b }
      mode b { wait 1beat; log "b"; pan to 30deg right at 40deg/s }
      """
    let (notes, show) = try play(script, [])
    #expect(notes.last == "1500 log b")
    #expect(show.run.outcome.peakSpeed.yaw > 35 && show.run.outcome.peakSpeed.yaw <= 40.001)
    let wide = script.replacingOccurrences(of: "; pan to 30deg right", with: "; pan to 31deg right")
    #expect(Compiling(wide).found == [.positionLimit])
  }

  /// The sheet says where a handler leads, and has as many cues however often modes change.
  @Test func aHandlerThatWaitsLeadsToAModeUnderTheLimitsOfTheScript() throws {
    let script = """
      limit pan to 80deg left .. 80deg right
      limit tilt at 30deg/s
      on flip queued { wait for button 2; go to greet }
      mode idle { wait 1s; go to idle }
      mode greet { limit tilt at 20deg/s; wait 1s; go to idle }
      """
    #expect(Compiling(script).found.isEmpty)
  }

  @Test func theSheetIsFinite() throws {
    let script = """
      on button 1 { go to b }
      mode a { wait for tap; animate yes; go to b }
      mode b { wait for tap; animate no; go to a }
      """
    let checked = Compiling(script)
    #expect(checked.found.isEmpty, "\(checked.found)")
    #expect(checked.cues < 12, "\(checked.cues)")
  }

  /// Modes that lead to each other for ever are a loop: the sheet is finite, and it goes on.
  @Test func modesThatGoRoundAreALoop() throws {
    let script = """
      mode a { pan to 10deg right over 1s; go to b }
      mode b { pan to 10deg left over 1s; go to a }
      """
    let checked = Compiling(script)
    #expect(checked.found.isEmpty && checked.cues < 6, "\(checked.found) \(checked.cues)")
    let (notes, show) = try play(script, [], for: 5)
    #expect(
      notes == ["0 mode a", "1000 mode b", "2000 mode a", "3000 mode b", "4000 mode a"])
    #expect(show.isAsPlanned)
  }

  /// What chance may lead to is checked, also if it does not today.
  @Test func everyModeIsTriedOut() {
    let script = """
      mode a { wait 1s; choose { 1000: go to b; 1: go to c } }
      mode b { wait 1s; go to a }
      mode c { tilt to 60deg down over 5s; go to a }
      """
    #expect(Compiling(script).found == [.positionLimit])
    #expect(Compiling(script.replacingOccurrences(of: "60deg", with: "40deg")).found.isEmpty)
  }

  /// So is what another value leads to.
  @Test(arguments: ["let n = 1", "let n = random(1, 3)"])
  func everyModeOfAnotherValueIsTriedOut(value: String) {
    let script = """
      \(value)
      mode a { wait 1s; if n > 3 { go to b } }
      mode b { wait 1s; tilt to 60deg down over 5s }
      """
    #expect(Compiling(script).found == [.positionLimit])
  }

  /// A mode that is done waits while a handler can lead on; without one, the show is over.
  @Test func aModeThatIsDoneWaits() throws {
    let script = """
      mode a { on tap { go to b }; log "done" }
      mode b { wait 1s; log "over" }
      """
    let (notes, show) = try play(script, [(tap, 5)])
    #expect(notes == ["0 mode a", "0 log done", "5000 mode b", "6000 log over"])
    #expect(show.run.outcome.ending == .done)
  }

  /// The greeter of the goldens keeps what its tests promise.
  @Test func theGreeterGreets() throws {
    let text = try String(
      decoding: Data(contentsOf: URL(filePath: "Tests/Goldens/cues/greeter.dock")), as: UTF8.self)
    let file = LoadedFile(identity: "greeter.dock", name: "greeter.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    #expect(script.testNames.count == 2)
    for index in script.testNames.indices {
      let found = script.runTest(index, for: Compilation(for: .stand))
      #expect(found.all.isEmpty, "\(found.all.map(\.message))")
    }
  }

  /// It drops the second press, and takes the place of the one above as it does so.
  @Test func whatTheModeDropsIsNotForTheHandlerAbove() throws {
    let (notes, show) = try play(
      """
      on button 1 at most every 1s { log "above" }
      mode a { on button 1 at most every 2s { log "mode" }; on tap { go to b } }
      mode b { wait 3s }
      """, [(button, 1), (button, 2), (button, 4), (tap, 5), (button, 5.5), (button, 6)])
    #expect(
      notes == [
        "0 mode a", "1000 log mode", "4000 log mode", "5000 mode b", "5500 log above",
      ])
    let calls = show.run.outcome.handlers.map { [$0[.done], $0[.dropped]] }
    #expect(calls == [[1, 1], [2, 1], [1, 0]])
  }

  /// The second call has waited for the first one: both come to the mode at one instant.
  @Test func twoEventsMayComeToOneModeAtOnce() throws {
    let text = """
      on flip queued { pan by 8deg left over 1s; go to b }
      on tap queued { go to b }
      mode a { wait 10s }
      mode b { }
      test "two calls" {
          scene { at 1s press flip; at 1500ms tap }
          perform for 5s
          expect handler tap done 1 time
      }
      """
    let file = LoadedFile(identity: "b.dock", name: "b.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    #expect(script.runTest(0, for: Compilation(for: .stand)).all.map(\.message) == [])
  }

  @Test(arguments: [
    ("mode a { go to b }\nmode b { go to a }", DiagnosticCode.endlessLoop),
    ("mode a { wait 1s; go to c }", .unknownName),
    ("on tap { go to end }\nwait 9s", .unknownName),
    ("mode a { go to end; wait 1s }", .misplacedGoTo),
    ("mode a { wait 1s }\npan to home", .misplacedGoTo),
    ("gesture g() { go to a }\nmode a { g() }", .misplacedGoTo),
    ("on undock { go to a }\nmode a { wait 1s }", .misplacedGoTo),
    ("mode a { go to a; wait 1s }", .misplacedGoTo),
    ("mode a { wait 1s }\nmode a { wait 1s }", .nameTaken),
  ])
  func mistakesAreSaid(script: String, code: DiagnosticCode) {
    #expect(Compiling(script).found.contains(code))
  }
}

/// What comes of a script when its cues are worked out.
private struct Compiling {
  var found: [DiagnosticCode] = []
  var cues = 0

  init(_ script: String) {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = checked.diagnostics
    let sheet = checked.cueSheet(for: Compilation(for: .stand), reporting: &found)
    (self.found, cues) = (found.all.map(\.code), sheet?.entries.count ?? 0)
  }
}
