import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// A script is played from one mark to another.
@Suite("Parts of a script") struct MarkTests {
  private static let show = """
    tempo 120bpm meter 3
    face happy
    pan to 40deg right over 2s
    wait for { tap { tilt to 10deg up over 1s }; timeout 5s }
    wait for { button 1 { eyes left }; tap }
    limit pan at 30deg/s
    camera zoom 3x over 1s
    camera record start
    mark "verse"
    finally { log "left" }
    wait until next bar
    pan by 20deg left over 2s
    mark "chorus"
    camera record stop
    wait 1s
    """

  /// The cue of the part of `script` from one mark to another.
  private func cue(
    _ script: String, from start: Int?, to stop: Int?
  ) -> (cue: Cue?, found: Diagnostics) {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = checked.diagnostics
    let part = checked.compilation(Compilation(), from: start, to: stop)
    let cue = checked.firstCue(for: part, reporting: &found)
    return (cue, found)
  }

  @Test("the dock and the phone come to the state of the mark first, and the bars count on")
  func state() throws {
    let part = cue(Self.show, from: 0, to: 1)
    #expect(!part.found.hasErrors)
    let schedule = try #require(part.cue).schedule
    let way = try #require(schedule.steps.first { $0.kind == .move })
    #expect(way.to.yaw == 40_000)
    #expect(way.length > 1_333, "the limit of the script holds")
    let mark = try #require(schedule.steps.first { schedule.words(for: $0) == "mark verse" })
    #expect(mark.start == way.end)
    // Bar 6 begins at 9 s, and the mark is at 8 s.
    let wait = try #require(schedule.steps.first { $0.kind == .wait })
    #expect((wait.start, wait.length) == (way.end, 1000))
    #expect(schedule.texts == ["left"])
    var moves: [Step] = []
    let run: RunRecord = rehearse(try #require(part.cue)) {
      if case .began(_, let step) = $0.kind, step.kind == .move { moves.append(step) }
    }
    #expect(run.outcome.ending == .done)
    #expect(run.findings == [])
    #expect(run.outcome.stoppedRecording == 0)
    // The tracker has the motors while the show waits: the move begins where that leaves the dock.
    #expect(moves.count == 2 && moves[1].from.yaw < 40_000)
    #expect(moves[1].to.yaw == moves[1].from.yaw - 20_000)
    let end = try #require(run.outcome.displacement).yaw
    #expect(abs(end - Double(moves[1].to.yaw) / 1000) < 0.1)
    #expect(run.phone.mood == .happy)
  }

  @Test("what the phone was asked for lasts, and no more of it is asked")
  func phone() throws {
    let script = """
      face sad; face next over 1s; camera photo; eyes left; eyes right; camera flip; camera flip
      camera zoom 2x; camera zoom by 1x over 1s; camera record { wait 1s }
      mark "here"
      """
    let schedule = try #require(cue(script, from: 0, to: nil).cue).schedule
    #expect(
      schedule.steps.map { schedule.words(for: $0) } == [
        "eyes right", "face sad", "face next", "camera zoom 2x", "camera zoom by 1x",
        "mark here",
      ])
  }

  @Test("the tracker looks for whom and where it would have looked")
  func tracker() throws {
    let script = """
      frame right; frame left; select person ada; select none
      region x 0%, y 0%, width 50%, height 100%
      mark "here"
      """
    let schedule = try #require(cue(script, from: 0, to: nil).cue).schedule
    let words = schedule.steps.map { schedule.words(for: $0) }
    #expect(words == ["frame left", "region", "select nobody", "mark here"])
  }

  @Test("what holds at the mark is done in the end")
  func finals() throws {
    let script = "finally { log \"a\" }\nwait 1s\nmark \"here\"\nwait 5s"
    let part = try #require(cue(script, from: 0, to: nil).cue)
    var lines: [String] = []
    let run: RunRecord = rehearse(
      part, happenings: [.exit(.interrupt, at: 1_000_000_000)]
    ) { event in
      if case .note(let note) = event.kind, note.kind == .log { lines.append(note.text) }
    }
    #expect(run.outcome.ending == .cancelled)
    #expect(lines == ["a"])
  }

  @Test("no show begins in the midst of a turn")
  func turning() {
    let part = cue("spin pan at 20deg/s right\nmark \"a\"\nwait 1s\nstop", from: 0, to: nil)
    #expect(part.cue == nil)
    #expect(part.found.all.map(\.code) == [.axisTurning])
  }

  @Test("counts are as they would be, and no condition of the show holds")
  func counts() throws {
    let script = """
      count taps to 3
      add 2 to taps
      if person { add 1 to taps; pan to 30deg right over 1s }
      wait until person
      choose { tilt to 5deg up over 1s; tilt to 5deg up over 2s }
      mark "here"
      wait 1s
      """
    let part = cue(script, from: 0, to: nil)
    #expect(!part.found.hasErrors)
    let schedule = try #require(part.cue).schedule
    let words = schedule.steps.map { schedule.words(for: $0) }
    #expect(words.first == "set taps to 2")
    #expect(words.contains { $0.hasPrefix("tilt to 5deg up") })
    #expect(!words.contains { $0.hasPrefix("pan") })
  }

  @Test("the mark in a mode is there when that mode begins, and at a mark a mode ends, too")
  func modes() throws {
    let script = """
      on tap { go to greet }
      pan to 10deg right over 1s
      mode idle { wait 10s; mark "late"; pan by 5deg left over 1s; go to greet }
      mode greet { tilt to 10deg up over 1s; mark "up"; wait 3s }
      """
    let part = try #require(cue(script, from: 0, to: 1).cue)
    let run: RunRecord = rehearse(part)
    #expect(run.outcome.ending == .done)
    let moved = try #require(run.outcome.displacement)
    #expect(abs(moved.yaw - 5) < 0.1)
    #expect(abs(moved.pitch + 10) < 0.1)
    let names = part.schedule.actions.compactMap { action in
      if case .note(let note) = action { note.text } else { nil }
    }
    #expect(Array(names.prefix(2)) == ["idle", "late"])
  }

  @Test("a mode to which nothing leads is tried out, also if handlers wait above it")
  func unreachedMode() {
    let part = cue("on tap { log 1 }\nmode a { wait 1s }\nmode b { wait 1s }", from: nil, to: nil)
    #expect(part.cue != nil)
    #expect(part.found.all.map(\.code) == [.misplacedGoTo])
    #expect(!part.found.hasErrors)
  }

  @Test("a part with decisions is recorded and replayed to the byte")
  func recording() throws {
    let script = """
      pan to 20deg right over 1s
      mark "a"
      wait for { tap { tilt to 10deg up over 1s }; timeout 5s }
      mark "b"
      wait 1s
      """
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    let part = checked.compilation(Compilation(), from: 0, to: 1)
    var found = checked.diagnostics
    let cue = try #require(checked.firstCue(for: part, isPlayed: true, reporting: &found))
    let happenings = [Happening.event(WorldEvent(.tap), at: 2_000_000_000)]
    let run: RunRecord = rehearse(cue, happenings: happenings)
    let recording = Recording(
      of: cue, compiledFor: part, from: checked.sources, isTracking: true, faults: [],
      happenings: happenings, trace: run.trace)
    let again = try #require(Recording(recording.text.bytes))
    #expect(again == recording)
    var sources = SourceMap()
    let replayed = try #require(again.cue(name: "r", sources: &sources, reporting: &found))
    #expect(Recording.hash(again.replay(replayed).trace) == recording.trace)
    #expect(again.replay(replayed).outcome.length < 4_000_000_000)
  }

  @Test("handlers are there, and a part that ends at a mark is the beginning of the show")
  func handlers() throws {
    let script = "on tap { log \"tap\" }\nwait 1s\nmark \"a\"\nwait 5s\nmark \"b\"\nlog 1"
    let part = try #require(cue(script, from: 0, to: 1).cue)
    let show = CueShow(part, [.event(WorldEvent(.tap), at: 1_000_000_000)])
    let lines = show.events.compactMap { event in
      if case .note(let note) = event.kind { note.text } else { nil }
    }
    #expect(lines == ["a", "tap", "b"])
    #expect(try #require(cue(script, from: nil, to: 0).cue).schedule.length == 1000)
  }
  @Test(
    "a handler that takes the place of the show on the way to a mark stops the dock",
    arguments: [
      ("pan to 24deg left\non tap replacing { }\nmark \"m\"\nwait 1s", -10.766),
      (
        "limit tilt at 45deg/s\non tap replacing { }\npan to 24deg left\nmark \"m\"\nwait 1s",
        -10.766
      ),
      (
        "pan to 24deg left\non tap { go to b }\nmark \"m\"\nwait 1s\n"
          + "mode b { pan to 10deg right }", 10.0
      ),
    ])
  func replacedOnTheWay(script: String, place: Double) throws {
    let part = try #require(cue(script, from: 0, to: nil).cue)
    let show = CueShow(part, [.event(WorldEvent(.tap), at: 100_000_000)])
    #expect(abs((show.run.trace.position(of: .yaw, at: 2000) ?? .nan) - place) < 0.01)
    #expect(show.run.findings == [] && show.run.outcome.isStopConfirmed)
    let marks = show.events.filter {
      if case .note(let note) = $0.kind { note.text == "m" } else { false }
    }
    #expect(marks.isEmpty)
  }
}
