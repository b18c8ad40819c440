import Diagnosis
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// Where the relative motion of a handler does not fit, the dock first goes to where it does.
@Suite struct HandlerRoomTests {
  private let tap = WorldEvent(.tap)

  private func called(_ block: String, _ show: String, at time: Int32) throws -> Playing {
    var playing = try Playing("on tap pausing { \(block) }\n\(show)")
    try playing.happen(tap, at: time)
    return playing
  }

  /// Where tilt goes in the current cue, in degrees.
  private func tilts(_ playing: Playing) -> [Double] {
    playing.steps(.move, .through).filter { $0.axes.contains(.pitch) && $0.start >= 0 }
      .map { Double($0.to.pitch) / 1000 }
  }

  /// Tilt reaches from 45 deg up to 45 deg down.
  @Test(
    arguments: [
      ("tilt by 20deg down over 1s", [25, 45, 40]),
      ("tilt by 20deg up over 1s", [20, 40]),
      ("tilt by 5deg down over 1s", [45, 40]),
      ("tilt by 10deg up over 1s; tilt by 20deg down over 1s", [35, 25, 45, 40]),
      ("repeat 3 { tilt by 10deg down over 1s }", [15, 25, 35, 45, 40]),
      ("wait 1s; tilt by 20deg down over 1s", [25, 45, 40]),
      // From an absolute move on everybody knows where it is.
      ("tilt to 0deg over 1s; tilt by 30deg down over 1s", [0, 30, 40]),
      (
        "tilt by 10deg down over 1s; tilt to 0deg over 1s; tilt by 45deg down", [35, 45, 0, 45, 40]
      ),
      ("limit tilt to 0deg .. 30deg down; tilt by 10deg down over 1s", [20, 30, 40]),
    ] as [(String, [Double])])
  func itGoesToTheNearestPoseFromWhichItFits(block: String, places: [Double]) throws {
    let playing = try called(block, "tilt to 40deg down over 2s\nwait 9s", at: 3000)
    #expect(tilts(playing) == places)
    let findings = playing.whole().findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func aCurveThatSwingsNeedsRoomToo() throws {
    let playing = try called(
      "tilt by 10deg down over 2s easing spring", "tilt to 35deg down over 2s\nwait 9s", at: 3000)
    let first = try #require(tilts(playing).first)
    #expect(first < 34.6 && first > 34.5 && tilts(playing).count == 3)
    #expect(playing.whole().findings().isEmpty)
  }

  @Test func whatTurnsNeedsRoomToo() throws {
    let playing = try called(
      "spin tilt at 10deg/s down for 2s; stop", "tilt to 40deg down over 2s\nwait 9s", at: 3000)
    let first = try #require(tilts(playing).first)
    #expect(abs(first - 25) < 0.01)
    #expect(playing.whole().findings().isEmpty)
  }

  @Test func itIsSaid() throws {
    for (place, isSaid) in [(40, true), (20, false)] {
      var playing = try called(
        "tilt by 20deg down over 1s", "tilt to \(place)deg down over 2s\nwait 9s", at: 3000)
      _ = playing.end()
      #expect(playing.endings.map(\.hasMadeRoom) == [isSaid])
    }
  }

  /// The limits are those of the script; a live value is known by then.
  @Test func itKnowsWhatTheEventBrings() throws {
    var playing = try Playing(
      """
      on zoom by f pausing { pan by f * 10deg right over 2s }
      limit pan to 30deg left .. 30deg right
      pan to 20deg right over 2s
      wait 9s
      """)
    try playing.happen(WorldEvent(.zoom, value: 3), at: 3000)
    #expect(playing.steps(.move).map(\.to.yaw) == [0, 30_000, 20_000])
    #expect(playing.whole().findings().isEmpty)
  }

  @Test(arguments: ["pausing", "replacing", "queued", "ignoring"])
  func whateverItsPolicy(policy: String) throws {
    var playing = try Playing(
      "on tap \(policy) { tilt by 20deg up over 1s }\ntilt to 40deg up over 2s\nwait 9s")
    try playing.happen(tap, at: 3000)
    #expect(tilts(playing).prefix(2) == [-25, -45])
  }

  /// A motion that fits nowhere is refused before anything moves.
  @Test func whatFitsNowhereIsRefused() {
    #expect(
      Compiling("on tap pausing { tilt by 91deg up over 9s }\ntilt to home").codes == [.noRoom])
    #expect(
      Compiling("on tap pausing { tilt by 80deg up over 9s }\ntilt to home").codes == [])
  }
}
