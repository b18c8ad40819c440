import Diagnosis
import DockKit
import Hardware
import Language
import Motion
import Schedules
import Scheduling
import Simulation
import Spatial
import Synchronization
import Testing
import Vocabulary

@testable import Playback
@testable import Rehearsal

/// The guards of the motors that nothing else here asks for; `Tests/Mutations` takes them away.
struct GuardTests {
  private static let pan = "pan to 60deg right over 4s"

  @Test("giving back ends after two seconds, even if it hangs, and does what does not")
  func expiry() throws {
    var handbacks: [Handback] = []
    let rig = Rig(.stand)
    let driver = rig.driver { event in
      if case .gaveBack(let handback) = event.kind { handbacks.append(handback) }
    }
    driver.isUnanswered = { call in
      if case .velocity = call { rig.dock.now > 1_000_000_000 } else { false }
    }
    let script = "limit pan at 40deg/s\npan to 60deg right over 4s easing smooth"
    var performance = Performance(of: Cue(try compile(script)), by: driver)
    while performance.advance() {}
    let begun = rig.dock.now
    let outcome = performance.end()
    guard case .failed(let failure) = outcome.ending else {
      Issue.record("\(outcome.ending)")
      return
    }
    #expect(failure.message == "the dock does not answer")
    #expect(handbacks.map(\.timedOut) == [true])
    #expect(!outcome.isStopConfirmed && outcome.isTrackingRestored)
    #expect((try? rig.dock.limits()) == rig.limits)
    #expect(rig.dock.now - begun <= 2_000_000_000)
  }

  @Test("whatever is not answered fails by itself, and in time", arguments: 0..<3)
  func unanswered(number: Int) throws {
    let rig = Rig(.stand)
    let driver = rig.driver()
    let script = "limit pan at 40deg/s\npan to 60deg right over 4s easing smooth"
    var performance = Performance(of: Cue(try compile(script)), by: driver)
    for _ in 0..<9 { performance.expectMore() }
    driver.isUnanswered = { call in
      switch call {
      case .velocity: number == 0
      case .limits: number == 1
      case .tracking: number == 2
      default: false
      }
    }
    performance.stop()
    let begun = rig.dock.now
    let outcome = performance.end()
    #expect(rig.dock.now - begun <= 2_000_000_000)
    #expect(outcome.isTrackingRestored == (number != 2))
    #expect(outcome.isStopConfirmed == (number != 0))
    #expect(((try? rig.dock.limits()) == rig.limits) == (number != 2) || number == 2)
  }

  @Test("a call that is answered after it was given up is followed by another zero")
  func lateAnswer() {
    var authority = Authority(isTracking: true)
    (authority.holders, authority.mayMove) = (1, true)
    var giving = GivingBack(.atEnd(), of: authority, at: 0)
    var sight = Sight(now: 0, isTracking: false, isDocked: true)
    func isZero(_ action: Action?) -> Bool {
      if case .call(.velocity(.zero), _) = action { true } else { false }
    }
    var action = giving.next(after: nil, sight)
    #expect(isZero(action))
    guard case .read = giving.next(after: .answered(.done), sight) else {
      Issue.record("it is not asked whether the motors stand")
      return
    }
    sight.lateAnswers = 1
    action = giving.next(after: .answered(.reading(nil)), sight)
    #expect(isZero(action))
    #expect(giving.phase == .stopping && giving.mayMove)
  }

  @Test("a dock that does not come to rest is not waited for any longer than two seconds")
  func restless() throws {
    let schedule = try compile("pan to 60deg right over 20s")
    func performance(_ rig: Rig) -> Performance {
      var performance = Performance(of: Cue(schedule), by: rig.driver())
      for _ in 0..<2 { performance.expectMore() }
      performance.stop()
      return performance
    }
    let calm = Rig(.stand)
    _ = performance(calm)
    let rig = Rig(
      .stand, Meddler.Trouble(refused: calm.meddler.calls..<Int.max, error: .invalidParameter))
    var restless = performance(rig)
    let begun = rig.dock.now
    let outcome = restless.end()
    #expect(rig.dock.now - begun <= 2_000_000_000)
    #expect(!outcome.isStopConfirmed && !outcome.isTrackingRestored)
  }

  @Test("motors that are blocked while speeds follow each other end the show", arguments: [0, 1])
  func blocked(model: Int) throws {
    let script = """
      on error { log "told" }
      pan to 30deg right over 2s easing smooth
      log "gone on"
      """
    for time in stride(from: 0.3, through: 1.7, by: 0.2) {
      let moment = Int(time * 1e9)
      let error = Happening.event(WorldEvent(.error), at: moment)
      let stall = Fault(.stall, at: .time(moment))
      let stalled = try CueShow(script, [error], faults: [stall], for: DockModel.all[model])
      guard case .failed(let failure) = stalled.run.outcome.ending else {
        Issue.record("\(time): \(stalled.run.outcome.ending)")
        continue
      }
      #expect(failure.message == "the motors are blocked")
      #expect(failure.step?.kind == .move, "at \(time)")
      #expect(stalled.logs == ["told"], "at \(time)")
      #expect(stalled.run.outcome.isStopConfirmed && stalled.run.outcome.isTrackingRestored)
      // An error that the dock reports and recovers from is no reason to end.
      let plain = try CueShow(script, [error], for: DockModel.all[model])
      #expect(plain.run.outcome.ending == .done && plain.logs == ["told", "gone on"])
    }
  }

  @Test("a dock that went unnoticed elsewhere is told to be off its place")
  func misplaced() throws {
    let cue = Cue(try compile("pan to 30deg right over 2s easing smooth\nwait 200ms"))
    let calm = rehearse(cue)
    #expect(calm.outcome.misplacement == nil)
    let stall = Fault(.stall, at: .time(1_000_000_000))
    for faults in [[stall], (4...10).map { Fault(.dropped, at: .call($0)) }] {
      let run = rehearse(cue, faults: faults)
      let error = try #require(run.outcome.misplacement)
      let pose = try #require(run.outcome.displacement)
      #expect(abs(error.yaw - (pose.yaw - 30)) < 0.01 && abs(error.yaw) > 1 && error.pitch == 0)
      #expect(run.outcome.ending == .done && run.outcome.isTrackingRestored)
    }
    let late = rehearse(cue, faults: [Fault(.late, at: .time(1_000_000_000))])
    #expect(late.outcome.misplacement == nil, "it has been brought back")
  }

  @Test("calls that are lost, from whichever on, do not make giving back take longer either")
  func lostCalls() throws {
    let schedule = try compile("limit pan at 40deg/s\npan to 60deg right over 8s\npan to home")
    for first in 1...12 {
      let lost = (first...(first + 200)).map { Fault(.dropped, at: .call($0)) }
      let flip = Fault(.tracking, at: .call(first))
      for faults in [lost, [flip] + lost] {
        let rig = Rig(.stand, faults: faults)
        var performance = Performance(of: Cue(schedule), by: rig.driver())
        while rig.dock.trace.calls < first, performance.advance() {}
        performance.stop()
        let begun = rig.dock.now
        _ = performance.end()
        #expect(rig.dock.now - begun <= 2_000_000_000, "from call \(first), \(faults.count)")
      }
    }
  }

  @Test("who ends the show while a dock is away does not keep it from being given back")
  func exitWhileGone() throws {
    let cue = Cue(try compile(GuardTests.pan))
    let faults = [
      Fault(.undocked, at: .time(1_000_000_000)), Fault(.docked, at: .time(2_200_000_000)),
    ]
    for exit in [Exit.interrupt, .suspend] {
      for time in stride(from: 1_000_000_000, through: 2_100_000_000, by: 50_000_000) {
        let run = rehearse(
          cue, isTracking: false, faults: faults, happenings: [.exit(exit, at: time)])
        // A dock switches the tracker on when the phone is back, and it was off before.
        #expect(run.trace.end >= 2_200_000_000, "\(exit) at \(time)")
        #expect(run.outcome.isTrackingRestored && !run.trace.endsTracking, "\(exit) at \(time)")
      }
    }
  }

  @Test("the dock is not called more often than it takes, not even to go on with a motion")
  func callRate() throws {
    let run = rehearse(
      Cue(try compile("pan to 10deg right over 400ms\npan to 40deg right over 1200ms\nwait 1s")),
      faults: [Fault(.tracking, at: .time(600_000_000))])
    #expect(run.outcome.ending == .done && run.outcome.reclaims == 1)
    #expect(run.outcome.stretches.contains { $0.reason == .callRate })
    let refused = run.trace.events.filter { event in
      if case .call(_, .some) = event.kind { true } else { false }
    }
    #expect(refused.isEmpty)
  }

  @Test("who ended the show first is told")
  func firstExit() {
    let gate = Gate(VirtualTime([.exit(.hangUp, at: 1000), .exit(.terminate, at: 2000)]))
    #expect(gate.wait(until: 3000, now: 0, calls: CallCount()).arrival == .exit(.hangUp))
    #expect(gate.wait(until: 3000, now: 1000, calls: CallCount()).arrival == nil)
    #expect(gate.exit == .hangUp)
  }

  @Test("while a show is held the motors stand, and the tracker has them")
  func heldShow() throws {
    let run = rehearse(
      Cue(try compile("ramp pan to 10deg/s right over 300ms\nwait 4s\nstop")),
      happenings: [.exit(.suspend, at: 2_000_000_000), .resumed(at: 6_000_000_000)])
    #expect(run.outcome.ending == .done && run.findings == [])
    #expect(run.trace.speed(of: .yaw, at: 4000) == 0)
    let on = run.trace.events.compactMap { $0.kind == .tracking(true) ? $0.time / 1_000_000 : nil }
    try #require(on.count == 2)
    #expect((2000...4000).contains(on[0]) && on[1] > 6000)
  }

  @Test("a show that does not come back from a pause has nothing left to give back")
  func endOfPause() throws {
    let rig = Rig(.stand)
    let (driver, hasHeld) = (rig.driver(), Flag())
    driver.afterWait = { $0 >= 2_000_000_000 && hasHeld.raise() ? .interrupted(.hold) : nil }
    driver.endOfHold = .interrupted(.stop)
    let outcome = Playback.play(Cue(try compile(GuardTests.pan)), by: driver)
    #expect(outcome.ending == .cancelled)
    rig.expectOrder(outcome, "lent")
    let off = rig.dock.trace.events.filter { $0.kind == .tracking(false) }
    #expect(off.count == 1)
  }

  @Test("a show begins even if the first call, which takes the motors, is lost")
  func lostTake() throws {
    let run = rehearse(
      Cue(try compile(GuardTests.pan)), faults: [Fault(.dropped, at: .call(1))])
    #expect(run.outcome.ending == .done && run.outcome.isTrackingRestored)
    #expect(run.trace.position(of: .yaw, at: run.trace.end / 1_000_000).map { $0 > 59.9 } == true)
  }

  @Test("giving back twice is giving back once")
  func idempotence() throws {
    let rig = Rig(.stand)
    var performance = Performance(
      of: Cue(try compile("pan by 60deg right over 6s easing smooth")), by: rig.driver())
    for _ in 0..<9 { performance.expectMore() }
    performance.stop()
    let first = performance.end()
    let calls = rig.meddler.calls
    #expect(first.isStopConfirmed && first.isTrackingRestored)
    let second = performance.end()
    #expect(second == first)
    #expect(rig.meddler.calls == calls)
    rig.expectOrder(first, "twice")
  }

  @Test("an error of the script that is found on the way gives the motors back")
  func scriptError() throws {
    let show = try CueShow(
      "on zoom by f pausing { tilt by f * 1deg up over 1s }\n" + GuardTests.pan,
      [.event(WorldEvent(.zoom, value: 400), at: 1_500_000_000)])
    guard case .failed(let failure) = show.run.outcome.ending else {
      Issue.record("\(show.run.outcome.ending)")
      return
    }
    #expect(failure.cause?.line == 1)
    #expect(show.run.outcome.isStopConfirmed && show.run.outcome.isTrackingRestored)
    #expect(show.run.findings == [])
    #expect(show.run.trace.endsTracking)
    #expect(!show.run.trace.isMoving(at: show.run.trace.end / 1_000_000))
  }

  @Test("what the dock refuses when the phone is back is tried again")
  func reapplyAgain() throws {
    let rig = Rig(
      .stand, Meddler.Trouble(refused: 1..<2, error: .invalidParameter),
      faults: [
        Fault(.undocked, at: .time(2_000_000_000)), Fault(.docked, at: .time(5_000_000_000)),
      ])
    let outcome = rig.play(try compile("tracking off\nwait 10s"))
    #expect(outcome.ending == .done && outcome.isTrackingRestored)
    let off = rig.dock.trace.events.compactMap { event in
      event.kind == .tracking(false) ? event.time / 1_000_000 : nil
    }
    try #require(off.count == 2)
    #expect(off[0] == 0 && (5000...6500).contains(off[1]))
  }

  @Test(
    "a call that was refused, and carried out all the same, is stopped at once",
    arguments: [true, false])
  func obeyed(isTracking: Bool) throws {
    // The first call switches tracking off if it is on.
    let turn = isTracking ? 1 : 0
    let rig = Rig(
      .stand, tracking: isTracking,
      Meddler.Trouble(refused: turn..<turn + 1, error: .invalidParameter, isObeyed: true))
    let outcome = rig.play(try compile(GuardTests.pan))
    guard case .failed = outcome.ending else {
      Issue.record("\(outcome.ending)")
      return
    }
    let calls = rig.dock.trace.events.compactMap { event -> (Trace.Call, Int)? in
      if case .call(let call, _) = event.kind { (call, event.time) } else { nil }
    }
    let place = try #require(
      calls.firstIndex { if case .setOrientation = $0.0 { true } else { false } })
    try #require(calls.indices.contains(place + 1))
    #expect(calls[place + 1].0 == .setAngularVelocity(.zero))
    #expect(calls[place + 1].1 == calls[place].1)
    rig.expectOrder(outcome, "obeyed")
  }

  @Test("limits are restored that the dock did not tell when the motors were taken")
  func limitsToldLater() throws {
    // A dock forgets them when system tracking is switched on.
    let rig = Rig(.stand, tracking: false)
    let driver = rig.driver()
    let questions = Mutex(0)
    driver.isUnanswered = { call in
      guard case .readLimits = call else { return false }
      return questions.withLock { count in
        count += 1
        return count == 1
      }
    }
    let script = """
      pan to 5deg right over 1s
      limit pan to 60deg left .. 60deg right at 60deg/s
      pan by 5deg right over 1s
      """
    let outcome = Playback.play(Cue(try compile(script)), by: driver)
    #expect(outcome.ending == .done)
    rig.expectOrder(outcome, "limits")
  }

  @Test("limits hold on after somebody has switched tracking on and it is off again")
  func limitsAgain() throws {
    let rig = Rig(
      .stand, faults: [Fault(.tracking, at: .time(1_000_000_000))])
    let limits = Mutex<[DockAccessory.Limits?]>([])
    let driver = rig.driver()
    driver.afterWait = { time in
      guard time > 2_000_000_000, time < 4_000_000_000 else { return nil }
      limits.withLock { $0.append(try? rig.dock.limits()) }
      return nil
    }
    let script = "limit pan to 20deg left .. 70deg right at 40deg/s\n" + GuardTests.pan
    let outcome = Playback.play(Cue(try compile(script)), by: driver)
    #expect(outcome.ending == .done && outcome.reclaims == 1)
    #expect(limits.withLock { !$0.isEmpty && $0.allSatisfy { $0?.yaw != rig.limits?.yaw } })
    rig.expectOrder(outcome, "limits")
  }

  @Test("who ends the show comes before an event that came before")
  func safetyFirst() {
    let tap = WorldEvent(.tap)
    let gate = Gate(VirtualTime([.event(tap, at: 1000), .exit(.interrupt, at: 1000)]))
    #expect(!gate.waitForReport(2000, 0, CallCount()).isWanted)
    #expect(!gate.waitForReport(2000, 1000, CallCount()).isWanted)
    #expect(gate.wait(until: 2000, now: 1000, calls: CallCount()).arrival == .exit(.interrupt))
    #expect(gate.wait(until: 2000, now: 1000, calls: CallCount()).arrival == .event(tap))
  }

  /// The dock is asked for a report from 2012 ms on, and the event comes before the report.
  @Test("an event is not met before its time while a report of the dock is waited for")
  func eventsKeepTheirTime() throws {
    let show = try CueShow(
      """
      on tap pausing { log "tap"; wait 220ms }
      tilt by 5deg down over 600ms
      tilt by 5deg up over 600ms
      pan to 30deg right over 2s
      """,
      [.event(WorldEvent(.tap), at: 1_000_000_000), .event(WorldEvent(.tap), at: 2_033_000_000)])
    let calls = show.run.trace.events.filter { if case .call = $0.kind { true } else { false } }
    #expect(!calls.contains { (2_000_000_000..<2_033_000_000).contains($0.time) })
    #expect(show.run.outcome.handlers.map { $0[.done] } == [2])
  }

  @Test("a stop comes before a handler of the same instant", arguments: [false, true])
  func stopAndHandler(isStopFirst: Bool) throws {
    let happenings: [Happening] = [.button(1, at: 2), .exit(.interrupt, at: 2_000_000_000)]
    let show = try CueShow(
      "on button 1 replacing { tilt to 10deg down over 1s }\n" + GuardTests.pan,
      isStopFirst ? happenings.reversed() : happenings)
    let after = show.run.trace.events.compactMap { event -> Trace.Call? in
      guard event.time >= 2_000_000_000, case .call(let call, _) = event.kind else { return nil }
      return call
    }
    #expect(after == [.setAngularVelocity(.zero), .setSystemTracking(true)])
    #expect(show.run.outcome.ending == .cancelled)
  }

  @Test("a script that goes on and on is stopped where it is")
  func budget() {
    let text = "repeat 50 {\n  repeat 10 { log \"x\" }\n}"
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var compilation = Compilation()
    compilation.budget.evaluationSteps = 100
    var found = script.diagnostics
    #expect(script.schedule(for: compilation, reporting: &found) == nil)
    #expect(found.all.map(\.code) == [.stepBudget])
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let isUp = Mutex(false)

  /// True the first time.
  func raise() -> Bool {
    isUp.withLock { isUp in
      defer { isUp = true }
      return !isUp
    }
  }
}

extension Trace {
  /// How many calls there were.
  fileprivate var calls: Int {
    events.count { event in
      if case .call = event.kind { true } else { false }
    }
  }
}

extension Performance {
  /// Carries out the next command, which there must be.
  fileprivate mutating func expectMore() {
    let goesOn = advance()
    #expect(goesOn)
  }
}
