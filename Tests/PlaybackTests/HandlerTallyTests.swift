import DockKit
import Motion
import Playback
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

/// A run tells how the calls of each handler ended.
struct HandlerTallyTests {
  private static let show = """
    on button 1 pausing { tilt to 10deg down over 2s }
    on button 2 replacing { pan to home over 1s }
    on zoom by f { log f; wait 1s }
    on tap { log "never" }
    pan to 60deg right over 6s
    """

  /// How the calls of the handler at `line` ended, as in `1 done, 2 dropped`.
  private func ends(_ line: UInt32, _ outcome: Outcome) -> String {
    guard let tally = outcome.handlers.first(where: { $0.line == line }) else { return "" }
    let ends = HandlerTally.End.allCases.filter { tally[$0] > 0 }
    return ends.map { "\(tally[$0]) \($0)" }.joined(separator: ", ")
  }

  private func zoom(_ seconds: Double, by value: Double = 1) -> Happening {
    .event(WorldEvent(.zoom, value: value), at: Int(seconds * 1e9))
  }

  @Test("done")
  func done() throws {
    let outcome = try CueShow(Self.show, [.button(1, at: 1), .button(1, at: 6)]).run.outcome
    #expect(outcome.ending == .done && outcome.preemption == nil)
    #expect(ends(1, outcome) == "2 done")
    #expect(outcome.handlers.map(\.event.description) == ["button 1", "button 2", "zoom", "tap"])
    #expect(outcome.handlers.map(\.calls) == [2, 0, 0, 0])
  }

  @Test("preempted, the script as well")
  func preempted() throws {
    let outcome = try CueShow(Self.show, [.button(1, at: 1), .button(2, at: 2)]).run.outcome
    #expect(outcome.ending == .done && outcome.preemption == 2000)
    #expect(ends(1, outcome) == "1 preempted" && ends(2, outcome) == "1 done")
  }

  @Test("dropped, each once, however many come in an instant")
  func dropped() throws {
    for count in 1...5 {
      let calls = [zoom(0.5)] + (0..<count).map { _ in zoom(1) }
      let outcome = try CueShow(Self.show, calls).run.outcome
      #expect(outcome.drops == count - 1)
      #expect(ends(3, outcome) == "2 done" + (count > 1 ? ", \(count - 1) dropped" : ""))
    }
  }

  @Test("dropped, up to the end of the show")
  func droppedLast() throws {
    let show = try CueShow(
      Self.show, [zoom(5.5), zoom(5.7), zoom(5.8)] + [.exit(.interrupt, at: 5_900_000_000)])
    #expect(ends(3, show.run.outcome) == "2 dropped, 1 aborted")
  }

  @Test(
    "dropped, if it waits for another when the show ends",
    arguments: [
      ("on button 1 pausing { wait for tap }\nwait 8s", [2.0, 3], "1 dropped, 1 aborted"),
      ("on button 1 pausing { wait for tap }\nwait 8s", [2, 3, 4], "2 dropped, 1 aborted"),
      ("on button 1 { wait 10s }\nwait 20s", [1, 2], "1 dropped, 1 aborted"),
    ])
  func neverBegun(script: String, presses: [Double], wanted: String) throws {
    let show = try CueShow(script, presses.map { .button(1, at: $0) } + [.end(at: 5)])
    #expect(ends(1, show.run.outcome) == wanted)
  }

  /// How the calls of the handler in line 1 ended after a tap at 1 s, if `fault` comes at `time`.
  private func ends(
    _ script: String, _ fault: Fault.Kind, at time: Double
  ) throws -> String {
    let show = try CueShow(
      script, [.event(WorldEvent(.tap), at: 1_000_000_000)],
      faults: [Fault(fault, at: .time(Int(time * 1e9)))])
    guard case .failed = show.run.outcome.ending else { return "not failed" }
    return ends(1, show.run.outcome)
  }

  @Test(
    "failed, because a step of its own does",
    arguments: [
      ("on tap pausing { tilt to 10deg down over 2s }\npan to 60deg right over 6s", 2.0),
      ("on tap pausing { wait 1s; pan by 5deg left over 1s }\npan to 60deg right over 6s", 2.5),
      ("on tap pausing { animate yes }\npan to 60deg right over 6s", 2.0),
    ])
  func failed(script: String, time: Double) throws {
    #expect(try ends(script, .stall, at: time) == "1 failed")
  }

  @Test(
    "failed, because the dock refuses what it asks for",
    arguments: [
      "on tap { frame left; wait 2s }\npan to 60deg right over 6s",
      "on tap { wait 500ms; pan by 5deg right over 1s }\nwait 6s",
      "on tap { animate yes }\nwait 6s",
    ])
  func refused(script: String) throws {
    #expect(try ends(script, .refused(.notSupported), at: 0.9) == "1 failed")
  }

  @Test(
    "aborted, because the show fails elsewhere",
    arguments: [
      "on tap { wait 3s }\npan to 60deg right over 6s",
      "on tap { face happy over 3s }\npan to 60deg right over 6s",
    ])
  func failedElsewhere(script: String) throws {
    #expect(try ends(script, .stall, at: 2) == "1 aborted")
  }

  @Test(
    "aborted, because the dock refuses what the show asks for",
    arguments: [
      "wait 3s", "wait 100ms; tilt to 10deg down over 500ms; wait 2s", "frame right; wait 2s",
    ])
  func refusedElsewhere(block: String) throws {
    let script = "on tap { \(block) }\npan to 60deg right over 2s; frame left; pan to home over 6s"
    #expect(try ends(script, .refused(.notSupported), at: 1.9) == "1 aborted")
  }

  @Test("failed, because the script cannot go on with what it is called for")
  func failedScript() throws {
    let show = try CueShow(
      "on tap { wait 3s }\non zoom by f pausing { tilt by f * 1deg up over 1s }\n"
        + "pan to 60deg right over 4s",
      [.event(WorldEvent(.tap), at: 1_000_000_000), zoom(1.5, by: 400)])
    #expect(ends(1, show.run.outcome) == "1 aborted" && ends(2, show.run.outcome) == "1 failed")
  }

  @Test("aborted, from outside", arguments: [Exit.interrupt, .kill, .timeUp])
  func aborted(exit: Exit) throws {
    let happenings = [.button(1, at: 1), zoom(0.5), .exit(exit, at: 2_200_000_000)]
    let outcome = try CueShow(Self.show, happenings).run.outcome
    #expect(outcome.ending != .done)
    #expect(ends(1, outcome) == "1 aborted" && ends(3, outcome) == "1 done")
  }
}
