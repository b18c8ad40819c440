import Schedules
import Testing
import Vocabulary

/// What a handler says of the places to which it goes back.
@Suite struct KeptPlaceTests {
  /// The lines of what follows a tap after 1 s of `show` that keep a place, or lead back to one.
  private func lines(_ block: String, _ show: String) throws -> [String] {
    var playing = try Playing("on tap pausing { \(block) }\n\(show)")
    try playing.happen(WorldEvent(.tap), at: 1000)
    let lines = playing.cue.schedule.text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    return lines.filter { $0.contains("hold") || $0.contains("-> 5000") }.map {
      String(
        $0.split(separator: " ").drop { $0.allSatisfy { "+-0123456789".contains($0) } }
          .joined(separator: " ").prefix { $0 != "#" })
    }
  }

  @Test(
    "where the dock may stand elsewhere, the place is kept once, before it is lost",
    arguments: [
      ("pan to 40deg right", ["hold 1 ", "move back 1 yaw 40000 -> 5000 "]),
      (
        "pan by 9deg right; pan to 4deg left; pan to 1deg left",
        ["hold 1 ", "move back 1 yaw -1000 -> 5000 "]
      ),
      ("tracking on; wait 1s", ["hold 1 ", "move back 1 yaw ~5000 -> 5000, pitch ~0 -> 0 "]),
      ("pan by 2deg left", ["move by yaw ~3000 -> 5000 "]),
      ("tilt by 9deg up", []), ("wait 1s", []),
    ])
  func assumed(block: String, expected: [String]) throws {
    let show = "pan by 5deg right over 500ms; wait 3s; pan by 2deg left"
    #expect(try lines(block, show) == expected)
  }

  @Test(
    "where it is known to stand, its place is enough",
    arguments: [
      ("pan to 40deg right", ["move by yaw 40000 -> 5000 "]),
      ("tracking on; wait 1s", ["move yaw ~5000 -> 5000, pitch ~-5000 -> -5000 "]),
    ])
  func known(block: String, expected: [String]) throws {
    let show = "move to pose(pan: 5deg right, tilt: 5deg up) over 500ms; wait 3s"
    #expect(try lines(block, show) == expected)
  }
}
