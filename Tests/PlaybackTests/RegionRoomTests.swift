import Language
import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

/// Shows that take the motors where the tracker has left the dock, near a limit or beyond it.
struct RegionRoomTests {
  /// A show during which ada stands somewhere, or nobody turns the dock, and which is tapped at
  /// 6 s.
  private struct Watched {
    let run: RunRecord
    /// The moves that were put in: where pan began, and where they brought it, in degrees.
    let approaches: [(from: Double, to: Double)]
    /// Where pan was at the end, in degrees.
    let end: Double

    /// Plays `script`, and its sheet, which must play as it does.
    init(_ script: String, adaAt place: String?) throws {
      let ada = place.map { "person ada at \($0)" } ?? ""
      let text = "\(script)\nscene { \(ada); at 6s tap }\n"
      let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
      let checked = Script(checking: file) { _, _ in .failure(.notFound) }
      var found = checked.diagnostics
      let cue = checked.firstCue(for: Compilation(), reporting: &found)
      let scene = try #require(checked.scene(reporting: &found))
      let play = RandomPlay.Prepared(
        script: checked, compilation: Compilation(), cue: try #require(cue, "\(found)"),
        company: scene.company, faults: [], happenings: scene.happenings,
        isTracking: place != nil)
      var approaches: [(from: Double, to: Double)] = []
      run = rehearse(
        play.cue, isTracking: play.isTracking, company: scene.company,
        happenings: scene.happenings
      ) {
        guard case .began(nil, let step) = $0.kind else { return }
        approaches.append((Double(step.from.yaw) / 1000, Double(step.to.yaw) / 1000))
      }
      self.approaches = approaches
      end = try #require(run.trace.position(of: .yaw, at: run.trace.end / 1_000_000))
      #expect(run.findings.map(\.text) == [])
      #expect(run.outcome.misplacement == nil)
      let sheet = RepeatedSheet(play)
      #expect(sheet.faults == [])
      #expect(sheet.isPlayed == true)
      #expect(RepeatedPlay(play).faults == [])
    }
  }

  @Test(
    "an axis that stands outside a limit is brought inside before anything else",
    arguments: [
      "follow person for 2s", "animate no", "tilt to 5deg up over 1s", "tilt by 5deg up over 1s",
      "spin tilt at 5deg/s up for 1s; stop", "select none; wait 1s; tilt to 5deg up over 1s",
      "tilt to 5deg up over 1s; wait 1s; pan to 10deg right over 1s",
    ], [true, false])
  func outside(show: String, isRight: Bool) throws {
    let limit = "limit pan to 10deg left .. 10deg right"
    let place = isRight ? "25deg right" : "25deg left"
    for script in ["\(limit); wait for tap", "wait for tap; \(limit)"] {
      let watched = try Watched("\(script)\n\(show)", adaAt: place)
      let (first, bound) = isRight ? (25.0, 10.0) : (-25, -10)
      #expect(watched.approaches.count == 1, "\(script)")
      let approach = try #require(watched.approaches.first)
      #expect(abs(approach.from - first) < 0.5 && approach.to == bound, "\(approach)")
    }
  }

  @Test("an axis outside a limit that goes to a place at once goes there straight away")
  func outsideToPlace() throws {
    let watched = try Watched(
      """
      limit pan to 10deg left .. 10deg right
      wait for tap
      together { tilt to 5deg up over 1s; pan to 5deg right over 1s }
      """, adaAt: "25deg right")
    #expect(watched.approaches.isEmpty)
    #expect(abs(watched.end - 5) < 0.012)
  }

  @Test(
    "a limit is made room for that begins where an axis may stand outside",
    arguments: ["25deg right", nil])
  func laterLimit(place: String?) throws {
    let watched = try Watched(
      """
      pan to 15deg right over 1s
      wait for tap
      tilt to 5deg up over 1s
      limit pan to 10deg left .. 10deg right
      wait 1s
      """, adaAt: place)
    #expect(watched.approaches.map(\.to) == [10])
    #expect(abs(watched.end - 10) < 0.012)
  }

  @Test(
    "an axis that turns and would leave its limits goes back where that is known",
    arguments: ["if docked { wait 2s } else { wait 1s }", "wait 2s"])
  func turningOn(decision: String) throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person ada at 40deg right, 2m away }
      limit pan to 30deg left .. 30deg right
      pan to person
      spin pan at 10deg/s right
      \(decision)
      stop
      wait 1s
      """)
    let end = run.outcome.length / 1_000_000
    let places = stride(from: 0, through: end, by: 20).map {
      run.trace.position(of: .yaw, at: $0) ?? .nan
    }
    #expect(run.findings == [] && run.outcome.misplacement == nil)
    #expect((places.max() ?? .nan) < 30.012 && abs((places.last ?? .nan) - 30) < 0.15)
  }

  /// Shows that turn, where ada stands, where they first go, and where they end, in degrees.
  private static let turns: [(show: String, place: String?, start: Double?, end: Double)] = [
    ("spin pan at 10deg/s left for 3s; stop", "15deg left", 10, -20),
    ("spin pan at 10deg/s left for 3s; stop", "15deg right", nil, -15),
    ("spin pan at 10deg/s right for 2s; stop", "15deg right", 0, 20),
    ("spin pan at 10deg/s right for 2s; stop", "15deg left", nil, 5),
    ("spin pan at 10deg/s right for 2s; stop", nil, 0, 20),
    ("race { spin pan at 10deg/s right for 3s; wait 2s }; stop", "15deg right", 0, 20),
    // It goes on a little before it turns back.
    ("spin pan at 10deg/s right for 2s; pan to 0deg over 2s", "15deg right", 0, 0),
  ]

  @Test("a speed that leads beyond a limit begins where it fits", arguments: turns)
  func turning(show: String, place: String?, start: Double?, end: Double) throws {
    let watched = try Watched(
      """
      limit pan to 20deg left .. 20deg right
      pan to 15deg right over 1s
      wait for tap
      \(show)
      """, adaAt: place)
    let starts = watched.approaches.map(\.to)
    #expect(starts.count == (start == nil ? 0 : 1), "\(starts)")
    // The tracker leaves the dock as near to who it follows as it can.
    #expect(abs((starts.first ?? 0) - (start ?? 0)) < 0.3, "\(starts)")
    #expect(abs(watched.end - end) < 0.3, "\(watched.end)")
  }

  @Test(
    "a curve that goes beyond its ends begins where it fits",
    arguments: ["5deg left", "15deg left"])
  func curve(place: String) throws {
    let watched = try Watched(
      """
      limit pan to 20deg left .. 20deg right
      pan to 15deg right over 2s
      wait for tap
      pan to 18deg right over 2s easing spring(0.5)
      """, adaAt: place)
    #expect(watched.approaches.count == 1)
    #expect(abs(watched.end - 18) < 0.012, "\(watched.end)")
  }

  @Test(
    "a path goes from where the dock stands to its first place", arguments: ["", "within 2deg"])
  func path(clause: String) throws {
    let watched = try Watched(
      """
      pan to 60deg left over 2s
      wait for tap
      pan through 25deg right, 0deg, 20deg right \(clause) over 6s
      """, adaAt: "20deg right")
    #expect(watched.approaches.isEmpty)
    #expect(watched.run.outcome.length == 12_000_000_000)
    let extremes = try #require(watched.run.trace.extremes(of: .yaw, in: 6000...12000))
    #expect(abs(extremes.lowerBound) < 0.1 && abs(extremes.upperBound - 25) < 0.1)
    #expect(abs(watched.end - 20) < 0.012)
  }
}
