import Hardware
import Motion
import Playback
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

@Suite("A script with handlers") struct HandlerPlayTests {
  private static func show(_ policy: String) -> String {
    """
    on button 1 \(policy) { tilt to 10deg down over 1s; pan to 5deg left over 2s }
    pan to 60deg right over 4s
    log "over"
    """
  }

  @Test("is left alone by one that moves nothing it uses") func alongside() throws {
    let script = """
      on button 1 { tilt to 10deg down over 1s }
      on shutter at most every 200ms { log "click" }
      pan to 60deg right over 4s
      """
    for time in [0.0, 0.5, 1.2345, 2.9, 3.9] {
      let shutter = WorldEvent(.shutter)
      let show = try CueShow(
        script,
        [
          .button(1, at: time), .event(shutter, at: 1_000_000_000),
          .event(shutter, at: 1_100_000_000), .event(shutter, at: 1_300_000_000),
        ])
      let comment: Comment = "\(time): \(show.told)"
      #expect(show.run.outcome.ending == .done && show.run.findings.isEmpty, comment)
      #expect(show.run.outcome.drops == 1, comment)
      #expect(show.isAsPlanned, "\(comment) \(show.worstError)")
      #expect(
        show.run.outcome.plannedLength
          == max(4000, Int32((time + 1) * 1000) + (time == 1.2345 ? 1 : 0)), comment)
      let displacement = show.run.outcome.displacement
      #expect(abs((displacement?.yaw ?? 0) - 60) < 0.004, comment)
      #expect(abs((displacement?.pitch ?? 0) - 10) < 0.004, comment)
      #expect(show.calls.filter { $0.contains("setSystemTracking") }.count == 2, comment)
    }
  }

  @Test("one that is replaced as it begins has done its statements of that instant")
  func replacedAsItBegins() throws {
    let script = """
      on tap { log "a"; log "b"; wait 1s; log "never" }
      on tap replacing { log "c" }
      on tap { log "d"; wait 1s; log "e" }
      wait 9s
      """
    let show = try CueShow(script, [.event(WorldEvent(.tap), at: 1_000_000_000)])
    let logs = show.events.compactMap { event in
      if case .note(let note) = event.kind { note.text } else { String?.none }
    }
    #expect(logs == ["a", "b", "c", "d", "e"])
    #expect(show.run.outcome.handlers.map { $0[.preempted] } == [1, 0, 0])
    #expect(show.run.outcome.handlers.map { $0[.done] } == [0, 1, 1])
  }

  @Test("goes on from where it is, when one is called amid an animation of the dock's own")
  func amidAnimation() throws {
    let script = """
      on button 1 pausing { animate yes }
      on button 2 { log "called" }
      pan to 60deg right over 3s
      """
    for time in [1.2, 1.5, 2.1, 2.3] {
      let show = try CueShow(script, [.button(1, at: 1), .button(2, at: time)])
      let comment: Comment = "\(time): \(show.told)"
      #expect(show.run.outcome.ending == .done && show.run.findings.isEmpty, comment)
      #expect(show.isAsPlanned, "\(comment) \(show.worstError)")
      #expect(abs((show.run.outcome.displacement?.yaw ?? 0) - 60) < 0.02, comment)
    }
  }

  @Test("ends where one takes its place") func replacing() throws {
    for time in [0.0, 0.5, 1.2345, 2.9, 3.9] {
      let show = try CueShow(Self.show("replacing"), [.button(1, at: time)])
      let comment: Comment = "\(time): \(show.told)"
      #expect(show.run.outcome.ending == .done && show.run.findings.isEmpty, comment)
      #expect(show.isAsPlanned, "\(comment) \(show.worstError)")
      #expect(abs((show.run.outcome.displacement?.yaw ?? 0) + 5) < 0.02, comment)
      #expect(!show.told.contains { $0.hasSuffix(" action") }, comment)
    }
  }

  /// A cue keeps the active limits, and numbers them again.
  @Test("goes on under the limits that hold when a handler is called") func limits() throws {
    let script = """
      on button 1 { camera photo }
      limit tilt to 30deg up .. 20deg down
      pan to 10deg right over 1s
      limit pan to 90deg left .. 90deg right at 40deg/s
      pan to 60deg right over 4s
      """
    for model in DockModel.exact {
      for time in [0.5, 1.0, 3.0] {
        let show = try CueShow(script, [.button(1, at: time)], for: model)
        let comment: Comment = "\(time): \(show.told)"
        #expect(show.run.outcome.ending == .done && show.run.findings.isEmpty, comment)
        #expect(abs((show.run.outcome.displacement?.yaw ?? 0) - 60) < 0.02, comment)
        #expect(show.isAsPlanned, "\(comment) \(show.worstError)")
        #expect(show.calls.filter { $0.contains("setLimits") }.count <= 3, "\(show.calls)")
      }
    }
  }
}
