import Motion
import Playback
import Rehearsal
import Scheduling
import Simulation
import Testing

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

  private func zoom(_ seconds: Double) -> Happening {
    .event(WorldEvent(.zoom, value: 1), at: Int(seconds * 1e9))
  }

  @Test("done")
  func done() async throws {
    let outcome = try await CueShow(Self.show, [.button(1, at: 1), .button(1, at: 6)]).run.outcome
    #expect(outcome.ending == .done && outcome.preemption == nil)
    #expect(ends(1, outcome) == "2 done")
    #expect(outcome.handlers.map(\.event.description) == ["button 1"])
  }

  @Test("preempted, the script as well")
  func preempted() async throws {
    let outcome = try await CueShow(Self.show, [.button(1, at: 1), .button(2, at: 2)]).run.outcome
    #expect(outcome.ending == .done && outcome.preemption == 2000)
    #expect(ends(1, outcome) == "1 preempted" && ends(2, outcome) == "1 done")
  }

  @Test("dropped, each once, however many come in an instant")
  func dropped() async throws {
    for count in 1...5 {
      let calls = [zoom(0.5)] + (0..<count).map { _ in zoom(1) }
      let outcome = try await CueShow(Self.show, calls).run.outcome
      #expect(outcome.drops == count - 1)
      #expect(ends(3, outcome) == "2 done" + (count > 1 ? ", \(count - 1) dropped" : ""))
    }
  }

  @Test("dropped, up to the end of the show")
  func droppedLast() async throws {
    let show = try await CueShow(
      Self.show, [zoom(5.5), zoom(5.7), zoom(5.8)] + [.exit(.interrupt, at: 5_900_000_000)])
    #expect(ends(3, show.run.outcome) == "1 dropped, 2 aborted")
  }

  @Test("failed, because the dock or the script does")
  func failed() async throws {
    let stall = try await CueShow(
      Self.show, [.button(1, at: 1)], faults: [Fault(.stall, at: .time(2_000_000_000))])
    #expect(ends(1, stall.run.outcome) == "1 failed")
    let script = try await CueShow(
      "on tap { wait 3s }\non zoom by f pausing { pan by f * 1deg right over 1s }\n"
        + "pan to 60deg right over 4s",
      [
        .event(WorldEvent(.tap), at: 1_000_000_000),
        .event(WorldEvent(.zoom, value: 400), at: 1_500_000_000),
      ])
    #expect(ends(1, script.run.outcome) == "1 failed")
  }

  @Test("aborted, from outside", arguments: [Exit.interrupt, .kill, .timeUp])
  func aborted(exit: Exit) async throws {
    let happenings = [.button(1, at: 1), zoom(0.5), .exit(exit, at: 2_200_000_000)]
    let outcome = try await CueShow(Self.show, happenings).run.outcome
    #expect(outcome.ending != .done)
    #expect(ends(1, outcome) == "1 aborted" && ends(3, outcome) == "1 done")
  }
}
