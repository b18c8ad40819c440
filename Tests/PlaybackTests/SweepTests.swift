import DockKit
import Hardware
import Motion
import Schedules
import Scheduling
import Simulation
import Spatial
import Testing
import Vocabulary

@testable import Playback
@testable import Rehearsal

/// Every end of a show at every time, and every single fault.
struct SweepTests {
  @Test("every show is given back, whatever happens", arguments: DockModel.all.indices)
  func shows(model: Int) throws {
    for show in Show.all {
      let result = sweep(Cue(try compile(show, for: DockModel.all[model])))
      #expect(result.first == nil)
      #expect(result.failures == 0)
      // Three exits at least before each call, and each fault at each.
      #expect(result.cuts >= 3 * result.calls)
      #expect(result.faults == Fault.Kind.all.count * result.calls)
    }
  }

  @Test("random shows are given back, whatever happens")
  func randomShows() {
    for seed in 900..<900 + Thorough.count(4, sample: 1) {
      let result = sweep(Cue(Choreographer.show(seed: seed)))
      #expect(result.first == nil, "seed \(seed)")
    }
  }

  /// Shows whose motors the tracker can get hold of while they are given back.
  private static let robbed = [
    "limit pan at 10deg/s\npan by 8deg right over 4s\ntracking off\npan by 5deg right",
    "limit tilt at 20deg/s\ntilt to 10deg up\ntracking on\nwait 10ms\ntracking off",
    "tracking off\nwait 10ms\ntracking on",
    "pan to 40deg right over 1s easing smooth\ntracking off\nwait 1s\nlog \"standing\"",
  ]

  @Test("motors that the tracker takes meanwhile are given back at rest", arguments: robbed)
  func takenMeanwhile(show: String) throws {
    for seed in 0..<Thorough.count(4, sample: 1) {
      let result = sweep(Cue(try compile(show)), pairedBy: UInt64(seed))
      #expect(result.first == nil, "pairs \(seed)")
    }
  }

  @Test("a stop is confirmed only by what is read after the tracker had the motors")
  func confirmedAfterwards() throws {
    let schedule = try compile(SweepTests.robbed[0])
    for call in 1...9 {
      let run = rehearse(schedule, faults: [Fault(.tracking, at: .call(call))])
      guard run.outcome.isStopConfirmed else { continue }
      #expect(run.findings.filter { $0.kind == .moving } == [], "at call \(call)")
    }
  }

  @Test(
    "random scripts are given back, whatever happens once and once more",
    arguments: 0..<Thorough.count(8, sample: 3))
  func randomScripts(seed: Int) throws {
    let script = RandomProgram.makeShort(seed: seed)
    let model = DockModel.all[seed % 2]
    guard let cue = firstCue(of: script, for: model) else { return }
    let result = sweep(cue, pairedBy: UInt64(seed))
    #expect(result.first == nil, "seed \(seed)")
  }

  @Test("a show that is cut while the motors are given back on the way does not go on")
  func waitingForever() throws {
    let cue = try #require(firstCue(of: "pan by 20deg right at 18deg/s\nwait for tap"))
    #expect(sweep(cue).first == nil)
  }

  @Test("limits are restored though the dock was gone when the motors were taken")
  func goneWhenTaken() throws {
    let show = """
      tracking on
      wait 600ms
      tracking off
      move to home
      wait 1.4s
      limit pan to 60deg left .. 60deg right at 60deg/s
      pan by 5deg right over 1s
      """
    #expect(sweep(Cue(try compile(show))).first == nil)
  }

  /// A motor that stands at a limit turns further when the limit goes, unless it has been stopped.
  @Test("a stop that is lost is told again before a limit that holds the dock is taken away")
  func heldByLimit() throws {
    let show = """
      limit pan to 30deg left .. 30deg right
      spin pan at 20deg/s right for 1400ms
      stop
      log "there"
      """
    let cue = Cue(try compile(show))
    for time in stride(from: 900, through: 1400, by: 20) {
      for lost in 0..<6 {
        let stage = Stage(
          cue, from: nil, isTracking: false, faults: [Fault(.dropped, at: .call(lost))],
          time: VirtualTime([.exit(.interrupt, at: time * 1_000_000)]))
        _ = stage.rehearse(within: CommandList.defaultTolerance) { _ in }
        stage.dock.advance(to: stage.dock.now + 5_000_000_000)
        let end = Double(stage.dock.now) / 1e9
        for axis in stage.dock.trace.axes {
          #expect(abs(axis.speed(at: end)) < Audit.standing, "\(time) ms, call \(lost)")
        }
      }
    }
  }

  @Test("a tracker that has not let the dock go gets back what it turns itself")
  func notLetGo() throws {
    let show = "tilt to 10deg down\ntracking on\ntracking off\ntilt to home"
    let result = sweep(Cue(try compile(show, for: .flow2pro)))
    #expect(result.failures == 0, "\(String(describing: result.first))")
    #expect(result.cuts > 0)
  }

  @Test("a dock that turns of its own accord after it was given back was given back")
  func firmware() throws {
    let show = "pan to 5deg right over 1s\nwait 12s"
    let result = sweep(Cue(try compile(show, for: .flow2pro)))
    #expect(result.failures == 0, "\(String(describing: result.first))")
    #expect(result.cuts > 0)
  }

  /// A second of motion, from whose middle on no call reaches the dock.
  private static let deaf = (4...400).map { Fault(.dropped, at: .call($0)) }

  @Test("a dock that is gone in the end is spared, and one that is back is not")
  func gone() throws {
    let cue = Cue(try compile("pan to 5deg right over 1s\npan to home over 1s"))
    let undocked = Fault(.undocked, at: .time(500_000_000))
    let gone = sweep(cue, faults: SweepTests.deaf + [undocked])
    // Only if the phone is put back is there anything to give back.
    if case .fault(.flapped, _) = gone.first?.blow.blow {
      #expect(gone.failures < gone.spared / 10)
    } else {
      #expect(gone.first == nil)
    }
    let docked = Fault(.docked, at: .time(1_000_000_000))
    let back = sweep(cue, faults: SweepTests.deaf + [undocked, docked])
    #expect(back.failures > 0)
    #expect(back.first?.reasons.first == "system tracking is not what it was")
  }

  @Test("a dock that comes back while it is given back, and tracks by itself, is in order")
  func returning() throws {
    let cue = Cue(try compile("pan to 5deg right over 1s\npan to home over 1s"))
    let step = Thorough.step(20_000_000, sample: 110_000_000)
    for time in stride(from: 1_700_000_000, through: 2_700_000_000, by: step) {
      let result = sweep(
        cue, faults: [Fault(.undocked, at: .time(500_000_000)), Fault(.docked, at: .time(time))])
      #expect(result.first == nil, "back at \(time)")
    }
  }

  @Test("tracking that is off only until the phone is back stays in the journal")
  func forgotten() throws {
    let cue = try #require(
      firstCue(of: "pan to 5deg right over 1s\nwait for tap for at most 3s"))
    let result = sweep(cue, faults: [Fault(.undocked, at: .time(2_000_000_000))])
    #expect(result.first == nil)
    #expect(result.spared > 0)
  }

  @Test("a case of the sweep is what a run with the same options is")
  func cases() throws {
    let schedule = try compile(Show.tracking)
    for call in [1, 4, 7] {
      for kind in Fault.Kind.all {
        let attempt = SweepCase(blow: .fault(kind, call: call), isTracking: true)
        let run = rehearse(schedule, faults: attempt.faults)
        let struck = run.trace.events.contains { $0.kind == .fault(kind) }
        #expect(struck, "\(kind) at \(call)")
        #expect(run.outcome.isTrackingRestored, "\(kind) at \(call)")
      }
    }
  }

  @Test("the judge and the auditor agree on what stands")
  func judges() throws {
    let attempt = SweepCase(blow: .cut(.interrupt, at: 0), isTracking: true)
    var verdicts: Set<Bool> = []
    for time in stride(from: 3_500_000_000, through: 4_000_000_000, by: 5_000_000) {
      let dock = SimulatedDock(DockWorld(.stand))
      try dock.setSystemTrackingEnabled(false)
      let rotation = Vector3D(x: 0.3 * .pi / 180, y: 0, z: 0)
      _ = try dock.setOrientation(rotation, duration: .seconds(4), relative: false)
      dock.advance(to: time)
      try dock.setSystemTrackingEnabled(true)
      dock.advance(to: time + 10_000_000)
      let limits = DockWorld(.stand).limits
      let isSound = Verdict(on: dock.snapshot, of: attempt, limits: limits).reasons.isEmpty
      let findings = Audit.findings(in: dock.snapshot.trace, of: .stand)
      #expect(isSound == !findings.contains { $0.kind == .moving }, "at \(time)")
      verdicts.insert(isSound)
    }
    #expect(verdicts == [true, false])
  }

  /// A short turn ends beside its place: the firmware turns what had come to rest once more.
  @Test("what turns once more after it has stood is not blamed on who gave it back")
  func standingOnce() throws {
    var model = DockModel.stand
    model.quirks = [.pulseNoise]
    let attempt = SweepCase(blow: .cut(.interrupt, at: 0), isTracking: true)
    var reasons: Set<[String]> = []
    // At 30 degrees a second it takes 42 ms to brake.
    for milliseconds in stride(from: 0, through: 100, by: 5) {
      let dock = SimulatedDock(DockWorld(model))
      try dock.setSystemTrackingEnabled(false)
      try dock.setAngularVelocity(.init(x: 0, y: 30 * .pi / 180, z: 0))
      dock.advance(to: 300_000_000)
      try dock.setAngularVelocity(.zero)
      let stop = dock.now
      dock.advance(to: stop + milliseconds * 1_000_000)
      try dock.setSystemTrackingEnabled(true)
      dock.advance(to: dock.now + 1_000_000_000)
      let verdict = Verdict(on: dock.snapshot, of: attempt, limits: DockWorld(model).limits)
      let yaw = try #require(dock.trace.axes.first { $0.axis == .yaw })
      let stood = yaw.pieces.first {
        $0.start >= Double(stop) / 1e9 && abs($0.speed) <= Audit.standing
      }
      let hasStood = try #require(stood).start * 1e3 < Double(stop / 1_000_000 + milliseconds)
      #expect(verdict.reasons.isEmpty == hasStood, "\(milliseconds) ms after the stop")
      reasons.insert(verdict.reasons)
    }
    #expect(reasons == [[], ["yaw turned when the motors were given back"]])
  }

  @Test("the judge sees a dock that was not given back")
  func verdicts() throws {
    let attempt = SweepCase(blow: .cut(.interrupt, at: 0), isTracking: true)
    let limits = DockWorld(.stand).limits
    func reasons(
      _ attempt: SweepCase = attempt, _ meddle: (SimulatedDock) throws -> Void
    ) rethrows -> [String] {
      let dock = SimulatedDock(DockWorld(.stand, isSystemTrackingEnabled: attempt.isTracking))
      try meddle(dock)
      dock.advance(to: dock.now + 100_000_000)
      return Verdict(on: dock.snapshot, of: attempt, limits: limits).reasons
    }
    let untracked = SweepCase(blow: .cut(.interrupt, at: 0), isTracking: false)
    #expect(reasons { _ in } == [])
    #expect(
      try reasons { try $0.setSystemTrackingEnabled(false) } == [
        "system tracking is not what it was"
      ])
    let turning = try reasons { dock in
      try dock.setSystemTrackingEnabled(false)
      try dock.setAngularVelocity(.init(x: 0, y: 1, z: 0))
      dock.advance(to: 1_000_000_000)
      try dock.setSystemTrackingEnabled(true)
    }
    #expect(turning == ["yaw turned when the motors were given back"])
    let letGo = try reasons { dock in
      try dock.setSystemTrackingEnabled(false)
      _ = try dock.setOrientation(
        .init(x: 0, y: 0.5, z: 0), duration: .seconds(1), relative: false)
      dock.advance(to: 2_000_000_000)
      try dock.setSystemTrackingEnabled(true)
      dock.advance(to: 2_200_000_000)
      try dock.setSystemTrackingEnabled(false)
      try dock.setSystemTrackingEnabled(true)
    }
    #expect(letGo.contains("yaw turned when the motors were given back"))
    let open = try reasons(untracked) { dock in
      try dock.setAngularVelocity(.init(x: 0, y: 1, z: 0))
    }
    #expect(open == ["yaw turns on at the end", "the motors were not told to stand"])
    let narrow = try reasons(untracked) { dock in
      try dock.setLimits(
        .init(yaw: .init(positionRange: -1..<1, maximumSpeed: 1), pitch: nil, roll: nil))
    }
    #expect(narrow == ["the limits are not what they were"])
    let afterwards = try reasons { dock in
      try dock.setSystemTrackingEnabled(false)
      try dock.setSystemTrackingEnabled(true)
      try? dock.setAngularVelocity(.zero)
    }
    #expect(afterwards == ["a motor call came after the motors were given back"])
  }
}
