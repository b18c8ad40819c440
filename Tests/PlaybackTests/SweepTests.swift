import DockKit
import Hardware
import Motion
import Scheduling
import Simulation
import Spatial
import Testing

@testable import Playback
@testable import Rehearsal

/// However and whenever a show ends, and whatever goes wrong once.
struct SweepTests {
  @Test("every show is given back, whatever happens", arguments: DockModel.all.indices)
  func shows(model: Int) async throws {
    for show in Show.all {
      let result = await sweep(Cue(try compile(show, for: DockModel.all[model])))
      #expect(result.first == nil)
      #expect(result.failures == 0)
      // Three exits at least before each call, and each fault at each.
      #expect(result.cuts >= 3 * result.calls)
      #expect(result.faults == Fault.Kind.all.count * result.calls)
    }
  }

  @Test("random shows are given back, whatever happens")
  func randomShows() async {
    for seed in 900..<904 {
      let result = await sweep(Cue(Choreographer.show(seed: seed)))
      #expect(result.first == nil, "seed \(seed)")
    }
  }

  @Test("a case of the sweep is what a run with the same options is")
  func cases() async throws {
    let schedule = try compile(Show.tracking)
    for call in [1, 4, 7] {
      for kind in Fault.Kind.all {
        let attempt = SweepCase(blow: .fault(kind, call: call), isTracking: true)
        let run = await rehearse(schedule, faults: attempt.faults)
        let struck = run.trace.events.contains { $0.kind == .fault(kind) }
        #expect(struck, "\(kind) at \(call)")
        #expect(run.outcome.isTrackingRestored, "\(kind) at \(call)")
      }
    }
  }

  @Test("the judge sees a dock that was not given back")
  func verdicts() async throws {
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
