import DockKit
import Hardware
import Motion
import Rehearsal
import Schedules
import Simulation
import Spatial
import Synchronization
import Testing
import Vocabulary

@testable import Playback

/// Records of other threads.
private final class Notebook<Line: Sendable>: Sendable {
  private let written = Mutex<[Line]>([])

  var lines: [Line] { written.withLock { $0 } }

  func add(_ line: Line) { written.withLock { $0.append(line) } }
}

/// Shows on a dock of DockKit, in the time of the wall.
@Suite(.serialized, .onOwnThreads) struct AccessoryDriverTests {
  /// Makes the dock of `rig` run in real time while `body` runs.
  private func onTime<Result>(
    _ rig: Rig, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let origin = monotonicNow() - rig.dock.now
    let isOver = Notebook<Bool>()
    // Not a task: the threads of those may all be busy.
    let hasBegun = startThread { [dock = rig.dock] in
      while isOver.lines.isEmpty {
        dock.advance(to: monotonicNow() - origin)
        _ = Mailbox<Bool>().next(before: monotonicNow() + 1_000_000)
      }
    }
    #expect(hasBegun)
    defer { isOver.add(true) }
    return try await body()
  }

  private static let pan = "pan to 20deg right over 1s easing smooth"

  /// The calls of `rig`'s dock, without how often speeds changed in between.
  private func calls(of trace: Trace) -> [Trace.Call] {
    trace.events.compactMap { event in
      guard case .call(let call, nil) = event.kind else { return nil }
      if case .setAngularVelocity(let velocity) = call, velocity != .zero { return nil }
      return call
    }
  }

  @Test("a show does what it does on the model, and tells of it")
  func show() async throws {
    let rig = Rig(.stand)
    let schedule = try compile(Self.pan)
    let told = Notebook<PlaybackEvent.Kind>()
    let outcome = await onTime(rig) {
      await play(Cue(schedule), on: rig.accessory, manager: rig.manager) { event in
        told.add(event.kind)
      }
    }
    #expect(outcome.ending == .done)
    #expect(outcome.isStopConfirmed && outcome.isTrackingRestored)
    #expect((try? rig.dock.limits()) == rig.limits)
    let way = try #require(outcome.displacement?.yaw)
    #expect(abs(way - 20) < 1, "\(outcome.stretches)")
    let model = Rig(.stand)
    _ = model.play(schedule)
    // On a busy machine the calls may be so late that the dock has to be put right.
    if !outcome.stretches.contains(where: { $0.reason == .regained }) {
      #expect(calls(of: rig.dock.trace) == calls(of: model.dock.trace))
    }
    let logged = told.lines
    #expect(logged.contains { if case .gaveBack = $0 { true } else { false } })
    #expect(logged.count { if case .began = $0 { true } else { false } } == schedule.steps.count)
  }

  @Test("who ends a show, or cancels its task, ends it at once", arguments: [0, 1, 2])
  func ended(way: Int) async throws {
    let rig = Rig(.stand)
    let cue = Cue(try compile("pan to 60deg right over 20s easing smooth"))
    let controls = ShowControls()
    let began = monotonicNow()
    let outcome = await onTime(rig) {
      let show = Task {
        await play(cue, on: rig.accessory, manager: rig.manager, controls: controls)
      }
      try? await Task.sleep(for: .milliseconds(400))
      if way == 0 { show.cancel() } else { controls.interrupt(way == 1 ? .stop : .kill) }
      return await show.value
    }
    #expect(monotonicNow() - began < 10_000_000_000)
    #expect(outcome.ending == (way == 2 ? .killed : .cancelled))
    #expect(outcome.isStopConfirmed == (way != 2) && outcome.isTrackingRestored)
    // On a busy machine the show may not have begun yet.
    let calls = calls(of: rig.dock.trace)
    #expect(
      calls.isEmpty || calls.suffix(2) == [.setAngularVelocity(.zero), .setSystemTracking(true)])
  }

  @Test("a hold lasts until it is ended, and events lead on", arguments: [true, false])
  func heldAndCalled(isHeld: Bool) async throws {
    let rig = Rig(.stand)
    let cue = try #require(
      firstCue(of: "pan to 10deg right over 1s\nwait for tap\ntilt to 5deg up over 500ms"))
    let controls = ShowControls()
    let holds = Notebook<Int>()
    let outcome = await onTime(rig) {
      async let outcome = play(
        cue, on: rig.accessory, manager: rig.manager, controls: controls
      ) { event in
        if event.kind == .held { holds.add(event.time) }
      }
      try? await Task.sleep(for: .milliseconds(300))
      if isHeld {
        controls.interrupt(.hold)
        try? await Task.sleep(for: .milliseconds(300))
        controls.resume()
      }
      try? await Task.sleep(for: .milliseconds(2500))
      controls.bring(WorldEvent(.tap))
      return await outcome
    }
    #expect(outcome.ending == .done && holds.lines.count == (isHeld ? 1 : 0))
    #expect(outcome.isStopConfirmed && outcome.isTrackingRestored)
    // The tracker has had the dock since the show was over.
    let tilt = try #require(rig.dock.trace.extremes(of: .pitch, in: 0...60_000))
    #expect(outcome.cues == 2)
    // On a busy machine calls may be late, and the dock goes too far before it is put right.
    if !outcome.stretches.contains(where: { $0.reason == .late || $0.reason == .regained }) {
      #expect(abs(tilt.lowerBound + 5) < 1)
    }
  }

  @Test("a dock that never reports its motion is not waited for for ever, and nothing is claimed")
  func silence() async throws {
    let rig = Rig(.stand, Meddler.Trouble(isSilent: true))
    let cue = Cue(try compile("pan to 5deg right over 500ms"))
    let began = monotonicNow()
    let outcome = await onTime(rig) {
      await play(cue, on: rig.accessory, manager: rig.manager)
    }
    #expect(outcome.ending == .done && !outcome.isStopConfirmed && outcome.isTrackingRestored)
    #expect(monotonicNow() - began < 10_000_000_000)
  }

  @Test("a call that hangs is not waited for; what comes after it gives the motors back")
  func hanging() async throws {
    let rig = Rig(.stand, Meddler.Trouble(hangs: 3, hangsFor: 9_000_000_000))
    let cue = Cue(try compile("pan to 60deg right over 20s easing smooth"))
    let ended = Notebook<Int>()
    let desk = DockDesk(rig.accessory, of: rig.manager, phone: nil)
    let outcome = await onTime(rig) {
      let driver = AccessoryDriver(desk, Mailbox(), model: .stand, journal: nil) { _ in }
      return await withCheckedContinuation { continuation in
        let show = Show(driver, cue)
        let hasBegun = startThread {
          let outcome = show.play()
          ended.add(monotonicNow())
          continuation.resume(returning: outcome)
        }
        #expect(hasBegun)
      }
    }
    let length = try #require(ended.lines.first) - rig.meddler.hanging
    #expect(length < 7_000_000_000, "it is over while the call still hangs: \(length)")
    guard case .failed(let failure) = outcome.ending else {
      Issue.record("\(outcome.ending)")
      return
    }
    #expect(failure.message == "the dock does not answer" && !outcome.isStopConfirmed)
    _ = await desk.make(.readLimits, 0)
    #expect(rig.dock.snapshot.isSystemTrackingEnabled)
  }

  /// A show that another thread plays.
  private struct Show: @unchecked Sendable {
    let driver: AccessoryDriver
    let cue: Cue

    init(_ driver: AccessoryDriver, _ cue: Cue) { (self.driver, self.cue) = (driver, cue) }

    func play() -> Outcome { Playback.play(cue, by: driver) }
  }

  /// A phone that writes down what it is asked for, and refuses one thing.
  private final class Listener: Phone {
    let calls = Mutex<[PhoneCall]>([])

    nonisolated(nonsending) func perform(_ call: PhoneCall) async throws {
      calls.withLock { $0.append(call) }
      if call == .look(.left) { throw DockKitError.cameraTCCMissing }
    }
  }

  @Test("what the phone refuses is told and is not the end")
  func phone() async throws {
    let (rig, phone) = (Rig(.stand), Listener())
    let refused = Notebook<DockKitError?>()
    let cue = Cue(try compile("face happy\neyes left\nface sad"))
    let outcome = await onTime(rig) {
      await play(cue, on: rig.accessory, manager: rig.manager, phone: phone) { event in
        guard case .refused(let failure) = event.kind else { return }
        refused.add(failure.error)
      }
    }
    #expect(outcome.ending == .done && phone.calls.withLock { $0.count } == 3)
    #expect(refused.lines == [.cameraTCCMissing])
  }

  @Test("an app's show decides by where DockKit sees somebody", arguments: [20, -20])
  func placeOfSomebody(angle: Int) async throws {
    let side = angle > 0 ? "right" : "left"
    let (cue, scene, _) = try PersonTests.script(
      """
      scene { person ada at 20deg \(side), 1.5m away }
      wait 300ms
      if person.pan within 10deg right .. 30deg right { log "right" }
      if person.pan near 20deg left within 10deg { log "left" }
      if object or person ada { log "by name" }
      """)
    let rig = Rig(.stand, among: scene.company)
    let logs = Notebook<String>()
    let outcome = await onTime(rig) {
      await play(cue, on: rig.accessory, manager: rig.manager) { event in
        if case .note(let note) = event.kind { logs.add(note.text) }
      }
    }
    // A dock knows nobody's name.
    #expect(outcome.ending == .done && logs.lines == [side])
  }

  @Test("an app's show decides by how sure DockKit is that somebody looks at the camera")
  func lookOfSomebody() async throws {
    let (cue, scene, _) = try PersonTests.script(
      """
      scene { person ada at 20deg right, 1.5m away; at 0s ada looks 60% }
      wait 300ms
      log person.looking
      log object
      log person ada.looking
      """)
    let rig = Rig(.stand, among: scene.company)
    let logs = Notebook<String>()
    let outcome = await onTime(rig) {
      await play(cue, on: rig.accessory, manager: rig.manager) { event in
        if case .note(let note) = event.kind { logs.add(note.text) }
      }
    }
    // A dock knows nobody's name.
    #expect(outcome.ending == .done && logs.lines == ["60%", "false", "unknown"])
  }

  @Test("a decision that takes too long stops the motors")
  func overdue() async throws {
    let rig = Rig(.stand)
    var cue = try #require(
      firstCue(
        of: "on tap { tilt to 5deg up over 1s }\npan to 60deg right over 20s"))
    let brooding = Brooding()
    cue.rest = brooding
    let controls = ShowControls()
    let outcome = await onTime(rig) { [cue] in
      async let outcome = play(
        cue, on: rig.accessory, manager: rig.manager, controls: controls)
      try? await Task.sleep(for: .milliseconds(300))
      controls.bring(WorldEvent(.tap))
      return await outcome
    }
    #expect(brooding.wasCancelled)
    guard case .failed(let failure) = outcome.ending else {
      Issue.record("\(outcome.ending)")
      return
    }
    #expect(failure.cause?.line == 1)
    #expect(outcome.isStopConfirmed && outcome.isTrackingRestored)
  }

  @Test("who finds an entry makes the dock stand and restores it")
  func repairs() async throws {
    let rig = Rig(.stand)
    let entry = JournalEntry(isTracking: true, try rig.accessory.limits)
    try rig.dock.setSystemTrackingEnabled(false)
    try rig.dock.setAngularVelocity(.init(x: 0, y: 0.3, z: 0))
    let handback = await onTime(rig) {
      await repair(entry, of: rig.accessory, manager: rig.manager)
    }
    #expect(handback.isComplete && rig.dock.snapshot.isSystemTrackingEnabled)
    #expect(rig.dock.snapshot.commandedSpeeds == .zero)
  }
}
