import Camera
import DockKit
import DockPlayer
import DockSimulator
import Spatial
import Testing

/// Shows that follow somebody by what the app finds in its pictures.
@MainActor @Suite struct FollowingTests {
  /// Plays `text` while the app looks at the simulated camera 30 times a second, until `end`; each
  /// picture is told as `tell` makes it, and `look` sees the dock after it.
  private func play(
    _ text: String, in stand: Stand, picturesUntil end: Int = .max,
    named names: [String] = [], looking look: (Int) -> Void = { _ in }
  ) async throws -> Report {
    let task = try stand.player.start(Show(text), on: stand.simulator.accessory)
    for picture in 0..<900 where stand.player.phase != .ended {
      if picture < end { stand.player.observe(stand.detections(named: names)) }
      await stand.simulator.advance(by: .nanoseconds(33_333_333))
      // Afterwards the system follows.
      if !stand.simulator.manager.isSystemTrackingEnabled { look(picture) }
    }
    await stand.finish()
    // A show that does not end is not waited for.
    try #require(stand.player.phase == .ended)
    return try await task.value
  }

  @Test func aPersonIsFollowed() async throws {
    let stand = try Stand(
      "person ada at 15deg right, 8deg up; at 4s ada walks to 40deg left over 4s")
    var worst = 0.0
    let report = try await play("follow person for 10s", in: stand) { picture in
      guard picture > 75, picture < 290 else { return }
      let middle = stand.detections().first?.rect.middle.x ?? 0
      worst = max(worst, abs(middle - 0.5))
    }
    // The picture is 65 deg wide.
    #expect(worst * 65 < 4, "\(worst * 65) deg")
    #expect(report.ending == .finished && report.isSafe && stand.isGivenBack)
    #expect(abs(stand.pan + 40) < 4)
  }

  @Test func theLimitsOfTheScriptHold() async throws {
    let stand = try Stand("person ada at 0deg right; at 2s ada walks to 60deg left over 3s")
    var least = 0.0
    let report = try await play(
      """
      limit pan to 20deg left .. 20deg right at 15deg/s
      follow person with pan for 8s
      """, in: stand
    ) { _ in
      least = min(least, stand.pan)
      #expect(abs(stand.simulator.velocity.y * 180 / .pi) < 15.1)
    }
    #expect(least < -15 && least > -20.1, "\(least)")
    #expect(report.isSafe && stand.simulator.manager.isSystemTrackingEnabled)
  }

  @Test func withoutPicturesTheMotorsStand() async throws {
    let stand = try Stand("person ada at 0deg right; at 1s ada walks to 90deg right over 6s")
    var speeds: [Double] = []
    let report = try await play(
      "follow person until lost for 1s; log \"lost\"", in: stand, picturesUntil: 90
    ) { _ in speeds.append(abs(stand.simulator.velocity.y)) }
    #expect(speeds[80] > 0.1)
    #expect(speeds[105...].allSatisfy { $0 == 0 })
    #expect(report.ending == .finished && report.isSafe && stand.isGivenBack)
    #expect(report.length > .seconds(4) && report.length < .seconds(5))
  }

  @Test func oneOfSeveralIsFollowedByName() async throws {
    let scene = "person ada at 12deg left, 1m away; person bob at 12deg right, 3m away"
    let stand = try Stand(scene)
    _ = try await play("follow person bob for 4s", in: stand, named: ["ada", "bob"])
    #expect(abs(stand.pan - 12) < 2, "\(stand.pan)")
  }

  @Test func aLookAtTheCameraIsReadFromThePictures() async throws {
    let stand = try Stand("person ada at 5deg right")
    let events = stand.player.events
    let text = """
      wait 500ms
      log person.looking
      wait until person.looking > 80%
      log person.looking
      """
    let task = try stand.player.start(Show(text), on: stand.simulator.accessory)
    for picture in 0..<300 where stand.player.phase != .ended {
      var found = stand.detections()
      let look = picture < 30 ? Double.nan : picture < 60 ? 0.3 : 0.9
      for index in found.indices { found[index].looking = look }
      stand.player.observe(found)
      await stand.simulator.advance(by: .nanoseconds(33_333_333))
    }
    await stand.finish()
    let report = try await task.value
    var lines: [String] = []
    for await event in events {
      if case .log(let line) = event.kind { lines.append(line) }
      if case .ended = event.kind { break }
    }
    #expect(lines == ["unknown", "90%"])
    #expect(report.length > .seconds(1.9) && report.length < .seconds(2.3), "\(report.length)")
  }

  @Test func whoHasComeToThePlaceIsToldOf() async throws {
    let stand = try Stand("person ada at 15deg right")
    let events = stand.player.events
    let report = try await play(
      """
      race {
          follow person for 20s
          { wait for settled; log "framed" }
      }
      """, in: stand)
    var lines: [String] = []
    for await event in events {
      if case .log(let line) = event.kind { lines.append(line) }
      if case .ended = event.kind { break }
    }
    #expect(lines == ["framed"])
    #expect(report.length > .seconds(0.3) && report.length < .seconds(3))
  }

  @Test func nonsenseIsNotFollowed() async throws {
    let stand = try Stand()
    let task = try stand.player.start(Show("follow person for 2s"), on: stand.simulator.accessory)
    for picture in 0..<90 where stand.player.phase != .ended {
      let number = picture % 2 == 0 ? Double.nan : .infinity
      stand.player.observe(
        [Detection(.face, UnitRect(x: number, y: 0.5, width: 0.1, height: 0.1))],
        age: [.seconds(-5), .zero, .seconds(1_000_000_000)][picture % 3])
      await stand.simulator.advance(by: .milliseconds(33))
      #expect(stand.simulator.velocity.y == 0)
    }
    await stand.finish()
    #expect(try await task.value.isSafe && stand.isGivenBack)
  }
}

extension Stand {
  /// Where the dock is turned, in degrees to the right.
  fileprivate var pan: Double { simulator.position.y * 180 / .pi }

  /// What a detector finds that makes no mistakes; the subjects of the scene have `names`.
  fileprivate func detections(named names: [String] = []) -> [Detection] {
    simulator.observations.map { seen in
      let rect = UnitRect(
        x: seen.rect.minX, y: seen.rect.minY, width: seen.rect.width, height: seen.rect.height)
      return Detection(
        .face, UnitRect(lowerLeft: rect), identifier: seen.identifier,
        named: names.indices.contains(seen.identifier) ? names[seen.identifier] : nil)
    }
  }
}
