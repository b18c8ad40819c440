import Motion
import Playback
import Rehearsal
import Schedules
import Testing
import Vocabulary

/// A mode that begins while a handler above the modes holds the show is held in its place.
@Suite struct HeldModeTests {
  /// The notes of `script`, each with its milliseconds, and the run.
  private func play(
    _ script: String, _ events: [(WorldEvent, Double)]
  ) throws -> (notes: [String], show: CueShow) {
    let happenings = events.map { Happening.event($0.0, at: Int($0.1 * 1e9)) }
    let show = try CueShow(script, happenings + [.end(at: 30)])
    #expect(show.run.findings.isEmpty)
    #expect(show.run.outcome.ending == .done)
    return (show.notes, show)
  }

  private let tap = WorldEvent(.tap)
  private let button = WorldEvent(.button, .pressed, number: 1)

  /// The handler has 3 s of its 4 s left, and moves the same axis as both modes.
  @Test func theNewModeIsHeldInPlaceOfTheOldOne() throws {
    let script = """
      on tap pausing { tilt by 13deg up over 2s; tilt by 13deg down over 2s; log "held" }
      mode a { on button 1 { go to b }; tilt to 5deg up over 10s; log "never" }
      mode b { log "b"; tilt to 7deg down over 1s; log "down" }
      """
    let (notes, show) = try play(script, [(tap, 0.5), (button, 1.5)])
    #expect(notes == ["0 mode a", "1500 mode b", "4508 log held", "4508 log b", "5508 log down"])
    #expect(show.run.outcome.handlers.map { $0[.done] } == [1, 1])
    #expect(show.isAsPlanned)
  }

  /// What turned does not turn again; at no time of the hold.
  @Test(arguments: Array(stride(from: 500, through: 3000, by: 50)))
  func whatTurnedStands(time: Int) throws {
    let script = """
      on tap pausing { pan by 5deg left over 1s }
      mode a { on button 1 { go to b }; spin pan at 10deg/s right; wait 20s; stop }
      mode b { wait 1s; log "end" }
      """
    let (notes, show) = try play(script, [(tap, 0.5), (button, Double(time) / 1000)])
    #expect(notes.last?.hasSuffix("log end") == true)
    #expect(show.run.endPose.yaw < 30_000)
    #expect(show.isAsPlanned, "\(time)")
  }

  /// The bars of a tempo above the modes stand still with the mode.
  @Test(arguments: [0.6, 1, 1.7, 2.2])
  func theTempoStandsStill(time: Double) throws {
    let script = """
      tempo 120bpm
      on tap pausing { pan by 5deg left over 1s; pan by 5deg right over 1s }
      mode a { on button 1 { go to b }; wait 20s }
      mode b { wait until next bar; log "bar" }
      """
    let (notes, _) = try play(script, [(tap, 0.5), (button, time)])
    #expect(notes == ["0 mode a", "\(Int(time * 1000)) mode b", "4000 log bar"])
  }

  /// What the phone does is left, too: a face that was changing comes to its mood.
  @Test func thePhoneIsLeft() throws {
    let script = """
      on tap pausing { tilt by 5deg up over 1s; tilt by 5deg down over 1s }
      mode a {
          on button 1 { go to b }
          together { face happy over 4s; { camera zoom 2x over 4s }; { wait 8s; log "never" } }
      }
      mode b { wait 100ms; log "b" }
      """
    let (notes, _) = try play(script, [(tap, 1), (button, 2)])
    #expect(notes.map { $0.split(separator: " ").last } == ["a", "b", "b"])
  }

  /// A handler of the mode that holds a handler above leaves both, and what they hold.
  @Test func whatALeftHandlerHoldsIsLeft() throws {
    let script = """
      on tap pausing { pan by 5deg left over 4s; log "never" }
      mode a { on button 1 pausing { pan by 5deg right over 500ms; go to b }; wait 10s }
      mode b { log "b"; pan by 5deg right over 1s; log "end" }
      """
    let (notes, show) = try play(script, [(tap, 0.5), (button, 1.5)])
    #expect(notes == ["0 mode a", "2024 mode b", "2024 log b", "3024 log end"])
    #expect(show.run.outcome.handlers.map { [$0[.done], $0[.preempted]] } == [[0, 1], [1, 0]])
    #expect(show.isAsPlanned)
  }

  /// A call that has waited for the handler that leads to a mode holds the mode as it begins.
  @Test func aCallThatWaitedHoldsTheNextMode() throws {
    let script = """
      on tap pausing { wait for button 1; go to b }
      mode a { }
      mode b { tilt to 4deg down; log "b"; wait 1s; log "end" }
      """
    let events = [(tap, 0.5), (tap, 1), (button, 2), (button, 3)]
    let happenings = events.map { Happening.event($0.0, at: Int($0.1 * 1e9)) }
    let show = try CueShow(script, happenings + [.end(at: 30)])
    #expect(
      show.notes == ["0 mode a", "2000 mode b", "3000 mode b", "3208 log b", "4208 log end"])
    #expect(show.run.outcome.handlers.map { $0[.done] } == [2])
    #expect(show.isAsPlanned)
  }

  /// The handler that leads to the mode had begun before the show was held, and goes on until then.
  @Test func theNewModeIsHeldAfterAWait() throws {
    let script = """
      on tap pausing { wait for button 3 }
      on button 1 { wait 2s; go to b }
      mode a { }
      mode b { log "b" }
      """
    let third = WorldEvent(.button, .pressed, number: 3)
    let events = [(button, 1), (tap, 2), (third, 5)]
    let show = try CueShow(
      script, events.map { .event($0, at: $1 * 1_000_000_000) } + [.end(at: 9)])
    #expect(show.run.findings.isEmpty)
    #expect(show.notes == ["0 mode a", "3000 mode b", "5000 log b"])
  }

  /// Each turn sets out anew on the path, and is cut off before its end: that takes no more room.
  @Test(arguments: [9.3, 10, 13.9])
  func aPathThatIsCutOffInEachTurn(time: Double) throws {
    let script = """
      limit pan to 35deg left .. 35deg right
      on tap pausing { log "held" }
      mode a {
          race {
              move through pose(pan: 20deg left, tilt: 6deg down), pose(pan: 21deg left), home
                  over 9s
              wait 1500ms
          }
          go to a
      }
      """
    let end = Happening.exit(.timeUp, at: 15_000_000_000)
    let show = try CueShow(script, [.event(tap, at: Int(time * 1e9)), end])
    #expect(show.run.findings.isEmpty && show.run.outcome.ending == .cancelled)
    #expect(abs(show.run.endPose.yaw + 20_000) < 500)
  }

  /// A block that has taken the place of the mode is held as the mode would be; at no time of it
  /// does another handler move its axes, too.
  @Test(arguments: ["pausing", "queued"], Array(stride(from: 600, through: 3400, by: 200)))
  func whatHasReplacedTheModeIsHeld(policy: String, time: Int) throws {
    let script = """
      on tap replacing { pan by 20deg right over 2s; wait 1s; log "end" }
      on button 1 \(policy) { race { pan to 30deg left over 1s; wait 400ms } }
      mode a { wait 10s }
      """
    let (notes, show) = try play(script, [(tap, 0.5), (button, Double(time) / 1000)])
    #expect(notes.last?.hasSuffix("log end") == true)
    #expect(show.run.outcome.handlers.map { $0[.done] } == [1, 1])
    #expect(show.run.endPose.yaw == 20_000)
    #expect(show.isAsPlanned, "\(time)")
  }

  /// A handler that is held itself goes on under its own limits, whatever mode has begun.
  @Test(arguments: [0.61, 0.65, 0.8, 1.2, 1.6])
  func aHeldHandlerKeepsItsLimits(time: Double) throws {
    let script = """
      on tap pausing { limit pan at 20deg/s; pan to 10deg left over 1s; pan to 10deg right }
      on button 3 pausing { tilt by 5deg up over 700ms }
      on button 1 once { go to b }
      mode a { tilt to home over 100ms; wait 10s }
      mode b { wait 1s; log "b" }
      """
    let third = WorldEvent(.button, .pressed, number: 3)
    let (notes, show) = try play(script, [(tap, 0.5), (third, 0.6), (button, time)])
    #expect(notes.last?.hasSuffix("log b") == true)
    #expect(show.run.outcome.handlers.map { $0[.done] } == [1, 1, 1])
    #expect(show.isAsPlanned)
  }
}
