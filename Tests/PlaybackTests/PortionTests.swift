import Hardware
import Language
import Motion
import Playback
import Schedules
import Simulation
import Testing

@testable import Rehearsal
@testable import Scheduling

/// Scripts that are planned some steps at a time: they go as they do when they are planned as a
/// whole.
struct PortionTests {
  /// The first cue of `script`, `portion` steps of which are planned at a time.
  private func cue(
    of script: String, for model: DockModel = .stand, portion: Int
  ) -> Cue? {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    guard let program = checked.program else { return nil }
    var found = checked.diagnostics
    return Scheduling.firstCue(
      program, for: Compilation(for: model), portion: portion, reporting: &found)
  }

  /// What happens in a show, as far as nobody can know how much of it was planned at a time.
  private func story(_ show: CueShow) -> [String] {
    show.told + ["\(show.run.outcome.ending)", "\(show.run.outcome.length)"]
      + show.run.outcome.handlers.map { "\($0)" } + show.logs
  }

  @Test("a show goes the same way, however much of it is planned at a time", arguments: 0..<40)
  func sameWay(seed: Int) throws {
    let play = RandomPlay(seed: seed, isRough: false)
    guard let prepared = play.prepared().play else { return }
    let whole = CueShow(prepared.cue, prepared.happenings, isTracking: play.isTracking)
    for portion in [1, 3] {
      let first = try #require(cue(of: play.text, for: play.model, portion: portion))
      let show = CueShow(first, prepared.happenings, isTracking: play.isTracking)
      #expect(story(show) == story(whole), "portion \(portion)\n\(play.command)\n\(play.text)")
      #expect(show.run.findings == [], "portion \(portion)\n\(play.text)")
      #expect(show.run.outcome.cues == whole.run.outcome.cues)
      for axis in Axis.allCases {
        #expect(abs(show.run.endPose[axis] - whole.run.endPose[axis]) <= 100, "\(play.text)")
      }
    }
  }

  @Test("whatever goes wrong, all is given back", arguments: 0..<40)
  func rough(seed: Int) throws {
    let play = RandomPlay(seed: seed, isRough: true)
    guard let prepared = play.prepared().play else { return }
    let first = try #require(cue(of: play.text, for: play.model, portion: 1))
    let portioned = RandomPlay.Prepared(
      cue: first, faults: prepared.faults, happenings: prepared.happenings)
    #expect(RandomPlayed(play, portioned).faults == [], "\(play.command)\n\(play.text)")
  }

  private static let long = """
    on button 1 pausing { tilt by 5deg up over 400ms; tilt by 5deg down over 400ms }
    on button 2 replacing { pan to 0deg over 4s }
    on button 3 alongside { log "three" }
    repeat 200 { pan by 5deg right over 500ms; pan by 5deg left over 500ms }

    """

  @Test("a portion ends where nothing but the script goes on")
  func size() throws {
    let first = try #require(cue(of: Self.long, portion: 24))
    #expect(first.continues && first.schedule.steps.count == 24)
    #expect(first.goesOn == first.schedule.length)
    let script = "\(Self.logger)together { \(Self.turns); face happy over 1s }\nwait 1s"
    let together = try #require(cue(of: script, portion: 4))
    #expect(together.continues && together.schedule.steps.count > 20)
  }

  private static let logger = "on button 1 alongside { log \"\" }\n"
  private static let turns =
    "repeat 20 { pan by 5deg right over 500ms; pan by 5deg left over 500ms }"

  @Test("what keeps its time is not cut off from what may be late")
  func beats() throws {
    let script = "\(Self.logger)when late skip\n\(Self.turns)"
    let first = try #require(cue(of: script, portion: 4))
    #expect(!first.continues)
  }

  @Test("the cost of an event does not grow with what is left of the script")
  func bounded() throws {
    let first = try #require(cue(of: Self.long, portion: 24))
    let rest = try #require(first.rest)
    let next = try rest.consequence(of: .event([0]), at: 300, from: nil)
    let steps = try #require(next.cue).schedule.steps.count
    #expect(steps > 3 && steps < 40)
  }
}
