import Foundation
import Hardware
import Language
import Motion
import Scheduling
import Simulation
import Testing

@testable import Playback
@testable import Rehearsal

/// Random scripts in random scenes: whatever happens, the dock stands at the end, tracks as before,
/// and the player tells the truth.
///
/// `DOCK_SOAK_PROGRAMS` says how many.
struct RandomSceneTests {
  private static let count =
    ProcessInfo.processInfo.environment["DOCK_SOAK_PROGRAMS"].flatMap { Int($0) } ?? 24

  /// The script and the scene of `seed`.
  private func text(_ seed: Int, hasFaults: Bool) -> String {
    let parts = [
      RandomScene.wait(seed: seed &* 3 &+ 1), RandomProgram.make(seed: seed),
      RandomScene.wait(seed: seed &* 5 &+ 2),
    ]
    return RandomScene(seed: seed, hasFaults: hasFaults).text + parts.joined()
  }

  /// The stage of `text` and the scene on it; nil if the script is refused.
  private func stage(
    _ text: String, _ model: DockModel, isTracking: Bool, _ seed: Int
  ) -> (Stage, Rehearsal.Scene)? {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    #expect(scene != nil, "seed \(seed): \(found.all.map(\.message))\n\(text)")
    guard let scene, let cue = script.firstCue(for: Compilation(for: model), reporting: &found)
    else { return nil }
    let bound = Happening.exit(.timeUp, at: 600_000_000_000)
    let time = VirtualTime(scene.happenings + [bound])
    return (
      Stage(cue, from: nil, isTracking: isTracking, faults: scene.faults, time: time), scene
    )
  }

  @Test("without faults, the auditor has nothing to say", arguments: 0..<8)
  func calm(block: Int) async {
    var played = 0
    for seed in stride(from: block, to: Self.count, by: 8) {
      let text = text(seed, hasFaults: false)
      let isTracking = seed % 3 > 0
      guard let (stage, _) = stage(text, .all[seed % 2], isTracking: isTracking, seed) else {
        continue
      }
      played += 1
      let record = await stage.rehearse(within: CommandList.defaultTolerance) { _ in }
      #expect(record.findings.map(\.text) == [], "seed \(seed)\n\(text)")
      #expect(record.outcome.isStopConfirmed, "seed \(seed)\n\(text)")
      #expect(record.outcome.isTrackingRestored, "seed \(seed)\n\(text)")
      expectOrder(stage, isTracking, "seed \(seed)\n\(text)")
    }
    #expect(played * 3 >= Self.count / 8, "\(played) of \(Self.count / 8)")
  }

  @Test("whatever goes wrong, all is given back, or the player says it is not", arguments: 0..<8)
  func rough(block: Int) async {
    for seed in stride(from: block, to: Self.count, by: 8) {
      let text = text(seed, hasFaults: true)
      let isTracking = seed % 3 > 0
      guard let (stage, scene) = stage(text, .all[seed % 2], isTracking: isTracking, seed) else {
        continue
      }
      let record = await stage.rehearse(within: CommandList.defaultTolerance) { _ in }
      let (world, outcome) = (stage.dock.snapshot, record.outcome)
      #expect(
        outcome.isTrackingRestored == (world.isSystemTrackingEnabled == isTracking),
        "seed \(seed)\n\(text)")
      if outcome.isStopConfirmed { expectRest(world, "seed \(seed)\n\(text)") }
      guard isSoundAtEnd(scene, world) else { continue }
      #expect(outcome.isStopConfirmed, "seed \(seed)\n\(text)")
      expectOrder(stage, isTracking, "seed \(seed)\n\(text)")
    }
  }

  /// True iff at the end, and for the time in which all is given back, the dock does as it is told.
  private func isSoundAtEnd(_ scene: Rehearsal.Scene, _ world: DockWorld) -> Bool {
    let handback = 3_000_000_000
    return world.isDocked && world.isInForeground && world.faults.isEmpty
      && !world.trace.events.contains { event in
        if case .fault = event.kind { event.time > world.now - handback } else { false }
      }
  }

  /// Nothing turns, but for the tracker.
  private func expectRest(_ world: DockWorld, _ comment: Comment) {
    let end = Double(world.now) / 1e9
    for motion in world.trace.axes where motion.pieces.last?.cause != .tracker {
      #expect(abs(motion.speed(at: end)) < 0.012, comment)
    }
  }

  /// All is given back, as the judge of the sweep sees it.
  private func expectOrder(_ stage: Stage, _ isTracking: Bool, _ comment: Comment) {
    let attempt = SweepCase(blow: .cut(.interrupt, at: 0), isTracking: isTracking)
    let limits = DockWorld(stage.cue.schedule.model).limits
    let verdict = Verdict(on: stage.dock.snapshot, of: attempt, limits: limits)
    #expect(verdict.reasons == [], comment)
  }
}
