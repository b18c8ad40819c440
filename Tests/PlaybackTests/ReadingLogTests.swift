import Diagnosis
import Playback
import Printing
import Rehearsal
import Schedules
import Testing
import Vocabulary

/// Lines of the log that say what is read when they are written.
@Suite("A log of readings and counts") struct ReadingLogTests {
  private static func event(_ event: WorldEvent, _ seconds: Double) -> Happening {
    .event(event, at: Int(seconds * 1e9))
  }

  /// The lines that `script` logs, with their milliseconds.
  private static func logs(
    _ script: String, _ happenings: [Happening] = []
  ) throws -> [String] {
    try CueShow(script, happenings + [.end(at: 30)]).events.compactMap { event in
      if case .note(let note) = event.kind { "\(event.time / 1_000_000) \(note.text)" } else { nil }
    }
  }

  /// What `text` is read as, in the text and the JSON form, and what is wrong with it.
  private static func read(
    _ text: String
  ) -> (forms: [String]?, actions: [Schedule.Action], messages: [String]) {
    var (sources, found) = (SourceMap(), Diagnostics())
    let sheet = readCueSheet(
      Array(text.utf8), name: "x.cues", sources: &sources, reporting: &found)
    var forms = ["", ""]
    sheet?.straight?.writeText { forms[0] += $0.text }
    sheet?.straight?.writeJSON { forms[1] += $0.text }
    return (
      sheet == nil ? nil : forms, sheet?.straight?.actions ?? [], found.all.map(\.message)
    )
  }

  @Test("says the count and the charge of that instant")
  func values() throws {
    let script = """
      count taps
      log "charge ", battery
      wait 1s
      add 2 to taps
      log "taps ", taps, ", charge ", battery, "!"
      log person, " ", docked, " ", charging, " ", recording
      """
    let low = Self.event(WorldEvent(.battery, number: 0.18), 0.5)
    #expect(
      try Self.logs(script, [low, Self.event(WorldEvent(.person), 0.75)])
        == ["0 charge unknown", "1000 taps 2, charge 18%!", "1000 true true false false"])
  }

  @Test("reads what has happened at its instant, and not what comes after")
  func sameInstant() throws {
    let script = "wait 1s\nlog person"
    let come = { Self.event(WorldEvent(.person), $0) }
    #expect(try Self.logs(script, [come(1)]) == ["1000 true"])
    #expect(try Self.logs(script, [come(1.001)]) == ["1000 false"])
    let gone = Self.event(WorldEvent(.person, .lost), 1)
    #expect(try Self.logs(script, [come(0.5), gone]) == ["1000 false"])
  }

  @Test("in a 'finally' reads when that is done, also after a show that is ended")
  func finally() throws {
    let script = """
      count taps
      finally { log "taps ", taps }
      on tap { add 1 to taps }
      wait 4s
      """
    let taps = [1.0, 2].map { Self.event(WorldEvent(.tap), $0) }
    #expect(try Self.logs(script, taps) == ["4000 taps 2"])
    let exit = Happening.exit(.interrupt, at: 1_500_000_000)
    #expect(try Self.logs(script, [taps[0], exit]) == ["1500 taps 1"])
  }

  @Test("is read back from a sheet as it was written, and refused where it says nothing")
  func sheets() throws {
    let head = """
      dock-schedule 2
      profile stand
      from    yaw 0, pitch 0
      limits  yaw any speed 90000 acceleration 720000 jerk 14400000
      limits  pitch -45000..45000 speed 90000 acceleration 720000 jerk 14400000


      """
    let end = "       0         end\n"
    let text = head + "       0         log \"taps \", taps, \", \", battery, person\n" + end
    let (forms, actions, messages) = Self.read(text)
    #expect(messages == [])
    #expect(
      actions == [
        .log(
          Schedule.LogTemplate([
            .text("taps "), .reading(.count("taps")), .text(", "),
            .reading(.world(.battery)), .reading(.world(.person)),
          ]))
      ])
    for form in try #require(forms) { #expect(Self.read(form).forms == forms) }
    for wrong in ["", "taps,", "5", "\"a\" taps", "taps + 1", "\"a\",, taps"] {
      let found = Self.read(head + "       0         log \(wrong)\n" + end)
      #expect(found.forms == nil && !found.messages.isEmpty, "\(wrong)")
    }
  }
}
