import Hardware
import Rehearsal
import Schedules
import Simulation
import Testing

@testable import Playback

/// Events while a move takes longer than planned, because it begins elsewhere.
struct OvertimeTests {
  /// A show that turns to 45 degrees left from home, and assumes to be at 40 degrees: the move is
  /// planned for 553 ms, and takes 4553 ms from 4 s on.
  private static let show = """
    pan to 40deg left over 1s
    wait for button 1 for at most 3s
    """

  private func play(
    _ handler: String, _ move: String = "pan to 45deg left at 10deg/s", pressing times: [Double]
  ) throws -> CueShow {
    let script = "\(handler)\n\(OvertimeTests.show)\n\(move)\nwait 2s"
    let show = try CueShow(script, times.map { .button(2, at: $0) } + [.end(at: 60)])
    #expect(show.run.findings.map(\.text) == [])
    #expect(show.run.outcome.misplacement == nil)
    return show
  }

  private func place(_ show: CueShow, at time: Int) throws -> Double {
    -(try #require(show.run.trace.position(of: .yaw, at: time)))
  }

  @Test(
    "a handler that replaces the show stops it at once",
    arguments: [4.2, 4.5, 4.552, 4.553, 4.554, 5, 8, 8.5])
  func replacing(press: Double) throws {
    let show = try play("on button 2 replacing { log \"x\" }", pressing: [press])
    let (start, end) = (try place(show, at: Int(press * 1000)), try place(show, at: 12_000))
    #expect(end - start > -0.01 && end - start < 0.6, "\(start), \(end)")
    #expect(show.run.outcome.length < Int((press + 0.08) * 1e9))
    // It slows down within its limits.
    if press == 5 || press == 8 { #expect(end - start > 0.2, "\(start), \(end)") }
  }

  @Test("so does one whose move was planned to take no time")
  func noTime() throws {
    let show = try play(
      "on button 2 replacing { log \"x\" }", "pan to 40deg left at 10deg/s", pressing: [5])
    #expect(show.logs == ["x"])
    #expect(show.run.outcome.length < 5_080_000_000)
  }

  @Test("a branch that loses the race stops at once", arguments: [4.2, 5, 8])
  func race(press: Double) throws {
    let show = try play(
      "", "race { pan to 45deg left at 10deg/s; { wait for button 2; log \"won\" } }",
      pressing: [press])
    #expect(show.logs == ["won"])
    let (start, end) = (try place(show, at: Int(press * 1000)), try place(show, at: 12_000))
    #expect(end - start > -0.01 && end - start < 0.6, "\(start), \(end)")
  }

  @Test(
    "a handler that holds the show stops it at once, and it goes on to its place",
    arguments: [[4.2], [5], [8], [5, 7]])
  func pausing(presses: [Double]) throws {
    let show = try play("on button 2 pausing { log \"x\"; wait 1s }", pressing: presses)
    #expect(show.logs.count == presses.count)
    for press in presses {
      let time = Int(press * 1000)
      let (start, rest) = (try place(show, at: time), try place(show, at: time + 100))
      #expect(rest - start > -0.01 && rest - start < 1, "\(start), \(rest)")
      #expect(abs(try place(show, at: time + 900) - rest) < 0.01)
      if press == 5 || press == 8 { #expect(rest - start > 0.2, "\(start), \(rest)") }
    }
    let end = (show.run.outcome.start + show.run.outcome.length) / 1_000_000
    #expect(abs(try place(show, at: end) - 45) < 0.012)
  }

  @Test("what waits for the move goes on behind it, where times have parts of milliseconds")
  func partsOfMilliseconds() throws {
    for press in stride(from: 4.1, to: 9, by: 0.111) {
      let show = try play("on button 2 pausing { log \"x\" }\nwait 0.747ms", pressing: [press])
      #expect(show.run.outcome.ending == .done, "\(press)")
      let end = (show.run.outcome.start + show.run.outcome.length) / 1_000_000
      #expect(abs(try place(show, at: end) - 45) < 0.012, "\(press)")
    }
    // Right before its end, a move goes on slowly.
    let script = """
      wait 560.747ms
      pan to 40deg left over 1s
      wait for button 1 for at most 2s
      on button 2 pausing { log "x" }
      pan to 70deg left at 40deg/s
      """
    for press in stride(from: 5.2, to: 5.25, by: 0.003) {
      let show = try CueShow(script, [.button(2, at: press), .end(at: 60)])
      #expect(show.run.outcome.ending == .done, "\(press)")
    }
  }

  @Test("a handler beside the show begins at once, and the move goes on")
  func alongside() throws {
    let show = try play("on button 2 { log \"x\"; wait 1s; log \"y\" }", pressing: [5])
    #expect(show.notes.map { $0.split(separator: " ")[0] } == ["5000", "6000"])
    #expect(abs(try place(show, at: 6000) - 20) < 0.6)
    #expect(abs(try place(show, at: 8560) - 45) < 0.012)
    #expect(show.run.outcome.length < 10_560_000_000)
  }

  @Test("other axes keep to their ways", arguments: [4.6, 5, 5.6, 6.5])
  func besides(press: Double) throws {
    let both = "together { pan to 45deg left at 10deg/s; tilt by 10deg up over 1500ms }"
    for handler in ["on button 2 { log \"x\" }", "on button 2 replacing { log \"x\" }"] {
      let show = try play(handler, both, pressing: [press])
      let tilt = -(try #require(show.run.trace.position(of: .pitch, at: 12_000)))
      #expect(tilt < 10.02, "\(handler): \(tilt)")
      if !handler.contains("replacing") || press > 5.5 { #expect(tilt > 9.98, "\(tilt)") }
    }
  }
}
