import Diagnosis
import Language
import Motion
import Playback
import Printing
import Schedules
import Scheduling
import Simulation
import Synchronization
import Testing
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@testable import Rehearsal

/// A script that never answers until it is cancelled.
final class Brooding: Continuation {
  private let isCancelled = Mutex(false)

  var wasCancelled: Bool { isCancelled.withLock { $0 } }

  func consequence(
    of occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>?
  ) throws(CueFailure) -> Consequence {
    while !wasCancelled { sched_yield() }
    throw CueFailure(message: "nobody waits for this", line: 0)
  }

  func cancel() { isCancelled.withLock { $0 = true } }
}

/// Motors that turn while the script works out what comes next.
@Suite("A decision in a live run") struct DecisionTests {
  private static let script = """
    on zoom by v pausing { tilt to v * 5deg up over 1s }
    spin pan at 20deg/s right for 5s
    stop pan
    """
  private static let zoom = Happening.event(WorldEvent(.zoom, value: 2), at: 2_000_000_000)

  /// The calls of `run` after the event.
  private static func callsAfterEvent(of run: RunRecord) -> [Trace.Call] {
    run.trace.events.compactMap { event in
      guard event.time >= 2_000_000_000, case .call(let call, _) = event.kind else { return nil }
      return call
    }
  }

  @Test("that takes too long stops the motors, and says at which handler")
  func overdue() throws {
    var cue = try #require(firstCue(of: Self.script))
    let brooding = Brooding()
    cue.rest = brooding
    let wall = StagedWall(patience: 300_000_000)
    let live = rehearseLive(cue, happenings: [Self.zoom], wall: wall)
    #expect(live.run.exit == .overdue)
    #expect(brooding.wasCancelled)
    #expect(
      Self.callsAfterEvent(of: live.run)
        == [.setAngularVelocity(.zero), .setSystemTracking(true)])
    guard case .failed(let failure) = live.run.outcome.ending else {
      Issue.record("\(live.run.outcome.ending)")
      return
    }
    #expect(failure.cause?.line == 1)
    #expect(live.run.outcome.handlers.map { [$0.calls, $0[.failed]] } == [[1, 1]])
    #expect(live.run.outcome.isStopConfirmed && live.run.outcome.isTrackingRestored)
    let zero = live.run.trace.events.first { $0.kind == .call(.setAngularVelocity(.zero), nil) }
    #expect((zero?.time ?? 0) >= 2_299_000_000 && (zero?.time ?? 0) <= 2_310_000_000)
  }

  @Test(
    "is given up when somebody ends the show", arguments: [Exit.interrupt, .terminate, .hangUp])
  func interrupted(exit: Exit) throws {
    var cue = try #require(firstCue(of: Self.script))
    let brooding = Brooding()
    cue.rest = brooding
    let wall = StagedWall(exits: [(exit, 2_100_000_000)], patience: 300_000_000)
    let live = rehearseLive(cue, happenings: [Self.zoom], wall: wall)
    #expect(live.run.exit == exit && live.run.outcome.ending == .cancelled)
    #expect(live.run.outcome.handlers.map { [$0.calls, $0[.aborted]] } == [[1, 1]])
    #expect(brooding.wasCancelled)
    let zero = live.run.trace.events.first { $0.kind == .call(.setAngularVelocity(.zero), nil) }
    #expect((zero?.time ?? 0) <= 2_110_000_000)
  }

  @Test("in time does what it does in a run in no time")
  func inTime() throws {
    let cue = try #require(firstCue(of: Self.script))
    let wall = StagedWall(patience: .max / 2)
    let live = rehearseLive(cue, happenings: [Self.zoom], wall: wall)
    let show = CueShow(cue, [Self.zoom])
    #expect(live.run.outcome.ending == .done && live.run.outcome.cues == show.run.outcome.cues)
    #expect(live.run.outcome.handlers == show.run.outcome.handlers)
  }

  @Test("may not evaluate more than a decision may")
  func condition() throws {
    let tower = (1...60).map { "function f\($0)(x: number) = f\($0 - 1)(x) + f\($0 - 1)(x)\n" }
    let file = "function f0(x: number) = x + x\n" + tower.joined()
    let script =
      file + "on zoom by v when f60(v) > 0 pausing { tilt to 5deg up over 1s }\n"
      + "spin pan at 20deg/s right for 5s\nstop"
    var compilation = Compilation()
    compilation.budget.evaluationSteps = 10_000
    let cue = try #require(
      firstCue(of: script, compilation))
    let show = CueShow(cue, [Self.zoom])
    guard case .failed(let failure) = show.run.outcome.ending else {
      Issue.record("\(show.run.outcome.ending)")
      return
    }
    #expect(failure.cause?.diagnostic?.code == .stepBudget)
    #expect(show.run.outcome.isStopConfirmed && show.run.outcome.isTrackingRestored)
  }

  @Test("that was given up is repeated to the byte from its recording", arguments: [true, false])
  func replay(isOverdue: Bool) throws {
    var found = Diagnostics()
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(Self.script.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    let cue = try #require(script.firstCue(for: Compilation(), reporting: &found))
    let wall =
      isOverdue
      ? StagedWall(patience: 0)
      : StagedWall(exits: [(.interrupt, 2_000_050_000)], patience: 300_000_000)
    let live = rehearseLive(cue, happenings: [Self.zoom], wall: wall)
    #expect(live.run.exit == (isOverdue ? .overdue : .interrupt))
    let recording = Recording(
      of: cue, compiledFor: Compilation(), from: script.sources, isTracking: true, faults: [],
      happenings: live.happenings, trace: live.run.trace)
    let read = try #require(Recording(recording.text.bytes))
    var sources = SourceMap()
    let again = try #require(read.cue(name: "rec", sources: &sources, reporting: &found))
    let replayed = read.replay(again)
    #expect(replayed.trace.text == live.run.trace.text)
    #expect(replayed == live.run)
  }
}
