import DockKit
import Hardware
import Language
import Schedules
import Scheduling
import Simulation
import Testing

@testable import Playback
@testable import Rehearsal

/// Ends of runs while the dock is away or slow to switch its tracking, at many instants.
@Suite struct LateGivingBackTests {
  /// A dock that switches its tracking late and reports so often a second.
  private static func dock(reporting rate: Double) -> DockModel {
    var model = DockModel.stand
    (model.quirks, model.motionStateRate) = ([.lateTrackingFlag], rate)
    return model
  }

  private func run(
    _ model: DockModel, ending time: Int, _ scene: String, isTracking: Bool
  ) throws -> RunRecord {
    let text = "pan to 30deg right over 2s\npan to 30deg left over 2s\nscene {\n\(scene)\n}\n"
    let script = Script(
      checking: LoadedFile(identity: "a", name: "a", bytes: Array(text.utf8))
    ) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let cue = try #require(script.firstCue(for: Compilation(for: model), reporting: &found))
    let scene = try #require(script.scene(reporting: &found))
    return rehearse(
      cue, isTracking: isTracking, faults: scene.faults,
      happenings: (scene.happenings + [.exit(.timeUp, at: time * 1_000_000)]).inOrder)
  }

  /// The last order is lost on its way while that before it has not been followed yet.
  @Test(
    "tracking is what it was, though the order that takes another one back is lost",
    arguments: [
      ("tracking on\nwait 2s", false), ("tracking off\nwait 2s", true),
      ("pan to 30deg right over 2s", true),
    ])
  func lostOrder(show: String, isTracking: Bool) throws {
    let cue = Cue(try compile(show, for: Self.dock(reporting: 30)))
    for end in stride(from: 15, through: 240, by: 15) {
      for lost in 1...5 {
        let stage = Stage(
          cue, from: nil, isTracking: isTracking, faults: [Fault(.dropped, at: .call(lost))],
          time: VirtualTime([.exit(.timeUp, at: end * 1_000_000)]))
        _ = stage.rehearse(within: CommandList.defaultTolerance) { _ in }
        stage.dock.advance(to: stage.dock.now + 5_000_000_000)
        let situation: Comment = "\(show), ending at \(end) ms, without call \(lost)"
        #expect(stage.dock.snapshot.isSystemTrackingEnabled == isTracking, situation)
        // What the tracker had meanwhile is told to stand.
        let events = stage.dock.trace.events
        guard !isTracking, let last = events.lastIndex(where: { $0.kind == .tracking(true) })
        else { continue }
        let isStopped = events[last...].contains { event in
          if case .call(.setAngularVelocity(.zero), nil) = event.kind { true } else { false }
        }
        #expect(isStopped, situation)
      }
    }
  }

  @Test("motors that are robbed after the dock was away stand before they are given back")
  func robbedAfterwards() throws {
    let show = """
      limit tilt at 30deg/s
      tilt to 25deg down over 1s
      wait 1s
      tilt to home over 1s
      """
    let cue = Cue(try compile(show, for: .flow2pro))
    let limits = DockWorld(.flow2pro).limits
    let attempt = SweepCase(blow: .cut(.timeUp, at: 1_500_000_000), isTracking: true)
    for robbed in stride(from: 1_600, through: 3_800, by: 25) {
      let moments = [(Fault.Kind.flapped, 1_550), (.tracking, robbed)]
      let faults = moments.map { Fault($0, at: .time($1 * 1_000_000)) }
      let stage = Stage(
        cue, from: nil, isTracking: true, faults: faults,
        time: VirtualTime([.exit(.timeUp, at: 1_500_000_000)]))
      let outcome = stage.rehearse(within: CommandList.defaultTolerance) { _ in }.outcome
      #expect(outcome.isStopConfirmed && outcome.isTrackingRestored, "robbed at \(robbed) ms")
      stage.dock.advance(to: stage.dock.now + 5_000_000_000)
      let verdict = Verdict(on: stage.dock.snapshot, of: attempt, limits: limits)
      #expect(verdict.reasons == [], "robbed at \(robbed) ms")
    }
  }

  /// The tracker follows somebody, and lets go of the dock late: after the show has ended, and
  /// before the call is made again that gives it back.
  @Test("what the tracker lets go of late stands before it is given back")
  func letGoLate() throws {
    let cue = Cue(try compile("wait 300ms\ntracking off\nwait 1s", for: .flow2pro))
    let limits = DockWorld(.flow2pro).limits
    let company = Company(
      [Company.Subject(name: "ada", isPerson: true)],
      doing: [Company.Event(time: 0, .deed(subject: 0, .arrives(Company.Place(yaw: -20))))])
    var braked = 0
    for end in stride(from: 300, through: 600, by: 10) {
      let attempt = SweepCase(blow: .cut(.timeUp, at: end * 1_000_000), isTracking: true)
      let stage = Stage(
        cue, from: nil, isTracking: true, company: company,
        faults: [Fault(.refused(.notConnected), at: .call(2))],
        time: VirtualTime([.exit(.timeUp, at: end * 1_000_000)]))
      let outcome = stage.rehearse(within: CommandList.defaultTolerance) { _ in }.outcome
      #expect(outcome.isStopConfirmed && outcome.isTrackingRestored, "ended at \(end) ms")
      stage.dock.advance(to: stage.dock.now + 5_000_000_000)
      let verdict = Verdict(on: stage.dock.snapshot, of: attempt, limits: limits)
      #expect(verdict.reasons == [], "ended at \(end) ms")
      let pieces = stage.dock.snapshot.trace.axes.flatMap(\.pieces)
      braked += pieces.contains { $0.cause == .stop } ? 1 : 0
    }
    #expect(braked > 0)
  }

  @Test("tracking is given back when the dock was away", arguments: [1.0, 4, 30], [true, false])
  func away(rate: Double, isTracking: Bool) throws {
    let model = Self.dock(reporting: rate)
    for end in stride(from: 460, through: 700, by: 60) {
      for length in stride(from: 50, through: 2_450, by: 100) {
        let scene = "at 500ms undock\nat \(500 + length)ms dock"
        let run = try run(model, ending: end, scene, isTracking: isTracking)
        let situation: Comment = "\(rate) reports, ending at \(end) ms, away for \(length) ms"
        // The app has seen the phone leave at 500 ms at the latest.
        #expect(run.trace.end <= (700 + 2_000) * 1_000_000, situation)
        guard run.trace.end >= (500 + length) * 1_000_000 else { continue }
        #expect(run.outcome.isTrackingRestored, situation)
        #expect(run.trace.endsTracking == isTracking, situation)
      }
    }
  }

  @Test("motors that stand when the dock is back are seen to stand")
  func seenToStand() throws {
    for length in stride(from: 50, through: 1_000, by: 50) {
      let run = try run(
        Self.dock(reporting: 30), ending: 480, "at 500ms undock\nat \(500 + length)ms dock",
        isTracking: true)
      #expect(run.outcome.isStopConfirmed, "away for \(length) ms")
      #expect(run.outcome.isTrackingRestored, "away for \(length) ms")
    }
  }

  @Test("tracking is given back when its button is pressed meanwhile", arguments: [1.0, 4, 30])
  func pressed(rate: Double) throws {
    let model = Self.dock(reporting: rate)
    for end in stride(from: 58, through: 2_058, by: 500) {
      for pressed in stride(from: end + 41, through: end + 1_841, by: 100) {
        let run = try run(
          model, ending: end, "at \(pressed)ms press tracking button", isTracking: true)
        #expect(run.outcome.isTrackingRestored, "\(rate): \(end), \(pressed)")
        #expect(run.trace.end <= (end + 2_000) * 1_000_000, "\(rate): \(end), \(pressed)")
      }
    }
  }

  @Test("motors that were given back while the dock was away are told to stand at the end")
  func toldAtTheEnd() throws {
    var model = DockModel.stand
    // It leaves before it reports that the motors stand, and nobody asks it when it is back.
    model.motionStateRate = 1
    let text = """
      pan to 20deg right over 1500ms
      wait for tap
      log "over"
      scene { at 1600ms undock; at 5s dock; at 8s tap }
      """
    let script = Script(
      checking: LoadedFile(identity: "a", name: "a", bytes: Array(text.utf8))
    ) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let cue = try #require(script.firstCue(for: Compilation(for: model), reporting: &found))
    let scene = try #require(script.scene(reporting: &found))
    let run = rehearse(
      cue, isTracking: true, faults: scene.faults, happenings: scene.happenings)
    #expect(run.outcome.ending == .done)
    #expect(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
  }
}
