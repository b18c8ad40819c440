import DockKit
import DockPlayer
import DockSimulator
import Testing

/// Shows of an app whose phone is in no dock: all but the motors takes part.
@Suite(.serialized) @MainActor struct WithoutDockTests {
  private static let show = """
    face happy over 300ms
    pan to 30deg right over 2s
    limit tilt to 20deg up .. 20deg down at 30deg/s
    tilt to 10deg up over 1s
    animate yes
    log "here"
    """

  /// Notes what a show asks for.
  @MainActor private final class Notes: Performer {
    var words: [String] = []

    func change(_ face: Face, over length: Duration, easing: FaceEasing) async throws {
      words.append("face")
    }

    func log(_ line: String) { words.append(line) }
  }

  private func stand() throws -> (stand: Stand, notes: Notes) {
    let notes = Notes()
    let stand = try Stand(isDocked: false, performer: notes)
    stand.player.playsWithoutDock = true
    return (stand, notes)
  }

  @Test("a show takes its time, and asks the phone for all that it should do")
  func played() async throws {
    let (stand, notes) = try stand()
    let task = try stand.player.start(Show(Self.show))
    await stand.finish()
    let report = try await task.value
    #expect(report.ending == .finished && report.isSafe && report.delay == .zero)
    #expect(report.length == .milliseconds(4500), "\(report.length)")
    #expect(notes.words == ["face", "here"])
    #expect(stand.player.accessory == nil && stand.player.pose == nil && stand.player.error == nil)
    #expect(stand.simulator.manager.isSystemTrackingEnabled)
    #expect(!stand.simulator.trace.contains("call"))
  }

  @Test("a dock is waited for only once, and one that comes later plays from the next show on")
  func later() async throws {
    let (stand, notes) = try stand()
    let first = try stand.player.start(Show("wait 100ms"))
    let player = stand.player
    await stand.simulator.advance(by: .seconds(2))
    #expect(await stand.simulator.run(atMost: .milliseconds(80)) { await player.phase == .playing })
    await stand.finish()
    _ = try await first.value
    let second = try stand.player.start(Show("log \"at once\""))
    await stand.simulator.run(atMost: .milliseconds(80)) { await !notes.words.isEmpty }
    #expect(notes.words == ["at once"])
    await stand.finish()
    _ = try await second.value
    await stand.simulator.perform(.dock)
    let third = try stand.player.start(Show(PlayerTests.pan))
    await stand.finish()
    #expect(try await third.value.isSafe && stand.isGivenBack)
    #expect(stand.player.accessory == stand.simulator.accessory)
    #expect(abs((stand.player.pose?.pan ?? 0) - 20) < 1)
  }

  @Test("it hears events, and is ended like any other")
  func ended() async throws {
    let (stand, notes) = try stand()
    let task = try stand.player.start(
      Show("wait for tap\nlog \"tapped\"\npan to 90deg right over 9s\nlog \"never\""))
    await stand.simulator.advance(by: .seconds(3))
    stand.player.send(.tap)
    await stand.simulator.run(atMost: .seconds(3)) { await !notes.words.isEmpty }
    #expect(notes.words == ["tapped"] && stand.player.phase == .playing)
    stand.player.stop()
    await stand.finish(atMost: .seconds(1))
    let report = try await task.value
    #expect(report.ending == .stopped && report.isSafe && notes.words == ["tapped"])
  }

  @Test("it follows and reads whom the app sees")
  func sees() async throws {
    let (stand, notes) = try stand()
    let task = try stand.player.start(
      Show(
        """
        wait until person.looking > 80%
        log "looks"
        follow person until lost for 1s
        log "lost"
        """))
    for time in 0..<120 {
      var detection = Detection(.face, UnitRect(x: 0.45, y: 0.4, width: 0.1, height: 0.2))
      detection.looking = 0.9
      stand.player.observe(time < 90 ? [detection] : [], age: .zero)
      await stand.simulator.advance(by: .milliseconds(50))
    }
    await stand.finish(atMost: .seconds(9))
    #expect(try await task.value.ending == .finished && notes.words == ["looks", "lost"])
  }

  @Test("without a word of it, a dock is needed")
  func needed() async throws {
    let stand = try Stand(isDocked: false)
    let task = try stand.player.start(Show(Self.show))
    await stand.finish(atMost: .seconds(3))
    await #expect(throws: PlayerError.noDock) { try await task.value }
  }
}
