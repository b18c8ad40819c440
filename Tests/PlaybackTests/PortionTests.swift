import Hardware
import Language
import Motion
import Playback
import Schedules
import Simulation
import Testing
import Vocabulary

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

  @Test(
    "a show goes the same way, however much of it is planned at a time",
    arguments: 0..<Thorough.count(16, sample: 5))
  func sameWay(seed: Int) throws {
    let play = RandomPlay(seed: seed, isRough: false)
    guard let prepared = play.prepared().play else { return }
    let whole = CueShow(prepared.cue, prepared.happenings, isTracking: play.isTracking)
    for portion in [1, 3] {
      let first = try #require(cue(of: play.text, for: play.model, portion: portion))
      let show = CueShow(first, prepared.happenings, isTracking: play.isTracking)
      let reason = "portion \(portion)\n\(play.command)\n\(play.text)"
      #expect(show.run.findings == [], "\(reason)")
      #expect(show.run.outcome.ending == whole.run.outcome.ending, "\(reason)")
      // How long it takes to take and to give back the motors depends on what they were told last,
      // and what comes from outside then comes at another moment of the show.
      let stretches = whole.run.outcome.stretches + show.run.outcome.stretches
      guard stretches.isEmpty else { continue }
      #expect(story(show) == story(whole), "\(reason)")
      #expect(show.run.outcome.cues == whole.run.outcome.cues)
      for axis in Axis.allCases {
        #expect(abs(show.run.endPose[axis] - whole.run.endPose[axis]) <= 100, "\(reason)")
      }
    }
  }

  @Test("where the dock stands is found out, even if only what is not planned yet depends on it")
  func openRegion() throws {
    let script = "tracking off\nwait for button 1\nanimate yes\npan by 5deg right over 1s\nwait 1s"
    let first = try #require(cue(of: script, portion: 1))
    let show = CueShow(first, [.button(1, at: 1)], from: PerAxis(yaw: 20_000, pitch: 0, roll: 0))
    #expect(abs(show.run.endPose.yaw - 25_000) <= 100)
  }

  @Test("a statement that waits again waits anew, also if one cue leads from it to itself")
  func waitsAgain() throws {
    let script = """
      count taps
      on shutter { wait 1s }
      mode idle {
        pan by 8deg left over 1s; pan by 8deg right over 1s
        wait until taps > 2 for at most 2500ms
        wait 1s
        go to idle
      }
      """
    let happenings = [Happening.event(WorldEvent(.shutter), at: 3_000_000_000), .end(at: 20)]
    let shows = try [1, 3, .max].map { portion in
      let first = try #require(cue(of: script, for: .flow2pro, portion: portion))
      return CueShow(first, happenings)
    }
    let waits = shows.map { show in show.told.filter { $0.contains("awaits") } }
    #expect(waits[2].count == 3 && waits[0] == waits[2] && waits[1] == waits[2], "\(waits)")
  }

  @Test("relative moves of a loop begin where the dock stands, in every turn")
  func displacedLoop() throws {
    let script = "repeat forever { pan by 5deg right over 1s; pan by 5deg left over 1s }"
    let first = try #require(cue(of: script, portion: .max))
    let show = CueShow(first, [.end(at: 7.5)], from: PerAxis(yaw: 20_000, pitch: 0, roll: 0))
    let pan = try #require(show.run.motion(of: .yaw))
    let places = (0...75).map { pan.position(at: Double($0) / 10) }
    #expect(places.allSatisfy { $0 > 19.9 && $0 < 25.1 }, "\(places)")
  }

  @Test("the way to where a motion begins is not made shorter, whatever was late before")
  func approach() throws {
    let script = """
      tempo 120bpm
      limit tilt to 12deg up .. 12deg down
      wait 1s
      repeat 6 { face happy; wait 1beat }
      tilt by 11deg up over 4s
      """
    let traces = try [1, 4, Int.max].map { portion in
      let first = try #require(cue(of: script, for: .flow2pro, portion: portion))
      // From there the dock can tilt by less than 11 degrees, and its way back is sent as speeds.
      let show = CueShow(first, [], from: PerAxis(yaw: 0, pitch: -2500, roll: 0))
      let reasons = show.run.outcome.stretches.map(\.reason)
      #expect(reasons.contains(.replanned) && !reasons.contains(.recovered), "\(reasons)")
      return show.run.trace.text
    }
    #expect(traces[0] == traces[2] && traces[1] == traces[2])
  }

  /// A dock that has been moved in an earlier portion, or is to be moved in a later one, goes back
  /// to where it was to stand.
  @Test("a dock that the tracker has turned is where it should be, whatever is planned by then")
  func regained() throws {
    let moved = """
      pan to 30deg right over 1s
      repeat 30 { face next; wait 100ms }
      pan to 5deg right over 1s
      repeat 30 { face next; wait 200ms }
      """
    let unmoved = """
      pan to object over 1s
      repeat 30 { face next; wait 200ms }
      pan to 5deg right over 1s
      """
    let plays: [(String, DockModel, Int)] = [
      (moved, .stand, 2000), (moved, .stand, 6500), (moved, .stand, 9900),
      (unmoved, .stand, 3000), (unmoved, .flow2pro, 3000), (unmoved, .flow2pro, 5000),
    ]
    for (script, model, time) in plays {
      let traces = try [1, 4, 24, Int.max].map { portion in
        let first = try #require(cue(of: script, for: model, portion: portion))
        let fault = Fault(.tracking, at: .time(time * 1_000_000))
        let show = CueShow(first, [], faults: [fault])
        #expect(show.run.findings == [] && abs(show.run.endPose.yaw - 5000) < 100)
        return show.run.trace.text
      }
      #expect(traces.allSatisfy { $0 == traces[3] }, "\(time)")
    }
  }

  private static let many = "repeat 24 { log \"x\" }"

  /// Each would go otherwise if it were cut where it must not be: while an axis turns, between
  /// motions whose speeds are found together, in a second with several moves, in a region that is
  /// begun without asking where the dock stands, and before a handover that makes it late.
  @Test(
    "a show does the very same, however much of it is planned at a time",
    arguments: [
      "repeat 20 { face happy; spin pan at 14deg/s left; wait 500ms; stop pan }",
      "repeat 20 { pan by 5deg right over 500ms easing smooth; pan by 5deg left over 500ms }",
      "repeat 30 { pan by 5deg right over 300ms; pan by 5deg left over 300ms }",
      """
      pan to 1deg left over 1s
      tracking on; wait 500ms
      \(many)
      spin pan at 5deg/s left; wait 1s; stop pan; wait 200ms
      tracking on; wait 1s
      face happy
      """,
      """
      tempo 120bpm
      \(many)
      pan to 35deg left over 1500ms
      wait 1beat
      tracking on; wait 2beats
      face happy
      wait 2beats
      """,
    ])
  func sameTrace(script: String) throws {
    let whole = CueShow(try #require(cue(of: script, portion: .max)), [])
    for portion in [4, 24] {
      let show = CueShow(try #require(cue(of: script, portion: portion)), [])
      #expect(show.run.trace.text == whole.run.trace.text, "portion \(portion)")
    }
  }

  @Test(
    "a dock that takes its time to change hands does the very same",
    arguments: [
      """
      tempo 120bpm
      repeat 8 { face happy; wait 1beat }
      pan to 20deg right over 500ms
      wait 2beats
      face sad
      """,
      """
      repeat 4 { face happy; wait 200ms }
      spin pan at 10deg/s left; wait 500ms; stop pan
      repeat 4 { wait 500ms; face sad }
      tracking on; wait 1s
      face happy
      """,
    ])
  func handover(script: String) throws {
    let whole = CueShow(try #require(cue(of: script, for: .flow2pro, portion: .max)), [])
    for portion in 1...12 {
      let show = CueShow(try #require(cue(of: script, for: .flow2pro, portion: portion)), [])
      #expect(show.run.trace.text == whole.run.trace.text, "portion \(portion)")
    }
  }

  @Test(
    "a portion ends, however long the dock goes on without a place at which nothing is open",
    arguments: [
      "pan to 20deg right over 1s easing smooth; pan to 20deg left over 1s easing smooth",
      "ramp pan to 20deg/s right over 300ms; ramp pan to 20deg/s left over 300ms",
      "pan by 5deg right over 300ms; pan by 5deg left over 300ms",
    ])
  func bounded(turn: String) throws {
    let script = "repeat 500 { \(turn) }\nstop over 1s"
    let first = try #require(cue(of: script, portion: Portion.played))
    #expect(first.continues && first.schedule.steps.count < 110)
  }

  @Test("the motors stay with the show from one portion to the next")
  func keepsMotors() throws {
    let start = "wait for button 1\ntracking off\nwait 1s\npan to 5deg right over 1s"
    let script = "\(start)\n\(Self.turns)"
    let first = try #require(cue(of: script, portion: 1))
    let show = CueShow(first, [.button(1, at: 1)], from: PerAxis(yaw: 20_000, pitch: 0, roll: 0))
    #expect(show.calls.filter { $0.contains("setSystemTrackingEnabled") }.count == 2)
  }

  @Test("whatever goes wrong, all is given back", arguments: 0..<16)
  func rough(seed: Int) throws {
    let play = RandomPlay(seed: seed, isRough: true)
    guard let prepared = play.prepared().play else { return }
    let first = try #require(cue(of: play.text, for: play.model, portion: 1))
    var portioned = prepared
    portioned.cue = first
    #expect(RandomPlayed(play, portioned).faults == [], "\(play.command)\n\(play.text)")
  }

  private static let long = """
    on button 1 pausing { tilt by 5deg up over 400ms; tilt by 5deg down over 400ms }
    on button 2 replacing { pan to 0deg over 4s }
    on button 3 { log "three" }
    repeat 200 { pan by 5deg right over 500ms; pan by 5deg left over 500ms }

    """

  @Test("a portion ends where nothing but the script goes on")
  func size() throws {
    let first = try #require(cue(of: Self.long, portion: 24))
    #expect(first.continues && first.schedule.steps.count == 24)
    #expect(first.goesOn == first.schedule.length)
    let branches = "together { \(Self.turns); face happy over 1s }"
    let together = try #require(
      cue(of: "\(Self.logger)\(branches)\nwait 1s\nwait 1s", portion: 4))
    #expect(together.continues && together.schedule.steps.count > 20)
  }

  private static let logger = "on button 1 { log \"\" }\n"
  private static let turns =
    "repeat 20 { pan by 5deg right over 500ms; pan by 5deg left over 500ms }"

  @Test("what keeps its time is not cut off from what may be late")
  func beats() throws {
    let faces = "repeat 20 { face happy over 1s; wait 1s }"
    let script = "\(Self.logger)when late skip\n\(faces)"
    let first = try #require(cue(of: script, portion: 4))
    #expect(!first.continues)
  }

  @Test("a show that is cut short says how long it was planned to last")
  func plannedLength() throws {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(Self.long.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let first = try #require(
      script.firstCue(for: Compilation(), isPlayed: true, reporting: &found))
    #expect(first.continues && first.schedule.length < 200_000)
    #expect(CueShow(first, [.end(at: 5)]).run.outcome.plannedLength == 200_000)
    let preempted = CueShow(first, [.button(2, at: 5)]).run.outcome
    #expect(preempted.plannedLength < 20_000)
  }

  @Test("going on with what was not planned yet is no cue of its own")
  func count() throws {
    let first = try #require(cue(of: Self.long, portion: 1))
    let run = rehearse(first, atMost: 10)
    #expect(run.outcome.ending == .done && run.outcome.cues == 1)
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
