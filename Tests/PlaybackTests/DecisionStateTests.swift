import Diagnosis
import Language
import Motion
import Playback
import Printing
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

@testable import Rehearsal

/// Shows that read the world and count.
@Suite("A show that reads the world and counts") struct DecisionStateTests {
  private static func event(_ event: WorldEvent, _ seconds: Double) -> Happening {
    .event(event, at: Int(seconds * 1e9))
  }

  private static func person(_ seconds: Double) -> Happening { event(WorldEvent(.person), seconds) }

  private static func lost(_ seconds: Double) -> Happening {
    event(WorldEvent(.person, .lost), seconds)
  }

  private static func tap(_ seconds: Double) -> Happening { event(WorldEvent(.tap), seconds) }

  /// The lines that `script` logs, with their milliseconds.
  private static func logs(
    _ script: String, _ happenings: [Happening] = []
  ) throws -> [String] {
    try CueShow(script, happenings + [.end(at: 30)]).events.compactMap { event in
      if case .note(let note) = event.kind { "\(event.time / 1_000_000) \(note.text)" } else { nil }
    }
  }

  @Test("a person who is there already ends 'wait until' at once, and 'wait for' goes on waiting")
  func alreadyThere() throws {
    let come = [Self.person(0.5)]
    let logs = try Self.logs("wait 1s\nwait until person\nlog \"seen\"", come)
    #expect(logs == ["1000 seen"])
    let others = try Self.logs(
      "wait 1s\nwait for person for at most 3s\nlog \"over\"", come)
    #expect(others == ["4000 over"])
    let again = try Self.logs("wait 1s\nwait for person\nlog \"again\"", come + [Self.person(2)])
    #expect(again == ["2000 again"])
  }

  @Test(
    "a hold at the very instant of a decision pauses the show, as at every other",
    arguments: [
      "wait 3s\nif person { log \"a\" } else { log \"b\" }\nwait 1s\nlog \"end\"",
      "spin pan at 10deg/s right for 3s\nif person { stop } else { stop over 1s }\nlog \"end\"",
    ])
  func heldAtOnce(script: String) throws {
    let show = try CueShow(
      script,
      [
        Self.event(WorldEvent(.background), 3), .exit(.suspend, at: 3_000_000_000),
        .resumed(at: 5_000_000_000), .end(at: 30),
      ])
    #expect(show.run.outcome.ending == .done && show.run.findings == [])
    #expect(show.run.outcome.stretches.map(\.reason).contains(.held))
    #expect(show.logs.last == "end")
  }

  @Test("a move that begins farther away than a check could know takes longer")
  func farther() throws {
    let move = try CueShow(
      """
      count n to 6
      repeat while n < 6 { pan by 10deg right over 1s; add 1 to n }
      pan to home over 600ms
      """, [.end(at: 30)])
    #expect(move.run.outcome.ending == .done && move.run.findings == [])
    #expect(move.run.outcome.stretches.map(\.length) == [242_000_000])
    let end = move.run.outcome.length / 1_000_000
    #expect(end == 6842 && abs(move.run.trace.position(of: .yaw, at: end) ?? .nan) < 0.1)
    let through = try CueShow(
      """
      count n to 6
      repeat while n < 6 { pan by 10deg right over 1s; add 1 to n }
      move through pose(tilt: 5deg up), home over 700ms
      """, [.end(at: 30)])
    #expect(through.run.outcome.ending == .done && through.run.findings == [])
    #expect(through.run.outcome.stretches.map(\.reason) == [.replanned])
  }

  @Test("a turn that turns out to take no time takes a millisecond, and the show goes on")
  func idleTurns() throws {
    let turns = try CueShow(
      """
      count n to 5
      tilt to 3deg up
      repeat while n < 4 { add 1 to n; pan to 5deg right }
      log n
      """, [.end(at: 30)])
    #expect(turns.run.outcome.ending == .done && turns.logs == ["4"])
  }

  @Test("the motors are kept where the condition holds, and given back where it has to wait")
  func motors() throws {
    let script = """
      pan by 10deg right over 1s
      wait until person
      pan by 10deg left over 1s
      """
    let switches = { (show: CueShow) in
      show.run.trace.events.compactMap { event -> Bool? in
        if case .call(.setSystemTracking(let isOn), nil) = event.kind { isOn } else { nil }
      }
    }
    let there = try CueShow(script, [Self.person(0.5)])
    #expect(switches(there) == [false, true] && there.run.outcome.length == 2_000_000_000)
    let waits = try CueShow(script, [Self.person(3)])
    #expect(switches(waits) == [false, true, false, true])
    #expect(waits.run.outcome.length == 4_000_000_000)
  }

  @Test(
    "a condition is judged in the midst of a motion, and the motion goes on as planned",
    arguments: [
      "pan to 30deg right over 2s easing smooth", "ramp pan to 20deg/s right over 2s",
      "spin pan at 20deg/s right for 2s", "pan to 30deg right over 2s",
      "move through pose(pan: 20deg right), pose(tilt: 10deg down), home over 2s",
    ], [0, 10, 500, 1900])
  func inMotion(motion: String, time: Int) throws {
    let script = """
      together {
        { \(motion); stop pan }
        { wait \(time)ms; if docked { log "judged" } }
      }
      move to home over 2s
      """
    let show = try CueShow(script.replacing("wait 0ms; ", with: ""), [.end(at: 30)])
    let logs = show.events.compactMap { event in
      if case .note(let note) = event.kind { "\(event.time / 1_000_000) \(note.text)" } else { nil }
    }
    #expect(logs == ["\(time) judged"])
    #expect(show.run.outcome.stretches == [] && show.run.findings == [])
    #expect(show.run.outcome.peakSpeed.yaw < 50)
  }

  @Test("a wait until a state takes at most its time")
  func patience() throws {
    let script = "wait until person for at most 2s\nlog \"on\""
    #expect(try Self.logs(script) == ["2000 on"])
    #expect(try Self.logs(script, [Self.person(1.25)]) == ["1250 on"])
    #expect(try Self.logs(script, [Self.person(1), Self.lost(1.5)]) == ["1000 on"])
  }

  @Test(
    "a wait for a state that ends just as it begins goes on",
    arguments: [
      ("wait until not person", [person(0), lost(2)]),
      ("wait 1s; wait until person for at most 1s", [person(0), lost(1)]),
      ("race { wait 4s; wait until not person }", [person(0), lost(2)]),
      ("wait until not person", [lost(0), person(0), lost(2)]),
    ])
  func changedAsItBegins(wait: String, happenings: [Happening]) throws {
    #expect(try Self.logs(wait + "\nlog person", happenings) == ["2000 false"])
  }

  @Test("two waits for one condition end together, in the order of the script")
  func twoWaits() throws {
    let logs = try Self.logs(
      """
      together {
          { wait until person; log "a" }
          { wait until person; log "b" }
      }
      log "both"
      """, [Self.person(1)])
    #expect(logs == ["1000 a", "1000 b", "1000 both"])
  }

  @Test("a handler that counts is done before the wait for the count is over")
  func countsFromHandlers() throws {
    let script = """
      count taps
      on tap { add 1 to taps }
      wait until taps >= 2
      log "two"
      """
    #expect(try Self.logs(script, [Self.tap(1), Self.tap(2), Self.tap(3)]) == ["2000 two"])
    #expect(try Self.logs(script, [Self.tap(1), Self.tap(1)]) == ["1000 two"])
    #expect(try Self.logs(script, [Self.tap(1)]) == [])
  }

  @Test("events at the instant of an 'if' have happened when it reads")
  func sameInstant() throws {
    let script = "wait 1s\nif person { log \"seen\" } else { log \"nobody\" }"
    #expect(try Self.logs(script, [Self.person(1)]) == ["1000 seen"])
    #expect(try Self.logs(script, [Self.person(1.001)]) == ["1000 nobody"])
    #expect(try Self.logs(script, [Self.person(1), Self.lost(1)]) == ["1000 nobody"])
  }

  @Test("a count stays between 0 and its bound")
  func bounds() throws {
    let logs = try Self.logs(
      """
      count taps to 3
      add 5 to taps
      if taps == 3 { log "three" } else { log "no" }
      add -9 to taps
      if taps == 0 { log "none" } else { log "no" }
      set taps to 2
      if taps == 2 and not person { log "two" } else { log "no" }
      """)
    #expect(logs == ["0 three", "0 none", "0 two"])
  }

  @Test("a loop goes on while a reading holds")
  func loop() throws {
    let script = "wait 1s\nrepeat while person { log \"here\"; wait 1s }\nlog \"gone\""
    let logs = try Self.logs(script, [Self.person(0.5), Self.lost(2.5)])
    #expect(logs == ["1000 here", "2000 here", "3000 gone"])
    #expect(try Self.logs(script) == ["1000 gone"])
  }

  @Test("a loop may use a count up")
  func usedUp() throws {
    let logs = try Self.logs(
      """
      count taps
      on tap { add 1 to taps }
      wait 2s
      repeat while taps > 0 { add -1 to taps; log "turn"; wait 1s }
      log "end"
      """, [Self.tap(0.5), Self.tap(1), Self.tap(2.5)])
    #expect(logs == ["2000 turn", "3000 turn", "4000 turn", "5000 end"])
  }

  @Test("a decision in the midst of a motion takes no time and does not touch it")
  func midMotion() throws {
    let script = """
      spin pan at 20deg/s right
      wait 1s
      if person { stop pan } else { wait 1s; stop pan }
      """
    let yaw = { (show: CueShow, time: Int) in
      show.run.trace.position(of: .yaw, at: time) ?? .nan
    }
    let (stays, goes) = (try CueShow(script, [Self.person(0.5)]), try CueShow(script))
    #expect(abs(yaw(goes, 1900) - yaw(goes, 1100) - 16) < 0.2)
    #expect(yaw(stays, 3000) < yaw(goes, 3000) - 19)
    #expect(stays.isAsPlanned && goes.isAsPlanned)
    let plain = try CueShow("spin pan at 20deg/s right\nwait 1s\nwait 1s\nstop pan")
    #expect(abs(yaw(plain, 1500) - yaw(goes, 1500)) < 0.01)
  }

  @Test("a race ends when a state holds")
  func race() throws {
    let logs = try Self.logs(
      """
      race {
          repeat forever { log "look"; wait 2s }
          wait until person
      }
      log "there"
      """, [Self.person(3)])
    #expect(logs == ["0 look", "2000 look", "3000 there"])
  }

  @Test("the charge is unknown until the dock has told it, and no comparison holds")
  func charge() throws {
    let script = """
      wait 1s
      if battery < 20% { log "low" } else if battery >= 20% { log "enough" } else { log "unknown" }
      """
    #expect(try Self.logs(script) == ["1000 unknown"])
    let told = { Self.event(WorldEvent(.battery, number: $0, value: $0), 0.5) }
    #expect(try Self.logs(script, [told(0.1)]) == ["1000 low"])
    #expect(try Self.logs(script, [told(0.2)]) == ["1000 enough"])
  }

  @Test("a state that began to hold while the show was held ends the wait when that goes on")
  func behindAPause() throws {
    let person = "on tap pausing { wait 2s }\nwait until person\nlog \"seen\""
    #expect(try Self.logs(person, [Self.tap(1), Self.person(2)]) == ["3000 seen"])
    let count = """
      count taps
      on tap pausing { add 1 to taps; wait 2s }
      wait until taps > 0
      log "counted"
      """
    #expect(try Self.logs(count, [Self.tap(1)]) == ["3000 counted"])
  }

  private static let shows = [
    """
    count taps to 3
    wait for tap
    add 1 to taps
    repeat 3 {
        if person and taps >= 1 { pan to 20deg right over 1s } else { pan to 20deg right over 2s }
        wait until taps == 2 or not person for at most 2s
    }
    repeat while taps > 0 { add -1 to taps; face next; wait 500ms }
    """,
    """
    spin pan at 10deg/s right
    wait 500ms
    if person { stop pan } else if battery < 50% { wait 1s } else { wait 2s }
    stop pan
    wait until person
    log "seen"
    """,
  ]

  private static let happenings: [Happening] = [
    tap(0.2), person(0.4), tap(1.7), lost(2.9), person(4.5), tap(4.6), .end(at: 20),
  ]

  @Test("a compiled sheet makes the calls of its script", arguments: shows)
  func compiled(script: String) throws {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = checked.diagnostics
    let sheet = try #require(checked.cueSheet(for: Compilation(), reporting: &found), "\(found)")
    let own = try CueShow(script, Self.happenings)
    #expect(!own.calls.isEmpty && own.run.outcome.ending == .done)
    var forms: [[UInt8]] = [[], []]
    sheet.writeText { forms[0] += $0.bytes }
    sheet.writeJSON { forms[1] += $0.bytes }
    for form in forms {
      var (sources, obstacles) = (SourceMap(), Diagnostics())
      let read = readCueSheet(form, name: "x.cues", sources: &sources, reporting: &obstacles)
      let again = try #require(read, "\(obstacles.all.map(\.message))")
      var texts: [[UInt8]] = [[], []]
      sheet.writeText { texts[0] += $0.bytes }
      again.writeText { texts[1] += $0.bytes }
      #expect(texts[0] == texts[1])
      let first = again.firstCue(reporting: &obstacles)
      let cue = try #require(first, "\(obstacles.all.map(\.message))")
      let played = CueShow(cue, Self.happenings)
      #expect(played.calls == own.calls, "\(String(decoding: form, as: UTF8.self))")
      #expect(played.run.outcome.ending == .done && played.logs == own.logs)
    }
  }

  @Test("a recording decides the same again", arguments: shows)
  func replayed(script: String) throws {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = checked.diagnostics
    let cue = try #require(checked.firstCue(for: Compilation(), reporting: &found))
    let live = rehearseLive(cue, happenings: Self.happenings, wall: StagedWall())
    let recording = Recording(
      of: cue, compiledFor: Compilation(), from: checked.sources, isTracking: true, faults: [],
      happenings: live.happenings, trace: live.run.trace)
    let again = try #require(Recording(recording.text.bytes))
    var sources = SourceMap()
    let kept = try #require(again.cue(name: "x.dock", sources: &sources, reporting: &found))
    #expect(again.replay(kept).trace == live.run.trace)
  }
}
