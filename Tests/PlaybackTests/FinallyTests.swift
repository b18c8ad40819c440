import Diagnosis
import DockKit
import Hardware
import Language
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// What a script owes when its blocks are left is done once, however they are left.
@Suite("Finally") struct FinallyTests {
  private static let show = """
    finally { log "outer"; face normal }
    camera record start
    finally { camera record stop; log "inner" }
    face happy
    repeat 2 { finally { log "turn" }; pan by 5deg right over 500ms }
    race {
        { finally { log "lost" }; pan by 30deg left over 4s }
        { wait 1s; finally { log "won" }; wait 1s }
    }
    wait 1s
    """

  private static let length = 4_030

  /// The run of `cue`, and the lines that it writes.
  private func play(
    _ cue: Cue, _ happenings: [Happening] = [], faults: [Fault] = []
  ) -> (run: RunRecord, lines: [String]) {
    var lines: [String] = []
    let run: RunRecord = rehearse(cue, faults: faults, happenings: happenings) { event in
      if case .note(let note) = event.kind { lines.append(note.text) }
    }
    return (run, lines)
  }

  @Test("at the end of each block, the last first")
  func planned() throws {
    #expect(
      try compile(Self.show).texts == ["turn", "turn", "won", "lost", "inner", "outer"])
  }

  /// The schedule as it is, and as it is read from its two forms.
  private func forms() throws -> [Schedule] {
    let schedule = try compile(Self.show)
    var forms: [[UInt8]] = [[], []]
    schedule.writeText { forms[0] += $0.bytes }
    schedule.writeJSON { forms[1] += $0.bytes }
    return try [schedule]
      + forms.map { form in
        var (sources, found) = (SourceMap(), Diagnostics())
        let read = readSchedule(form, name: "x", sources: &sources, reporting: &found)
        return try #require(read, "\(found.all.map(\.message))")
      }
  }

  @Test("once, wherever it is stopped", arguments: [Exit.interrupt, .kill])
  func stopped(exit: Exit) throws {
    for schedule in try forms() {
      for time in stride(from: 10, to: Self.length, by: Thorough.step(170, sample: 850)) {
        let (run, told) = play(Cue(schedule), [.exit(exit, at: time * 1_000_000)])
        #expect(run.outcome.ending != .done)
        let turns = time < 1000 ? 1 + time / 500 : 2
        let race = time < 1000 ? [] : time < 2000 ? ["lost"] : ["won", "lost"]
        let all = Array(repeating: "turn", count: turns) + race + ["inner", "outer"]
        #expect(told == all, "\(time) ms")
        #expect(!run.phone.isRecording)
        #expect(run.phone.mood == .normal, "\(time) ms")
        if exit == .interrupt { #expect(run.findings == [], "\(time) ms") }
      }
    }
  }

  @Test("after the zero velocity, also of a kill", arguments: [Exit.interrupt, .kill])
  func after(exit: Exit) throws {
    let run = rehearse(
      try compile("finally { face normal }\nspin pan at 20deg/s right; wait 5s; stop"),
      happenings: [.exit(exit, at: 2_000_000_000)])
    let events = run.trace.events
    let zero = events.lastIndex { $0.kind == .call(.setAngularVelocity(.zero), nil) }
    let face = events.lastIndex { if case .phone = $0.kind { true } else { false } }
    #expect(try #require(zero) < #require(face))
  }

  @Test("after an error of the dock")
  func failed() throws {
    let (run, lines) = play(
      Cue(try compile(Self.show)), faults: [Fault(.refused(.notSupported), at: .call(3))])
    #expect(run.outcome.ending != .done)
    #expect(lines.suffix(2) == ["inner", "outer"])
    #expect(run.phone.mood == .normal)
    #expect(!run.phone.isRecording)
  }

  @Test("when a handler takes the place of the script, and in the cue of an event")
  func events() throws {
    let show = try CueShow(
      """
      on tap replacing { log "handler" }
      finally { log "outer" }
      repeat forever { finally { log "turn" }; wait for button 1; pan by 5deg right; \
      pan by 5deg left }
      """,
      [.button(1, at: 1), .event(WorldEvent(.tap), at: 3_000_000_000)])
    let lines = show.events.compactMap { event in
      if case .note(let note) = event.kind { note.text } else { nil }
    }
    #expect(lines == ["turn", "turn", "outer", "handler"])
  }

  /// A show of two modes, with `handler` above them.
  private static func modes(_ handler: String = "") -> String {
    """
    finally { log "bye" }
    \(handler)
    wait 500ms
    mode a { finally { log "a ends" }; wait 1s; wait for button 1; go to b }
    mode b { finally { log "b ends" }; wait 1s }
    """
  }

  /// What is logged in such a show, also when it is over.
  private func lines(_ script: String, _ happenings: [Happening]) throws -> [String] {
    try CueShow(script, happenings).events.compactMap { event in
      if case .note(let note) = event.kind, note.kind == .log { note.text } else { nil }
    }
  }

  @Test("above the modes: when the show is over, whatever leads from one mode to another")
  func aboveModes() throws {
    let tap = Happening.event(WorldEvent(.tap), at: 1_000_000_000)
    let all = ["a ends", "b ends", "bye"]
    #expect(try lines(Self.modes(), [.button(1, at: 2)]) == all)
    #expect(try lines(Self.modes("on tap { go to b }"), [tap]) == all)
    let early = Happening.event(WorldEvent(.tap), at: 200_000_000)
    #expect(try lines(Self.modes("on tap { go to b }"), [early]) == ["b ends", "bye"])
    #expect(try lines(Self.modes(), [.end(at: 0.2)]) == ["bye"])
    #expect(try lines(Self.modes(), [.end(at: 1)]) == ["a ends", "bye"])
    #expect(try lines(Self.modes(), [.button(1, at: 2), .end(at: 2.5)]) == all)
  }

  @Test("above the modes: not when a mode is done and waits for what leads on")
  func aboveModesThatWait() throws {
    let script =
      "finally { log \"bye\" }\non tap { go to b }\nmode a { wait 1s }\nmode b { wait 1s }"
    let show = try CueShow(script, [.event(WorldEvent(.tap), at: 2_000_000_000)])
    #expect(show.notes == ["0 mode a", "2000 mode b", "3000 log bye"])
  }

  @Test("above the modes: as the sheet says", arguments: ["", "on tap once { go to b }"])
  func aboveModesInSheet(handler: String) throws {
    let script = Self.modes(handler)
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = checked.diagnostics
    let sheet = try #require(checked.cueSheet(for: Compilation(), reporting: &found))
    let last = sheet.entries.filter(\.exits.isEmpty)
    #expect(!last.isEmpty)
    for entry in last { #expect(entry.cue.schedule.texts.suffix(2) == ["b ends", "bye"]) }
  }

  @Test("a handler that stands beside the script leaves it alone")
  func handler() throws {
    let show = try CueShow(
      "on tap { finally { log \"handler\" }; wait 1s }\nfinally { log \"script\" }\nwait 5s",
      [.event(WorldEvent(.tap), at: 1_000_000_000)])
    let lines = show.events.compactMap { event in
      if case .note(let note) = event.kind { note.text } else { nil }
    }
    #expect(lines == ["handler", "script"])
  }

  @Test("what is late is done all the same")
  func late() throws {
    let show = """
      pan by 5deg right over 500ms
      repeat 1 { when late by 10ms skip; finally { log "end" }; log "kept"; wait 10ms }
      """
    let fault = Fault(.late, at: .call(2))
    #expect(play(Cue(try compile(show)), faults: [fault]).lines == ["kept", "end"])
  }

  @Test("a recording that runs when the show ends is stopped, and the outcome says so")
  func recording() throws {
    for happenings in [[], [Happening.exit(.interrupt, at: 500_000_000)]] {
      var told: [Schedule.Action] = []
      let run = rehearse(
        try compile("wait 200ms\ncamera record start\nwait 1s"), happenings: happenings
      ) { event in
        if case .owed(let action, _) = event.kind { told.append(action) }
      }
      #expect(told == [.phone(.record(.stop))])
      #expect(!run.phone.isRecording)
      #expect(run.outcome.stoppedRecording == 200)
      #expect(run.outcome.recording == nil)
    }
  }

  @Test("swept: no cut and no fault leaves anything undone")
  func swept() throws {
    let result = sweep(Cue(try compile(Self.show)))
    #expect(result.first == nil)
    #expect(result.cuts > 100)
  }

  @Test("a recording with a block ends with it, in a race when that is decided")
  func block() throws {
    func calls(_ script: String) throws -> [String] {
      let schedule = try compile(script)
      return schedule.steps.compactMap { step in
        guard case .phone(.record(let change))? = schedule.action(of: step) else { return nil }
        return "\(change) \(step.start)"
      }
    }
    #expect(try calls("camera record { wait 1s }\nwait 1s") == ["start 0", "stop 1000"])
    #expect(
      try calls("race { camera record { pan by 90deg right over 9s }; wait 2s }\nwait 1s")
        == ["start 0", "stop 2000"])
    #expect(
      try calls("repeat 2 { camera record { wait 1s }; wait 100ms }")
        == ["start 0", "stop 1000", "start 1100", "stop 2100"])
    #expect(
      try calls("gesture film() { camera record { wait 1s } }\nfilm() at 50%")
        == ["start 0", "stop 2000"])
  }

  @Test("a recording with a block ends when a handler takes the place of the script")
  func blockReplaced() throws {
    let show = try CueShow(
      "on tap replacing { wait 1s }\ncamera record { wait 5s }",
      [.event(WorldEvent(.tap), at: 2_000_000_000)])
    let changes = show.run.trace.events.compactMap { event -> String? in
      guard case .phone(.record(let change)) = event.kind else { return nil }
      return "\(change) \(event.time / 1_000_000)"
    }
    #expect(changes == ["start 0", "stop 2000"])
    #expect(show.run.outcome.stoppedRecording == nil)
  }
}
