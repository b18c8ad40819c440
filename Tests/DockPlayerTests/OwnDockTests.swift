import DockPlayer
import DockSimulator
import Spatial
import Testing

/// Shows on a dock that somebody has described.
@MainActor @Suite struct OwnDockTests {
  private let slow = """
    profile slow
    pan range 50deg left .. 50deg right
    pan speed 20deg/s
    """

  @Test func aShowKeepsToIt() async throws {
    let dock = try Show.Dock(profile: slow)
    #expect(dock.name == "slow" && dock != .stand)
    let error = #expect(throws: ShowError.self) {
      try Show("pan to 60deg right over 9s", for: dock)
    }
    #expect(error?.description.contains("50deg right") == true)
    let stand = try Stand(profile: Simulator.Profile(slow))
    var fastest = 0.0
    let show = try Show("pan to 40deg right", for: dock)
    let task = try stand.player.start(show, on: stand.simulator.accessory)
    while stand.player.phase != .ended {
      await stand.simulator.advance(by: .milliseconds(20))
      fastest = max(fastest, abs(stand.simulator.velocity.y) * 180 / .pi)
    }
    #expect(try await task.value.isSafe)
    #expect(fastest > 19 && fastest < 20.1)
  }

  @Test func whatIsWrongIsSaid() {
    let text = "profile slow\npan speed 20\ncable long"
    let error = #expect(throws: ShowError.self) { try Show.Dock(profile: text) }
    #expect(error?.problems.map(\.line) == [2, 3])
    let other = #expect(throws: Simulator.DescriptionError.self) { try Simulator.Profile(text) }
    #expect(other?.problems.count == 2)
  }
}
