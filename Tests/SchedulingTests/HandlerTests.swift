import Diagnosis
import Language
import Motion
import Printing
import Schedules
import Testing
import Vocabulary

/// The effect of handlers on the show, to the millisecond.
@Suite struct HandlerTests {
  private let press = WorldEvent(.button, .pressed, number: 1)

  // MARK: - Alongside

  @Test func oneThatMovesNothingRunsAlongside() throws {
    var playing = try Playing(
      "on button 1 { log \"a\"; wait 300ms; log \"b\" }\npan to 30deg right over 2s")
    #expect(playing.cue.awaited.map(\.policy) == [.alongside])
    try playing.happen(press, at: 700)
    let move = try #require(playing.steps(.move).first)
    #expect(move.start == -700 && move.end == 1300)
    #expect(playing.end() == 2000)
    #expect(playing.logs.map(\.time) == [700, 1000] && playing.logs.map(\.text) == ["a", "b"])
    #expect(playing.endings.map(\.result) == [.done])
    #expect(playing.endings.map(\.end) == [1000])
  }

  @Test func oneThatMovesAnotherAxisRunsAlongside() throws {
    var playing = try Playing("on tap { tilt to 10deg down over 1s }\npan to 30deg right over 2s")
    try playing.happen(WorldEvent(.tap), at: 500)
    let moves = playing.steps(.move)
    #expect(moves.map(\.start) == [-500, 0] && moves.map(\.end) == [1500, 1000])
  }

  @Test func theScriptLastsUntilItsHandlersAreDone() throws {
    var playing = try Playing("on tap { wait 1s; log \"late\" }\nwait 2s")
    try playing.happen(WorldEvent(.tap), at: 1900)
    #expect(playing.end() == 2900 && playing.logs.map(\.time) == [2900])
  }

  @Test func anEventBringsItsValueAndMayNotBeMeant() throws {
    var playing = try Playing("on zoom by f when f > 0 { log f }\nwait 2s")
    try playing.happen(WorldEvent(.zoom, value: -1), at: 500)
    #expect(playing.time == 0 && playing.drops == 0)
    try playing.happen(WorldEvent(.zoom, value: 3), at: 600)
    #expect(playing.end() == 2000 && playing.logs.map(\.text) == ["3"])
  }

  @Test func allThatAreMeantTakeIt() throws {
    var playing = try Playing(
      "on zoom by f when f > 0 { log \"in\" }\non zoom by f { log \"out\" }\nwait 2s")
    try playing.happen(WorldEvent(.zoom, value: -1), at: 500)
    try playing.happen(WorldEvent(.zoom, value: 1), at: 600)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["out", "in", "out"])
  }

  @Test func theEventThatAHandlerWaitsForDoesNotCallItAgain() throws {
    var playing = try Playing(
      "on tap pausing { log \"hold\"; wait for tap; log \"go\" }\npan to 30deg right over 2s")
    for time: Int32 in [1000, 4000] { try playing.happen(WorldEvent(.tap), at: time) }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["hold", "go"])
    #expect(playing.endings.map(\.result) == [.done])
  }

  @Test func anEventThatTheWaitDoesNotTakeCallsTheHandlerAgain() throws {
    var playing = try Playing(
      "on zoom by f { log f; wait for { zoom by g when g < 0; timeout 1s } }\nwait 5s")
    try playing.happen(WorldEvent(.zoom, value: 1), at: 500)
    try playing.happen(WorldEvent(.zoom, value: 2), at: 600)
    try playing.happen(WorldEvent(.zoom, value: -1), at: 700)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["1", "2"])
  }

  @Test func aBranchOfAHandlerTakesItsEvent() throws {
    var playing = try Playing(
      "on tap { together { wait for tap; log \"other\" } }\non tap { log \"b\" }\nwait 5s")
    try playing.happen(WorldEvent(.tap), at: 500)
    try playing.happen(WorldEvent(.tap), at: 600)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["other", "b", "b"])
  }

  @Test func atMostEveryDropsWhatComesTooSoon() throws {
    var playing = try Playing("on shutter at most every 200ms { log \"x\" }\nwait 2s")
    for time: Int32 in [100, 200, 299, 300, 550] {
      try playing.happen(WorldEvent(.shutter), at: time)
    }
    _ = playing.end()
    #expect(playing.logs.map(\.time) == [100, 300, 550] && playing.drops == 2)
  }

  @Test func onceTakesTheFirstThatIsMeantAndDropsNothing() throws {
    var playing = try Playing(
      "on zoom by f when f > 0 once { log f }\non zoom by f { log \"any\" }\nwait 2s")
    for (time, value) in [(100, -1.0), (200, 2), (300, 3)] as [(Int32, Double)] {
      try playing.happen(WorldEvent(.zoom, value: value), at: time)
    }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["any", "2", "any", "any"] && playing.drops == 0)
  }

  /// The second tap comes while the first call waits for its turn, and the third while it runs.
  @Test func onceIsNotCalledAgainWhileItIsBusy() throws {
    var playing = try Playing(
      "on button 1 pausing { wait 1s }\non tap once pausing { log \"tap\"; wait 1s }\n"
        + "pan to 60deg right over 4s")
    try playing.happen(press, at: 500)
    for time: Int32 in [700, 900, 2300, 5000] { try playing.happen(WorldEvent(.tap), at: time) }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["tap"] && playing.drops == 0)
    #expect(playing.endings.map(\.result) == [.done, .done])
  }

  @Test func aDroppedCallLeavesOnceAsItWas() throws {
    var playing = try Playing(
      "on tap once ignoring { pan by 5deg left over 1s; log \"tap\" }\n"
        + "pan to 60deg right over 2s\nwait 3s")
    try playing.happen(WorldEvent(.tap), at: 1000)
    #expect(playing.drops == 1 && playing.cue.awaited.first?.end == 5000)
    for time: Int32 in [3000, 4500] { try playing.happen(WorldEvent(.tap), at: time) }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["tap"] && playing.drops == 1)
  }

  /// It never began: 'replacing' takes its place in line.
  @Test func aCallDroppedFromTheLineLeavesOnceAsItWas() throws {
    var playing = try Playing(
      """
      mode a {
          on tap pausing { wait 2s }
          on tap once pausing { log "once" }
          on button 1 replacing { pan by 5deg left over 1s }
          pan to 60deg right over 4s
          wait 9s
      }
      """)
    let tap = WorldEvent(.tap)
    let events: [(event: WorldEvent, time: Int32)] = [
      (tap, 1000), (press, 2000), (tap, 6000), (tap, 12000),
    ]
    for (event, time) in events { try playing.happen(event, at: time) }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["a", "once"])
    #expect(playing.endings.map(\.result).filter { $0 == .dropped }.count == 1)
  }

  @Test func anEventBeforeTheHandlerIsNotDropped() throws {
    var playing = try Playing("wait 1s\non tap at most every 1s { log \"x\" }\nwait 3s")
    for time: Int32 in [500, 1500, 2000] { try playing.happen(WorldEvent(.tap), at: time) }
    _ = playing.end()
    #expect(playing.logs.map(\.time) == [1500] && playing.drops == 1)
  }

  @Test func aBusyHandlerIsCalledOnceMoreWithTheLatest() throws {
    var playing = try Playing("on zoom by f { log f; wait 1s }\nwait 5s")
    for (time, value) in [(100, 1.0), (300, 2), (500, 3), (900, 4)] as [(Int32, Double)] {
      try playing.happen(WorldEvent(.zoom, value: value), at: time)
    }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["1", "4"] && playing.logs.map(\.time) == [100, 1100])
    #expect(playing.endings.filter { $0.result == .dropped }.count == 2)
  }

  @Test func nobodyIsCalledOnceTheShowIsOver() throws {
    var playing = try Playing("on tap { log \"x\" }\nwait 1s")
    #expect(playing.cue.awaited.map(\.end) == [1000])
    try playing.happen(WorldEvent(.tap), at: 1000)
    #expect(playing.end() == 1000 && playing.logs.isEmpty)
  }

  // MARK: - Replacing

  @Test func replacingEndsTheShow() throws {
    var playing = try Playing(
      "on button 1 replacing { move to home over 1s; log \"home\" }\n"
        + "pan to 60deg right over 4s\nlog \"never\"")
    try playing.happen(press, at: 2000)
    let (cut, move) = (try #require(playing.steps(.cut).first), playing.steps(.move).last)
    #expect(cut.start == -2000 && cut.end > 0 && cut.end < 200)
    #expect(move?.start == cut.end && move?.length == 1000 && move?.to.yaw == 0)
    #expect(playing.cue.schedule.steps.last?.kind == .giveBack && playing.cue.isLast)
    #expect(playing.cue.handlings.map(\.result) == [.preempted, .done])
    #expect(playing.end() == 3000 + cut.end && playing.logs.map(\.text) == ["home"])
    #expect(playing.cue.rest == nil || playing.cue.awaited.allSatisfy { $0.end != nil })
  }

  @Test func replacingEndsBranchesLoopsAndHandlers() throws {
    var playing = try Playing(
      "on tap { repeat forever { wait 1s } }\non button 1 replacing { log \"x\" }\n"
        + "together {\nrepeat forever { pan by 5deg left over 1s; pan by 5deg right over 1s }\n"
        + "repeat forever { tilt by 5deg down over 1s; tilt by 5deg up over 1s }\n}")
    try playing.happen(WorldEvent(.tap), at: 300)
    try playing.happen(press, at: 1500)
    #expect(playing.cue.isLast && playing.steps(.cut).count == 2)
    #expect(playing.cue.handlings.map(\.result) == [.preempted, .preempted, .done])
  }

  // MARK: - Pausing

  @Test func aWaitThatIsPausedHasTheRestLeft() throws {
    var playing = try Playing("on button 1 pausing { wait 3s }\nwait 2s\nlog \"over\"")
    try playing.happen(press, at: 500)
    #expect(playing.cue.schedule.length == 4500)
    #expect(playing.end() == 5000 && playing.logs.map(\.time) == [5000])
  }

  @Test func aMoveThatIsPausedStaysOnItsPathAndArrives() throws {
    var playing = try Playing(
      "on button 1 pausing { tilt by 5deg down over 1s }\npan to 60deg right over 4s")
    try playing.happen(press, at: 1800)
    let warps = playing.steps(.warp)
    let (stop, start) = (try #require(warps.first), try #require(warps.last))
    let moves = playing.steps(.move)
    #expect(warps.count == 2 && stop.start == -1800 && stop.end < 400)
    #expect(moves.map(\.start) == [stop.end, stop.end + 1000])
    let back = try #require(moves.last)
    #expect(back.from.pitch == 5000 && back.to.pitch == 0 && start.start == back.end)
    #expect(start.from.yaw == stop.to.yaw && start.to.yaw == 60_000)
    let findings = playing.whole().findings()
    #expect(findings.isEmpty, "\(findings)")
    let slow = stop.end - 0 + start.length - (4000 - 1800)
    #expect(playing.end() == 4000 + 1000 + back.length + slow)
  }

  @Test(arguments: ["over 4s", "over 6s easing smooth", "over 9s easing bezier(0.3, 0, 0.6, 1)"])
  func aPausedMoveIsReadAsItIsWritten(manner: String) throws {
    var playing = try Playing(
      "on button 1 pausing { tilt by 5deg down over 1s }\npan to 60deg right \(manner)")
    try playing.happen(press, at: 1800)
    let whole = playing.whole()
    #expect(whole.steps.count { $0.kind == .warp } == 2)
    let read = try reading(whole)
    #expect(read.steps.map(\.extra) == whole.steps.map(\.extra))
    #expect(read.findings() == whole.findings() && read.findings().isEmpty)
    for (old, new) in zip(whole.steps, read.steps) where old.kind == .warp {
      let limits = try #require(whole.limits[0].yaw?.inDegrees)
      #expect(
        whole.profile(of: .yaw, in: old, from: 0, within: limits)
          == read.profile(of: .yaw, in: new, from: 0, within: limits))
    }
  }

  private func reading(_ schedule: Schedule) throws -> Schedule {
    var bytes: [UInt8] = []
    schedule.writeText { bytes += $0.bytes }
    var (sources, found) = (SourceMap(), Diagnostics())
    let read = readSchedule(bytes, name: "x.schedule", sources: &sources, reporting: &found)
    return try #require(
      read, "\(found.all.map(\.message))\n\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test func whatMovesGoesBackToItsPlace() throws {
    var playing = try Playing(
      "on tap pausing { pan to home over 1s }\npan to 60deg right over 8s\npan by 5deg left")
    try playing.happen(WorldEvent(.tap), at: 4000)
    let warps = playing.steps(.warp)
    let moves = playing.steps(.move)
    #expect(moves[1].to.yaw == warps[0].to.yaw && moves[1].from.yaw == 0)
    #expect(moves[2].from.yaw == 60_000 && moves[2].start == warps[1].end)
    let findings = playing.whole().findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func aPauseInAPause() throws {
    var playing = try Playing(
      "on button 1 pausing { pan by 10deg left over 3s }\n"
        + "on tap pausing { tilt by 5deg down over 500ms }\npan to 60deg right over 6s")
    try playing.happen(press, at: 2500)
    try playing.happen(WorldEvent(.tap), at: 4300)
    try playing.happen(press, at: 4400)
    let whole = playing.whole()
    let findings = whole.findings()
    #expect(findings.isEmpty, "\(findings)")
    #expect(whole.steps.last?.kind == .giveBack)
    _ = playing.end()
    #expect(playing.endings.map(\.result) == [.done, .done, .done])
  }

  @Test func whatTurnsIsStoppedAndTurnsAgain() throws {
    var playing = try Playing(
      "on tap pausing { tilt by 5deg down over 500ms }\nspin pan at 20deg/s right for 3s\nstop")
    try playing.happen(WorldEvent(.tap), at: 1500)
    let ramps = playing.steps(.ramp)
    #expect(ramps.map(\.to.yaw) == [0, 20_000, 0])
    let findings = playing.whole().findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func anAnimationIsNotInterrupted() throws {
    var playing = try Playing(
      "on tap pausing { tilt by 5deg down over 500ms }\nanimate yes\nwait 1s")
    try playing.happen(WorldEvent(.tap), at: 300)
    let end = try #require(playing.steps(.animate).first).end
    #expect(playing.steps(.move).first?.start == end)
  }

  // MARK: - Queued and ignoring

  @Test func queuedWaitsForTheMotionToEnd() throws {
    var playing = try Playing(
      "on tap queued { pan by 5deg left over 1s }\npan to 30deg right over 2s\n"
        + "pan to 40deg right over 1s")
    try playing.happen(WorldEvent(.tap), at: 700)
    let moves = playing.steps(.move)
    #expect(moves.map(\.start).prefix(2) == [-700, 1300])
    #expect(moves[2].from.yaw == 25_000 && moves[2].to.yaw == 30_000)
    #expect(moves[3].start == moves[2].end && moves[3].to.yaw == 40_000)
    #expect(playing.steps(.warp).isEmpty)
    #expect(playing.end() == 3000 + 1000 + moves[2].length)
  }

  @Test func ignoringIsDroppedWhileItsAxesAreInUse() throws {
    var playing = try Playing(
      "on tap ignoring { pan by 5deg left over 1s }\npan to 30deg right over 2s\nwait 2s")
    try playing.happen(WorldEvent(.tap), at: 700)
    #expect(playing.drops == 1 && playing.time == 0)
    try playing.happen(WorldEvent(.tap), at: 2500)
    #expect(playing.drops == 1 && playing.steps(.move).first?.start == 0)
  }

  // MARK: - What is refused

  @Test(
    arguments: [
      ("on tap { pan by 5deg left }\npan to home", [DiagnosticCode.handlerWithoutPolicy]),
      (
        "on tap { pan by 5deg left }\non flip { pan by 9deg left }\nwait 1s",
        [.handlerWithoutPolicy, .handlerWithoutPolicy]
      ),
      (
        "gesture nod() { tilt by 5deg down; tilt by 5deg up }\non tap { nod() }\nmove to home",
        [.handlerWithoutPolicy]
      ),
      ("on tap { tilt by 5deg down }\npan to home", []),
      ("on tap pausing { pan by 5deg left }\npan to home", []),
      ("on undock { stop }\nwait 1s", [.movingSafetyHandler]),
      ("on error { log \"x\" }\npan to home", []),
      ("repeat 2 { on tap { log \"x\" } }", [.misplacedDeclaration]),
      ("on zoom by f at most every f * 1s { log f }", [.unknownName]),
      ("on zoom by f { log f }\nlog f", [.unknownName]),
    ] as [(String, [DiagnosticCode])])
  func whatIsRefused(text: String, codes: [DiagnosticCode]) {
    #expect(Compiling(text).codes == codes)
  }
}
